//! Renders the About screen: a description of the app, its sources, limits and licenses.

use super::parts::tour;
use crate::views::prelude::*;
use protocol::BUILD;

/// The papers: authors and title, and the methods taken from them.
const PAPERS: [(&str, &str); 6] = [
    (
        "G. Pant, P. Srinivasan, F. Menczer: Crawling the Web. University of Iowa and Indiana University.",
        "Crawler architecture; Breadth-first, Best-N-first, Shark-search, Focused and Context-focused crawler, \
        InfoSpiders; quality measures. It describes MySpiders, a predecessor of this app.",
    ),
    (
        "S. Batsakis: Design and evaluation of topic driven focused crawlers for the World Wide Web. Thesis.",
        "Best-first by page, by anchor text and by both; Fish-search; Intelligent crawling; strategies that use \
        links alone or related words; hidden Markov models and hybrids; how crawlers are compared.",
    ),
    (
        "J.-J. Tsay, J.-S. Liu, Z.-M. Lai, C.-Y. Shin: Design and Evaluation of Focused Crawling System. National \
        Chung Cheng University.",
        "Chinese words as pairs of characters; hot words and link layers; context graphs from links to good pages.",
    ),
    (
        "Evolving Strategies for Web Crawler. Thesis.",
        "InfoSpiders with pages of earlier crawls; canonical URLs, weights of title, headings and bold text, main \
        content, host diversity, PageRank, hubs and authorities, near-duplicates.",
    ),
    (
        "A URL analysis algorithm based on the semantic content and link clustering in cloud environment. Article.",
        "Crawling by clusters of the URLs of relevant pages.",
    ),
    (
        "A. Kontogiannis, D. Kelesis, V. Pollatos, G. Giannakopoulos, G. Paliouras: Tree-based Focused Web Crawling \
        with Reinforcement Learning (TRES). arXiv 2112.07620.",
        "Reinforcement learning that values random links of the leaves of a regression tree.",
    ),
];

/// Third-party content of the app, with its license.
const CARRIED: [(&str, &str); 7] = [
    ("English word frequencies, derived from wordfreq", "CC BY-SA 4.0, Robyn Speer"),
    ("WordNet 3.0: its words, their synonyms and hypernyms", "WordNet 3.0 license, Princeton University"),
    (
        "Word vectors, derived from all-MiniLM-L6-v2; their words and frequencies are wordfreq's",
        "Apache-2.0, the sentence-transformers authors; CC BY-SA 4.0, Robyn Speer",
    ),
    ("Snowball stemmers", "BSD 3-clause, the Snowball project"),
    ("Stop words: Snowball's lists, taken from NLTK", "BSD 3-clause, the Snowball project"),
    ("Unicode character data", "Unicode License v3, Unicode, Inc."),
    ("uPlot, which draws the charts", "MIT, Leon Sorokin"),
];

/// Renders the screen.
pub(crate) fn about(state: &State, dispatch: &Dispatch, _query: &str) -> Html {
    let catalog = &state.catalog;
    html! {
        <article class="prose">
            <h1>{ "A focused web crawler in a browser tab" }</h1>
            <p class="lede">{ "Salticid finds pages on a topic. It fetches a page, compares it with your words, scores \
                every link on it, and follows the best one next. You see each decision and its reasons." }</p>
            <p>{ "Salticids are jumping spiders. They see well and plan detours to prey that is out of sight." }</p>
            <p>{ tour::begin(catalog, dispatch) }</p>
            <h2>{ "Politeness and safety" }</h2>
            <ul>
                <li>
                    { "It obeys robots.txt, nofollow and noindex. It skips hosts whose robots.txt cannot be read." }
                </li>
                <li>
                    { "It sends one request per host at a time and waits between requests, longer for slow hosts." }
                </li>
                <li>{ "It never runs fetched content: pages are reduced to text. Links open in a new tab, without a \
                    referrer." }</li>
            </ul>
            <h2>{ "Limitations" }</h2>
            <ul>
                <li>{ "It reads pages that need JavaScript only in the browser extension, if you choose that." }</li>
                <li>{ "Without the proxy or the browser extension it can read only the demo web, recordings and sites \
                    that allow cross-origin requests (CORS)." }</li>
                <li>{ "It measures relevance by the words of a page, and for English by their meaning, one by one: it does not \
                    understand sentences." }</li>
                <li>{ "It saves crawls only in this browser." }</li>
            </ul>
            { strategies(catalog) }
            <h2>{ "Sources" }</h2>
            <ol>
                for (paper, source) in PAPERS {
                    <li>{ paper }<br /><span class="fine">{ source }</span></li>
                }
            </ol>
            <h2>{ "Licenses" }</h2>
            <p>{ "Salticid is available under the MIT license or the Apache License 2.0, at your choice. NOTICE.md in \
                its repository lists the third-party work it includes." }</p>
            <dl class="facts wide">
                for (what, terms) in CARRIED {
                    <div><dt>{ what }</dt><dd>{ terms }</dd></div>
                }
            </dl>
            <p>
                { "WordNet is a lexical database of English from Princeton University. It groups words by meaning and \
                    relates the meanings. Semantic strategies use its version 3.0, © 2006 Princeton University. " }
                <a href="lexicon/LICENSE-WordNet.txt" target="_blank" rel="noopener">{ "The license of WordNet" }</a>
                { " states that it comes as is, without warranty of any kind." }
            </p>
            <p class="fine">{ format!("Build {BUILD}") }</p>
        </article>
    }
}

/// Renders the strategies, as the engine lists them.
fn strategies(catalog: &Catalog) -> Html {
    html! {
        <>
            <h2>{ "Strategies" }</h2>
            <dl class="listed">
                for info in &catalog.strategies {
                    <div>
                        <dt>{ &info.title }</dt>
                        <dd>{ &info.description }{ " " }<span class="cite">{ &info.source }</span></dd>
                    </div>
                }
            </dl>
        </>
    }
}
