//! Remembers the pages read and the links in the frontier, and computes the cues of a link from them.
//!
//! Everything is kept as numbers: of a page its heaviest words, of a link which pages carry it and at which place, and the words at it.
//! So all cues can be computed again whenever the crawl knows better how good its pages are. Not covered: what the cues are worth
//! ([`super::Adaptive`]).

use super::cues::Cues;
use super::kinds::Kinds;
use super::link::Found;
use super::rarity::Rarity;
use super::tally::Tally;
use super::topic::{SeenPage, Topic};
use crate::graph::UrlId;
use crate::lexicon::Lexicon;
use crate::text::TermId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Words kept of a page, the heaviest.
pub(super) const PAGE_WORDS: usize = 100;
/// Words kept of a link's own text, of its heading and of its URL each.
pub(super) const SHORT_WORDS: usize = 12;
/// Words kept of a link's surroundings.
pub(super) const CONTEXT_WORDS: usize = 24;
/// Places on a page within which two links are siblings.
const SIBLING_PLACES: u32 = 5;
/// The share of a page's relevance that remains on each further link of a path, as in shark-search.
const PATH_DECAY: f64 = 0.5;

/// A page that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ReadPage {
    pub(super) id: UrlId,
    /// Its heaviest words with `1 + ln f`.
    pub(super) words: Box<[(TermId, f64)]>,
    /// Its likeness to the query.
    pub(super) asked: f64,
    pub(super) host: u32,
    pub(super) folder: u64,
    /// The features of its link when it was fetched; `None` for a seed.
    pub(super) link: Option<(Box<Found>, Cues)>,
    /// The relevance, in 0..=1.
    pub(super) good: f64,
    /// The value that paths through it inherit.
    path: f64,
    /// Pages to which it led.
    led_to: Tally,
    /// The same by their places among its links.
    children: Vec<(u32, u32)>,
}

/// The relevance records by key.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Records {
    all: Tally,
    hosts: BTreeMap<u32, Tally>,
    folders: BTreeMap<u64, Tally>,
    words: BTreeMap<TermId, Tally>,
    kinds: Kinds,
}

/// All that is remembered.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Memory {
    pub(super) rarity: Rarity,
    pub(super) topic: Topic,
    pub(super) reads: Vec<ReadPage>,
    /// The places of pages among those.
    pub(super) places: BTreeMap<UrlId, u32>,
    pub(super) found: BTreeMap<UrlId, Found>,
    records: Records,
}

impl ReadPage {
    /// Returns a page of which nothing is known but itself.
    pub(super) fn new(id: UrlId, words: Box<[(TermId, f64)]>, asked: f64) -> Self {
        Self {
            id,
            words,
            asked,
            host: 0,
            folder: 0,
            link: None,
            good: 0.0,
            path: 0.0,
            led_to: Tally::default(),
            children: Vec::new(),
        }
    }

    /// Returns the same on this host and in this folder.
    pub(super) fn on(self, host: u32, folder: u64) -> Self {
        Self {
            host,
            folder,
            ..self
        }
    }
}

impl Memory {
    /// Takes in a page that was read.
    pub(super) fn read(&mut self, mut page: ReadPage) {
        let number = crate::count(self.reads.len());
        if let Some(found) = self.found.remove(&page.id) {
            // Before the page counts as a child of its carriers: it must not speak for itself.
            let cues = self.cues(&found);
            for (carrier, place) in &found.carriers {
                let children = &mut self.reads[*carrier as usize].children;
                let at = children.partition_point(|(other, _)| other < place);
                children.insert(at, (*place, number));
            }
            page.link = Some((Box::new(found), cues));
        }
        self.places.insert(page.id, number);
        self.reads.push(page);
    }

    /// Judges all pages anew by the topic as it is now, and keeps the records by that.
    pub(super) fn judge(&mut self, judged: &BTreeMap<UrlId, bool>, lexicon: &Lexicon) {
        let seen = |page: &ReadPage| SeenPage {
            words: self.rarity.unit(page.words.iter().copied()),
            asked: page.asked,
            judged: judged.get(&page.id).copied(),
        };
        let seen: Vec<SeenPage> = self.reads.iter().map(seen).collect();
        let good = self.topic.grow(&seen, &self.rarity);
        for (page, good) in self.reads.iter_mut().zip(&good) {
            page.good = *good;
            page.led_to = Tally::default();
        }
        self.records = Records::default();
        for (at, good) in good.iter().enumerate() {
            self.record(at, *good, lexicon);
        }
        self.records.kinds.rate(self.mean(), lexicon);
    }

    /// Counts a page for all that it is a record of; those before it are counted.
    fn record(&mut self, at: usize, good: f64, lexicon: &Lexicon) {
        let link = self.reads[at].link.take();
        let mut handed_down = 0.0_f64;
        if let Some((found, _)) = &link {
            for (carrier, _) in &found.carriers {
                let carrier = &mut self.reads[*carrier as usize];
                handed_down = handed_down.max(PATH_DECAY * carrier.path);
                carrier.led_to.count(good);
            }
            for term in found.words() {
                self.records.words.entry(*term).or_default().count(good);
            }
            self.records.kinds.count(&found.senses, good, lexicon);
        }
        let page = &mut self.reads[at];
        page.path = good.max(handed_down);
        page.link = link;
        self.records.all.count(good);
        self.records.hosts.entry(page.host).or_default().count(good);
        self.records
            .folders
            .entry(page.folder)
            .or_default()
            .count(good);
    }

    /// Returns the mean of all pages.
    fn mean(&self) -> f64 {
        self.records.all.good / self.records.all.pages.max(1.0)
    }

    /// Returns the cues of a link by all that is known now.
    pub(super) fn cues(&self, found: &Found) -> Cues {
        let mean = self.mean();
        let (mut page, mut asked, mut sibling) =
            (Tally::default(), Tally::default(), Tally::default());
        let (mut hub, mut path) = (0.0, 0.0_f64);
        for (carrier, place) in &found.carriers {
            let carrier = &self.reads[*carrier as usize];
            page.count(carrier.good);
            asked.count(carrier.asked);
            hub += carrier.led_to.rate(mean);
            path = path.max(carrier.path);
            self.count_siblings(carrier, *place, &mut sibling);
        }
        let carriers = page.pages.max(1.0);
        let like = |words: &[TermId]| self.topic.likeness(words, &self.rarity);
        let rate = |tally: Option<&Tally>| tally.copied().unwrap_or_default().rate(mean);
        [
            page.rate(mean),
            asked.rate(0.0),
            (page.good - mean * page.pages) / (page.pages + 1.0).sqrt(),
            like(&found.anchor),
            self.topic.query_likeness(&found.anchor, &self.rarity),
            like(&found.context),
            like(&found.heading),
            like(&found.address),
            rate(self.records.hosts.get(&found.host)),
            rate(self.records.folders.get(&found.folder)),
            sibling.rate(mean),
            hub / carriers,
            -libm::log(1.0 + f64::from(found.depth)),
            path,
            self.promise(found, mean),
            found.related,
            self.records.kinds.promise(&found.senses, mean),
            found.expected,
        ]
    }

    /// Counts the pages behind the links next to a place on a page, each by how near it is.
    fn count_siblings(&self, carrier: &ReadPage, place: u32, siblings: &mut Tally) {
        let from = place.saturating_sub(SIBLING_PLACES);
        let start = carrier.children.partition_point(|(at, _)| *at < from);
        let near = carrier.children[start..].iter();
        for (at, child) in near.take_while(|(at, _)| *at <= place.saturating_add(SIBLING_PLACES)) {
            let nearness = 1.0 / f64::from(at.abs_diff(place).max(1));
            siblings.good += nearness * self.reads[*child as usize].good;
            siblings.pages += nearness;
        }
    }

    /// Returns how much more relevant than the mean the pages behind links with such words were.
    fn promise(&self, found: &Found, mean: f64) -> f64 {
        let (mut sum, mut words) = (0.0, 0.0_f64);
        for term in found.words() {
            let tally = self.records.words.get(term);
            sum += tally.map_or(0.0, |tally| tally.rate(mean) - mean);
            words += 1.0;
        }
        sum / words.max(1.0)
    }

    /// Makes what is not saved.
    pub(super) fn ready(&mut self, lexicon: &Lexicon) {
        self.topic.ready(&self.rarity);
        self.records.kinds.rate(self.mean(), lexicon);
    }

    /// Returns true if every number in it speaks of something that is there, as in whatever this wrote beside a lexicon of so many senses.
    pub(super) fn is_sound(&self, senses: usize) -> bool {
        let pages = self.reads.len();
        let is_page = |number: u32| (number as usize) < pages;
        let sound = |found: &Found| {
            found.carriers.iter().all(|(page, _)| is_page(*page))
                && found.senses.iter().all(|sense| sense.index() < senses)
                && found.related.is_finite()
                && (0.0..=1.0).contains(&found.expected)
        };
        let links = self.reads.iter().filter_map(|page| page.link.as_ref());
        let mut children = self.reads.iter().flat_map(|page| &page.children);
        self.found
            .values()
            .chain(links.map(|(found, _)| &**found))
            .all(sound)
            && children.all(|(_, page)| is_page(*page))
            && self.places.len() == pages
            && self.records.kinds.is_sound(senses)
            && self.topic.is_sound()
            && self
                .reads
                .iter()
                .all(|page| page.good.is_finite() && page.path.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::super::cues::PARTS;
    use super::*;
    use crate::text::SparseVector;

    fn lexicon() -> Lexicon {
        Lexicon::read(include_bytes!("../../../tests/fixtures/tiny.lex"))
            .expect("it is of this version")
    }

    /// Two pages, one that is the query and one that is something else, to which these goodnesses are then given.
    fn memory(good: [f64; 2]) -> Memory {
        let mut memory = Memory::default();
        let query: SparseVector = [(0, 1.0)].into_iter().collect();
        memory.topic.hear(&query);
        for (id, (term, asked)) in (0..).zip([(0, 0.5), (1, 0.0)]) {
            memory.rarity.observe(&[(term, 1)].into_iter().collect());
            memory.read(ReadPage::new(UrlId(id), vec![(term, 1.0)].into(), asked));
        }
        memory.judge(&BTreeMap::new(), &lexicon());
        memory.records = Records::default();
        for (at, good) in good.into_iter().enumerate() {
            memory.reads[at].good = good;
            memory.record(at, good, &lexicon());
        }
        memory
    }

    #[track_caller]
    fn cue(memory: &Memory, found: &Found, name: &str, expected: f64) {
        let at = PARTS.iter().position(|part| part.title == name);
        let is = memory.cues(found)[at.expect("a cue of this name")];
        assert!(
            (is - expected).abs() < 1e-12,
            "{name}: {is} is not {expected}"
        );
    }

    #[test]
    fn what_the_carriers_say_of_a_link() {
        let memory = memory([0.8, 0.2]);
        let mut found = Found {
            depth: 1,
            ..Found::default()
        };
        found.carried_by(0, 3, 0.0);
        found.carried_by(0, 7, 0.0);
        assert_eq!(found.carriers, [(0, 3)], "a page counts once");
        // The mean of all pages is 0.5, of which two are imagined beside the one that carries it.
        cue(&memory, &found, "page", (0.8 + 2.0 * 0.5) / 3.0);
        cue(&memory, &found, "asked", 0.5 / 3.0);
        cue(&memory, &found, "links", (0.8 - 0.5) / 2.0_f64.sqrt());
        cue(&memory, &found, "path", 0.8);
        cue(&memory, &found, "depth", -libm::log(2.0));
        found.carried_by(1, 0, 0.0);
        cue(&memory, &found, "page", (0.8 + 0.2 + 2.0 * 0.5) / 4.0);
        cue(&memory, &found, "links", 0.0);
    }

    #[test]
    fn words_like_the_query_and_others() {
        let memory = memory([1.0, 0.0]);
        let found = Found {
            anchor: vec![0, 1],
            ..Found::default()
        };
        // Both words stand on one page of two: equally rare, so half of the square of the length each.
        cue(&memory, &found, "query", 0.5_f64.sqrt());
        cue(&memory, &Found::default(), "query", 0.0);
        cue(
            &memory,
            &Found {
                context: vec![0],
                ..Found::default()
            },
            "context",
            1.0,
        );
    }

    #[test]
    fn what_a_page_has_led_to_speaks_for_its_other_links_and_most_for_the_nearest() {
        let mut memory = memory([0.6, 0.0]);
        let mut gone = Found {
            anchor: vec![5],
            host: 9,
            folder: 4,
            ..Found::default()
        };
        gone.carried_by(0, 10, 0.0);
        memory.found.insert(UrlId(2), gone);
        memory.read(ReadPage::new(UrlId(2), Box::default(), 0.0).on(9, 4));
        memory.record(2, 0.9, &lexicon());
        memory.reads[2].good = 0.9;
        // The mean of all three is 0.5.
        let mut found = Found {
            anchor: vec![5],
            host: 9,
            folder: 4,
            ..Found::default()
        };
        found.carried_by(0, 12, 0.0);
        cue(&memory, &found, "hub", (0.9 + 1.0) / 3.0);
        cue(&memory, &found, "siblings", (0.45 + 1.0) / 2.5);
        cue(&memory, &found, "host", (0.9 + 1.0) / 3.0);
        cue(&memory, &found, "folder", (0.9 + 1.0) / 3.0);
        cue(&memory, &found, "words", (0.9 + 1.0) / 3.0 - 0.5);
        let mut far = Found::default();
        far.carried_by(0, 16, 0.0);
        cue(&memory, &far, "siblings", 0.5);
        // 0.9 itself; its links would inherit half of 0.9, which is less than 0.6 would have been.
        let mut behind = Found::default();
        behind.carried_by(2, 0, 0.0);
        cue(&memory, &behind, "path", 0.9);
    }

    #[test]
    fn a_topic_that_names_a_term_of_any_number_takes_no_more_room_for_it() {
        let mut memory = memory([0.5, 0.5]);
        memory
            .topic
            .hear(&[(TermId::MAX, 1.0)].into_iter().collect());
        memory.judge(&BTreeMap::new(), &lexicon());
        memory.ready(&lexicon());
        assert!(memory.topic.likeness(&[TermId::MAX], &memory.rarity) > 0.1);
    }

    #[test]
    fn numbers_of_pages_that_are_not_there_are_not_sound() {
        let mut memory = memory([0.5, 0.5]);
        let senses = lexicon().synsets_len();
        assert!(memory.is_sound(senses));
        let mut found = Found::default();
        found.carried_by(2, 0, 0.0);
        memory.found.insert(UrlId(9), found);
        assert!(!memory.is_sound(senses));
        let of_another_lexicon = Found {
            senses: lexicon().synsets().collect(),
            ..Found::default()
        };
        memory.found.insert(UrlId(9), of_another_lexicon);
        assert!(memory.is_sound(senses) && !memory.is_sound(senses - 1));
        let near_to_nothing = Found {
            related: f64::NAN,
            ..Found::default()
        };
        memory.found.insert(UrlId(9), near_to_nothing);
        assert!(!memory.is_sound(senses));
    }
}
