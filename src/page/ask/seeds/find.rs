//! The panel that finds seeds: whom to ask, what it needs, what it found.

use super::found;
use crate::page::ask::field::Ties;
use crate::page::ask::field::menu;
use crate::page::ask::focus;
use crate::page::catalog::Catalog;
use crate::page::files;
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::seeds::{Act, Finder, Waits};
use crate::page::state::{Action, Part};
use crate::protocol::ToWorker;
use crate::protocol::seeds::{Quest, SeedsOrder};
use engine::seeds::{Info, Need};
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// What the panel is drawn from.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::page::ask) struct Props {
    /// What there is to choose from.
    pub(in crate::page::ask) catalog: Part<Catalog>,
    /// What was typed.
    pub(in crate::page::ask) form: Part<Form>,
    /// The search for seeds.
    pub(in crate::page::ask) finder: Part<Finder>,
    /// The ways to act.
    pub(in crate::page::ask) hands: Hands,
}

/// The panel; nothing while it is closed.
#[component]
pub(in crate::page::ask) fn Find(props: &Props) -> Html {
    let Props {
        catalog,
        form,
        finder,
        hands,
    } = props;
    use_effect_with(finder.by_hand, |by_hand| {
        if *by_hand {
            focus("#provider");
        }
    });
    let fitting = catalog.providers_for(form.source(catalog));
    let Some(chosen) = finder.chosen(&fitting).filter(|_| finder.is_open) else {
        return html! { <div id="find-seeds" hidden=true></div> };
    };
    let options = fitting
        .iter()
        .map(|info| (info.id.as_str(), info.title.as_str()));
    let act = hands.act.clone();
    let onchoose = Callback::from(move |event: InputEvent| {
        let provider = event.target_unchecked_into::<HtmlInputElement>().value();
        act.emit(Action::Seeds(Act::Choose(provider)));
    });
    let ties = Ties {
        described_by: Some("provider-help".to_owned()),
        invalid: None,
    };
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
            <p class="help" id="provider-help">{ &chosen.sentence }</p>
            { found::found(catalog, finder, hands) }
        </section>
    }
}

/// The fields of what a provider needs, and the button that asks it.
fn needed(info: &Info, props: &Props) -> Html {
    let Props { finder, hands, .. } = props;
    let (label, example) = info.field.clone();
    let ask = asking(info, props);
    let onclick = ask.reform(|_: MouseEvent| None);
    if info.needs.contains(&Need::File) {
        let take = ask.reform(Some);
        return files::choice(
            "seeds-file",
            "Choose a file of bookmarks",
            ".html,.htm",
            take,
        );
    }
    let id = info.id.clone();
    let field = if info.needs.contains(&Need::Address) {
        let value = finder.addresses.get(&id).cloned().unwrap_or_default();
        let oninput = typing(hands, move |text| Act::Address(id.clone(), text));
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            // In a form, Enter would start the crawl.
            if event.key() == "Enter" {
                event.prevent_default();
                ask.emit(None);
            }
        });
        html! {
            <div class="field"><label for="provider-address">{ label }</label>
                <input id="provider-address" type="text" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
                    placeholder={example} {value} {oninput} {onkeydown} /></div>
        }
    } else if info.needs.contains(&Need::Text) {
        let oninput = typing(hands, Act::Text);
        html! {
            <div class="field wide"><label for="provider-text">{ label }</label>
                <textarea id="provider-text" rows="4" spellcheck="false" placeholder={example} value={finder.text.clone()} {oninput} /></div>
        }
    } else {
        Html::default()
    };
    html! { <>{ field }<button type="button" {onclick}>{ "Find" }</button></> }
}

fn typing(hands: &Hands, what: impl Fn(String) -> Act + 'static) -> Callback<InputEvent> {
    let act = hands.act.clone();
    Callback::from(move |event: InputEvent| {
        // Text areas are no inputs, but have a value as inputs do.
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        act.emit(Action::Seeds(what(text)));
    })
}

/// Asks a provider, with a file where it needs one.
fn asking(info: &Info, props: &Props) -> Callback<Option<File>> {
    let Props {
        catalog,
        form,
        finder,
        hands,
    } = props.clone();
    let id = info.id.clone();
    Callback::from(move |file: Option<File>| {
        let source = match form.full_source(&catalog) {
            Ok(source) => source,
            Err(sentence) => {
                return hands
                    .act
                    .emit(Action::Seeds(Act::Unasked(id.clone(), sentence)));
            }
        };
        let quest = Box::new(Quest {
            number: finder.number + 1,
            providers: vec![id.clone()],
            query: form.query.trim().to_owned(),
            address: finder.addresses.get(&id).cloned().unwrap_or_default(),
            text: finder.text.clone(),
            source,
        });
        let waits = Waits {
            providers: quest.providers.clone(),
            left: 1,
            for_start: false,
        };
        hands
            .act
            .emit(Action::Seeds(Act::Asked(quest.number, waits)));
        hands.say.emit(ToWorker::Seeds(match file {
            Some(file) => SeedsOrder::FindInFile {
                quest,
                file: file.into(),
            },
            None => SeedsOrder::Find(quest),
        }));
    })
}
