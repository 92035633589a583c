//! `docs/promises.md` says which test holds each promise: every row names one at least, and every test that is named
//! exists. Left out: whether the test says what the row says, which takes a reader.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the rows of all tables: promise, and the tests that are named for it as `path::name`.
fn rows(text: &str) -> Vec<(String, Vec<String>)> {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix('|')?.strip_suffix('|'))
        .filter(|row| !row.contains("---") && !row.trim_start().starts_with("promise |"))
        .map(|row| {
            let (promise, tests) = row.rsplit_once(" | ").unwrap_or((row, ""));
            let named = tests.split('`').skip(1).step_by(2).map(str::to_owned);
            (promise.trim().to_owned(), named.collect())
        })
        .collect()
}

/// Returns why the test is not there; nothing if it is. In Rust it is a function under an attribute such as
/// `#[tokio::test]`.
fn missing(root: &Path, test: &str) -> Option<String> {
    let Some((path, name)) = test.split_once("::") else {
        return Some(format!("`{test}` is not PATH::NAME"));
    };
    let Ok(file) = fs::read_to_string(root.join(path)) else {
        return Some(format!("`{test}`: there is no file {path}"));
    };
    let is_rust = Path::new(path).extension().is_some_and(|ext| ext == "rs");
    let begins = format!("fn {name}(");
    let stands = |line: &str| line.trim().trim_start_matches("async ").starts_with(&begins);
    // In JavaScript a test is named by a string.
    let there = if is_rust {
        let lines: Vec<&str> = file.lines().map(str::trim).collect();
        lines.iter().enumerate().any(|(at, line)| {
            let mut attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
            stands(line) && attributes.any(|line| line.contains("test"))
        })
    } else if Path::new(path).extension().is_some_and(|extension| extension == "py") {
        name.starts_with("test_") && file.contains(&format!("def {name}("))
    } else {
        ['"', '\'', '`'].iter().any(|quote| file.contains(&format!("{quote}{name}{quote}")))
    };
    (!there).then(|| format!("`{test}`: the file has no such test"))
}

#[test]
fn every_promise_names_tests_that_exist() {
    let root = root();
    let text = fs::read_to_string(root.join("docs/promises.md")).expect("the map is there");
    let rows = rows(&text);
    assert!(rows.len() > 20, "the tables were read");
    let mut wrong = Vec::new();
    for (promise, tests) in rows {
        if tests.is_empty() {
            wrong.push(format!("no test for: {promise}"));
        }
        wrong.extend(tests.iter().filter_map(|test| missing(&root, test)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_row_without_a_test_and_a_test_that_is_not_there_are_found() {
    let text = "| promise | tests |\n| --- | --- |\n| a | `x.rs::y`, `z.rs::w` |\n| b |  |\n";
    let tests = vec!["x.rs::y".to_owned(), "z.rs::w".to_owned()];
    assert_eq!(rows(text), [("a".to_owned(), tests), ("b".to_owned(), vec![])]);
    let root = root();
    for test in ["no path", "none.rs::a", "xtask/tests/promises.rs::none", "xtask/tests/promises.rs::missing"] {
        assert!(missing(&root, test).is_some(), "{test}");
    }
    let this = "xtask/tests/promises.rs::every_promise_names_tests_that_exist";
    assert_eq!(missing(&root, this), None);
}
