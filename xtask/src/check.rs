//! `cargo xtask check`: the fast part of the tests. Formatting, clippy and docs with warnings as errors.
//!
//! The app is checked once with all its features; that each of its programs builds with its own is shown by the
//! release, which compiles them apart. Its check also shows that the crates below it build for the browser.

use crate::shell::{APP, APP_FEATURES, WASM, for_each_in_browsers, output, shell};
use crate::test::Stages;
use crate::tools;
use anyhow::{Result, bail};
use std::env;
use std::path::Path;
use xshell::{Shell, cmd};

/// Crates that would cost every visitor hundreds of kilobytes, and for which there is a lighter way.
const TOO_HEAVY: [&str; 3] = ["regex", "psl", "icu_segmenter"];

/// Runs all checks; stops at the first that fails.
pub(crate) fn run(stages: &mut Stages) -> Result<()> {
    let shell = shell();
    stages.run("format, heavy crates", || {
        tools::ready_to_check()?;
        cmd!(shell, "cargo fmt --all --check").run()?;
        let tree = cmd!(shell, "cargo tree --locked --package {APP} --target {WASM} --features {APP_FEATURES}");
        no_heavy_crates(&tree.args(["--edges", "normal", "--prefix", "none"]).read()?)
    })?;
    stages.run("clippy", || {
        let deny = ["--all-targets", "--", "-D", "warnings"];
        let exclude = for_each_in_browsers("--exclude");
        cmd!(shell, "cargo clippy --locked --workspace {exclude...} {deny...}").run()?;
        let packages = for_each_in_browsers("--package");
        let features = ["--target", WASM, "--features", APP_FEATURES];
        Ok(cmd!(shell, "cargo clippy --locked {packages...} {features...} {deny...}").run()?)
    })?;
    stages.run("docs", || {
        shell.set_var("RUSTDOCFLAGS", "-D warnings");
        after_clippy(&shell);
        // With examples, Cargo takes the features of the tests, as clippy did. All programs but this one consist of a
        // library.
        let (all, exclude) = (["--no-deps", "--lib", "--examples"], for_each_in_browsers("--exclude"));
        cmd!(shell, "cargo doc --locked --workspace {all...} --bin xtask {exclude...}").run()?;
        let packages = ["--package", "page", "--package", "worker", "--package", "layout"];
        Ok(cmd!(shell, "cargo doc --locked --target {WASM} {all...} {packages...}").run()?)
    })
}

/// Lets later commands use the crates that clippy has checked, instead of checking them again: to Cargo clippy is
/// another compiler, with these variables. If its own differ, the commands only take longer.
fn after_clippy(shell: &Shell) {
    let Some(compilers) = output("rustc", &["--print", "sysroot"]) else { return };
    let clippy = Path::new(&compilers).join("bin").join("clippy-driver").with_extension(env::consts::EXE_EXTENSION);
    if clippy.is_file() {
        shell.set_var("RUSTC_WORKSPACE_WRAPPER", clippy);
        shell.set_var("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    }
}

/// Checks that what the browser downloads contains none of [`TOO_HEAVY`], not even through another crate.
fn no_heavy_crates(tree: &str) -> Result<()> {
    let mut names = tree.lines().filter_map(|line| line.split(' ').next());
    if let Some(heavy) = names.find(|name| TOO_HEAVY.contains(name)) {
        bail!("`{heavy}` is part of what the browser downloads: `cargo tree --invert {heavy}` says through whom");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heavy_crate_is_found_at_any_depth() {
        assert!(no_heavy_crates("salticid v0.1.0\nregex-lite v1.0.0\n").is_ok());
        assert!(no_heavy_crates("salticid v0.1.0\nregex v1.0.0\n").is_err());
    }
}
