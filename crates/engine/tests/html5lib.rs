//! Runs the tokenizer tests of html5lib-tests, from the folder that `SALTICID_HTML5LIB` names.
//!
//! Without the variable the test is skipped with a message. The `README.md` of that folder describes the format.

use engine::html::tokenizer::{Doctype, State, Tag, Text, Token, Tokenizer};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Files whose cases are not run, with the reason.
const EXCLUDED_FILES: [(&str, &str); 1] =
    [("xmlViolation.test", "expects the changes that make a tree valid XML, which this tokenizer has no use for")];

#[test]
fn the_tokenizer_passes_the_tests_of_html5lib() {
    let Ok(folder) = std::env::var("SALTICID_HTML5LIB") else {
        println!("skipped: SALTICID_HTML5LIB does not name the folder of the cases");
        return;
    };
    let mut report = Report::default();
    for file in files(Path::new(&folder)) {
        run_file(&file, &mut report);
    }
    println!("{} cases run, {} excluded", report.run, report.excluded.len());
    for reason in &report.excluded {
        println!("excluded: {reason}");
    }
    assert!(report.run > 6_500, "only {} cases were found", report.run);
    let failed = report.failed.len();
    assert_eq!(failed, 0, "failed:\n{}", report.failed.join("\n"));
}

#[derive(Default)]
struct Report {
    run: usize,
    excluded: Vec<String>,
    failed: Vec<String>,
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of the cases");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "test")).collect();
    files.sort();
    files
}

fn run_file(path: &Path, report: &mut Report) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some((file, reason)) = EXCLUDED_FILES.iter().find(|(file, _)| *file == name) {
        report.excluded.push(format!("{file}: {reason}"));
        return;
    }
    let text = std::fs::read_to_string(path).expect("a file of cases");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    for case in file["tests"].as_array().expect("a list of cases") {
        let Some(case) = Case::new(case) else {
            let description = &case["description"];
            report.excluded.push(format!("{name}: {description}: a lone surrogate, which no Rust string can hold"));
            continue;
        };
        for state in &case.states {
            report.run += 1;
            let found = coalesced(&case.tokens(state));
            if found != case.expected {
                let (input, expected) = (&case.input, &case.expected);
                report.failed.push(format!("{name}, {state}: {input:?}: {found:?} instead of {expected:?}"));
            }
        }
    }
}

struct Case {
    input: String,
    states: Vec<String>,
    last_start_tag: Option<String>,
    expected: Vec<Value>,
}

impl Case {
    /// Returns a case; `None` if its texts contain lone surrogates.
    fn new(case: &Value) -> Option<Self> {
        let mut case = case.clone();
        if case["doubleEscaped"] == true {
            case["input"] = unescaped(&case["input"])?;
            case["output"] = unescaped(&case["output"])?;
        }
        let strings = |list: &Value| {
            let list = list.as_array()?.iter();
            Some(list.filter_map(|one| Some(one.as_str()?.to_owned())).collect())
        };
        Some(Self {
            input: case["input"].as_str()?.to_owned(),
            states: strings(&case["initialStates"]).unwrap_or_else(|| vec!["Data state".to_owned()]),
            last_start_tag: case["lastStartTag"].as_str().map(str::to_owned),
            expected: case["output"].as_array()?.clone(),
        })
    }

    fn tokens(&self, state: &str) -> Vec<Value> {
        let before = self.last_start_tag.as_ref();
        let before = before.map_or_else(String::new, |tag| format!("<{tag}>"));
        let input = format!("{before}{}", self.input);
        let mut tokenizer = Tokenizer::new(&input);
        if !before.is_empty() {
            assert!(tokenizer.next().is_some());
        }
        // The tokenizer has no separate state for foreign content.
        tokenizer.set_foreign(state == "CDATA section state");
        tokenizer.switch(named(state));
        let mut tokens = Vec::new();
        while let Some(token) = tokenizer.next() {
            tokens.push(value(&token, &tokenizer));
        }
        tokens
    }
}

fn named(state: &str) -> State {
    match state {
        "Data state" => State::Data,
        "RCDATA state" => State::Rcdata,
        "RAWTEXT state" => State::RawText,
        "Script data state" => State::ScriptData,
        "PLAINTEXT state" => State::PlainText,
        "CDATA section state" => State::CdataSection,
        other => panic!("no state is called {other}"),
    }
}

/// Returns a token in the form of the cases.
fn value(token: &Token<'_>, tokenizer: &Tokenizer<'_>) -> Value {
    match token {
        Token::Text(text) => json!(["Character", text.decoded()]),
        Token::StartTag(tag) => start_tag(*tag, tokenizer),
        Token::EndTag(tag) => json!(["EndTag", name(tag.name)]),
        Token::Comment(data) => json!(["Comment", decoded(*data)]),
        Token::Doctype(doctype) => declaration(doctype),
    }
}

fn decoded(text: Text<'_>) -> String {
    text.decoded().into_owned()
}

fn start_tag(tag: Tag<'_>, tokenizer: &Tokenizer<'_>) -> Value {
    let mut attributes = Map::new();
    for attribute in tokenizer.attributes() {
        let value = decoded(attribute.value()).into();
        let earlier = attributes.insert(name(attribute.name), value);
        assert_eq!(earlier, None, "each attribute occurs once");
    }
    if tag.self_closing {
        json!(["StartTag", name(tag.name), attributes, true])
    } else {
        json!(["StartTag", name(tag.name), attributes])
    }
}

fn declaration(doctype: &Doctype<'_>) -> Value {
    let id = |id: Option<&str>| id.map(plain);
    let name = doctype.name.map(name);
    let is_correct = !doctype.force_quirks;
    json!(["DOCTYPE", name, id(doctype.public_id), id(doctype.system_id), is_correct])
}

/// Returns a name in lower case with NUL replaced, as the standard requires; names of tokens are slices of the input.
fn name(text: &str) -> String {
    plain(text).to_ascii_lowercase()
}

fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace('\0', "\u{fffd}")
}

/// Joins adjacent characters, as the cases expect.
fn coalesced(tokens: &[Value]) -> Vec<Value> {
    let mut joined: Vec<Value> = Vec::new();
    for token in tokens {
        let last = joined.last_mut().filter(|last| last[0] == "Character" && token[0] == "Character");
        match last {
            Some(last) => last[1] = format!("{}{}", text(&last[1]), text(&token[1])).into(),
            None => joined.push(token.clone()),
        }
    }
    joined
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Resolves `\uHHHH` in each text of a value; `None` for a lone surrogate.
fn unescaped(value: &Value) -> Option<Value> {
    Some(match value {
        Value::String(text) => Value::String(unescaped_text(text)?),
        Value::Array(list) => Value::Array(list.iter().map(unescaped).collect::<Option<_>>()?),
        Value::Object(map) => {
            let pairs = map.iter();
            let pairs = pairs.map(|(key, value)| Some((unescaped_text(key)?, unescaped(value)?)));
            Value::Object(pairs.collect::<Option<_>>()?)
        }
        other => other.clone(),
    })
}

fn unescaped_text(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\u") {
        units.extend(before.encode_utf16());
        let (digits, after) = after.split_at_checked(4)?;
        units.push(u16::from_str_radix(digits, 16).ok()?);
        rest = after;
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}
