// The app without a connection: after one visit it opens from the copy of its files.

import assert from "node:assert/strict";
import { crawlAddress, readResults, untilEnd } from "./crawl-page.mjs";
import { everywhere, expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { startServer } from "./static-host.mjs";

const CRAWL = { q: "dengue fever symptoms", strategy: "info-spiders", pages: 10 };

everywhere("after a visit the app opens and crawls the demo web while its host is down", async (t, browser) => {
  const { base, stop } = await startServer(APP, "/some/path/");
  t.after(stop);
  const visit = await open(t, base, { browser, serviceWorkers: "allow" });
  const { page } = visit;
  const copied = await page.evaluate(copiedFiles);

  await t.test("the page, the programs and all chunks are copied, the lexicon and crawled pages are not", () => {
    const programs = ["_bg.wasm", "split_compare.wasm", "split_train.wasm", "chunks.wasm"];
    for (const part of ["/some/path/", ...programs, "views/results.css"]) {
      assert.ok(copied.some((address) => address.endsWith(part)), `${part} of ${copied.join(" ")}`);
    }
    assert.deepEqual(copied.filter((address) => !address.startsWith(base) || address.endsWith(".gz")), []);
  });

  await t.test(
    "a page that was copied in the place of a program is dropped, and the program is copied again",
    async () => {
      const program = copied.find((address) => address.endsWith("split_compare.wasm"));
      const types = await page.evaluate(replaceCopy, program);
      assert.deepEqual(types, ["application/wasm", "application/wasm"]);
    },
  );

  stop();
  await page.goto(crawlAddress(base, CRAWL));
  await untilEnd(page);
  assert.ok((await readResults(page)).length > 0, "no results");
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
  // A screenshot adds a style to the page of Firefox, which its policy refuses.
  if (browser === "chromium") await visit.shot("offline-compare");
  // In Firefox no service worker answers the requests of a worker's workers, so that offline crawls have none that
  // parse.
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

/** In the page: puts a page in the place of a copy; returns the type of the next response, and of the copy after it. */
async function replaceCopy(address) {
  const untilTrue = async (condition) => {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await untilTrue(() => navigator.serviceWorker.controller);
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  const typeOf = (response) => response?.headers.get("content-type");
  await cache.put(address, new Response("<!doctype html>", { headers: { "content-type": "text/html" } }));
  const response = await fetch(address);
  await untilTrue(async () => typeOf(await cache.match(address)) === typeOf(response));
  return [typeOf(response), typeOf(await cache.match(address))];
}
