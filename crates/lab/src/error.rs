//! What can go wrong in the lab, in sentences that say what to do.
//!
//! Left out on purpose: what goes wrong in a crawled page, which is the crawl's business and stands in its log.

use crate::compare::plan::Problem;
use archive::warc::WarcError;
use engine::compare::CompareError;
use engine::plan::PlanError;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The crawl that the flags describe is not possible.
    #[error("{}", lines(.0))]
    Plan(Vec<PlanError>),
    /// The comparison that the flags or a file describe is not possible.
    #[error("{}", lines(.0))]
    Compare(Vec<CompareError>),
    /// The comparison of a plan's file is not possible.
    #[error("{}", told(path, problems))]
    PlanFile {
        /// The file.
        path: PathBuf,
        /// What is wrong, each with its line.
        problems: Vec<Problem>,
    },
    /// A flag's value makes no sense, or not with the others.
    #[error("--{flag}: {problem}")]
    Flag {
        /// The flag's name.
        flag: &'static str,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file, or the standard output, cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file; `-` for the standard output.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is no recorded web.
    #[error("{} is no recorded web: {problem}", path.display())]
    Web {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: WarcError,
    },
    /// A file of URLs or topics is not as it should be.
    #[error("{}: {problem}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// There was nothing to record.
    #[error("nothing was recorded: {0}")]
    NothingRecorded(String),
    /// The system gives the program no threads to fetch with.
    #[error("fetching cannot begin: {0}")]
    Runtime(io::Error),
    /// The server cannot listen or broke down.
    #[error("cannot serve on {address}: {source}")]
    Serve {
        /// The address that was asked for.
        address: String,
        /// What the system says.
        source: io::Error,
    },
}

impl LabError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Plan(_) => "plan-bad",
            Self::Compare(_) => "comparison-bad",
            Self::PlanFile { .. } => "plan-file-bad",
            Self::Flag { .. } => "flag-bad",
            Self::Read { .. } => "file-unreadable",
            Self::Write { .. } => "file-unwritable",
            Self::Web { .. } => "web-bad",
            Self::Content { .. } => "content-bad",
            Self::NothingRecorded(_) => "nothing-recorded",
            Self::Runtime(_) => "runtime-failed",
            Self::Serve { .. } => "serve-failed",
        }
    }

    /// What the program exits with: 2 where the command line has to change, 1 where something else has to.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Plan(_) | Self::Compare(_) | Self::PlanFile { .. } | Self::Flag { .. } => 2,
            _ => 1,
        }
    }
}

/// What is wrong with a file, each on a line that names the file.
fn told(path: &Path, problems: &[Problem]) -> String {
    let tell = |problem| format!("{}, {problem}", path.display());
    lines(&problems.iter().map(tell).collect::<Vec<String>>())
}

/// Several errors, one a line.
fn lines(errors: &[impl Display]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
