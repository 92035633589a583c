// The view for a class: a link opens it, two strategies crawl from the same seeds page by page, and leaving it stops
// both.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { toLibrary } from "./library-page.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const SEEDS = ["http://portal.test/", "http://web-guide.test/"];
const TITLES = ["Best-first", "Breadth-first"];

/** The address of the view, which starts by itself. */
function classAddress(base, parameters) {
  const query = new URLSearchParams({
    q: "asthma inhaler treatment",
    left: "best-first",
    right: "breadth-first",
    source: "demo",
    start: "1",
    ...parameters,
  });
  for (const seed of SEEDS) query.append("seed", seed);
  return `${base}#/class?${query}`;
}

/** The parts of the view. */
function parts(page) {
  const side = (name) => page.getByRole("region", { name, exact: true });
  return {
    sides: TITLES.map(side),
    pages: (region) =>
      region
        .locator("dl > div")
        .filter({ has: page.getByText("Pages", { exact: true }) })
        .getByRole("definition"),
    now: (region) => region.locator(".class-now"),
    verdict: page.locator("#class-verdict"),
    button: (name) => page.getByRole("button", { name, exact: true }),
    pace: page.getByRole("slider", { name: "Pace" }),
  };
}

/** Runs in every page: keeps the largest difference between the pages of both sides in `widestGap`. */
function noteGaps() {
  globalThis.widestGap = 0;
  const look = () => {
    const done = [...document.querySelectorAll(".class-figures > div:first-child dd")].map((figure) =>
      parseInt(figure.textContent, 10),
    );
    if (done.length === 2) globalThis.widestGap = Math.max(globalThis.widestGap, Math.abs(done[0] - done[1]));
    requestAnimationFrame(look);
  };
  look();
}

test("a link opens two crawls from the same seeds, neither of which is ahead by more than a page", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank");
  const { page } = visit;
  await page.addInitScript(noteGaps);
  await page.goto(classAddress(base, { pages: "30", pace: "max" }));
  const { sides, pages, now, verdict, button } = parts(page);
  for (const side of sides) {
    await expect(now(side)).toHaveText(/^Page \d+: /);
    const [map, tree] = [await side.locator(".map").boundingBox(), await side.getByRole("tree").boundingBox()];
    assert.ok(map.x + map.width <= tree.x && tree.y < map.y + map.height, "the tree is beside the map");
  }
  await visit.shot("class-running");
  await expect(verdict).toHaveText(/found more: \d+ relevant pages? against \d+\.$|^A tie: both found/);
  for (const side of sides) {
    await expect(pages(side)).toHaveText("30 of 30");
    await expect(now(side)).toHaveText(/^Found \d+ relevant pages? in 30 pages, /);
  }
  assert.ok((await page.evaluate(() => globalThis.widestGap)) <= 1, "a side was ahead by more than a page");
  await visit.assertGoodLooks("class-map");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await visit.shot("class-projector");
  await button("Tree").click();
  const seeds = (side) => side.locator("[aria-level='1'] .branch-name").allInnerTexts();
  await expect.poll(async () => (await seeds(sides[0])).length).toBe(SEEDS.length);
  assert.deepEqual((await seeds(sides[1])).sort(), (await seeds(sides[0])).sort());
  visit.assertCalm();
});

test("both crawls pause together, start again, and end when the view is left", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/library`);
  const { page } = visit;
  await page.getByRole("heading", { level: 1 }).waitFor();
  const workers = () => page.workers().length;
  await expect.poll(workers).toBe(1);
  await page.goto(classAddress(base, { pages: "500", pace: "4" }));
  const { sides, pages, now, button, pace } = parts(page);
  await expect(pace).toHaveAttribute("aria-valuetext", "4 pages a second");
  for (const side of sides) await expect(now(side)).toHaveText(/^Page ([2-9]|1\d): /);
  assert.ok(workers() >= 3, `${workers()} workers`);
  await button("Pause").click();
  // A step that was sent before is done.
  await page.waitForTimeout(1_000);
  const paused = await Promise.all(sides.map((side) => pages(side).innerText()));
  assert.equal(paused[0], paused[1]);
  await page.waitForTimeout(1_000);
  assert.deepEqual(await Promise.all(sides.map((side) => pages(side).innerText())), paused);
  await button("Resume").click();
  await expect(pages(sides[1])).not.toHaveText(paused[1]);
  await button("Start again").click();
  await expect(pages(sides[0])).toHaveText(/^\d of 500$/);
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await expect.poll(workers).toBe(1);
  visit.assertCalm();
});

test("Compare opens the view with its strategies, and the view's link opens the same", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/compare`, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = visit;
  await page.getByRole("link", { name: "Show in class" }).click();
  const menu = (name) => page.getByRole("combobox", { name, exact: true });
  await expect(menu("Left strategy")).toHaveValue("breadth-first");
  await expect(menu("Right strategy")).toHaveValue("best-first");
  await menu("Right strategy").selectOption("breadth-first");
  const { sides, pages, now, button, pace } = parts(page);
  await button("Start crawls").click();
  await expect(menu("Right strategy")).toBeFocused();
  await menu("Right strategy").selectOption("best-first");
  await page.getByRole("textbox", { name: "Page limit" }).fill("20");
  await button("Start crawls").click();
  for (const side of sides) await side.waitFor();
  await pace.press("ArrowRight");
  const faster = await pace.getAttribute("aria-valuetext");
  await button("Copy link").click();
  await page.getByText("Link copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  assert.match(link, /pages=20/);
  await page.goto("about:blank");
  await page.goto(link);
  for (const side of sides) {
    await expect(now(side)).toHaveText(/^(Page \d+: |Found )/);
    await expect(pages(side)).toHaveText(/ of 20$/);
  }
  await expect(pace).toHaveAttribute("aria-valuetext", faster);
  // The settings are folded.
  await expect(page.locator("#class-left")).toHaveValue("breadth-first");
  await expect(page.locator("#class-right")).toHaveValue("best-first");
  visit.assertCalm();
});

test("the view fills the screen, where its keys work, and leaves it", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, classAddress(base, { pages: "500", pace: "2" }));
  const { page } = visit;
  const { sides, now, button, pace } = parts(page);
  const full = () => page.evaluate(() => document.fullscreenElement?.id);
  for (const side of sides) await expect(now(side)).toHaveText(/^Page \d+: /);
  await button("Full screen").press("Enter");
  await expect.poll(full).toBe("class-view");
  await expect(button("Exit full screen")).toBeFocused();
  await pace.press("ArrowRight");
  await expect(pace).toHaveAttribute("aria-valuetext", "4 pages a second");
  await button("Tree").press("Enter");
  for (const side of sides) await side.getByRole("treeitem").nth(1).waitFor();
  await button("Pause").press("Enter");
  await expect(button("Resume")).toBeVisible();
  for (const side of sides) {
    // A page that was requested before the pause may still add a row below the others.
    const items = side.getByRole("treeitem");
    await items.nth(1).focus();
    await page.keyboard.press("Home");
    await expect(items.first()).toBeFocused();
  }
  assert.equal(await full(), "class-view", "the keys leave the view as it is");
  await button("Exit full screen").press("Enter");
  await expect.poll(full).toBe(undefined);
  await expect(button("Full screen")).toBeFocused();
  visit.assertCalm();
});

test("a crawl of the demo web opens the view from its end and its topic, beside the automatic strategy", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const query = "asthma inhaler technique";
  const visit = await open(t, crawlAddress(base, { q: query, seed: SEEDS, pages: "20", source: "demo" }));
  const { page } = visit;
  await untilEnd(page);
  await page.locator(".ending").getByRole("link", { name: "Show in class" }).click();
  const field = (name) => page.getByRole("combobox", { name, exact: true });
  await expect(field("Topic")).toHaveValue(query);
  await expect(field("Left strategy")).toHaveValue("best-first");
  await expect(field("Right strategy")).toHaveValue("adaptive");
  await expect(page.locator(`#class-topics option[value="${query}"]`)).toHaveCount(1);
  await field("Topic").fill("medieval falconry");
  await expect(field("Topic")).toHaveAccessibleDescription(/^None of the demo web’s topics has these words/);
  await visit.assertGoodLooks("class-topic");
  await toLibrary(page);
  await page.getByRole("link", { name: `Topic: ${query}`, exact: true }).click();
  await page.getByRole("link", { name: "Show in class" }).click();
  await expect(field("Topic")).toHaveValue(query);
  visit.assertCalm();
});
