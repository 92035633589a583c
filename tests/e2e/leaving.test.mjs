// The page is left: browsers keep it in memory for the way back, and its workers end, so that they hold nothing that other pages need.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crawlAddress, ENDINGS, pagesDone, parts, SLOW, untilEnd } from "./crawl-page.mjs";
import { beforeWorker, expect, open } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** How long after its first display the page is left, in milliseconds. */
const DELAYS = [0, 10, 20, 30];
/** How long the database takes to create, so that the page is left meanwhile. */
const CREATION_MS = 5_000;

/** Opens an empty page in a browser that keeps pages that were left, as every browser does for a person. */
async function openWithCache(t) {
  const visit = await open(t, "about:blank", { ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  await visit.context.addInitScript(countReturns);
  return visit;
}

/** In every page: counts how often it came back from the browser's memory. */
function countReturns() {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) sessionStorage.setItem("returns", Number(sessionStorage.getItem("returns")) + 1);
  });
}

const returns = (page) => page.evaluate(() => Number(sessionStorage.getItem("returns"))).catch(() => 0);

/** Starts a long crawl, and gives its address once it is saved. */
async function startCrawl(page, base) {
  await page.goto(crawlAddress(base, { q: "asthma", ...SLOW }));
  await page.waitForFunction(() => /[?&]id=/.test(location.hash));
  await expect.poll(() => pagesDone(page)).toBeGreaterThan(0);
  return page.url();
}

/** Waits until the crawl of a page goes on here, with more pages than these. */
async function untilMore(page, done) {
  await parts(page).stop.waitFor();
  await expect.poll(() => pagesDone(page)).toBeGreaterThan(done);
}

test("a crawl goes on where the person comes back to it", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const { page } = await openWithCache(t);
  const address = await startCrawl(page, base);
  for (let time = 1; time <= 2; time++) {
    const done = await pagesDone(page);
    await page.goto(`${base}elsewhere`);
    await page.goBack({ waitUntil: "commit" });
    await expect.poll(() => returns(page), "the browser had kept the page").toBe(time);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType("navigation")[0].type).catch(() => ""), "its workers had ended").toBe("reload");
    await expect(page).toHaveURL(address);
    await untilMore(page, done);
  }
  await parts(page).stop.click();
  assert.equal(await untilEnd(page), ENDINGS.stopped);
});

test("a crawl that was left goes on in another tab", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const { page, context } = await openWithCache(t);
  const address = await startCrawl(page, base);
  const done = await pagesDone(page);
  await page.goto(`${base}elsewhere`);
  const second = await context.newPage();
  await second.goto(address);
  await untilMore(second, done);
  await parts(second).stop.click();
  assert.equal(await untilEnd(second), ENDINGS.stopped);
});

test("the app starts after it was left while it created its database", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  for (const delay of DELAYS) {
    await t.test(`${delay} ms after its first display`, async (t) => {
      const { page, context } = await openWithCache(t);
      await beforeWorker(context, `(${createSlowly})(${CREATION_MS});`, { times: 1 });
      await context.addInitScript(leave, { delay, base, other: `${base}elsewhere` });
      await page.goto(base);
      await page.waitForURL(`${base}elsewhere`);
      const second = await context.newPage();
      for (const tab of [second, page]) {
        await tab.goto(crawlAddress(base, { q: "asthma", source: "demo", seed: "http://portal.test/", pages: 5 }));
        assert.equal(await untilEnd(tab), ENDINGS.budgetSpent);
      }
    });
  }
});

/** In a worker: the database takes so many milliseconds to create. */
function createSlowly(ms) {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...all) {
    const request = open.apply(this, all);
    request.addEventListener("upgradeneeded", () => {
      const store = request.result.createObjectStore("slow");
      const end = Date.now() + ms;
      const wait = () => (Date.now() < end ? (store.get(0).onsuccess = wait) : request.result.deleteObjectStore("slow"));
      wait();
    });
    return request;
  };
}

/** In a page: leaves it once, so many milliseconds after the crawler is there. */
function leave({ delay, base, other }) {
  if (location.href !== base || sessionStorage.getItem("left")) return;
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".examples span")) return;
    observer.disconnect();
    sessionStorage.setItem("left", "yes");
    setTimeout(() => (location.href = other), delay);
  }).observe(document, { childList: true, subtree: true });
}
