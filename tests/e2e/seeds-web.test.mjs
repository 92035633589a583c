// Seeds from web services, for which a local server stands in with the example responses of the engine's tests: results
// of several services are merged, failures are reported, and a disabled service gets no request.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { ENDINGS, openAdvanced, parts, untilEnd } from "./crawl-page.mjs";
import { expect, mapped, open } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { APP } from "./processes.mjs";
import { page as html } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";

const answer = (id) =>
  readFileSync(new URL(`../../crates/engine/src/seeds/tests/answers/${id}.json`, import.meta.url), "utf8");
const SERVICES = {
  "en.wikipedia.org": answer("wikipedia"),
  "query.wikidata.org": answer("wikidata"),
  "hn.algolia.com": "{}",
  "api.crossref.org": answer("crossref"),
  "api.openalex.org": answer("openalex"),
  "api.marginalia.nu": answer("marginalia"),
};
const SITES = ["salticidae.example.org", "example.net"];

/**
 * One server for all hosts. The Internet Archive is down, every site has one page. Returns the requested hosts.
 */
async function web(t) {
  const hosts = [];
  const { port } = await serve(
    t,
    (path, response, request) => {
      const { host } = request.headers;
      const open = { "access-control-allow-origin": "*", "access-control-allow-headers": "api-user-agent" };
      if (request.method === "OPTIONS") return response.writeHead(204, open).end();
      hosts.push(host);
      if (host === "archive.org") return response.writeHead(503, open).end();
      if (host in SERVICES && !path.startsWith("/wiki/"))
        return response.writeHead(200, { "content-type": "application/json", ...open }).end(SERVICES[host]);
      if (path === "/robots.txt") return response.writeHead(404, open).end();
      response.writeHead(200, { "content-type": "text/html", ...open }).end(html(host, "Jumping spiders. ".repeat(9)));
    },
    true,
  );
  const all = [...Object.keys(SERVICES), ...SITES, "archive.org"];
  return { args: mapped(Object.fromEntries(all.map((host) => [host, port]))), hosts };
}

/** Returns the requested hosts of services, each once. */
const asked = (hosts) => [...new Set(hosts)].filter((host) => !SITES.includes(host)).sort();

test("a query without seeds starts a crawl at the results of several services; failures are reported", async (t) => {
  const { args, hosts } = await web(t);
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/crawl?q=jumping+spiders&source=direct&pages=10`, { args });
  const { page } = visit;
  const service = (name) => page.getByRole("checkbox", { name, exact: true });
  const [hackerNews, crossref] = [service("Hacker News"), service("Crossref")];
  await openAdvanced(page);
  await page.getByText(/Seed providers: 5 of \d+/).click();
  await hackerNews.uncheck();
  await crossref.check();
  await visit.assertAccessible();
  await t.test("the choice is saved", async () => {
    await page.reload();
    await openAdvanced(page);
    await page.getByText(/Seed providers: 5 of \d+/).click();
    await expect(hackerNews).not.toBeChecked();
    await expect(crossref).toBeChecked();
  });
  await parts(page).start.click();
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);

  await t.test("a disabled service gets no request", () => {
    assert.deepEqual(asked(hosts), ["api.crossref.org", "archive.org", "en.wikipedia.org", "query.wikidata.org"]);
  });
  await t.test("seeds name their providers, and a cited seed is among the first", async () => {
    const seeds = page.getByRole("list", { name: /^Seeds/ }).getByRole("listitem");
    await expect(seeds).toHaveCount(7);
    const first = await seeds.evaluateAll((items) => items.slice(0, 3).map((item) => item.textContent));
    assert.ok(first.some((text) => text.includes("World Spider List") && text.includes("Wikidata")), first.join("\n"));
  });
  await t.test("the address contains the seeds", () => {
    const { hash } = new URL(page.url());
    const seeds = new URLSearchParams(hash.slice(hash.indexOf("?"))).getAll("seed");
    assert.ok(seeds.includes("https://salticidae.example.org/jumping-spiders/"), hash);
  });
  await t.test("a failed service is reported with the reason", async () => {
    await page.getByText("Failed or incomplete searches").click();
    await expect(page.locator(".started")).toContainText("Internet Archive: archive.org responded with status 503");
  });
});
