// The replay of a crawl: every view shows the state at a past moment, and returns to the latest one.

import assert from "node:assert/strict";
import test from "node:test";
import { SPIDERS, crawlAddress, pagesDone, parts, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { ...SPIDERS, in_flight: 1, pages: 120 };
const VIEWS = { Results: "listitem", Spiders: "treeitem", Frontier: "row" };

const timeline = (page) => page.getByRole("region", { name: "Replay" });
const moment = (page) => timeline(page).getByRole("slider", { name: "Moment" });

/** Returns the text of each view, without controls that only the latest moment has, and without rank changes since the last update. */
async function look(page) {
  const seen = {};
  for (const [name, role] of Object.entries(VIEWS)) {
    await page.getByRole("tab", { name, exact: true }).click();
    const entries = page.getByRole("tabpanel").getByRole(role);
    await entries.first().waitFor();
    // Lists are updated twice a second.
    await page.waitForTimeout(700);
    seen[name] = await entries.evaluateAll((entries) => entries.map((entry) => {
      const copy = entry.cloneNode(true);
      for (const control of copy.querySelectorAll("button, label, select, svg, .host, th")) control.remove();
      return copy.textContent;
    }));
  }
  const [pages, relevant, , , failed] = await page.locator(".figures").getByRole("definition").allInnerTexts();
  seen.figures = [pages, relevant, failed];
  return seen;
}

test("a replay shows random moments as they were in all views", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, crawlAddress(base, CRAWL), { speed: "first" });
  const { page } = visit;
  const { pause, resume, speed, step } = parts(page);
  const moments = [];
  for (let at = 6; moments.length < 3; at += 6 + Math.floor(Math.random() * 12)) {
    await expect.poll(() => pagesDone(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(at);
    await pause.click();
    await resume.waitFor();
    // A moment is the state right after a page.
    const pages = (await pagesDone(page)) + 1;
    await step.click();
    await expect(parts(page).progress).toHaveAttribute("aria-valuenow", String(pages));
    await resume.waitFor();
    moments.push({ pages, views: await look(page) });
    await resume.click();
  }
  await speed.focus();
  await page.keyboard.press("End");
  await untilEnd(page);
  for (const { pages, views } of moments.reverse()) {
    await moment(page).fill(String(pages));
    await expect(moment(page)).toHaveAttribute("aria-valuetext", `After ${pages} of ${CRAWL.pages} pages`);
    const { Frontier: links, ...past } = await look(page);
    const { Frontier: linksThen, ...then } = views;
    assert.deepEqual(past, then, `after ${pages} pages`);
    // The link that is fetched next leaves the frontier once its host's robots.txt is read, and another takes the last position.
    const [kept, keptThen] = [links.filter((link) => linksThen.includes(link)), linksThen.filter((link) => links.includes(link))];
    assert.deepEqual(kept, keptThen, `after ${pages} pages`);
    assert.ok(kept.length + 2 >= links.length, `${links.length - kept.length} links differ after ${pages} pages`);
  }
  await timeline(page).getByRole("button", { name: "Latest" }).click();
  await expect(parts(page).progress).toHaveAttribute("aria-valuenow", String(CRAWL.pages));
  visit.assertCalm();
});

for (const [name, viewport, colorScheme] of [["wide", { width: 1440, height: 900 }, "light"], ["phone", { width: 390, height: 844 }, "dark"]]) {
  test(`buttons and keys go to events, ${name}`, async (t) => {
    const base = await serveFolder(t, STATIC, "/");
    const visit = await open(t, crawlAddress(base, CRAWL), { viewport, colorScheme });
    const { page } = visit;
    await untilEnd(page);
    await moment(page).fill("118");
    await visit.shot(`replay-${name}`);
    await visit.assertAccessible();
    await visit.assertNoSidewaysScrolling();
    await timeline(page).getByRole("button", { name: /^Births/ }).click();
    await timeline(page).getByRole("button", { name: "Previous event" }).click();
    const before = Number(await moment(page).inputValue());
    assert.ok(before < 118, `${before}`);
    await moment(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect(moment(page)).toHaveValue(String(before + 1));
    await page.keyboard.press("End");
    await expect(moment(page)).toHaveValue(String(CRAWL.pages));
    await timeline(page).getByRole("button", { name: "Replay" }).click();
    await expect.poll(async () => Number(await moment(page).inputValue())).toBeGreaterThan(3);
    await page.getByRole("tab", { name: "Map", exact: true }).click();
    await visit.shot(`replay-map-${name}`);
    await timeline(page).getByRole("button", { name: "Pause replay" }).click();
    visit.assertCalm();
  });
}
