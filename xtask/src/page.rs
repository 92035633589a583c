//! Edits the built page, and writes the scripts that start its programs. Pure: text in, text out.

use anyhow::{Result, bail};
use std::fmt::Write as _;

/// The start of the line of a style sheet in index.html.
const STYLE: &str = "<link rel=\"stylesheet\" href=\"";
/// The start of the line of the icon, likewise.
const ICON: &str = "<link rel=\"icon\"";
/// The start of the line of the page's program, which only Trunk reads.
const PROGRAM: &str = "<link data-trunk";

/// The allowed connections of index.html: its own origin and sites that send CORS headers (the source “direct”).
const CONNECT_TO_ALL: &str = "connect-src 'self' http: https:";
/// For a deployment that has no use for the source “direct”.
const CONNECT_TO_SELF: &str = "connect-src 'self'";

/// The worker's data files below `www`, which get names by their content, and the names under which the worker reads
/// their addresses (`asset_address` in `crates/worker/src/sources`).
pub(crate) const WORKER_DATA: [(&str, &str); 3] = [
    ("lexicon/wordnet-3.0.lex.gz", "salticidLexicon"),
    ("vectors/english.vec.gz", "salticidVectors"),
    ("topics/starter.json", "salticidTopics"),
];

/// The path of the map's drawing library in the page's folder, with its version.
const TWGL: &str = "vendor/twgl-7.0.0/twgl.js";

/// The names of built files that the page mentions.
pub(crate) struct Names {
    pub(crate) icon: String,
    pub(crate) style: String,
    /// The script that starts the app.
    pub(crate) start: String,
    pub(crate) worker_loader: String,
    pub(crate) layout_loader: String,
    /// The scripts that the page's program consists of, without the one that starts it.
    pub(crate) scripts: Vec<String>,
    pub(crate) wasm: String,
}

/// Returns the paths of the style sheets that the page links, in their order.
pub(crate) fn style_sheets(page: &str) -> impl Iterator<Item = &str> {
    page.lines().filter_map(|line| line.trim_start().strip_prefix(STYLE)?.split('"').next())
}

/// Returns the page that names the built files, without comments and indentation.
pub(crate) fn assemble(page: &str, names: &Names) -> Result<String> {
    let Names { icon, style, start, .. } = names;
    let mut style = Some(format!("{STYLE}./{style}\">\n"));
    let mut built = String::new();
    for line in without_comments(page).lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = match line {
            // All style sheets are one file, in the place of the first.
            line if line.starts_with(STYLE) => style.take().unwrap_or_default(),
            line if line.starts_with(ICON) => format!("{ICON} href=\"./{icon}\">\n"),
            // A file, since the content security policy admits no script inside the page.
            line if line.starts_with(PROGRAM) => format!("<script type=\"module\" src=\"./{start}\"></script>\n"),
            "</head>" => format!("{}</head>\n", preloads(names)),
            line => format!("{line}\n"),
        };
        built.push_str(&line);
    }
    let built = rename(&built, "worker_loader.js", &names.worker_loader)?;
    rename(&built, "layout_loader.js", &names.layout_loader)
}

fn without_comments(page: &str) -> String {
    let parts = page.split("<!--").enumerate();
    let parts =
        parts.map(|(at, part)| if at == 0 { part } else { part.split_once("-->").map_or("", |(_, after)| after) });
    parts.collect()
}

/// Returns the links that let the browser fetch the page's program before the script that starts it has arrived.
fn preloads(Names { scripts, wasm, .. }: &Names) -> String {
    let mut links = String::new();
    for script in scripts {
        // Writing to a String cannot fail.
        let _ = write!(links, "<link rel=\"modulepreload\" href=\"./{script}\" crossorigin=\"anonymous\">");
    }
    let kind = "as=\"fetch\" type=\"application/wasm\"";
    links + &format!("<link rel=\"preload\" href=\"./{wasm}\" crossorigin=\"anonymous\" {kind}>")
}

/// Replaces a part of a text, which must stand in it exactly once.
pub(crate) fn rename(text: &str, old: &str, new: &str) -> Result<String> {
    match text.matches(old).count() {
        1 => Ok(text.replacen(old, new, 1)),
        n => bail!("the page or script has `{old}` {n} times, not once; compare index.html with xtask/src/page.rs"),
    }
}

/// Adds a module script before the one that starts the app.
pub(crate) fn add_script(page: &str, name: &str) -> Result<String> {
    rename(page, "<script", &format!("<script src=./{name} type=module></script><script"))
}

/// Lets the page connect to its own origin alone.
pub(crate) fn keep_to_own_origin(page: &str) -> Result<String> {
    rename(page, CONNECT_TO_ALL, CONNECT_TO_SELF)
}

/// Makes the page's relative addresses (`./…`) absolute ones below `public_url`. `sub/path` is read as `/sub/path/`;
/// addresses with a scheme and relative ones only get their last slash.
pub(crate) fn move_to(page: &str, public_url: &str) -> String {
    let start = if public_url.starts_with(['/', '.']) || public_url.contains("://") { "" } else { "/" };
    let end = if public_url.ends_with('/') { "" } else { "/" };
    ["\"", "'", "="].iter().fold(page.to_owned(), |page, before| {
        page.replace(&format!("{before}./"), &format!("{before}{start}{public_url}{end}"))
    })
}

/// Returns the script that loads and starts a program in its folder. The wasm, the largest, is requested together with
/// the scripts that use it.
pub(crate) fn starter(folder: &str, program: &str) -> String {
    let scripts = format!("import('./{folder}/{program}.js')");
    let wasm = format!("fetch(new URL('./{folder}/{program}_bg.wasm',import.meta.url))");
    let load = format!("const[{{default:init}},wasm]=await Promise.all([{scripts},{wasm}])");
    format!("{load};await init({{module_or_path:wasm}});\n")
}

/// Returns the worker's loader: starts it, and says where its data files and itself are. The data files are given in
/// the order of [`WORKER_DATA`].
pub(crate) fn worker_starter(folder: &str, data: &[String]) -> String {
    let addresses = WORKER_DATA.iter().zip(data).map(|((_, name), path)| format!("self.{name}=at('./{path}');"));
    let (addresses, start) = (addresses.collect::<String>(), starter(folder, "worker"));
    format!("const at=path=>new URL(path,import.meta.url).href;self.salticidLoader=import.meta.url;{addresses}{start}")
}

/// Returns the loader of the map's worker: hands it the library (`crates/layout/src/twgl.rs` takes it), and starts it.
pub(crate) fn layout_starter(folder: &str) -> String {
    format!("import*as twgl from './{TWGL}';self.salticidTwgl=twgl;{}", starter(folder, "layout"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::root;

    const INDEX: &str = r#"<!doctype html>
<head>
  <meta name="policy" content="connect-src 'self' http: https:">
  <!-- A comment
       over two lines. -->
  <meta name="worker" content="./worker_loader.js">
  <meta name="layout" content="./layout_loader.js">
  <link rel="icon" href="www/icon.svg">
  <link rel="stylesheet" href="www/a.css">
  <link rel="stylesheet" href="www/b.css">
  <link data-trunk rel="rust" data-trunk-skip>
</head>
<body><p>Text</p></body>
"#;

    fn built() -> Result<String> {
        let names = Names {
            icon: "icon-1.svg".to_owned(),
            style: "app-2.css".to_owned(),
            start: "app_start-3.js".to_owned(),
            worker_loader: "worker-4_loader.js".to_owned(),
            layout_loader: "layout-5_loader.js".to_owned(),
            scripts: vec!["app-6/app.js".to_owned(), "app-6/snippets/s.js".to_owned()],
            wasm: "app-6/app_bg.wasm".to_owned(),
        };
        assemble(INDEX, &names)
    }

    #[test]
    fn the_built_page_names_the_built_files_and_nothing_else_changes() -> Result<()> {
        let expected = concat!(
            "<!doctype html>\n<head>\n<meta name=\"policy\" content=\"connect-src 'self' http: https:\">\n",
            "<meta name=\"worker\" content=\"./worker-4_loader.js\">\n",
            "<meta name=\"layout\" content=\"./layout-5_loader.js\">\n",
            "<link rel=\"icon\" href=\"./icon-1.svg\">\n<link rel=\"stylesheet\" href=\"./app-2.css\">\n",
            "<script type=\"module\" src=\"./app_start-3.js\"></script>\n",
            "<link rel=\"modulepreload\" href=\"./app-6/app.js\" crossorigin=\"anonymous\">",
            "<link rel=\"modulepreload\" href=\"./app-6/snippets/s.js\" crossorigin=\"anonymous\">",
            "<link rel=\"preload\" href=\"./app-6/app_bg.wasm\" crossorigin=\"anonymous\" ",
            "as=\"fetch\" type=\"application/wasm\">",
            "</head>\n<body><p>Text</p></body>\n",
        );
        assert_eq!(built()?, expected);
        Ok(())
    }

    #[test]
    fn the_style_sheets_of_index_html_are_there() {
        let index = std::fs::read_to_string(root().join("index.html")).expect("index.html");
        let sheets: Vec<_> = style_sheets(&index).collect();
        assert!(sheets.len() > 10 && sheets.iter().all(|path| root().join(path).is_file()), "{sheets:?}");
    }

    #[test]
    fn a_name_that_is_missing_or_doubled_is_an_error() {
        for name in ["nowhere.js", "rel="] {
            assert!(rename(INDEX, name, "x").is_err(), "{name}");
        }
    }

    #[test]
    fn a_build_can_be_kept_to_its_own_origin() -> Result<()> {
        assert!(!keep_to_own_origin(&built()?)?.contains("https:"));
        Ok(())
    }

    #[test]
    fn a_script_is_added_before_the_one_that_starts_the_app() -> Result<()> {
        let page = add_script(&built()?, "page.js")?;
        let [own, start] = ["./page.js", "./app_start-3.js"].map(|name| page.find(name));
        assert!(own.is_some() && own < start, "{page}");
        Ok(())
    }

    #[test]
    fn a_public_url_gets_its_slashes_and_replaces_every_relative_address() -> Result<()> {
        for (given, whole) in [("/a/", "/a/"), ("a/b", "/a/b/"), ("https://x.test/y", "https://x.test/y/")] {
            let page = move_to(&built()?, given);
            assert!(!page.contains("./") && page.contains(&format!("href=\"{whole}app-2.css\"")), "{page}");
        }
        assert_eq!(move_to(&built()?, "./"), built()?);
        Ok(())
    }
}
