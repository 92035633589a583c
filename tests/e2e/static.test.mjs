// The build for static hosts, in a subfolder of a plain file server: it crawls the demo web without a proxy.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, pagesDone, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const PAGES = 60;
const CRAWL = { q: "dengue fever symptoms", strategy: "best-first", pages: PAGES };

test("a static copy below a path crawls the demo web to the end without a proxy", async (t) => {
  const base = await serveFolder(t, APP, "/some/path/");
  const visit = await open(t, crawlAddress(base, CRAWL));
  const ending = await untilEnd(visit.page);

  await t.test("it ends because the page limit is reached", () => assert.equal(ending, ENDINGS.budgetSpent));
  await t.test("the progress bar is full", async () => assert.equal(await pagesDone(visit.page), PAGES));
  await t.test("results come from the demo web and are ordered by relevance", async () => {
    const results = await readResults(visit.page);
    assert.ok(results.length > 5, `${results.length} results`);
    for (const { url } of results) assert.ok(new URL(url).hostname.endsWith(".test"), url);
    const scores = results.map(({ relevance }) => relevance);
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
    assert.ok(scores[0] > 0, "the best result is not relevant at all");
  });
  await t.test("no warning of a second tab is shown, since Web Locks are there", () =>
    expect(visit.page.getByText("Use Salticid in one tab only.")).toHaveCount(0),
  );
  await t.test("there are no errors", () => visit.assertCalm());
  await t.test("all requests go to the page's origin", () => visit.assertStayedWithin(new URL(base).origin));
  await visit.shot("static-end");
});

test("the query field is usable before the program is loaded, and keeps its input", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank");
  const { page } = visit;
  const letGo = await visit.holdBack("**/*.wasm");
  await page.goto(base, { waitUntil: "domcontentloaded" });
  const { query, start } = parts(page);
  await query.fill("bread baking");
  await visit.shot("static-before-program");
  letGo();
  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await expect(query).toHaveValue("bread baking");
  await expect(start).toBeEnabled();
  visit.assertCalm();
});
