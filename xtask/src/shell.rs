//! Runs other programs from the root of the checkout, with the installed tools first on PATH, and says where the
//! commands keep their files.

use crate::tools;
use anyhow::Result;
use std::env;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use xshell::{Cmd, Shell, cmd};

/// The root package: the programs of the tab, and the tests that need a browser.
pub(crate) const APP: &str = "salticid";
/// The packages that run in a browser only: native calls leave them out.
pub(crate) const IN_BROWSERS: [&str; 4] = [APP, "page", "worker", "layout"];
/// Its features of the page, the worker and the map's worker.
pub(crate) const APP_FEATURES: &str = "ui,crawler,layout";
/// The target that the tab's code is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";
/// The Cargo profile of what is compiled soonest (`[profile.quick]` in Cargo.toml).
pub(crate) const QUICK: &str = "quick";
/// The Cargo profile of the native tests.
pub(crate) const DEV: &str = "dev";

/// Prints the heading of a step.
pub(crate) fn say(text: &str) {
    println!("==> {text}");
}

/// The number of compilers that Cargo runs side by side; its own default if it is not set.
static JOBS: OnceLock<NonZero<usize>> = OnceLock::new();

/// Limits the number of compilers that Cargo runs side by side in all later commands.
pub(crate) fn limit_jobs(jobs: NonZero<usize>) {
    // Only the first call counts, and there is one command a process.
    let _ = JOBS.set(jobs);
}

/// Returns a shell in the root of the checkout.
///
/// # Panics
/// If the current folder was removed.
pub(crate) fn shell() -> Shell {
    let shell = Shell::new().expect("the current folder exists");
    shell.change_dir(root());
    shell.set_var("PATH", search_path());
    if let Some(jobs) = JOBS.get() {
        shell.set_var("CARGO_BUILD_JOBS", jobs.to_string());
    }
    shell
}

/// Returns an option of Cargo for each of the packages that run in a browser.
pub(crate) fn for_each_in_browsers(option: &'static str) -> [&'static str; 8] {
    let mut options = [option; 8];
    for (at, package) in IN_BROWSERS.into_iter().enumerate() {
        options[2 * at + 1] = package;
    }
    options
}

/// Returns the output of a program; `None` if it cannot run or fails.
pub(crate) fn output(program: impl AsRef<Path>, arguments: &[&str]) -> Option<String> {
    let (shell, program) = (shell(), program.as_ref());
    cmd!(shell, "{program} {arguments...}").quiet().ignore_stderr().read().ok()
}

/// Becomes the program where the system can do that (so that signals reach it), else runs it and waits.
pub(crate) fn become_it(command: Cmd<'_>) -> Result<()> {
    #[cfg(unix)]
    {
        Err(std::os::unix::process::CommandExt::exec(&mut Command::from(command)).into())
    }
    #[cfg(not(unix))]
    Ok(command.run()?)
}

/// Builds one of the workspace's native programs with a profile.
pub(crate) fn build_program(package: &str, profile: &str) -> Result<()> {
    let shell = shell();
    Ok(cmd!(shell, "cargo build --locked --package {package} --profile {profile}").run()?)
}

/// Returns the path of a program that Cargo built in this workspace with a profile.
pub(crate) fn program(name: &str, profile: &str) -> PathBuf {
    target().join(if profile == DEV { "debug" } else { profile }).join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Returns PATH with the folders of the installed tools first.
fn search_path() -> OsString {
    let system = env::var_os("PATH").unwrap_or_default();
    let folders = tools::folders().into_iter().chain(env::split_paths(&system));
    env::join_paths(folders).unwrap_or(system)
}

/// Returns the first program of these names on PATH, the installed tools included.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
    let path = search_path();
    let files = names.iter().flat_map(|name| endings.iter().map(move |ending| format!("{name}{ending}")));
    files.flat_map(|file| env::split_paths(&path).map(move |folder| folder.join(&file))).find(|path| path.is_file())
}

/// Returns the root of the checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ lies in the root of the checkout")
}

/// Returns Cargo's build folder: `CARGO_TARGET_DIR`, or `target` in the checkout.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Returns the folder for data that these commands keep between runs.
pub(crate) fn memory() -> PathBuf {
    target().join("xtask")
}

/// Returns the folder of the end-to-end tests.
pub(crate) fn end_to_end() -> PathBuf {
    root().join("tests").join("e2e")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn a_plain_cargo_test_tests_every_crate_that_runs_natively() {
        let shell = shell();
        let text = cmd!(shell, "cargo metadata --no-deps --format-version 1").read().expect("it runs");
        let metadata: Value = serde_json::from_str(&text).expect("it is JSON");
        let ids = |list: &str| metadata[list].as_array().expect("a list").iter().map(Value::to_string);
        let apart: Vec<&str> = IN_BROWSERS.into_iter().chain(["xtask"]).collect();
        let packages = metadata["packages"].as_array().expect("a list").iter();
        let is_apart = |package: &&Value| apart.contains(&package["name"].as_str().expect("a name"));
        let apart: BTreeSet<String> = packages.filter(is_apart).map(|package| package["id"].to_string()).collect();
        let native: BTreeSet<String> = ids("workspace_members").filter(|id| !apart.contains(id)).collect();
        assert_eq!(ids("workspace_default_members").collect::<BTreeSet<_>>(), native);
    }
}
