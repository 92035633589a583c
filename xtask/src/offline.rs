//! Makes the app for static hosts usable without a connection: fills in the service worker, and names it in the page.
//!
//! The service worker (`www/service_worker.js`) copies the app's files after the first visit. Only `dist` adds it: an app that is being
//! developed should never come from a copy.

use crate::failure::Outcome;
use crate::fingerprint::{files_below, name_in, of_files};
use crate::page;
use crate::places;
use crate::post_build::{read_text, write};
use serde_json::json;
use std::path::Path;

/// The script. Its name is the same in every build, as browsers require.
pub(crate) const SERVICE_WORKER: &str = "service_worker.js";
/// The place of the build's files in the script.
const PLACEHOLDER: &str = "\"__BUILD__\"";
/// The start of the page's element before which the script is named.
const TITLE: &str = "<title>";
/// The extension of large data files, which are copied when they are first requested.
const DATA: &str = ".gz";

/// Adds the service worker to a folder with the app, whose page is complete but for its name.
pub(crate) fn add(out: &Path) -> Outcome {
    let index = out.join("index.html");
    let named = format!("<meta name=offline content=./{SERVICE_WORKER}>{TITLE}");
    write(
        &index,
        page::rename(&read_text(&index)?, TITLE, &named)?.as_bytes(),
    )?;
    let script = read_text(&places::root().join("www").join(SERVICE_WORKER))?;
    let script = fill_in(&script, &of_files(out, &[""])?, &names(out)?)?;
    write(&out.join(SERVICE_WORKER), script.as_bytes())
}

/// Returns the script with a build's name and files.
fn fill_in(script: &str, build: &str, names: &[String]) -> Outcome<String> {
    let (data, files): (Vec<_>, Vec<_>) = names.iter().partition(|name| name.ends_with(DATA));
    let value = json!({ "build": build, "files": files, "data": data });
    page::rename(script, PLACEHOLDER, &value.to_string())
}

/// Returns the names of the files that the page and its workers request.
fn names(out: &Path) -> Outcome<Vec<String>> {
    let files = files_below(out)?;
    let names = files.iter().map(|file| name_in(out, file));
    Ok(names.filter(|name| is_requested(name)).collect())
}

/// Returns false for the page, which is copied under the folder's address, for the service worker, and for licenses.
fn is_requested(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    !matches!(name, "index.html" | SERVICE_WORKER) && !last.starts_with("LICENSE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_names_the_files_and_large_data_apart() -> Outcome {
        let names = ["app-1.js", "lexicon/words-1.lex.gz"].map(str::to_owned);
        let script = fill_in("const build = \"__BUILD__\";", "abc", &names)?;
        assert_eq!(
            script,
            r#"const build = {"build":"abc","data":["lexicon/words-1.lex.gz"],"files":["app-1.js"]};"#
        );
        Ok(())
    }

    #[test]
    fn page_script_and_licenses_are_not_copied_by_name() {
        let cases = [
            ("index.html", false),
            ("service_worker.js", false),
            ("vendor/twgl-7.0.0/LICENSE.md", false),
            ("lexicon/LICENSE-WordNet.txt", false),
            ("worker-1/split_compare.wasm", true),
        ];
        for (name, expected) in cases {
            assert_eq!(is_requested(name), expected, "{name}");
        }
    }
}
