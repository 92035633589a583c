//! Renders the choice of a strategy (the automatic one, spiders, or any of the engine's list) and of its model. No
//! strategy is hard-coded here.

use super::related::jump_button;
use crate::views::parts::params::about;
use crate::views::parts::params::by_family;
use crate::views::prelude::*;
use crate::widgets::disclosure::Disclosure;
use page_state::models::page_of;
use page_state::models::quality::facts;
use page_state::preferences::Preference;
use types::spec::SPIDERS_STRATEGY;

/// The three cards of the choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Card {
    /// The strategy for those who choose none.
    Automatic,
    /// A population of spiders.
    Spiders,
    /// Any strategy of the list.
    Choose,
}

impl Card {
    /// All choices: the card, its title, its text, its value in the form.
    const ALL: [(Self, &'static str, &'static str, &'static str); 3] = [
        (Self::Automatic, "Automatic", "A good choice for most topics. Needs only a query.", "automatic"),
        (Self::Spiders, "Spiders", "A population that breeds where it finds relevant pages.", "spiders"),
        (Self::Choose, "Choose…", "From keyword matching to models trained on your own pages.", "choose"),
    ];

    /// Returns the card of a strategy.
    fn of(strategy: &str, form: &Form) -> Self {
        match strategy {
            id if id == form.scope.automatic_strategy() => Self::Automatic,
            SPIDERS_STRATEGY => Self::Spiders,
            _ => Self::Choose,
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) form: Shared<Form>,
    /// The saved models.
    pub(crate) models: Shared<Models>,
    /// The id of the strategy that was chosen last from the list.
    pub(crate) listed: Option<String>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the cards, the list on request, and the chosen strategy.
#[component]
pub(crate) fn StrategyChoice(props: &Props) -> Html {
    let Props { catalog, form, models, dispatch, .. } = props;
    let chosen = form.strategy_id();
    let known = catalog.strategy(&chosen);
    let choosing = form.strategy.is_list_open;
    let current = if choosing { Card::Choose } else { Card::of(&chosen, form) };
    let problem = form.problem("strategy");
    let card = |(card, title, text, value): (Card, &'static str, &'static str, &'static str)| {
        let is_chosen = card == current;
        let oninput = choose_card(card, props);
        let named = known.filter(|_| is_chosen && card == Card::Choose && !choosing);
        let invalid = (is_chosen && problem.is_some()).then_some("true");
        html! {
            <label class="choice-card">
                <input type="radio" name="strategy" {value} checked={is_chosen} {oninput}
                    aria-invalid={invalid} aria-describedby={invalid.map(|_| "strategy-problem")} />
                <span>
                    <b>{ title }</b>
                    <span class="help">{ named.map_or(text, |info| info.title.as_str()).to_owned() }</span>
                </span>
            </label>
        }
    };
    html! {
        <fieldset class="ask-part strategy">
            <legend><h2>{ "Strategy" }</h2></legend>
            <div class="choice-cards">{ for Card::ALL.into_iter().map(card) }</div>
            { problem_line("strategy", problem.as_ref()) }
            <div id="strategy-help" class="chosen-strategy">
                if current == Card::Automatic {
                    <Disclosure class="learn-more" wants_open=false head={"About this strategy"}>
                        { described(&chosen, known) }
                    </Disclosure>
                } else {
                    { described(&chosen, known) }
                }
                if form.related_to(catalog).is_some() { { jump_button(form) } }
            </div>
            if let Some(info) = known.filter(|info| info.needs.trails) { { model(form, info, models, dispatch) } }
            if current == Card::Choose { { list(&chosen, choosing, props) } }
        </fieldset>
    }
}

/// Renders the chosen strategy. An id that is not in the list is shown as it is.
fn described(chosen: &str, known: Option<&StrategyInfo>) -> Html {
    match known {
        Some(info) => html! { <><h3>{ &info.title }</h3>{ about(info) }</> },
        None => html! { <h3>{ chosen.to_owned() }</h3> },
    }
}

/// Chooses a card; “Choose…” restores the last strategy that was chosen from the list.
fn choose_card(card: Card, props: &Props) -> Callback<InputEvent> {
    let last = props.listed.clone().filter(|id| props.catalog.strategy(id).is_some());
    let chosen = match card {
        Card::Automatic => Some(None),
        Card::Spiders => Some(Some(SPIDERS_STRATEGY.to_owned())),
        Card::Choose => last.map(Some),
    };
    props.dispatch.typing("strategy", move |form, _| {
        form.strategy.is_list_open = card == Card::Choose;
        if let Some(chosen) = chosen.clone() {
            form.strategy.id = chosen;
        }
    })
}

/// Renders the list of all strategies.
fn list(chosen: &str, open: bool, props: &Props) -> Html {
    let choice = |info: &StrategyInfo| {
        let id = info.id.clone();
        let choose = props.dispatch.typing("strategy", |form, id| form.strategy.id = Some(id));
        let remember = props.dispatch.on_text(|id| Action::Prefer(Preference::Strategy(id)));
        let oninput = Callback::from(move |event: InputEvent| {
            remember.emit(event.clone());
            choose.emit(event);
        });
        html! {
            <li key={id.clone()}>
                <label class="option">
                    <input type="radio" name="listed-strategy" value={id.clone()} checked={id == chosen} {oninput} />
                    <span><b>{ &info.title }</b><span class="help">{ &info.description }</span></span>
                </label>
            </li>
        }
    };
    html! {
        <Disclosure class="strategy-list" wants_open={open} head={"All strategies"}>
            { by_family(&props.catalog, choice) }
        </Disclosure>
    }
}

/// Renders the field.
fn model(form: &Form, info: &StrategyInfo, models: &Models, dispatch: &Dispatch) -> Html {
    let problem = form.problem("model");
    let listed: Vec<_> = models.usable(&info.id).collect();
    html! {
        <div class="field model-field">
            if listed.is_empty() {
                <p tabindex="-1" data-wrong={problem.is_some().then_some("model")}>
                    { no_model(models) }
                    <a href="#/train">{ "Train one on trails" }</a>
                    { ", or " }
                    <a href="#/models">{ "import one" }</a>
                    { "." }
                </p>
                { problem_line("model", problem.as_ref()) }
            } else {
                { model_menu(form, &listed, problem.as_ref(), dispatch) }
            }
        </div>
    }
}

fn no_model(models: &Models) -> String {
    match &models.cards {
        None => "Loading models… ".to_owned(),
        Some(Err(sentence)) => format!("Could not load the models: {}. ", shown(sentence)),
        Some(Ok(_)) => "This strategy needs a trained model, and this browser has none for it yet. ".to_owned(),
    }
}

fn model_menu(form: &Form, listed: &[&ModelCard], problem: Option<&String>, dispatch: &Dispatch) -> Html {
    let ties = AriaLinks::of("model", true, problem);
    let oninput = dispatch.typing("model", |form, id| {
        form.model.id = Some(id).filter(|id| !id.is_empty());
        form.model.trails = None;
    });
    let chosen = form.model.id.as_deref().unwrap_or_default();
    let chosen = listed.iter().find(|card| card.id == chosen).copied();
    let named: Vec<(&str, String)> = listed.iter().map(|card| (card.id.as_str(), shown(&card.name))).collect();
    let nobody = chosen.is_none().then_some(("", "Choose a model…"));
    let options = nobody.into_iter().chain(named.iter().map(|(id, name)| (*id, name.as_str())));
    html! {
        <>
            <label for="model">{ "Model" }</label>
            { menu("model", ties, options, chosen.map_or("", |card| card.id.as_str()), oninput) }
            { problem_line("model", problem) }
            <p class="help" id="model-help">
                if let Some(card) = chosen {
                    { facts(card) }{ ". " }<a href={page_of(&card.id)}>{ "View model" }</a>
                } else {
                    { "A model trained on trails: what relevant pages look like and which links lead to them." }
                }
            </p>
        </>
    }
}
