//! Installs the tools of the app beside Rust: the wasm32 target, Trunk, wasm-bindgen, wasm-opt, and for its tests geckodriver.
//!
//! A tool of the right version on PATH is used as it is. Otherwise it is installed into a folder of its own
//! ([`versions::folders`]), so that the tools of other projects stay untouched. Browsers and Node are in `browser.rs`.

use crate::failure::{Failure, Outcome};
use crate::places;
use crate::run::{Run, find, say};
use crate::versions::{self, BINARYEN, GECKODRIVER, TRUNK};
use std::fs;
use std::path::{Path, PathBuf};

/// The target that the tab's code is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Older versions cannot read what rustc writes today, or miscompile it.
const OLDEST_BINARYEN: u32 = 120;

/// Gets everything that building the app needs. wasm-opt is wished for, not needed.
pub(crate) fn ready_to_build() -> Outcome {
    ready_for_wasm()?;
    ready_trunk()?;
    ready_bindgen()?;
    ready_wasm_opt();
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
    Run::new("rustup", &["target", "add", WASM])
        .now()
        .map_err(|_| Failure::Missing {
            tool: format!("Rust's {WASM} target"),
            advice: format!(
                "run `rustup target add {WASM}`, or install your distribution's package for it"
            ),
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

fn ready_trunk() -> Outcome {
    if version_of("trunk").as_deref() == Some(TRUNK) {
        return Ok(());
    }
    say(&format!(
        "Trunk {TRUNK}, which bundles the app: building it (4 to 8 minutes, once)"
    ));
    // Trunk asks for a newer Rust than it needs.
    let features = [
        "--locked",
        "--ignore-rust-version",
        "--no-default-features",
        "--features",
        "rustls",
    ];
    install("trunk", TRUNK, &versions::trunk_home(), &features)
}

/// The wasm-bindgen programs, which must be of exactly the version that the code is linked with.
pub(crate) fn ready_bindgen() -> Outcome {
    let version = versions::wasm_bindgen()
        .ok_or_else(|| Failure::Page("Cargo.lock names no wasm-bindgen".to_owned()))?;
    let both = ["wasm-bindgen", "wasm-bindgen-test-runner"];
    if both
        .iter()
        .all(|program| version_of(program).as_ref() == Some(&version))
    {
        return Ok(());
    }
    say(&format!(
        "wasm-bindgen {version}, which joins wasm to the browser: building it (1 to 3 minutes, once)"
    ));
    install(
        "wasm-bindgen-cli",
        &version,
        &versions::wasm_bindgen_home(&version),
        &[],
    )
}

/// Gets the `WebDriver` of Firefox, which Debian does not package, and returns its path.
pub(crate) fn ready_geckodriver() -> Outcome<PathBuf> {
    if version_of("geckodriver").as_deref() != Some(GECKODRIVER) {
        say(&format!(
            "geckodriver {GECKODRIVER}, which drives Firefox: building it (1 to 3 minutes, once)"
        ));
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
    let mut arguments = vec![
        "install",
        package,
        "--version",
        version,
        "--root",
        &home,
        "--target-dir",
        &scratch_text,
    ];
    arguments.extend(more);
    // These programs run for seconds: compiling them quickly is worth more than making them quick.
    Run::cargo(&arguments)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .now()?;
    fs::remove_dir_all(&scratch).map_err(Failure::file("remove", &scratch))
}

/// Says what happens; a missing wasm-opt only makes the app larger.
fn ready_wasm_opt() {
    if wasm_opt().is_some() {
        return;
    }
    if find(&["npm"]).is_none() {
        say(
            "wasm-opt: not here, going on without (the app is a fifth larger; Binaryen 120 or newer, or npm, mends it)",
        );
        return;
    }
    say("wasm-opt, which makes the app smaller: getting it from npm (about 20 seconds, once)");
    let home = versions::binaryen_home();
    let package = format!("binaryen@{BINARYEN}");
    let arguments = [
        "install",
        "--no-audit",
        "--no-fund",
        "--prefix",
        &home.display().to_string(),
        &package,
    ];
    let got = fs::create_dir_all(&home).is_ok() && Run::new("npm", &arguments).now().is_ok();
    if !got {
        say("wasm-opt: npm could not get it, going on without (the app is a fifth larger)");
    }
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

/// "trunk 0.22.1" → "0.22.1"
fn version_of(program: &str) -> Option<String> {
    Run::new(program, &["--version"])
        .answer()?
        .split_whitespace()
        .nth(1)
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_binaryen_is_read_from_both_forms_that_exist() {
        assert_eq!(
            binaryen_version("wasm-opt version 132 (version_132)"),
            Some(132)
        );
        assert_eq!(binaryen_version("wasm-opt version 108"), Some(108));
        assert_eq!(binaryen_version("something else"), None);
    }
}
