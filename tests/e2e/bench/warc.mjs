// Reads the HTML pages of a recorded web (WARC 1.x, gzipped or not) in file order. It does not decode chunked bodies and content encodings,
// which recorders remove.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const END = Buffer.from("\r\n\r\n");

/** Returns the first `most` HTML pages: { url, type, body }. */
export function htmlPages(file, most) {
  let bytes = readFileSync(file);
  if (bytes[0] === 0x1f) bytes = gunzipSync(bytes);
  const pages = [];
  for (let at = 0; at < bytes.length && pages.length < most; ) {
    const { head, start } = headAt(bytes, at);
    const end = start + Number(head.get("content-length"));
    if (head.get("warc-type") === "response") pages.push(...page(head, bytes.subarray(start, end)));
    at = end + END.length;
  }
  return pages;
}

function page(head, http) {
  const { head: fields, status, start } = headAt(http, 0);
  const type = fields.get("content-type") ?? "";
  if (status !== 200 || !type.startsWith("text/html")) return [];
  const url = head.get("warc-target-uri").replace(/^<|>$/g, "");
  return [{ url, type, body: http.subarray(start) }];
}

/** Parses the header block at `at`: its fields by lower-case name, the status if there is one, and the start of the body. */
function headAt(bytes, at) {
  const end = bytes.indexOf(END, at);
  const [first, ...lines] = bytes.toString("latin1", at, end).split("\r\n");
  const fields = lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
  return { head: new Map(fields), status: Number(first.split(" ")[1]), start: end + END.length };
}
