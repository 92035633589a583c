//! Builds the browser app, unless nothing changed since the last time.
//!
//! The links in index.html say what the app consists of. Cargo itself is quick when nothing changed; what follows it
//! (wasm-bindgen, wasm-opt) is not, so the digest of everything that goes in is remembered beside the result.

mod assemble;
mod compile;
mod links;
mod minify;
mod sources;

use crate::failure::{Failure, Outcome};
use crate::places::Build;
use crate::post_build::{self, read_text, write};
use crate::run::{Run, say};
use crate::{fingerprint, places, toolbox};
use links::Link;
pub(crate) use sources::cargo;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Other inputs of the app's folder.
const REST: [&str; 4] = [".cargo", "index.html", "www", "xtask/src"];

/// Builds the app with relative addresses, for the proxy to serve, and gives its folder.
pub(crate) fn build(build: Build) -> Outcome<PathBuf> {
    let dir = places::app(build);
    let now = everything(build)?;
    let remembered = places::memory().join(format!("app-{}.fingerprint", build.name()));
    if dir.join("index.html").is_file() && fs::read_to_string(&remembered).is_ok_and(|before| before == now) {
        say("the app: nothing changed since it was built");
        return Ok(dir);
    }
    say("the app: building page and worker (2 to 6 minutes the first time)");
    let begin = Instant::now();
    fill(build, &dir)?;
    fs::create_dir_all(places::memory()).map_err(Failure::file("create", &places::memory()))?;
    write(&remembered, now.as_bytes())?;
    say(&format!("the app: built in {} s", begin.elapsed().as_secs()));
    Ok(dir)
}

/// Compiles the programs of a release, as they are before their files are optimized, and returns their folder.
pub(crate) fn programs() -> Outcome<PathBuf> {
    let folder = places::memory().join("programs");
    compile(&links::links(&index()?)?, Build::Release, &folder)?;
    Ok(folder)
}

/// Returns the digest of everything that affects the content of the folder.
fn everything(build: Build) -> Outcome<String> {
    let code = sources::digest()?;
    let rest = fingerprint::of_files(places::root(), &REST)?;
    let rustc = Run::new("rustc", &["--version"]).answer().unwrap_or_default();
    let smaller = match build {
        Build::Quick => String::new(),
        Build::Release => optimizers(),
    };
    Ok(format!("{code} {rest} {rustc}{smaller}\n"))
}

/// Names the programs that make a release smaller, as far as they are here.
fn optimizers() -> String {
    let wasm_opt = toolbox::wasm_opt().map_or(0, |(_, version)| version);
    let esbuild = toolbox::esbuild().is_some();
    format!(" wasm-opt {wasm_opt} esbuild {esbuild}")
}

/// Fills a folder beside `dir` and puts it in its place, so that no one is served half a build.
fn fill(build: Build, dir: &Path) -> Outcome {
    let staging = dir.with_extension("new");
    let index = index()?;
    let links = links::links(&index)?;
    compile(&links, build, &staging)?;
    assemble::copy(&links, &staging)?;
    if build == Build::Release {
        post_build::optimize(&staging)?;
        minify::minify(&staging)?;
    }
    assemble::write_page(&index, &links, &staging)?;
    post_build::finish(&staging)?;
    remove(dir)?;
    fs::rename(&staging, dir).map_err(Failure::file("rename", &staging))
}

fn index() -> Outcome<String> {
    read_text(&places::root().join("index.html"))
}

/// Compiles the programs among the links into a new folder.
fn compile(links: &[Link], build: Build, folder: &Path) -> Outcome {
    remove(folder)?;
    fs::create_dir_all(folder).map_err(Failure::file("create", folder))?;
    let programs: Vec<_> = links.iter().filter_map(Link::program).collect();
    compile::compile(&programs, build, folder)
}

fn remove(dir: &Path) -> Outcome {
    if dir.exists() {
        fs::remove_dir_all(dir).map_err(Failure::file("remove", dir))?;
    }
    Ok(())
}
