//! The versions of the tools that are installed for building and testing the app, and the folder of each.
//!
//! One folder a tool and version: another version of Salticid may need another. How they are installed is in
//! `toolbox.rs`.

use crate::places;
use std::fs;
use std::path::PathBuf;

/// The version of the npm package `binaryen`, which is Binaryen's own.
pub(crate) const BINARYEN: &str = "132.0.0";
/// The version of esbuild.
pub(crate) const ESBUILD: &str = "0.28.2";
/// The version of wasm-split's program.
pub(crate) const WASM_SPLIT: &str = "0.2.4";
/// The version of geckodriver.
pub(crate) const GECKODRIVER: &str = "0.37.1";

/// Returns the folders that hold the installed programs, in the order in which PATH should name them.
pub(crate) fn folders() -> Vec<PathBuf> {
    let bindgen = wasm_bindgen().map(|version| wasm_bindgen_home(&version).join("bin"));
    let optimizers = optimizers_home().join("node_modules").join(".bin");
    let geckodriver = geckodriver_home().join("bin");
    bindgen.into_iter().chain([optimizers, geckodriver]).collect()
}

/// Returns the version of wasm-bindgen that Cargo.lock pins: its programs must be of exactly that version.
pub(crate) fn wasm_bindgen() -> Option<String> {
    let lock = fs::read_to_string(places::root().join("Cargo.lock")).ok()?;
    // Git may have written the file with the line ends of Windows.
    pinned_wasm_bindgen(&lock.replace("\r\n", "\n"))
}

fn pinned_wasm_bindgen(lock: &str) -> Option<String> {
    let (_, after) = lock.split_once("name = \"wasm-bindgen\"\nversion = \"")?;
    after.split_once('"').map(|(version, _)| version.to_owned())
}

/// Returns the folder of wasm-bindgen's programs.
pub(crate) fn wasm_bindgen_home(version: &str) -> PathBuf {
    places::tools().join(format!("wasm-bindgen-{version}"))
}

/// Returns the folder of Binaryen and esbuild, which npm installs together.
pub(crate) fn optimizers_home() -> PathBuf {
    places::tools().join(format!("binaryen-{BINARYEN}-esbuild-{ESBUILD}"))
}

/// Returns wasm-split's folder.
pub(crate) fn wasm_split_home() -> PathBuf {
    places::tools().join(format!("wasm-split-{WASM_SPLIT}"))
}

/// Returns geckodriver's folder.
pub(crate) fn geckodriver_home() -> PathBuf {
    places::tools().join(format!("geckodriver-{GECKODRIVER}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_wasm_bindgen_is_read_from_the_lock_file() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(pinned_wasm_bindgen(lock).as_deref(), Some("0.2.130"));
        assert_eq!(pinned_wasm_bindgen("[[package]]\nname = \"yew\"\nversion = \"1\"\n"), None);
    }
}
