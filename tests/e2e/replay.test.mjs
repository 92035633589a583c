// The replay of a crawl: every view shows the state at a past moment, and returns to the latest one.

import assert from "node:assert/strict";
import test from "node:test";
import { SPIDERS, crawlAddress, pagesDone, parts, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { ...SPIDERS, in_flight: 1, pages: 120 };
/**
 * The number of moments that are compared, and the least and most pages between two: the last one is before the crawl's
 * end.
 */
const MOMENTS = 4;
const GAP = [5, 11];
/** The state of the random numbers, the same in every run, so that a failure can be repeated. */
const SEED = 17;
const VIEWS = { Results: "listitem", Spiders: "treeitem", Frontier: "row" };

const timeline = (page) => page.getByRole("region", { name: "Replay" });
const moment = (page) => timeline(page).getByRole("slider", { name: "Moment" });

/**
 * Returns the text of each view, without controls that only the latest moment has, and without rank changes since the
 * last update.
 */
async function look(page) {
  const seen = {};
  for (const [name, role] of Object.entries(VIEWS)) {
    await page.getByRole("tab", { name, exact: true }).click();
    const entries = page.getByRole("tabpanel").getByRole(role);
    await entries.first().waitFor();
    // Only rows in the window are drawn.
    await page.evaluate(() => scrollTo(0, 0));
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

/**
 * Returns a generator of whole numbers from least to most, both included: a linear congruential one (Numerical Recipes,
 * §7.1).
 */
function randomNumbers(state) {
  return (least, most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
}

test("a replay shows random moments as they were in all views", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, crawlAddress(base, CRAWL), { speed: "first" });
  const { page } = visit;
  const { pause, resume, speed, step } = parts(page);
  const moments = [];
  const random = randomNumbers(SEED);
  for (let at = random(...GAP); moments.length < MOMENTS; at += random(...GAP)) {
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
    // A live frontier lacks the link that is fetched next as soon as its host's robots.txt is read; then another link
    // has the last position. A moment is the state before that. So one link at most is in only one of the two, and the
    // rest has the same order.
    const [kept, keptThen] = [
      links.filter((link) => linksThen.includes(link)),
      linksThen.filter((link) => links.includes(link)),
    ];
    assert.deepEqual(kept, keptThen, `after ${pages} pages`);
    assert.ok(links.length - kept.length <= 1, `${links.length - kept.length} links differ after ${pages} pages`);
    assert.ok(
      linksThen.length - keptThen.length <= 1,
      `${linksThen.length - keptThen.length} links differ after ${pages} pages`,
    );
  }
  await visit.assertGoodLooks("replay");
  await timeline(page).getByRole("button", { name: "Latest" }).click();
  await expect(parts(page).progress).toHaveAttribute("aria-valuenow", String(CRAWL.pages));
  visit.assertCalm();
});
