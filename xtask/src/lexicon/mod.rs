//! `cargo xtask lexicon`: makes the compact lexicon of the semantic strategies from WordNet's database.
//!
//! The result is committed, because neither a first `start` nor the tests may depend on a package of Debian's, and
//! because it never changes. The database comes from Debian's `wordnet-base`, or from a folder that `--from` names. The
//! same database gives the same bytes.

mod format;
mod wndb;

use crate::shell::{root, say, shell, target};
use anyhow::{Context as _, Result, ensure};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use fs_err as fs;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use wndb::Database;
use xshell::cmd;

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

/// Makes the lexicon and its license, which WordNet wants to stand beside it, and writes or compares both.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = options.from.clone().map_or_else(unpacked, Ok)?;
    let database = Database::read(&folder)?;
    ensure!(database.license.contains(TITLE), "{} is not the database of {TITLE}", folder.display());
    let plain = format::write(TITLE, &database)?;
    let [asset, license] =
        ["wordnet-3.0.lex.gz", "LICENSE-WordNet.txt"].map(|name| root().join("www/lexicon").join(name));
    if options.check {
        // Compared decompressed: another version of the compressor may pack the same bytes otherwise.
        let mut committed = Vec::new();
        GzDecoder::new(&*fs::read(&asset)?).read_to_end(&mut committed)?;
        let is_same = committed == plain && fs::read_to_string(&license)? == database.license;
        ensure!(is_same, "www/lexicon is not what is made from the database: run `cargo xtask lexicon`");
        say("the committed lexicon is what the database gives");
        return Ok(());
    }
    let packed = compressed(&plain)?;
    fs::write(&asset, &packed)?;
    fs::write(&license, &database.license)?;
    say(&format!("{}: {} bytes, {} compressed", asset.display(), plain.len(), packed.len()));
    Ok(())
}

/// Returns the folder of the package's database, fetched and unpacked below Cargo's build folder.
fn unpacked() -> Result<PathBuf> {
    let home = target().join("wordnet");
    let database = home.join("usr").join("share").join("wordnet");
    if !database.join("data.noun").is_file() {
        say(&format!("{PACKAGE}: getting it from Debian (6.5 MB, once)"));
        fs::create_dir_all(&home)?;
        let shell = shell();
        shell.change_dir(&home);
        cmd!(shell, "apt-get download {PACKAGE}").run().context(
            "on systems other than Debian get the database of WordNet 3.0 and name its folder, \"dict\", with --from",
        )?;
        let is_package = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "deb");
        let package = fs::read_dir(&home)?.flatten().map(|entry| entry.path()).find(is_package);
        let package = package.context("apt-get left no package")?;
        cmd!(shell, "dpkg-deb -x {package} {home}").run()?;
    }
    Ok(database)
}

/// Without a name or a time in its head, so that it is the same each time.
fn compressed(plain: &[u8]) -> Result<Vec<u8>> {
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    gzip.write_all(plain)?;
    Ok(gzip.finish()?)
}

#[cfg(test)]
mod tests;
