// The map with ten thousand pages: frames per second and the longest task of the page's thread while the crawl and the layout run, while the
// layout settles, and during panning.
//
//   node bench/map.mjs FOLDER [PAGES]
//
// FOLDER is the app as static files. A frame is a drawing of the nodes, counted at the worker's graphics context.

import { crawlAddress, parts, pagesDone, untilEnd } from "../crawl-page.mjs";
import { open } from "../harness.mjs";
import { drawn, mapParts, untilDrawn, untilSettled, watchDrawing } from "../map-page.mjs";
import { serveFolder } from "../static-host.mjs";

const [folder, most = "14500"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node bench/map.mjs FOLDER [PAGES]");
  process.exit(2);
}
const PAGES = Number(most);
/** The duration of panning, in milliseconds. */
const PAN_MS = 6_000;

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const base = await serveFolder(t, folder, "/");
  const { page, context } = await open(t, base, { reducedMotion: "no-preference" });
  context.setDefaultTimeout(1_200_000);
  watchDrawing(page);
  await context.addInitScript(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => globalThis.tasks.push(duration))).observe({ type: "longtask" });
  });
  await page.goto(crawlAddress(base, { q: "asthma inhaler", pages: PAGES }));
  // The script above runs only in documents loaded after it.
  await page.reload();
  await mapParts(page).tab.click();
  await mapParts(page).draw("Pages").click();
  await untilDrawn(page, ({ nodes }) => nodes > 10);
  const crawl = measure(page);
  await crawl();
  for (const share of [0.5, 0.9]) {
    while ((await pagesDone(page)) < PAGES * share && !(await parts(page).ending.isVisible())) await page.waitForTimeout(200);
    await report(page, `crawling, up to ${Math.round(PAGES * share)} pages`, crawl);
  }
  await untilEnd(page);
  await report(page, `crawling, up to ${PAGES} pages`, crawl);
  await page.waitForTimeout(4_000);
  await report(page, "laying out after the crawl", crawl);
  await untilSettled(page);
  await crawl();
  await pan(page);
  await report(page, "moved by hand, at rest otherwise", crawl);
} finally {
  for (const end of endings) await end();
}

/** Returns what was drawn since the last call. */
function measure(page) {
  const read = async () => {
    const [{ times, nodes }, page_] = await Promise.all([drawn(page), page.evaluate(() => ({ tasks: globalThis.tasks.splice(0), now: performance.now() }))]);
    return { times, nodes, ...page_ };
  };
  let began = null;
  return async () => {
    const { times, nodes, tasks, now } = await read();
    const gaps = times.slice(1).map((time, at) => time - times[at]).sort((one, other) => one - other);
    const span = now - (began ?? now);
    began = now;
    return { nodes, rate: span ? (times.length * 1000) / span : 0, gap: gaps[Math.floor(gaps.length * 0.95)] ?? 0, tasks, seconds: span / 1000 };
  };
}

async function report(page, phase, crawl) {
  const { nodes, rate, gap, tasks, seconds } = await crawl();
  const longest = Math.round(Math.max(0, ...tasks));
  console.log(`${phase}: ${nodes} nodes, ${rate.toFixed(1)} frames/s over ${seconds.toFixed(0)} s, 95 % of frames within ${Math.round(gap)} ms, ${tasks.length} tasks over 50 ms${longest ? `, the longest ${longest} ms` : ""}`);
}

/** Pans in circles. */
async function pan(page) {
  const { x, y, width, height } = await mapParts(page).board.boundingBox();
  const [middle, radius] = [{ x: x + width / 2, y: y + height / 2 }, height / 4];
  await page.mouse.move(middle.x + radius, middle.y);
  await page.mouse.down();
  const began = Date.now();
  for (let angle = 0; Date.now() - began < PAN_MS; angle += 0.1) {
    await page.mouse.move(middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle));
  }
  await page.mouse.up();
}
