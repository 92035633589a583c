// Seed search: in the demo web's search page, in services and sites that local servers stand in for, in the Library, in
// files and texts; and the messages if nothing is found.

import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { crawlAddress, ENDINGS, openAdvanced, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { DESKTOP, expect, mapped, open, PHONE } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { APP, PATIENCE_MS, startProxy } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** The seed search panel. */
function finder(page) {
  return {
    toggle: page.getByRole("button", { name: /^Find seeds/ }),
    where: page.getByRole("combobox", { name: "Where to look" }),
    address: page.locator("#provider-address"),
    text: page.getByRole("textbox", { name: "Text with URLs" }),
    find: page.getByRole("button", { name: "Find", exact: true }),
    boxes: page.getByRole("group", { name: "Pages found" }).getByRole("checkbox"),
    use: page.getByRole("button", { name: /^Use \d+ pages?$/ }),
    alert: page.locator(".find-seeds .problem"),
    standing: page.locator(".find-state"),
  };
}

async function choose(page, title) {
  const the = finder(page);
  await openAdvanced(page);
  if (!(await the.where.isVisible())) await the.toggle.click();
  await the.where.selectOption({ label: title });
  return the;
}

const lines = async (field) => (await field.inputValue()).split("\n");

test("a query without seeds starts a crawl of the demo web at the results of its search page", async (t) => {
  const base = await serveFolder(t, APP, "/");
  // One fetch at a time: the order of the pages depends only on the strategy. That of the automatic one depends on when
  // its language data arrive.
  const visit = await open(t, `${base}#/crawl?in_flight=1&strategy=best-first`);
  const { page } = visit;
  const the = parts(page);
  await the.query.fill("chess endgame pawn structure");
  await the.pages.fill("20");
  await the.start.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  const { hash } = new URL(page.url());
  const seeds = new URLSearchParams(hash.slice(hash.indexOf("?"))).getAll("seed");

  await t.test("the address contains the seeds, which are pages of the demo web", () => {
    assert.equal(seeds.length, 10, hash);
    assert.ok(seeds.every((seed) => /^http:\/\/[a-z0-9-]+\.test\//.test(seed)), seeds.join("\n"));
  });
  await t.test("the crawl shows its seeds", async () => {
    const list = page.getByRole("list", { name: /^Seeds/ });
    await expect(list.getByRole("listitem")).toHaveCount(10);
  });
  await t.test("the results match the query", async () => {
    const best = await readResults(page);
    assert.ok(best[0].relevance > 0.3, JSON.stringify(best[0]));
  });
  visit.assertCalm();
});

test("an address with a query that finds no seeds shows what to do", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const none = await open(t, crawlAddress(base, { q: "xylographic zymurgy", pages: "15", source: "demo" }));
  const seeds = parts(none.page).seeds;
  await none.page.locator("#seeds-problem").waitFor();
  await t.test("it names the services, and keeps the input", async () => {
    const said = await none.page.locator("#seeds-problem").innerText();
    assert.match(said, /No seeds found/);
    assert.match(said, /No page of the demo web has these words/);
    assert.match(said, /Library: /);
    await expect(parts(none.page).query).toHaveValue("xylographic zymurgy");
    await expect(seeds).toHaveValue("");
    await expect(finder(none.page).where, "the other ways are shown").toBeVisible();
  });
  await t.test("it is accessible", () => none.assertAccessible());
});

const ARTICLES = {
  batchcomplete: true,
  query: {
    search: [
      {
        ns: 0,
        title: "Jumping spider",
        pageid: 1,
        snippet: '<span class="searchmatch">Jumping</span> spiders &lt;see&gt; well',
      },
      { ns: 0, title: "Portia (spider)", pageid: 2, snippet: "a genus" },
    ],
  },
};

/** The headers with which Wikimedia's hosts admit requests of other origins. */
const OPEN = { "access-control-allow-origin": "*", "access-control-allow-headers": "api-user-agent" };

test("Wikipedia is searched by its etiquette, and its articles become seeds", async (t) => {
  let isSilent = false;
  const answer = (path, response) => {
    if (isSilent) return;
    response.writeHead(200, { "content-type": "application/json", ...OPEN }).end(JSON.stringify(ARTICLES));
  };
  const wikipedia = await serve(t, answer, true);
  const closed = await serve(t, instance("good"));
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/crawl?q=jumping+spiders&source=direct`, {
    args: mapped({ "en.wikipedia.org": wikipedia.port, "searx.site.org": closed.port }),
  });
  const { page } = visit;
  let the = await choose(page, "Wikipedia");
  await the.find.click();
  await the.boxes.first().waitFor();

  await t.test("the request is an anonymous search", () => {
    const { pathname, searchParams } = new URL(wikipedia.asked[0], "https://en.wikipedia.org");
    assert.equal(pathname, "/w/api.php");
    const { srsearch, list, origin, format } = Object.fromEntries(searchParams);
    assert.deepEqual(
      { srsearch, list, origin, format },
      { srsearch: "jumping spiders", list: "search", origin: "*", format: "json" },
    );
  });
  await t.test("the results are shown as text, and the checked ones are used", async () => {
    const found = page.locator(".found");
    await expect(found).toContainText(/Jumping spiders <see> well/, { useInnerText: true });
    await found.getByRole("checkbox", { name: /^Portia/ }).uncheck();
    await page.getByRole("button", { name: "Use 1 page" }).click();
    await expect(parts(page).seeds).toHaveValue("https://en.wikipedia.org/wiki/Jumping_spider");
    await page.locator(".find-state", { hasText: "1 URL added" }).waitFor();
  });
  await t.test("a service without CORS is reported with a remedy", async () => {
    the = await choose(page, "SearXNG instance");
    await the.address.fill("http://searx.site.org");
    await the.find.click();
    const remedy = /does not allow cross-origin requests.*Use the proxy/s;
    await expect(the.alert).toContainText(remedy, { useInnerText: true });
  });
  await t.test("a seed search can be stopped, and a start that waits for it canceled", async () => {
    isSilent = true;
    await parts(page).seeds.fill("");
    await parts(page).start.click();
    await page.getByText("Finding seeds").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Finding seeds").waitFor({ state: "detached" });
    await expect(parts(page).query).toHaveValue("jumping spiders");
    the = await choose(page, "Wikipedia");
    await the.find.click();
    await page.getByRole("button", { name: "Stop search" }).click();
    await page.waitForFunction(() => document.querySelector(".find-state")?.textContent === "");
    isSilent = false;
  });
  await t.test("a start without seeds searches automatically", async () => {
    const isStarted = () => /seed=https%3A%2F%2Fen\.wikipedia\.org%2Fwiki%2FJumping_spider/.test(page.url());
    // A slow machine may need more than the five seconds of a start.
    await expect(async () => {
      await parts(page).start.click();
      await expect.poll(isStarted, { timeout: 15_000 }).toBe(true);
    }).toPass({ timeout: PATIENCE_MS });
  });
});

/** A SearXNG instance: working, with 403 for JSON, without an answer, or without results. */
function instance(mode) {
  return (path, response) => {
    const { searchParams } = new URL(path, "http://searx.test");
    if (mode === "html") return response.writeHead(403).end("Forbidden");
    const results =
      mode === "empty"
        ? []
        : [
            {
              url: "http://garden.test/spiders",
              title: `About ${searchParams.get("q")}`,
              content: "<b>Spiders</b>",
              engine: "one",
            },
          ];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ query: "", results }));
  };
}

test("a SearXNG instance is searched through the proxy, and its failures are explained", async (t) => {
  const hosts = {};
  for (const mode of ["good", "empty", "html"]) hosts[mode] = (await serve(t, instance(mode))).port;
  const resolve = Object.entries(hosts).flatMap(([mode, port]) => [
    "--resolve",
    `${mode}.searx.test:80:127.0.0.1:${port}`,
  ]);
  const proxy = await startProxy(t, resolve);
  const visit = await open(t, `${proxy.origin}/#/crawl?q=spiders&source=proxy`);
  const { page } = visit;
  const the = await choose(page, "SearXNG instance");
  const ask = async (address) => {
    await the.address.fill(address);
    await the.address.press("Enter");
  };
  await ask("http://good.searx.test");
  await the.boxes.first().waitFor();
  await expect(page.locator(".found")).toContainText(/About spiders/, { useInnerText: true });
  for (const [mode, says] of [
    ["empty", /No results for these words/],
    ["html", /settings\.yml/],
    ["gone", /no such host|name|address/i],
  ]) {
    await t.test(`${mode}: the message says what to do`, async () => {
      await ask(`http://${mode}.searx.test/`);
      await page
        .locator(".find-state", { hasText: "Searching" })
        .waitFor({ state: "detached" })
        .catch(() => {});
      await page.waitForFunction(
        (text) => new RegExp(text, "i").test(document.querySelector(".find-seeds .problem")?.textContent ?? ""),
        says.source,
      );
      await expect(page.locator(".found")).toHaveCount(0);
    });
  }
  await t.test("the form is accessible, and fits a phone", async () => {
    await visit.assertAccessible();
    await page.setViewportSize(PHONE);
    await visit.assertNoSidewaysScrolling();
    await page.setViewportSize(DESKTOP);
  });
});

test("the sitemaps and feeds of a site are read politely", async (t) => {
  const urls = (...paths) =>
    `<urlset>${paths.map((path) => `<url><loc>http://garden.test${path}</loc></url>`).join("")}</urlset>`;
  const files = {
    "/robots.txt": "User-agent: *\nDisallow: /closed\nSitemap: http://garden.test/index.xml\n",
    "/":
      '<!doctype html><title>Garden</title><link rel="alternate" type="application/rss+xml" href="/rss">' +
      '<link rel="alternate" type="application/atom+xml" href="/atom">',
    "/index.xml":
      "<sitemapindex><sitemap><loc>http://garden.test/maps/one.xml.gz</loc></sitemap>" +
      "<sitemap><loc>http://garden.test/closed/two.xml</loc></sitemap></sitemapindex>",
    "/maps/one.xml.gz": gzipSync(urls("/spiders", "/bread", "/jumping-spiders")),
    "/closed/two.xml": urls("/closed/spiders"),
    "/rss":
      "<rss><channel><title>News</title>" +
      "<item><title>Spiders in the shed</title><link>http://garden.test/shed</link></item>" +
      "<item><link>javascript:alert(1)</link><title>spiders</title></item></channel></rss>",
    "/atom": '<feed><entry><title>A spider a day</title><link href="/day"/></entry></feed>',
  };
  const garden = await serve(t, (path, response) => {
    const body = files[path];
    response
      .writeHead(body === undefined ? 404 : 200, {
        "content-type": path.endsWith("gz") ? "application/gzip" : "text/html",
      })
      .end(body);
  });
  const proxy = await startProxy(t, ["--resolve", `garden.test:80:127.0.0.1:${garden.port}`]);
  const visit = await open(t, `${proxy.origin}/#/crawl?q=spiders&source=proxy`);
  const the = await choose(visit.page, "Sitemap and feeds");
  await the.address.fill("garden.test");
  await the.find.click();
  await the.use.waitFor();
  assert.ok(!garden.asked.includes("/closed/two.xml"), "robots.txt was asked and heeded");
  assert.equal(garden.asked[0], "/robots.txt");
  await the.use.click();
  const found = ["/day", "/jumping-spiders", "/shed", "/spiders"].map((path) => `http://garden.test${path}`);
  await expect.poll(async () => (await lines(parts(visit.page).seeds)).sort()).toEqual(found);
});

test("seeds are found in a text, in bookmarks and in earlier crawls", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(
    t,
    crawlAddress(base, {
      q: "asthma inhaler technique",
      seed: ["http://asthma-guide.test/"],
      pages: "25",
      source: "demo",
    }),
  );
  const { page } = visit;
  await untilEnd(page);
  await page.goto(`${base}#/crawl?q=asthma+inhaler+spacer&source=demo`);
  const field = parts(page).seeds;

  let the = await choose(page, "Pasted text");
  await the.text.fill("Look at (http://portal.test/) and\njavascript:alert(1)\nhttp://web-guide.test/.");
  await the.find.click();
  await the.use.click();
  await expect(field).toHaveValue("http://portal.test/\nhttp://web-guide.test/");

  the = await choose(page, "Your bookmarks");
  const file =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="http://easy-breathing.test/">Asthma</A>' +
    '<DT><A HREF="http://chess-corner.test/">Chess</A></DL>';
  await page
    .locator("#seeds-file")
    .setInputFiles({ name: "bookmarks.html", mimeType: "text/html", buffer: Buffer.from(file) });
  await the.use.click();
  await expect(field).toHaveValue("http://portal.test/\nhttp://web-guide.test/\nhttp://easy-breathing.test/");

  the = await choose(page, "Library");
  await the.find.click();
  await the.use.waitFor();
  await expect(the.boxes).not.toHaveCount(0);
  await expect(page.locator(".found")).toContainText(/crawl “asthma inhaler technique”/, { useInnerText: true });
  await visit.assertAccessible();
  visit.assertCalm();
});
