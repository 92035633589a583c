// The charts beside a crawl: drawn only while open and visible, with the same values as text, in both themes, and
// cheap.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, untilEnd } from "./crawl-page.mjs";
import { expect, open, PHONE } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** Enough pages that they span more than a millisecond; otherwise there is no speed to show. */
const PAGES = 60;
const CRAWL = { q: "dengue fever symptoms", strategy: "best-first", pages: PAGES };
/** High enough that the charts are in view below the map. */
const TALL = { width: 1280, height: 1_600 };
/** The charts of a strategy without spiders. */
const CHARTS = ["Harvest rate", "Average relevance", "Pages per second", "Failed pages"];

test("a chart can be removed before it is drawn", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank", { speed: "first", viewport: TALL });
  const { page } = visit;
  await page.addInitScript(drawLate);
  await page.goto(crawlAddress(base, CRAWL));
  await page.locator(".plot canvas").nth(1).waitFor();
  const late = () => page.evaluate(() => globalThis.late);
  // Two open, visible charts draw with every page.
  await expect.poll(late).toBeGreaterThan(5);
  await page.evaluate(() => { location.hash = "#/about"; });
  await page.getByRole("heading", { level: 1, name: "A focused web crawler in a browser tab" }).waitFor();
  await expect.poll(() => page.evaluate(() => globalThis.waiting)).toBe(0);
  visit.assertCalm();
});

test("the curves of a crawl without spiders", async (t) => {
  const base = await serveFolder(t, APP, "/some/path/");
  const visit = await open(t, crawlAddress(base, CRAWL), { viewport: TALL });
  const { page } = visit;
  await untilEnd(page);
  const curves = chartsOf(page);

  await t.test("there is a chart for each of its measures, and none for spiders", async () => {
    await curves.chart("Failed pages").waitFor();
    await expect(curves.all.locator("h2")).toHaveText(CHARTS);
  });
  await t.test("two charts are open, and each shows its values while closed", async () => {
    await expect(curves.drawings).toHaveCount(2);
    for (const title of CHARTS)
      await expect(curves.chart(title).locator("summary").first(), title).toContainText(/\d/, { useInnerText: true });
  });
  await t.test("both are drawn, with two distinct colors", async () => {
    await drawn(page, "Harvest rate");
    const colors = await drawn(page, "Average relevance");
    assert.ok(colors.blue > 50, `${colors.blue} points of the first curve`);
    assert.ok(colors.orange > 20, `${colors.orange} points of the second curve`);
    await visit.shot("charts-light");
  });
  await t.test("a key opens a third chart", async () => {
    await curves.chart("Pages per second").locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await drawn(page, "Pages per second");
  });
  await t.test("the pointer shows the values of a page", async () => {
    await curves.chart("Harvest rate").getByRole("img").hover();
    await curves.chart("Harvest rate").getByText(/^page \d+$/).waitFor();
  });
  await t.test("the table ends at the last page and matches the accessible text", async () => {
    const chart = curves.chart("Average relevance");
    await chart.getByText("Data table").click();
    const row = await chart.getByRole("row").last().innerText();
    const [pages, all] = row.split(/\s+/);
    assert.equal(pages, String(PAGES));
    const spoken = await chart.getByRole("img").getAttribute("aria-label");
    const told = new RegExp(`All pages: (\\d\\.\\d\\d); Last 50: \\d\\.\\d\\d, after ${PAGES} pages`).exec(spoken);
    assert.ok(told && Math.abs(told[1] - all) < 0.006, `${spoken}; ${row}`);
  });
  await t.test("a change of the theme redraws the charts", async () => {
    const before = await drawn(page, "Harvest rate");
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    const after = await drawn(page, "Harvest rate", before.bright);
    assert.ok(
      after.bright / after.blue > before.bright / before.blue,
      "the curve is no brighter on black than on white",
    );
    await visit.shot("charts-dark");
  });
  await t.test("axe-core reports no problems", () => visit.assertAccessible());
  await t.test("there are no errors and no requests to other origins", () => {
    visit.assertCalm();
    visit.assertStayedWithin(new URL(base).origin);
  });
});

test("on a phone one chart is open, and no line is wider than the screen, also under the locale C", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank", { viewport: PHONE, colorScheme: "dark" });
  // The browser's language has no tag.
  await visit.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "language", { configurable: true, get: () => "C" }),
  );
  await visit.page.goto(crawlAddress(base, { ...CRAWL, q: "asthma", pages: 30 }));
  await untilEnd(visit.page);
  const curves = chartsOf(visit.page);
  await curves.chart("Failed pages").waitFor();
  await expect(curves.drawings).toHaveCount(1);
  await visit.page.getByRole("button", { name: "Hide", exact: true }).click();
  await curves.chart("Harvest rate").scrollIntoViewIfNeeded();
  await drawn(visit.page, "Harvest rate");
  await visit.assertNoSidewaysScrolling();
  await visit.shot("charts-phone");
  visit.assertCalm();
});

test("without the chart library the values are still shown", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank", { viewport: TALL });
  await visit.context.route("**/vendor/**", (route) => route.fulfill({ status: 404, body: "" }));
  await visit.page.goto(crawlAddress(base, { ...CRAWL, pages: 30 }));
  await untilEnd(visit.page);
  const chart = chartsOf(visit.page).chart("Harvest rate");
  await chart.getByText("Could not load the charts").waitFor();
  await chart.getByText("Data table").click();
  await expect.poll(() => chart.getByRole("row").count()).toBeGreaterThan(5);
});

/** The disclosure elements with charts. */
function chartsOf(page) {
  const all = page.getByRole("region", { name: "Curves" });
  return {
    all,
    drawings: all.getByRole("img"),
    chart: (title) => all.getByRole("group").filter({ has: page.getByRole("heading", { name: title, exact: true }) }),
  };
}

/**
 * Waits until a chart's canvas shows a curve, of another brightness than `unlike`. Returns its number of points, how
 * many of them are clearly blue and clearly orange, and the total brightness of the blue ones.
 */
async function drawn(page, title, unlike = 0) {
  await chartsOf(page).chart(title).getByRole("img").scrollIntoViewIfNeeded();
  return (await page.waitForFunction(look, { title, unlike })).jsonValue();
}

/** Runs in the page. */
function look({ title, unlike }) {
  const chart = [...document.querySelectorAll("details")].find((one) => one.querySelector("h2")?.textContent === title);
  const canvas = chart?.querySelector("canvas");
  if (!canvas?.width) return null;
  // A copy, so that reading the pixels does not change how the chart is drawn.
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  const seen = { all: 0, blue: 0, orange: 0, bright: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, full] = data.subarray(at, at + 4);
    if (full < 128) continue;
    seen.all++;
    if (blue > red + 80) [seen.blue, seen.bright] = [seen.blue + 1, seen.bright + green];
    if (red > blue + 80) seen.orange++;
  }
  return seen.bright !== unlike && seen;
}

/** Runs in the page: delays uPlot's microtasks by half a second; counts the drawings done and pending. */
function drawLate() {
  const own = globalThis.queueMicrotask.bind(globalThis);
  Object.assign(globalThis, { late: 0, waiting: 0 });
  globalThis.queueMicrotask = (draw) => {
    if (!new Error().stack.includes("uPlot")) return own(draw);
    globalThis.late += 1;
    globalThis.waiting += 1;
    setTimeout(() => {
      globalThis.waiting -= 1;
      draw();
    }, 500);
  };
}
