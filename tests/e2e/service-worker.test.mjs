// The service worker without a browser: its copies are the build's own files, whatever a host responds with during a
// deploy.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";

const SCRIPT = readFileSync(new URL("../../www/service_worker.js", import.meta.url), "utf8");
const SCOPE = "https://host.test/app/";
const [CODE, DATA] = [`${SCOPE}app-1.js`, `${SCOPE}words-1.lex.gz`];
const WRONG = "<!doctype html><title>Salticid</title>";
const digest = (text) => [createHash("sha256").update(text).digest("hex").slice(0, 16)];
const [files, data] = [{ "app-1.js": digest("code") }, { "words-1.lex.gz": digest("words") }];
const BUILD = { build: "1", page: digest("page"), files, data };
const RIGHT = new Map([[SCOPE, "page"], [CODE, "code"], [DATA, "words"]]);

/**
 * A service worker whose cache begins with `copies`, and whose host responds by `answer(address, cache mode, earlier
 * requests)`.
 */
function start(answer, copies = []) {
  const kept = new Map(copies);
  const cache = {
    match: async (address) => (kept.has(address) ? new Response(kept.get(address)) : undefined),
    put: async (address, response) => void kept.set(address, await response.text()),
    delete: async (address) => kept.delete(address),
  };
  const caches = { open: async () => cache, keys: async () => [], match: cache.match };
  const asked = [];
  const fetch = async (request, { cache: mode = "default" } = {}) => {
    const address = request.url ?? request;
    const text = answer(address, mode, asked.filter(([other]) => other === address).length);
    asked.push([address, mode]);
    return new Response(text, { headers: { "content-type": "text/html" } });
  };
  const listeners = {};
  const listen = (kind, listener) => (listeners[kind] = listener);
  const names = ["registration", "addEventListener", "caches", "fetch", "clients"];
  new Function(...names, SCRIPT.replace('"__BUILD__"', JSON.stringify(BUILD)))(
    { scope: SCOPE },
    listen,
    caches,
    fetch,
    {},
  );
  /** Dispatches an event, and returns the text of the response once all is done. */
  const dispatch = async (kind, event = {}) => {
    const waits = [];
    let response;
    const respondWith = (promise) => (response = promise);
    listeners[kind]({ ...event, waitUntil: (promise) => waits.push(promise), respondWith });
    const text = await (await response)?.text();
    await Promise.all(waits);
    return text;
  };
  const request = (url) => dispatch("fetch", { request: { url, method: "GET", mode: "cors" } });
  return { kept, asked, request, install: () => dispatch("install") };
}

test("a page in the place of a file is not copied, and the host is asked again past the browser's cache", async () => {
  const worker = start((address, mode) => (address === CODE && mode !== "reload" ? WRONG : RIGHT.get(address)));
  await worker.install();
  assert.deepEqual([...worker.kept].sort(), [
    [SCOPE, "page"],
    [CODE, "code"],
  ]);
  assert.deepEqual(
    worker.asked.filter(([address]) => address === CODE).map(([, mode]) => mode),
    ["no-cache", "reload"],
  );
});

test("while the host responds with another build's page or file, nothing is installed", async () => {
  for (const wrong of [SCOPE, CODE]) {
    const worker = start((address) => (address === wrong ? WRONG : RIGHT.get(address)));
    await assert.rejects(worker.install(), /is not the file of build 1/);
    assert.ok(!worker.kept.has(wrong));
  }
});

test("a large file is copied only if it is the build's, else requested again past the browser's cache", async () => {
  const worker = start((address, _, before) => (before === 0 ? WRONG : RIGHT.get(address)));
  assert.equal(await worker.request(DATA), WRONG, "the response is handed on, since the page may know what to do");
  assert.deepEqual([...worker.kept], []);
  for (let time = 0; time < 2; time++) assert.equal(await worker.request(DATA), "words");
  assert.deepEqual(worker.asked, [[DATA, "default"], [DATA, "reload"]], "then the copy is used");
});

test("a copy that is not the build's file is dropped, and the host is asked again", async () => {
  const worker = start((address) => RIGHT.get(address), [[CODE, WRONG]]);
  for (let time = 0; time < 2; time++) assert.equal(await worker.request(CODE), "code");
  assert.deepEqual(worker.asked, [[CODE, "reload"]]);
  assert.equal(worker.kept.get(CODE), "code");
});
