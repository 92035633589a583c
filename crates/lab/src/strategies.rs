//! Renders the engine's list of strategies as text, as JSON, and as the tables of `docs/strategies.md`; and the table
//! of settings.

use archive::compare::markdown::table;
use engine::strategy::{Entry, LIST, ParamDeclaration, Preset, Range};
use std::fmt::Write as _;
use types::plan::Plan;
use types::settings::uses::COMPARE;
use types::settings::{Kind, settings};
use types::spec::StrategySpec;
use types::strategy::StrategyInfo;

/// The line before the generated tables in `docs/strategies.md`.
pub const MARKDOWN_BEGIN: &str = "<!-- strategies -->";
/// The line after them.
pub const MARKDOWN_END: &str = "<!-- /strategies -->";

/// Returns the list as text: each strategy with its description, source and parameters.
pub fn for_people() -> String {
    let mut text = String::new();
    for entry in LIST {
        let _ = writeln!(text, "{} ({})", entry.id, entry.source);
        let _ = writeln!(text, "    {}", entry.description);
        for need in needs(entry) {
            let _ = writeln!(text, "    needs {need}");
        }
        for param in entry.params {
            let _ = writeln!(text, "    --param {}={}", param.name, param.range.default());
            let _ = writeln!(text, "        {} ({})", param.help, param.range.wanted());
        }
        for preset in entry.params.presets() {
            let _ = writeln!(text, "    preset {}: {}", preset.title, spec_of(entry, preset));
            let _ = writeln!(text, "        {}", preset.description);
        }
    }
    text
}

/// Returns the list as JSON.
///
/// # Panics
/// Never: the list can always be serialized as JSON.
pub fn as_json() -> String {
    let infos: Vec<StrategyInfo> = LIST.iter().map(|entry| StrategyInfo::from(*entry)).collect();
    serde_json::to_string_pretty(&infos).expect("the list holds numbers, words and lists of them")
}

/// Returns the tables of strategies and of their parameters, between their markers.
pub fn as_markdown() -> String {
    let strategies = LIST.iter().map(|entry| {
        let [description, source] = [entry.description, entry.source].map(escaped);
        let needs = needs(entry).join(", ");
        vec![format!("`{}`", entry.id), description, needs, source]
    });
    let params = shared_params().into_iter().map(|(param, strategies)| {
        vec![
            format!("`{}`", param.name),
            param.range.default().to_string(),
            markdown_values(&param.range),
            escaped(&format!("**{}.** {}", param.title, param.help)),
            strategies.join(", "),
        ]
    });
    let strategies_head = ["strategy", "what it does", "needs", "source"];
    let params_head = ["parameter", "default", "values", "meaning", "strategies"];
    let presets = LIST.iter().flat_map(|entry| {
        let presets = entry.params.presets().iter();
        presets.map(move |preset| {
            let [title, description] = [preset.title, preset.description].map(escaped);
            vec![format!("`{}`", spec_of(entry, preset)), title, description]
        })
    });
    let presets_head = ["strategy with values", "preset", "what it does"];
    format!(
        "{MARKDOWN_BEGIN}\n{}\n## Parameters\n\n{}\n## Presets\n\n{}{MARKDOWN_END}\n",
        table(&strategies_head, strategies),
        table(&params_head, params),
        table(&presets_head, presets),
    )
}

/// Returns the table of the settings of a crawl, for `docs/crawl.md`.
pub fn settings_as_markdown() -> String {
    let rows = settings().map(|setting| {
        let choices = match setting.kind {
            Kind::Choice(choices) => {
                choices.iter().fold(String::new(), |all, [word, _, help]| format!("{all} `{word}`: {help}"))
            }
            _ => String::new(),
        };
        let when = if setting.is_live { " Can change while a crawl runs." } else { "" };
        let compared = if setting.uses & COMPARE == 0 { " Not in comparisons." } else { "" };
        vec![
            setting.title.to_owned(),
            format!("`{}`", setting.name),
            format!("`{}`", setting.key()),
            (setting.get)(&Plan::default()).to_string(),
            setting.wanted(),
            escaped(&format!("{}{choices}{when}{compared}", setting.help)),
        ]
    });
    table(&["setting", "in addresses", "in files, flags and Python", "default", "values", "effect"], rows)
}

/// Returns each distinct parameter with the ids of all strategies that declare it identically, in the order of the
/// list.
fn shared_params() -> Vec<(&'static ParamDeclaration, Vec<String>)> {
    let mut shared: Vec<(&ParamDeclaration, Vec<String>)> = Vec::new();
    for entry in LIST {
        let id = format!("`{}`", entry.id);
        for param in entry.params {
            match shared.iter_mut().find(|(other, _)| *other == param) {
                Some((_, strategies)) => strategies.push(id.clone()),
                None => shared.push((param, vec![id.clone()])),
            }
        }
    }
    shared
}

/// Returns a strategy with the values of a preset, in the notation of plans.
fn spec_of(entry: &Entry, preset: &Preset) -> StrategySpec {
    StrategySpec::new(entry.id, preset.values())
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

fn needs(entry: &Entry) -> Vec<&'static str> {
    let all = [
        (entry.needs.query, "a query"),
        (entry.needs.trails, "trails or good pages"),
        (entry.needs.taxonomy, "a topic taxonomy"),
        (entry.needs.lexicon, "WordNet"),
        (entry.needs.vectors, "word vectors"),
        (entry.needs.past, "earlier crawls"),
    ];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect()
}

fn markdown_values(range: &Range) -> String {
    match range {
        Range::Whole { min, max, .. } => format!("{min} to {max}"),
        Range::Real { min, max, .. } => format!("{min} to {max}"),
        Range::Switch { .. } => "true, false".to_owned(),
        Range::Choice(_) => range.choices(),
        Range::Formula { .. } => "a formula of the features of a link".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_and_parameter_of_the_list_appears_in_every_form() {
        let forms = [for_people(), as_json(), as_markdown()];
        for (entry, form) in LIST.iter().flat_map(|entry| forms.iter().map(move |form| (entry, form))) {
            for word in [entry.id, entry.description, entry.source] {
                assert!(form.contains(word), "{word} in {form}");
            }
            for param in entry.params {
                assert!(form.contains(param.name), "{} in {form}", param.name);
            }
            for preset in entry.params.presets() {
                assert!(form.contains(preset.title), "{} in {form}", preset.title);
            }
        }
    }

    #[test]
    fn the_tables_have_one_row_per_strategy_and_list_all_strategies_of_a_parameter() {
        let text = as_markdown();
        let inner = text.strip_prefix(MARKDOWN_BEGIN).unwrap();
        let inner = inner.trim_end().strip_suffix(MARKDOWN_END).unwrap();
        let (strategies, params) = inner.split_once("## Parameters").unwrap();
        let rows = strategies.lines().filter(|line| line.starts_with("| `"));
        assert_eq!(rows.count(), LIST.len());
        for (entry, param) in LIST.iter().flat_map(|entry| entry.params.iter().map(move |param| (entry, param))) {
            let start = format!("| `{}` | {} |", param.name, param.range.default());
            let id = format!("`{}`", entry.id);
            let named = |line: &str| {
                let strategies = line.trim_end_matches(" |").rsplit(" | ").next();
                line.starts_with(&start) && strategies.is_some_and(|ids| ids.split(", ").any(|other| other == id))
            };
            assert!(params.lines().any(named), "{} of {}", param.name, entry.id);
        }
    }
}
