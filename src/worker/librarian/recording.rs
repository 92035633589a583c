//! A recorded web that the person brings in: one at a time, in this worker's memory.
//!
//! Left out on purpose: keeping it, since the person has the file.

use super::Librarian;
use crate::protocol::library::{RecordedWeb, Taken};
use archive::limits::WarcLimits;
use archive::warc::Recording;
use engine::plan::Plan;
use engine::url::CanonicalUrl;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Seeds that are offered.
const SEEDS: usize = 8;
/// What to do where the recording of a crawl is not there.
const MISSING: &str = "choose the file of the recorded web again, under “Where pages come from”: it is kept only for as long as the tab is open";

impl Librarian {
    /// Reads a WARC file, which takes the place of the one before.
    pub(super) fn import_recording(&self, name: &str, file: Vec<u8>) -> Result<Taken, String> {
        let recording = Recording::read(file, &WarcLimits::TAB);
        let recording = recording.map_err(|error| error.to_string())?;
        let web = describe(name, &recording);
        *self.recording.borrow_mut() = Some(Rc::new(recording));
        Ok(Taken::Web(web))
    }

    /// The recorded web that was brought in last.
    pub(in crate::worker) fn recording(&self) -> Option<Rc<Recording>> {
        self.recording.borrow().clone()
    }

    /// Says what to do where no recorded web is there that has a seed of this plan.
    pub(in crate::worker) fn has_any_of(&self, plan: &Plan) -> Result<(), String> {
        let recording = self.recording();
        let recording = recording.ok_or(MISSING)?;
        let seeds = plan.seeds.iter();
        let mut seeds = seeds.filter_map(|seed| CanonicalUrl::from_person(seed).ok());
        if seeds.any(|seed| recording.answer(seed.as_str()).is_some()) {
            return Ok(());
        }
        Err("no address to start from is in the recorded web: take one that it offers, or choose another file".to_owned())
    }
}

fn describe(name: &str, recording: &Recording) -> RecordedWeb {
    let mut hosts: BTreeMap<&str, (u32, &CanonicalUrl)> = BTreeMap::new();
    let mut pages = 0;
    for url in recording.urls() {
        pages += 1;
        let length = |url: &CanonicalUrl| url.path_and_query().len();
        let (count, top) = hosts.entry(url.host_key()).or_insert((0, url));
        *count += 1;
        if url.path_and_query() != "/robots.txt"
            && (length(url) < length(top) || top.path_and_query() == "/robots.txt")
        {
            *top = url;
        }
    }
    let count = hosts.len();
    let mut largest: Vec<(u32, &CanonicalUrl)> = hosts.into_values().collect();
    largest.sort_by_key(|(count, url)| (Reverse(*count), *url));
    let seeds = largest.into_iter().take(SEEDS);
    RecordedWeb {
        name: name.to_owned(),
        pages,
        hosts: u32::try_from(count).unwrap_or(u32::MAX),
        seeds: seeds.map(|(_, url)| url.to_string()).collect(),
    }
}
