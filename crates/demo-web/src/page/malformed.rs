//! Makes documents malformed like hand-written pages: unclosed tags, stray attributes, nested tables.
//!
//! All links stay where a browser finds them.

/// Returns the document in malformed HTML.
pub(super) fn malform(html: &str) -> String {
    html.replace("<!DOCTYPE html>\n", "")
        .replace("</p>", "")
        .replace("</li>", "")
        .replace("</td>", "")
        .replace("</h1>", "</h2>")
        .replace("<h1>", "<table border><tr><td><table><tr><td><h1 =\"\" align=center align=left>")
        .replace("<li>", "<LI class='item>' class=again style=>")
        .replace("<p>", "<P><font color=#333 size=+1><b>")
        .replace(
            "</body>\n</html>\n",
            "</p></i></center>\n</html>\n<p>One line after the end &nbsp &bogus; &#xFFFFFF;\n<!-- never closed",
        )
}
