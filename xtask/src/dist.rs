//! `cargo xtask dist`: a folder for any static host, with compressed copies, and the table of what a browser downloads.
//!
//! The same files as `start` serves, with a service worker that keeps them for visits without a connection. The page
//! may connect to other origins (unless `--same-origin`), and with `--public-url` its addresses are absolute.
//! `--extension` makes a browser extension of it.

use crate::app::{self, Build};
use crate::files::copy_folder;
use crate::shell::{root, say};
use crate::{offline, page, size, tools};
use anyhow::{Result, bail};
use fs_err as fs;
use std::path::{Path, PathBuf};

/// The public URL of a folder that works at any path.
pub(crate) const HERE: &str = "./";

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder's path on its host. `./` works anywhere if the page's address ends with a slash.
    #[arg(long, value_name = "URL", default_value = HERE)]
    public_url: String,
    /// The folder to fill, relative to the root of the checkout: `dist`, and `dist-extension` for the extension.
    #[arg(long, value_name = "DIR", default_value = "dist", default_value_if("extension", "true", "dist-extension"))]
    pub(crate) out: PathBuf,
    /// Keep the policy that lets the page connect to its own origin only (for a host that is a proxy, too).
    #[arg(long)]
    same_origin: bool,
    /// Build the browser extension instead: an unpacked folder, and a zip for each store.
    #[arg(long, conflicts_with_all = ["public_url", "same_origin"])]
    pub(crate) extension: bool,
}

impl Options {
    /// Returns the default options with another folder.
    pub(crate) fn new(out: PathBuf) -> Self {
        Self { public_url: HERE.to_owned(), out, same_origin: false, extension: false }
    }
}

/// Builds the folder and prints the sizes.
pub(crate) fn run(options: &Options) -> Result<()> {
    tools::ready_to_build()?;
    let (out, _) = fill(options)?;
    say(&format!("done: {}", out.display()));
    Ok(())
}

/// Builds the folder, and gives it with the sizes, which it prints.
pub(crate) fn fill(options: &Options) -> Result<(PathBuf, size::Sizes)> {
    let built = app::build(Build::Release)?;
    let out = root().join(&options.out);
    replace(&built, &out)?;
    let index = out.join("index.html");
    let mut text = page::move_to(&fs::read_to_string(&index)?, &options.public_url);
    if options.same_origin {
        text = page::keep_to_own_origin(&text)?;
    }
    fs::write(&index, text)?;
    offline::add(&out)?;
    say("compressing");
    let sizes = size::compress(&out)?;
    print!("{}", sizes.table());
    Ok((out, sizes))
}

/// Copies a built app over an earlier one. A folder that holds anything else is left alone.
pub(crate) fn replace(from: &Path, to: &Path) -> Result<()> {
    let used = fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some());
    if used && !to.join("index.html").is_file() {
        bail!("{} is neither empty nor an earlier build: name another folder with --out", to.display());
    }
    if used {
        fs::remove_dir_all(to)?;
    }
    copy_folder(from, to)
}
