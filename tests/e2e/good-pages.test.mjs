// Training from good pages: pages selected in results or in the Library's search form the training set, together with
// their links.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, untilEnd } from "./crawl-page.mjs";
import { open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";
import { goTo, saved, training } from "./train-page.mjs";

const CRAWL = { q: "asthma inhaler technique", seed: ["http://portal.test/"], pages: "60", source: "demo" };

/** Selects the first results of a list, and returns their number. */
async function select(page, list, pages) {
  const boxes = list.getByRole("checkbox", { name: /^Select / });
  for (let at = 0; at < pages; at += 1) await boxes.nth(at).check();
  await page.getByText(`${pages} pages selected`).waitFor();
}

test("pages selected in results and in the Library train a model without a trail", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, CRAWL));
  const { page } = visit;
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await select(page, page.getByRole("list", { name: "Results" }), 5);
  await visit.shot("good-pages-selected");
  await visit.assertAccessible();
  await page.getByRole("button", { name: "Train from these pages" }).click();
  const the = training(page);
  await the.news
    .getByText(/^Added 5 good pages and the link graph of “asthma inhaler technique”, \d+ pages in all\.$/)
    .waitFor();
  await the.kept.waitFor();
  await goTo(page, "Check");
  await the.needs.getByText("Ready to train.").waitFor();
  await goTo(page, "Collect");
  const { trails } = JSON.parse(await saved(t, page, "JSON"));
  assert.equal(trails.length, 1);
  assert.equal(trails[0].kind, "set");
  assert.equal(trails[0].pages.length, 5);
  assert.ok(trails[0].graphs[0].pages.length > 5, "pages lead to the selected ones");
  assert.match(trails[0].graphs[0].source.fingerprint, /^[0-9a-f]{16}$/);

  await t.test("the model shows the link graph of its training", async () => {
    await goTo(page, "Learn");
    await page.getByRole("combobox", { name: "Strategy" }).selectOption("context-focused");
    await page
      .getByRole("region", { name: "Learn", exact: true })
      .getByRole("button", { name: "Train", exact: true })
      .click();
    await page.getByRole("link", { name: "Crawl with this model" }).waitFor();
    await page.getByText("Training trails").click();
    await page.getByText(`(${trails[0].graphs[0].source.fingerprint})`).waitFor();
  });
  await t.test("search results can be selected too", async () => {
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByRole("searchbox", { name: "Search pages of all crawls" }).fill("asthma");
    await page.keyboard.press("Enter");
    await select(page, page.locator(".hits"), 3);
    await visit.assertAccessible();
    await page.getByRole("button", { name: "Train from these pages" }).click();
    await the.news.getByText(/^Added 3 good pages /).waitFor();
  });
});
