//! Defines the messages about comparisons, which run strategies on the same topics.
//!
//! The worker reads, checks and runs the plan of a comparison, and computes the results. The page has only the part of
//! the plan that its form shows ([`ComparisonForm`]) and the visible results: the curves of one measure and one table.

use super::message::attachment;
use super::{Problem, Source};
use serde::{Deserialize, Serialize};
use types::compare::SeedUse;
use types::measures::{Axis, Curve, Measure};
use types::report::Millis;
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CompareRequest {
    /// Requests the choices and the saved comparisons.
    List,
    /// Parses the plan in a link; answered by [`CompareEvent::Read`].
    ReadText(String),
    /// Parses a file; answered by [`CompareEvent::Read`].
    ReadFile {
        /// The name.
        name: String,
        /// The file.
        #[serde(with = "attachment")]
        file: Blob,
    },
    /// Starts a comparison and ends the running one. Answered by [`CompareEvent::Began`], [`CompareEvent::Refused`] or,
    /// before requests to live sites, [`CompareEvent::ConfirmRequests`].
    Begin {
        /// The plan.
        plan: Box<ComparisonForm>,
        /// The source of pages.
        source: Source,
        /// The person confirmed the number of requests.
        agreed: bool,
    },
    /// Opens a saved comparison, and resumes it if it was running.
    Open {
        /// Its id.
        id: String,
    },
    /// Selects the visible part of the open comparison.
    View(ComparisonView),
    /// Pauses the open comparison.
    Pause,
    /// Resumes it.
    Resume,
    /// Ends it. Finished trials stay.
    Stop,
    /// Deletes the comparison with this id. It is erased when a worker starts a minute or more later; one whose card
    /// cannot be read, at once.
    Delete(String),
    /// Restores the deleted comparison with this id.
    Restore(String),
    /// Copies the plan of the open comparison to the form; answered by [`CompareEvent::Read`].
    CopyPlan,
    /// Exports the open comparison; answered by [`CompareEvent::Exported`].
    Export(ComparisonFormat),
    /// Saves a finished trial of the open comparison, by [`TrialRow::at`], as a crawl that starts again. Answered by
    /// [`CompareEvent::CrawlSaved`].
    SaveCrawl(u32),
}

/// The fields of the comparison form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ComparisonForm {
    /// The imported plan as JSON, for the parts that the form does not show; empty without one.
    pub whole: String,
    /// The digest of the inputs of that plan if it also has results; else empty.
    pub untouched: String,
    /// The title.
    pub title: String,
    /// The web, in the notation of plans.
    pub web: String,
    /// The strategies, in the notation of plans.
    pub strategies: Vec<String>,
    /// Names of the selected topics; all topics if empty.
    pub topics: Vec<String>,
    /// The file with the plan's topics.
    pub topics_file: Option<String>,
    /// Topics that are part of the plan.
    pub typed: Vec<TopicForm>,
    /// The use of a topic's seeds.
    pub seeds: SeedUse,
    /// The number of pages of each crawl.
    pub pages: u32,
    /// The number of runs of each crawl.
    pub repeats: u32,
    /// The maximum number of simultaneous fetches of a crawl.
    pub parallel: u32,
    /// The first random seed.
    pub rng: u64,
    /// The number of pages of the earlier crawl, for strategies that start with one.
    pub past_pages: u32,
    /// The measures, most important first.
    pub measures: Vec<Measure>,
    /// The plan has trails for all topics.
    pub has_trails: bool,
    /// The plan has a taxonomy for all topics.
    pub has_taxonomy: bool,
    /// Strategies that are trained on topics use the starter topics instead of the examples of the compared topics.
    pub starter_topics: bool,
}

/// A topic in the form; the worker parses its URLs, and names it after its query if it has no name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TopicForm {
    /// The imported topic as JSON, for the parts that the form does not show; empty if it was typed.
    pub whole: String,
    /// The sizes of the data that the form does not show.
    pub beyond: HiddenCounts,
    /// Its name.
    pub name: String,
    /// The query.
    pub query: String,
    /// The seeds, as typed.
    pub seeds: String,
    /// Known relevant pages that the form shows, as typed.
    pub relevant: String,
}

impl TopicForm {
    /// Returns whether the topic was typed rather than imported.
    pub fn is_typed(&self) -> bool {
        self.whole.is_empty()
    }

    /// Returns true if there are known relevant pages.
    pub fn has_relevant(&self) -> bool {
        let beyond = self.beyond;
        !self.relevant.trim().is_empty() || beyond.relevant > 0 || beyond.targets > 0
    }
}

/// Holds the sizes of a topic's data that the form does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenCounts {
    /// Pages known to be relevant.
    pub relevant: u32,
    /// Relevant pages that count for target recall.
    pub targets: u32,
    /// Example pages.
    pub examples: u32,
    /// Trails to relevant pages.
    pub trails: u32,
}

/// The selected view of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonView {
    /// The measure of the curves and of the table; by default the plan's first.
    pub measure: Option<Measure>,
    /// The axis of the curves.
    pub axis: Axis,
    /// The number of pages or requests at which the table is evaluated; by default the end.
    pub mark: Option<u32>,
    /// True to list every trial.
    pub trials: bool,
}

/// Export formats of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComparisonFormat {
    /// All curves of all trials as a table.
    Csv,
    /// The visible curves as SVG.
    Svg,
    /// The visible curves, which the page converts to PNG.
    Png,
    /// The plan, which runs here and in `salticid-lab compare`.
    Plan,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CompareEvent {
    /// The available choices.
    Choices(Box<CompareChoices>),
    /// The saved comparisons, the latest first, or the error.
    Saved(Result<Vec<ComparisonSummary>, String>),
    /// The result of an import for the form.
    Read {
        /// The name of the file; `None` for a link.
        file: Option<String>,
        /// The content, or the error as the end of a sentence.
        read: Result<Imported, String>,
    },
    /// A comparison was rejected; nothing was changed.
    Refused(Vec<Problem>),
    /// The comparison needs requests to live sites, which the person must confirm.
    ConfirmRequests(RequestBudget),
    /// A comparison started with this id.
    Began(String),
    /// A comparison could not be opened.
    NotOpened {
        /// Its id.
        id: String,
        /// The error, in a sentence.
        message: String,
    },
    /// The results of the open comparison.
    Results(Box<OpenComparison>),
    /// The progress of the running trial.
    Progress(TrialProgress),
    /// The id of the crawl that a trial was saved as, or the error and its remedy, in a sentence.
    CrawlSaved(Result<String, String>),
    /// The result of an export.
    Exported {
        /// The kind of file.
        format: ComparisonFormat,
        /// The name.
        name: String,
        /// The file.
        made: Result<ComparisonFile, String>,
    },
}

/// The content of a file or link for the form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Imported {
    /// A plan.
    Plan(Box<ComparisonForm>),
    /// Topics, and the import warnings, one sentence each.
    Topics(Vec<TopicForm>, Vec<String>),
}

/// An exported file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonFile {
    /// The file.
    #[serde(with = "attachment")]
    pub file: Blob,
}

/// The available choices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompareChoices {
    /// The topics of the demo web: their names in plans, and their titles.
    pub topics: Vec<(String, String)>,
}

/// The status of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComparisonStatus {
    /// It runs, or was interrupted and can be resumed.
    #[default]
    Running,
    /// The person paused it, or it waits for the person.
    Paused,
    /// The person ended it.
    Stopped,
    /// All trials are done.
    Done,
}

/// A comparison in a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ComparisonSummary {
    /// Its id: 16 random hexadecimal digits.
    pub id: String,
    /// The title.
    pub title: String,
    /// The time of its start.
    pub created: Millis,
    /// Its strategies, in the notation of plans.
    pub strategies: Vec<String>,
    /// The measures.
    pub measures: Vec<Measure>,
    /// The number of pages of each crawl.
    pub pages: u32,
    /// The number of runs of each crawl.
    pub repeats: u32,
    /// The maximum number of simultaneous fetches of a crawl.
    pub parallel: u32,
    /// The source of pages.
    pub source: Source,
    /// The status.
    pub status: ComparisonStatus,
    /// The number of trials.
    pub trials: u32,
    /// The number of finished trials.
    pub done: u32,
    /// The reason that it cannot be read, in a sentence.
    pub unreadable: Option<String>,
}

/// The most requests of a comparison to live sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestBudget {
    /// The number of trials.
    pub trials: u32,
    /// The most pages. Trials share pages, each of which is fetched once, so fewer may be fetched.
    pub pages: u32,
}

/// The progress of the running trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrialProgress {
    /// The display name of its strategy.
    pub contender: String,
    /// Its topic.
    pub topic: String,
    /// The number of crawled pages.
    pub pages: u32,
    /// The page limit.
    pub of: u32,
    /// Requests to live sites by all trials in this tab; `None` for other webs.
    pub requests: Option<u32>,
    /// Its curve so far for the visible measure; empty if that is not computed during the crawl.
    pub curve: Curve,
    /// Estimated seconds until all trials are done, if known.
    pub left: Option<u32>,
    /// The cause of a standstill and its remedy, in a sentence.
    pub standstill: Option<String>,
}

/// The open comparison with its results so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenComparison {
    /// Its card.
    pub card: ComparisonSummary,
    /// This tab runs it.
    pub is_here: bool,
    /// Another tab runs it, and this one only shows it.
    pub elsewhere: bool,
    /// No more trials can run.
    pub is_closed: bool,
    /// The cause of a standstill and its remedy, in a sentence.
    pub standstill: Option<String>,
    /// The display names of the strategies.
    pub contenders: Vec<String>,
    /// The topics' names.
    pub topics: Vec<String>,
    /// The selected view, with defaults filled in.
    pub look: ComparisonView,
    /// The curves.
    pub chart: Chart,
    /// The numbers of pages or requests at which the table can be evaluated.
    pub marks: Vec<u32>,
    /// The table of the measure: one row per strategy.
    pub rows: Vec<Row>,
    /// The values of each measure at the mark, by strategy, in the order of the plan.
    pub all: Vec<(Measure, Vec<Row>)>,
    /// The conclusions and their limits, in sentences.
    pub words: Vec<String>,
    /// The verdicts on the plan's claims, once all trials have run.
    pub claims: Vec<ClaimVerdict>,
    /// The finished trials, if they are listed.
    pub trials: Vec<TrialRow>,
    /// The digest of all crawls once all trials are done: equal for identical runs.
    pub fingerprint: Option<String>,
    /// The plan as a link; `None` if it is too long for one.
    pub link: Option<String>,
}

/// A claim of the plan and its verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClaimVerdict {
    /// The claim.
    pub text: String,
    /// The source of the claim.
    pub source: String,
    /// The verdict: supported, contradicted or inconclusive.
    pub verdict: String,
    /// The figures behind the verdict, in a sentence.
    pub why: String,
    /// The plan author's remark on it, if any, which refers to the author's web.
    pub remark: String,
}

/// Curves on common axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// The x values.
    pub at: Vec<u32>,
    /// One curve per strategy; empty before its first trial.
    pub lines: Vec<CurveWithError>,
    /// The ceiling; empty if unknown.
    pub ceiling: Vec<f64>,
}

/// A curve with its error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CurveWithError {
    /// The mean over topics.
    pub mean: Vec<f64>,
    /// Its standard error; empty for a single topic.
    pub error: Vec<f64>,
}

/// The rank of a strategy relative to the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum RelativeRank {
    /// Not known yet.
    #[default]
    Unknown,
    /// It has the best mean.
    Best,
    /// It shares the best mean with others.
    Same,
    /// It is close to the best, and the difference is not significant, with this p-value.
    Tied(f64),
    /// The difference from the best is large, but not significant, with this p-value.
    Undecided(f64),
    /// There are too few topics for a test ([`types::compare::MIN_TOPICS`]).
    NotJudged,
    /// It is significantly worse, with this p-value.
    Behind(f64),
}

/// A strategy in the table of a measure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The mean; `None` before the first trial.
    pub mean: Option<f64>,
    /// Its standard error.
    pub error: Option<f64>,
    /// The area under its curve, as a share of the maximum.
    pub area: Option<f64>,
    /// The number of topics in the mean.
    pub topics: u32,
    /// The rank.
    pub place: RelativeRank,
}

/// A finished trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrialRow {
    /// Its index in the plan, from 0.
    pub at: u32,
    /// Its strategy.
    pub contender: String,
    /// Its topic.
    pub topic: String,
    /// The position among the topic's groups of seeds, from 1.
    pub group: u32,
    /// The position among the repeats, from 1.
    pub repeat: u32,
    /// The number of pages.
    pub pages: u32,
    /// The number of requests.
    pub requests: u32,
    /// The reason of its end.
    pub end: String,
    /// The digest of its crawl.
    pub digest: String,
}
