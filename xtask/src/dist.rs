//! `cargo xtask dist`: a folder for any static host, with compressed copies, and the table of what a browser downloads.
//!
//! The same files as `start` serves, with a service worker that keeps them for visits without a connection. The page may connect to other
//! origins (unless `--same-origin`), and with `--public-url` its addresses are absolute. `--extension` makes a browser extension of it.

use crate::failure::{Failure, Outcome};
use crate::places::{self, Build};
use crate::post_build::{copy_folder, read_text, write};
use crate::run::say;
use crate::{app, offline, page, size, toolbox};
use std::fs;
use std::path::{Path, PathBuf};

/// The options of the command.
#[derive(Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// The folder's path on its host. `./` works anywhere if the page's address ends with a slash.
    #[arg(long, value_name = "URL", default_value = "./")]
    pub(crate) public_url: String,
    /// The folder to fill, relative to the root of the checkout: `dist`, and `dist-extension` for the extension.
    #[arg(long, value_name = "DIR", default_value = "dist", default_value_if("extension", "true", "dist-extension"))]
    pub(crate) out: PathBuf,
    /// Keep the policy that lets the page connect to its own origin only (for a host that is a proxy, too).
    #[arg(long)]
    pub(crate) same_origin: bool,
    /// Build the browser extension instead: an unpacked folder, and a zip for each store.
    #[arg(long, conflicts_with_all = ["public_url", "same_origin"])]
    pub(crate) extension: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { public_url: "./".to_owned(), out: PathBuf::from("dist"), same_origin: false, extension: false }
    }
}

/// Builds the folder and prints the sizes.
pub(crate) fn run(options: &Options) -> Outcome {
    toolbox::ready_to_build()?;
    let (out, _) = fill(options)?;
    say(&format!("done: {}", out.display()));
    Ok(())
}

/// Builds the folder, and gives it with the sizes, which it prints.
pub(crate) fn fill(options: &Options) -> Outcome<(PathBuf, size::Sizes)> {
    let built = app::build(Build::Release)?;
    let out = places::root().join(&options.out);
    replace(&built, &out)?;
    let index = out.join("index.html");
    let public_url = page::whole_public_url(&options.public_url);
    let mut text = page::move_to(&read_text(&index)?, &public_url);
    if options.same_origin {
        text = page::keep_to_own_origin(&text)?;
    }
    write(&index, text.as_bytes())?;
    offline::add(&out)?;
    say("compressing");
    let sizes = size::compress(&out)?;
    print!("{}", sizes.table());
    Ok((out, sizes))
}

/// Copies a built app over an earlier one. A folder that holds anything else is left alone.
pub(crate) fn replace(from: &Path, to: &Path) -> Outcome {
    let used = fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some());
    if used && !to.join("index.html").is_file() {
        return Err(Failure::Refused(format!(
            "{} is neither empty nor an earlier build: name another folder with --out",
            to.display()
        )));
    }
    if used {
        fs::remove_dir_all(to).map_err(Failure::file("remove", to))?;
    }
    copy_folder(from, to)
}
