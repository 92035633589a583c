// The automatic strategy: a crawl starts without its language data, and switches to it when they are loaded.

import test from "node:test";
import { parts, SLOW } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const VECTORS = "**/*.vec.gz";

/** Opens a crawl by the automatic strategy; `answer` handles requests for the word vectors. */
async function crawl(t, answer) {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/about`);
  await visit.context.route(VECTORS, answer);
  const query = new URLSearchParams({ ...SLOW, q: "dengue fever symptoms", start: "1" });
  await visit.page.goto(`${base}#/crawl?${query}`);
  return visit;
}

const status = (page) => page.getByRole("region", { name: "Crawl", exact: true });
const steering = (page) => page.locator("#steer-strategy");

test("a crawl starts while word vectors are loading, and switches to the automatic strategy", async (t) => {
  let arrive;
  const there = new Promise((resolve) => (arrive = resolve));
  const { page } = await crawl(t, async (route) => {
    await there;
    await route.continue();
  });
  await expect(status(page)).toContainText("loading language data");
  await expect(parts(page).rows.first()).toBeVisible();
  await expect(steering(page)).toHaveValue("shark-search");
  arrive();
  await expect(steering(page)).toHaveValue("adaptive");
  await expect(status(page)).not.toContainText("loading language data");
});

test("a crawl without word vectors says so, and they can be loaded later", async (t) => {
  const { page, context } = await crawl(t, (route) => route.fulfill({ status: 404, body: "" }));
  const notice = page.getByRole("alert").filter({ hasText: "Word vectors could not be loaded" });
  await expect(notice).toContainText("(its server responded with status 404): this crawl compares words without them.");
  await expect(parts(page).rows.first()).toBeVisible();
  await expect(steering(page)).toHaveValue("adaptive");
  await context.unroute(VECTORS);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toHaveCount(0);
  await expect(steering(page)).toHaveValue("adaptive");
});

test("a crawl without word vectors uses them once it is reopened", async (t) => {
  const { page, context } = await crawl(t, (route) => route.fulfill({ status: 404, body: "" }));
  const notice = page.getByRole("alert").filter({ hasText: "Word vectors could not be loaded" });
  await expect(notice).toBeVisible();
  await expect(parts(page).rows.first()).toBeVisible();
  await context.unroute(VECTORS);
  await page.reload();
  await expect(parts(page).rows.first()).toBeVisible();
  await expect(page.locator("#steer-param-language_data")).toHaveValue("all");
  await expect(notice).toHaveCount(0);
});
