//! Renders the four steps of training, each with its own address: collect, check, learn, crawl.

use crate::views::parts::training::crawl_with;
use crate::views::prelude::*;
use page_state::models::page_of;
use page_state::models::quality::facts;
use page_state::train::missing::Goal;
use types::strategy::Needs;
use web_sys::UrlSearchParams;

/// A step of training.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Step {
    /// Reads, imports or selects pages, and marks relevant ones.
    #[default]
    Collect,
    /// Lists missing data.
    Check,
    /// Trains a model.
    Learn,
    /// Starts a crawl with a model.
    Crawl,
}

impl Step {
    const ALL: [Self; 4] = [Self::Collect, Self::Check, Self::Learn, Self::Crawl];

    /// Returns the step in the query of the address; the first by default.
    pub(crate) fn read(query: &str) -> Self {
        let params = UrlSearchParams::new_with_str(query).ok();
        let named = params.and_then(|params| params.get("step"));
        let mut all = Self::ALL.into_iter();
        all.find(|step| Some(step.name()) == named.as_deref()).unwrap_or_default()
    }

    /// Returns the name in addresses.
    fn name(self) -> &'static str {
        match self {
            Self::Collect => "collect",
            Self::Check => "check",
            Self::Learn => "learn",
            Self::Crawl => "crawl",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Collect => "Collect",
            Self::Check => "Check",
            Self::Learn => "Learn",
            Self::Crawl => "Crawl",
        }
    }

    fn href(self) -> String {
        format!("#/train?step={}", self.name())
    }

    /// Returns whether the step is done, and its status.
    fn standing(self, train: &Train, models: &Models, catalog: &Catalog) -> (bool, String) {
        let counts = &train.counts;
        let missing = counts.missing(needs(models, catalog)).len();
        let kept = models.kept().map_or(0, <[_]>::len);
        match self {
            Self::Collect if counts.trails == 0 => (false, "Browse, import or pick pages".into()),
            Self::Collect => (true, counted(counts.relevant + counts.others, "page")),
            Self::Check if missing > 0 => (false, "See what is missing".into()),
            Self::Check => (true, "Ready to train".into()),
            Self::Learn if models.learning.is_some() => (false, "Training…".into()),
            Self::Learn => (kept > 0, "Choose a strategy and train".into()),
            Self::Crawl if kept == 0 => (false, "Use your model".into()),
            Self::Crawl => (false, counted(kept, "model")),
        }
    }
}

/// Returns what the strategy needs that is chosen for training.
fn needs(models: &Models, catalog: &Catalog) -> Needs {
    catalog.strategy(&models.form.strategy_id()).map_or(Needs::TRAILS, |info| info.needs)
}

/// Renders the steps as links.
pub(crate) fn steps(current: Step, train: &Train, models: &Models, catalog: &Catalog) -> Html {
    let one = |(number, step): (usize, Step)| {
        let (is_done, text) = step.standing(train, models, catalog);
        let here = (step == current).then_some("step");
        html! {
            <li class={is_done.then_some("done")}>
                <a href={step.href()} aria-current={here}>
                    <span class="step-mark" aria-hidden="true">
                        { if is_done { "✓".to_owned() } else { number.to_string() } }
                    </span>
                    <b>{ step.title() }</b>
                    <span class="fine">{ text }if is_done { <span class="unseen">{ " (done)" }</span> }</span>
                </a>
            </li>
        }
    };
    html! {
        <nav class="steps" aria-label="Steps of training"><ol>{ for (1..).zip(Step::ALL).map(one) }</ol></nav>
    }
}

/// Renders the link back to an earlier step.
pub(crate) fn back_to(step: Step) -> Html {
    html! {
        <p class="step-next"><a class="button main" href={step.href()}>{ format!("Back to “{}”", step.title()) }</a></p>
    }
}

/// Renders the link to a step, at the end of the previous one.
pub(crate) fn way_to(step: Step) -> Html {
    html! {
        <p class="step-next"><a class="button main" href={step.href()}>{ format!("Next: {}", step.title()) }</a></p>
    }
}

/// Renders the requirements of the chosen strategy with their progress, and the missing data in sentences.
pub(crate) fn requirements(train: &Train, models: &Models, catalog: &Catalog) -> Html {
    let (counts, needs) = (&train.counts, needs(models, catalog));
    let (goals, missing) = (counts.goals(needs), counts.missing(needs));
    let is_enough = missing.is_empty();
    let enough = if goals.iter().all(|goal| goal.lacking() == 0) {
        "Ready to train. More trails improve accuracy."
    } else {
        "Ready to train. This strategy learns from relevant pages alone; the paths to them and other pages make it \
        more accurate, and other strategies need them."
    };
    html! {
        <section class="lacking step-panel" aria-labelledby="lacking">
            <h2 id="lacking">{ "Training requirements" }</h2>
            <p class="sums">{ counts.sum() }</p>
            <p class="fine">
                { format!("For the strategy “{}”; “Learn” has others.", catalog.title(&models.form.strategy_id())) }
            </p>
            <ul class="goals">{ for goals.iter().map(goal) }</ul>
            if is_enough {
                <p class="enough">{ enough }</p>
            } else {
                <p class="fine">{ "Still missing:" }</p>
                <ul>for sentence in missing { <li>{ sentence }</li> }</ul>
            }
            if let Some(advice) = counts.advice() { <p class="fine">{ advice }</p> }
            if is_enough { { way_to(Step::Learn) } } else { { back_to(Step::Collect) } }
        </section>
    }
}

fn goal(goal: &Goal) -> Html {
    let is_reached = goal.lacking() == 0;
    let kind = if goal.is_required { "minimum" } else { "recommended" };
    html! {
        <li class={is_reached.then_some("done")}>
            <span class="step-mark" aria-hidden="true">{ if is_reached { "✓" } else { "" } }</span>
            <b>{ goal.title }</b>
            <span class="fine">{ format!("{} ({kind} {})", grouped(goal.have), grouped(goal.least)) }</span>
            <progress max={goal.least.to_string()} value={goal.have.min(goal.least).to_string()}
                aria-label={goal.title} />
        </li>
    }
}

/// The most models that are listed; the Models page has all.
const LISTED: usize = 5;

/// Renders the models, the latest first.
pub(crate) fn crawl(models: &Models, catalog: &Catalog, form: &Form) -> Html {
    let cards = models.kept().unwrap_or_default();
    let usable: Vec<&ModelCard> = cards.iter().filter(|card| card.stale.is_none()).collect();
    let row = |card: &&ModelCard| {
        let name = shown(&card.name);
        let strategy = catalog.title(&card.strategy.id);
        html! {
            <li key={card.id.clone()}>
                <div><h3><a href={page_of(&card.id)}>{ &name }</a></h3>
                    <p class="fine">{ format!("{strategy} · {} · {}.", date(card.at), facts(card)) }</p></div>
                { crawl_with(card, form, &name) }
            </li>
        }
    };
    html! {
        <section class="step-panel" aria-labelledby="step-crawl">
            <h2 id="step-crawl">{ "Crawl" }</h2>
            if usable.is_empty() {
                <p class="nothing">
                    { "No model yet. Train one in step 3, or " }<a href="#/models">{ "import one" }</a>{ "." }
                </p>
            } else {
                <ul class="step-models">{ for usable.iter().take(LISTED).map(row) }</ul>
                <p><a href="#/models">{ "All models" }</a></p>
            }
        </section>
    }
}
