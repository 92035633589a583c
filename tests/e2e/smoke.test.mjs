// The same steps and the same crawl in each browser that Playwright drives. webkit.test.mjs has those of WebKit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gunzipSync } from "node:zlib";
import { choose, comparison, CURVES, fingerprint, finished } from "./compare-page.mjs";
import {
  crawlAddress,
  ENDINGS,
  openAdvanced,
  pagesDone,
  parts,
  readResults,
  SLOW,
  SPIDERS,
  untilEnd,
} from "./crawl-page.mjs";
import { expect, hues, open, TOWER } from "./harness.mjs";
import { library, saved, toLibrary } from "./library-page.mjs";
import { listed, mapParts, untilSettled, withoutDriver } from "./map-page.mjs";
import { STATIC } from "./processes.mjs";
import { spidersOf } from "./spiders-page.mjs";
import { serveFolder } from "./static-host.mjs";
import { changes, steering } from "./steering-page.mjs";
import { goTo, models, training, walk, WAYS } from "./train-page.mjs";

const CRAWL = {
  q: "asthma inhaler technique",
  seed: "http://portal.test/",
  pages: 60,
  source: "demo",
  strategy: "best-first",
  in_flight: 1,
};

/** The values that the first browser found; every other browser must find the same. */
const found = {};

/** Asserts that a browser finds the same value as the first one. */
function assertSame(name, value) {
  found[name] ??= value;
  assert.deepEqual(value, found[name]);
}

/** Crawls to the page limit. */
async function crawl({ base, page }, plan = CRAWL) {
  await page.goto(crawlAddress(base, plan));
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
}

const STEPS = {
  async "a query starts a crawl of the demo web"({ base, page }) {
    await page.goto(base);
    const { pages, query, start } = parts(page);
    await query.fill(CRAWL.q);
    await openAdvanced(page);
    await pages.fill("30");
    await start.click();
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
    assert.equal(await pagesDone(page), 30);
    await expect(page.getByText("Use Salticid in one tab only."), "Web Locks are there").toHaveCount(0);
  },

  async "spiders have families and stories"({ base, page }) {
    await crawl({ base, page }, { ...SPIDERS, in_flight: 1 });
    assertSame("results of spiders", await readResults(page));
    const { tab, lines, story } = spidersOf(page);
    await tab.click();
    await lines.first().click();
    await story.getByRole("heading", { name: "Words" }).waitFor();
  },

  async "the map is drawn and comes to rest"({ base, page }) {
    await crawl({ base, page });
    await mapParts(page).tab.click();
    await untilSettled(page);
    await page.waitForFunction(hues, ".map-board canvas");
    assertSame("nodes of the map", await listed(page));
  },

  async "a crawl is steered and goes on"({ base, page }) {
    await crawl({ base, page });
    const steer = steering(page);
    await steer.open();
    await steer.button("Boost: asthma").click();
    assert.deepEqual(await changes(page, 1), ["“asthma” boosted ×2"]);
    await steer.open();
    await steer.pages.fill("90");
    await page.keyboard.press("Enter");
    await expect(parts(page).progress).toHaveAttribute("aria-valuenow", "90");
    await parts(page).ending.waitFor();
    assertSame("results after steering", await readResults(page));
  },

  async "a page tells why it was found, with its words marked"({ base, page }) {
    await crawl({ base, page });
    await parts(page).why.first().click();
    const why = page.locator(".why");
    await why.locator(".why-rest > summary").click();
    await why.getByRole("list", { name: "Path from its seed" }).getByRole("listitem").first().waitFor();
    await why.locator(".in-text mark").first().waitFor();
  },

  async "a reload takes the crawl up, and it goes on"({ base, page }) {
    await page.goto(crawlAddress(base, { ...CRAWL, ...SLOW }));
    const { pause, progress, resume, rows, stop } = parts(page);
    await rows.first().waitFor();
    await pause.click();
    await resume.waitFor();
    const done = await pagesDone(page);
    await page.reload();
    await resume.waitFor();
    assert.equal(await pagesDone(page), done);
    await resume.click();
    await expect.poll(async () => Number(await progress.getAttribute("aria-valuenow"))).toBeGreaterThan(done);
    await stop.click();
    assert.equal(await untilEnd(page), ENDINGS.stopped);
  },

  async "files are exported from the Library, and a recording is a web to crawl"({ t, base, page }) {
    const name = "jazz history";
    await crawl({ base, page }, { ...CRAWL, q: name });
    assertSame("results on another topic", await readResults(page));
    await toLibrary(page);
    assertSame("CSV", readFileSync(await saved(t, page, "Pages, CSV", name), "utf8").split("\n").length);
    const warc = await saved(t, page, "Recording, WARC", name);
    assert.match(gunzipSync(readFileSync(warc)).toString("latin1"), /^WARC\/1\.1/);
    await library(page, name).file.setInputFiles(warc);
    const { query, seeds, source, start } = parts(page);
    await expect(source("Recorded web")).toBeChecked();
    await openAdvanced(page);
    await seeds.fill(CRAWL.seed);
    await query.fill(name);
    await start.click();
    await page.locator(".status").getByText("recorded web").waitFor();
    await untilEnd(page);
    assert.ok((await pagesDone(page)) >= 50);
  },

  async "a model is trained and crawled with"({ base, page }) {
    await page.goto(`${base}#/train`);
    const train = { page, ...training(page) };
    await train.kept.waitFor();
    for (const way of WAYS) await walk(train, way);
    await goTo(page, "Learn");
    const the = models(page);
    await the.strategy.selectOption("hybrid-hmm-anchor");
    await the.name.fill("Asthma");
    await the.learn.click();
    await page.getByRole("heading", { name: "Asthma", exact: true }).waitFor();
    await the.crawl.click();
    const { pages, start } = parts(page);
    await openAdvanced(page);
    await pages.fill("40");
    await start.click();
    await page.getByText("model “Asthma”").waitFor();
    await untilEnd(page);
    assertSame("results by the model", await readResults(page));
  },

  async "strategies are compared, and their curves drawn"({ base, page }) {
    await page.goto(`${base}#/compare`);
    const the = comparison(page);
    await the.run.waitFor();
    await choose(the.strategies, ["Breadth-first", "Best-first", "Shark-search"]);
    await choose(the.topics, ["Asthma", "Jazz"]);
    await the.pages.fill("60");
    await the.run.click();
    await finished(the);
    assertSame("fingerprint", await fingerprint(page, the));
    await the.curves.scrollIntoViewIfNeeded();
    await page.waitForFunction(hues, CURVES);
  },
};

/** The steps whose values are compared. Other files show the rest in Chromium. */
const COMPARED = new Set([
  "spiders have families and stories",
  "the map is drawn and comes to rest",
  "a crawl is steered and goes on",
  "files are exported from the Library, and a recording is a web to crawl",
  "a model is trained and crawled with",
  "strategies are compared, and their curves drawn",
]);

for (const browser of ["chromium", "firefox"]) {
  test(`every part of the app works in ${browser}`, async (t) => {
    const base = await serveFolder(t, STATIC, "/");
    const visit = await open(t, base, { browser, viewport: TOWER });
    for (const [name, step] of Object.entries(STEPS)) {
      if (browser === "chromium" && !COMPARED.has(name)) continue;
      await t.test(name, async (t) => {
        const page = await visit.context.newPage();
        await step({ t, base, page });
        await page.close();
      });
    }
    await t.test("there are no errors and no requests to other origins", () => {
      withoutDriver(visit);
      visit.assertCalm();
      visit.assertStayedWithin(new URL(base).origin);
    });
  });
}
