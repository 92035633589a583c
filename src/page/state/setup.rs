//! Holds the setup of the next crawl: its form, what helps to fill it in, and its pending start.

use super::Shared;
use super::form::{Form, StartRequest};
use super::related::Related;
use super::seeds::{SeedFinder, SeedsAction};
use crate::page::dom::digits::counted;
use std::rc::Rc;

/// Holds the setup of the next crawl.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrawlSetup {
    /// The form.
    pub form: Shared<Form>,
    /// The search for seeds.
    pub seeds: Shared<SeedFinder>,
    /// The related words of the query.
    pub related: Shared<Related>,
    /// The crawl of live sites from an address, until the person confirms or rejects it.
    pub unconfirmed: Option<Rc<StartRequest>>,
    /// The start request that the worker checks.
    pub(super) sent: Option<StartRequest>,
}

impl CrawlSetup {
    /// Appends the selected seeds to the typed ones.
    pub(super) fn use_seeds(&mut self) {
        let checked = self.seeds.checked_seeds();
        let urls: Vec<String> = checked.iter().map(|seed| seed.url.to_string()).collect();
        let mut added = 0;
        self.form.change(|form| form.edit("seeds", |form| added = form.scope.add_seeds(&urls)));
        self.seeds.change(|search| {
            search.apply(SeedsAction::Use);
            search.notice = match added {
                0 => "They are already seeds.".to_owned(),
                added => format!("{} added to the seeds.", counted(added, "URL")),
            };
        });
    }

    /// Returns whether the form holds exactly the seeds that were found automatically for the last crawl.
    pub(super) fn has_found_seeds(&self) -> bool {
        let started = self.seeds.started.iter().map(|(_, seed)| seed.url.as_str());
        let typed = self.form.scope.typed_seeds();
        !typed.is_empty() && started.eq(typed.iter().map(String::as_str))
    }
}
