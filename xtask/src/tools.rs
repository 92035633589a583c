//! Installs the tools of the app beside Rust: the wasm32 target, wasm-split, Binaryen and esbuild, and for its tests
//! wasm-bindgen's runner.
//!
//! A program of the right version on PATH is used as it is. Otherwise it is installed into a folder of its own, as
//! Binaryen's module is: another version of Salticid, or another project, may need another. Browsers are in
//! `browser.rs`.

use crate::shell::{WASM, find, output, root, say, shell, target};
use anyhow::{Context as _, Result};
use fs_err as fs;
use std::env;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// The version of the npm package `binaryen`, which is Binaryen's own.
const BINARYEN: &str = "132.0.0";
const ESBUILD: &str = "0.28.2";
/// The version of wasm-split's program.
const WASM_SPLIT: &str = "0.2.4";

/// Returns the folders of the installed programs, in the order in which PATH should name them.
pub(crate) fn folders() -> Vec<PathBuf> {
    let bindgen = wasm_bindgen().ok().map(|version| home(&format!("wasm-bindgen-{version}")).join("bin"));
    let optimizers = optimizers_home().join("node_modules").join(".bin");
    bindgen.into_iter().chain([optimizers]).collect()
}

/// Returns the folder of a tool and version. They lie outside of the checkout so that `cargo clean` leaves them, and
/// outside of `~/.cargo/bin` so that the versions that other projects need stay what they are. `SALTICID_TOOLS` moves
/// them.
fn home(tool: &str) -> PathBuf {
    let all = all_tools(|name| env::var_os(name).map(PathBuf::from));
    all.unwrap_or_else(|| target().join("tools")).join(tool)
}

fn all_tools(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let cache = || {
        let home = || variable("HOME").map(|home| home.join(".cache"));
        variable("XDG_CACHE_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home)
    };
    variable("SALTICID_TOOLS").or_else(|| Some(cache()?.join("salticid").join("tools")))
}

/// Returns the folder of Binaryen and esbuild, which npm installs together.
fn optimizers_home() -> PathBuf {
    home(&format!("binaryen-{BINARYEN}-esbuild-{ESBUILD}"))
}

/// Returns the version of wasm-bindgen that Cargo.lock pins: its programs must be of exactly that version.
fn wasm_bindgen() -> Result<String> {
    // Git may have written the file with the line ends of Windows.
    let lock = fs::read_to_string(root().join("Cargo.lock"))?.replace("\r\n", "\n");
    pinned_wasm_bindgen(&lock).context("Cargo.lock names no wasm-bindgen")
}

fn pinned_wasm_bindgen(lock: &str) -> Option<String> {
    let (_, after) = lock.split_once("name = \"wasm-bindgen\"\nversion = \"")?;
    after.split_once('"').map(|(version, _)| version.to_owned())
}

/// Gets everything that a release of the app needs. What makes it smaller is wished for, not needed.
pub(crate) fn ready_to_build() -> Result<()> {
    ready_for_wasm()?;
    splitter()?;
    ready_optimizers();
    Ok(())
}

/// Gets the wasm32 target of the Rust toolchain in use.
pub(crate) fn ready_for_wasm() -> Result<()> {
    let shell = shell();
    let folder = output("rustc", &["--print", "target-libdir", "--target", WASM]);
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    say("Rust's wasm32 target: adding it (about 20 seconds, once)");
    cmd!(shell, "rustup target add {WASM}").run().with_context(|| {
        format!("run `rustup target add {WASM}`, or install your distribution's package of Rust's {WASM} target")
    })
}

/// Gets the parts of the Rust toolchain that the checks run; a minimal installation lacks them.
pub(crate) fn ready_to_check() -> Result<()> {
    ready_for_wasm()?;
    let shell = shell();
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if output("cargo", &[subcommand, "--version"]).is_none() {
            say(&format!("{component}: adding it (about 10 seconds, once)"));
            cmd!(shell, "rustup component add {component}").run()?;
        }
    }
    Ok(())
}

/// Gets wasm-bindgen's runner of tests, which must be of exactly the version that the code is linked with.
pub(crate) fn ready_bindgen() -> Result<()> {
    let version = wasm_bindgen()?;
    if version_of("wasm-bindgen-test-runner").as_ref() == Some(&version) {
        return Ok(());
    }
    say(&format!("wasm-bindgen {version}, which runs tests in a browser: building it (1 to 3 minutes, once)"));
    // Without TLS: the runner speaks with a driver on this machine only.
    let parts = ["--no-default-features", "--bin", "wasm-bindgen-test-runner"];
    install("wasm-bindgen-cli", &version, &home(&format!("wasm-bindgen-{version}")), &parts)
}

/// Gets wasm-split, which cuts a program into chunks, and returns its path.
pub(crate) fn splitter() -> Result<PathBuf> {
    let home = home(&format!("wasm-split-{WASM_SPLIT}"));
    let program = home.join("bin").join("wasm-split-cli").with_extension(env::consts::EXE_EXTENSION);
    if !program.is_file() {
        say(&format!(
            "wasm-split {WASM_SPLIT}, which cuts page and worker into chunks: building it (about 1 minute, once)"
        ));
        install("wasm_split_cli_support", WASM_SPLIT, &home, &["--locked", "--features", "build-binary"])?;
    }
    Ok(program)
}

fn install(package: &str, version: &str, home: &Path, more: &[&str]) -> Result<()> {
    // Kept until it succeeds, so that an interrupted installation continues.
    let scratch = target().join("tools");
    let shell = shell();
    // These programs run for seconds: compiling them quickly is worth more than making them quick.
    cmd!(shell, "cargo install {package} --version {version} --root {home} --target-dir {scratch} {more...}")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .run()?;
    Ok(fs::remove_dir_all(&scratch)?)
}

/// Gets Binaryen and esbuild; without them the app is only larger.
fn ready_optimizers() {
    if binaryen().is_some() && esbuild().is_some() {
        return;
    }
    let cost = "going on without (the app is a fifth larger)";
    let Some(npm) = find(&["npm"]) else {
        say(&format!("Binaryen, esbuild: not here, nor npm to get them, {cost}"));
        return;
    };
    say("Binaryen and esbuild, which make the app smaller: getting them from npm (about 20 seconds, once)");
    let home = optimizers_home();
    let packages = [format!("binaryen@{BINARYEN}"), format!("esbuild@{ESBUILD}")];
    let install = || -> Result<()> {
        fs::create_dir_all(&home)?;
        let shell = shell();
        Ok(cmd!(shell, "{npm} install --no-audit --no-fund --prefix {home} {packages...}").run()?)
    };
    if install().is_err() {
        say(&format!("Binaryen, esbuild: npm could not get them, {cost}"));
    }
}

/// Returns an esbuild of the pinned version.
pub(crate) fn esbuild() -> Option<PathBuf> {
    let program = find(&["esbuild"])?;
    (output(&program, &["--version"])? == ESBUILD).then_some(program)
}

/// Returns Node and the path of Binaryen's module.
pub(crate) fn binaryen() -> Option<(PathBuf, PathBuf)> {
    let module = optimizers_home().join("node_modules").join("binaryen").join("index.js");
    Some((find(&["node"])?, module)).filter(|(_, module)| module.is_file())
}

/// "wasm-bindgen 0.2.130" → "0.2.130"
fn version_of(program: &str) -> Option<String> {
    output(program, &["--version"])?.split_whitespace().nth(1).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_go_where_the_person_says_then_to_the_cache_of_the_system() {
        let cases = [
            (&[("SALTICID_TOOLS", "/t"), ("HOME", "/h")][..], Some("/t")),
            (&[("XDG_CACHE_HOME", "/x"), ("HOME", "/h")][..], Some("/x/salticid/tools")),
            (&[("HOME", "/h")][..], Some("/h/.cache/salticid/tools")),
            (&[][..], None),
        ];
        for (variables, expected) in cases {
            let value = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
            assert_eq!(all_tools(value), expected.map(PathBuf::from), "{variables:?}");
        }
    }

    #[test]
    fn the_version_of_wasm_bindgen_is_read_from_the_lock_file() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(pinned_wasm_bindgen(lock).as_deref(), Some("0.2.130"));
        assert_eq!(pinned_wasm_bindgen("[[package]]\nname = \"yew\"\nversion = \"1\"\n"), None);
    }
}
