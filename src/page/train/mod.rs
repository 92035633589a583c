//! Train: a reader in which a person shows the ways to good pages, and the trails that are recorded of it.
//!
//! The worker reads pages and keeps trails; this page shows, records and edits. [`book`], [`desk`] and [`missing`] are pure and tested as
//! such. Left out on purpose: learning from the trails ([`super::models`]).

mod ahead;
mod article;
pub mod book;
mod bring;
pub mod desk;
mod doubts;
mod lacking;
pub mod missing;
mod news;
mod reader;
mod row;
mod trail;
mod trails;

pub use desk::{Act, Train};

use super::ask::focus;
use super::catalog::{Catalog, Worker};
use super::files::{Dropping, use_dropping};
use super::form::Form;
use super::hands::Hands;
use super::library::Library;
use super::models::{Models, places};
use super::place::{Place, read, use_fragment};
use super::state::{Action, Part, State};
use super::tab::use_question;
use crate::protocol::ToWorker;
use crate::protocol::ahead::AheadOrder;
use crate::protocol::doubts::DoubtsOrder;
use crate::protocol::reader::ReaderOrder;
use crate::protocol::trails::TrailsOrder;
use yew::prelude::*;

/// What the page shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The page that is read, and the trails.
    pub(crate) train: Part<Train>,
    /// What was typed: where pages come from.
    pub(crate) form: Part<Form>,
    /// What there is to choose from.
    pub(crate) catalog: Part<Catalog>,
    /// The recorded web, where there is one.
    pub(crate) library: Part<Library>,
    /// What was learned, and what is being learned.
    pub(crate) models: Part<Models>,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The page.
#[component]
pub(crate) fn TrainPage(props: &Props) -> Html {
    let Props {
        train,
        catalog,
        hands,
        ..
    } = props;
    use_focus(train);
    bring::use_saving(train, hands);
    let Dropping {
        over,
        ondragover,
        ondragleave,
        ondrop,
    } = use_dropping(bring::taking(catalog, hands));
    html! {
        <div class={classes!("train", over.then_some("dropping"))} {ondragover} {ondragleave} {ondrop}>
            { places(Place::Train, &props.models) }
            <div class="train-head">
                <h1>{ "Train" }</h1>
                <p class="lede">{ "Show Salticid the ways that led you to good pages. Read here, follow links, mark what you were looking for: every step is recorded as a trail, and what lies on the way counts as much as where it ends." }</p>
            </div>
            <div class="train-grid">
                { reader::reader(props) }
                <div class="beside">
                    <ahead::AheadOfYou train={train.clone()} hands={hands.clone()} />
                    <trails::Trails train={train.clone()} catalog={catalog.clone()} form={props.form.clone()} models={props.models.clone()} hands={hands.clone()} />
                </div>
            </div>
        </div>
    }
}

/// Moves the focus where the state sends it, once each time.
#[hook]
fn use_focus(train: &Train) {
    let before = use_mut_ref(|| train.point.0);
    use_effect_with(train.point.clone(), move |(count, selector)| {
        if before.replace(*count) != *count {
            focus(selector);
        }
    });
}

/// A callback that carries out one act.
fn on<E>(hands: &Hands, act: Act) -> Callback<E> {
    hands.on(move || vec![Action::Train(act.clone())])
}

/// Takes the trails for this tab while the page is in view, sends what the state has for the worker, and asks before what is not kept is
/// lost with the tab.
#[hook]
pub(crate) fn use_train(state: &State, hands: &Hands) {
    let fragment = use_fragment();
    let place = read(fragment.as_str()).0;
    let (here, training) = (place == Place::Train, place.is_training());
    let ready = state.catalog.worker == Worker::Ready;
    let say = hands.say.clone();
    // What waits to be kept is kept before other tabs may have the trails.
    let train = state.train.clone();
    use_effect_with(ready && (training || train.waits()), move |open| {
        let open = *open;
        if open {
            say.emit(ToWorker::Trails(TrailsOrder::Open));
        }
        move || {
            if open {
                say.emit(ToWorker::Trails(TrailsOrder::Leave));
            }
        }
    });
    let act = hands.act.clone();
    use_effect_with(here, move |here| {
        if !*here {
            act.emit(Action::Train(Act::Stop));
        }
    });
    let say = hands.say.clone();
    let wanted = train.wanted.clone().filter(|_| ready);
    use_effect_with(wanted, move |wanted| match wanted {
        Some(wanted) => say.emit(ToWorker::Reader(ReaderOrder::Read((**wanted).clone()))),
        None => say.emit(ToWorker::Reader(ReaderOrder::Stop)),
    });
    ahead::use_kept_switch(train.outlook.on, hands);
    let say = hands.say.clone();
    // Labels are counted anew only where trails changed: there may be many.
    let asked = (
        train.book.trails().clone(),
        train.shown.clone(),
        here && ready && train.outlook.on && !train.broke_here(),
    );
    let look = use_memo(asked, |(.., can)| can.then(|| train.look()).flatten());
    use_effect_with((*look).clone(), move |look| {
        say.emit(ToWorker::Ahead(match look {
            Some(look) => AheadOrder::Look(Box::new(look.clone())),
            None => AheadOrder::Stop,
        }));
    });
    let say = hands.say.clone();
    let order = train.doubting.order.clone().filter(|_| here && ready);
    use_effect_with(order, move |order| {
        let order = order.as_deref().cloned();
        say.emit(ToWorker::Doubts(order.unwrap_or(DoubtsOrder::Stop)));
    });
    let hands = hands.clone();
    let due = ready && train.is_due();
    use_effect_with((train, due), move |(train, due)| {
        if let Some((edit, shelf, order)) = train.due().filter(|_| *due) {
            hands.say.emit(ToWorker::Trails(order));
            let keeping = Act::Keeping(edit, shelf);
            hands.act.emit(Action::Train(keeping));
        }
    });
    use_question(!state.train.is_saved());
}
