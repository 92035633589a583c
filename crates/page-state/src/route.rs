//! Holds the route, the part of the app's address after `#`, and keeps it in agreement with the visible crawl.
//!
//! yew-router does not fit: its hash history panics on a fragment that does not begin with `#/`, so that a mistyped
//! address would crash the app, and it is larger than this file.

use super::State;
use super::browser::pairs;
use super::crawl_address::CrawlAddress;
use super::effect::{Effect, Timer};
use super::feedback::Feedback;
use super::form::Form;
use super::starting::StartAction;
use super::view_address::ViewAddress;

/// The time without a change in milliseconds after which the address is updated with the moment of a replay. Browsers
/// limit the rate of updates, and a replay shows many moments per second.
const ADDRESS_MS: u32 = 300;

/// The screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// The form or the crawl: `#/crawl`, and the default.
    #[default]
    Crawl,
    /// The reader and the trails: `#/train`.
    Train,
    /// The trained models: `#/models`.
    Models,
    /// One model: `#/model?id=…`.
    Model,
    /// The comparisons: `#/compare`, one comparison `#/compare?id=…`, a plan `#/compare?plan=…`.
    Compare,
    /// Two strategies side by side, for a class: `#/class`.
    Class,
    /// The saved crawls: `#/library`.
    Library,
    /// About the app: `#/about`.
    About,
    /// Any other address.
    Lost,
}

impl Route {
    /// Returns whether this is a training page: trails, models or one model.
    pub fn is_training(self) -> bool {
        matches!(self, Self::Train | Self::Models | Self::Model)
    }
}

/// Parses a fragment with or without its `#`: the route, and the query.
pub fn read(fragment: &str) -> (Route, &str) {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
    let place = match path.trim_matches('/') {
        "" | "crawl" => Route::Crawl,
        "train" => Route::Train,
        "models" => Route::Models,
        "model" => Route::Model,
        "compare" => Route::Compare,
        "class" => Route::Class,
        "library" => Route::Library,
        "about" => Route::About,
        _ => Route::Lost,
    };
    (place, query)
}

/// Returns the value of a parameter of a query; `None` if it is empty.
pub fn param(query: &str, name: &str) -> Option<String> {
    let value = pairs(query).into_iter().find(|(given, _)| given == name)?.1;
    Some(value).filter(|value| !value.is_empty())
}

/// The app's address, the part after `#`, with its parts that belong to crawls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Location {
    /// The fragment of the window's address.
    pub fragment: String,
    /// The id of the crawl in the address.
    pub(super) crawl: Option<String>,
    /// The view of the crawl in the address.
    pub(super) view: ViewAddress,
    /// The crawl and the view that the app wrote to the address, or restored from it.
    pub(super) written: Option<(String, ViewAddress)>,
    /// The view that is written to the address when [`Timer::Address`] is over.
    pub(super) pending: Option<ViewAddress>,
}

impl Location {
    /// Returns the route.
    pub fn route(&self) -> Route {
        read(&self.fragment).0
    }

    /// Returns the query.
    pub fn query(&self) -> &str {
        read(&self.fragment).1
    }

    /// Returns the query of a crawl's address; empty on other screens, where an id does not refer to a crawl.
    pub(crate) fn crawl_query(&self) -> &str {
        if self.route() == Route::Crawl { self.query() } else { "" }
    }

    /// Replaces the fragment.
    fn set(&mut self, fragment: String) {
        self.fragment = fragment;
        self.crawl = CrawlAddress::read(self.crawl_query()).id;
        self.view = ViewAddress::read(self.crawl_query());
    }
}

impl State {
    /// Handles another address: a crawl's address fills the form. `Some(true)` if its history entry is that of a form
    /// that started a crawl.
    ///
    /// The address that a start has written does not count, and an address without parameters changes nothing.
    pub(super) fn on_move(&mut self, fragment: String, is_form_entry: Option<bool>) {
        self.set_location(fragment);
        let address = CrawlAddress::read(self.location.crawl_query());
        if !address.is_empty() && self.setup.form.opened != address {
            let start = address.start && is_form_entry != Some(true);
            let mut form = Form::from_address(address);
            self.setup.restore_topics(&mut form);
            let start = start && form.problems.is_empty();
            self.apply_start(StartAction::AddressOpened(Box::new(form), start));
        }
    }

    pub(super) fn set_location(&mut self, fragment: String) {
        let before = self.location.route();
        self.location.set(fragment);
        let route = self.location.route();
        if route != before {
            // A message is only shown on the page where it appeared.
            self.library.change(|library| library.feedback = Feedback::default());
        }
        if route != Route::Train && self.train.reader.wanted.is_some() {
            self.train.change(|train| train.reader.wanted = None);
        }
        self.visit_class();
    }

    /// Replaces the app's address by that of a crawl, with or without a new entry in the browser's history that leads
    /// back to the form.
    pub(super) fn replace_address(&mut self, query: &str, is_step: bool) {
        let fragment = format!("#/crawl?{query}");
        self.set_location(fragment.clone());
        self.effects.push(Effect::ReplaceAddress(fragment, is_step));
    }

    /// Writes the view of the crawl to its address, or restores the view of an opened address once the crawl has
    /// loaded. The moment of a replay is only written when it `is_due`.
    pub(super) fn sync_address(&mut self, is_due: bool) {
        let live = &self.crawl.live;
        let id = live.saved.id.clone().filter(|id| {
            // An address without an id belongs to another screen, or to a crawl that is not saved yet.
            let is_shown = !self.screen.asking && self.setup.form.opened.id.as_ref() == Some(id);
            // A past moment can only be shown once its pages have arrived.
            let has_moment = self.location.view.moment().is_none() || !live.is_catching_up;
            is_shown && has_moment && self.location.crawl.as_ref() == Some(id)
        });
        let Some(id) = id else {
            self.location.pending = None;
            return;
        };
        let asked = (id.clone(), self.location.view.clone());
        if !asked.1.is_empty() && self.location.written.as_ref() != Some(&asked) {
            let actions = asked.1.actions(live.good_from());
            self.location.written = Some(asked);
            for action in actions {
                self.change(action);
            }
            return;
        }
        let shown = ViewAddress::current(self);
        if shown == asked.1 {
            self.location.pending = None;
        } else if shown.moment() == asked.1.moment() || is_due {
            let query = shown.add_to(self.location.query());
            self.location.written = Some((id, shown));
            self.location.pending = None;
            self.replace_address(&query, false);
        } else if self.location.pending.as_ref() != Some(&shown) {
            self.location.pending = Some(shown);
            self.effects.push(Effect::SetTimer(Timer::Address, ADDRESS_MS));
        }
    }
}
