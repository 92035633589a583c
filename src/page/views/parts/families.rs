//! Groups the strategies by family, for every list of strategies.

use crate::page::views::prelude::*;
use types::strategy::Family;

/// Renders a heading for each family and the choices of its strategies; families without any are omitted.
pub(crate) fn by_family(catalog: &Catalog, choice: impl Fn(&StrategyInfo) -> Html) -> Html {
    let group = |family: Family| {
        let own = catalog.strategies.iter();
        let own = own.filter(|info| info.family == family);
        let own: Vec<Html> = own.map(&choice).collect();
        html! {
            if !own.is_empty() {
                <h3 class="family">{ family.title() }</h3>
                <ul class="choices">{ for own }</ul>
            }
        }
    };
    html! { <>{ for Family::ALL.into_iter().map(group) }</> }
}
