//! Computes the points of a crawl's curves page by page, so that drawing never reads all pages.
//!
//! At most [`POINTS`] points are kept. Beyond that, every second point is dropped and the sampling interval doubles, so
//! that the other points do not move. Drawing is done in `views::crawl::charts`.

use std::collections::VecDeque;
use std::rc::Rc;
use types::limits::WINDOW_PAGES;
use types::report::{Measures, Millis, PageRecord, PopulationStats};

/// The most points of a curve, including the latest.
pub const POINTS: usize = 480;
/// The time over which the speed is measured, in milliseconds, as in the figures above the results.
pub const SPEED_MS: Millis = 5_000;
/// The time since the first page in milliseconds after which pages have separate speeds; earlier pages share one.
const SPEED_LEAST_MS: Millis = 250;

/// A quantity that a curve shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The share of good pages.
    Harvest,
    /// The mean relevance of all pages.
    Average,
    /// The mean relevance of the latest pages.
    Window,
    /// The number of pages per second.
    Speed,
    /// The number of failed pages.
    Failures,
    /// The number of living spiders.
    Living,
    /// The total energy of all spiders.
    Energy,
    /// The number of links in the frontier.
    Waiting,
    /// The number of pages done.
    Crawled,
}

impl Quantity {
    /// Returns the name in a legend.
    pub fn name(self) -> String {
        match self {
            Self::Harvest => "Harvest rate".to_owned(),
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

    /// Returns the value at a point; none if there is no data.
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

/// Holds the figures of a crawl after a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The number of pages done.
    pub pages: u32,
    harvest: f64,
    average: f64,
    window: f64,
    speed: Option<f64>,
    failures: u32,
    population: Option<PopulationStats>,
    waiting: u32,
}

/// Holds the points of a crawl so far.
#[derive(Clone, Debug)]
pub struct Curves {
    first: Option<Rc<PageRecord>>,
    counted: usize,
    every: usize,
    kept: Vec<Point>,
    latest: Option<Point>,
    arrivals: VecDeque<(Millis, u32)>,
    /// The crawl is in its first [`SPEED_LEAST_MS`], whose pages share one speed.
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
    /// Adds the pages since the last call; starts again if they belong to another crawl.
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
            self.push(record, &record.measures);
        }
    }

    /// Returns the points of some pages of a crawl, with measures that cover only these pages.
    pub fn from_pages<'a>(pages: impl Iterator<Item = (&'a Rc<PageRecord>, Measures)>) -> Self {
        let mut curves = Self::default();
        for (record, measures) in pages {
            curves.first.get_or_insert_with(|| Rc::clone(record));
            curves.push(record, &measures);
        }
        curves
    }

    fn push(&mut self, record: &PageRecord, measures: &Measures) {
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

    /// Returns the pages per second over the last [`SPEED_MS`], or since the first page. Returns none after a pause,
    /// and while all pages share one millisecond.
    fn speed(&mut self, now: Millis, pages: u32) -> Option<f64> {
        self.arrivals.push_back((now, pages));
        while self.arrivals.front().is_some_and(|(at, _)| at + SPEED_MS < now) {
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

    /// Assigns the speed to all pages so far, since a very short crawl has no other.
    fn open(&mut self, now: Millis, speed: Option<f64>) {
        if speed.is_some() {
            self.kept.iter_mut().for_each(|point| point.speed = speed);
        }
        let began = self.first.as_ref().map_or(now, |first| first.fetch.at);
        self.is_opening = now < began + SPEED_LEAST_MS;
    }

    /// Returns the points in crawl order, the latest one last.
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

    /// Returns whether a quantity has data. Quantities that only some strategies have must also differ from zero at
    /// some point.
    pub fn has_data(&self, quantity: Quantity) -> bool {
        let mut values = self.points().filter_map(|point| quantity.at(point));
        match quantity {
            Quantity::Living | Quantity::Energy => values.any(|value| value > 0.0),
            _ => values.next().is_some(),
        }
    }
}
