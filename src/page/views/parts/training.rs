//! Renders links and texts that the training screens share.

use crate::page::state::crawl_address::CrawlAddress;
use crate::page::views::prelude::*;

/// Renders the navigation between the two training screens.
pub(crate) fn places(place: Route, models: &Models) -> Html {
    let link = |to: Route, href: &'static str, name: &'static str, count: Option<usize>| {
        let current = (place == to).then_some("page");
        html! { <a class="place" {href} aria-current={current}>{ name }{ for count.map(count_badge) }</a> }
    };
    html! {
        <nav class="places" aria-label="Training">
            { link(Route::Train, "#/train", "Trails", None) }
            { link(Route::Models, "#/models", "Models", models.kept().map(<[_]>::len)) }
        </nav>
    }
}

/// Renders the link to a crawl with a model; `name` distinguishes it from others on the same page.
pub(crate) fn crawl_with(card: &ModelCard, form: &Form, name: &str) -> Html {
    let address = CrawlAddress {
        strategy: Some(card.strategy.id.clone()),
        // Without a source in the address, the form takes the source of the model.
        source: form.source.kind.filter(|_| card.source.is_none()),
        rest: [("model".to_owned(), card.id.clone())].into(),
        ..CrawlAddress::default()
    };
    let text = "Crawl with this model";
    let label = (!name.is_empty()).then(|| format!("{text}: {name}"));
    html! { <a class="button main" href={format!("#/crawl?{}", address.write())} aria-label={label}>{ text }</a> }
}

/// Returns the source for trails that have none. If every trail has one, a problem of the form is ignored.
pub(crate) fn fallback(source: Result<Source, String>, own: &[Option<Source>]) -> Result<Source, String> {
    if own.iter().all(Option::is_some) {
        return Ok(source.unwrap_or_default());
    }
    source
}

/// Renders the field for the query that a strategy needs besides the trails.
pub(crate) fn query(form: &Form, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing_into(Action::edit_model, "query", |form, text| {
        form.query.text = text;
    });
    Field { id: "learn-query", label: "Query", help: "", problem: form.problem("query") }.draw(|ties| {
        html! {
            <input id="learn-query" type="text" autocomplete="off" value={form.query.text.clone()} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
        }
    })
}
