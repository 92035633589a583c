//! Renders the Train screen: a reader, and the trails that it records.
//!
//! The worker reads pages and stores trails; this screen renders, records and edits.

mod ahead;
mod browsing;
pub(crate) mod import;
pub(crate) mod learn;
mod reader;
mod steps;
mod trail;
mod trails;
mod uncertain_pages;

use crate::dom::sticky::StickyColumn;
use crate::views::ScreenProps;
use crate::views::parts::training::places;
use crate::views::prelude::*;
use steps::Step;

/// Renders the screen.
#[component]
pub(crate) fn TrainPage(props: &ScreenProps) -> Html {
    let State { train, models, catalog, .. } = &props.state;
    use_focus(train);
    let step = Step::read(&props.query);
    html! {
        <DropArea class="train" take={props.dispatch.on_drop(FileContent::Trails)}>
            <link rel="stylesheet" href={style_sheet("train")} />
            { places(Route::Train, models) }
            <div class="train-head">
                <h1>{ "Train" }</h1>
                <p class="lede">{ "Read pages, follow links and mark what is relevant. Salticid records your path as a \
                    trail and learns from it." }</p>
            </div>
            { steps::steps(step, train, models, catalog) }
            { panel(step, props) }
        </DropArea>
    }
}

fn panel(step: Step, props: &ScreenProps) -> Html {
    let ScreenProps { state: State { train, catalog, models, setup, .. }, dispatch, .. } = props;
    match step {
        Step::Collect => html! {
            <div class="train-grid">
                { reader::reader(props) }
                <StickyColumn>
                    if catalog.access.is_of_extension() {
                        <browsing::Browsing recording={train.recording} dispatch={dispatch.clone()} />
                    }
                    { ahead::ahead_of_you(train, dispatch) }
                    <trails::Trails ..props.clone() />
                </StickyColumn>
            </div>
        },
        Step::Check => {
            html! { <>{ trails::notices(train, dispatch) }{ steps::requirements(train, models, catalog) }</> }
        }
        Step::Learn => html! { <>{ trails::notices(train, dispatch) }{ learn::learn(props) }</> },
        Step::Crawl => steps::crawl(models, catalog, &setup.form),
    }
}

/// Moves the focus to the target in the state, once per request.
#[hook]
fn use_focus(train: &Train) {
    let before = use_mut_ref(|| train.point.0);
    use_effect_with(train.point.clone(), move |(count, selector)| {
        if before.replace(*count) != *count {
            focus(selector);
        }
    });
}

/// Returns a callback that dispatches an action.
fn on<E>(dispatch: &Dispatch, action: TrainAction) -> Callback<E> {
    dispatch.on(move || vec![Action::Train(action.clone())])
}
