//! How a comparison begins: its topics read, its plan checked, its web there, its card kept.

use super::Comparer;
use super::run::Run;
use super::sheet;
use super::topics;
use super::web;
use crate::protocol::compare::{Asks, CompareNews, Sheet, Standing};
use crate::protocol::{BUILD, Problem, Source};
use crate::worker::fetch::Fetcher;
use crate::worker::shelf::drawn;
use crate::worker::store::CompareCard;
use crate::worker::{clock, lock};
use demo_web::DemoWeb;
use engine::compare::{Checked, CompareError, Comparison, Topic};
use engine::text::{clean, cut};
use engine::url::CanonicalUrl;
use std::rc::Rc;

/// What to do where the recording of a comparison is not there; `another` where one is that is not it.
pub(super) fn missing(name: &str, another: bool) -> String {
    let name = clean(name);
    let name = cut(&name, web::NAME_BYTES);
    let but = if another {
        "The recorded web that is open is another one. "
    } else {
        ""
    };
    format!(
        "{but}Choose “{name}” again, or drop it on this page, then go on: a recorded web is kept only for as long as the tab is open."
    )
}

/// What a comparison that is kept waits for, in a sentence; none where it is complete, or can go on by itself.
pub(super) fn trouble(card: &CompareCard, checked: &Result<Checked, String>) -> Option<String> {
    let missing = card.trials.saturating_sub(card.done);
    let is_over = card.standing == Standing::Done;
    match checked {
        _ if is_over && missing == 0 => None,
        Err(problems) => Some(format!(
            "This version of the app cannot run the plan any more: {problems}. The figures can be looked at and saved; “Change and run” puts the plan into the form."
        )),
        Ok(_) if card.build != BUILD && card.done > 0 => Some(
            "The app was updated since these crawls ran, and crawls of two versions are not set beside each other. The figures can be looked at and saved; “Go on” runs all crawls anew."
                .to_owned(),
        ),
        Ok(_) if is_over => Some(format!(
            "Not all crawls can be read any more: {missing} of them are left out. “Go on” runs those anew."
        )),
        Ok(_) => None,
    }
}

impl Comparer {
    /// A plan as it is checked, or what is wrong, in one sentence.
    pub(super) fn checked(&self, plan: &Comparison) -> Result<Checked, String> {
        plan.check(&self.own_topics(plan)).map_err(|errors| {
            let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
            sentences.join("; ")
        })
    }

    /// The topics that a plan's web has of its own. Finding them out takes a moment: those of the last web are remembered.
    fn own_topics(&self, plan: &Comparison) -> Rc<Vec<Topic>> {
        let Some(seed) = web::demo_seed(plan) else {
            return Rc::default();
        };
        let known = self.topics.borrow().clone();
        if let Some((_, topics)) = known.filter(|(own, _)| *own == seed) {
            return topics;
        }
        let topics = Rc::new(topics::of_demo(&self.demo_of(seed)));
        self.topics.replace(Some((seed, Rc::clone(&topics))));
        topics
    }

    /// Begins a comparison, or tells what is wrong with it.
    pub(super) async fn begin(
        self: &Rc<Self>,
        order: u32,
        wanted: Sheet,
        source: Source,
        agreed: bool,
    ) -> Result<(), Vec<Problem>> {
        let plan = sheet::plan(wanted)?;
        let demo = (source == Source::Demo).then(|| web::seed_of_demo(&plan));
        let demo = demo.transpose();
        let demo = demo.map_err(|sentence| vec![of("source", sentence)])?;
        let checked = plan.check(&self.own_topics(&plan));
        let checked = checked.map_err(|errors| errors.iter().map(problem).collect::<Vec<_>>())?;
        let source = self.librarian.named(source);
        let mark = self
            .is_there(&checked, &source, demo.map(|seed| self.demo_of(seed)))
            .await
            .map_err(|sentence| vec![of("source", sentence)])?;
        if source.is_live() && !agreed {
            self.tell(CompareNews::Asks(asks(&checked)));
            return Ok(());
        }
        self.launch(order, checked, source, mark)
            .await
            .map_err(|sentence| vec![of("plan", sentence)])
    }

    /// Whether the web is there and has where crawls start; a short name for a recording.
    async fn is_there(
        &self,
        checked: &Checked,
        source: &Source,
        demo: Option<Rc<DemoWeb>>,
    ) -> Result<Option<String>, String> {
        let is_own =
            |url: &CanonicalUrl| demo.as_ref().is_some_and(|demo| demo.has_host(url.host()));
        match source {
            Source::Demo => match checked.from_nowhere(is_own) {
                Some((_, stranger)) => Err(format!(
                    "The built-in web has no {stranger}: choose another source, or start from hosts that it has."
                )),
                None => Ok(None),
            },
            Source::Recorded | Source::RecordedIn(_) => {
                let recording = self.librarian.recording();
                let recording = recording.ok_or("Choose the file of the recorded web first.")?;
                match checked.from_nowhere(|url| recording.answer(url.as_str()).is_some()) {
                    Some((_, seed)) => Err(format!(
                        "The recorded web has no {seed}: start from an address that it has."
                    )),
                    None => Ok(Some(recording.digest())),
                }
            }
            Source::Proxy | Source::ProxyAt(_) | Source::Direct => {
                if let Fetcher::Proxy(proxy) = (self.fetch)(source) {
                    proxy.check().await?;
                }
                Ok(None)
            }
        }
    }

    async fn launch(
        self: &Rc<Self>,
        order: u32,
        checked: Checked,
        source: Source,
        web: Option<String>,
    ) -> Result<(), String> {
        let told = |error: crate::worker::store::StoreError| error.to_string();
        let store = self.shelf.store().await.map_err(told)?;
        let id = drawn();
        let lock = lock::take_comparison(&id).await;
        let card = CompareCard {
            id: id.clone(),
            created: clock::now(),
            build: BUILD.to_owned(),
            plan: checked.comparison.clone(),
            source,
            web,
            standing: Standing::Running,
            trials: u32::try_from(checked.len()).unwrap_or(u32::MAX),
            done: 0,
        };
        if self.opens.get() != order {
            return Ok(());
        }
        store.keep_comparison(&card).await.map_err(told)?;
        let run = Run::new(card, checked, Vec::new(), lock);
        self.put(Rc::clone(&run));
        self.tell(CompareNews::Began(id));
        self.set_out(run, store).await;
        Ok(())
    }
}

fn asks(checked: &Checked) -> Asks {
    let trials = u32::try_from(checked.len()).unwrap_or(u32::MAX);
    Asks {
        trials,
        pages: trials.saturating_mul(checked.comparison.pages),
    }
}

fn problem(error: &CompareError) -> Problem {
    match error {
        // It begins with the name of a strategy, which is written as it is.
        CompareError::Plan { .. } => Problem {
            field: error.field().to_owned(),
            message: format!("{error}."),
        },
        _ => of(error.field(), error.to_string()),
    }
}

/// A problem of a field; what stands in it is a sentence.
pub(super) fn of(field: &str, message: String) -> Problem {
    let mut message = message;
    if !message.ends_with(['.', '?']) {
        message.push('.');
    }
    let first = message
        .chars()
        .next()
        .map(|first| first.to_uppercase().to_string());
    if let Some(first) = first {
        let rest = message.chars().next().map_or(0, char::len_utf8);
        message.replace_range(..rest, &first);
    }
    Problem {
        field: field.to_owned(),
        message,
    }
}
