// The app without a connection: after one visit it opens from the copy of its files.

import assert from "node:assert/strict";
import { crawlAddress, readResults, untilEnd } from "./crawl-page.mjs";
import { everywhere, expect, open } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { startServer } from "./static-host.mjs";

const CRAWL = { q: "dengue fever symptoms", strategy: "info-spiders", pages: 60 };

everywhere("after a visit the app opens and crawls the demo web while its host is down", async (t, browser) => {
  const { base, stop } = await startServer(STATIC, "/some/path/");
  t.after(stop);
  const visit = await open(t, base, { browser, serviceWorkers: "allow" });
  const { page } = visit;
  const copied = await page.evaluate(copiedFiles);

  await t.test("the page, the programs and all chunks are copied, the lexicon and crawled pages are not", () => {
    for (const part of ["/some/path/", "_bg.wasm", "split_compare.wasm", "split_train.wasm", "views/results.css"]) {
      assert.ok(copied.some((address) => address.endsWith(part)), `${part} of ${copied.join(" ")}`);
    }
    assert.deepEqual(copied.filter((address) => !address.startsWith(base) || address.endsWith(".gz")), []);
  });

  stop();
  await page.goto(crawlAddress(base, CRAWL));
  await untilEnd(page);
  assert.ok((await readResults(page)).length > 0, "no results");
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
  // A screenshot adds a style to the page of Firefox, which its policy refuses.
  if (browser === "chromium") await visit.shot("offline-compare");
  // In Firefox no service worker answers the requests of a worker's workers, so that offline crawls have none that parse.
  const isOfParser = (complaint) => browser === "firefox" && /^request failed: .*\/worker\.js /.test(complaint);
  visit.complaints = visit.complaints.filter((complaint) => !isOfParser(complaint));
  visit.assertCalm();
});

/** In the page: waits until the copy is complete, and returns its addresses. */
async function copiedFiles() {
  await navigator.serviceWorker.ready;
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => url);
}
