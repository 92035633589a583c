//! Starts a comparison: checks its plan and its web, and saves its card.

use super::run::ComparisonRun;
use super::{CompareService, form, web};
use crate::browser::clock;
use crate::sources::demo_topics;
use crate::storage::crawl_store::random_id;
use crate::storage::database::CompareCard;
use crate::storage::lock;
use demo_web::DemoWeb;
use engine::count;
use evaluation::compare::{CheckedComparison, CompareError, Comparison, Topic};
use protocol::compare::{CompareEvent, ComparisonForm, ComparisonStatus, RequestBudget};
use protocol::{BUILD, Problem, Source};
use std::rc::Rc;
use types::text::{clean, cut, joined, sentence};
use types::url::CanonicalUrl;

/// Returns the remedy if the recording of a comparison is not open; `another` if a different one is.
pub(super) fn missing(name: &str, another: bool) -> String {
    let name = clean(name);
    let name = cut(&name, web::NAME_BYTES);
    let but = if another { "Another recorded web is open. " } else { "" };
    format!(
        "{but}Choose “{name}” again or drop it on this page, then resume: a recorded web stays open only until the tab \
        closes."
    )
}

/// Returns the reason that a saved comparison waits, in a sentence; `None` if it is complete or can continue.
pub(super) fn waiting_reason(card: &CompareCard, checked: &Result<CheckedComparison, String>) -> Option<String> {
    let missing = card.trials.saturating_sub(card.done);
    let is_over = card.standing == ComparisonStatus::Done;
    match checked {
        _ if is_over && missing == 0 => None,
        Err(problems) => Some(format!(
            "This version of the app cannot run the plan: {problems}. You can still view and export the data; “Edit \
            settings” puts the plan into the form."
        )),
        Ok(_) if card.build != BUILD && card.done > 0 => Some(
            "The app was updated since these crawls ran, and results of two versions are not comparable. You can still \
            view and export the data; “Resume” runs all crawls again."
                .to_owned(),
        ),
        Ok(_) if is_over => Some(format!(
            "{missing} of {} crawls cannot be read and are left out. “Resume” runs them again.",
            card.trials
        )),
        Ok(_) => None,
    }
}

impl CompareService {
    /// Checks a plan. The error is the problem in one sentence.
    pub(super) fn checked(&self, plan: &Comparison) -> Result<CheckedComparison, String> {
        plan.check(&self.own_topics(plan)).map_err(|errors| joined(&errors))
    }

    /// Returns the topics of a plan's web. Computing them takes a moment, so those of the last web are cached.
    fn own_topics(&self, plan: &Comparison) -> Rc<Vec<Topic>> {
        let Some(spec) = web::demo_spec(plan) else {
            return Rc::default();
        };
        let known = self.topics.borrow().clone();
        if let Some((_, topics)) = known.filter(|(of_web, _)| *of_web == spec) {
            return topics;
        }
        let topics = Rc::new(demo_topics(&DemoWeb::sized(spec)));
        self.topics.replace(Some((spec, Rc::clone(&topics))));
        topics
    }

    /// Starts a comparison. The error is the problems by field.
    pub(super) async fn begin(
        self: &Rc<Self>,
        wanted: ComparisonForm,
        source: Source,
        agreed: bool,
    ) -> Result<(), Vec<Problem>> {
        let order = self.next_order();
        let plan = form::plan(wanted)?;
        let refused = |field: &'static str| move |sentence: String| vec![field_problem(field, &sentence)];
        if source == Source::Demo {
            web::named_demo(&plan).map_err(refused("source"))?;
        }
        let checked = plan.check(&self.own_topics(&plan));
        let checked = checked.map_err(|errors| errors.iter().map(problem).collect::<Vec<_>>())?;
        let source = self.context.recording.name_source(source);
        let mark = self.is_there(&checked, &source).await.map_err(refused("source"))?;
        if source.is_live() && !agreed {
            let trials = count(checked.len());
            let pages = trials.saturating_mul(checked.comparison.pages);
            self.send(CompareEvent::ConfirmRequests(RequestBudget { trials, pages }));
            return Ok(());
        }
        self.launch(order, checked, source, mark).await.map_err(refused("plan"))
    }

    /// Checks that the web is available and has the seeds. Returns the digest of a recording.
    async fn is_there(&self, checked: &CheckedComparison, source: &Source) -> Result<Option<String>, String> {
        let is_own = |url: &CanonicalUrl| demo_web::is_host(url.host());
        match source {
            Source::Demo => match checked.unreachable_start(is_own) {
                Some((_, stranger)) => {
                    Err(format!("The demo web has no {stranger}. Choose another source, or seeds on its hosts."))
                }
                None => Ok(None),
            },
            Source::Recorded | Source::RecordedIn(_) => {
                let recording = self.context.recording.get().ok_or("Choose the file of the recorded web first.")?;
                match checked.unreachable_start(|url| recording.has(url.as_str())) {
                    Some((_, seed)) => Err(format!("The recorded web has no {seed}. Choose a seed it contains.")),
                    None => Ok(Some(recording.digest())),
                }
            }
            Source::Proxy | Source::ProxyAt(_) | Source::Direct | Source::DirectWith(_) => {
                self.context.fetcher(source).check().await?;
                Ok(None)
            }
        }
    }

    async fn launch(
        self: &Rc<Self>,
        order: u32,
        checked: CheckedComparison,
        source: Source,
        web: Option<String>,
    ) -> Result<(), String> {
        let store = self.context.store().await?;
        let id = random_id();
        let lock = lock::take_comparison(&id).await;
        let card = CompareCard {
            id: id.clone(),
            created: clock::now(),
            build: BUILD.to_owned(),
            plan: checked.comparison.clone(),
            source,
            web,
            standing: ComparisonStatus::Running,
            trials: count(checked.len()),
            done: 0,
            deleted: None,
        };
        if self.opens.get() != order {
            return Ok(());
        }
        store.save_comparison(&card).await?;
        let run = ComparisonRun::new(card, checked, Vec::new(), lock);
        self.put(Rc::clone(&run));
        self.send(CompareEvent::Began(id));
        self.run_rest(run, store).await;
        Ok(())
    }
}

/// Returns the problem of an error, with its field.
fn problem(error: &CompareError) -> Problem {
    match error {
        // The message begins with the name of a strategy, which keeps its case.
        CompareError::Plan { .. } => Problem { field: error.field().to_owned(), message: format!("{error}.") },
        _ => field_problem(error.field(), &error.to_string()),
    }
}

/// Returns a problem of a field, with its message as a sentence.
pub(super) fn field_problem(field: &str, message: &str) -> Problem {
    Problem { field: field.to_owned(), message: sentence(message) }
}
