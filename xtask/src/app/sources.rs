//! Lists the sources of the app's programs, whose digest page and worker compare when they meet.

use crate::failure::Outcome;
use crate::run::Run;
use crate::{fingerprint, places};

/// The sources of page and worker.
const CODE: [&str; 10] = [
    "Cargo.lock",
    "Cargo.toml",
    "build.rs",
    "src",
    "crates/address-guard",
    "crates/archive",
    "crates/demo-web",
    "crates/engine",
    "crates/evaluation",
    "crates/types",
];
/// Returns the digest of the sources.
pub(crate) fn digest() -> Outcome<String> {
    fingerprint::of_files(places::root(), &CODE)
}

/// Returns Cargo for the app's programs and their tests. All get the same digest, so that none compiles anew what another compiled.
pub(crate) fn cargo(arguments: &[&str]) -> Outcome<Run> {
    Ok(Run::cargo(arguments).env("SALTICID_BUILD", digest()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
