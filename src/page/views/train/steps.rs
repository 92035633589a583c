//! Renders the four steps of training, each with its own address: collect, check, learn, crawl.

use crate::page::views::prelude::*;
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

    /// Returns the title.
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
    fn standing(self, train: &Train, models: &Models) -> (bool, String) {
        let counts = &train.counts;
        let missing = counts.missing().len();
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

/// Renders the steps as links.
pub(crate) fn steps(current: Step, train: &Train, models: &Models) -> Html {
    let one = |(number, step): (usize, Step)| {
        let (is_done, text) = step.standing(train, models);
        let here = (step == current).then_some("step");
        html! {
            <li class={is_done.then_some("done")}>
                <a href={step.href()} aria-current={here}>
                    <span class="step-mark" aria-hidden="true">{ if is_done { "✓".to_owned() } else { number.to_string() } }</span>
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
    html! { <p class="step-next"><a class="button main" href={step.href()}>{ format!("Back to “{}”", step.title()) }</a></p> }
}

/// Renders the link to a step, at the end of the previous one.
pub(crate) fn way_to(step: Step) -> Html {
    html! { <p class="step-next"><a class="button main" href={step.href()}>{ format!("Next: {}", step.title()) }</a></p> }
}
