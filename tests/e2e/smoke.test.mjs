// The same crawl in each browser, and in those that Playwright drives also the same comparison and what depends on the
// browser: drawing, storage, files.

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
  readRows,
  SPIDERS,
  untilEnd,
} from "./crawl-page.mjs";
import { expect, hues, open } from "./harness.mjs";
import { library, saved, toLibrary } from "./library-page.mjs";
import { listed, mapParts, untilSettled, withoutDriver } from "./map-page.mjs";
import { APP, hasWebKit } from "./processes.mjs";
import { spidersOf } from "./spiders-page.mjs";
import { serveFolder } from "./static-host.mjs";
import { openWebKit } from "./webkit-page.mjs";

/** One fetch at a time: the order of the pages depends only on the strategy. */
const CRAWL = { ...SPIDERS, in_flight: 1, pages: 60 };
/** The number of results that every window shows. */
const SEEN = 5;
/** The time limit in WebKit, in milliseconds: nothing else ends a test whose browser no longer answers. */
const LONGEST_MS = 600_000;

/** The values that the first browser found; every other browser must find the same. */
const found = {};

/** Asserts that a browser finds the same value as the first one. */
function assertSame(name, value) {
  found[name] ??= value;
  assert.deepEqual(value, found[name]);
}

/** The steps whose values are compared. */
const COMPARED = {
  async "spiders crawl, with histories, and their map is drawn and comes to rest"({ t, base, page }) {
    await page.goto(crawlAddress(base, CRAWL));
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
    assertSame("best results", (await readResults(page)).slice(0, SEEN));
    const { tab, lines, story } = spidersOf(page);
    await tab.click();
    await lines.first().click();
    await story.getByRole("heading", { name: "Words" }).waitFor();
    await mapParts(page).tab.click();
    await untilSettled(page);
    await mapParts(page).board.scrollIntoViewIfNeeded();
    await page.waitForFunction(hues, ".map-board canvas");
    assertSame("nodes of the map", await listed(page));
    await toLibrary(page);
    const file = readFileSync(await saved(t, page, "Pages, JSONL", CRAWL.q), "utf8");
    const records = file.trim().split("\n").map((line) => JSON.parse(line));
    const pages = records.map(({ url, relevance }) => ({ url, relevance }));
    assert.equal(pages.length, CRAWL.pages);
    assertSame("pages", pages);
  },

  async "strategies are compared, and their curves drawn"({ base, page }) {
    await page.goto(`${base}#/compare`);
    const the = comparison(page);
    await the.run.waitFor();
    await choose(the.strategies, ["Breadth-first", "Best-first"]);
    await choose(the.topics, ["Asthma"]);
    await the.pages.fill("30");
    await the.run.click();
    await finished(the);
    assertSame("fingerprint", await fingerprint(page, the));
    await the.curves.scrollIntoViewIfNeeded();
    await page.waitForFunction(hues, CURVES);
  },
};

/** The other steps: further files show the same in Chromium. */
const REST = {
  async "the saved crawl is exported from the Library, and its recording is a web to crawl"({ t, base, page }) {
    await page.goto(`${base}#/library`);
    const warc = await saved(t, page, "Recording, WARC", CRAWL.q);
    assert.match(gunzipSync(readFileSync(warc)).toString("latin1"), /^WARC\/1\.1/);
    await library(page, CRAWL.q).file.setInputFiles(warc);
    const { query, seeds, source, start } = parts(page);
    await expect(source("Recorded web")).toBeChecked();
    await openAdvanced(page);
    await seeds.fill(CRAWL.seed.join("\n"));
    await query.fill(CRAWL.q);
    await start.click();
    await page.locator(".status").getByText("recorded web").waitFor();
    await untilEnd(page);
    assert.ok((await pagesDone(page)) >= 40);
  },
};

for (const browser of ["chromium", "firefox"]) {
  test(`every part of the app works in ${browser}`, async (t) => {
    const base = await serveFolder(t, APP, "/");
    const visit = await open(t, base, { browser });
    for (const [name, step] of Object.entries(browser === "chromium" ? COMPARED : { ...COMPARED, ...REST })) {
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

test(
  "the app works in WebKit",
  { skip: hasWebKit() ? false : "WebKitWebDriver is not installed", timeout: LONGEST_MS },
  async (t) => {
    const base = await serveFolder(t, APP, "/");
    const webkit = await openWebKit(t, base);
    const assertFound = async () => {
      await webkit.shows(ENDINGS.budgetSpent);
      // The list may come after the sentence that says why the crawl ended.
      await webkit.until("results", () => document.querySelector("#results > ol > li") !== null);
      const rows = `[...document.querySelectorAll("#results > ol > li")].slice(0, ${SEEN})`;
      assertSame("best results", await webkit.evaluate(`return (${readRows})(${rows})`));
      assert.equal(await webkit.pagesDone(), CRAWL.pages);
    };
    await t.test("a crawl finds what the others find", async () => {
      await webkit.goto(crawlAddress(base, CRAWL));
      await assertFound();
    });
    await t.test("opened again, the saved crawl is shown", async () => {
      await webkit.goto(await webkit.driver.getCurrentUrl());
      await assertFound();
    });
  },
);
