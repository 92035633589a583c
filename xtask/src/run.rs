//! Running other programs: from the root of the checkout, with the installed tools first on PATH.
//!
//! Leaves out shells and pipes: every argument goes to the program as it is.

use crate::failure::{Failure, Outcome};
use crate::{places, versions};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Prints the heading of a step.
pub(crate) fn say(text: &str) {
    println!("==> {text}");
}

/// A program that is about to run.
pub(crate) struct Run {
    command: Command,
    line: String,
}

impl Run {
    /// Returns `program` with `arguments`, in the root of the checkout, with no standard input.
    pub(crate) fn new(program: impl AsRef<Path>, arguments: &[&str]) -> Self {
        let program = program.as_ref();
        let mut command = Command::new(program);
        command.current_dir(places::root()).env("PATH", search_path()).stdin(Stdio::null()).args(arguments);
        let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
        let line = std::iter::once(name.as_ref()).chain(arguments.iter().copied()).collect::<Vec<_>>().join(" ");
        Self { command, line }
    }

    /// Returns Cargo, the same one that runs this program.
    pub(crate) fn cargo(arguments: &[&str]) -> Self {
        Self::new(env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from), arguments)
    }

    /// Sets one environment variable.
    pub(crate) fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.command.env(name, value.into());
        self
    }

    /// Runs in another folder.
    pub(crate) fn inside(mut self, dir: &Path) -> Self {
        self.command.current_dir(dir);
        self
    }

    /// Returns the command line, to show.
    pub(crate) fn line(&self) -> &str {
        &self.line
    }

    /// Runs it and waits. Its output is inherited.
    pub(crate) fn now(mut self) -> Outcome {
        let status = self.command.status().map_err(|source| self.spawn_failure(source))?;
        if status.success() { Ok(()) } else { Err(Failure::Command { line: self.line, code: status.code() }) }
    }

    /// Runs it, waits, and returns its output; `None` on any error.
    pub(crate) fn answer(mut self) -> Option<String> {
        let output = self.command.stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Becomes the program where the system can do that (so that signals reach it), else runs it and waits.
    pub(crate) fn become_it(mut self) -> Outcome {
        #[cfg(unix)]
        {
            let source = std::os::unix::process::CommandExt::exec(&mut self.command);
            Err(self.spawn_failure(source))
        }
        #[cfg(not(unix))]
        self.now()
    }

    fn spawn_failure(&self, source: std::io::Error) -> Failure {
        Failure::Spawn { program: self.command.get_program().to_string_lossy().into_owned(), source }
    }
}

/// Returns PATH with the folders of the installed tools first.
pub(crate) fn search_path() -> OsString {
    let system = env::var_os("PATH").unwrap_or_default();
    let folders = versions::folders().into_iter().chain(env::split_paths(&system));
    env::join_paths(folders).unwrap_or(system)
}

/// The extensions of executables on this system.
const ENDINGS: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };

/// Returns the first program of these names on [`search_path`].
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let path = search_path();
    let files = names.iter().flat_map(|name| ENDINGS.iter().map(move |ending| format!("{name}{ending}")));
    files.into_iter().find_map(|file| in_folders(&path, &file))
}

fn in_folders(path: &OsStr, file: &str) -> Option<PathBuf> {
    env::split_paths(path).map(|dir| dir.join(file)).find(|candidate| candidate.is_file())
}
