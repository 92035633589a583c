// Other pages can open the app with an address that requests a crawl of live sites: nothing is fetched or saved before
// the person confirms it.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { confirmStart, expect, mapped, open } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { APP } from "./processes.mjs";
import { page as html } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";

const HOST = "victim.garden.org";
const SEED = `http://${HOST}/`;
/** How long no request may be sent, in milliseconds: a crawl sends its first request within a few. */
const QUIET_MS = 1_500;

/** A site of two pages with open CORS. */
const site = (path, response) => {
  const pages = {
    "/": html("Gate", "Spiders.", [["/spiders", "jumping spiders"]]),
    "/spiders": html("Spiders", "Jumping spiders. ".repeat(9)),
  };
  const headers = { "content-type": "text/html", "access-control-allow-origin": "*" };
  response.writeHead(path in pages ? 200 : 404, headers).end(pages[path]);
};

const dialogOf = (page) => page.getByRole("dialog", { name: "Start this crawl?" });
const CRAWL = { q: "spiders", seed: SEED, source: "direct", in_flight: "64", pages: "1000000" };

/** Starts the app on a static host, a victim site, and a browser without open pages. */
async function begin(t, options = {}) {
  const victim = await serve(t, site);
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank", {
    args: mapped({ [HOST]: victim.port, "evil.site.org": options.evil ?? 9 }),
    ...options,
  });
  return { victim, base, visit, page: visit.page };
}

/** Asserts that the victim gets no request for a while. */
async function assertUnasked(page, victim) {
  await page.waitForTimeout(QUIET_MS);
  assert.deepEqual(victim.asked, []);
}

test("another page opens a crawl", async (t) => {
  let target = "";
  const evil = await serve(t, (path, response) => {
    if (path === "/redirect") return response.writeHead(302, { location: target }).end();
    const address = target.replaceAll("&", "&amp;");
    const body = {
      "/link": `<a id="go" href="${address}">a gift</a>`,
      "/refresh": `<meta http-equiv="refresh" content="0;url=${address}">`,
      "/popup": `<button id="go" onclick="window.open('${address}')">a gift</button>`,
    }[path];
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>evil</title>${body ?? ""}`);
  });
  const { victim, base, visit } = await begin(t, { evil: evil.port });
  target = crawlAddress(base, CRAWL);
  let page;
  // The pages stay open, so that a later request of theirs is seen.
  for (const way of ["link", "redirect", "refresh", "popup"]) {
    await t.test(`a crawl that another page opens through a ${way} needs a confirmation`, async () => {
      page = await visit.context.newPage();
      await page.goto(`http://evil.site.org/${way}`);
      if (way === "popup") [page] = await Promise.all([visit.context.waitForEvent("page"), page.click("#go")]);
      if (way === "link") await page.click("#go");
      const dialog = dialogOf(page);
      await dialog.waitFor();
      await expect(dialog).toContainText(HOST);
      await expect(dialog).toContainText("Web directly");
      await expect(dialog).toContainText("1,000,000 pages, 64 requests at a time");
    });
  }
  await t.test("nothing is requested before the confirmation, and a reload afterwards resumes the crawl", async () => {
    await assertUnasked(page, victim);
    await confirmStart(page);
    assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
    assert.ok(victim.asked.includes("/spiders"));
    await page.waitForFunction(() => location.hash.includes("id="));
    await page.reload();
    assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
    await expect(dialogOf(page)).toHaveCount(0);
  });
});

test("in a frame of another page no crawl of live sites starts, neither by its address nor by a click", async (t) => {
  let target = "";
  const evil = await serve(t, (_, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>evil</title><iframe src="${target}" width="1200" height="700"></iframe>`);
  });
  const { victim, base, page } = await begin(t, { evil: evil.port });
  target = crawlAddress(base, CRAWL).replaceAll("&", "&amp;");
  await page.goto("http://evil.site.org/");
  const inside = page.frameLocator("iframe");
  const told = inside.getByText("Open Salticid in a tab of its own.").first();
  await told.waitFor();
  await expect(dialogOf(inside)).toHaveCount(0);
  await parts(inside).start.click();
  await told.waitFor();
  await assertUnasked(page, victim);
});

test("a declined crawl is neither fetched nor saved; only its address, opened again, asks again", async (t) => {
  const { victim, base, page } = await begin(t);
  await page.goto(crawlAddress(base, CRAWL));
  const dialog = dialogOf(page);
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect(parts(page).seeds).toHaveValue(SEED);
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.getByRole("heading", { name: "Library" }).waitFor();
  await expect(page.locator("li.crawl")).toHaveCount(0);
  await page.goBack();
  await expect(parts(page).seeds).toHaveValue(SEED);
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await assertUnasked(page, victim);
  // A click in the app needs no confirmation.
  await parts(page).start.click();
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
  await expect(dialog).toHaveCount(0);
});

test("the confirmation dialog is accessible and fits in each window and theme", async (t) => {
  const { base, visit, page } = await begin(t);
  const seeds = ["spiders", "very-long-name-of-a-host-somewhere", "b", "c", "d", "e", "f", "g"].map(
    (name) => `https://${name}.garden.org/`,
  );
  await page.goto(crawlAddress(base, { ...CRAWL, q: "jumping spiders of the Pacific", seed: seeds }));
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Start crawl" })).toBeEnabled();
  await visit.assertGoodLooks("confirm-start");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Start crawl" })).toBeFocused();
});
