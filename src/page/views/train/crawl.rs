//! Renders the last step: a crawl with one of the models.

use crate::page::state::models::page_of;
use crate::page::state::models::quality::facts;
use crate::page::views::parts::training::crawl_with;
use crate::page::views::prelude::*;

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
                <p class="nothing">{ "No model yet. Train one in step 3, or " }<a href="#/models">{ "import one" }</a>{ "." }</p>
            } else {
                <ul class="step-models">{ for usable.iter().take(LISTED).map(row) }</ul>
                <p><a href="#/models">{ "All models" }</a></p>
            }
        </section>
    }
}
