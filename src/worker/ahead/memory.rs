//! What looking ahead remembers beyond one page being read: robots.txt files, so that a host is not asked for its own at every page that a person
//! opens, and the pages that were fetched, as readings.

use crate::protocol::Source;
use crate::worker::clock;
use crate::worker::driver::Memory;
use crate::worker::reader::Reader;
use crate::worker::store::KeptReading;
use engine::event::Millis;
use engine::fetch::{Answer, Content, Order, Purpose};
use engine::limits::ROBOTS_AGE_MS;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Answers that are remembered; past it the memory starts anew. Each is at most half a megabyte, and seldom a thousandth of that.
const ANSWERS: usize = 64;

/// The answers of one source, by their addresses.
#[derive(Default)]
pub(super) struct Robots {
    source: RefCell<Source>,
    answers: RefCell<BTreeMap<String, (Millis, Answer)>>,
}

impl Robots {
    fn of(&self, address: &str, now: Millis) -> Option<Answer> {
        let answers = self.answers.borrow();
        let (at, answer) = answers.get(address)?;
        (now.saturating_sub(*at) < ROBOTS_AGE_MS).then(|| answer.clone())
    }

    fn keep(&self, address: &str, now: Millis, answer: &Answer) {
        let mut answers = self.answers.borrow_mut();
        if answers.len() >= ANSWERS {
            answers.clear();
        }
        answers.insert(address.to_owned(), (now, answer.clone()));
    }
}

/// The memory of one look.
pub(super) struct Beside {
    robots: Rc<Robots>,
    reader: Rc<Reader>,
    source: Source,
}

impl Beside {
    pub(super) fn new(robots: &Rc<Robots>, reader: &Rc<Reader>, source: &Source) -> Self {
        if robots.source.replace(source.clone()) != *source {
            robots.answers.borrow_mut().clear();
        }
        Self {
            robots: Rc::clone(robots),
            reader: Rc::clone(reader),
            source: source.clone(),
        }
    }
}

impl Memory for Beside {
    fn recall(&self, order: &Order) -> Option<Answer> {
        if order.purpose != Purpose::Robots {
            return None;
        }
        self.robots.of(order.address(), clock::now())
    }

    fn keep(&self, order: &Order, answer: &Answer) {
        let at = clock::now();
        // A host that is out of order now may have a robots.txt soon.
        if order.purpose == Purpose::Robots && answer.status < 500 && answer.status != 429 {
            self.robots.keep(order.address(), at, answer);
        }
        if !matches!(answer.content, Content::Page(_)) {
            return;
        }
        let reading = KeptReading {
            at,
            source: self.source.clone(),
            answer: answer.clone(),
        };
        self.reader.keep_later(order.url.clone(), reading);
    }
}
