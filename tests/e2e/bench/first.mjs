// A new user's first crawl: the time until the first paint, until the form can be used, and until the first result; layout shifts and frame
// intervals until the crawl ends.
//
//   node bench/first.mjs DIST [VISITS] [--fast-3g]
//
// DIST is a built app (`cargo xtask dist --out DIST`), served without compression or delay; with --fast-3g compressed, over a network with the
// figures of Chromium's "Fast 3G". Each visit has a fresh profile; the crawl is the demo web at full speed.

import { parseArgs } from "node:util";
import { parts, untilEnd } from "../crawl-page.mjs";
import { noteShifts, open } from "../harness.mjs";
import { Fast3G, startServer } from "../static-host.mjs";

const { positionals, values: options } = parseArgs({ allowPositionals: true, options: { "fast-3g": { type: "boolean" } } });
const [dist, visits = "5"] = positionals;
if (!dist) {
  console.error("usage: node bench/first.mjs DIST [VISITS] [--fast-3g]");
  process.exit(2);
}

const figures = { "first paint, ms": [], "form ready, ms": [], "first result, ms": [], "from start to first result, ms": [], "layout shift": [], "frames, 95th percentile, ms apart": [] };
for (let visit = 0; visit < Number(visits); visit += 1) {
  const endings = [];
  const t = { after: (end) => endings.unshift(end) };
  try {
    const { base, stop } = await startServer(dist, "/", options["fast-3g"] && new Fast3G());
    t.after(stop);
    const { page } = await open(t, "about:blank");
    await page.addInitScript(watch);
    await page.addInitScript(noteShifts);
    await page.goto(base);
    const { query, start, rows } = parts(page);
    await query.fill("asthma inhaler treatment");
    const ready = await page.evaluate(() => performance.now());
    await start.click();
    await rows.first().waitFor();
    await untilEnd(page);
    const seen = await page.evaluate(() => ({ ...globalThis.seen, shift: globalThis.layoutShift }));
    figures["first paint, ms"].push(seen.paint);
    figures["form ready, ms"].push(ready);
    figures["first result, ms"].push(seen.result);
    figures["from start to first result, ms"].push(seen.result - seen.start);
    figures["layout shift"].push(seen.shift);
    figures["frames, 95th percentile, ms apart"].push(at(seen.frames, 0.95));
  } finally {
    for (const end of endings) await end();
  }
}
for (const [name, values] of Object.entries(figures)) {
  const digits = name === "layout shift" ? 4 : 1;
  console.log(`${name}: median ${at(values, 0.5).toFixed(digits)}, greatest ${Math.max(...values).toFixed(digits)}`);
}

/** Runs in the page: records paints, frames, the click on "Start crawl" and the first result. */
function watch() {
  const seen = { frames: [] };
  globalThis.seen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName("first-contentful-paint")) seen.paint = entry.startTime;
  }).observe({ type: "paint", buffered: true });
  addEventListener("submit", () => { seen.start = performance.now(); }, true);
  let before = performance.now();
  const frame = (now) => {
    if (seen.start) seen.frames.push(now - before);
    if (seen.start && !seen.result && document.querySelector("#results li")) seen.result = now;
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Returns the quantile of the values. */
function at(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
