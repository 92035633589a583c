//! Builds the browser app, unless nothing changed since the last time.
//!
//! Cargo itself is quick when nothing changed; what follows it (wasm-bindgen, Binaryen) is not, so the digest of
//! everything that goes in is remembered beside the result. Trunk serves what is built here, and compiles nothing
//! itself (`Trunk.toml`).

use crate::files::{copy_folder, digest_files, files_below, remove};
use crate::shell::{APP, APP_FEATURES, QUICK, WASM, memory, output, root, say, shell, target};
use crate::{assemble, dist, page, tools};
use anyhow::{Context as _, Result, anyhow};
use fs_err as fs;
use std::env;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;
use wasm_bindgen_cli_support::Bindgen;
use xshell::cmd;

/// The ways to build the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Built soonest, for this machine.
    Quick,
    /// Smallest and fastest, for others.
    Release,
}

/// A program of the root package, which is compiled to wasm and gets a folder of its own.
pub(crate) struct Program {
    /// The name of its binary.
    pub(crate) name: &'static str,
    /// The features of its release build.
    features: &'static str,
    /// The Cargo profile of its release build.
    profile: &'static str,
    /// True if its release is cut into chunks.
    pub(crate) is_split: bool,
    /// True if Binaryen optimizes it for speed, not only for size.
    pub(crate) is_for_speed: bool,
}

/// The page, the worker, and the map's worker.
pub(crate) const PROGRAMS: [Program; 3] = [
    Program { name: "app", features: "ui,split", profile: "page", is_split: true, is_for_speed: false },
    Program { name: "worker", features: "crawler,split", profile: "worker", is_split: true, is_for_speed: false },
    Program { name: "layout", features: "layout", profile: "page", is_split: false, is_for_speed: true },
];

/// The variable from which the code takes [`code_digest`]: page and worker compare it when they meet.
pub(crate) const BUILD: &str = "SALTICID_BUILD";

/// Returns the digest of the sources of page and worker. All builds and tests of them get the same, so that none
/// compiles anew what another compiled.
pub(crate) fn code_digest() -> Result<String> {
    let mut sources: Vec<_> = ["Cargo.lock", "Cargo.toml", "build.rs", "src"].map(PathBuf::from).into();
    for entry in fs::read_dir(root().join("crates"))? {
        let name = entry?.file_name();
        // The native programs.
        if name != "proxy" && name != "lab" {
            sources.push(Path::new("crates").join(name));
        }
    }
    sources.sort();
    digest_files(root(), &sources)
}

/// Builds the app with relative addresses, for the proxy to serve, and gives its folder.
pub(crate) fn build(build: Build) -> Result<PathBuf> {
    let name = if build == Build::Quick { QUICK } else { "release" };
    let folder = target().join("app").join(name);
    let now = inputs(build)?;
    let remembered = memory().join(format!("app-{name}.fingerprint"));
    if folder.join("index.html").is_file() && fs::read_to_string(&remembered).is_ok_and(|before| before == now) {
        say("the app: nothing changed since it was built");
        return Ok(folder);
    }
    say("the app: building page and worker (2 to 6 minutes the first time)");
    let begin = Instant::now();
    // Beside the folder until it is complete, so that no one is served half a build.
    let staging = folder.with_extension("new");
    compile(build, &staging)?;
    assemble::fill(&staging, build)?;
    remove(&folder)?;
    fs::rename(&staging, &folder)?;
    fs::create_dir_all(memory())?;
    fs::write(&remembered, now)?;
    say(&format!("the app: built in {} s", begin.elapsed().as_secs()));
    Ok(folder)
}

/// Builds the app into the folder that Trunk names in the environment of its hook.
pub(crate) fn build_for_trunk() -> Result<()> {
    let staging = env::var_os("TRUNK_STAGING_DIR");
    let staging =
        PathBuf::from(staging.context("TRUNK_STAGING_DIR is not set: Trunk runs this command, people do not")?);
    let is_release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    if is_release {
        tools::ready_to_build()?;
    }
    copy_folder(&build(if is_release { Build::Release } else { Build::Quick })?, &staging)?;
    let index = staging.join("index.html");
    let public_url = env::var("TRUNK_PUBLIC_URL").unwrap_or_else(|_| dist::HERE.to_owned());
    Ok(fs::write(&index, page::move_to(&fs::read_to_string(&index)?, &public_url))?)
}

/// Returns the digest of everything that affects the content of the folder.
fn inputs(build: Build) -> Result<String> {
    let code = code_digest()?;
    let rest = digest_files(root(), &[".cargo", "index.html", "www", "xtask/src"])?;
    let rustc = output("rustc", &["--version"]).unwrap_or_default();
    let optimizers = || format!(" binaryen {} esbuild {}", tools::binaryen().is_some(), tools::esbuild().is_some());
    let optimizers = if build == Build::Release { optimizers() } else { String::new() };
    Ok(format!("{code} {rest} {rustc}{optimizers}\n"))
}

/// Compiles the programs into a new folder, each into a folder of its own.
fn compile(build: Build, out: &Path) -> Result<()> {
    remove(out)?;
    if build == Build::Quick {
        // Together they are compiled sooner: what two of them use is compiled once.
        let names = PROGRAMS.each_ref().map(|program| ["--bin", program.name]).concat();
        cargo(QUICK, APP_FEATURES, &names)?;
        return PROGRAMS.iter().try_for_each(|program| bindgen(program, QUICK, &out.join(program.name), None));
    }
    // Apart, each has only what its own features add. Those of two profiles do not wait for each other, and the linker
    // uses one processor.
    let release_of = |profile: &str| {
        let mut programs = PROGRAMS.iter().filter(|program| program.profile == profile);
        programs.try_for_each(|program| release(program, &out.join(program.name)))
    };
    thread::scope(|scope| {
        let worker = scope.spawn(|| release_of("worker"));
        release_of("page").and(worker.join().map_err(|_| anyhow!("the build of the worker panicked"))?)
    })
}

fn cargo(profile: &str, features: &str, bins: &[&str]) -> Result<()> {
    let build = ["--target", WASM, "--profile", profile, "--no-default-features", "--features", features];
    let shell = shell();
    Ok(cmd!(shell, "cargo build --locked --package {APP} {build...} {bins...}").env(BUILD, code_digest()?).run()?)
}

/// Compiles the release of a program, and cuts it into chunks with wasm-split.
///
/// wasm-split works before wasm-bindgen on what the linker wrote, which has to keep its relocations (`build.rs`). The
/// main file, the chunks and the script that loads these belong together and find each other by relative names.
fn release(program: &Program, out: &Path) -> Result<()> {
    let Program { name, profile, .. } = program;
    cargo(profile, program.features, &["--bin", name])?;
    if !program.is_split {
        return bindgen(program, profile, out, None);
    }
    fs::create_dir_all(out)?;
    let (shell, splitter, wasm) = (shell(), tools::splitter()?, compiled(name, profile));
    cmd!(shell, "{splitter} --target web --out-name {name} {wasm} {out}").run()?;
    let main = out.join(format!("{name}.wasm"));
    bindgen(program, profile, out, Some(&main))?;
    Ok(fs::remove_file(&main)?)
}

/// Returns the wasm files of a program, its chunks included.
pub(crate) fn wasm_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = files_below(folder)?;
    files.retain(|file| file.extension().is_some_and(|end| end == "wasm"));
    Ok(files)
}

/// Returns the path of what Cargo compiled.
fn compiled(name: &str, profile: &str) -> PathBuf {
    target().join(WASM).join(profile).join(format!("{name}.wasm"))
}

/// Writes `NAME.js`, which joins a compiled program to the browser, and `NAME_bg.wasm`. `main` is the main file of a
/// program that was cut, which exports what its chunks use.
///
/// wasm-bindgen is linked as a library: its program would have to be compiled apart, with all that its test runner
/// needs.
fn bindgen(program: &Program, profile: &str, out: &Path, main: Option<&Path>) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(main.map_or_else(|| compiled(program.name, profile), Path::to_path_buf))
        .keep_lld_exports(main.is_some())
        .typescript(false)
        // The script that starts the program names its wasm.
        .omit_default_module_path(true)
        .out_name(program.name);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(out));
    written.with_context(|| format!("wasm-bindgen, {}.wasm", program.name))
}
