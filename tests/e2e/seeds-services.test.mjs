// The way from a query to a crawl through the real proxy, with simulated search services under their real names
// (`salticid-lab serve --services`): all services respond, all are offline.

import assert from "node:assert/strict";
import test from "node:test";
import { ENDINGS, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { startProxy, startServices } from "./processes.mjs";

/** Opens the app at a query of the live web, with services that fail as `failing` says, and starts. */
async function begin(t, query, failing) {
  const proxy = await startProxy(t, await startServices(t, failing));
  const visit = await open(
    t,
    `${proxy.origin}/#/crawl?${new URLSearchParams({ q: query, source: "proxy", strategy: "best-first", pages: "8" })}`,
  );
  const asked = [];
  const note = (request) => asked.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`));
  visit.page.context().on("request", note);
  await parts(visit.page).start.click();
  return { asked, proxy, visit };
}

/** Returns the addresses of the seeds of the crawl. */
function seedsOf(page) {
  const { hash } = new URL(page.url());
  return new URLSearchParams(hash.slice(hash.indexOf("?"))).getAll("seed");
}

const hostsOf = (urls) => new Set(urls.map((url) => new URL(url).host));

test("a query finds seeds with the services of a start, and a crawl reads them through the proxy", async (t) => {
  const { asked, proxy, visit } = await begin(t, "migraine", []);
  const { page } = visit;
  const ending = await untilEnd(page);
  const seeds = seedsOf(page);

  await t.test("it starts at ten pages on at least four hosts", () => {
    assert.equal(seeds.length, 10, seeds.join("\n"));
    assert.ok(hostsOf(seeds).size >= 4, seeds.join("\n"));
  });
  await t.test("the encyclopedia's robots.txt is requested once, before its articles are read", () => {
    const robots = asked.flatMap((request, at) => (request.includes("en.wikipedia.org/robots.txt") ? [at] : []));
    assert.equal(robots.length, 1, asked.join("\n"));
    assert.ok(robots[0] < asked.findIndex((request) => request.includes("action=parse")), asked.join("\n"));
  });
  await t.test("the crawl reaches its page limit, and its results are on the topic", async () => {
    assert.equal(ending, ENDINGS.budgetSpent);
    const [best] = await readResults(page);
    assert.ok(best.relevance > 0.3, JSON.stringify(best));
  });
  await t.test("a service without results is the only one that is reported", async () => {
    await expect(page.locator(".started")).not.toContainText(/responded|No response|says|unavailable/);
  });
  await t.test("all requests go to the page's origin", () => visit.assertStayedWithin(proxy.origin));
  await visit.shot("services-well");
});

test("with all services offline the start is refused with one message for all, and keeps the query", async (t) => {
  const { visit } = await begin(t, "dengue fever mosquito", ["all=offline"]);
  const { page } = visit;
  const problem = page.locator("#seeds-problem");
  await expect(problem).toContainText("No seeds found");
  const lines = (await problem.innerText())
    .split("\n")
    .filter((line) => /refused the connection|could not be reached/i.test(line));
  assert.equal(lines.length, 1, lines.join("\n"));
  assert.match(lines[0], /Wikipedia/);
  assert.match(lines[0], /Hacker News/);
  await expect(parts(page).query).toHaveValue("dengue fever mosquito");
  await visit.assertAccessible();
  await visit.shot("services-offline");
});
