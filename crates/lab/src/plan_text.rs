//! Parses the texts of plans: JSON if it begins with `{`, otherwise TOML. Errors include their line.

use serde::de::DeserializeOwned;
use std::fmt::Display;

/// Parses a plan of any command.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    if is_json(text) {
        serde_json::from_str(text).map_err(|error| described(&error))
    } else {
        toml::from_str(text).map_err(|error| described(&error))
    }
}

/// Returns whether a plan is JSON. No TOML text begins with a brace.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Returns the language of a plan, as code blocks name it.
pub(crate) fn language(text: &str) -> &'static str {
    if is_json(text) { "json" } else { "toml" }
}

/// Shortens a TOML or JSON error: describes number types in words, and limits the length except for the position.
pub fn described(error: &impl Display) -> String {
    const MOST: usize = 400;
    let text = error.to_string();
    let cut = |line: &str| match line.char_indices().nth(MOST) {
        Some((end, _)) => {
            // The position is at the end of JSON errors: ` at line 1 column 7`.
            let place = line[end..].rsplit_once(" at line ");
            let place = place.filter(|(_, place)| place.len() < 40);
            let place = place.map(|(_, place)| format!(" at line {place}"));
            format!("{}…{}", &line[..end], place.unwrap_or_default())
        }
        None => line.to_owned(),
    };
    let lines: Vec<String> = text.trim_end().lines().map(cut).collect();
    let text = lines.join("\n");
    let whole = "expected a whole number, 0 or more";
    ["expected u32", "expected u64", "expected usize"].into_iter().fold(text, |text, kind| text.replace(kind, whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::compare::Comparison;

    #[test]
    fn a_brace_begins_json_and_everything_else_is_toml() {
        for (text, named) in [("\n {\"pages\": 7}", "json"), ("pages = 7", "toml"), ("# { }\npages = 7", "toml")] {
            let plan: Comparison = parse(text).unwrap();
            assert_eq!((plan.pages, language(text)), (7, named), "{text}");
        }
    }

    #[test]
    fn errors_of_both_languages_have_a_line_and_describe_numbers() {
        for text in ["\npages = -7", "{\n\"pages\": -7}"] {
            let error = parse::<Comparison>(text).unwrap_err();
            assert!(error.contains("line 2"), "{error}");
            assert!(error.contains("expected a whole number"), "{error}");
        }
    }
}
