//! Cuts a compiled program into a main file and the chunks that it loads when they are used, with wasm-split.
//!
//! Works before wasm-bindgen on what the linker wrote, which has to keep its relocations (`build.rs`). The folder of a program that was cut
//! has the main file, the chunks, and the script that loads these ([`LOADER`]); they belong together and find each other by relative names.

use crate::failure::{Failure, Outcome};
use crate::fingerprint::files_below;
use crate::run::{Run, say};
use crate::toolbox;
use std::fs;
use std::path::{Path, PathBuf};

/// The script that loads chunks, as wasm-split names it.
pub(crate) const LOADER: &str = "__wasm_split.js";

/// Cuts `NAME.wasm` apart. Leaves the chunks and their loader in `to`, and returns the path of the main file, which wasm-bindgen reads.
pub(crate) fn split(name: &str, wasm: &Path, to: &Path) -> Outcome<PathBuf> {
    fs::create_dir_all(to).map_err(Failure::file("create", to))?;
    let (wasm, folder) = (wasm.display().to_string(), to.display().to_string());
    let arguments = ["--target", "web", "--out-name", name, &wasm, &folder];
    say(&format!("wasm-split-cli {name}.wasm"));
    Run::new(toolbox::ready_splitter()?, &arguments).now()?;
    Ok(to.join(format!("{name}.wasm")))
}

/// Returns the name of the folder of a program that was cut, which is named by content; `None` for a program that is whole.
pub(crate) fn folder_of(staging: &Path, program: &str) -> Outcome<Option<String>> {
    let start = format!("{program}-");
    for entry in fs::read_dir(staging).map_err(Failure::file("list", staging))? {
        let entry = entry.map_err(Failure::file("list", staging))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&start) && entry.path().is_dir() {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Returns true for the name of a chunk, as wasm-split gives it.
pub(crate) fn is_chunk(name: &str) -> bool {
    name.starts_with("chunk_") || name.starts_with("split_")
}

/// Returns the paths of the script and of the main wasm of a program in its folder.
pub(crate) fn main_files(folder: &str, program: &str) -> [String; 2] {
    [".js", "_bg.wasm"].map(|end| format!("{folder}/{program}{end}"))
}

/// Returns the wasm files of a program that was cut, its chunks included.
pub(crate) fn wasm_files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = files_below(folder)?;
    files.retain(|file| file.extension().is_some_and(|end| end == "wasm"));
    Ok(files)
}
