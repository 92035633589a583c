//! The frontier: what waits, best first, with the reasons of its places; how much waits; what another strategy would make of it.
//!
//! The rows stand still while the pointer is over them or the focus is in them. Left out on purpose: choosing what is fetched next, which is
//! the strategy's.

mod places;
mod row;
mod table;
mod what_if;

pub use places::{Move, Places};

use super::catalog::Catalog;
use super::hands::Hands;
use super::hunt::FrontierChart;
use super::live::Live;
use super::ranking::Ranking;
use super::related::Related;
use super::sights::Sights;
use super::state::Part;
use super::steer::Steer;
use table::Table;
use what_if::what_if;
use yew::prelude::*;

/// What the view shows.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// What names the strategies and their parts.
    pub(super) catalog: Part<Catalog>,
    /// The crawl's counts and its changes.
    pub(super) live: Part<Live>,
    /// Its pages.
    pub(super) ranking: Part<Ranking>,
    /// What waits.
    pub(super) sights: Part<Sights>,
    /// What is typed to steer it.
    pub(super) steer: Part<Steer>,
    /// Whether the lexicon is on its way.
    pub(super) related: Part<Related>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The view.
#[component]
pub(super) fn Frontier(props: &Props) -> Html {
    html! {
        <section class="frontier" aria-label="Frontier">
            <FrontierChart ranking={props.ranking.clone()} />
            { what_if(props) }
            <Table ..props.clone() />
        </section>
    }
}
