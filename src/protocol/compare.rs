//! Defines the messages about comparisons: strategies run on the same topics and judged side by side.
//!
//! A comparison is the engine's plan of it, the same that a file or a link holds; the worker reads, checks and runs it, and works out
//! what its figures say. The page has of a plan what its form shows ([`Sheet`]), and of the figures what is on the screen: the curves of one measure, and one table.

use super::{Problem, Source};
use serde::{Deserialize, Serialize};
use types::compare::SeedUse;
use types::measures::{Axis, Curve, Extent, Measure, Needs};
use types::report::Millis;
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CompareRequest {
    /// Tell what there is to choose from, and which comparisons are kept.
    List,
    /// Read a plan out of the text of a link; answered by [`CompareEvent::Read`].
    ReadText(String),
    /// The same of a file.
    ReadFile {
        /// The name.
        name: String,
        /// The file.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Run a comparison, in place of the one that runs. Answered by [`CompareEvent::Began`], [`CompareEvent::Refused`], or, before live sites
    /// are asked, [`CompareEvent::Asks`].
    Begin {
        /// The plan.
        plan: Box<Sheet>,
        /// The source of pages.
        source: Source,
        /// The person knows how many requests it may come to.
        agreed: bool,
    },
    /// Show a comparison that is kept, and go on with it where it was going on.
    Open {
        /// Its id.
        id: String,
    },
    /// This is on the screen of the comparison that is open, from now on.
    Look(ComparisonView),
    /// Halt the comparison that is open.
    Pause,
    /// Go on with it.
    Resume,
    /// End it. What was run stays.
    Stop,
    /// Forget a comparison, by its id.
    Erase(String),
    /// Put the plan of the comparison that is open into the form; answered by [`CompareEvent::Read`].
    Refill,
    /// Make a file of the comparison that is open; answered by [`CompareEvent::Made`].
    Make(Paper),
}

/// A plan as the form has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The plan that the form was filled from, as JSON, for what the form does not show; empty if it was filled from none.
    pub whole: String,
    /// A short name for what decides the crawls of that plan, where it says what they came to; else empty.
    pub untouched: String,
    /// The title.
    pub title: String,
    /// The web, as plans name webs.
    pub web: String,
    /// The strategies, as plans write them.
    pub strategies: Vec<String>,
    /// Names of the topics; all where none is named.
    pub topics: Vec<String>,
    /// The file that the plan takes its topics from.
    pub topics_file: Option<String>,
    /// Topics that stand in the plan itself.
    pub typed: Vec<TypedTopic>,
    /// The use of a topic's seeds.
    pub seeds: SeedUse,
    /// Pages of each crawl.
    pub pages: u32,
    /// Crawls of each kind.
    pub repeats: u32,
    /// The first seed number of random numbers.
    pub rng: u64,
    /// Pages of a crawl that goes before, for strategies that begin with such.
    pub past_pages: u32,
    /// The measures, most important first.
    pub measures: Vec<Measure>,
    /// It brings trails for all topics.
    pub has_trails: bool,
    /// It brings topics to tell apart for all topics.
    pub has_taxonomy: bool,
}

/// A topic as the form has it: the worker reads the addresses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TypedTopic {
    /// The topic as it came with a file, as JSON, for what the form does not show; empty if it was typed.
    pub whole: String,
    /// The data beyond the form.
    pub beyond: Beyond,
    /// Its name.
    pub name: String,
    /// The query.
    pub query: String,
    /// The seeds.
    pub seeds: Vec<String>,
    /// Pages that are known to be relevant, as far as the form shows them.
    pub relevant: Vec<String>,
}

/// Data of a topic that the form does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beyond {
    /// Pages known to be relevant.
    pub relevant: u32,
    /// Relevant pages that count for target recall.
    pub targets: u32,
    /// Pages to learn from.
    pub examples: u32,
    /// Ways to relevant pages.
    pub trails: u32,
}

/// The selected view of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonView {
    /// The measure of the curves and of the table; the plan's first where nothing is said.
    pub measure: Option<Measure>,
    /// The axis of the curves.
    pub axis: Axis,
    /// After how many pages, or requests, the table is taken; at the end where nothing is said.
    pub mark: Option<u32>,
    /// Every trial is listed.
    pub trials: bool,
}

/// Files of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paper {
    /// All curves of all trials as a table.
    Csv,
    /// The curves that are on the screen, as a drawing.
    Svg,
    /// The same, for the page to make a picture of it.
    Png,
    /// The plan, which runs here and in `salticid-lab compare`.
    Plan,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CompareEvent {
    /// The available choices.
    Offer(Box<Offer>),
    /// The comparisons that are kept, the latest first, or why they cannot be told.
    Kept(Result<Vec<RunCard>, String>),
    /// Something was read for the form.
    Read {
        /// The file that it stood in; none for a link.
        file: Option<String>,
        /// The content, or why there is none, as the end of a sentence.
        read: Result<Imported, String>,
    },
    /// A comparison cannot be run; nothing was changed.
    Refused(Vec<Problem>),
    /// Live sites would be asked: the person has to agree.
    Asks(Asks),
    /// A comparison runs under this id.
    Began(String),
    /// A comparison was not opened.
    Lost {
        /// Its id.
        id: String,
        /// Why, in a sentence.
        message: String,
    },
    /// The comparison that is open.
    Shown(Box<Shown>),
    /// The progress of the running trial.
    Now(Now),
    /// The file that was asked for, or why there is none.
    Made {
        /// The kind of file.
        paper: Paper,
        /// The name.
        name: String,
        /// The file.
        made: Result<Made, String>,
    },
}

/// The content of a file or link for the form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Imported {
    /// A plan.
    Plan(Box<Sheet>),
    /// Topics, and what of their file was left out and why, each in a sentence.
    Topics(Vec<TypedTopic>, Vec<String>),
}

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// The file.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub file: Blob,
}

/// The available choices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The measures, in the order in which people see them.
    pub measures: Vec<MeasureInfo>,
    /// The topics of the demo web: their names in plans, and their titles.
    pub topics: Vec<(String, String)>,
}

/// A measure, for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasureInfo {
    /// The measure.
    pub measure: Measure,
    /// Its name in plans.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The description, in a sentence.
    pub sentence: String,
    /// Paper and section.
    pub source: String,
    /// The range of values.
    pub extent: Extent,
    /// The requirements.
    pub needs: Needs,
}

/// The state of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// It runs, or was broken off and can go on.
    #[default]
    Running,
    /// The person halted it, or it waits for something that the person has to do.
    Paused,
    /// The person ended it.
    Stopped,
    /// All of it was run.
    Done,
}

/// A comparison, as a list has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunCard {
    /// Its id: sixteen hexadecimal digits, drawn at random.
    pub id: String,
    /// The title.
    pub title: String,
    /// When it began.
    pub created: Millis,
    /// Its strategies, as the plan writes them.
    pub strategies: Vec<String>,
    /// The measures.
    pub measures: Vec<Measure>,
    /// Pages of each crawl.
    pub pages: u32,
    /// Crawls of each kind.
    pub repeats: u32,
    /// The source of pages.
    pub source: Source,
    /// The state.
    pub standing: Standing,
    /// Trials in all.
    pub trials: u32,
    /// Trials that were run.
    pub done: u32,
    /// Why it cannot be read, in a sentence.
    pub unreadable: Option<String>,
}

/// The maximum requests of a comparison to live sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asks {
    /// Trials.
    pub trials: u32,
    /// Pages that are fetched at most: fewer where trials meet on the same ones, as they mostly do, since each is asked for once.
    pub pages: u32,
}

/// The progress of the running trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Now {
    /// Its strategy, as it is called here.
    pub contender: String,
    /// Its topic.
    pub topic: String,
    /// Pages that it has.
    pub pages: u32,
    /// Pages that it may have.
    pub of: u32,
    /// Requests that live sites were asked in all trials since this tab runs them; none on other webs.
    pub requests: Option<u32>,
    /// Its curve so far, of the measure that is on the screen; empty if that is not taken while crawling.
    pub curve: Curve,
    /// Seconds until all trials are run, should they go on as fast as so far; none before that can be told.
    pub left: Option<u32>,
    /// The obstacle and its remedy, in a sentence.
    pub trouble: Option<String>,
}

/// A comparison that is open, as far as it was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// Its card.
    pub card: RunCard,
    /// It runs in this tab right now.
    pub is_here: bool,
    /// Another tab is at it: this one only shows it.
    pub elsewhere: bool,
    /// None of its crawls can be run any more.
    pub is_closed: bool,
    /// The obstacle and its remedy, in a sentence.
    pub trouble: Option<String>,
    /// Strategies, as they are called here.
    pub contenders: Vec<String>,
    /// The topics' names.
    pub topics: Vec<String>,
    /// The completed view selection.
    pub look: ComparisonView,
    /// The curves.
    pub chart: Chart,
    /// After how many pages, or requests, a table can be taken.
    pub marks: Vec<u32>,
    /// The table of the measure: a row a strategy.
    pub rows: Vec<Row>,
    /// The values of all measures at the mark, by strategy: a list a measure, in the order of the plan.
    pub all: Vec<(Measure, Vec<Cell>)>,
    /// The results and their limits, in sentences.
    pub words: Vec<String>,
    /// The verdicts on the plan's claims, once all trials have run.
    pub claims: Vec<Claimed>,
    /// The trials that were run, where they are listed.
    pub trials: Vec<TrialRow>,
    /// A short name for all crawls of all trials, once all were run: where two runs have the same, all their crawls were the same.
    pub fingerprint: Option<String>,
    /// The plan as a link has it; none if it is too long for one.
    pub link: Option<String>,
}

/// A claim of the plan and its verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Claimed {
    /// The claim.
    pub text: String,
    /// The source of the claim.
    pub source: String,
    /// The verdict: supported, contradicted or inconclusive.
    pub verdict: String,
    /// The figures, in a sentence.
    pub why: String,
    /// The plan's remark on it, if any, by its author and about the author's web.
    pub remark: String,
}

/// Curves on the same axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// The places across.
    pub at: Vec<u32>,
    /// A curve a strategy; empty if it was not judged yet.
    pub lines: Vec<Line>,
    /// The ceiling; empty if unknown.
    pub ceiling: Vec<f64>,
}

/// A curve with its error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The mean over topics.
    pub mean: Vec<f64>,
    /// Its standard error; empty if there is one topic only.
    pub error: Vec<f64>,
}

/// The rank of a strategy relative to the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum RelativeRank {
    /// Nothing can be said yet.
    #[default]
    Unknown,
    /// It has the best mean.
    Best,
    /// It shares the best mean with others.
    Same,
    /// It cannot be told from the best; the probability that a difference as large comes about by chance, none where there are too few topics to work it out.
    Tied(Option<f64>),
    /// It is behind, with that probability.
    Behind(f64),
}

/// A strategy in the table of a measure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The mean; none if nothing was judged yet.
    pub mean: Option<f64>,
    /// Its standard error.
    pub error: Option<f64>,
    /// The area under its curve, as a share of the whole.
    pub area: Option<f64>,
    /// Topics that it is the mean of.
    pub topics: u32,
    /// The rank.
    pub place: RelativeRank,
}

/// A value among those of all measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The mean; none if nothing was judged.
    pub mean: Option<f64>,
    /// The rank.
    pub place: RelativeRank,
}

/// A trial that was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrialRow {
    /// Its strategy.
    pub contender: String,
    /// Its topic.
    pub topic: String,
    /// The index among the topic's groups of seeds, from 1.
    pub group: u32,
    /// The index among repeats, from 1.
    pub repeat: u32,
    /// Pages.
    pub pages: u32,
    /// Requests.
    pub requests: u32,
    /// The end of the crawl.
    pub end: String,
    /// A short name for its crawl.
    pub digest: String,
}
