//! Renders the Train screen: a reader, and the trails that it records.
//!
//! The worker reads pages and stores trails; this screen renders, records and edits.

mod ahead;
mod browsing;
mod crawl;
mod crumbs;
mod folders;
pub(crate) mod import;
pub(crate) mod learn;
mod news;
mod reader;
mod requirements;
mod row;
mod star;
mod steps;
mod trail;
mod trails;
mod uncertain_pages;

use crate::page::state::train::{Train, TrainAction};

use crate::page::dom::files::DropArea;
use crate::page::dom::focus::focus;
use crate::page::dom::sticky::StickyColumn;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::file_content::FileContent;
use crate::page::state::form::Form;
use crate::page::state::library::Library;
use crate::page::state::models::Models;
use crate::page::state::route::Route;
use crate::page::state::{Action, Shared};
use crate::page::views::parts::training::places;
use crate::page::widgets::style_sheet::style_sheet;
use steps::Step;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The query of the address.
    pub(crate) query: String,
    /// The page in the reader, and the trails.
    pub(crate) train: Shared<Train>,
    /// The form of a crawl, which holds the source of pages.
    pub(crate) form: Shared<Form>,
    pub(crate) catalog: Shared<Catalog>,
    /// The recorded web, if there is one.
    pub(crate) library: Shared<Library>,
    /// The models, and the training in progress.
    pub(crate) models: Shared<Models>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the screen.
#[component]
pub(crate) fn TrainPage(props: &Props) -> Html {
    use_focus(&props.train);
    let step = Step::read(&props.query);
    html! {
        <DropArea class="train" take={props.dispatch.on_drop(FileContent::Trails)}>
            <link rel="stylesheet" href={style_sheet("train")} />
            { places(Route::Train, &props.models) }
            <div class="train-head">
                <h1>{ "Train" }</h1>
                <p class="lede">{ "Read pages, follow links and mark what is relevant. Salticid records your path as a trail and learns from it." }</p>
            </div>
            { steps::steps(step, &props.train, &props.models) }
            { panel(step, props) }
        </DropArea>
    }
}

/// Renders a step.
fn panel(step: Step, props: &Props) -> Html {
    let Props { train, form, catalog, models, library, dispatch, .. } = props;
    match step {
        Step::Collect => html! {
            <div class="train-grid">
                { reader::reader(props) }
                <StickyColumn>
                    if catalog.access.is_of_extension() { <browsing::Browsing catalog={catalog.clone()} dispatch={dispatch.clone()} /> }
                    <ahead::AheadOfYou train={train.clone()} dispatch={dispatch.clone()} />
                    <trails::Trails train={train.clone()} dispatch={dispatch.clone()} />
                </StickyColumn>
            </div>
        },
        Step::Check => {
            html! { <>{ news::news(train, dispatch) }{ requirements::requirements(&train.counts) }</> }
        }
        Step::Learn => html! {
            <>{ news::news(train, dispatch) }{ learn::learn(&learn::TrainInput { train, form, catalog, library, models, dispatch }) }</>
        },
        Step::Crawl => crawl::crawl(models, catalog, form),
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
