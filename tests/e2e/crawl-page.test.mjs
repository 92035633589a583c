// Results and map side by side, and the filters of the results.

import assert from "node:assert/strict";
import test from "node:test";
import { SPIDERS, crawlAddress, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { DESKTOP, expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const WIDE = { width: 1600, height: 900 };
const WIDE_LOOKS = ["light", "dark"].map((theme) => [`wide-${theme}`, WIDE, theme]);

test("a wide window shows the map beside the results, and filters combine", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, SPIDERS), { viewport: WIDE });
  const { page } = visit;
  await untilEnd(page);
  const map = page.getByRole("region", { name: "Map" });
  const board = map.getByRole("application", { name: "Map of the crawl" });
  await expect(board).toBeVisible();
  await expect(map.getByRole("button", { name: "Freeze layout" })).toHaveAttribute("aria-pressed", "false");
  await expect(parts(page).rows.first()).toBeVisible();
  const [of, beside] = await Promise.all([parts(page).results.boundingBox(), board.boundingBox()]);
  assert.ok(beside.x >= of.x + of.width, "the map overlaps the results");
  await visit.assertGoodLooks("crawl-page", WIDE_LOOKS);
  // Opening a node with the keyboard unfolds its result.
  await board.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await expect(parts(page).results.locator("li.open")).toBeInViewport();
  // Selecting a spider in the tree filters the results, the map and the charts; a second press shows all again.
  const spiders = page.getByRole("tree", { name: "Spiders by family" }).getByRole("treeitem");
  await spiders.first().click();
  await expect(page.getByText("Of the filtered pages")).toBeVisible();
  const spidersOfResults = async () => new Set(await parts(page).results.locator(".origin").allInnerTexts()).size;
  await expect.poll(spidersOfResults).toBe(1);
  await expect(spiders.first()).toHaveAttribute("aria-selected", "true");
  await visit.assertGoodLooks("crawl-page-filtered-by-spider", WIDE_LOOKS);
  await spiders.first().click();
  await expect(page.getByText("Of the filtered pages")).toHaveCount(0);
  await page.getByRole("tab", { name: "Map", exact: true }).click();
  await expect(map.getByRole("searchbox", { name: "Search the map" })).toBeVisible();
  assert.equal(await board.count(), 1);
  await page.setViewportSize(DESKTOP);
  await t.test("results can be filtered by spider, and filters combine", () => filterResults(visit));
  visit.assertCalm();
});

test("the column beside the results moves with the page and stays in view, without a scroll bar", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, SPIDERS));
  const { page } = visit;
  await untilEnd(page);
  await t.test("at 1280 × 800 pixels the map is in view beside the results", async () => {
    await expect(page.locator(".map.beside .map-board")).toBeInViewport({ ratio: 1 });
    await expect(parts(page).rows.first()).toBeInViewport({ ratio: 1 });
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await visit.assertOneScrollArea();
  const side = page.getByRole("complementary", { name: "Crawl status" });
  const timeline = async () => (await page.locator(".timeline").boundingBox()).y;
  const edges = async () => {
    const { y, height } = await side.boundingBox();
    return { start: Math.round(y), end: Math.round(y + height) };
  };
  const { start, end } = await edges();
  assert.ok(end > 720, "the column is higher than the window");
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 100);
  await expect.poll(async () => (await edges()).start, "it moves with the page").toBe(start - 100);
  await page.mouse.wheel(0, end);
  const below = async () => (await timeline()) - (await edges()).end;
  await expect.poll(below, "its end stays above the timeline").toBeGreaterThanOrEqual(-1);
  assert.ok((await below()) < 40, "nothing but its padding is below it");
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(below, "also in a higher window").toBeLessThan(40);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("slider", { name: "Moment" }).fill("40");
  await expect(page.locator(".timeline.past")).toBeVisible();
  await page.mouse.wheel(0, end);
  await expect.poll(below, "also above the higher timeline of a replay").toBeGreaterThanOrEqual(-1);
  const turn = async (by) => {
    await page.mouse.wheel(0, by);
    await expect
      .poll(() => page.evaluate(() => document.querySelector(".sticky-column").hasAttribute("data-up")))
      .toBe(by < 0);
  };
  await turn(-50);
  await page.mouse.wheel(0, -200);
  await expect.poll(below, "it moves back with the page").toBeLessThan(-100);
  const low = await edges();
  await turn(50);
  assert.equal(
    (await edges()).start,
    low.start - 50,
    "between its ends it moves with the page where the direction changes",
  );
  await turn(-50);
  await page.mouse.wheel(0, 100 - end);
  await expect.poll(async () => (await edges()).start, "its start stays below the status").toBeGreaterThan(60);
  assert.ok(low.start < (await edges()).start);
  visit.assertCalm();
});

/** Filters the results of a crawl by spider, then by words and host. */
async function filterResults(visit) {
  const { page } = visit;
  await page.getByRole("tab", { name: "Spiders" }).click();
  await page.getByRole("treeitem").first().click();
  await page.getByRole("button", { name: "Show its results" }).click();
  const filters = page.getByRole("search", { name: "Filter results" });
  const chosen = await filters.getByRole("combobox", { name: "Spider" }).locator("option:checked").innerText();
  assert.match(chosen, /^Spider \d+ \(\d+\)$/);
  const tags = await parts(page).results.locator(".origin").allInnerTexts();
  assert.ok(tags.length > 0 && tags.every((tag) => chosen.startsWith(`${tag} (`)), `${chosen}: ${tags}`);
  await filters.getByRole("button", { name: "Clear" }).click();
  await filters.getByRole("searchbox").fill("asthma");
  await expect(page.getByText(/filtered, of \d+ pages/)).toBeVisible();
  await filters.getByRole("combobox", { name: "Host" }).selectOption("asthma-guide.test");
  await filters.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "By time, latest first" });
  const hosts = () => readResults(page).then((results) => [...new Set(results.map(({ url }) => new URL(url).host))]);
  await expect.poll(hosts).toEqual(["asthma-guide.test"]);
  await visit.shot("crawl-page-filtered");
  await visit.assertAccessible();
}
