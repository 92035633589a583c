// Chunks of page and worker are downloaded on first use. A failed download is reported and can be retried.

import assert from "node:assert/strict";
import test from "node:test";
import { comparison } from "./compare-page.mjs";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler treatment", source: "demo", seed: "http://portal.test/", pages: 20 };
const CHUNK = /\/(app|worker)-[0-9a-f]+\/split_(\w+)\.wasm$/;

/**
 * Opens the app, and counts the requests for chunks by name, such as "worker compare". `missing` contains the names of
 * chunks whose download fails.
 */
async function openCounting(t, fragment, missing = new Set()) {
  const base = await serveFolder(t, APP, "/");
  const { context, page } = await open(t, "about:blank");
  const requested = new Map();
  await context.route(CHUNK, (route) => {
    const [, program, chunk] = CHUNK.exec(route.request().url());
    const name = `${program} ${chunk}`;
    requested.set(name, (requested.get(name) ?? 0) + 1);
    return missing.has(name) ? route.abort() : route.continue();
  });
  await page.goto(typeof fragment === "string" ? `${base}${fragment}` : crawlAddress(base, fragment));
  return { page, requested };
}

/** Presses "Try again" first while the download of a chunk fails, then when it succeeds. */
async function retryTwice(notice, name, missing, requested) {
  const before = requested.get(name);
  const retry = notice.getByRole("button", { name: "Try again" });
  await expect.poll(async () => (await retry.click(), requested.get(name))).toBeGreaterThan(before);
  await notice.waitFor();
  missing.clear();
  // A press before the previous attempt has ended has no effect, and the notice may vanish before it is pressed.
  await expect(async () => {
    await retry.click({ timeout: 1_000 }).catch(() => {});
    await expect(notice).toBeHidden({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test("a crawl downloads only its screen and the code of its source and strategy", async (t) => {
  const words = await openCounting(t, { ...CRAWL, strategy: "best-first" });
  assert.equal(await untilEnd(words.page), ENDINGS.budgetSpent);
  assert.deepEqual([...words.requested.keys()].sort(), ["app crawl", "worker demo"]);
  const spiders = await openCounting(t, { ...CRAWL, strategy: "info-spiders" });
  await parts(spiders.page).rows.first().waitFor();
  assert.deepEqual([...spiders.requested.keys()].sort(), ["app crawl", "worker demo", "worker population"]);
});

test("a request to a service waits until its chunk can be downloaded", async (t) => {
  const missing = new Set(["worker compare"]);
  const { page, requested } = await openCounting(t, "#/compare", missing);
  const notice = page.getByRole("alert").filter({ hasText: "Not everything is loaded." });
  await notice.getByText("check the connection").waitFor();
  await retryTwice(notice, "worker compare", missing, requested);
  await comparison(page).topics.getByRole("checkbox").first().waitFor();
});

test("a failed download of a screen is reported, and a retry shows the screen", async (t) => {
  const missing = new Set(["app about"]);
  const { page, requested } = await openCounting(t, "#/about", missing);
  const notice = page.getByRole("alert").filter({ hasText: "Could not load this screen." });
  await notice.waitFor();
  await retryTwice(notice, "app about", missing, requested);
  await page.getByRole("heading", { level: 1 }).waitFor();
});

for (const [name, parameters] of Object.entries({
  "worker population": { ...CRAWL, strategy: "best-first-spiders" },
  "worker demo": { ...CRAWL, strategy: "best-first" },
})) {
  test(`a crawl without the chunk "${name}" is refused, and starts once it can be downloaded`, async (t) => {
    const missing = new Set([name]);
    const { page } = await openCounting(t, parameters, missing);
    await page.getByText("Part of the app could not be loaded").first().waitFor();
    missing.clear();
    await parts(page).start.first().click();
    await parts(page).rows.first().waitFor();
  });
}
