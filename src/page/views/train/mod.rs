//! Renders the Train screen: a reader, and the trails that it records.
//!
//! The worker reads pages and stores trails; this screen renders, records and edits.

mod ahead;
mod browsing;
mod folders;
pub(crate) mod import;
pub(crate) mod learn;
mod reader;
mod steps;
mod trail;
mod trails;
mod uncertain_pages;

use crate::page::dom::sticky::StickyColumn;
use crate::page::dom::tab::use_question;
use crate::page::state::route::{read, use_fragment};
use crate::page::views::parts::training::places;
use crate::page::views::prelude::*;
use crate::protocol::ahead::LookAheadRequest;
use crate::protocol::reader::ReaderRequest;
use crate::protocol::trails::TrailsRequest;
use crate::protocol::uncertainty::UncertaintyRequest;
use steps::Step;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) state: State,
    pub(crate) dispatch: Dispatch,
}

/// Renders the screen.
#[component]
pub(crate) fn TrainPage(props: &Props) -> Html {
    let State { train, catalog, models, .. } = &props.state;
    use_focus(train);
    import::use_saving(train, &props.dispatch);
    let fragment = use_fragment();
    let step = Step::read(read(fragment.as_str()).1);
    html! {
        <DropArea class="train" take={import::on_file(catalog, &props.dispatch)}>
            <link rel="stylesheet" href={style_sheet("train")} />
            { places(Route::Train, models) }
            <div class="train-head">
                <h1>{ "Train" }</h1>
                <p class="lede">{ "Read pages, follow links and mark what is relevant. Salticid records your path as a trail and learns from it." }</p>
            </div>
            { steps::steps(step, train, models) }
            { panel(step, props) }
        </DropArea>
    }
}

fn panel(step: Step, props: &Props) -> Html {
    let Props { state: State { train, catalog, models, setup, .. }, dispatch } = props;
    match step {
        Step::Collect => html! {
            <div class="train-grid">
                { reader::reader(props) }
                <StickyColumn>
                    if catalog.access.is_of_extension() {
                        <browsing::Browsing catalog={catalog.clone()} dispatch={dispatch.clone()} />
                    }
                    { ahead::ahead_of_you(train, dispatch) }
                    <trails::Trails ..props.clone() />
                </StickyColumn>
            </div>
        },
        Step::Check => {
            html! { <>{ trails::notices(train, dispatch) }{ steps::requirements(&train.counts) }</> }
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

/// Locks the trails for this tab while the page is visible, sends the state's messages to the worker, and asks before unsaved changes are
/// lost with the tab.
#[hook]
pub(crate) fn use_train(state: &State, dispatch: &Dispatch) {
    let fragment = use_fragment();
    let place = read(fragment.as_str()).0;
    let (here, training) = (place == Route::Train, place.is_training());
    let ready = state.catalog.worker == Worker::Ready;
    let messages = dispatch.messages.clone();
    // Pending changes are saved before another tab may edit the trails.
    let train = state.train.clone();
    let actions = dispatch.actions.clone();
    use_effect_with(ready && (training || train.saving.waits()), move |open| {
        let open = *open;
        if open {
            messages.emit(ToWorker::Trails(TrailsRequest::Open));
        }
        move || {
            if open {
                messages.emit(ToWorker::Trails(TrailsRequest::Leave));
                actions.emit(Action::Train(TrainAction::Leave));
            }
        }
    });
    let actions = dispatch.actions.clone();
    use_effect_with(here, move |here| {
        if !*here {
            actions.emit(Action::Train(TrainAction::Stop));
        }
    });
    let wanted = train.reader.wanted.clone().filter(|_| ready);
    use_send(dispatch, wanted, |wanted| {
        let wanted = wanted.as_deref().cloned();
        let request = wanted.map_or(ReaderRequest::Stop, ReaderRequest::Read);
        Some(ToWorker::Reader(request))
    });
    ahead::use_saved_switch(train.reader.look_ahead.on, dispatch);
    // There may be many pages, so interests are only recomputed if trails or ratings changed.
    let asked = (
        train.editor.trails().clone(),
        train.editor.judged().clone(),
        train.reader.shown.clone(),
        here && ready && train.reader.look_ahead.on && !train.reader.crashed_here(),
    );
    let look = use_memo(asked, |(.., can)| can.then(|| train.look_ahead_request()).flatten());
    use_send(dispatch, (*look).clone(), |look| {
        Some(ToWorker::LookAhead(match look {
            Some(look) => LookAheadRequest::Start(Box::new(look.clone())),
            None => LookAheadRequest::Stop,
        }))
    });
    let request = train.uncertainty.request.clone().filter(|_| here && ready);
    use_send(dispatch, request, |request| {
        let request = request.as_deref().cloned();
        let request = request.unwrap_or(UncertaintyRequest::Stop);
        Some(ToWorker::Uncertainty(request))
    });
    let dispatch = dispatch.clone();
    let due = ready && train.saving.is_due();
    use_effect_with((train, due), move |(train, due)| {
        let (train, dispatch) = (train.clone(), dispatch.clone());
        // Serializing thousands of trails takes time, so it runs in a separate task after the page is drawn.
        let keeping = due.then(|| {
            Timeout::new(0, move || {
                if let Some((edit, saved_trails, request)) = train.due() {
                    dispatch.send(ToWorker::Trails(request));
                    dispatch.dispatch(Action::Train(TrainAction::Keeping(edit, saved_trails)));
                }
            })
        });
        move || drop(keeping)
    });
    use_question(!state.train.saving.is_saved());
}
