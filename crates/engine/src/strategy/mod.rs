//! Strategies: the trait, and THE LIST. One file a strategy, one word in the list.
//!
//! Menus, forms, flags, the README's table and the conformance tests are read from [`LIST`]; nothing else names a strategy.
//! Left out on purpose: what a page's relevance is (one definition for all, [`crate::topic`]).

mod again;
mod context;
mod entry;
mod materials;
mod meaning;
mod params;
mod refresh;
mod spiders;
mod trained;

pub use context::{Context, ExampleView, LinkView, PageView, Survey};
pub use entry::{Entry, Info, Needs, Part};
pub use materials::{Assets, Materials};
pub use params::{Control, Param, ParamError, ParamInfo, ParamValue, Range, Settings};
pub(crate) use refresh::Refresh;

use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::UrlId;
use crate::report::{Herd, Insight, Learning, Reading, RelatedWord, Spider, Story};
use crate::topic::Lens;
use crate::url::CanonicalUrl;

/// Declares the strategies' modules and the list of their entries, in the order in which people see them.
macro_rules! strategies {
    ($($file:ident),* $(,)?) => {
        $(mod $file;)*
        /// All strategies, in the order in which people see them.
        pub const LIST: &[&Entry] = &[$(&$file::ENTRY),*];
    };
}

strategies![
    breadth_first,
    best_first_page,
    best_first_anchor,
    best_first,
    best_n_first,
    adaptive,
    best_first_spiders,
    info_spiders,
    info_spiders_db,
    fish_search,
    shark_search,
    url_clusters,
    intelligent,
    ehrig,
    ssrm,
    synset,
    focused,
    centroid,
    hmm,
    hmm_x,
    hybrid_hmm,
    hybrid_hmm_anchor,
    adaptive_trails,
    context_focused,
    hot_word,
    svm,
    naive_bayes,
    reinforcement,
    apprentice,
    backlink_count,
    pagerank,
    url_depth,
    out_degree,
];

/// The strategy of a plan that names none: a good first choice for a query.
pub const DEFAULT: &Entry = &best_first::ENTRY;

/// The part of a score that is the page's own relevance.
const PAGE_PART: Part = Part {
    title: "page",
    help: "how much the page with the link looks like your words",
};
/// The part of a score that is the link's own text.
const ANCHOR_PART: Part = Part {
    title: "anchor",
    help: "how much the link's own text looks like your words",
};

/// The part of a score that is your words themselves.
const SAME_PART: Part = Part {
    title: "same",
    help: "how much of the link's own text is your words, or means the same",
};
/// The part of a score that is words related to yours.
const RELATED_PART: Part = Part {
    title: "related",
    help: "how much of the link's own text is related to your words",
};

/// The part of a score that is the page's likeness to the relevant pages of the trails.
const TARGET_PART: Part = Part {
    title: "page",
    help: "how much the page with the link looks like your relevant pages",
};
/// The part of a score that is the anchor's likeness to them.
const TARGET_ANCHOR_PART: Part = Part {
    title: "anchor",
    help: "how much the link's own text looks like your relevant pages",
};
/// The part of a score that is the model's prediction.
const ONE_STEP_PART: Part = Part {
    title: "model",
    help: "how likely the page behind the link is relevant, by the way your trails went",
};
/// The part of a score that is the model's prediction for one link further.
const TWO_STEPS_PART: Part = Part {
    title: "two on",
    help: "how likely a page one link further on is relevant; it decides between ties",
};
/// The part of a score that is a classifier's word on the page.
const RELEVANT_PART: Part = Part {
    title: "relevant",
    help: "how likely the page with the link is relevant",
};
/// The part of a score that is the queue.
const QUEUE_PART: Part = Part {
    title: "queue",
    help: "the queue of the link, 0 the first: how far its page is from a relevant one",
};
/// The part of a score that is the probability of the page's layer.
const LAYER_PART: Part = Part {
    title: "layer",
    help: "how likely the page with the link is that far from a relevant one",
};
/// The part of a score that is the anchor's likeness to links of the trails.
const TRAIL_ANCHOR_PART: Part = Part {
    title: "anchor",
    help: "how much the link's own text looks like the links that your trails followed",
};
/// The part of a score that is the value of the link.
const VALUE_PART: Part = Part {
    title: "value",
    help: "how many relevant pages lie on behind the link, near ones counting more",
};
/// The part of a score that is the apprentice's.
const APPRENTICE_PART: Part = Part {
    title: "learned",
    help: "how likely the page behind the link is relevant, by what the crawl has seen behind such links",
};

/// The part of a score that is the estimate of a spider's net.
const SPIDER_NET_PART: Part = Part {
    title: "net",
    help: "how promising the words around the link are to the spider's neural net",
};
/// The part of a score that is the page's likeness to a spider's words.
const PAGE_WORDS_PART: Part = Part {
    title: "page",
    help: "how much the page with the link looks like the spider's words",
};

/// How a crawl decides where to go next.
///
/// A strategy sees every page once, right after it was read, and says what its links are worth. It holds its own state and
/// nothing else: the same calls in the same order give the same answers.
pub trait Strategy {
    /// Learns from one of the plan's examples. All of them are shown, in any order, before the crawl begins.
    fn study(&mut self, _example: &ExampleView<'_>, _lens: &mut Lens) {}

    /// All examples that could be read were shown: learns from them, and says how well. What takes long is done in slices: it is called
    /// again until it is done. The default has learned nothing and needs nothing.
    fn conclude(&mut self) -> Learning {
        Learning::Done(Box::default())
    }

    /// Scores the links of a page, one answer a link, in their order; `None` for a link that is not to be followed from this page
    /// (it may come again from another). `links` are those that may be followed and were not fetched yet; a target that stands
    /// several times on the page is here several times.
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>>;

    /// The topic or a parameter has changed, and pages that were read are to be shown again. Asked of one that was just made, and once
    /// more of one that has taken back what the old one knew.
    fn start_over(&mut self) -> StartOver {
        StartOver::Anew
    }

    /// Scores the links of a page that was scored before, where [`StartOver::Never`] was the answer: without learning from it, living on it
    /// or counting it. `page` has its new relevance; of its text only the words and how often they stand there are left.
    fn rescore(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        self.score(page, links, context)
    }

    /// The person says that a page is relevant, or that it is not, or takes that back. What the topic makes of it is done elsewhere
    /// ([`crate::topic::Topic`]); a strategy with a model of its own may learn from it here. The frontier is scored again afterward.
    fn judged(&mut self, _page: &PageView<'_>, _good: Option<bool>) {}

    /// A URL that was chosen came to nothing: refused, failed, or answered with an error. Told before the next choice.
    fn lost(&mut self, _url: UrlId) {}

    /// A URL that waited left the frontier without having been chosen: the frontier was full and it was the worst, or the person left it out.
    fn dropped(&mut self, _url: UrlId) {}

    /// A URL that was chosen leads to another one, which takes its place in the frontier.
    fn redirected(&mut self, _from: UrlId, _to: UrlId) {}

    /// URLs that are to leave the frontier, asked for after a page was scored or lost. They may be found again.
    fn released(&mut self) -> Vec<UrlId> {
        Vec::new()
    }

    /// URLs to start from besides the plan's seeds, asked for after a page was scored or lost; each is to be given once.
    fn more_seeds(&mut self) -> Vec<CanonicalUrl> {
        Vec::new()
    }

    /// New scores for URLs that wait already, asked for after the links of a page were scored and before they are queued. Those
    /// returned move in the frontier.
    fn revise(
        &mut self,
        _page: &PageView<'_>,
        _frontier: &Frontier,
        _context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        Vec::new()
    }

    /// What becomes of a link that waits when it is found again on another page; `new` is its score there. The default keeps what
    /// was said first.
    fn found_again(&self, _waiting: &Waiting, _new: &Score) -> FoundAgain {
        FoundAgain::Keep
    }

    /// The URL to fetch next, one whose host is ready. `None` means: wait.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        frontier.best()
    }

    /// The related terms that the strategy will use, by the words of the query: known as soon as it is made.
    fn related(&self) -> Vec<RelatedWord> {
        Vec::new()
    }

    /// Its spiders, the dead ones as well, in the order of their numbers; none where the strategy has no spiders.
    fn spiders(&self, _survey: &Survey<'_>) -> Vec<Spider> {
        Vec::new()
    }

    /// The spiders that live; none where the strategy has no spiders.
    fn herd(&self) -> Option<Herd> {
        None
    }

    /// What became of one of them.
    fn story(&self, _spider: u32, _survey: &Survey<'_>) -> Option<Story> {
        None
    }

    /// The spider that a URL belongs to: that fetched it, or in whose frontier it waits.
    fn spider_of(&self, _url: UrlId) -> Option<u32> {
        None
    }

    /// What it makes of a page, right after its links were scored; nothing by default.
    fn readings(&self, _page: UrlId) -> Vec<Reading> {
        Vec::new()
    }

    /// What the strategy knows by now, for people; asked for from time to time.
    fn insights(&self, _survey: &Survey<'_>) -> Vec<Insight> {
        Vec::new()
    }

    /// Everything that the strategy learned, for a snapshot. A strategy without memory returns nothing.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes back what [`Strategy::save`] gave; `false` where the bytes are not this strategy's.
    fn restore(&mut self, saved: &[u8]) -> bool {
        saved.is_empty()
    }
}

/// Parameters of strategies that learn from trails which count when pages are judged and not when they are learned from: a crawl by a model may have
/// others than those with which it was learned.
pub(crate) const SET_WHILE_CRAWLING: [&str; 11] = [
    "again",
    "ties",
    "model_weight",
    "discount",
    "neighbors",
    "hot",
    "threshold",
    "enough",
    "reach",
    "explore",
    "without",
];

/// Whether a parameter of this name counts when pages are judged, of a strategy that learns from examples before: it can be changed while a
/// crawl runs.
pub fn is_set_while_crawling(name: &str) -> bool {
    SET_WHILE_CRAWLING.contains(&name)
}

/// How a strategy goes on when the topic or a parameter has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartOver {
    /// All that it knows comes from the pages of the crawl: one that is new takes its place, and sees them again in their order, by
    /// [`Strategy::score`].
    Anew,
    /// It learned before the crawl began as well, and keeps that; what it knew of the pages of the crawl it has forgotten, and sees them
    /// again, by [`Strategy::score`].
    Forgot,
    /// It lives on its history: nothing is forgotten, and it sees the pages again by [`Strategy::rescore`].
    Never,
}

/// What becomes of a link that waits and was found again.
#[derive(Clone, Debug, PartialEq)]
pub enum FoundAgain {
    /// It keeps its score and the link by which it was found first.
    Keep,
    /// The new score and the new link take the place of the old ones.
    Replace,
    /// It gets this score and keeps the link by which it was found first.
    Rescore(Score),
}

/// The strategy of this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    LIST.iter().copied().find(|entry| entry.id == id)
}

/// All ids, in the order of the list.
pub fn ids() -> Vec<&'static str> {
    LIST.iter().map(|entry| entry.id).collect()
}

/// A strategy's memory as bytes, for [`Strategy::save`].
fn saved<T: serde::Serialize>(memory: &T) -> Vec<u8> {
    postcard::to_stdvec(memory).expect("plain data in memory can always be written")
}

/// Takes a strategy's memory back, for [`Strategy::restore`].
fn restored<T: serde::de::DeserializeOwned>(memory: &mut T, saved: &[u8]) -> bool {
    read_saved(saved).map(|read| *memory = read).is_some()
}

/// What [`saved`] wrote; `None` where the bytes are something else, or more.
fn read_saved<T: serde::de::DeserializeOwned>(saved: &[u8]) -> Option<T> {
    let (read, rest) = postcard::take_from_bytes(saved).ok()?;
    rest.is_empty().then_some(read)
}
