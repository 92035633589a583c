//! Edits the built page. Pure: text in, text out.
//!
//! Works on the names of files, never on tags, so that it does not matter how the page was built.

use crate::failure::{Failure, Outcome};

/// The loader of the worker as index.html names it.
pub(crate) const WORKER_LOADER: &str = "worker_loader.js";
/// The loader of the map's worker, likewise.
pub(crate) const LAYOUT_LOADER: &str = "layout_loader.js";
/// The script that starts the app, as the built page names it before it is finished (Trunk: `pattern_script` in Trunk.toml).
pub(crate) const START_SCRIPT: &str = "app_start.js";

/// The allowed connections of index.html: its own origin and sites that send CORS headers (the source “direct”).
const CONNECT_TO_ALL: &str = "connect-src 'self' http: https:";
/// For a deployment that has no use for the source “direct”.
const CONNECT_TO_SELF: &str = "connect-src 'self'";

/// Replaces a file's name, which must stand in the page exactly once.
pub(crate) fn rename(page: &str, old: &str, new: &str) -> Outcome<String> {
    match page.matches(old).count() {
        1 => Ok(page.replacen(old, new, 1)),
        n => Err(Failure::Page(format!("the built page names `{old}` {n} times, not once"))),
    }
}

/// Adds a module script before the one that starts the app.
pub(crate) fn add_script(page: &str, name: &str) -> Outcome<String> {
    rename(page, "<script", &format!("<script src=./{name} type=module></script><script"))
}

/// Lets the page connect to its own origin alone.
pub(crate) fn keep_to_own_origin(page: &str) -> Outcome<String> {
    rename(page, CONNECT_TO_ALL, CONNECT_TO_SELF)
}

/// Makes the page's relative addresses (`./…`) absolute ones below `public_url`, which ends with a slash.
pub(crate) fn move_to(page: &str, public_url: &str) -> String {
    ["\"", "'", "="]
        .iter()
        .fold(page.to_owned(), |page, before| page.replace(&format!("{before}./"), &format!("{before}{public_url}")))
}

/// `sub/path` → `/sub/path/`; addresses with a scheme and relative ones (`./`) only get their last slash.
pub(crate) fn whole_public_url(text: &str) -> String {
    let start = if text.starts_with(['/', '.']) || text.contains("://") { "" } else { "/" };
    let end = if text.ends_with('/') { "" } else { "/" };
    format!("{start}{text}{end}")
}

/// The path of the lexicon in the page's folder.
pub(crate) const LEXICON: &str = "lexicon/wordnet-3.0.lex.gz";

/// The path of the word vectors in the page's folder.
pub(crate) const VECTORS: &str = "vectors/english.vec.gz";

/// The path of the starter topics in the page's folder.
pub(crate) const STARTER_TOPICS: &str = "topics/starter.json";

/// The worker's data files, which get names by their content, and the names under which the worker reads their addresses
/// (`asset_address` in `src/worker/sources`).
pub(crate) const WORKER_DATA: [(&str, &str); 3] =
    [(LEXICON, "salticidLexicon"), (VECTORS, "salticidVectors"), (STARTER_TOPICS, "salticidTopics")];

/// Returns the worker's loader: starts it, and says where its data files and itself are. The data files are given in the order of
/// [`WORKER_DATA`].
pub(crate) fn worker_starter(js: &str, wasm: &str, data: &[String]) -> String {
    let start = starter(js, wasm);
    let addresses = WORKER_DATA.iter().zip(data);
    let addresses = addresses.map(|((_, name), path)| format!("self.{name}=at('./{path}');"));
    let addresses = addresses.collect::<Vec<_>>().concat();
    format!("const at=path=>new URL(path,import.meta.url).href;self.salticidLoader=import.meta.url;{addresses}{start}")
}

/// The path of the map's drawing library in the page's folder, with its version.
const TWGL: &str = "vendor/twgl-7.0.0/twgl.js";

/// Returns the loader of the map's worker: hands it the library (`src/layout/twgl.rs` takes it), and starts it.
pub(crate) fn layout_starter(js: &str, wasm: &str) -> String {
    let start = starter(js, wasm);
    format!("import*as twgl from './{TWGL}';self.salticidTwgl=twgl;{start}")
}

/// Returns a script that loads and starts one of the two programs. A file of its own, since the content security policy admits no
/// script inside the page.
pub(crate) fn starter(js: &str, wasm: &str) -> String {
    format!("import init from './{js}';await init({{module_or_path:new URL('./{wasm}',import.meta.url)}});\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<meta content="default-src 'none'; connect-src 'self' http: https:"><meta name=worker content=./worker_loader.js>
        <link href="./app-1.css"><script type=module src=./app_start.js></script>"#;

    #[test]
    fn a_name_is_replaced_however_it_is_quoted() -> Outcome {
        let page = rename(PAGE, WORKER_LOADER, "worker-1_loader.js")?;
        assert!(page.contains("content=./worker-1_loader.js>"), "{page}");
        Ok(())
    }

    #[test]
    fn a_name_that_is_missing_or_doubled_is_an_error() {
        for name in ["nowhere.js", "app"] {
            assert_eq!(rename(PAGE, name, "x").map_err(|failure| failure.code()), Err("page"), "{name}");
        }
    }

    #[test]
    fn a_build_can_be_kept_to_its_own_origin() -> Outcome {
        assert!(PAGE.contains("https:"));
        assert!(!keep_to_own_origin(PAGE)?.contains("https:"));
        Ok(())
    }

    #[test]
    fn a_script_is_added_before_the_one_that_starts_the_app() -> Outcome {
        let page = add_script(PAGE, "page.js")?;
        let [own, start] = ["./page.js", "./app_start.js"].map(|name| page.find(name));
        assert!(own.is_some() && own < start, "{page}");
        Ok(())
    }

    #[test]
    fn a_public_url_replaces_every_relative_address() {
        let page = move_to(PAGE, "/sub/");
        assert!(!page.contains("./"), "{page}");
        assert!(page.contains("href=\"/sub/app-1.css\"") && page.contains("src=/sub/app_start.js"), "{page}");
    }

    #[test]
    fn a_public_url_gets_its_slashes() {
        let cases = [("/a/", "/a/"), ("a/b", "/a/b/"), ("./", "./"), ("https://x.test/y", "https://x.test/y/")];
        for (given, whole) in cases {
            assert_eq!(whole_public_url(given), whole);
        }
    }
}
