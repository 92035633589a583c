//! Renders the strategies of a comparison: the list to choose from, with the reasons why some cannot run, and the
//! selected ones.
//!
//! A strategy can be selected several times with different parameters. The selected ones are in the order of the legend
//! and have its lines.

use super::curves::{classes, sample};
use crate::views::parts::params::by_family;
use crate::views::parts::params::{FieldContext, params};
use crate::views::prelude::*;
use page_state::compare::draft::Draft;
use page_state::compare::strategy_draft::StrategyDraft;
use page_state::compare::topic_data::TopicData;
use types::strategy::Family;

/// Renders the list of strategies and the selected ones.
pub(crate) fn strategies(draft: &Draft, catalog: &Catalog, data: TopicData, dispatch: &Dispatch) -> Html {
    let problem = draft.problem("strategies");
    let choice = |info: &StrategyInfo| choice(info, draft, data, dispatch);
    let drafts = draft.strategies.selected.iter().enumerate();
    let selected = drafts.filter_map(|(at, pick)| {
        let info = catalog.strategy(&pick.form.strategy_id())?;
        Some(contender(at, pick, info, draft, dispatch))
    });
    html! {
        <fieldset class="contenders" data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1"
            aria-describedby={problem.as_ref().map(|_| "strategies-problem")}>
            <legend><h2>{ "Strategies" }{ count_badge(draft.strategies.selected.len()) }</h2></legend>
            { problem_line("strategies", problem.as_ref()) }
            { presets(catalog, data, dispatch) }
            { by_family(catalog, choice) }
            if catalog.strategies.iter().any(|info| data.missing_for_strategy(&info.needs).is_some()) {
                <p class="help">
                    { "Trained strategies need trails or examples: the demo topics and topics files have them." }
                </p>
            }
            if !draft.strategies.selected.is_empty() {
                <ol class="chosen" aria-label="Selected strategies">{ for selected }</ol>
            }
        </fieldset>
    }
}

/// Renders the presets: the families and the papers.
fn presets(catalog: &Catalog, data: TopicData, dispatch: &Dispatch) -> Html {
    let mut papers: Vec<&str> = Vec::new();
    for paper in catalog.strategies.iter().flat_map(StrategyInfo::papers) {
        if !papers.contains(&paper) {
            papers.push(paper);
        }
    }
    let all = catalog.strategies.iter();
    let (can_run, lacking): (Vec<&StrategyInfo>, Vec<&StrategyInfo>) =
        all.partition(|info| data.missing_for_strategy(&info.needs).is_none());
    let preset = |name: &str, is_of_it: &dyn Fn(&StrategyInfo) -> bool| {
        let infos = preset(&can_run, is_of_it);
        if infos.is_empty() {
            return Html::default();
        }
        let notice = match lacking.iter().filter(|info| is_of_it(info)).count() {
            0 => format!("Selected the preset “{name}”."),
            rest => format!(
                "Selected the preset “{name}”. {rest} of its strategies need trails or examples and are left out."
            ),
        };
        let onclick = dispatch.pressing(Action::replace_compared(notice), "strategies", move |draft| {
            draft.select(infos.iter());
        });
        html! {
            <button type="button" class="quiet" aria-label={format!("Select preset: {name}")} {onclick}>
                { name }
            </button>
        }
    };
    html! {
        <div class="presets" role="group" aria-label="Presets">
            <p>
                <span class="fine">{ "Presets:" }</span>
                { for Family::ALL.iter().map(|family| preset(family.title(), &|info| info.family == *family)) }
            </p>
            <p>
                <span class="fine">{ "By paper:" }</span>
                { for papers.iter().map(|paper| preset(paper, &|info| info.papers().any(|of| of == *paper))) }
            </p>
        </div>
    }
}

/// Returns the strategies of a preset, with the first baseline for comparison. Empty if none of them can run.
fn preset(can_run: &[&StrategyInfo], is_of_it: &dyn Fn(&StrategyInfo) -> bool) -> Vec<StrategyInfo> {
    if !can_run.iter().any(|info| is_of_it(info)) {
        return Vec::new();
    }
    let mut baselines = can_run.iter().filter(|of| of.family == Family::Baselines);
    let yardstick = baselines.next().map(|info| info.id.as_str());
    let chosen = can_run.iter().filter(|info| is_of_it(info) || Some(info.id.as_str()) == yardstick);
    chosen.map(|info| (*info).clone()).collect()
}

/// Moves the focus to the settings of an added strategy, and to the list after a removal, because the pressed button
/// has disappeared.
#[hook]
pub(crate) fn use_focus_after_change(draft: &Draft) {
    let (before, open) = (use_mut_ref(|| 0), draft.strategies.open.is_some());
    use_effect_with(draft.strategies.selected.len(), move |count| {
        let before = before.replace(*count);
        if open && *count == before + 1 {
            focus(".variant-settings :is(input, select)");
        } else if *count + 1 == before && (is_focus_lost() || is_focus_in(".contender-ways")) {
            focus(".contenders");
        }
    });
}

/// Renders a strategy that can be selected.
fn choice(info: &StrategyInfo, draft: &Draft, data: TopicData, dispatch: &Dispatch) -> Html {
    let id = format!("contender-{}", info.id);
    let checked = draft.strategies.entries_of(&info.id).next().is_some();
    let lacks = data.missing_for_strategy(&info.needs);
    let (id_of_choice, begins_late) = (info.id.clone(), info.needs.past);
    let oninput = dispatch.typing_into(Action::edit_comparison, "strategies", move |draft, on| {
        draft.strategies.open = None;
        if on == "true" {
            draft.strategies.selected.push(StrategyDraft::parse(&id_of_choice));
            if begins_late {
                draft.need_past();
            }
        } else {
            let is_of_it = |pick: &StrategyDraft| pick.form.strategy.id.as_deref() == Some(&id_of_choice);
            draft.strategies.selected.retain(|pick| !is_of_it(pick));
        }
    });
    let help = lacks.map(|_| format!("{id}-lacks"));
    html! {
        <li key={info.id.clone()} class="choice">
            <label class="check" title={info.description.clone()}>
                <input id={id} type="checkbox" {checked} {oninput} disabled={lacks.is_some() && !checked}
                    aria-describedby={help.clone()} />
                <span>{ &info.title }</span>
            </label>
            if let Some(lacks) = lacks {
                <p class={if checked { "problem" } else { "fine" }} id={help}>
                    { lacks }if checked { { ", which a topic lacks" } }
                </p>
            }
        </li>
    }
}

/// Renders a selected strategy with its line of the legend.
fn contender(at: usize, pick: &StrategyDraft, info: &StrategyInfo, draft: &Draft, dispatch: &Dispatch) -> Html {
    let open = draft.strategies.open == Some(at);
    let of = draft.strategies.entries_of(&info.id).count();
    let set = pick.changed_settings(&info.params);
    let says = if set.is_empty() { "default settings" } else { &set };
    let name = format!("{}, {says}", info.title);
    let fold = dispatch.pressing(Action::edit_comparison, "open", move |draft| {
        draft.strategies.open = (draft.strategies.open != Some(at)).then_some(at);
    });
    let id = info.id.clone();
    let more = dispatch.pressing(Action::edit_comparison, "strategies", move |draft| {
        draft.strategies.selected.insert(at + 1, StrategyDraft::parse(&id));
        draft.strategies.open = Some(at + 1);
    });
    let notice = format!("Removed {}.", info.title);
    let drop = dispatch.pressing(Action::replace_compared(notice), "strategies", move |draft| {
        draft.strategies.remove(at);
    });
    html! {
        <li class="contender">
            <p class="contender-name">
                { sample(&classes(at)) }
                <b>{ &info.title }</b>
                if !set.is_empty() || of > 1 { <span class="set">{ says }</span> }
            </p>
            <p class="fine">{ &info.description }</p>
            <p class="contender-ways">
                if !info.params.is_empty() {
                    <button type="button" class="quiet" onclick={fold} aria-expanded={open.to_string()}
                        aria-label={format!("Settings: {name}")}>
                        { "Settings" }
                    </button>
                    <button type="button" class="quiet" onclick={more}
                        aria-label={format!("Duplicate: {}", info.title)}>
                        { "Duplicate" }
                    </button>
                }
                <button type="button" class="quiet" onclick={drop} aria-label={format!("Remove: {name}")}>
                    { "Remove" }
                </button>
            </p>
            if open {
                <div class="variant-settings" role="group" aria-label={format!("Settings of {}", info.title)}>
                    { params(&pick.form, info, FieldContext { name: "compare", is_late: false },
                        Action::edit_compared, dispatch) }
                </div>
            }
        </li>
    }
}
