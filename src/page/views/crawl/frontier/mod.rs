//! Renders the Frontier view: the best queued URLs with their scores, the frontier's size, and a preview of another strategy.
//!
//! The rows do not move while the pointer or the focus is in the table. The strategy, not this view, selects the next URL.

pub mod places;
mod row;
mod table;
mod what_if;

use super::{FrontierChart, Props};
use crate::page::views::prelude::*;
use table::Table;
use what_if::what_if;

/// Renders the view.
pub(crate) fn frontier(props: &Props) -> Html {
    html! {
        <section class="frontier" aria-label="Frontier">
            <FrontierChart ..props.clone() />
            { what_if(props) }
            <Table ..props.clone() />
        </section>
    }
}
