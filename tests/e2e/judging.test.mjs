// Judgments of pages: made by keys in a live crawl, shown at once, filtered, and found again after a reload, in the
// topic of the Library.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { library, toLibrary } from "./library-page.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler technique", seed: ["http://portal.test/"], pages: "60", source: "demo" };

/** Moves the focus to the row at a place of the list, from 1, and returns the row. */
async function focusRow(page, place) {
  const row = parts(page).results.locator(`:scope > li[aria-posinset="${place}"]`);
  await row.getByRole("button", { name: /^Why: / }).focus();
  return row;
}

test("judgments outlive the crawl", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, CRAWL), { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = visit;
  // The details of a row have lists of their own.
  const rows = parts(page).results.locator(":scope > li");
  const filter = page.getByRole("combobox", { name: "Judgment", exact: true });

  await t.test("keys judge pages of a running crawl at once", async () => {
    await rows.nth(4).waitFor();
    for (const [key, name] of [["k", "Keep"], ["k", "Keep"], ["k", "Keep"], ["l", "Later"], ["d", "Discard"]]) {
      // The rows change their places while the crawl runs.
      const row = await parts(page).results.evaluateHandle((list) =>
        [...list.children].find((row) => !row.querySelector(".row [aria-pressed=true]")),
      );
      const why = await row.$('[aria-label^="Why: "]');
      await why.press(key);
      await page.waitForFunction(
        ([row, name]) => row.querySelector(`.row [aria-label^="${name}: "][aria-pressed=true]`),
        [row, name],
      );
    }
  });
  await t.test("a note and tags are in the details", async () => {
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
    await filter.selectOption("kept");
    await expect(rows).toHaveCount(3);
    await rows.first().getByRole("button", { name: /^Why: / }).click();
    await page.getByRole("textbox", { name: "Note", exact: true }).fill("Read the figures.");
    await page.getByRole("textbox", { name: "Add a tag" }).fill("figures, survey");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove the tag survey" }).click();
    await filter.selectOption("tag:figures");
    await expect(rows).toHaveCount(1);
    await filter.selectOption("discarded");
    await expect(rows).toHaveCount(1);
    await visit.assertAccessible();
  });
  await t.test("a judged page leaves the list of those not judged, and the next row gets the focus", async () => {
    await filter.selectOption("not-judged");
    const row = await focusRow(page, 1);
    const title = await row.locator("h3").innerText();
    await page.keyboard.press("d");
    await expect(rows.first().locator("h3")).not.toHaveText(title);
    await page.waitForFunction(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset") === "1");
    await filter.selectOption("discarded");
    await expect(rows).toHaveCount(2);
  });
  await t.test("the topic has the pages and the judgments after a reload", async () => {
    await toLibrary(page);
    await page.getByRole("link", { name: `Topic: ${CRAWL.q}`, exact: true }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: `Topic: ${CRAWL.q}`, exact: true }).click();
    const pages = page.getByRole("list", { name: /^Pages/ }).getByRole("listitem");
    await page.getByRole("combobox", { name: "State", exact: true }).selectOption("kept");
    await expect(pages).toHaveCount(3);
    await expect(page.getByText("Read the figures.")).toBeVisible();
    await page.getByRole("textbox", { name: "Notes", exact: true }).fill("Ask a doctor.");
    await page.keyboard.press("Tab");
    await visit.shot("topic");
  });
  await t.test("keys judge pages of the topic, too, and a note and tags are saved there", async () => {
    const state = page.getByRole("combobox", { name: "State", exact: true });
    const pages = page.getByRole("list", { name: /^Pages/ }).getByRole("listitem");
    const opener = pages.first().getByRole("button", { name: /^Note and tags: / });
    await state.selectOption("not-judged");
    await opener.focus();
    for (const key of ["k", "l", "d"]) {
      const title = await opener.getAttribute("aria-label");
      await page.keyboard.press(key);
      await expect(opener).not.toHaveAttribute("aria-label", title);
      await expect(opener, "the next page has the focus").toBeFocused();
    }
    for (const [name, count] of [["kept", 4], ["later", 2], ["discarded", 3]]) {
      await state.selectOption(name);
      await expect(pages).toHaveCount(count);
    }
    await opener.click();
    await page.getByRole("textbox", { name: "Note", exact: true }).fill("Not a source.");
    await page.getByRole("textbox", { name: "Add a tag" }).fill("advertising");
    await page.keyboard.press("Enter");
    await state.selectOption("tag:advertising");
    await expect(pages).toHaveCount(1);
    await pages.getByRole("button", { name: "Copy as Markdown", exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# .+\n\n<http:/);
    await visit.assertAccessible();
    await visit.shot("topic-page-open");
    await page.reload();
    await state.selectOption("tag:advertising");
    await expect(pages).toContainText("Not a source.");
  });
  await t.test("the saved crawl has them, too", async () => {
    await library(page, CRAWL.q).link().click();
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
    await filter.selectOption("later");
    await expect(rows).toHaveCount(2);
    await filter.selectOption("kept");
    await expect(rows).toHaveCount(4);
  });
  await t.test("a deleted topic comes back with its crawls and judgments", async () => {
    await toLibrary(page);
    await page.getByRole("link", { name: `Topic: ${CRAWL.q}`, exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Notes", exact: true })).toHaveValue("Ask a doctor.");
    await page.getByRole("button", { name: "Delete topic" }).click();
    await expect(page.getByRole("link", { name: `Topic: ${CRAWL.q}`, exact: true })).toHaveCount(0);
    await expect(library(page, CRAWL.q).link()).toHaveCount(0);
    await page.locator(".notice-line").getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("link", { name: `Topic: ${CRAWL.q}`, exact: true }).click();
    await page.getByRole("combobox", { name: "State", exact: true }).selectOption("kept");
    await expect(page.getByRole("list", { name: /^Pages/ }).getByRole("listitem")).toHaveCount(4);
  });
  visit.assertCalm();
});
