//! The points of a crawl's curves, updated page by page, so that drawing never reads all pages.
//!
//! At most [`POINTS`] points are kept. When there are more, every second one is dropped and half as many are taken from
//! then on, so that remaining points do not move. Not here: drawing.

use std::collections::VecDeque;
use std::rc::Rc;
use types::limits::WINDOW_PAGES;
use types::report::{Millis, PageRecord, PopulationStats};

/// Points of a curve at most, the latest one included.
pub const POINTS: usize = 480;
/// Milliseconds over which the speed is taken, as in the figures above the results.
pub const SPEED_MS: Millis = 5_000;
/// Milliseconds since the first page that must have passed before a page has a speed of its own: the pages until then have one together.
const SPEED_LEAST_MS: Millis = 250;

/// A quantity that a curve can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Share of good pages.
    Harvest,
    /// Mean relevance of all pages.
    Average,
    /// Mean relevance of the last pages.
    Window,
    /// Pages a second.
    Speed,
    /// Failed pages.
    Failures,
    /// Spiders that live.
    Living,
    /// The energy of all of them.
    Energy,
    /// Links that wait.
    Waiting,
    /// Pages done.
    Crawled,
}

impl Quantity {
    /// Returns its name in a legend.
    pub fn name(self) -> String {
        match self {
            Self::Harvest => "Harvest".to_owned(),
            Self::Average => "All pages".to_owned(),
            Self::Window => format!("Last {WINDOW_PAGES}"),
            Self::Speed => "Pages per second".to_owned(),
            Self::Failures => "Failed".to_owned(),
            Self::Living => "Spiders".to_owned(),
            Self::Energy => "Energy".to_owned(),
            Self::Waiting => "Frontier".to_owned(),
            Self::Crawled => "Crawled".to_owned(),
        }
    }

    /// Returns its value at a point; none where there is nothing to tell.
    pub fn at(self, point: &Point) -> Option<f64> {
        match self {
            Self::Harvest => Some(point.harvest),
            Self::Average => Some(point.average),
            Self::Window => Some(point.window),
            Self::Speed => point.speed,
            Self::Failures => Some(f64::from(point.failures)),
            Self::Living => point.population.map(|stats| f64::from(stats.living)),
            Self::Energy => point.population.map(|stats| stats.energy),
            Self::Waiting => Some(f64::from(point.waiting)),
            Self::Crawled => Some(f64::from(point.pages)),
        }
    }
}

/// A crawl as it was after some page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Pages done.
    pub pages: u32,
    harvest: f64,
    average: f64,
    window: f64,
    speed: Option<f64>,
    failures: u32,
    population: Option<PopulationStats>,
    waiting: u32,
}

/// The points of a crawl so far.
#[derive(Clone, Debug)]
pub struct Curves {
    first: Option<Rc<PageRecord>>,
    counted: usize,
    every: usize,
    kept: Vec<Point>,
    latest: Option<Point>,
    arrivals: VecDeque<(Millis, u32)>,
    /// So little time has passed since the first page that all pages have the same speed.
    is_opening: bool,
    failures: u32,
}

impl Default for Curves {
    fn default() -> Self {
        Self {
            first: None,
            counted: 0,
            every: 1,
            kept: Vec::new(),
            latest: None,
            arrivals: VecDeque::new(),
            is_opening: true,
            failures: 0,
        }
    }
}

impl Curves {
    /// Takes in the pages that came since the last call; where they are those of another crawl, it begins anew.
    pub fn follow(&mut self, records: &[Rc<PageRecord>]) {
        let same = match (&self.first, records.first()) {
            (Some(old), Some(new)) => Rc::ptr_eq(old, new),
            (old, _) => old.is_none(),
        };
        if !same || records.len() < self.counted {
            *self = Self::default();
        }
        self.first = records.first().cloned();
        for record in records.iter().skip(self.counted) {
            self.take(record);
        }
    }

    fn take(&mut self, record: &PageRecord) {
        let measures = &record.measures;
        self.failures += u32::from(!record.outcome.is_read());
        let speed = self.speed(record.fetch.at, measures.pages);
        let point = Point {
            pages: measures.pages,
            harvest: measures.harvest,
            average: measures.average,
            window: measures.window,
            speed,
            failures: self.failures,
            population: record.population,
            waiting: record.queue,
        };
        if self.counted.is_multiple_of(self.every) {
            self.keep(point);
        }
        self.counted += 1;
        self.latest = Some(point);
    }

    fn keep(&mut self, point: Point) {
        if self.kept.len() + 1 < POINTS {
            self.kept.push(point);
            return;
        }
        let mut place = 0_usize;
        self.kept.retain(|_| {
            place += 1;
            place % 2 == 1
        });
        self.every *= 2;
        if self.counted.is_multiple_of(self.every) {
            self.kept.push(point);
        }
    }

    /// Returns pages a second over the last seconds, and in the first moments since the first page; none after a pause, and as long as all pages
    /// are of the same millisecond.
    fn speed(&mut self, now: Millis, pages: u32) -> Option<f64> {
        self.arrivals.push_back((now, pages));
        while self
            .arrivals
            .front()
            .is_some_and(|(at, _)| at + SPEED_MS < now)
        {
            self.arrivals.pop_front();
        }
        let (since, before) = self.arrivals.front().copied()?;
        let span = now.saturating_sub(since);
        let came = f64::from(pages.saturating_sub(before));
        let least = if self.is_opening { 1 } else { SPEED_LEAST_MS };
        let speed = (span >= least).then(|| came * 1_000.0 / span as f64);
        if self.is_opening {
            self.open(now, speed);
        }
        speed
    }

    /// Gives the pages so far a speed in common: a crawl that is over in an instant has no other.
    fn open(&mut self, now: Millis, speed: Option<f64>) {
        if speed.is_some() {
            self.kept.iter_mut().for_each(|point| point.speed = speed);
        }
        let began = self.first.as_ref().map_or(now, |first| first.fetch.at);
        self.is_opening = now < began + SPEED_LEAST_MS;
    }

    /// Returns the points in the order of the crawl, the latest one last.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        let last = self.kept.last().map(|point| point.pages);
        let latest = self.latest.as_ref();
        let latest = latest.filter(|point| last != Some(point.pages));
        self.kept.iter().chain(latest)
    }

    /// Returns the latest point.
    pub fn latest(&self) -> Option<&Point> {
        self.latest.as_ref()
    }

    /// Returns whether some point has something to tell of this: a number, and of what only some strategies have, not always none.
    pub fn tells(&self, quantity: Quantity) -> bool {
        let mut values = self.points().filter_map(|point| quantity.at(point));
        match quantity {
            Quantity::Living | Quantity::Energy => values.any(|value| value > 0.0),
            _ => values.next().is_some(),
        }
    }
}
