// Pages that are expensive to parse: other hosts do not wait for them, and the text read so far is kept.

import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { crawlAddress, ENDINGS, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { confirmStart, expect, open, TOWER } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { startProxy } from "./processes.mjs";
import { page as html } from "./recorded-web.mjs";
import { readTyped, training } from "./train-page.mjs";

/** Seven hosts, since each host gets one request at a time: all seven pages are then fetched at once. */
const BOMBS = [1, 2, 3, 4, 5, 6, 7].map((n) => `bomb${n}.test`);
const GARDEN = "garden.test";
/**
 * 2 MB of end tags without start tags, for each of which a tree-building parser searches all open elements (WHATWG HTML
 * §13.2.6.4.7); then more open elements than are read.
 */
const BOMB = gzipSync(
  "<!doctype html><title>Jumping spiders</title><p>They hunt by sight.</p>" +
    `${"<span>".repeat(505)}${"</x>".repeat(520_000)}${"<div>".repeat(20)}`,
);
/** A tree-building parser needs six seconds and more for each of the pages. */
const MOST_MS = 15_000;
/** After this delay the crawler has received the pages and starts to parse them. */
const AHEAD_MS = 2_000;

/**
 * Serves all hosts; the garden's page is sent after all other pages. Returns the port, and the time at which it was
 * sent.
 */
async function startHosts(t) {
  const hosts = { came: 0 };
  const sent = new Set();
  let garden;
  const answer = (response) => {
    hosts.came = Date.now();
    response.writeHead(200, { "content-type": "text/html" }).end(html("The garden", "Jumping spiders live here."));
  };
  const { port } = await serve(t, (path, response, { headers }) => {
    if (path !== "/") return response.writeHead(404, { "content-type": "text/plain" }).end();
    if (headers.host === GARDEN) garden = response;
    else {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(BOMB);
      sent.add(headers.host);
    }
    if (garden && hosts.came === 0 && sent.size === BOMBS.length) setTimeout(answer, AHEAD_MS, garden);
  });
  return Object.assign(hosts, { port });
}

test("expensive pages of other hosts do not delay a host", async (t) => {
  const hosts = await startHosts(t);
  const names = [...BOMBS, GARDEN];
  const { origin } = await startProxy(
    t,
    names.flatMap((name) => ["--resolve", `${name}:80:127.0.0.1:${hosts.port}`]),
  );
  const crawl = {
    source: "proxy",
    q: "jumping spiders",
    strategy: "breadth-first",
    pages: "50",
    seed: names.map((name) => `http://${name}/`),
  };
  const { page } = await open(t, crawlAddress(`${origin}/`, crawl), { viewport: TOWER });
  await confirmStart(page);
  await parts(page).results.getByRole("heading", { name: "The garden", exact: true }).waitFor();
  const waited = Date.now() - hosts.came;

  await t.test("the page is read within seconds", () => assert.ok(waited < MOST_MS, `it took ${waited} ms`));
  await t.test("every page is read", async () => {
    assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
    const urls = (await readResults(page)).map(({ url }) => url).sort();
    assert.deepEqual(urls, names.map((name) => `http://${name}/`).sort());
  });
  await t.test("the reader says that the end of such a page is missing", async () => {
    await page.goto(`${origin}/#/train`);
    const train = { page, ...training(page) };
    await train.kept.waitFor();
    await readTyped(train, BOMBS[0], `http://${BOMBS[0]}/`);
    await expect(page.getByText("This page is too large or complex; its end is missing.")).toBeVisible();
    await expect(train.text).toContainText("They hunt by sight.");
  });
});
