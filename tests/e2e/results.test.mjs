// Results: the reader, statuses with reasons, folded copies, the table, the address, and files dropped anywhere.

import assert from "node:assert/strict";
import test from "node:test";
import { SPIDERS, crawlAddress, parts, untilEnd } from "./crawl-page.mjs";
import { DESKTOP, expect, noteShifts, open, PHONE } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { ...SPIDERS, strategy: "best-first", pages: 60 };

/** Opens a finished crawl. */
async function crawled(t, other = {}) {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, { ...CRAWL, ...other }));
  await untilEnd(visit.page);
  const filters = visit.page.getByRole("search", { name: "Filter results" });
  return { visit, page: visit.page, filters };
}

test("the results of a crawl", async (t) => {
  const { visit, page, filters } = await crawled(t);
  await t.test("a result opens in the app's reader", async () => {
    const title = parts(page).rows.first().getByRole("heading").getByRole("button");
    const name = await title.innerText();
    await title.focus();
    await page.keyboard.press("Enter");
    const reader = page.getByRole("dialog", { name: "Reader" });
    const heading = reader.getByRole("heading", { level: 2 });
    await expect(heading).toHaveText(name);
    await expect(heading).toBeFocused();
    assert.ok((await reader.locator("mark").count()) > 0, "no word is marked");
    await visit.assertGoodLooks("reader");
    // The main text of a page need not have links: all are listed below it.
    await reader.locator(".all-links > summary").click();
    await reader.locator(".all-links [data-link]").first().click();
    await expect(heading).not.toHaveText(name);
    await reader.getByRole("button", { name: "← Back" }).click();
    await expect(heading).toHaveText(name);
    await page.keyboard.press("Escape");
    await expect(reader).toHaveCount(0);
    await expect(title).toBeFocused();
  });
  await t.test("the table sorts, and persists after a reload", async () => {
    await filters.getByRole("combobox", { name: "Status" }).selectOption("relevant");
    await page.getByRole("group", { name: "Layout" }).getByRole("button", { name: "Table" }).click();
    const table = page.getByRole("table", { name: "Results" });
    await table.getByRole("button", { name: "Host" }).click();
    const head = table.getByRole("columnheader", { name: "Host" });
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await expect(page).toHaveURL(/show\.status=relevant&show\.sort=host/);
    await visit.assertGoodLooks("table");
    const first = await table.getByRole("rowheader").first().innerText();
    await page.reload();
    await expect(table.getByRole("rowheader").first()).toHaveText(first);
    await expect(head).toHaveAttribute("aria-sort", "ascending");
  });
  await t.test("a file can be dropped on the crawl page", async () => {
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(
        new File(
          ['<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="http://portal.test/a">A</A></DL>'],
          "bookmarks.html",
        ),
      );
      const target = document.querySelector("#results");
      for (const type of ["dragover", "drop"])
        target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await expect(parts(page).seeds).toHaveValue(/http:\/\/portal\.test\/a/);
  });
  visit.assertCalm();
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`the layout does not shift while a crawl runs and ends, ${viewport.width} px wide`, async (t) => {
    const base = await serveFolder(t, APP, "/");
    const { page } = await open(t, "about:blank", { viewport, speed: "first", reducedMotion: "no-preference" });
    await page.addInitScript(noteShifts);
    await page.goto(crawlAddress(base, { q: "asthma inhaler treatment", source: "demo", pages: 25 }));
    await untilEnd(page);
    const shift = await page.evaluate(() => globalThis.layoutShift);
    assert.ok(shift < 0.02, `the layout shifted by ${shift}`);
  });
}
