//! Everything that can stop a command, each with a stable code and a message that says what to do.

use std::fmt;
use std::path::{Path, PathBuf};

/// The failure of a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// `refused`: the command would do harm or was called by the wrong program; the text says why.
    Refused(String),
    /// `command-failed`: a program ran and said no; it has printed its own reasons.
    Command {
        /// The command line, as a person would type it.
        line: String,
        /// Its exit code, if it was not ended by a signal.
        code: Option<i32>,
    },
    /// `cannot-run`: a program could not be started at all.
    Spawn {
        /// The program's name.
        program: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// `tool-missing`: something is needed that could not be installed from here.
    Missing {
        /// The missing tool.
        tool: String,
        /// The way to install it, in one sentence.
        advice: String,
    },
    /// `file`: a file could not be read or written.
    File {
        /// The file or folder.
        path: PathBuf,
        /// The failed action: "read", "write", …
        doing: &'static str,
        /// The error of the system.
        source: std::io::Error,
    },
    /// `page`: index.html or a built folder is not shaped as the build expects.
    Page(String),
    /// `lexicon`: WordNet's database, or what was made from it, is not as it should be.
    Lexicon(String),
    /// `heavy`: a crate found its way into the browser's download that must not be there.
    Heavy(String),
    /// `structure`: an import cycle, an overfull folder or an overlong document; the text names each on a line.
    Structure(String),
    /// `too-large`: a browser would have to download more than was agreed.
    TooLarge {
        /// The name of the sum.
        what: &'static str,
        /// Its size as brotli, in bytes.
        brotli: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// `no-port`: none of the ports in this range is free.
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
        move |source| Self::File {
            path,
            doing,
            source,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => write!(f, "{why}"),
            Self::Command {
                line,
                code: Some(code),
            } => {
                write!(
                    f,
                    "`{line}` ended with exit code {code}; its reasons stand above"
                )
            }
            Self::Command { line, code: None } => write!(f, "`{line}` was ended by a signal"),
            Self::Spawn { program, source } => {
                write!(
                    f,
                    "cannot run `{program}`: {source}; is it installed and on PATH?"
                )
            }
            Self::Missing { tool, advice } => write!(f, "{tool} is missing: {advice}"),
            Self::File {
                path,
                doing,
                source,
            } => {
                write!(f, "cannot {doing} {}: {source}", path.display())
            }
            Self::Page(what) => write!(
                f,
                "{what}; compare index.html with xtask/src/app and xtask/src/post_build.rs"
            ),
            Self::Lexicon(what) => write!(
                f,
                "{what}; `cargo xtask lexicon` makes www/lexicon from WordNet 3.0's database, --from names its folder"
            ),
            Self::Heavy(name) => write!(
                f,
                "`{name}` is part of what the browser downloads: `cargo tree --invert {name}` says through whom"
            ),
            Self::Structure(broken) => write!(
                f,
                "the structure of the code breaks its rules (ARCHITECTURE.md, \"Invariants\"):\n{broken}"
            ),
            Self::TooLarge {
                what,
                brotli,
                limit,
            } => write!(
                f,
                "what a browser downloads {what} has {brotli} bytes, {limit} are the limit: make it smaller, or raise the limit in xtask/src/size/mod.rs with a reason"
            ),
            Self::NoPort { first, last } if first == last => {
                write!(
                    f,
                    "port {first} is taken: end what uses it, or name another with --port"
                )
            }
            Self::NoPort { first, last } => {
                write!(
                    f,
                    "no port from {first} to {last} is free: name one with --port"
                )
            }
        }
    }
}
