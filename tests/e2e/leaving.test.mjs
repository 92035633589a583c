// Leaving the page: browsers keep it in the back/forward cache, and its workers end, so that they hold no resources
// that other pages need.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, pagesDone, parts, SLOW, untilEnd } from "./crawl-page.mjs";
import { beforeWorker, everywhere, expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** The duration of the database's creation in milliseconds, long enough to leave the page meanwhile. */
const CREATION_MS = 5_000;

/** Opens an empty page in a browser with the back/forward cache enabled, as it is for users. */
async function openWithCache(t, browser = "chromium") {
  const visit = await open(t, "about:blank", { browser, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  await visit.context.addInitScript(countReturns);
  return visit;
}

/** Runs in every page: counts its restorations from the back/forward cache. */
function countReturns() {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) sessionStorage.setItem("returns", Number(sessionStorage.getItem("returns")) + 1);
  });
}

const returns = (page) => page.evaluate(() => Number(sessionStorage.getItem("returns"))).catch(() => 0);

/** Starts a long crawl, and returns its address once it is saved. */
async function startCrawl(page, base) {
  // The page of another crawl has an id already.
  await page.goto("about:blank");
  await page.goto(crawlAddress(base, { q: "asthma", ...SLOW }));
  await page.waitForFunction(() => /[?&]id=/.test(location.hash));
  await expect.poll(() => pagesDone(page)).toBeGreaterThan(0);
  return page.url();
}

/** Waits until the crawl of a page has more pages than these. */
async function untilMore(page, done) {
  await parts(page).stop.waitFor();
  await expect.poll(() => pagesDone(page)).toBeGreaterThan(done);
}

// Firefox keeps no page while it is driven.
test("a crawl resumes when the person returns to its page", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const { page } = await openWithCache(t);
  const address = await startCrawl(page, base);
  for (let time = 1; time <= 2; time++) {
    const done = await pagesDone(page);
    await page.goto(`${base}elsewhere`);
    await page.goBack({ waitUntil: "commit" });
    await expect.poll(() => returns(page), "the browser had kept the page").toBe(time);
    await expect
      .poll(
        () => page.evaluate(() => performance.getEntriesByType("navigation")[0].type).catch(() => ""),
        "its workers had ended",
      )
      .toBe("reload");
    await expect(page).toHaveURL(address);
    await untilMore(page, done);
  }
  await parts(page).stop.click();
  assert.equal(await untilEnd(page), ENDINGS.stopped);
});

everywhere("what a page was doing when it was left goes on in another tab", async (t, browser) => {
  const base = await serveFolder(t, APP, "/");
  const { page, context } = await openWithCache(t, browser);
  await beforeWorker(context, `(${createSlowly})(${CREATION_MS});`, { times: 1 });
  await context.addInitScript(leave, { base, other: `${base}elsewhere` });
  await page.goto(base);
  await page.waitForURL(`${base}elsewhere`);
  const second = await context.newPage();
  await t.test("the app starts after it was left during the creation of its database", async () => {
    for (const tab of [second, page]) {
      await tab.goto(crawlAddress(base, { q: "asthma", source: "demo", seed: "http://portal.test/", pages: 5 }));
      assert.equal(await untilEnd(tab), ENDINGS.budgetSpent);
    }
  });
  await t.test("an abandoned crawl can be resumed in another tab", async () => {
    const address = await startCrawl(page, base);
    const done = await pagesDone(page);
    await page.goto(`${base}elsewhere`);
    const third = await context.newPage();
    await third.goto(address);
    await untilMore(third, done);
    await parts(third).stop.click();
    assert.equal(await untilEnd(third), ENDINGS.stopped);
  });
});

/** Runs in a worker: delays the creation of the database by this many milliseconds. */
function createSlowly(ms) {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...all) {
    const request = open.apply(this, all);
    request.addEventListener("upgradeneeded", () => {
      const store = request.result.createObjectStore("slow");
      const end = Date.now() + ms;
      const wait = () =>
        Date.now() < end ? (store.get(0).onsuccess = wait) : request.result.deleteObjectStore("slow");
      wait();
    });
    return request;
  };
}

/** Runs in a page: leaves it once, when the crawler has loaded. */
function leave({ base, other }) {
  if (location.href !== base || sessionStorage.getItem("left")) return;
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".examples span")) return;
    observer.disconnect();
    sessionStorage.setItem("left", "yes");
    setTimeout(() => (location.href = other));
  }).observe(document, { childList: true, subtree: true });
}
