//! Makes the scripts and style sheets of a release smaller, with esbuild.

use super::assemble::{STYLE, snippets};
use crate::failure::Outcome;
use crate::run::{Run, say};
use crate::{split, toolbox};
use std::path::Path;

/// Minifies in place what this build wrote; what was copied stays as it is. Without esbuild all stays as it is.
pub(crate) fn minify(out: &Path) -> Outcome {
    let Some(esbuild) = toolbox::esbuild() else {
        return Ok(());
    };
    let cut =
        ["app", "worker"].map(|name| [split::LOADER, &format!("{name}.js")].map(|script| format!("{name}/{script}")));
    let own = ["layout.js", STYLE].map(str::to_owned);
    let files = own.into_iter().chain(cut.into_iter().flatten());
    let files: Vec<_> = files.chain(snippets(out)?).collect();
    say(&format!("esbuild --minify {}", files.join(" ")));
    let options = ["--minify", "--format=esm", "--log-level=warning", "--allow-overwrite", "--outdir=.", "--outbase=."];
    let arguments: Vec<_> = options.into_iter().chain(files.iter().map(String::as_str)).collect();
    Run::new(esbuild, &arguments).inside(out).now()
}
