// Chunks of page and worker are downloaded on first use. A failed download is reported and can be retried.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { comparison } from "./compare-page.mjs";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { confirmStart, expect, open } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { APP, PATIENCE_MS, startProxy } from "./processes.mjs";
import { page as html } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";
import { readTyped, training } from "./train-page.mjs";

const CRAWL = { q: "asthma inhaler treatment", source: "demo", seed: "http://portal.test/", pages: 20 };
/** A chunk with a name, or the small ones that several of these share. */
const CHUNK = /\/(app|worker)-[0-9a-f]+\/(?:split_(\w+)|chunks)\.wasm$/;

/**
 * Opens the app, and counts the requests for chunks by name, such as "worker compare". `missing` contains the names of
 * chunks whose download fails.
 */
async function openCounting(t, fragment, missing = new Set()) {
  const base = await serveFolder(t, APP, "/");
  const { context, page } = await open(t, "about:blank");
  const requested = new Map();
  await context.route(CHUNK, (route) => {
    const [, program, chunk = "chunks"] = CHUNK.exec(route.request().url());
    const name = `${program} ${chunk}`;
    requested.set(name, (requested.get(name) ?? 0) + 1);
    if (!missing.has(name)) return route.continue();
    // Some hosts send a page for a file that is missing.
    return chunk === "chunks" ? route.fulfill({ contentType: "text/html", body: "<p>Home" }) : route.abort();
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
  }).toPass({ timeout: PATIENCE_MS });
}

test("a crawl downloads only its screen and the code of its source and strategy", async (t) => {
  const words = await openCounting(t, { ...CRAWL, strategy: "best-first" });
  assert.equal(await untilEnd(words.page), ENDINGS.budgetSpent);
  const shared = ["app chunks", "app crawl", "worker chunks", "worker demo"];
  assert.deepEqual([...words.requested.keys()].sort(), shared);
  const spiders = await openCounting(t, { ...CRAWL, strategy: "info-spiders" });
  await parts(spiders.page).rows.first().waitFor();
  assert.deepEqual([...spiders.requested.keys()].sort(), [...shared, "worker population"]);
});

/** Crawls a site with a PDF file of two pages and a DOCX file; returns its visit, and the requests for their reader. */
async function crawlPapers(t, isMissing = false) {
  const seed = (name) => readFileSync(new URL(`../../fuzz/seeds/${name}`, import.meta.url));
  // The page again, as another object.
  const one = seed("pdf/plain").toString("latin1");
  const again = /3 0 obj[^]*?endobj\n/.exec(one)[0].replace("3", "7");
  const two = one.replace("[3 0 R] /Count 1", "[3 0 R 7 0 R] /Count 2").replace("trailer", `${again}trailer`);
  const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const files = {
    "/": ["text/html", html("Spiders", "Spiders.", [["/report.pdf", "a report"], ["/silk.docx", "silk"]])],
    "/report.pdf": ["application/pdf", Buffer.from(two, "latin1")],
    "/silk.docx": [docx, seed("office/docx")],
  };
  const { port } = await serve(t, (path, response) => {
    const [type, body] = files[path] ?? [];
    return type ? response.writeHead(200, { "content-type": type }).end(body) : response.writeHead(404).end();
  });
  const { origin } = await startProxy(t, ["--resolve", `papers.test:80:127.0.0.1:${port}`]);
  const { context, page } = await open(t, "about:blank");
  const reader = [];
  await context.route(/\/split_documents\.wasm$/, (route) => {
    reader.push(route.request().url());
    return isMissing ? route.abort() : route.continue();
  });
  const crawl = { source: "proxy", q: "spiders", seed: "http://papers.test/", stay: "1", pages: 10 };
  await page.goto(crawlAddress(`${origin}/`, crawl));
  await confirmStart(page);
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
  return { origin, page, reader };
}

test("documents are read through the proxy, by code that the first one downloads", async (t) => {
  const { origin, page, reader } = await crawlPapers(t);
  for (const [name, kind] of [["Wolf spiders hunt", "PDF, 2 pages"], ["Wolf spiders", "DOCX"]]) {
    const row = parts(page).rows.filter({ has: page.getByText(kind, { exact: true }) });
    await expect(row.getByRole("heading", { level: 3 })).toContainText(name);
  }
  assert.equal(reader.length, 1);

  await t.test("the reader shows a PDF file by pages", async () => {
    await page.goto(`${origin}/#/train`);
    const train = { page, ...training(page) };
    await train.kept.waitFor();
    await readTyped(train, "http://papers.test/report.pdf");
    await expect(train.text.getByRole("heading", { name: "Page 2" })).toBeVisible();
  });
});

test("documents fail if their reader cannot be downloaded, and the crawl goes on", async (t) => {
  const { page, reader } = await crawlPapers(t, true);
  await expect(parts(page).reason("reader not loaded")).toHaveCount(1);
  await expect(parts(page).rows).toHaveCount(1);
  assert.ok(reader.length > 0);
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
  "worker chunks": { ...CRAWL, strategy: "best-first" },
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
