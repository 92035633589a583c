//! Writes bookmark files that every browser imports. [`super::read()`] returns the same tree.

use super::{Bookmark, Folder};
use quick_xml::escape::partial_escape;

const HEAD: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. It will be read and overwritten. Do not edit! -->
<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">
";

/// Returns a tree as a bookmark file; in each folder the bookmarks precede the folders.
pub fn write(file: &Folder) -> String {
    let name = escaped(&file.name);
    let mut out = format!("{HEAD}<TITLE>{name}</TITLE>\n<H1>{name}</H1>\n");
    // The open lists, each with its folders that are not written yet. A stack avoids recursion over untrusted content.
    let mut lists = vec![open_list(&mut out, file, 0)];
    while let Some(folders) = lists.last_mut() {
        let next = folders.next();
        let depth = lists.len();
        if let Some(folder) = next {
            indent(&mut out, depth);
            out += &heading(folder);
            lists.push(open_list(&mut out, folder, depth));
        } else {
            lists.pop();
            indent(&mut out, depth - 1);
            out += "</DL><p>\n";
        }
    }
    out
}

fn open_list<'a>(out: &mut String, folder: &'a Folder, depth: usize) -> std::slice::Iter<'a, Folder> {
    indent(out, depth);
    *out += "<DL><p>\n";
    for bookmark in &folder.bookmarks {
        indent(out, depth + 1);
        *out += &line(bookmark);
    }
    folder.folders.iter()
}

fn heading(folder: &Folder) -> String {
    format!("<DT><H3>{}</H3>\n", escaped(&folder.name))
}

fn line(bookmark: &Bookmark) -> String {
    let url = escaped(bookmark.url.as_str());
    let added = bookmark.added.map(|added| format!(" ADD_DATE=\"{added}\""));
    let (added, title) = (added.unwrap_or_default(), escaped(&bookmark.title));
    format!("<DT><A HREF=\"{url}\"{added}>{title}</A>\n")
}

/// Indents as browsers do, up to their maximum depth.
fn indent(out: &mut String, depth: usize) {
    for _ in 0..depth.min(types::limits::BOOKMARK_DEPTH) {
        *out += "    ";
    }
}

fn escaped(text: &str) -> String {
    partial_escape(text).replace('"', "&quot;")
}
