//! Everything that can stop a command, each with a stable code and a message that says what to do.

use std::path::{Path, PathBuf};

/// The failure of a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// `refused`: the command would do harm or was called by the wrong program; the text says why.
    #[error("{0}")]
    Refused(String),
    /// `command-failed`: a program ran and said no; it has printed its own reasons.
    #[error("{}", ending(line, *code))]
    Command {
        /// The command line, as a person would type it.
        line: String,
        /// Its exit code, if it was not ended by a signal.
        code: Option<i32>,
    },
    /// `cannot-run`: a program could not be started at all.
    #[error("cannot run `{program}`: {source}; is it installed and on PATH?")]
    Spawn {
        /// The program's name.
        program: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// `tool-missing`: something is needed that could not be installed from here.
    #[error("{tool} is missing: {advice}")]
    Missing {
        /// The missing tool.
        tool: String,
        /// The way to install it, in one sentence.
        advice: String,
    },
    /// `file`: a file could not be read or written.
    #[error("cannot {doing} {}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The failed action: "read", "write", …
        doing: &'static str,
        /// The error of the system.
        source: std::io::Error,
    },
    /// `page`: index.html or a built folder is not shaped as the build expects.
    #[error("{0}; compare index.html with xtask/src/app and xtask/src/post_build.rs")]
    Page(String),
    /// `lexicon`: WordNet's database, or what was made from it, is not as it should be.
    #[error("{0}; `cargo xtask lexicon` makes www/lexicon from WordNet 3.0's database, --from names its folder")]
    Lexicon(String),
    /// `heavy`: a crate found its way into the browser's download that must not be there.
    #[error("`{0}` is part of what the browser downloads: `cargo tree --invert {0}` says through whom")]
    Heavy(String),
    /// `structure`: an import cycle, an overfull folder or an overlong document; the text names each on a line.
    #[error("the structure of the code breaks its rules (ARCHITECTURE.md, \"Invariants\"):\n{0}")]
    Structure(String),
    /// `too-large`: a browser would have to download more than was agreed.
    #[error(
        "what a browser downloads {what} has {brotli} bytes, {limit} are the limit: make it smaller, or raise the limit in xtask/src/size/mod.rs with a reason"
    )]
    TooLarge {
        /// The name of the sum.
        what: &'static str,
        /// Its size as brotli, in bytes.
        brotli: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// `no-port`: none of the ports in this range is free.
    #[error("{}", no_port(*first, *last))]
    NoPort {
        /// The first port tried.
        first: u16,
        /// The last port tried.
        last: u16,
    },
}

/// The result of every command.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Returns the stable code: scripts and tests may rely on it.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Refused(_) => "refused",
            Self::Command { .. } => "command-failed",
            Self::Spawn { .. } => "cannot-run",
            Self::Missing { .. } => "tool-missing",
            Self::File { .. } => "file",
            Self::Page(_) => "page",
            Self::Lexicon(_) => "lexicon",
            Self::Heavy(_) => "heavy",
            Self::Structure(_) => "structure",
            Self::TooLarge { .. } => "too-large",
            Self::NoPort { .. } => "no-port",
        }
    }

    /// For `map_err` on file operations: `.map_err(Failure::file("read", path))`.
    pub(crate) fn file(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::File { path, doing, source }
    }
}

fn ending(line: &str, code: Option<i32>) -> String {
    match code {
        Some(code) => format!("`{line}` ended with exit code {code}; its reasons stand above"),
        None => format!("`{line}` was ended by a signal"),
    }
}

fn no_port(first: u16, last: u16) -> String {
    if first == last {
        format!("port {first} is taken: end what uses it, or name another with --port")
    } else {
        format!("no port from {first} to {last} is free: name one with --port")
    }
}
