//! Compares the generated parts of `docs/` with the output of the program.
//!
//! `SALTICID_BLESS=1 cargo test -p salticid-lab --test documents` writes them again.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Commands whose help text `docs/command-line.md` shows; the first is the program itself.
const COMMANDS: [&str; 13] = [
    "", "crawl", "train", "topics", "compare", "evolve", "revisit", "score", "record", "list", "web", "web info",
    "serve",
];

/// Start of the list of parameters at the end of some help texts, which `docs/strategies.md` shows instead.
const PARAMETERS: &str = "\nParameters of the strategies";

/// Returns what the program prints to the standard output.
fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_salticid-lab"))
        .args(args)
        .env("COLUMNS", "100")
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.replace("salticid-lab.exe", "salticid-lab")
}

/// Returns the help text of a command as a block of Markdown, without blanks at line ends, which editors remove.
fn help(command: &str) -> String {
    let args: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
    let text = printed(&args);
    let text = text.split(PARAMETERS).next().unwrap_or_default().trim_end();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("\n```text\n{}\n```\n", lines.join("\n"))
}

/// Compares the part of a document between two markers with `expected`, or replaces it when `SALTICID_BLESS` is set.
fn check(document: &str, begin: &str, end: &str, expected: &str) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(document);
    let text = fs::read_to_string(&path).expect("the document exists");
    let text = text.replace("\r\n", "\n");
    let (before, rest) = text.split_once(begin).expect("a marker begins the part");
    let (found, after) = rest.split_once(end).expect("a marker ends the part");
    if std::env::var_os("SALTICID_BLESS").is_some() {
        fs::write(path, [before, begin, expected, end, after].concat()).expect("it is written");
    } else {
        assert!(
            found == expected,
            "{document}, after {begin}: run SALTICID_BLESS=1 cargo test -p salticid-lab --test documents to write:\n{expected}"
        );
    }
}

#[test]
fn the_strategies_page_has_the_tables_that_list_prints() {
    let (begin, end) = ("<!-- strategies -->", "<!-- /strategies -->");
    let printed = printed(&["list", "--markdown"]);
    let tables = printed.strip_prefix(begin).and_then(|text| text.trim_end().strip_suffix(end));
    check("docs/strategies.md", begin, end, tables.expect("two markers"));
}

#[test]
fn the_page_on_crawls_has_the_table_of_settings() {
    let table = format!("\n{}", salticid_lab::strategies::settings_as_markdown());
    check("docs/crawl.md", "<!-- settings -->", "<!-- /settings -->", &table);
}

#[test]
fn the_command_line_page_has_the_help_text_of_every_command() {
    for command in COMMANDS {
        let text = help(command);
        assert!(text.contains("Usage: salticid-lab"), "{command}: {text}");
        let begin = format!("<!-- help: {command} -->").replace(":  ", ": ");
        check("docs/command-line.md", &begin, "<!-- /help -->", &text);
    }
}

#[test]
fn every_command_of_the_program_is_on_the_command_line_page() {
    let text = printed(&["--help"]);
    let (_, commands) = text.split_once("Commands:\n").expect("a list of commands");
    let listed = commands.lines().take_while(|line| !line.is_empty());
    let listed = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for command in listed.filter(|name| !name.is_empty() && *name != "help") {
        assert!(COMMANDS.contains(&command), "{command} is missing");
    }
}
