//! Builds the browser app with Trunk, unless nothing changed since the last time.
//!
//! Cargo itself is quick when nothing changed; what follows it (wasm-bindgen, wasm-opt) is not, so the digest of
//! everything that goes in is remembered beside the result.

use crate::failure::{Failure, Outcome};
use crate::post_build::write;
use crate::run::{Run, say};
use crate::{fingerprint, places, toolbox};
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// The sources of page and worker.
const CODE: [&str; 9] = [
    "Cargo.lock",
    "Cargo.toml",
    "src",
    "crates/address-guard",
    "crates/archive",
    "crates/demo-web",
    "crates/engine",
    "crates/evaluation",
    "crates/types",
];
/// Other inputs of the app's folder.
const REST: [&str; 5] = [".cargo", "index.html", "Trunk.toml", "www", "xtask/src"];

/// Builds the app with relative addresses, for the proxy to serve, and gives its folder.
pub(crate) fn build(release: bool) -> Outcome<PathBuf> {
    let dir = places::app(release);
    let code = fingerprint::of_files(places::root(), &CODE)?;
    let now = everything(&code)?;
    let remembered = places::memory().join(format!(
        "app-{}.fingerprint",
        if release { "release" } else { "debug" }
    ));
    if dir.join("index.html").is_file()
        && fs::read_to_string(&remembered).is_ok_and(|before| before == now)
    {
        say("the app: nothing changed since it was built");
        return Ok(dir);
    }
    say("the app: building page and worker (3 to 6 minutes the first time)");
    let begin = Instant::now();
    // Trunk runs Cargo offline.
    Run::cargo(&["fetch", "--locked", "--target", toolbox::WASM]).now()?;
    trunk(release, &dir, &code)?;
    fs::create_dir_all(places::memory()).map_err(Failure::file("create", &places::memory()))?;
    write(&remembered, now.as_bytes())?;
    say(&format!(
        "the app: built in {} s",
        begin.elapsed().as_secs()
    ));
    Ok(dir)
}

/// Returns the digest of everything that affects the content of the folder.
fn everything(code: &str) -> Outcome<String> {
    let rest = fingerprint::of_files(places::root(), &REST)?;
    let rustc = Run::new("rustc", &["--version"])
        .answer()
        .unwrap_or_default();
    let wasm_opt = toolbox::wasm_opt().map_or(0, |(_, version)| version);
    Ok(format!("{code} {rest} {rustc} wasm-opt {wasm_opt}\n"))
}

fn trunk(release: bool, dir: &std::path::Path, code: &str) -> Outcome {
    let dist = dir.display().to_string();
    let release = format!("--release={release}");
    Run::new(
        "trunk",
        &[
            "build",
            &release,
            "--dist",
            &dist,
            "--public-url",
            "./",
            "--skip-version-check",
        ],
    )
    // Page and worker both carry this and compare it when they meet.
    .env("SALTICID_BUILD", code)
    .now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_but_the_proxy_is_a_source_of_the_app() {
        let manifest = fs::read_to_string(places::root().join("Cargo.toml")).expect("it is there");
        let paths = manifest.lines().filter_map(|line| {
            let (_, path) = line.split_once("path = \"crates/")?;
            path.split('"').next()
        });
        for name in paths.filter(|name| *name != "proxy") {
            assert!(CODE.contains(&format!("crates/{name}").as_str()), "{name}");
        }
    }
}
