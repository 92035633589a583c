// A plain file server without special headers, fallback page or compression: an app that works here works on any static
// host.

import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout } from "node:timers/promises";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
};

/**
 * Serves `folder` below `path` (which starts and ends with a slash) for the length of a test; returns the URL of its
 * index page.
 */
export async function serveFolder(t, folder, path) {
  const { base, stop } = await startServer(folder, path);
  t.after(stop);
  return base;
}

/**
 * The same, until it is stopped. With a `network`, files are sent compressed where the build has a copy, as `send` of
 * that network sends.
 */
export async function startServer(folder, path, network) {
  assert.ok(existsSync(join(folder, "index.html")), `${folder} holds no app: \`cargo xtask test\` builds it`);
  const server = createServer((request, response) => answer(folder, path, request, response, network));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { base: `http://127.0.0.1:${server.address().port}${path}`, stop };
}

/**
 * A slow network with the figures of Chromium's "Fast 3G": milliseconds from request to response, and bytes a second
 * that all responses share.
 */
export class Fast3G {
  static LATENCY_MS = 562.5;
  static BYTES_PER_SECOND = 180_000;
  static PIECE = 1_400;
  #free = 0;

  async send(response, bytes) {
    await setTimeout(Fast3G.LATENCY_MS);
    for (let at = 0; at < bytes.length; at += Fast3G.PIECE) {
      const piece = bytes.subarray(at, at + Fast3G.PIECE);
      this.#free = Math.max(this.#free, performance.now()) + (piece.length * 1_000) / Fast3G.BYTES_PER_SECOND;
      await setTimeout(this.#free - performance.now());
      response.write(piece);
    }
    response.end();
  }
}

async function answer(folder, path, request, response, network) {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  const inside = pathname.startsWith(path) ? normalize(pathname.slice(path.length)) : "..";
  const file = join(folder, inside === "." || inside === "" ? "index.html" : inside);
  const isCompressed = network && existsSync(`${file}.br`);
  try {
    if (inside.startsWith("..")) throw new Error("outside");
    const bytes = await readFile(isCompressed ? `${file}.br` : file);
    const encoding = isCompressed ? { "content-encoding": "br" } : {};
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-length": bytes.length, ...encoding });
    if (network) await network.send(response, bytes);
    else response.end(bytes);
  } catch {
    response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
  }
}
