//! Intelligent crawling: learns during the crawl, without training, which evidence before a fetch indicates a relevant
//! page.
//!
//! The interest ratio of an event E is `I(E) = P(relevant | E) / P(relevant)`: above 1 it is evidence for relevance,
//! below 1 against it. Events are words on the linking page, tokens of the URL, a relevant linking page, and a relevant
//! sibling (another page with a link on the same page). A link's score is the logarithm of the product of its ratios,
//! each to the power of its weight. For words and tokens it takes the geometric mean of the significant ratios, since a
//! long page would outweigh all other evidence. Ratios start at 1 and are smoothed by one page at the mean rate. The
//! frontier is scored again from time to time.
//!
//! Source: Batsakis §2.3, Tsay §1.1 (Aggarwal, Al-Garawi and Yu 2001).

use crate::strategy::prelude::*;
use crate::text::TermId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;
use types::url::CanonicalUrl;

const RELEVANT: Param<f64> = Param::share(
    "relevant",
    "Relevance threshold",
    limits::GOOD_RELEVANCE,
    "Minimum relevance of a page that counts as relevant.",
);

/// The weights of the parts of a score, in the order of [`Entry::parts`].
const WEIGHTS: [Param<f64>; 4] = [
    weight("words", "Word weight", "Weight of the words of the linking page."),
    weight("address", "URL weight", "Weight of the parts of the URL."),
    weight("link", "Linking page weight", "Weight of the relevance of the linking page."),
    weight("sibling", "Sibling weight", "Weight of the relevance of other pages linked from there."),
];

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "intelligent",
    title: "Intelligent crawling",
    description: "Learns during the crawl which words, URLs and neighbors relevant pages share, and follows links that \
        match.",
    family: Family::Classics,
    source: "Batsakis §2.3, Tsay §1.1",
    params: declare![RELEVANT, WEIGHTS[0], WEIGHTS[1], WEIGHTS[2], WEIGHTS[3],],
    needs: Needs::QUERY,
    scores_pages_independently: false,
    parts: &[
        ScorePart { name: "words", title: "Words", help: "log interest ratio of the words on the linking page" },
        ScorePart { name: "address", title: "URL", help: "log interest ratio of the parts of the URL" },
        ScorePart { name: "link", title: "Linking page", help: "log interest ratio of the linking page's relevance" },
        ScorePart { name: "sibling", title: "Siblings", help: "log interest ratio of the siblings' relevance" },
    ],
    make: |StrategyInputs { settings, .. }| {
        let weights = WEIGHTS.map(|weight| settings.get(&weight));
        Box::new(Intelligent { relevant: settings.get(&RELEVANT), weights, state: InterestRatios::default() })
    },
};

const fn weight(name: &'static str, title: &'static str, help: &'static str) -> Param<f64> {
    Param::real(name, title, 0.0..=10.0, 1.0, help)
}

struct Intelligent {
    relevant: f64,
    weights: [f64; 4],
    state: InterestRatios,
}

#[derive(Serialize, Deserialize)]
struct InterestRatios {
    all: Tally,
    words: BTreeMap<TermId, Tally>,
    tokens: BTreeMap<String, Tally>,
    /// Pages by whether their linking page was relevant.
    linked: [Tally; 2],
    /// Pages by whether an earlier sibling was relevant.
    siblings: [Tally; 2],
    pages: BTreeMap<UrlId, ReadPage>,
    refresh: Refresh,
}

/// The data of a read page that scoring its links requires.
#[derive(Serialize, Deserialize)]
struct ReadPage {
    terms: Vec<TermId>,
    relevant: bool,
    relevant_child: bool,
}

/// The number of pages with an event, and the number of relevant ones among them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Tally {
    pages: u32,
    relevant: u32,
}

impl Default for InterestRatios {
    fn default() -> Self {
        Self {
            all: Tally::default(),
            words: BTreeMap::new(),
            tokens: BTreeMap::new(),
            linked: <[Tally; 2]>::default(),
            siblings: <[Tally; 2]>::default(),
            pages: BTreeMap::new(),
            refresh: Refresh::every(25),
        }
    }
}

impl Tally {
    fn count(&mut self, relevant: bool) {
        self.pages = self.pages.saturating_add(1);
        self.relevant = self.relevant.saturating_add(u32::from(relevant));
    }

    /// Returns `ln I(E)`, with the rate smoothed by one page at the mean rate; 0 while no page or every page was
    /// relevant.
    fn interest(self, mean: f64) -> f64 {
        if mean <= 0.0 || mean >= 1.0 {
            return 0.0;
        }
        let rate = (f64::from(self.relevant) + mean) / (f64::from(self.pages) + 1.0);
        libm::log(rate / mean)
    }

    /// Returns true if the rate differs from the mean by more than two standard errors.
    fn is_significant(self, mean: f64) -> bool {
        let pages = f64::from(self.pages);
        let apart = f64::from(self.relevant) - mean * pages;
        apart * apart > 4.0 * pages * mean * (1.0 - mean)
    }
}

impl InterestRatios {
    fn mean(&self) -> f64 {
        f64::from(self.all.relevant) / f64::from(self.all.pages.max(1))
    }

    /// Learns from a page: its relevance and the data known before it was fetched.
    fn learn(&mut self, page: &PageView<'_>, relevant: bool) {
        self.all.count(relevant);
        for token in page.url.tokens() {
            self.tokens.entry(token.into_owned()).or_default().count(relevant);
        }
        if let Some(parent) = page.parent.and_then(|parent| self.pages.get_mut(&parent)) {
            self.linked[usize::from(parent.relevant)].count(relevant);
            self.siblings[usize::from(parent.relevant_child)].count(relevant);
            parent.relevant_child |= relevant;
            for term in &parent.terms {
                self.words.entry(*term).or_default().count(relevant);
            }
        }
        let terms = page.vector.top(limits::INTEREST_WORDS).into_iter().map(|(term, _)| term).collect();
        self.pages.insert(page.id, ReadPage { terms, relevant, relevant_child: false });
    }

    /// Returns the evidence of words, of the linking page and of siblings, which all links of a page share.
    fn of_page(&self, parent: UrlId) -> [f64; 3] {
        let mean = self.mean();
        let Some(read) = self.pages.get(&parent) else {
            return [0.0; 3];
        };
        let words = read.terms.iter().filter_map(|term| self.words.get(term).copied());
        let linked = self.linked[usize::from(read.relevant)];
        let siblings = self.siblings[usize::from(read.relevant_child)];
        [mean_interest(words, mean), linked.interest(mean), siblings.interest(mean)]
    }

    fn of_url(&self, url: &CanonicalUrl) -> f64 {
        mean_interest(url.tokens().filter_map(|token| self.tokens.get(&*token).copied()), self.mean())
    }
}

/// Returns the mean logarithm of the significant ratios; 0 without any.
fn mean_interest(tallies: impl Iterator<Item = Tally>, mean: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for tally in tallies.filter(|tally| tally.is_significant(mean)) {
        sum += tally.interest(mean);
        count += 1;
    }
    sum / f64::from(count.max(1))
}

impl Intelligent {
    fn combine(&self, [words, link, sibling]: [f64; 3], address: f64) -> Score {
        let parts = [words, address, link, sibling];
        let sum = parts.iter().zip(self.weights).fold(0.0, |sum, (part, weight)| sum + part * weight);
        Score::with_parts(sum, parts.to_vec())
    }
}

impl Strategy for Intelligent {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], _context: &mut Context<'_>) -> Vec<Option<Score>> {
        self.state.learn(page, page.relevance >= self.relevant);
        let shared = self.state.of_page(page.id);
        let of_link = |view: &LinkView<'_>| Some(self.combine(shared, self.state.of_url(&view.link.url)));
        links.iter().map(of_link).collect()
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        if !self.state.refresh.is_due(context.pages_read) {
            return Vec::new();
        }
        let mut shared: BTreeMap<UrlId, [f64; 3]> = BTreeMap::new();
        let rescored = |(id, waiting): (UrlId, &FrontierEntry)| {
            let parent = waiting.parent?;
            let of_page = *shared.entry(parent).or_insert_with(|| self.state.of_page(parent));
            Some((id, self.combine(of_page, self.state.of_url(context.urls.url(id)))))
        };
        frontier.top(frontier.len()).filter_map(rescored).collect()
    }

    /// Keeps the highest score of the linking pages.
    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        Rediscovery::Best.decide(waiting, new)
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.state)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        restored(&mut self.state, saved)
    }
}
