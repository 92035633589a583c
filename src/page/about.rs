//! What this is, where its methods come from, what it does not do, and whose work it carries.

use super::catalog::Catalog;
use super::tour::Tour;
use crate::protocol::BUILD;
use yew::prelude::*;

/// The papers: who and what, and what was taken from it.
const PAPERS: [(&str, &str); 5] = [
    (
        "G. Pant, P. Srinivasan, F. Menczer: Crawling the Web. University of Iowa and Indiana University.",
        "The parts of a crawler, breadth-first, best-N-first, shark-search, the focused crawler, the measures; MySpiders, of which this is an heir.",
    ),
    (
        "S. Batsakis: Design and evaluation of topic driven focused crawlers for the World Wide Web. Thesis.",
        "Best-first by page, by anchor text and by both; fish-search, and crawling by links alone; crawling by related words; how crawlers are compared.",
    ),
    (
        "J.-J. Tsay, J.-S. Liu, Z.-M. Lai, C.-Y. Shin: Design and Evaluation of Focused Crawling System. National Chung Cheng University.",
        "Words of Chinese as pairs of characters; intelligent crawling.",
    ),
    (
        "Evolving Strategies for Web Crawler. Thesis.",
        "Canonical addresses, the weights of title and headings, host diversity, PageRank, hubs and authorities, near-copies.",
    ),
    (
        "A URL analysis algorithm based on the semantic content and link clustering in cloud environment. Article.",
        "Crawling by clusters of the addresses of good pages.",
    ),
];

/// What the app carries of others: what, and on which terms.
const CARRIED: [(&str, &str); 6] = [
    (
        "How common English words are, derived from wordfreq",
        "CC BY-SA 4.0, Robyn Speer",
    ),
    (
        "WordNet 3.0: nouns and verbs, their synonyms, and what is a kind of what",
        "WordNet 3.0 license, Princeton University",
    ),
    ("Snowball stemmers", "BSD 3-clause, the Snowball project"),
    (
        "Stop words: Snowball's lists, by way of NLTK",
        "BSD 3-clause, the Snowball project",
    ),
    (
        "Unicode character data",
        "Unicode License v3, Unicode, Inc.",
    ),
    ("uPlot, which draws the curves", "MIT, Leon Sorokin"),
];

/// The page.
pub(crate) fn about(catalog: &Catalog) -> Html {
    html! {
        <article class="prose">
            <h1>{ "A crawler that hunts in a tab" }</h1>
            <p class="lede">{ "Salticid looks for pages on a topic. It fetches a page, compares it with your words, judges every link on it, and follows the best one next. You watch, and see why." }</p>
            <p>{ "Salticids are the jumping spiders. They see well, and plan detours through places from which the prey is out of sight: what a good crawler has to do." }</p>
            <p><Tour text="Look around in three steps" /></p>
            <h2>{ "How it keeps its manners" }</h2>
            <ul>
                <li>{ "It reads robots.txt first and honors it, and nofollow and noindex, too. A host whose robots.txt cannot be had is left alone." }</li>
                <li>{ "It asks a host for one page at a time and waits between two, longer where the host is slow." }</li>
                <li>{ "Nothing that it fetches runs here: pages become text. Links open beside the app and are not told where from." }</li>
            </ul>
            <h2>{ "What it does not do" }</h2>
            <ul>
                <li>{ "Pages that are made by scripts in the browser give it no text." }</li>
                <li>{ "Without the proxy it reaches only the demo web and sites that let other pages read them." }</li>
                <li>{ "Its relevance is the likeness of words. It does not understand what it reads." }</li>
                <li>{ "Crawls are kept in this browser, and nowhere else." }</li>
            </ul>
            { strategies(catalog) }
            <h2>{ "Sources" }</h2>
            <ol>
                for (paper, taken) in PAPERS {
                    <li>{ paper }<br /><span class="fine">{ taken }</span></li>
                }
            </ol>
            <h2>{ "Licenses" }</h2>
            <p>{ "Salticid is free under the MIT license or the Apache License 2.0, as you choose. It carries work of others; NOTICE.md in its repository says where each piece comes from." }</p>
            <dl class="facts wide">
                for (what, terms) in CARRIED {
                    <div><dt>{ what }</dt><dd>{ terms }</dd></div>
                }
            </dl>
            <p>{ "WordNet is a lexical database of English, made at Princeton University: words stand there by their meanings, and meanings by what they are a kind of. Strategies that look for related words have them from its version 3.0, © 2006 Princeton University. " }
                <a href="lexicon/LICENSE-WordNet.txt" target="_blank" rel="noopener">{ "The license of WordNet" }</a>{ " says that it comes as it is, without warranty of any kind." }</p>
            <p class="fine">{ format!("Build {BUILD}") }</p>
        </article>
    }
}

/// The strategies, as the engine lists them.
fn strategies(catalog: &Catalog) -> Html {
    html! {
        <>
            <h2>{ "Strategies" }</h2>
            <dl class="listed">
                for info in &catalog.strategies {
                    <div><dt>{ &info.title }</dt><dd>{ &info.sentence }{ " " }<span class="cite">{ &info.source }</span></dd></div>
                }
            </dl>
        </>
    }
}
