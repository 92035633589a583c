// What tests know of the map: the accessible names and roles of its parts, and what its canvas was asked to draw.

import { pagesDone } from "./crawl-page.mjs";

/** Has every page of this browser count what is drawn on canvases, as `drawn` reads it. Before the page is opened. */
export async function watchDrawing(context) {
  await context.addInitScript(() => {
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
  });
}

/** Frames drawn so far, and the nodes of the last one. */
export const drawn = (page) => page.evaluate(() => ({ frames: globalThis.drawn.frames, nodes: globalThis.drawn.nodes }));

/** The parts of the map. */
export function mapParts(page) {
  const map = page.getByRole("region", { name: "Map", exact: true });
  return {
    tab: page.getByRole("tab", { name: "Map" }),
    map,
    board: map.getByRole("application", { name: "Map of the crawl" }),
    search: map.getByRole("searchbox", { name: "Search the map" }),
    status: map.getByRole("status"),
    button: (name) => map.getByRole("button", { name, exact: true }),
    draw: (what) => map.getByRole("group", { name: "Draw" }).getByRole("button", { name: what, exact: true }),
    column: (name) => map.getByRole("columnheader", { name }),
    rows: map.getByRole("row").filter({ has: page.getByRole("rowheader") }),
    details: page.getByRole("region", { name: /^Details: / }),
  };
}

/** Waits until the map has taken in all that has come and nothing moves on it any more. */
export async function untilSettled(page) {
  const done = await pagesDone(page);
  await page.waitForFunction((done) => Number(/of ([\d,]+)/.exec(document.querySelector(".map-pager")?.textContent)?.[1].replaceAll(",", "")) > 0.7 * Math.min(done, 2000) || document.querySelector(".map-switch [aria-pressed=true]")?.textContent === "Hosts", done);
  await page.locator(".map-board[aria-busy=false]").waitFor();
}

/** What the graphics driver says of itself on the console is no complaint of the app. */
export function withoutDriver(visit) {
  visit.complaints = visit.complaints.filter((line) => !/GL Driver Message|software WebGL|WebGL-0x/.test(line));
}
