//! Holds the current view, in a small value that is copied.

use super::State;

/// The visible screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The form is visible instead of the crawl.
    pub asking: bool,
    /// The view of the crawl.
    pub view: View,
    /// The map is visible beside another view.
    pub has_map: bool,
    /// The page whose details are open: within the results, or below other views.
    pub open: Option<u32>,
    /// The spider whose history is open.
    pub spider: Option<u32>,
    /// The selector of the field that gets the focus when the form is drawn.
    pub point: Option<&'static str>,
}

/// A view of a crawl.
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
    /// All views, in the order of their tabs.
    pub const ALL: [Self; 5] = [Self::Results, Self::Spiders, Self::Map, Self::SiteMap, Self::Frontier];

    /// Returns the label. Without spiders, their view shows the branches.
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

/// An action on the screen.
#[derive(Clone, Copy)]
pub enum ScreenAction {
    /// Shows the form.
    ShowForm,
    /// Shows the crawl.
    ShowCrawl,
    /// Moves the focus to the form's field with this selector.
    FocusField(&'static str),
    /// Selects a view of the crawl.
    View(View),
    /// Shows the map beside another view, or not.
    HasMap(bool),
    /// Opens the details of a page, or closes them.
    Details(Option<u32>),
    /// Opens the history of a spider, or closes it.
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
                self.screen.asking = self.crawl.live.request.is_none();
            }
            ScreenAction::FocusField(selector) => self.screen.point = Some(selector),
            ScreenAction::View(view) => self.screen.view = view,
            ScreenAction::HasMap(has_map) => self.screen.has_map = has_map,
            ScreenAction::Details(open) => {
                self.screen.open = open;
                self.hold_open();
            }
            ScreenAction::Spider(spider) => self.screen.spider = spider,
        }
    }
}
