// On a phone the form and the crawl page have an end within a few swipes, and one scroll area.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, openAdvanced, parts, untilEnd } from "./crawl-page.mjs";
import { expect, open, ZOOMED } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const VIEWPORT = { width: 390, height: 844 };
/** Maximum height of a page in CSS pixels: seven screens. */
const MOST = 6_000;

const height = (page) => page.evaluate(() => document.documentElement.scrollHeight);

test("on a phone the form has a limited height", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, base, { viewport: VIEWPORT });
  const { page } = visit;
  const { card } = parts(page);
  await expect(card(/^Automatic/)).toBeChecked();
  assert.ok((await height(page)) < MOST, `the form: ${await height(page)}`);
  await card(/^Choose…/).check();
  await page.getByRole("heading", { name: "Baselines", exact: true }).waitFor();
  assert.ok((await height(page)) < MOST, `the form with all strategies: ${await height(page)}`);
  await openAdvanced(page);
  // The automatic strategy has related words.
  assert.ok((await height(page)) < MOST + 600, `the form with everything open: ${await height(page)}`);
  await visit.assertOneScrollArea();
  await visit.assertNoSidewaysScrolling();
});

test("on a phone the crawl page", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const address = crawlAddress(base, {
    q: "asthma inhaler treatment",
    source: "demo",
    seed: ["http://portal.test/", "http://web-guide.test/"],
    pages: 100,
  });
  const visit = await open(t, address, { viewport: VIEWPORT });
  const { page } = visit;
  await untilEnd(page);
  await t.test("the sheet at the end has its buttons, and without it the top continues the crawl", async () => {
    for (const button of await page.locator(".ending :is(button, .button)").all())
      await expect(button).toBeInViewport({ ratio: 1 });
    await visit.shot("phone-end");
    const figures = page.locator(".ending .fine");
    await expect(figures).toBeHidden();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(figures).toBeInViewport();
    await page.getByRole("button", { name: "Less", exact: true }).click();
    await expect(figures).toBeHidden();
    await page.getByRole("button", { name: "Hide", exact: true }).click();
    await expect(page.locator(".status-top .main")).toBeInViewport({ ratio: 1 });
  });
  await t.test("it has a limited height, and a button loads more results", () => checkHeight(visit));
  visit.assertCalm();
});

async function checkHeight(visit) {
  const { page } = visit;
  const more = page.getByRole("button", { name: /^Show more \(\d+ hidden\)$/ });
  await more.waitFor();
  const before = await height(page);
  assert.ok(before < MOST, `the page of the crawl: ${before}`);
  await visit.assertOneScrollArea();
  await visit.shot("phone-results");
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => height(page), `the view ${await tab.innerText()}`).toBeLessThan(MOST);
    await visit.assertNoSidewaysScrolling();
  }
  await page.getByRole("tab").first().click();
  await more.waitFor();
  const hidden = Number(/\d+/.exec(await more.innerText()));
  await more.click();
  await expect.poll(() => height(page)).toBeGreaterThan(before);
  await expect
    .poll(async () => Number(/\d+/.exec((await more.count()) > 0 ? await more.innerText() : "0")))
    .toBe(Math.max(0, hidden - 15));
}

test("at a zoom of 200 % a result is visible while a crawl runs and at its end", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, { q: "asthma inhaler treatment", source: "demo", pages: 40 }), {
    viewport: ZOOMED,
    speed: "first",
  });
  const { page } = visit;
  await expect(parts(page).rows.first()).toBeInViewport({ ratio: 1 });
  await parts(page).stop.click();
  await untilEnd(page);
  await expect(parts(page).continue).toBeInViewport({ ratio: 1 });
  const row = await parts(page).rows.first().boundingBox();
  const sheet = await page.locator(".news").boundingBox();
  assert.ok(row.y > 0 && row.y + row.height <= sheet.y, JSON.stringify({ row, sheet }));
  await visit.assertNoSidewaysScrolling();
  await visit.assertAccessible();
  await visit.shot("zoomed-results");
  await page.getByRole("button", { name: "More", exact: true }).click();
  for (const button of await page.locator(".ending :is(button, .button)").all()) await expect(button).toBeVisible();
});
