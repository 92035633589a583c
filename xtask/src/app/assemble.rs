//! Fills the app's folder from the links of index.html: style sheets, copied folders, names by content, the page.

use super::links::{self, Link, Names};
use crate::failure::{Failure, Outcome};
use crate::fingerprint::{files_below, name_in};
use crate::post_build::{copy_file, copy_folder, name_file, name_folder, read_text, write};
use crate::{places, split};
use std::path::Path;

/// The style sheets of the page, joined.
pub(crate) const STYLE: &str = "app.css";
/// The folder in which wasm-bindgen puts the scripts that stand in the sources.
const SNIPPETS: &str = "snippets";

/// Copies the folders and the icon, and joins the style sheets into [`STYLE`].
pub(crate) fn copy(links: &[Link], out: &Path) -> Outcome {
    let mut style = String::new();
    for link in links {
        match link {
            Link::Icon(path) => copy_file(&places::root().join(path), &out.join(last(path)))?,
            Link::Style(path) => {
                style.push_str(read_text(&places::root().join(path))?.trim_end());
                style.push('\n');
            }
            Link::Folder(path) => copy_folder(&places::root().join(path), &out.join(last(path)))?,
            Link::Program(_) => {}
        }
    }
    write(&out.join(STYLE), style.as_bytes())
}

/// Names the page's own files by their content, and writes the page that names them.
pub(crate) fn write_page(index: &str, links: &[Link], out: &Path) -> Outcome {
    let icon = links.iter().find_map(|link| match link {
        Link::Icon(path) => Some(last(path)),
        _ => None,
    });
    let icon = icon.ok_or_else(|| Failure::Page("index.html links no icon".to_owned()))?;
    let folder = name_folder(out, "app")?;
    let [script, wasm] = match &folder {
        Some(folder) => split::main_files(folder, "app"),
        None => [name_file(out, "app.js")?, name_file(out, "app_bg.wasm")?],
    };
    let loader = folder.map(|folder| format!("{folder}/{}", split::LOADER));
    let scripts = std::iter::once(script).chain(loader);
    let scripts = scripts.chain(snippets(out)?).collect();
    let names = Names { icon: name_file(out, icon)?, style: name_file(out, STYLE)?, scripts, wasm };
    let page = links::assemble(index, &names)?;
    write(&out.join("index.html"), page.as_bytes())
}

/// Returns the names of the scripts that the page's program imports.
pub(crate) fn snippets(out: &Path) -> Outcome<Vec<String>> {
    let files = files_below(out)?;
    let names = files.iter().map(|file| name_in(out, file));
    Ok(names.filter(|name| name.split('/').any(|part| part == SNIPPETS)).collect())
}

/// `www/icon.svg` → `icon.svg`
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
