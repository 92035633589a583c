//! Reads the `data-trunk` links of index.html, the one list of what the app consists of, and writes the page that the build serves.
//!
//! Pure: text in, text out. Trunk reads the same links; here are only the kinds and attributes that index.html uses.

use crate::failure::{Failure, Outcome};
use crate::page;
use std::ops::Range;

/// The start of a link that a build replaces.
const OPEN: &str = "<link data-trunk ";

/// A part of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link<'a> {
    /// The path of the page's icon.
    Icon(&'a str),
    /// The path of a style sheet.
    Style(&'a str),
    /// The path of a folder, which is copied under its last name.
    Folder(&'a str),
    /// A program that is compiled to wasm.
    Program(Program<'a>),
}

impl<'a> Link<'a> {
    /// Returns the program that it names, if it names one.
    pub(crate) fn program(&self) -> Option<Program<'a>> {
        match self {
            Self::Program(program) => Some(*program),
            _ => None,
        }
    }
}

/// A program of the root package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Program<'a> {
    /// The name of its binary.
    pub(crate) name: &'a str,
    /// The features that it needs, as Cargo takes them.
    pub(crate) features: &'a str,
    /// The features of a release whose wasm is cut into chunks; `None` for a program that stays whole.
    pub(crate) split_features: Option<&'a str>,
    /// The Cargo profile of its release build.
    pub(crate) profile: &'a str,
    /// True for the page's own program, false for a worker's.
    pub(crate) is_page: bool,
}

/// The names of built files that the page mentions.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) icon: String,
    pub(crate) style: String,
    /// The scripts that the page's program consists of, without the one that starts it.
    pub(crate) scripts: Vec<String>,
    pub(crate) wasm: String,
}

/// Returns the links of a page in their order.
pub(crate) fn links(page: &str) -> Outcome<Vec<Link<'_>>> {
    let found = found(page)?;
    Ok(found.into_iter().map(|(_, link)| link).collect())
}

/// Returns the page that names the built files in place of its links, without comments and indentation.
pub(crate) fn assemble(page: &str, names: &Names) -> Outcome<String> {
    let Names { icon, style, .. } = names;
    let mut icon = Some(format!("<link rel=\"icon\" href=\"./{icon}\">"));
    let mut style = Some(format!("<link rel=\"stylesheet\" href=\"./{style}\">"));
    let start = page::START_SCRIPT;
    let mut script = Some(format!("<script type=\"module\" src=\"./{start}\"></script>"));
    let mut built = String::new();
    let mut end = 0;
    for (range, link) in found(page)? {
        built.push_str(&page[end..range.start]);
        let replacement = match link {
            Link::Icon(_) => icon.take(),
            // All style sheets are one file, in the place of the first.
            Link::Style(_) => style.take(),
            Link::Program(program) if program.is_page => script.take(),
            Link::Folder(_) | Link::Program(_) => None,
        };
        built.push_str(&replacement.unwrap_or_default());
        end = range.end;
    }
    built.push_str(&page[end..]);
    let built = page::rename(&built, "</head>", &format!("{}</head>", preloads(names)))?;
    Ok(compact(&built))
}

/// Returns the links with the places of their tags.
fn found(page: &str) -> Outcome<Vec<(Range<usize>, Link<'_>)>> {
    let tags = page.match_indices(OPEN).map(|(start, _)| {
        let length = page[start..].find('>').ok_or_else(|| malformed(OPEN))?;
        let range = start..start + length + 1;
        Ok((range.clone(), link(&page[range])?))
    });
    tags.collect()
}

fn link(tag: &str) -> Outcome<Link<'_>> {
    let value = |name| attribute(tag, name).ok_or_else(|| malformed(tag));
    match value("rel")? {
        "icon" => Ok(Link::Icon(value("href")?)),
        "css" => Ok(Link::Style(value("href")?)),
        "copy-dir" => Ok(Link::Folder(value("href")?)),
        "rust" => Ok(Link::Program(Program {
            name: value("data-bin")?,
            features: value("data-cargo-features")?,
            split_features: attribute(tag, "data-split-features"),
            profile: value("data-cargo-profile-release")?,
            is_page: value("data-type")? == "main",
        })),
        _ => Err(malformed(tag)),
    }
}

/// Returns the value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

fn malformed(tag: &str) -> Failure {
    Failure::Page(format!("index.html has a link that no build knows: {tag}"))
}

/// Returns the links that let the browser fetch the page's program before the script that starts it has arrived.
fn preloads(names: &Names) -> String {
    let scripts = names
        .scripts
        .iter()
        .map(|script| format!("<link rel=\"modulepreload\" href=\"./{script}\" crossorigin=\"anonymous\">"));
    let wasm = format!(
        "<link rel=\"preload\" href=\"./{}\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">",
        names.wasm
    );
    scripts.chain([wasm]).collect()
}

/// Removes comments, indentation and empty lines.
fn compact(page: &str) -> String {
    let mut rest = page;
    let mut bare = String::new();
    while let Some((before, comment)) = rest.split_once("<!--") {
        bare.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    bare.push_str(rest);
    let lines = bare.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places;
    use crate::post_build::read_text;

    const PAGE: &str = r#"<!doctype html>
<head>
  <!-- A comment
       over two lines. -->
  <link data-trunk rel="icon" href="www/icon.svg">
  <link data-trunk rel="css" href="www/a.css">
  <link data-trunk rel="css" href="www/b.css">
  <link data-trunk rel="copy-dir" href="www/vendor">
  <link data-trunk rel="rust" href="Cargo.toml" data-bin="app" data-type="main"
        data-cargo-features="ui" data-cargo-profile-release="page">
  <link data-trunk rel="rust" href="Cargo.toml" data-bin="worker" data-type="worker"
        data-cargo-features="crawler" data-split-features="split" data-cargo-profile-release="worker">
</head>
<body><p>Text</p></body>
"#;

    fn names() -> Names {
        Names {
            icon: "icon-1.svg".to_owned(),
            style: "app-2.css".to_owned(),
            scripts: vec!["app-3.js".to_owned(), "snippets/s/inline0.js".to_owned()],
            wasm: "app-4_bg.wasm".to_owned(),
        }
    }

    #[test]
    fn links_are_read_in_their_order() -> Outcome {
        let program = |name, features, profile, is_page: bool| {
            Link::Program(Program { name, features, split_features: (!is_page).then_some("split"), profile, is_page })
        };
        let expected = [
            Link::Icon("www/icon.svg"),
            Link::Style("www/a.css"),
            Link::Style("www/b.css"),
            Link::Folder("www/vendor"),
            program("app", "ui", "page", true),
            program("worker", "crawler", "worker", false),
        ];
        assert_eq!(links(PAGE)?, expected);
        Ok(())
    }

    #[test]
    fn the_built_page_names_the_built_files_and_nothing_else_changes() -> Outcome {
        let expected = concat!(
            "<!doctype html>\n<head>\n<link rel=\"icon\" href=\"./icon-1.svg\">\n",
            "<link rel=\"stylesheet\" href=\"./app-2.css\">\n",
            "<script type=\"module\" src=\"./app_start.js\"></script>\n",
            "<link rel=\"modulepreload\" href=\"./app-3.js\" crossorigin=\"anonymous\">",
            "<link rel=\"modulepreload\" href=\"./snippets/s/inline0.js\" crossorigin=\"anonymous\">",
            "<link rel=\"preload\" href=\"./app-4_bg.wasm\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">",
            "</head>\n<body><p>Text</p></body>",
        );
        assert_eq!(assemble(PAGE, &names())?, expected);
        Ok(())
    }

    #[test]
    fn a_link_of_an_unknown_kind_or_without_its_attributes_is_an_error() {
        for tag in [
            "<link data-trunk rel=\"sass\" href=\"a\">",
            "<link data-trunk rel=\"css\">",
            "<link data-trunk rel=\"rust\" data-bin=\"app\">",
            "<link data-trunk rel=\"css\" href=\"a\"",
        ] {
            let failure = links(tag).map_err(|failure| failure.code());
            assert_eq!(failure, Err("page"), "{tag}");
        }
    }

    #[test]
    fn index_html_has_all_kinds_of_links_and_no_marker_is_left_of_them() -> Outcome {
        let index = read_text(&places::root().join("index.html"))?;
        let all = links(&index)?;
        assert_eq!(all.len(), index.matches("data-trunk").count());
        let page = assemble(&index, &names())?;
        assert!(!page.contains("data-trunk") && !page.contains("<!--"), "{page}");
        let programs = all.iter().filter_map(Link::program);
        assert_eq!(programs.count(), 3);
        Ok(())
    }
}
