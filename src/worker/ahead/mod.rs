//! Looking ahead of a person who reads: a crawl, breadth-first, from the page being read, of which those pages are told that fit what was marked.
//!
//! It is a crawler's work, and keeps a crawler's manners: robots.txt is asked, hosts rest, one request is under way at a time, over all hosts. It
//! waits while a crawl or the learning of a model is at work, so that no host is asked by two at once and none of the two is slowed. What it
//! fetches is kept as a reading, so that opening it asks nobody again; what the reader has kept is not fetched, the page being read above all.
//! Left out on purpose: the switch and the list, which are the page's; its own order of links, since the paper's is breadth-first.
//!
//! Source: Pant §5.4 (Letizia); Lieberman 1995.

mod finds;
mod interests;
mod memory;

use super::driver::Driver;
use super::fetch::Fetcher;
use super::reader::Reader;
use super::shelf::Shelf;
use crate::protocol::ahead::{Ahead, AheadOrder, AheadStanding, Look};
use crate::protocol::{Batch, Source, ToPage};
use engine::crawl::Crawl;
use engine::event::EventKind;
use engine::frontier::politeness::Politeness;
use engine::plan::Plan;
use engine::report::{Note, PageRecord, Phase, Progress};
use engine::strategy::Assets;
use engine::topic::IdfSource;
use engine::trails::Trails;
use gloo_timers::future::TimeoutFuture;
use memory::{Beside, Robots};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Links between the page being read and the farthest that is looked at: what is farther is seldom about the same (Pant §5.4, topical locality).
const DEPTH: u32 = 2;
/// Pages that are looked at from one page, those that are known among them: with a second between two, as long as a page is read.
const PAGES: u32 = 30;
/// Requests under way at once, over all hosts: a person who reads is in no hurry, and whatever else fetches keeps its share.
const IN_FLIGHT: u32 = 1;
/// Milliseconds for which a page has to be read before anything is fetched ahead of it: who only passes through asks for nothing, and two
/// looks in a row leave a host the least rest of a crawl.
const DWELL_MS: u32 = 1_500;
/// Milliseconds between two looks at whether others are still at work.
const OTHERS_MS: u32 = 1_000;
/// Links that wait at most: more than all pages that are looked at could use.
const WAITING: usize = 2_000;
/// Fit from which a page is told: that from which a crawl counts a page as harvested.
const FIT: f64 = engine::limits::GOOD_RELEVANCE;
/// Pages that are told at most.
const FOUND: usize = 20;
/// Words that are told of each.
const WORDS: usize = 4;
/// Pages of the trails that are compared with, at most: interests change, and the latest count.
const LABELS: usize = 150;
/// Milliseconds for which a page that was fetched is taken as it was: as long as a robots.txt.
const KNOWN_MS: u64 = engine::limits::ROBOTS_AGE_MS;

/// What says whether others are at work that come first.
type Others = Rc<dyn Fn() -> bool>;

/// Looks ahead for one page of the app.
pub(super) struct Lookahead {
    shelf: Rc<Shelf>,
    reader: Rc<Reader>,
    post: Rc<dyn Fn(&ToPage)>,
    others: Others,
    robots: Rc<Robots>,
    /// The order that is carried out; those before it are void.
    turn: Cell<u32>,
    driver: RefCell<Option<Rc<Driver>>>,
    /// What was told last.
    told: RefCell<Option<Ahead>>,
}

/// One order, as it is carried out.
struct Turn {
    number: u32,
    look: Look,
    records: RefCell<Vec<PageRecord>>,
}

impl Lookahead {
    /// `others` says whether others are at work that come first.
    pub(super) fn new(
        shelf: &Rc<Shelf>,
        reader: &Rc<Reader>,
        post: &Rc<dyn Fn(&ToPage)>,
        others: Others,
    ) -> Rc<Self> {
        Rc::new(Self {
            shelf: Rc::clone(shelf),
            reader: Rc::clone(reader),
            post: Rc::clone(post),
            others,
            robots: Rc::default(),
            turn: Cell::new(0),
            driver: RefCell::default(),
            told: RefCell::default(),
        })
    }

    /// Carries out an order; `fetcher` makes what pages are fetched by.
    pub(super) fn obey(
        self: &Rc<Self>,
        order: AheadOrder,
        fetcher: impl FnOnce(&Source) -> Fetcher,
    ) {
        self.turn.set(self.turn.get() + 1);
        self.told.take();
        if let Some(driver) = self.driver.take() {
            driver.abandon();
        }
        if let AheadOrder::Look(look) = order {
            let fetcher = fetcher(&look.source);
            let turn = Rc::new(Turn {
                number: self.turn.get(),
                look: *look,
                records: RefCell::default(),
            });
            spawn_local(Rc::clone(self).look(turn, fetcher));
        }
    }

    fn is_void(&self, turn: &Turn) -> bool {
        self.turn.get() != turn.number
    }

    async fn look(self: Rc<Self>, turn: Rc<Turn>, fetcher: Fetcher) {
        let mut wait = DWELL_MS;
        loop {
            TimeoutFuture::new(wait).await;
            if self.is_void(&turn) {
                return;
            }
            if !(self.others)() {
                break;
            }
            self.tell(&turn, AheadStanding::AfterOthers, None);
            wait = OTHERS_MS;
        }
        let known = self.known(&turn.look).await;
        if self.is_void(&turn) {
            return;
        }
        let Some((trails, known)) = known else {
            return self.tell(&turn, AheadStanding::NothingKnown, None);
        };
        let plan = match plan(&turn.look, trails).check(&Assets::default()) {
            Ok(plan) => plan,
            Err(errors) => {
                let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
                return self.fail(&turn, sentences.join("; "));
            }
        };
        if let Fetcher::Proxy(proxy) = &fetcher {
            let there = proxy.check().await;
            if self.is_void(&turn) {
                return;
            }
            if let Err(sentence) = there {
                return self.fail(&turn, sentence);
            }
        }
        let memory = Beside::new(&self.robots, &self.reader, &turn.look.source);
        let ear = self.ear(&turn);
        let driver = Driver::remembering(Crawl::new(plan), fetcher, Rc::new(memory), ear);
        self.driver.replace(Some(Rc::clone(&driver)));
        for (url, answer) in known {
            driver.step(EventKind::Known(url, Box::new(answer)));
        }
        driver.step(EventKind::Seeded);
    }

    /// Hears what the driver says.
    fn ear(self: &Rc<Self>, turn: &Rc<Turn>) -> Rc<dyn Fn(&ToPage)> {
        let (ahead, turn) = (Rc::downgrade(self), Rc::clone(turn));
        Rc::new(move |message| {
            if let (ToPage::Batch(batch), Some(ahead)) = (message, ahead.upgrade())
                && !ahead.is_void(&turn)
            {
                ahead.heard(&turn, batch);
            }
        })
    }

    fn heard(&self, turn: &Rc<Turn>, batch: &Batch) {
        let pages = batch.notes.iter().filter_map(|note| match note {
            Note::Page(page) => Some((**page).clone()),
            _ => None,
        });
        turn.records.borrow_mut().extend(pages);
        let trouble = batch.trouble.clone();
        let busy = (self.others)();
        match batch.progress.phase {
            Phase::Ended(_) => {
                self.driver.take();
                self.tell(turn, ended(&turn.records.borrow(), &batch.progress), None);
            }
            Phase::Prepared => self.step(EventKind::Resumed),
            Phase::Running if busy => self.step(EventKind::Paused),
            Phase::Paused if !busy => self.step(EventKind::Resumed),
            Phase::Paused => self.tell(turn, AheadStanding::AfterOthers, trouble),
            _ => self.tell(turn, AheadStanding::Looking, trouble),
        }
    }

    /// Tells the crawl something, once the driver is done with what it is telling.
    fn step(&self, kind: EventKind) {
        if let Some(driver) = self.driver.borrow().clone() {
            spawn_local(async move { driver.step(kind) });
        }
    }

    fn fail(&self, turn: &Turn, sentence: String) {
        self.tell(turn, AheadStanding::Failed(sentence), None);
    }

    /// Tells how it stands, where that is news.
    fn tell(&self, turn: &Turn, standing: AheadStanding, trouble: Option<String>) {
        let records = turn.records.borrow();
        let ahead = Ahead {
            url: turn.look.url.clone(),
            standing,
            looked: finds::looked(&records),
            found: finds::found(&records),
            trouble,
        };
        if self.told.borrow().as_ref() != Some(&ahead) {
            self.told.replace(Some(ahead.clone()));
            (self.post)(&ToPage::Ahead(Box::new(ahead)));
        }
    }
}

/// The crawl from a page; the trails are what it compares with.
fn plan(look: &Look, trails: Trails) -> Plan {
    let politeness = match look.source {
        Source::Recorded | Source::RecordedIn(_) => Politeness::Replay,
        _ => Politeness::default(),
    };
    Plan {
        trails,
        seeds: vec![look.url.as_str().to_owned()],
        strategy: "breadth-first".to_owned(),
        pages: PAGES + 1,
        depth: DEPTH,
        in_flight: IN_FLIGHT,
        frontier: WAITING,
        idf: IdfSource::General,
        politeness,
        ..Plan::default()
    }
}

/// What to say at the end.
fn ended(records: &[PageRecord], progress: &Progress) -> AheadStanding {
    let sentence = match () {
        () if finds::looked(records) > 0 => return AheadStanding::Done,
        () if records.len() > 1 => "None of the pages behind its links could be read.",
        () if progress.refusals.contains_key("robots") => {
            "The pages behind its links are closed to crawlers by robots.txt, so none is fetched ahead. You can open them yourself."
        }
        () if progress.refusals.is_empty() => "There is no link on this page to look behind.",
        () => "None of its links may be followed by a crawler. You can open them yourself.",
    };
    AheadStanding::Failed(sentence.to_owned())
}
