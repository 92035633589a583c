//! Embeds a hash of the source code in the program, which identifies the outcomes of other code
//! (`src/compare/journal.rs`).
//!
//! The hash covers all files that affect a crawl and its evaluation. It is the same for the same checkout on every
//! machine. It covers the versions of dependencies only through the lock file, and it does not cover the compiler.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// The sources that can change outcomes.
const CODE: [&str; 10] = [
    "../archive/src",
    "../demo-web/src",
    "../engine/data",
    "../engine/src",
    "../evaluation/src",
    "../../Cargo.lock",
    "../../www/lexicon",
    "../../www/topics",
    "../../www/vectors",
    "src",
];

fn main() -> io::Result<()> {
    let mut mark = Xxh3::new();
    for path in CODE {
        println!("cargo:rerun-if-changed={path}");
        for file in files(Path::new(path))? {
            mark.update(file.to_string_lossy().replace('\\', "/").as_bytes());
            mark.update(&fs::read(&file)?);
        }
    }
    println!("cargo:rustc-env=SALTICID_CODE={:016x}", mark.digest());
    Ok(())
}

/// Returns the files at or below a path, in their order.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut below = Vec::new();
    for entry in fs::read_dir(path)? {
        below.extend(files(&entry?.path())?);
    }
    below.sort();
    Ok(below)
}
