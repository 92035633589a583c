// The engine in a worker, compared with plain JavaScript in a page, on the same recorded pages in the same Chromium.
//
//   node bench/worker.mjs FILE.warc.gz [PAGES] [QUERY] [STRATEGY] [LEARNER]
//
// The worker converts bytes to scored links: a crawl by the engine's own code, without network. The page passes the same bodies, as text, through
// DOMParser, resolves every link, and counts words. Each runs three times; the best time counts.
// At the end the worker trains the strategy LEARNER on a thousand of the pages, as trails of ten with the last page relevant.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../harness.mjs";
import { serveFolder } from "../static-host.mjs";
import { build } from "./build.mjs";
import { htmlPages } from "./warc.mjs";

const ROUNDS = 3;
/** Number of training pages. */
const LEARNED = 1000;

const [file, most = "2000", query = "database transactions and queries", strategy = "best-first", learner = "hybrid-hmm-anchor"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node bench/worker.mjs FILE.warc.gz [PAGES] [QUERY] [STRATEGY] [LEARNER]");
  process.exit(2);
}

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const folder = build(t, "bench_worker");
  const pages = htmlPages(file, Number(most));
  writeFileSync(join(folder, "pages.bin"), framed(pages));
  const address = await serveFolder(t, folder, "/");
  const { page } = await open(t, address);
  const task = { pages: `${address}pages.bin`, query, seeds: firstOfEachHost(pages), strategy };
  report("worker, HTML bytes in, scored links out", await best(() => page.evaluate(inWorker, task)));
  const { urls } = await page.evaluate(inWorker, task);
  report("JavaScript page, DOMParser and links", await best(() => page.evaluate(inPage, { ...task, urls, words: false })));
  report("JavaScript page, DOMParser, links and words", await best(() => page.evaluate(inPage, { ...task, urls, words: true })));
  const trails = { trails: trailsOf(pages.slice(0, LEARNED)) };
  const { urls: [what], learn_ms, slice_ms } = await best(() => page.evaluate(inWorker, { ...task, strategy: learner, trails }));
  console.log(`worker, ${what} by ${learner}: ${Math.round(learn_ms)} ms in slices of at most ${Math.round(slice_ms)}`);
} finally {
  for (const end of endings) await end();
}

/** Returns the pages in the frames of /fetch-many. */
function framed(pages) {
  const part = (bytes) => [Buffer.from(Uint32Array.of(bytes.length).buffer).swap32(), bytes];
  return Buffer.concat(pages.flatMap(({ url, type, body }) => [...part(Buffer.from(JSON.stringify({ url, type }))), ...part(body)]));
}

function firstOfEachHost(pages) {
  const first = new Map();
  for (const { url } of pages) if (!first.has(new URL(url).host)) first.set(new URL(url).host, url);
  return [...first.values()];
}

/** Returns trails of ten pages, the last one relevant. */
function trailsOf(pages) {
  const page = ({ url }, at) => ({ url, title: "", relevant: at % 10 === 9, visited_at: null });
  const all = pages.map(page);
  return Array.from({ length: Math.ceil(all.length / 10) }, (_, at) => ({ name: `${at}`, pages: all.slice(at * 10, at * 10 + 10) }));
}

async function best(measure) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure());
  return rounds.sort((a, b) => a.ms - b.ms)[0];
}

function report(name, { ms, urls, bytes, links, note = "" }) {
  const rate = Math.round((urls.length * 1000) / ms);
  console.log(`${name}: ${rate} pages/s (${urls.length} pages, ${(bytes / 1e6).toFixed(1)} MB, ${links} links, ${Math.round(ms)} ms${note})`);
}

/** Runs in the page: measures once in a fresh worker. */
async function inWorker(task) {
  const worker = new Worker("start.js", { type: "module" });
  const said = () => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  await said();
  worker.postMessage(JSON.stringify(task));
  const measured = await said();
  worker.terminate();
  if (typeof measured === "string") throw new Error(measured);
  const { urls, bytes, links, read_ms, crawl_ms, learn_ms, slice_ms } = measured;
  const note = `: reading ${Math.round(read_ms)}, crawling ${Math.round(crawl_ms)}`;
  return { urls, bytes, links, ms: read_ms + crawl_ms, note, learn_ms, slice_ms };
}

/** Runs in the page: measures plain JavaScript on the same pages. Texts are decoded before the clock starts. */
async function inPage({ pages, urls, words }) {
  const buffer = await (await fetch(pages)).arrayBuffer();
  const [view, utf8, texts] = [new DataView(buffer), new TextDecoder(), new Map()];
  for (let at = 0; at < buffer.byteLength; ) {
    const part = () => {
      const length = view.getUint32(at);
      at += 4 + length;
      return new Uint8Array(buffer, at - length, length);
    };
    const { url } = JSON.parse(utf8.decode(part()));
    texts.set(url, utf8.decode(part()));
  }
  let [links, bytes] = [0, 0];
  const began = performance.now();
  for (const url of urls) {
    const html = texts.get(url) ?? "";
    bytes += html.length;
    const document = new DOMParser().parseFromString(html, "text/html");
    const found = [];
    for (const anchor of document.querySelectorAll("a[href]")) {
      try {
        found.push({ url: new URL(anchor.getAttribute("href"), url).href, text: anchor.textContent });
      } catch {
        // Not a valid URL.
      }
    }
    links += found.length;
    if (!words || !document.body) continue;
    const counts = new Map();
    for (const word of document.body.textContent.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return { urls, bytes, links, ms: performance.now() - began };
}
