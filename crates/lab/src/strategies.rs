//! The list of strategies for people, for programs, and for the README; every word of it comes from the engine's list.

use engine::strategy::{Entry, Info, LIST, Param, Range};
use std::fmt::Write as _;

/// What stands before the README's table.
pub const MARKDOWN_BEGIN: &str = "<!-- strategies -->";
/// What stands after it.
pub const MARKDOWN_END: &str = "<!-- /strategies -->";

/// For people: each strategy with its sentence, its source, its parameters.
pub fn for_people() -> String {
    let mut text = String::new();
    for entry in LIST {
        let _ = writeln!(text, "{} ({})", entry.id, entry.source);
        let _ = writeln!(text, "    {}", entry.sentence);
        for need in needs(entry) {
            let _ = writeln!(text, "    needs {need}");
        }
        for param in entry.params {
            let _ = writeln!(text, "    --param {}={}", param.name, param.range.default());
            let _ = writeln!(text, "        {} ({})", param.help, param.range.wanted());
        }
    }
    text
}

/// For programs: the whole list as JSON.
///
/// # Panics
/// Never: what the list holds has a form in JSON.
pub fn as_json() -> String {
    let infos: Vec<Info> = LIST.iter().map(|entry| Info::from(*entry)).collect();
    serde_json::to_string_pretty(&infos).expect("the list holds numbers, words and lists of them")
}

/// The README's table, between its markers.
pub fn as_markdown() -> String {
    let mut text = format!(
        "{MARKDOWN_BEGIN}\n| strategy | what it does | needs | parameters | source |\n| --- | --- | --- | --- | --- |\n"
    );
    for entry in LIST {
        let params: Vec<String> = entry.params.iter().map(markdown_param).collect();
        let cells = [
            format!("`{}`", entry.id),
            entry.sentence.to_owned(),
            needs(entry).join(", "),
            params.join("; "),
            entry.source.to_owned(),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text.push_str(MARKDOWN_END);
    text.push('\n');
    text
}

/// What `--param` may be, strategy by strategy: the end of the help text.
pub fn params_help() -> String {
    let mut text = "Parameters of the strategies (--param NAME=VALUE):\n".to_owned();
    for entry in LIST.iter().filter(|entry| !entry.params.is_empty()) {
        for Param {
            name, help, range, ..
        } in entry.params
        {
            let (id, default, wanted) = (entry.id, range.default(), range.wanted());
            let _ = writeln!(text, "  {id}: {name}={default}\n      {help} ({wanted})");
        }
    }
    text
}

fn needs(entry: &Entry) -> Vec<&'static str> {
    let all = [
        (entry.needs.query, "a query"),
        (entry.needs.trails, "trails"),
        (entry.needs.taxonomy, "a topic taxonomy"),
        (entry.needs.lexicon, "WordNet"),
        (entry.needs.past, "earlier crawls"),
    ];
    all.into_iter()
        .filter(|(needed, _)| *needed)
        .map(|(_, name)| name)
        .collect()
}

fn markdown_param(param: &Param) -> String {
    let values = match param.range {
        Range::Whole { min, max, .. } => format!("{min} to {max}"),
        Range::Real { min, max, .. } => format!("{min} to {max}"),
        Range::Switch { .. } => "true or false".to_owned(),
        Range::Choice(words) => words.join(", "),
    };
    format!("`{}` = {} ({values})", param.name, param.range.default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_and_parameter_of_the_list_appears_in_every_form() {
        let forms = [for_people(), as_json(), as_markdown()];
        for (entry, form) in LIST
            .iter()
            .flat_map(|entry| forms.iter().map(move |form| (entry, form)))
        {
            for word in [entry.id, entry.sentence, entry.source] {
                assert!(form.contains(word), "{word} in {form}");
            }
            for param in entry.params {
                assert!(form.contains(param.name), "{} in {form}", param.name);
            }
        }
    }

    #[test]
    fn the_table_has_one_row_a_strategy_between_its_markers() {
        let table = as_markdown();
        let inner = table.strip_prefix(MARKDOWN_BEGIN).unwrap();
        let inner = inner.trim_end().strip_suffix(MARKDOWN_END).unwrap();
        assert_eq!(
            inner.lines().filter(|line| line.starts_with("| `")).count(),
            LIST.len()
        );
    }

    #[test]
    fn the_help_names_every_parameter_with_default_and_range() {
        let help = params_help();
        for (entry, param) in LIST
            .iter()
            .flat_map(|entry| entry.params.iter().map(move |param| (entry, param)))
        {
            let line = format!("{}: {}={}", entry.id, param.name, param.range.default());
            assert!(help.contains(&line), "{line}");
            assert!(help.contains(&param.range.wanted()), "{}", param.name);
        }
    }
}
