// Writes a small web as a WARC file (ISO 28500:2017, one gzip member per record), for the lab to serve.
// It omits request records and digests, which the lab does not need.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * Writes `pages`, a map from URL to body or {status, type, headers, body}. Returns the file's path; it is removed with
 * the test.
 */
export function writeWeb(t, pages) {
  const folder = mkdtempSync(join(tmpdir(), "salticid-web-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "web.warc.gz");
  const records = Object.entries(pages).map(([url, page], index) => response(url, page, index));
  writeFileSync(file, Buffer.concat([info(), ...records].map((record) => gzipSync(record))));
  return file;
}

/** Returns an HTML page with links `[href, anchor]`. */
export function page(title, text, links = []) {
  const anchors = links.map(([href, anchor]) => `<li><a href="${href}">${anchor}</a></li>`).join("\n");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p><ul>${anchors}</ul></body></html>`;
}

function response(url, given, index) {
  const { status = 200, type = "text/html; charset=utf-8", headers = {}, body = given } = given;
  const bytes = Buffer.from(body);
  const lines = Object.entries({ "Content-Type": type, "Content-Length": bytes.length, ...headers });
  const head = `HTTP/1.1 ${status} -\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  const fields = {
    "WARC-Type": "response",
    "WARC-Target-URI": url,
    "Content-Type": "application/http;msgtype=response",
  };
  return record(fields, Buffer.concat([Buffer.from(head), bytes]), index + 1);
}

function info() {
  return record(
    { "WARC-Type": "warcinfo", "Content-Type": "application/warc-fields" },
    Buffer.from("software: salticid-e2e\r\n"),
    0,
  );
}

function record(fields, block, number) {
  const id = `<urn:uuid:00000000-0000-4000-8000-${String(number).padStart(12, "0")}>`;
  const all = { ...fields, "WARC-Record-ID": id, "WARC-Date": "2026-01-01T00:00:00Z", "Content-Length": block.length };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${head}\r\n`), block, Buffer.from("\r\n\r\n")]);
}
