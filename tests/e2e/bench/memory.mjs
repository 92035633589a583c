// The memory of the tab after a crawl of many pages of the demo web: the page, its worker and their share of the browser.
//
//   node bench/memory.mjs DIST [PAGES]
//
// DIST is a built app (`cargo xtask dist --out DIST`). Linux only: it reads the proportional set size of the renderer from /proc.

import { crawlAddress, pagesDone, untilEnd } from "../crawl-page.mjs";
import { open } from "../harness.mjs";
import { serveFolder } from "../static-host.mjs";
import { read, renderers } from "./renderers.mjs";

const [dist, pages = "5000"] = process.argv.slice(2);
if (!dist) {
  console.error("usage: node bench/memory.mjs DIST [PAGES]");
  process.exit(2);
}

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const base = await serveFolder(t, dist, "/");
  const { page, context } = await open(t, base);
  context.setDefaultTimeout(600_000);
  await page.getByRole("button", { name: "Start crawl", exact: true }).waitFor();
  report("before the crawl", 0);
  const began = performance.now();
  await page.goto(crawlAddress(base, { q: "linux kernel distribution shell", strategy: "breadth-first", pages, in_flight: 16 }));
  await page.reload();
  await untilEnd(page);
  const seconds = (performance.now() - began) / 1000;
  const done = await pagesDone(page);
  report(`after ${done} pages in ${seconds.toFixed(1)} s (${(done / seconds).toFixed(0)} a second)`);
} finally {
  for (const end of endings) await end();
}

function report(when) {
  console.log(`${when}: ${Math.max(...renderers().map(megabytes)).toFixed(0)} MB in the tab`);
}

function megabytes(pid) {
  const pss = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`));
  return pss ? Number(pss[1]) / 1024 : 0;
}
