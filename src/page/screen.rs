//! What is on the screen, and how far a start has come: small enough to be copied.

/// What is on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The form, not the crawl.
    pub asking: bool,
    /// How far a start has come.
    pub start: Start,
    /// A start was asked for on the form, not by an address.
    pub by_person: bool,
    /// The view of the crawl.
    pub view: View,
    /// The page whose details are open: unfolded among the results, below the other views.
    pub open: Option<u32>,
    /// The spider whose story is open.
    pub spider: Option<u32>,
    /// Selector of the form's field that gets the focus when it is drawn.
    pub point: Option<&'static str>,
}

/// The views of a crawl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The pages, best first.
    #[default]
    Results,
    /// The spiders and their families.
    Spiders,
    /// The crawled graph.
    Map,
    /// What waits.
    Frontier,
}

/// URLs that wait, as many as are shown.
const NEXT_UP: u32 = 50;

impl View {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 4] = [Self::Results, Self::Spiders, Self::Map, Self::Frontier];

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Results => "Results",
            Self::Spiders => "Spiders",
            Self::Map => "Map",
            Self::Frontier => "Frontier",
        }
    }

    /// The name in ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Spiders => "spiders",
            Self::Map => "map",
            Self::Frontier => "frontier",
        }
    }
}

impl Screen {
    /// How many of the best URLs that wait are on it.
    pub fn next_up(&self) -> u32 {
        if self.view == View::Frontier {
            NEXT_UP
        } else {
            0
        }
    }

    /// Whether spiders are on it: in their own view, and on the map.
    pub fn has_spiders(&self) -> bool {
        matches!(self.view, View::Spiders | View::Map)
    }

    /// The spider whose story is on it.
    pub fn story(&self) -> Option<u32> {
        self.spider.filter(|_| self.view == View::Spiders)
    }
}

/// How far a start has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Nobody asked for one.
    #[default]
    No,
    /// It was asked for and waits for the worker, or for news of the proxy.
    Wanted,
    /// It waits for pages to start at, which are looked for.
    Seeking,
    /// The plan was sent; the worker judges it.
    Sent,
}
