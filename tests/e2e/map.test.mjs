// The map of a crawl: it grows while pages arrive, settles, can be searched, clicked and navigated by keys; the table
// contains the same pages, also in a browser without WebGL. It can be frozen, and rings pulse at new events.

import assert from "node:assert/strict";
import test from "node:test";
import { SPIDERS, crawlAddress, parts, untilEnd } from "./crawl-page.mjs";
import { DESKTOP, expect, open, PHONE } from "./harness.mjs";
import {
  drawn,
  listed,
  mapParts,
  pulses,
  untilDrawn,
  untilSettled,
  watchDrawing,
  watchPulses,
  withoutDriver,
} from "./map-page.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler", pages: 120 };
const WIDE = { width: 1600, height: 900 };

/** Opens a crawl and its map. */
async function openMap(t, crawl, options = {}) {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank", options);
  watchDrawing(visit.page);
  await watchPulses(visit.page);
  await visit.page.goto(crawlAddress(base, crawl));
  await mapParts(visit.page).tab.click();
  return { visit, page: visit.page, base };
}

test("the map of a crawl", async (t) => {
  const { visit, page } = await openMap(t, CRAWL);
  const { board, button, column, details, draw, map, rows, search, status } = mapParts(page);
  const relevance = status.filter({ hasText: "relevance" });

  await t.test("it grows with the crawl, has as many nodes as its table, and settles", async () => {
    await untilDrawn(page, ({ nodes }) => nodes > 3);
    await untilEnd(page);
    await untilDrawn(page, ({ nodes }) => nodes > 60);
    await untilSettled(page);
    const before = await untilDrawn(page, ({ nodes }) => nodes > 60);
    await expect.poll(() => listed(page)).toBe(before.nodes);
    await untilFrames(page, 90);
    const after = await drawn(page);
    assert.ok(
      after.frames <= before.frames + 1,
      `${after.frames - before.frames} frames are drawn although nothing changes`,
    );
    await visit.shot("map-rest");
  });
  await t.test("keys move, zoom, go from page to page and open a page", async () => {
    await board.focus();
    for (const key of ["+", "-", "ArrowLeft", "ArrowUp", "0"]) {
      const { frames } = await drawn(page);
      await page.keyboard.press(key);
      await untilDrawn(page, (now) => now.frames > frames);
    }
    const said = new Set();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft"]) {
      await page.keyboard.press(`Shift+${key}`);
      await relevance.waitFor();
      said.add(await relevance.innerText());
    }
    assert.ok(said.size > 1, [...said].join());
    await visit.shot("map-keys");
    await page.keyboard.press("Enter");
    await details.waitFor();
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
  });
  await t.test(
    "a search dims other nodes, lists its hits, and moves there; a click opens the page's details",
    async () => {
      const all = await listed(page);
      await search.fill("asthma");
      await map.getByText(/^\d+ of \d+$/).waitFor();
      const found = await listed(page);
      assert.ok(found > 0 && found < all, `${found} of ${all}`);
      for (const title of await rows.getByRole("rowheader").allInnerTexts()) assert.ok(title.length > 0);
      const before = (await relevance.count()) > 0 ? await relevance.innerText() : "";
      await search.press("Enter");
      await expect.poll(() => relevance.innerText()).not.toBe(before);
      const chosen = (await relevance.innerText()).split(";")[0];
      await visit.shot("map-search");
      const { width, height } = await board.boundingBox();
      await board.click({ position: { x: width / 2, y: height / 2 } });
      await details.waitFor();
      const name = await details.getAttribute("aria-label");
      assert.equal(name, `Details: ${chosen}`);
      await page.locator(".why .answer").waitFor();
      await page.keyboard.press("Escape");
      await details.waitFor({ state: "detached" });
      await search.fill("");
      await expect.poll(() => listed(page)).toBe(all);
    },
  );
  await t.test("the table sorts by any column, has pages, and opens the same details as the map", async () => {
    const links = async () => (await rows.locator("td:nth-of-type(2)").allInnerTexts()).map(Number);
    await column("In-links").getByRole("button").click();
    await page.waitForFunction(() =>
      document.querySelector("th[aria-sort=descending]")?.textContent.includes("In-links"),
    );
    const down = await links();
    assert.deepEqual(down, [...down].sort((one, other) => other - one));
    assert.ok(down[0] > 0, "no page has a link to it");
    const first = await rows.first().getByRole("rowheader").innerText();
    await button("Next").click();
    await page.waitForFunction((first) => document.querySelector(".map-table tbody th").innerText !== first, first);
    await rows.first().getByRole("button").click();
    await details.waitFor();
  });
  await t.test("hosts are shown in place of pages, and can be expanded", async () => {
    const pages = await listed(page);
    await draw("Hosts").click();
    await column("Host").waitFor();
    await untilSettled(page);
    const hosts = await listed(page);
    assert.ok(hosts > 1 && hosts < pages, `${hosts} hosts`);
    await visit.shot("map-hosts");
    await column("Pages").getByRole("button").click();
    const host = rows.first().getByRole("button");
    await expect(host).toHaveAttribute("aria-expanded", "false");
    await host.click();
    await rows.first().getByRole("button", { expanded: true }).waitFor();
    await expect.poll(() => listed(page)).toBeGreaterThan(hosts);
    await visit.shot("map-host-open");
    await draw("Pages").click();
    await expect.poll(() => listed(page)).toBe(pages);
    await untilDrawn(page, ({ nodes }) => nodes === pages);
  });
  await t.test("the map of the saved crawl is the same", async () => {
    const before = await listed(page);
    await page.reload();
    await mapParts(page).tab.click();
    await untilDrawn(page, ({ nodes }) => nodes === before);
    await expect.poll(() => listed(page)).toBe(before);
  });
  await t.test("it is accessible and fits in each window and theme", async () => {
    await untilSettled(page);
    await search.fill("asthma");
    await search.press("Enter");
    await visit.assertGoodLooks("map");
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await untilSettled(page);
      await expect(
        async () => assert.deepEqual(await faultsOfLabels(page), []),
        `labels in ${viewport.width} pixels`,
      ).toPass();
    }
    await search.fill("");
  });
  for (const [where, viewport] of [["beside", WIDE], ["below", DESKTOP]]) {
    await t.test(`the details of a page are ${where} the map, ${viewport.width} pixels`, async () => {
      await page.setViewportSize(viewport);
      await untilSettled(page);
      await board.focus();
      // In the page, which the focus may scroll.
      const place = () =>
        board.evaluate((it) => ({
          x: it.offsetLeft,
          y: Math.round(it.getBoundingClientRect().top + scrollY),
          width: it.offsetWidth,
        }));
      const before = await place();
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Enter");
      await expect(details).toBeVisible();
      await expect(details).toBeFocused();
      const [map, beside] = await Promise.all([board.boundingBox(), details.boundingBox()]);
      if (where === "beside") {
        assert.ok(beside.x >= map.x + map.width, "the details overlap the map");
        assert.deepEqual(await place(), before, "the map moves when details open beside it");
        await expect(details.getByRole("heading").first()).toBeInViewport();
        await expect(board).toBeInViewport();
      } else {
        assert.ok(beside.y >= map.y + map.height, "the details are not below the map");
      }
      await visit.shot(`map-details-${where}`);
      await visit.assertAccessible();
      await visit.assertNoSidewaysScrolling();
      await page.keyboard.press("Escape");
      await expect(details).toHaveCount(0);
    });
  }
  withoutDriver(visit);
  visit.assertCalm();
});

test("without WebGL the map shows a message and the table", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const { page } = await open(t, base, { args: ["--disable-software-rasterizer"] });
  await page.goto(crawlAddress(base, { ...CRAWL, pages: 30 }));
  const { tab, map, board, rows, details } = mapParts(page);
  await tab.click();
  await map.getByRole("alert").filter({ hasText: "WebGL" }).waitFor();
  await expect(board).toBeHidden();
  await rows.nth(5).getByRole("button").click();
  await details.waitFor();
});

test("a frozen map adds pages without moving, and moves again when resumed", async (t) => {
  const { visit, page } = await openMap(t, { ...CRAWL, pages: 30 }, { reducedMotion: "no-preference", speed: "first" });
  const { freeze, board } = mapParts(page);
  await untilDrawn(page, ({ nodes }) => nodes > 3);
  await expect(freeze).toHaveAttribute("aria-pressed", "false");
  await freeze.click();
  await expect(freeze).toHaveAttribute("aria-pressed", "true");
  await untilEnd(page);
  await untilDrawn(page, ({ nodes }) => nodes > 12);
  await untilSettled(page);
  const still = await drawn(page);
  await untilFrames(page, 30);
  assert.ok((await drawn(page)).frames <= still.frames + 1, "a frozen map is drawn although nothing changes");
  await visit.shot("map-frozen");
  await freeze.click();
  await expect(freeze).toHaveAttribute("aria-pressed", "false");
  await untilDrawn(page, ({ frames }) => frames > still.frames + 2);
  await expect(board).toBeVisible();
  await untilSettled(page);
  withoutDriver(visit);
  visit.assertCalm();
});

for (const [reducedMotion, pages] of [["no-preference", 1_000], ["reduce", 30]]) {
  test(`rings pulse while spiders crawl, but not with reduced motion: ${reducedMotion}`, async (t) => {
    const { visit, page } = await openMap(t, { ...SPIDERS, pages }, { reducedMotion, speed: "first" });
    const { legend } = mapParts(page);
    await expect(legend).toContainText("Living spiders");
    await expect(legend.locator(".spider-mark").first()).toBeVisible();
    if (reducedMotion === "no-preference") {
      await expect.poll(async () => (await pulses(page)).all).toBeGreaterThan(3);
      await visit.shot("map-pulses");
      await parts(page).stop.click();
    }
    await untilEnd(page);
    await expect.poll(async () => (await pulses(page)).now).toBe(0);
    if (reducedMotion === "reduce") assert.equal((await pulses(page)).all, 0);
    withoutDriver(visit);
    visit.assertCalm();
  });
}

/** Returns which labels of the map overlap or are outside of it; one line if there are too few to tell. */
async function faultsOfLabels(page) {
  const { x, width } = await mapParts(page).board.boundingBox();
  const labels = await page
    .locator(".map-label")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const seen = labels.filter(({ right }) => right > 0);
  if (seen.length <= 2) return [`${seen.length} labels`];
  const outside = seen.filter(({ left, right }) => left < x || right > x + width);
  const isApart = (one, other) =>
    one.left >= other.right || other.left >= one.right || one.top >= other.bottom || other.top >= one.bottom;
  const overlaps = seen.flatMap((one, at) =>
    seen
      .slice(0, at)
      .filter((other) => !isApart(one, other))
      .map((other) => [one, other]),
  );
  return [...outside, ...overlaps].map((fault) => JSON.stringify(fault));
}

/** Waits for this many frames of the page. */
function untilFrames(page, frames) {
  return page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
  }, frames);
}
