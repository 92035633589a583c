// Saving and reading the first 20 KB of each page of a recorded web in a worker, in transactions of 20.
//
//   node bench/storage.mjs FILE.warc.gz [PAGES]
//
// It runs five times; the median of each figure counts. Times are those of the clock, with the database's own process. Beside them stands
// the processor time of the worker's thread, on Linux.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../harness.mjs";
import { serveFolder } from "../static-host.mjs";
import { build } from "./build.mjs";
import { renderers, workersMs } from "./renderers.mjs";
import { htmlPages } from "./warc.mjs";

const ROUNDS = 5;
/** The bytes of each page; shorter pages are left out. */
const PAGE_BYTES = 20 * 1024;
const [file, most = "2000"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node bench/storage.mjs FILE.warc.gz [PAGES]");
  process.exit(2);
}

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const folder = build(t, "bench_storage");
  const long = htmlPages(file, Infinity).filter(({ body }) => body.length >= PAGE_BYTES);
  const pages = long.slice(0, Number(most)).map(({ body }) => body.subarray(0, PAGE_BYTES));
  writeFileSync(join(folder, "pages.bin"), Buffer.concat(pages));
  const address = await serveFolder(t, folder, "/");
  const { page } = await open(t, address);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const task = { pages: `${address}pages.bin`, page_bytes: PAGE_BYTES };
    const { read_ms, body_ms } = await measured(page, { ...task, reads: true });
    rounds.push({ ...(await measured(page, { ...task, reads: false })), read_ms, body_ms });
  }
  report(rounds, pages.length);
} finally {
  for (const end of endings) await end();
}

/** Measures once in a fresh worker, and its processor time. */
async function measured(page, task) {
  await page.evaluate(begin);
  const taken = () => renderers().reduce((sum, pid) => sum + workersMs(pid), 0);
  const before = taken();
  const figures = await page.evaluate(run, task);
  const cpu_ms = taken() - before;
  await page.evaluate(() => self.bench.terminate());
  if (typeof figures === "string") throw new Error(figures);
  return { ...figures, cpu_ms };
}

function report(rounds, pages) {
  const median = (figure) => rounds.map((round) => Number(round[figure])).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const ms = (figure) => `${Math.round(median(figure))} ms`;
  const mb = (figure) => `${(median(figure) / 1e6).toFixed(1)} MB`;
  console.log(`${pages} pages: compress ${ms("compress_ms")}, write ${ms("write_ms")}, ${ms("cpu_ms")} of the worker's processor time`);
  console.log(`  read all ${ms("read_ms")}, 100 bodies ${ms("body_ms")}; all stored in ${mb("stored")}`);
}

/** Runs in the page: starts a worker. */
async function begin() {
  self.bench = new Worker("start.js", { type: "module" });
  await new Promise((resolve) => (self.bench.onmessage = resolve));
}

/** Runs in the page: gives the worker its task. */
function run(task) {
  return new Promise((resolve, reject) => {
    self.bench.onmessage = ({ data }) => resolve(data);
    self.bench.onerror = ({ message }) => reject(new Error(message));
    self.bench.postMessage(JSON.stringify(task));
  });
}
