//! Makes the app for static hosts usable without a connection: fills in the service worker, and names it in the page.
//!
//! The service worker (`www/service_worker.js`) copies the app's files after the first visit, each only if it has the
//! digest in the script. The digests in names do not serve for that: some files have none, and that of a program is of
//! its whole folder. Only `dist` adds the service worker: an app that is being developed should never come from a copy.

use crate::files::{digest_files, files_below, name_in, short_sha256};
use crate::page;
use crate::shell::root;
use anyhow::Result;
use fs_err as fs;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

/// The script. Its name is the same in every build, as browsers require.
pub(crate) const SERVICE_WORKER: &str = "service_worker.js";
/// The place of the build's files in the script.
const PLACEHOLDER: &str = "\"__BUILD__\"";
/// The start of the page's element before which the script is named.
const TITLE: &str = "<title>";
/// The extension of large data files, which are copied when they are first requested.
const DATA: &str = ".gz";

/// The digests of files by name. A packed file also has that of its content, which the script sees if the host lets the
/// browser unpack it.
type Digests = BTreeMap<String, Vec<String>>;

/// Adds the service worker to a folder with the app, whose page is complete but for its name.
pub(crate) fn add(out: &Path) -> Result<()> {
    let index = out.join("index.html");
    let named = format!("<meta name=offline content=./{SERVICE_WORKER}>{TITLE}");
    fs::write(&index, page::rename(&fs::read_to_string(&index)?, TITLE, &named)?)?;
    let script = fs::read_to_string(root().join("www").join(SERVICE_WORKER))?;
    let page = short_sha256(&fs::read(&index)?);
    let script = fill_in(&script, &digest_files(out, &[""])?, &page, digests(out)?)?;
    Ok(fs::write(out.join(SERVICE_WORKER), script)?)
}

/// Returns the script with a build's name, and the digests of its page and files.
fn fill_in(script: &str, build: &str, page: &str, digests: Digests) -> Result<String> {
    let (data, files): (Digests, Digests) = (digests.into_iter()).partition(|(name, _)| name.ends_with(DATA));
    let value = json!({ "build": build, "page": [page], "files": files, "data": data });
    page::rename(script, PLACEHOLDER, &value.to_string())
}

/// Returns the digests of the files that the page and its workers request.
fn digests(out: &Path) -> Result<Digests> {
    let mut digests = Digests::new();
    for file in files_below(out)? {
        let name = name_in(out, &file);
        if is_requested(&name) {
            let bytes = fs::read(&file)?;
            let mut own = vec![short_sha256(&bytes)];
            if name.ends_with(DATA) {
                let mut content = Vec::new();
                flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut content)?;
                own.push(short_sha256(&content));
            }
            digests.insert(name, own);
        }
    }
    Ok(digests)
}

/// Returns false for the page, which is copied under the folder's address, for the service worker, and for licenses.
fn is_requested(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    !matches!(name, "index.html" | SERVICE_WORKER) && !last.starts_with("LICENSE")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::remove;
    use std::io::Write as _;

    #[test]
    fn the_script_has_the_digests_of_page_files_and_large_data_apart() -> Result<()> {
        let digests = ["app-1.js", "lexicon/words-1.lex.gz"];
        let digests = digests.map(|name| (name.to_owned(), vec![short_sha256(name.as_bytes())]));
        let script = fill_in("const build = \"__BUILD__\";", "abc", "9f", digests.into())?;
        let expected = concat!(
            r#"const build = {"build":"abc","data":{"lexicon/words-1.lex.gz":["6efd862557175696"]},"#,
            r#""files":{"app-1.js":["51163f293fa18610"]},"page":["9f"]};"#
        );
        assert_eq!(script, expected);
        Ok(())
    }

    #[test]
    fn a_packed_file_also_has_the_digest_of_its_content() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("salticid-offline-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(b"abc")?;
        let packed = packed.finish()?;
        for (name, bytes) in [("words.gz", &packed[..]), ("app.js", b"abc"), ("index.html", b"")] {
            fs::write(folder.join(name), bytes)?;
        }
        let digests = digests(&folder)?;
        remove(&folder)?;
        // FIPS 180-2 appendix B.1.
        let content = "ba7816bf8f01cfea".to_owned();
        let packed = vec![short_sha256(&packed), content.clone()];
        assert_eq!(digests, [("app.js".to_owned(), vec![content]), ("words.gz".to_owned(), packed)].into());
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
            ("worker-1/chunks.wasm", true),
        ];
        for (name, expected) in cases {
            assert_eq!(is_requested(name), expected, "{name}");
        }
    }
}
