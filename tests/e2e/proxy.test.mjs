// The built app through the real proxy, on a recorded web that the test writes and the lab serves.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, pagesDone, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { confirmStart, open } from "./harness.mjs";
import { startProxy, startRecordedWeb } from "./processes.mjs";
import { page, writeWeb } from "./recorded-web.mjs";
import { startWaitingWeb } from "./waiting-web.mjs";

const HUNT = "Jumping spiders hunt by sight. A jumping spider plans its hunt. ";
const BREAD = "Flour, water and salt make bread. Let the dough rest overnight. ";
const SEED = "http://garden.test/";

/**
 * Two hosts: spider pages link to spider pages, bread pages to bread pages; robots.txt disallows one page, another is
 * missing.
 */
const WEB = {
  [SEED]: page("The garden gate", "Notes from a garden, and what lives in it. Some spiders.", [
    ["/spiders", "jumping spiders"],
    ["http://kitchen.test/bread", "bread recipes"],
    ["/closed/secret", "secret jumping spiders"],
    ["/gone", "jumping spiders that left"],
  ]),
  "http://garden.test/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /closed/\n" },
  "http://garden.test/closed/secret": page("Secret spiders", HUNT.repeat(5)),
  "http://garden.test/spiders": page("Jumping spiders", HUNT.repeat(2), [["/portia", "Portia, a jumping spider"]]),
  "http://garden.test/portia": page("Portia, the jumping spider", HUNT.repeat(4)),
  "http://kitchen.test/bread": page("Bread", BREAD.repeat(3), [["/rye", "rye bread"]]),
  "http://kitchen.test/rye": page("Rye bread", BREAD),
};

/** Starts the proxy for a web at `address`, and opens the app at a crawl of it. */
async function begin(t, address) {
  const hosts = ["garden.test", "kitchen.test"].flatMap((host) => ["--resolve", `${host}:80:${address}`]);
  const proxy = await startProxy(t, hosts);
  const crawl = { source: "proxy", q: "jumping spiders", seed: SEED, strategy: "best-first", pages: 50 };
  const visit = await open(t, crawlAddress(`${proxy.origin}/`, crawl));
  await confirmStart(visit.page);
  return { proxy, visit };
}

test("the app crawls a recorded web through the proxy to the end", async (t) => {
  const { proxy, visit } = await begin(t, await startRecordedWeb(t, writeWeb(t, WEB)));
  const ending = await untilEnd(visit.page);
  const results = await readResults(visit.page);

  await t.test("it ends because the frontier is empty", () => assert.equal(ending, ENDINGS.frontierEmpty));
  await t.test("every allowed page was found, and none that robots.txt disallows", () => {
    const open = ["/", "/spiders", "/portia"].map((path) => `http://garden.test${path}`);
    const expected = [...open, "http://kitchen.test/bread", "http://kitchen.test/rye"].sort();
    assert.deepEqual(results.map(({ url }) => url).sort(), expected);
  });
  await t.test("results are ordered by relevance: spiders above bread", () => {
    const places = Object.fromEntries(results.map(({ url }, place) => [new URL(url).pathname, place]));
    for (const spiders of ["/spiders", "/portia"]) {
      for (const bread of ["/bread", "/rye"]) assert.ok(places[spiders] < places[bread], JSON.stringify(results));
    }
  });
  await t.test("the disallowed page is reported with the reason", async () => {
    const closed = parts(visit.page).reason("Blocked by robots.txt");
    await closed.getByText("Blocked by robots.txt", { exact: true }).click();
    await closed.getByText("http://garden.test/closed/secret").waitFor();
  });
  await t.test("the missing page is reported with its status", async () => {
    const missing = parts(visit.page).reason("Not found (404)");
    await missing.getByText("Not found (404)", { exact: true }).click();
    await missing.getByText("http://garden.test/gone").waitFor();
  });
  await t.test("there are no errors", () => visit.assertCalm());
  await t.test("all requests go to the page's origin", () => visit.assertStayedWithin(proxy.origin));
  await visit.shot("proxy-end");
});

test("a killed proxy is reported, and the crawl resumes when it is back", async (t) => {
  const web = await startWaitingWeb(t);
  const { proxy, visit } = await begin(t, web.address);
  await parts(visit.page).rows.first().waitFor();
  await web.isAsked;
  await proxy.kill();
  const alert = visit.page.getByRole("alert").filter({ hasText: "The proxy does not respond." });
  await alert.waitFor();
  await visit.shot("proxy-killed");
  assert.equal(await pagesDone(visit.page), 1);
  web.letGo();
  await proxy.again();
  assert.equal(await untilEnd(visit.page), ENDINGS.frontierEmpty);
  assert.equal(await pagesDone(visit.page), 2);
  await alert.waitFor({ state: "detached" });
});
