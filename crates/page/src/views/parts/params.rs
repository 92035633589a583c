//! Renders the description of a strategy, and its parameters as fields, from the engine's catalog.

use crate::dispatch::Edit;
use crate::views::prelude::*;
use crate::widgets::disclosure::Disclosure;
use crate::widgets::field::check_box;
use page_state::form::{param_key, param_text};
use types::strategy::{Control, Family, ParamInfo, PresetInfo};

/// Renders the description of a strategy; its source is folded.
pub(crate) fn about(info: &StrategyInfo) -> Html {
    let source = html! { <>{ format!("Source: {}. ", info.source) }<a href="#/about">{ "All papers" }</a></> };
    html! { <><p>{ &info.description }</p>{ learn_more(source) }</> }
}

/// Describes the context of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldContext {
    /// The prefix of their ids; empty in the form of a new crawl.
    pub(crate) name: &'static str,
    /// The strategy has been trained already: parameters of the training are shown but cannot be changed.
    pub(crate) is_late: bool,
}

/// The number of parameters that are always visible; further ones are folded.
const FEW: usize = 3;

/// Renders one field per parameter; `edit` wraps a change of the form. The folded fields unfold if one of them is
/// invalid.
pub(crate) fn params(form: &Form, info: &StrategyInfo, place: FieldContext, edit: Edit, dispatch: &Dispatch) -> Html {
    let field = |param: &ParamInfo| {
        if place.is_late && !param.is_live {
            training_param(form, info, param)
        } else {
            param_field(form, info, param, place, edit, dispatch)
        }
    };
    let shown = if info.params.len() > FEW + 1 { FEW } else { info.params.len() };
    let (shown, folded) = info.params.split_at(shown);
    let is_wrong = |param: &ParamInfo| form.problem(&format!("params.{}", param.name)).is_some();
    html! {
        <>
            if !place.is_late { { presets(info, edit, dispatch) } }
            { for shown.iter().map(field) }
            if !folded.is_empty() {
                <Disclosure key={info.id.clone()} class="more-params" head={format!("{} more parameters", folded.len())}
                    wants_open={folded.iter().any(is_wrong)}>
                    { for folded.iter().map(field) }
                </Disclosure>
            }
        </>
    }
}

/// Renders a button for each preset, and one for the defaults; nothing if the strategy has no presets.
fn presets(info: &StrategyInfo, edit: Edit, dispatch: &Dispatch) -> Html {
    if info.presets.is_empty() {
        return Html::default();
    }
    let defaults = PresetInfo {
        title: "Defaults".to_owned(),
        description: format!("The settings of the source: {}.", info.source),
        params: BTreeMap::new(),
    };
    let row = |preset: &PresetInfo| {
        let (info, params, dispatch) = (info.clone(), preset.params.clone(), dispatch.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            for param in &info.params {
                let (key, value) = (param_key(&info.id, &param.name), params.get(&param.name));
                let text = param_text(value.unwrap_or(&param.default));
                let put = move |form: &mut Form| {
                    form.strategy.params.insert(key, text);
                };
                dispatch.dispatch(edit(format!("params.{}", param.name).into(), Box::new(put)));
            }
        });
        html! {
            <p>
                <button type="button" class="quiet" aria-label={format!("Preset: {}", preset.title)} {onclick}>
                    { &preset.title }
                </button>
                { " " }<span class="fine">{ &preset.description }</span>
            </p>
        }
    };
    html! {
        <div class="param-presets" role="group" aria-label="Presets">
            { row(&defaults) }
            { for info.presets.iter().map(row) }
        </div>
    }
}

/// Renders a parameter that only applies during training.
fn training_param(form: &Form, info: &StrategyInfo, param: &ParamInfo) -> Html {
    html! {
        <div class="field learned-param">
            <p><b>{ &param.title }</b>{ ": " }{ param.text_title(&form.param(&info.id, param)) }</p>
            <p class="help">{ "Only applies during training. Start a new crawl to change it." }</p>
        </div>
    }
}

fn param_field(
    form: &Form,
    info: &StrategyInfo,
    param: &ParamInfo,
    place: FieldContext,
    edit: Edit,
    dispatch: &Dispatch,
) -> Html {
    let field = format!("params.{}", param.name);
    let before = if place.name.is_empty() { "" } else { "-" };
    let id = format!("{}{before}param-{}", place.name, param.name);
    let value = form.param(&info.id, param);
    let problem = form.problem(&field);
    let key = param_key(&info.id, &param.name);
    let oninput = dispatch.typing_into(edit, field, move |form, text| {
        form.strategy.params.insert(key.clone(), text);
    });
    control(&id, param, value, problem, oninput)
}

/// Renders the field of a parameter or setting.
pub(crate) fn control(
    id: &str,
    info: &ParamInfo,
    value: String,
    problem: Option<String>,
    oninput: Callback<InputEvent>,
) -> Html {
    let labeled = Field { id, label: &info.title, help: &info.help, problem };
    match &info.control {
        Control::Number { min, max, whole } => labeled.number((*min, *max), *whole, value, oninput),
        Control::Switch => html! {
            <>
                { check_box(id, &info.title, &info.help, value == "true", oninput) }
                { problem_line(id, labeled.problem.as_ref()) }
            </>
        },
        Control::Formula => labeled.text(value, oninput),
        Control::Choice(choices) => {
            let words = choices.iter().map(|choice| (choice.word.as_str(), choice.title.as_str()));
            labeled.draw(|ties| menu(id, ties, words, &value, oninput))
        }
    }
}

/// Renders a heading for each family and the choices of its strategies; families without any are omitted.
pub(crate) fn by_family(catalog: &Catalog, choice: impl Fn(&StrategyInfo) -> Html) -> Html {
    let group = |family: Family| {
        let members = catalog.strategies.iter().filter(|info| info.family == family);
        let members: Vec<Html> = members.map(&choice).collect();
        html! {
            if !members.is_empty() {
                <h3 class="family">{ family.title() }</h3>
                <ul class="choices">{ for members }</ul>
            }
        }
    };
    html! { <>{ for Family::ALL.into_iter().map(group) }</> }
}
