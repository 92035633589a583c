//! Installs the tools of the app beside Rust: the wasm32 target, wasm-opt and esbuild, and for its tests wasm-bindgen and geckodriver.
//!
//! A tool of the right version on PATH is used as it is. Otherwise it is installed into a folder of its own
//! ([`versions::folders`]), so that the tools of other projects stay untouched. Browsers and Node are in `browser.rs`.

use crate::failure::{Failure, Outcome};
use crate::places;
use crate::run::{Run, find, say};
use crate::versions::{self, BINARYEN, ESBUILD, GECKODRIVER, WASM_SPLIT};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The target that the tab's code is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Older versions cannot read what rustc writes today, or miscompile it.
const OLDEST_BINARYEN: u32 = 120;

/// Gets everything that a release of the app needs. What makes it smaller is wished for, not needed.
pub(crate) fn ready_to_build() -> Outcome {
    ready_for_wasm()?;
    ready_splitter()?;
    ready_optimizers();
    Ok(())
}

/// The wasm32 target of the Rust toolchain in use.
pub(crate) fn ready_for_wasm() -> Outcome {
    let installed = Run::new("rustc", &["--print", "target-libdir", "--target", WASM])
        .answer()
        .is_some_and(|dir| Path::new(&dir).is_dir());
    if installed {
        return Ok(());
    }
    say("Rust's wasm32 target: adding it (about 20 seconds, once)");
    Run::new("rustup", &["target", "add", WASM]).now().map_err(|_| Failure::Missing {
        tool: format!("Rust's {WASM} target"),
        advice: format!("run `rustup target add {WASM}`, or install your distribution's package for it"),
    })
}

/// The parts of the Rust toolchain that the checks run; a minimal installation lacks them.
pub(crate) fn ready_to_check() -> Outcome {
    ready_for_wasm()?;
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if Run::cargo(&[subcommand, "--version"]).answer().is_none() {
            say(&format!("{component}: adding it (about 10 seconds, once)"));
            Run::new("rustup", &["component", "add", component]).now()?;
        }
    }
    Ok(())
}

/// wasm-bindgen's runner of tests, which must be of exactly the version that the code is linked with.
pub(crate) fn ready_bindgen() -> Outcome {
    let version =
        versions::wasm_bindgen().ok_or_else(|| Failure::Page("Cargo.lock names no wasm-bindgen".to_owned()))?;
    if version_of("wasm-bindgen-test-runner").as_ref() == Some(&version) {
        return Ok(());
    }
    say(&format!("wasm-bindgen {version}, which runs tests in a browser: building it (1 to 3 minutes, once)"));
    install("wasm-bindgen-cli", &version, &versions::wasm_bindgen_home(&version), &[])
}

/// Gets wasm-split, which cuts a program into chunks, and returns its path.
pub(crate) fn ready_splitter() -> Outcome<PathBuf> {
    let program = versions::wasm_split_home().join("bin").join("wasm-split-cli");
    let program = program.with_extension(env::consts::EXE_EXTENSION);
    if !program.is_file() {
        say(&format!(
            "wasm-split {WASM_SPLIT}, which cuts page and worker into chunks: building it (about 1 minute, once)"
        ));
        let home = versions::wasm_split_home();
        let options = ["--locked", "--features", "build-binary"];
        install("wasm_split_cli_support", WASM_SPLIT, &home, &options)?;
    }
    Ok(program)
}

/// Gets the `WebDriver` of Firefox, which Debian does not package, and returns its path.
pub(crate) fn ready_geckodriver() -> Outcome<PathBuf> {
    if version_of("geckodriver").as_deref() != Some(GECKODRIVER) {
        say(&format!("geckodriver {GECKODRIVER}, which drives Firefox: building it (1 to 3 minutes, once)"));
        let home = versions::geckodriver_home();
        install("geckodriver", GECKODRIVER, &home, &["--locked"])?;
    }
    find(&["geckodriver"]).ok_or_else(|| Failure::Missing {
        tool: "geckodriver".to_owned(),
        advice: "run `cargo install geckodriver`".to_owned(),
    })
}

fn install(package: &str, version: &str, home: &Path, more: &[&str]) -> Outcome {
    let home = home.display().to_string();
    // Kept until it succeeds, so that an interrupted installation continues.
    let scratch = places::target().join("tools");
    let scratch_text = scratch.display().to_string();
    let mut arguments = vec!["install", package, "--version", version, "--root", &home, "--target-dir", &scratch_text];
    arguments.extend(more);
    // These programs run for seconds: compiling them quickly is worth more than making them quick.
    Run::cargo(&arguments)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .now()?;
    fs::remove_dir_all(&scratch).map_err(Failure::file("remove", &scratch))
}

/// Says what happens; without wasm-opt and esbuild the app is only larger.
fn ready_optimizers() {
    if wasm_opt().is_some() && esbuild().is_some() {
        return;
    }
    let cost = "going on without (the app is a fifth larger)";
    if find(&["npm"]).is_none() {
        say(&format!("wasm-opt, esbuild: not here, nor npm to get them, {cost}"));
        return;
    }
    say("wasm-opt and esbuild, which make the app smaller: getting them from npm (about 20 seconds, once)");
    let home = versions::optimizers_home();
    let packages = [format!("binaryen@{BINARYEN}"), format!("esbuild@{ESBUILD}")];
    let arguments =
        ["install", "--no-audit", "--no-fund", "--prefix", &home.display().to_string(), &packages[0], &packages[1]];
    let got = fs::create_dir_all(&home).is_ok() && Run::new("npm", &arguments).now().is_ok();
    if !got {
        say(&format!("wasm-opt, esbuild: npm could not get them, {cost}"));
    }
}

/// Returns an esbuild of the pinned version.
pub(crate) fn esbuild() -> Option<PathBuf> {
    let program = find(&["esbuild"])?;
    (Run::new(&program, &["--version"]).answer()? == ESBUILD).then_some(program)
}

/// Returns a wasm-opt that can be trusted with today's wasm, and its version.
pub(crate) fn wasm_opt() -> Option<(PathBuf, u32)> {
    let program = find(&["wasm-opt"])?;
    let version = binaryen_version(&Run::new(&program, &["--version"]).answer()?)?;
    (version >= OLDEST_BINARYEN).then_some((program, version))
}

/// `wasm-opt version 132 (version_132)` → 132
fn binaryen_version(text: &str) -> Option<u32> {
    text.split_whitespace().find_map(|word| word.parse().ok())
}

/// "geckodriver 0.37.1" → "0.37.1"
fn version_of(program: &str) -> Option<String> {
    Run::new(program, &["--version"]).answer()?.split_whitespace().nth(1).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_binaryen_is_read_from_both_forms_that_exist() {
        assert_eq!(binaryen_version("wasm-opt version 132 (version_132)"), Some(132));
        assert_eq!(binaryen_version("wasm-opt version 108"), Some(108));
        assert_eq!(binaryen_version("something else"), None);
    }
}
