//! Holds the current view and the stage of a start. Small enough to be copied.

use super::State;
use crate::protocol::watch::NEXT_UP;

/// The visible screen, and the stage of a start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The form, not the crawl.
    pub asking: bool,
    /// The stage of a start.
    pub start: Start,
    /// A start was requested on the form, not by an address.
    pub by_person: bool,
    /// The form was started by a click in the app, or the person confirmed the start that its address asks for. Without, nothing is fetched from live
    /// sites.
    pub confirmed: bool,
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
    /// The spiders and their families, or the branches of a crawl without spiders.
    Spiders,
    /// The crawled graph.
    Map,
    /// The pages as a tree.
    SiteMap,
    /// The frontier.
    Frontier,
}

impl View {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 5] = [
        Self::Results,
        Self::Spiders,
        Self::Map,
        Self::SiteMap,
        Self::Frontier,
    ];

    /// Returns the name for people; of a crawl without spiders the branches are shown in their place.
    pub fn title(self, has_spiders: bool) -> &'static str {
        match self {
            Self::Results => "Results",
            Self::Spiders if has_spiders => "Spiders",
            Self::Spiders => "Branches",
            Self::Map => "Map",
            Self::SiteMap => "Site map",
            Self::Frontier => "Frontier",
        }
    }

    /// Returns the name in ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Spiders => "spiders",
            Self::Map => "map",
            Self::SiteMap => "site-map",
            Self::Frontier => "frontier",
        }
    }
}

impl Screen {
    /// Returns how many of the best URLs that wait are on it.
    pub fn next_up(&self) -> u32 {
        if self.view == View::Frontier {
            NEXT_UP
        } else {
            0
        }
    }

    /// Returns whether spiders are on it: in their own view, and on the map.
    pub fn has_spiders(&self) -> bool {
        matches!(self.view, View::Spiders | View::Map)
    }

    /// Returns the spider whose story is on it.
    pub fn story(&self) -> Option<u32> {
        self.spider.filter(|_| self.view == View::Spiders)
    }
}

/// The stage of a start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// No start was requested.
    #[default]
    No,
    /// It was requested and waits for the worker, or for the check of the proxy.
    Wanted,
    /// An address requested it, and the person is asked whether to fetch from live sites.
    Unconfirmed,
    /// It waits for the search for seeds.
    Seeking,
    /// The plan was sent; the worker judges it.
    Sent,
}

/// An action on the screen.
#[derive(Clone, Copy)]
pub enum ScreenAction {
    /// Shows the form.
    ShowForm,
    /// Shows the crawl again.
    ShowCrawl,
    /// Moves the focus to the form's field that this selector finds.
    FocusField(&'static str),
    /// Chooses another view of the crawl.
    View(View),
    /// Opens the details of a page, or closes them.
    Details(Option<u32>),
    /// Opens the story of a spider, or closes it.
    Spider(Option<u32>),
}

impl State {
    pub(super) fn apply_screen(&mut self, action: ScreenAction) {
        match action {
            ScreenAction::ShowForm => {
                self.decline();
                self.screen.asking = true;
            }
            ScreenAction::ShowCrawl => {
                self.decline();
                self.screen.asking = self.live.request.is_none();
            }
            ScreenAction::FocusField(selector) => self.screen.point = Some(selector),
            ScreenAction::View(view) => self.screen.view = view,
            ScreenAction::Details(open) => {
                self.screen.open = open;
                self.hold_open();
            }
            ScreenAction::Spider(spider) => self.screen.spider = spider,
        }
    }
}
