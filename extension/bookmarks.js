// Writes the browser's bookmarks as a Netscape bookmark file, which the app imports: it asks which folders to take.

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the bookmark file of a tree, as `chrome.bookmarks.getTree` gives it. */
export function bookmarkFile(tree) {
  const lines = (nodes, indent) =>
    nodes.flatMap(({ title, url, dateAdded, children }) => {
      const added = dateAdded ? ` ADD_DATE="${Math.round(dateAdded / 1000)}"` : "";
      if (url) return /^https?:/.test(url) ? [`${indent}<DT><A HREF="${escape(url)}"${added}>${escape(title)}</A>`] : [];
      const inner = lines(children ?? [], `${indent}  `);
      return title ? [`${indent}<DT><H3${added}>${escape(title)}</H3>`, `${indent}<DL><p>`, ...inner, `${indent}</DL><p>`] : inner;
    });
  return ["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<TITLE>Bookmarks</TITLE>", "<H1>Bookmarks</H1>", "<DL><p>", ...lines(tree, "  "), "</DL><p>", ""].join("\n");
}
