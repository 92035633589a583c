//! Renders the Frontier view: the best queued URLs with their scores, the frontier's size, and a preview of another strategy.
//!
//! The rows do not move while the pointer or the focus is in the table. The strategy, not this view, selects the next URL.

pub mod places;
mod row;
mod table;
mod what_if;

use super::FrontierChart;
use crate::page::state::crawl::watched::Watched;
use crate::page::views::prelude::*;
use table::Table;
use what_if::what_if;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The catalog, which names strategies and the parts of scores.
    pub(crate) catalog: Shared<Catalog>,
    /// The crawl's counts and its changes.
    pub(crate) live: Shared<Live>,
    /// Its pages.
    pub(crate) ranking: Shared<Ranking>,
    /// The frontier.
    pub(crate) watched: Shared<Watched>,
    /// The steering panel.
    pub(crate) steer: Shared<Steer>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the view.
#[component]
pub(crate) fn Frontier(props: &Props) -> Html {
    html! {
        <section class="frontier" aria-label="Frontier">
            <FrontierChart ranking={props.ranking.clone()} />
            { what_if(props) }
            <Table ..props.clone() />
        </section>
    }
}
