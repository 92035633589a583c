// No acknowledged page is lost: a crawl whose renderer or browser is killed resumes with the same pages in the same
// order as an uninterrupted one. Two crawls by default, each killed twice; SALTICID_KILLS sets another number.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { crawlAddress, ENDINGS, pagesDone, parts, SLOW, untilEnd } from "./crawl-page.mjs";
import { beforeWorker, expect, launch, open, Visit } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const KILLS = Number(process.env.SALTICID_KILLS ?? 2);
/**
 * One fetch at a time, on hosts whose responses do not depend on the time (others send 429): the order of the pages
 * depends only on the strategy.
 */
const HOSTS = [
  "portal",
  "asthma-guide",
  "easy-breathing",
  "health-letters",
  "tech-notes",
  "kitchen-journal",
  "outdoor-weekly",
  "penguin-desk",
  "chess-corner",
];
const CRAWL = {
  q: "asthma inhaler technique",
  seed: HOSTS.map((name) => `http://${name}.test/`),
  stay: "1",
  strategy: "intelligent",
  pages: "120",
  in_flight: "1",
  source: "demo",
};

/** The browsers of each profile. */
const browsers = new Map();

/**
 * Creates a profile that outlives its browsers, and is removed after the test; a killed browser may still write to it.
 */
function profile(t) {
  const folder = mkdtempSync(join(tmpdir(), "salticid-profile-"));
  browsers.set(folder, []);
  t.after(async () => {
    await Promise.all(browsers.get(folder).map((context) => context.close().catch(() => {})));
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  return folder;
}

/** Opens an address in a browser with this profile. */
async function visit(folder, address) {
  const context = await launch(folder);
  browsers.get(folder).push(context);
  const visit = new Visit(context, context.pages()[0] ?? (await context.newPage()));
  await visit.page.goto(address);
  return visit;
}

/** Returns the saved pages of a crawl in order, as number and URL, the first fields of every record. */
async function keptPages(page, id) {
  const packs = await page.evaluate(async (id) => {
    const request = (made) =>
      new Promise(
        (resolve, reject) => ((made.onsuccess = () => resolve(made.result)), (made.onerror = () => reject(made.error))),
      );
    const database = await request(indexedDB.open("salticid"));
    const store = database.transaction("pages").objectStore("pages");
    const all = await request(store.getAll(IDBKeyRange.bound([id], [id, []])));
    database.close();
    return all.map((bytes) => Array.from(bytes));
  }, id);
  return packs.flatMap((bytes) => unpack(Uint8Array.from(bytes))).map(readRecord);
}

/**
 * Returns the values of a pack: after header (7), the list's length (4) and checksum (8), it lists a number (8) and a
 * length (4) each.
 */
function unpack(bytes) {
  const view = new DataView(bytes.buffer);
  const list = 19;
  let at = list + view.getUint32(7, true);
  const lengths = Array.from({ length: (at - list) / 12 }, (_, index) => view.getUint32(list + index * 12 + 8, true));
  return lengths.map((length) => bytes.subarray(at, (at += length)));
}

/** Reads a record after header (7) and frame (12): a varint, then a string with its length. */
function readRecord(bytes) {
  let at = 19;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const n = varint();
  const length = varint();
  return `${n} ${new TextDecoder().decode(bytes.subarray(at, at + length))}`;
}

/** Waits until more pages are done than `seen`. */
const morePages = (page, seen) =>
  page.waitForFunction(
    (seen) => Number(document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuenow")) > seen,
    seen,
  );

const idOf = (page) => new URLSearchParams(page.url().split("?")[1]).get("id");

/** Waits until the page's address contains the crawl's id, and returns it. */
async function untilNamed(page) {
  await page.waitForFunction(() => /[?&]id=/.test(location.hash));
  return idOf(page);
}

async function killBrowser(visit) {
  const session = await visit.context.browser().newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const gone = new Promise((resolve) => visit.context.once("close", resolve));
  process.kill(processInfo.find(({ type }) => type === "browser").id, "SIGKILL");
  await gone;
}

async function killRenderer(visit) {
  const session = await visit.context.newCDPSession(visit.page);
  const gone = new Promise((resolve) => visit.page.once("crash", resolve));
  session.send("Page.crash").catch(() => {});
  await gone;
}

test("a killed crawl resumes with the same pages as an uninterrupted one", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const whole = await visit(profile(t), crawlAddress(base, CRAWL));
  const began = Date.now();
  assert.equal(await untilEnd(whole.page), ENDINGS.budgetSpent);
  const took = Date.now() - began;
  const expected = await keptPages(whole.page, await untilNamed(whole.page));
  assert.equal(expected.length, Number(CRAWL.pages));
  await whole.context.close();
  for (let round = 0; round < KILLS; round++) {
    await t.test(`killed ${round % 2 ? "with its browser" : "with its renderer"} (${round})`, async (t) => {
      const folder = profile(t);
      let now = await visit(folder, crawlAddress(base, CRAWL));
      const id = await untilNamed(now.page);
      // Killed twice in one crawl: a resumed crawl can be resumed again.
      for (let time = 0; time < 2; time++) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * took * 0.5));
        const address = now.page.url();
        const known = await pagesDone(now.page).catch(() => 0);
        if (round % 2) {
          await killBrowser(now);
          now = await visit(folder, address);
        } else {
          await killRenderer(now);
          const page = await now.context.newPage();
          await page.goto(address);
          now = new Visit(now.context, page);
        }
        assert.equal(await untilNamed(now.page), id, "it is the same crawl");
        await now.page.waitForFunction(
          (known) => Number(document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuenow")) >= known,
          known,
        );
      }
      assert.equal(await untilEnd(now.page), ENDINGS.budgetSpent);
      assert.equal(idOf(now.page), id, "it is the same crawl to the end");
      assert.deepEqual(await keptPages(now.page, id), expected);
    });
  }
});

test("a second tab follows a crawl read-only, and takes over when the first one closes", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const first = await open(t, crawlAddress(base, { ...CRAWL, ...SLOW }));
  await untilNamed(first.page);
  await parts(first.page).rows.first().waitFor();
  const page = await first.context.newPage();
  await page.clock.install();
  await page.goto(first.page.url());
  await page.getByText("This crawl is open in another tab.").waitFor();
  await parts(page).rows.first().waitFor();
  await expect(parts(page).stop, "it is stopped where it runs").toHaveCount(0);
  const [worker] = crawlers(page);
  // Longer by the page's clock than a worker may be silent.
  for (let looks = 0; looks < 3; looks++) {
    await morePages(page, await pagesDone(page));
    await page.clock.runFor(5_000);
  }
  assert.ok(crawlers(page).length === 1 && crawlers(page)[0] === worker, "its worker is not taken for dead");
  const seen = await pagesDone(page);
  await first.page.close();
  await parts(page).stop.waitFor();
  await morePages(page, seen);
  await parts(page).stop.click();
  assert.equal(await untilEnd(page), ENDINGS.stopped);
});

test("an address of a crawl that is not in this browser starts a new crawl", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const stranger = `${crawlAddress(base, { ...CRAWL, pages: "20" })}&id=0123456789abcdef`;
  const { page } = await open(t, stranger);
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  assert.notEqual(await untilNamed(page), "0123456789abcdef");
});

/** Opens an address with a script that runs before the crawler's own. `prepare` is applied to the page before. */
async function visitWith(t, script, address, prepare = async () => {}) {
  const visit = await open(t, "about:blank");
  await beforeWorker(visit.context, script);
  await prepare(visit.page);
  await visit.page.goto(address);
  return visit;
}

/**
 * Returns a script for the worker that runs a statement once the page knows that the worker parses a URL. The bytes of
 * this message are its kind, the length of the URL, and the URL.
 */
function beforeParsing(url, statement) {
  return `const post = self.postMessage.bind(self);
    self.postMessage = (message, ...rest) => {
      const isParsed = new TextDecoder().decode(message[0]).slice(2) === ${JSON.stringify(url)};
      post(message, ...rest);
      if (isParsed) ${statement};
    };`;
}

test("a page that crashes the crawler twice is excluded with its reason, and the crawl goes on", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const crawl = crawlAddress(base, { ...CRAWL, strategy: "breadth-first", pages: "20" });
  const bad = "http://easy-breathing.test/";
  const poison = beforeParsing(bad, 'throw new Error("poisoned")');
  const { page } = await visitWith(t, poison, crawl);
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  assert.equal(await pagesDone(page), 20);
  await parts(page).reason(/Skipped: it crashed the crawler/).first().waitFor();
});

test("a worker that hangs is replaced, and a page on which two workers hang is excluded", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const crawl = crawlAddress(base, { ...CRAWL, strategy: "breadth-first", pages: "20" });
  const bad = "http://easy-breathing.test/";
  const poison = beforeParsing(bad, "while (true)");
  const { page } = await visitWith(t, poison, crawl, (page) => page.clock.install());
  for (let death = 0; death < 2; death++) {
    const worker = await untilStuck(page);
    const gone = new Promise((resolve) => worker.once("close", resolve));
    const next = page.waitForEvent("worker", isCrawler);
    // A worker counts as dead after ten seconds of silence, not after six.
    await page.clock.runFor(6_000);
    assert.ok(crawlers(page).at(-1) === worker, "it was given up too early");
    await page.clock.runFor(5_000);
    await Promise.all([gone, next]);
  }
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  assert.equal(await pagesDone(page), 20);
  await parts(page).reason(/Skipped: it crashed the crawler/).first().waitFor();
});

/** Tells a worker of a crawl from those of the map. */
const isCrawler = (worker) => worker.url().includes("/worker");

const crawlers = (page) => page.workers().filter(isCrawler);

/** Waits until the page's worker stops answering, and returns it. */
async function untilStuck(page) {
  const after = (ms, what) => new Promise((resolve) => setTimeout(resolve, ms, what));
  for (;;) {
    const worker = crawlers(page).at(-1);
    const answer = worker?.evaluate(() => "alive").catch(() => "gone");
    const said = await Promise.race([answer ?? "none", after(2_000, "silent")]);
    if (said === "silent") return worker;
    await after(100);
  }
}

test("a crawl goes on with throttled timers, as in a hidden tab", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const late = `const set = self.setTimeout;
    self.setTimeout = (then, ms, ...rest) => set(then, Math.max(3_600_000, ms ?? 0), ...rest);`;
  const { page } = await visitWith(t, late, crawlAddress(base, { ...CRAWL, pages: "30" }));
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  assert.equal(await pagesDone(page), 30);
});

test("a crawl pauses with a message when storage is full, and resumes when there is room", async (t) => {
  const base = await serveFolder(t, APP, "/");
  // A browser checks its quota only twice a minute. Here every write fails as it would, until there is room again.
  const full = `const put = IDBObjectStore.prototype.put;
    let full = false;
    new BroadcastChannel("room").onmessage = ({ data }) => { full = data === "none"; };
    IDBObjectStore.prototype.put = function (...all) {
      const request = put.apply(this, all);
      if (full) {
        const value = new DOMException("no room", "QuotaExceededError");
        Object.defineProperty(this.transaction, "error", { configurable: true, value });
        queueMicrotask(() => { try { this.transaction.abort(); } catch {} });
      }
      return request;
    };`;
  const { page } = await visitWith(t, full, crawlAddress(base, { ...CRAWL, ...SLOW, pages: "5" }));
  await untilNamed(page);
  await page.evaluate(() => new BroadcastChannel("room").postMessage("none"));
  await page.getByText("no storage left").waitFor();
  const stood = await pagesDone(page);
  assert.ok(stood < 5, `${stood} pages`);
  await page.evaluate(() => new BroadcastChannel("room").postMessage("some"));
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  assert.equal((await keptPages(page, idOf(page))).length, 5);
});
