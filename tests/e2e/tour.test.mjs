// The tour: notes beside the parts of a slow first crawl. It is shown once, can be skipped at any note, and started
// again.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, pagesDone, parts } from "./crawl-page.mjs";
import { expect, open, PHONE } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const TITLES = ["Set the pace", "Watch the results", "Change the view", "Ask why", "Steer"];
/** The number of pages from which the tour starts. */
const FIRST_PAGES = 8;
const CRAWL = { q: "asthma inhaler", strategy: "best-first", source: "demo", pages: 600 };

test("the first slow crawl shows five notes, each beside its subject, by keyboard only", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, CRAWL), { speed: "first", tour: true });
  const { page } = visit;
  const { note, next, ring } = tourOf(page);
  await note.waitFor();

  await t.test("a note takes no focus, and is announced to screen readers", async () => {
    assert.ok(await page.evaluate(() => document.activeElement?.closest(".coach") === null));
    await expect(page.getByRole("status").filter({ hasText: "Tour, 1 of 5. Set the pace" })).toHaveCount(1);
  });
  // A crawl takes time from the machine.
  await parts(page).pause.click();
  await t.test("the notes are beside their subject, and do not cover it", async () => {
    await next.focus();
    for (const [at, title] of TITLES.entries()) {
      await note.getByRole("heading", { name: title }).waitFor();
      for (const other of [ring, page.locator(".figures")]) {
        await expect.poll(async () => overlaps(await note.boundingBox(), await other.boundingBox())).toBe(false);
      }
      await visit.shot(`tour-${at + 1}`);
      if (at === 0) await visit.assertAccessible();
      if (at < 4) await page.keyboard.press("Enter");
    }
  });
  await t.test("the end moves the focus to the crawl, and the tour is not shown again", async () => {
    await page.keyboard.press("Enter");
    await note.waitFor({ state: "detached" });
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.goto(`${base}#/about`);
    await page.goto(crawlAddress(base, { ...CRAWL, q: "chess opening" }));
    // The paused crawl is shown until the next one starts.
    await parts(page).pause.waitFor();
    await expect.poll(() => pagesDone(page)).toBeGreaterThan(FIRST_PAGES);
    await expect(note).toHaveCount(0);
  });
  await t.test("the About page starts a crawl with the tour", async () => {
    await page.goto(`${base}#/about`);
    await page.getByRole("button", { name: "Take a tour of a crawl" }).click();
    await note.getByRole("heading", { name: TITLES[0] }).waitFor();
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "detached" });
  });
  await t.test("the tour ends with the crawl", async () => {
    await page.goto(`${base}#/about`);
    await page.getByRole("button", { name: "Take a tour of a crawl" }).click();
    await note.waitFor();
    await parts(page).stop.click();
    await parts(page).ending.waitFor();
    await note.waitFor({ state: "detached" });
  });
  visit.assertCalm();
});

test("a crawl at full speed shows no notes", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, { ...CRAWL, pages: 20 }), { tour: true });
  await parts(visit.page).ending.waitFor();
  await expect(tourOf(visit.page).note).toHaveCount(0);
  visit.assertCalm();
});

test("on a phone the note is below the page and names no keys, and every control can be reached", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, CRAWL), {
    viewport: PHONE,
    hasTouch: true,
    colorScheme: "dark",
    speed: "first",
    tour: true,
  });
  const { page } = visit;
  const { note, skip } = tourOf(page);
  await note.waitFor();
  await expect(note).not.toContainText(/key|Escape/);
  await visit.assertNoSidewaysScrolling();
  await visit.shot("tour-phone");
  const { y, height } = await note.boundingBox();
  assert.ok(y > PHONE.height / 2 && y + height <= PHONE.height + 1, "it is at the bottom");
  assert.equal(overlaps(await note.boundingBox(), await page.locator(".figures").boundingBox()), false);
  await parts(page).pause.click();
  await skip.click();
  await note.waitFor({ state: "detached" });
  visit.assertCalm();
});

/** Returns whether two boxes overlap. */
function overlaps(one, other) {
  const apart =
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y;
  return !apart;
}

/** The note and its parts. */
function tourOf(page) {
  const note = page.locator(".coach");
  return {
    note,
    ring: page.locator(".coach-ring"),
    next: note.getByRole("button", { name: "Next" }),
    skip: note.getByRole("button", { name: "Skip" }),
  };
}
