//! Renders the panel that finds seeds: the providers and their inputs, and the pages found, as a list with check boxes.

use crate::views::prelude::*;
use page_state::seeds::{SeedFinder, SeedsAction};
use types::seeds::{Need, ProviderInfo, Seed};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) form: Shared<Form>,
    /// The search for seeds.
    pub(crate) search: Shared<SeedFinder>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the panel; nothing while it is closed.
#[component]
pub(crate) fn Find(props: &Props) -> Html {
    let Props { catalog, form, search, dispatch } = props;
    use_effect_with(search.by_hand, |by_hand| {
        if *by_hand {
            focus("#provider");
        }
    });
    let fitting = catalog.providers_for(form.source(catalog));
    let Some(chosen) = search.chosen(&fitting).filter(|_| search.is_open) else {
        return html! { <div id="find-seeds" hidden=true></div> };
    };
    let options = fitting.iter().map(|info| (info.id.as_str(), info.title.as_str()));
    let onchoose = dispatch.on_text(|provider| Action::Seeds(SeedsAction::Choose(provider)));
    let ties = AriaLinks { described_by: Some("provider-help".to_owned()), invalid: None };
    html! {
        <section class="find-seeds" id="find-seeds" aria-labelledby="find-title">
            <h2 id="find-title">{ "Find seeds" }</h2>
            <div class="find-ask">
                <div class="field">
                    <label for="provider">{ "Where to look" }</label>
                    { menu("provider", ties, options, &chosen.id, onchoose) }
                </div>
                { needed(chosen, props) }
            </div>
            <p class="help" id="provider-help">{ &chosen.description }</p>
            { found(catalog, search, dispatch) }
        </section>
    }
}

/// Renders the fields of a provider's inputs, and its search button.
fn needed(info: &ProviderInfo, props: &Props) -> Html {
    let Props { catalog, search, dispatch, .. } = props;
    let (label, example) = info.field.clone();
    let ask = asking(info, dispatch);
    let onclick = ask.reform(|_: MouseEvent| None);
    if info.needs.contains(&Need::File) {
        let take = ask.reform(Some);
        return files::choice(
            "seeds-file",
            "Choose a bookmark file",
            ".html,.htm,.json,.jsonlz4,.csv,.opml,.xml,.plist",
            take,
        );
    }
    let id = info.id.clone();
    let field = if info.needs.contains(&Need::Address) {
        let value = catalog.addresses.get(&id).cloned().unwrap_or_default();
        let oninput = dispatch.on_text(move |text| Action::Seeds(SeedsAction::Address(id.clone(), text)));
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            // Otherwise Enter would submit the form and start the crawl.
            if event.key() == "Enter" {
                event.prevent_default();
                ask.emit(None);
            }
        });
        html! {
            <div class="field">
                <label for="provider-address">{ label }</label>
                <input id="provider-address" type="text" inputmode="url" autocomplete="off" autocapitalize="none"
                    spellcheck="false" placeholder={example} {value} {oninput} {onkeydown} />
            </div>
        }
    } else if info.needs.contains(&Need::Text) {
        let oninput = dispatch.on_text(|text| Action::Seeds(SeedsAction::Text(text)));
        html! {
            <div class="field wide">
                <label for="provider-text">{ label }</label>
                <textarea id="provider-text" rows="4" spellcheck="false" placeholder={example}
                    value={search.text.clone()} {oninput} />
            </div>
        }
    } else {
        Html::default()
    };
    html! { <>{ field }<button type="button" {onclick}>{ "Find" }</button></> }
}

/// Returns a callback that starts the search of a provider, with a file if it needs one.
fn asking(info: &ProviderInfo, dispatch: &Dispatch) -> Callback<Option<File>> {
    let id = info.id.clone();
    dispatch
        .actions
        .reform(move |file: Option<File>| Action::Seeds(SeedsAction::Find(id.clone(), file.map(Into::into))))
}

/// Renders the results and the pending providers.
fn found(catalog: &Catalog, search: &SeedFinder, dispatch: &Dispatch) -> Html {
    let seeds = &search.found;
    let stop = dispatch.on(|| vec![Action::Seeds(SeedsAction::Stop)]);
    html! {
        <>
            <p class="find-state" role="status">{ standing(catalog, search, seeds.len()) }</p>
            if search.waits.is_some() {
                <button type="button" class="quiet" onclick={stop}>{ "Stop search" }</button>
            }
            { for search.answers.iter().filter_map(|answer| answer.found.as_ref().err()).map(|error| html! {
                <p class="problem" role="alert">{ error }</p>
            }) }
            if !seeds.is_empty() {
                <fieldset class="found">
                    <legend class="unseen">{ "Pages found" }</legend>
                    <ul>
                        { for seeds.iter().map(|found| {
                            one(&catalog.provider_titles(&found.providers), &found.seed, search, dispatch)
                        }) }
                    </ul>
                </fieldset>
                { warnings(search) }
                { submit_button(search, dispatch) }
            }
        </>
    }
}

/// Returns the status in a sentence.
fn standing(catalog: &Catalog, search: &SeedFinder, count: usize) -> String {
    match &search.waits {
        Some(waits) => {
            let titles = waits.providers.iter();
            let titles: Vec<String> = titles.map(|id| catalog.provider_title(id)).collect();
            format!("Searching: {}…", titles.join(", "))
        }
        None if count > 0 => format!("{} found.", counted(count, "page")),
        None => search.notice.clone(),
    }
}

/// Renders a page that was found.
fn one(provider: &str, seed: &Seed, search: &SeedFinder, dispatch: &Dispatch) -> Html {
    let url = seed.url.to_string();
    let checked = search.checked.contains(&url);
    let of = url.clone();
    let oninput = dispatch.on_check(move |on| Action::Seeds(SeedsAction::Check(of.clone(), on)));
    let title = title_or(&seed.title, &url);
    let place = match seed.place.as_str() {
        "" => provider.to_owned(),
        place => format!("{provider}: {place}"),
    };
    html! {
        <li key={url.clone()}>
            <label class="check">
                <input type="checkbox" {checked} {oninput} />
                <span><b>{ title }</b><span class="from">{ place }</span></span>
            </label>
            <p class="url">{ address(seed) }</p>
            if !seed.snippet.is_empty() { <p class="snippet">{ &seed.snippet }</p> }
        </li>
    }
}

fn address(seed: &Seed) -> Html {
    match SafeHref::of(&seed.url) {
        Some(href) => outer_link(&href, seed.url.as_str(), true),
        None => html! { { seed.url.as_str() } },
    }
}

/// Renders the warnings about skipped content.
fn warnings(search: &SeedFinder) -> Html {
    let answers = search.answers.iter();
    let left_out = answers.filter_map(|answer| answer.found.as_ref().ok());
    let all: Vec<&String> = left_out.flatten().collect();
    if all.is_empty() {
        return Html::default();
    }
    html! { <ul class="left-out fine">{ for all.iter().map(|sentence| html! { <li>{ sentence }</li> }) }</ul> }
}

fn submit_button(search: &SeedFinder, dispatch: &Dispatch) -> Html {
    let count = search.checked_seeds().len();
    let text = match count {
        0 => "Select pages to use".to_owned(),
        count => format!("Use {}", counted(count, "page")),
    };
    let actions = dispatch.actions.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        actions.emit(Action::Seeds(SeedsAction::Use));
        // The button disappears; its effect is visible in the field.
        focus("#seeds");
    });
    html! { <p><button type="button" class="main" disabled={count == 0} {onclick}>{ text }</button></p> }
}
