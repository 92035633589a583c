//! Defines the errors of the lab, with cause and remedy.
//!
//! Not covered: failures of crawled pages, which are in the log of the crawl.

use archive::warc::WarcError;
use evaluation::compare::CompareError;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};
use types::plan::PlanError;

/// An error of a command.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The crawl that the flags describe is not possible.
    #[error("{}", lines(.0))]
    Plan(Vec<PlanError>),
    /// The comparison that the flags or a file describe is not possible.
    #[error("{}", lines(.0))]
    Compare(Vec<CompareError>),
    /// The comparison of a plan's file is not possible.
    #[error("{}", problem_lines(path, problems))]
    PlanFile {
        /// The file.
        path: PathBuf,
        /// The problems, each with its line.
        problems: Vec<PlanFileError>,
    },
    /// The value of a flag is invalid, or does not fit the other flags.
    #[error("--{flag}: {problem}")]
    Flag {
        /// The flag's name.
        flag: &'static str,
        /// The problem and its remedy.
        problem: String,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file, or the standard output, cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file; `-` for the standard output.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Some of several files cannot be read, which was reported.
    #[error("{0} of {1} files cannot be read")]
    Unreadable(usize, usize),
    /// A file is not a recorded web.
    #[error("{} is not a recorded web: {problem}", path.display())]
    Web {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: WarcError,
    },
    /// A file of URLs or topics is invalid.
    #[error("{}: {problem}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The problem and its remedy.
        problem: String,
    },
    /// The built-in data of the simulated services are invalid.
    #[error("the simulated services: {0}")]
    Services(String),
    /// The run was stopped before its end.
    #[error("it was stopped")]
    Stopped,
    /// There was nothing to record.
    #[error("nothing was recorded: {0}")]
    NothingRecorded(String),
    /// The system cannot start threads for fetching.
    #[error("could not start fetching: {0}")]
    Runtime(io::Error),
    /// The server cannot listen, or failed.
    #[error("cannot serve on {address}: {source}")]
    Serve {
        /// The requested address.
        address: String,
        /// The error of the system.
        source: io::Error,
    },
}

impl LabError {
    /// Returns the error of a flag, with the problem and its remedy.
    pub fn flag(flag: &'static str, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self::Flag { flag, problem }
    }

    /// Returns a function that makes the error of a file that cannot be read.
    pub fn read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Read { path: path.into(), source }
    }

    /// Returns a function that makes the error of a file that cannot be written.
    pub fn write(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { path: path.into(), source }
    }

    /// Returns a function that makes the error of an invalid file, of the problem and its remedy.
    pub fn content(path: impl Into<PathBuf>) -> impl FnOnce(String) -> Self {
        move |problem| Self::Content { path: path.into(), problem }
    }

    /// Returns the exit code: 2 if the command line is wrong, else 1.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Plan(_) | Self::Compare(_) | Self::PlanFile { .. } | Self::Flag { .. } => 2,
            _ => 1,
        }
    }
}

/// Lists the problems of a file, one per line with the file's name.
fn problem_lines(path: &Path, problems: &[PlanFileError]) -> String {
    let tell = |problem| format!("{}, {problem}", path.display());
    lines(&problems.iter().map(tell).collect::<Vec<String>>())
}

/// Joins several errors, one per line.
fn lines(errors: &[impl Display]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// A problem of a plan, with its line if known.
#[derive(Debug)]
pub struct PlanFileError {
    pub(crate) line: Option<usize>,
    pub(crate) error: CompareError,
}

impl Display for PlanFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{}: {}", self.error.field(), self.error)
    }
}
