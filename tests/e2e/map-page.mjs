// The page object of the map: accessible names and roles of its parts, and what its worker draws.

import { pagesDone } from "./crawl-page.mjs";
import { PATIENCE_MS } from "./processes.mjs";

/** Counts the pulsing rings in a page from now on, for `pulses`. */
export function watchPulses(page) {
  return page.addInitScript(() => {
    globalThis.pulses = 0;
    const count = (changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node.classList?.contains("map-pulse")) globalThis.pulses += 1;
      }
    };
    new MutationObserver(count).observe(document, { childList: true, subtree: true });
  });
}

/** Returns the number of rings that have pulsed so far, and of those that do now. */
export async function pulses(page) {
  return page.evaluate(() => ({ all: globalThis.pulses, now: document.querySelectorAll(".map-pulse").length }));
}

/** Makes the page's drawing workers count their drawings, for `drawn`. Call it before the map is opened. */
export function watchDrawing(page) {
  page.on("worker", (worker) => {
    if (!worker.url().includes("layout")) return;
    // A worker that has ended draws nothing.
    worker.evaluate(countDrawings).catch(() => {});
  });
}

/** Runs in a worker: counts each drawing of indexed points, which are the nodes. */
function countDrawings() {
  const POINTS = 0;
  globalThis.drawn = { frames: 0, nodes: 0, times: [] };
  const draw = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (mode, count, ...rest) {
    if (mode === POINTS) {
      globalThis.drawn.frames += 1;
      globalThis.drawn.nodes = count;
      globalThis.drawn.times.push(performance.now());
    }
    return draw.call(this, mode, count, ...rest);
  };
}

/** Returns the number of frames so far, the nodes of the last one, and the times of the frames since the last call. */
export async function drawn(page) {
  const workers = page.workers().filter((worker) => worker.url().includes("layout"));
  const read = () => ({ ...globalThis.drawn, times: globalThis.drawn?.times.splice(0) ?? [] });
  const all = await Promise.all(workers.map((worker) => worker.evaluate(read).catch(() => ({}))));
  const most = all.reduce((one, other) => ((other.frames ?? 0) > (one.frames ?? 0) ? other : one), {});
  return { frames: most.frames ?? 0, nodes: most.nodes ?? 0, times: most.times ?? [] };
}

/** Waits until the drawing fulfills a condition. */
export async function untilDrawn(page, condition) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const now = await drawn(page);
    if (condition(now)) return now;
    if (Date.now() > deadline) throw new Error(`still drawn: ${now.frames} frames, ${now.nodes} nodes`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Returns the total number of rows of the table. */
export async function listed(page) {
  const text = await mapParts(page).map.locator(".map-pager").innerText();
  return Number(/of ([\d,]+)/.exec(text)?.[1].replaceAll(",", "") ?? 0);
}

/** Longer than the interval at which the map adds new pages, in milliseconds. */
const TAKEN_MS = 500;

/** Waits until the map shows all of a finished crawl and has stopped moving. */
export async function untilSettled(page) {
  // Of two timers in a page, the earlier and shorter one fires first on any machine.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), TAKEN_MS);
  const done = await pagesDone(page);
  const told = (done) => {
    const hosts = document.querySelector(".map-switch [aria-pressed=true]")?.textContent === "Hosts";
    const rows = /of ([\d,]+)/.exec(document.querySelector(".map-pager")?.textContent)?.[1];
    // Unreadable pages are not on the map.
    return hosts || Number(rows?.replaceAll(",", "")) > 0.6 * done;
  };
  await page.waitForFunction(told, done);
  await page.locator(".map-board[aria-busy=false]").waitFor();
}

/** The parts of the map. */
export function mapParts(page) {
  const map = page.getByRole("region", { name: "Map", exact: true });
  return {
    tab: page.getByRole("tab", { name: "Map", exact: true }),
    map,
    board: map.getByRole("application", { name: "Map of the crawl" }),
    search: map.getByRole("searchbox", { name: "Search the map" }),
    status: map.getByRole("status"),
    freeze: map.getByRole("button", { name: "Freeze layout" }),
    legend: map.locator(".map-legend"),
    button: (name) => map.getByRole("button", { name, exact: true }),
    draw: (what) => map.getByRole("group", { name: "Show" }).getByRole("button", { name: what, exact: true }),
    column: (name) => map.getByRole("columnheader", { name }),
    rows: map.getByRole("row").filter({ has: page.getByRole("rowheader") }),
    details: page.getByRole("region", { name: /^Details: / }),
  };
}

/** Removes console messages of the graphics driver, which do not concern the app. */
export function withoutDriver(visit) {
  visit.complaints = visit.complaints.filter((line) => !/GL Driver Message|software WebGL|WebGL-0x/.test(line));
}
