// A plain file server, as dull as static hosts are: no special headers, no fallback page, no compression. What works
// here works on any of them.

import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
};

/** Serves `folder` below `path` (which starts and ends with a slash); gives the address of its index page. */
export async function serveFolder(t, folder, path) {
  assert.ok(existsSync(join(folder, "index.html")), `${folder} holds no app: \`cargo xtask test\` builds it`);
  const server = createServer((request, response) => answer(folder, path, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}${path}`;
}

async function answer(folder, path, request, response) {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  const inside = pathname.startsWith(path) ? normalize(pathname.slice(path.length)) : "..";
  const file = join(folder, inside === "." || inside === "" ? "index.html" : inside);
  try {
    if (inside.startsWith("..")) throw new Error("outside");
    const bytes = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
  }
}
