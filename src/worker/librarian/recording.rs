//! A recorded web that the person brings in: one at a time, in this worker's memory.
//!
//! Left out on purpose: keeping it, since the person has the file.

use super::Librarian;
use super::course::{Course, Untaken};
use super::import::BYTES_PART;
use crate::protocol::Source;
use crate::protocol::library::{RecordedWeb, Taken};
use archive::limits::WarcLimits;
use archive::warc::{Reading, Recording, WarcError};
use engine::plan::Plan;
use engine::text::{clean, cut};
use engine::url::CanonicalUrl;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Seeds that are offered.
const SEEDS: usize = 8;
/// Most bytes of a file's name that are shown.
const NAME_BYTES: usize = 200;

impl Librarian {
    /// Reads a WARC file, which takes the place of the one before.
    pub(super) async fn import_recording(
        &self,
        name: &str,
        file: Vec<u8>,
        course: &mut Course<'_>,
    ) -> Result<Taken, Untaken> {
        let mut reading = Reading::new(file, &WarcLimits::TAB);
        while reading.step()? {
            let part = BYTES_PART + (1.0 - BYTES_PART) * reading.part();
            course.go_on(part).await?;
        }
        let recording = reading.finish()?;
        let web = describe(name, &recording);
        *self.recording.borrow_mut() = Some((name.to_owned(), Rc::new(recording)));
        Ok(Taken::Web(web))
    }

    /// The recorded web that was brought in last.
    pub(in crate::worker) fn recording(&self) -> Option<Rc<Recording>> {
        let recording = self.recording.borrow();
        recording
            .as_ref()
            .map(|(_, recording)| Rc::clone(recording))
    }

    /// A source with the name of the recorded web's file, where it is of one.
    pub(in crate::worker) fn named(&self, source: Source) -> Source {
        match (source, &*self.recording.borrow()) {
            (Source::Recorded, Some((name, _))) => Source::RecordedIn(name.clone()),
            (source, _) => source,
        }
    }

    /// Says what to do where no recorded web is there that has a seed of this plan, whose source may name the file.
    pub(in crate::worker) fn has_any_of(&self, plan: &Plan, source: &Source) -> Result<(), String> {
        let recording = self.recording();
        let recording = recording.ok_or_else(|| missing(source))?;
        let seeds = plan.seeds.iter();
        let mut seeds = seeds.filter_map(|seed| CanonicalUrl::from_person(seed).ok());
        if seeds.any(|seed| recording.answer(seed.as_str()).is_some()) {
            return Ok(());
        }
        Err(match source {
            Source::RecordedIn(name) => format!(
                "the recorded web that is open is another one: choose “{}”, under “Where pages come from”",
                shown(name)
            ),
            _ => "no address to start from is in the recorded web: take one that it offers, or choose another file".to_owned(),
        })
    }
}

impl From<WarcError> for Untaken {
    fn from(error: WarcError) -> Self {
        Self::Wrong(error.to_string())
    }
}

/// What to do where the recording of a crawl is not there.
fn missing(source: &Source) -> String {
    let file = match source {
        Source::RecordedIn(name) => format!("“{}”", shown(name)),
        _ => "the file of the recorded web".to_owned(),
    };
    format!(
        "choose {file} again, under “Where pages come from”: a recorded web is kept only for as long as the tab is open"
    )
}

/// A file's name, fit to be shown.
fn shown(name: &str) -> String {
    cut(&clean(name), NAME_BYTES).to_owned()
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
