//! `cargo xtask vendor`: makes the library files below `www/vendor` that are not taken as they were published: of a large library only what
//! the page calls, in one file.
//!
//! The result is committed, because neither a first `start` nor the tests may wait for npm. Versions are exact; the same versions give the
//! same bytes. Not covered: libraries whose published file is small and fit as it is, which are copied by hand.

use crate::failure::{Failure, Outcome};
use crate::post_build::{read, write};
use crate::run::{Run, say};
use crate::{browser, places};
use std::fs;
use std::path::{Path, PathBuf};

/// The program that puts modules into one file, and its version.
const BUNDLER: &str = "esbuild@0.28.2";

/// A file that is made of a library.
struct Bundle {
    package: &'static str,
    version: &'static str,
    /// Its folder below `www/vendor`.
    folder: &'static str,
    file: &'static str,
    /// The functions that the page calls.
    calls: &'static str,
    license: &'static str,
}

const BUNDLES: [Bundle; 1] = [Bundle {
    package: "twgl.js",
    version: "7.0.0",
    folder: "twgl-7.0.0",
    file: "twgl.js",
    calls: "createProgramInfo, createBufferInfoFromArrays, setAttribInfoBufferFromArray, setBuffersAndAttributes, setUniforms, drawBufferInfo",
    license: "LICENSE.md",
}];

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// Compare with the committed files, and write nothing.
    #[arg(long)]
    pub(crate) check: bool,
}

/// Makes the files, and writes or compares them.
pub(crate) fn run(options: &Options) -> Outcome {
    let tools = browser::ready()?;
    for bundle in BUNDLES {
        let home = places::memory().join("vendor").join(bundle.folder);
        let made = make(&bundle, &home, &tools)?;
        let committed = places::root().join("www/vendor").join(bundle.folder);
        fs::create_dir_all(&committed).map_err(Failure::file("make", &committed))?;
        for (made, name) in [(made, bundle.file), (installed(&home, &bundle).join(bundle.license), bundle.license)] {
            settle(&made, &committed.join(name), options.check)?;
        }
    }
    Ok(())
}

/// Gets a library and the bundler from npm, and makes the file below `home`.
fn make(bundle: &Bundle, home: &Path, tools: &browser::Browser) -> Outcome<PathBuf> {
    let Bundle { package, version, file, calls, .. } = bundle;
    say(&format!("{package} {version}"));
    fs::create_dir_all(home).map_err(Failure::file("make", home))?;
    write(&home.join("package.json"), b"{\"private\":true}\n")?;
    let library = format!("{package}@{version}");
    let install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", &library, BUNDLER];
    Run::new(&tools.npm, &install).inside(home).now()?;
    let entry = format!("export {{ {calls} }} from \"{package}\";\n");
    write(&home.join("entry.js"), entry.as_bytes())?;
    let out = format!("--outfile={file}");
    let bundler = home.join("node_modules/esbuild/bin/esbuild").display().to_string();
    let bundling = [
        bundler.as_str(),
        "entry.js",
        "--bundle",
        "--format=esm",
        "--minify",
        "--target=es2022",
        "--log-level=warning",
        &out,
    ];
    Run::new(&tools.node, &bundling).inside(home).now()?;
    Ok(home.join(file))
}

fn installed(home: &Path, bundle: &Bundle) -> PathBuf {
    home.join("node_modules").join(bundle.package)
}

/// Writes a generated file, or compares it with the existing one.
fn settle(made: &Path, place: &Path, check: bool) -> Outcome {
    let bytes = read(made)?;
    if !check {
        return write(place, &bytes);
    }
    if read(place)? == bytes {
        return Ok(());
    }
    Err(Failure::Page(format!("{} is not what is made of the library: run `cargo xtask vendor`", place.display())))
}
