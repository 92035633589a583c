//! Writes the journal of a comparison: one JSON line per outcome as it arrives, so that an interrupted run can
//! continue.
//!
//! The first line identifies the comparison and the code, because other code may give other outcomes. Settings that do
//! not change an outcome (title, claims, the choice of strategies, the number of repeats) may change between runs; all
//! others must be the same. An incomplete last line is written again. When all outcomes are complete, the journal is
//! sorted in the order of the crawls; outcomes that are no longer in the plan follow. Two concurrent runs on one
//! journal are not supported.

use crate::{LabError, file};
use evaluation::compare::{CheckedComparison, Comparison, TrialKey, TrialOutcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The header of a journal, which identifies the comparison of its outcomes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The program that wrote it.
    program: String,
    /// A hash of the program's source code.
    #[serde(default)]
    code: String,
    /// A hash of the web's file; empty for generated webs.
    web: String,
    /// A hash of the topics.
    topics: String,
    /// The settings of the comparison that affect outcomes.
    comparison: Comparison,
}

impl JournalHeader {
    /// Returns the header of a checked comparison on a web with this hash.
    pub fn new(checked: &CheckedComparison, web: String) -> Self {
        let topics = serde_json::to_vec(&checked.topics).unwrap_or_default();
        Self {
            program: crate::record::SOFTWARE.to_owned(),
            code: env!("SALTICID_CODE").to_owned(),
            web,
            topics: format!("{:016x}", xxh3_64(&topics)),
            comparison: Comparison {
                title: String::new(),
                claims: Vec::new(),
                fingerprint: None,
                strategies: Vec::new(),
                repeats: 1,
                topics_file: None,
                ..checked.comparison.clone()
            },
        }
    }

    /// Lists the differences from another header; empty if there are none.
    fn changes(&self, before: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        let fields = |head: &Self| match serde_json::to_value(&head.comparison) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (now, then) = (fields(self), fields(before));
        for (name, value) in &now {
            match then.get(name) {
                Some(old) if old == value => {}
                old => changes.push(format!("{name} was {}, now {}", short(old), short(Some(value)))),
            }
        }
        for (name, old, new) in [
            ("the program", &before.program, &self.program),
            ("the program's code", &before.code, &self.code),
            ("the web's file", &before.web, &self.web),
            ("the topics", &before.topics, &self.topics),
        ] {
            if old != new {
                changes.push(format!("{name} changed"));
            }
        }
        changes
    }
}

/// Returns a value for display; long ones are truncated.
fn short(value: Option<&Value>) -> String {
    const MOST: usize = 60;
    let text = value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
    if text.chars().count() <= MOST {
        return text;
    }
    text.chars().take(MOST).chain(['…']).collect()
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    head: JournalHeader,
}

impl Journal {
    /// Opens or creates a journal, and returns its outcomes, each crawl once.
    pub fn open(path: &Path, head: JournalHeader) -> Result<(Self, BTreeMap<TrialKey, TrialOutcome>), LabError> {
        let text = whole(path)?;
        let end = text.iter().rposition(|byte| *byte == b'\n');
        let whole = end.map_or(0, |end| end + 1);
        if whole == 0 && !line(&head).as_bytes().starts_with(&text) {
            return Err(LabError::content(path)(not_ours(1)));
        }
        let done = outcomes_in(path, &text[..whole], &head)?;
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let file = opened.and_then(|file| file.set_len(whole as u64).map(|()| file));
        let mut journal = Self { path: path.to_owned(), file: file.map_err(LabError::write(path))?, head };
        if whole == 0 {
            let head = line(&journal.head);
            journal.write(&head)?;
        }
        Ok((journal, done))
    }

    /// Writes an outcome.
    pub fn add(&mut self, outcome: &TrialOutcome) -> Result<(), LabError> {
        self.write(&line(outcome))
    }

    /// Sorts these outcomes to the front, in their order; the rest follows.
    pub fn finish(self, outcomes: &[TrialOutcome]) -> Result<(), LabError> {
        let mut others = outcomes_in(&self.path, &whole(&self.path)?, &self.head)?;
        for outcome in outcomes {
            others.remove(&outcome.key);
        }
        let mut text = line(&self.head);
        for outcome in outcomes.iter().chain(others.values()) {
            text += &line(outcome);
        }
        file::write(&self.path, text)
    }

    /// Writes one line per call, so that a killed run leaves complete lines and at most one partial line.
    fn write(&mut self, line: &str) -> Result<(), LabError> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(LabError::write(&self.path))
    }
}

/// Returns the bytes of a journal; none if it does not exist.
fn whole(path: &Path) -> Result<Vec<u8>, LabError> {
    match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(LabError::read(path)),
    }
}

fn outcomes_in(path: &Path, text: &[u8], head: &JournalHeader) -> Result<BTreeMap<TrialKey, TrialOutcome>, LabError> {
    read(text, head).map_err(LabError::content(path))
}

fn read(text: &[u8], head: &JournalHeader) -> Result<BTreeMap<TrialKey, TrialOutcome>, String> {
    let text = std::str::from_utf8(text).map_err(|_| not_ours(1))?;
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else {
        return Ok(BTreeMap::new());
    };
    let before: JournalHeader = serde_json::from_str(first).map_err(|_| not_ours(1))?;
    let changes = head.changes(&before);
    if !changes.is_empty() {
        return Err(format!(
            "it has the outcomes of another comparison ({}): name another folder with --out, or delete the file",
            changes.join("; ")
        ));
    }
    let mut outcomes = BTreeMap::new();
    for (at, line) in lines {
        let outcome: TrialOutcome = serde_json::from_str(line).map_err(|_| not_ours(at + 1))?;
        outcomes.insert(outcome.key.clone(), outcome);
    }
    Ok(outcomes)
}

fn not_ours(line: usize) -> String {
    format!("line {line} is invalid: name another folder with --out, or delete the file")
}

fn line(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value);
    text.expect("heads and outcomes are numbers, words and lists of them") + "\n"
}
