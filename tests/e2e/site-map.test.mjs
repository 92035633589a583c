// The site map: a site is mapped from the form, its tree is navigated by keys, both trees are exported, and it fits a
// phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { parts, untilEnd } from "./crawl-page.mjs";
import { download, expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** The parts of the view. */
function siteMap(page) {
  const tree = page.getByRole("tree", { name: "Site map" });
  return {
    tree,
    tab: page.getByRole("tab", { name: "Site map" }),
    rows: tree.getByRole("treeitem"),
    topics: tree.getByRole("treeitem", { name: /, relevant\s*, relevance/ }),
    folded: tree.getByRole("treeitem", { name: /^[\d,]+ pages?, not relevant$/ }),
    details: page.getByRole("region", { name: /^Details: / }),
  };
}

/** Returns the text of the active row of the tree. */
const active = (page) => page.evaluate(() => {
  const tree = document.querySelector("[role=tree]");
  return document.getElementById(tree.getAttribute("aria-activedescendant"))?.textContent ?? "";
});

test("a site is mapped from the form, and the map is navigated by keys", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, base);
  const { page } = visit;
  const { query, pages, mapSite } = parts(page);
  await page.getByRole("button", { name: "Map a site", exact: true }).click();
  const site = page.getByRole("textbox", { name: "Site" });
  await site.waitFor();
  await query.fill("asthma inhaler technique");
  await site.fill("open-almanac.test");
  await pages.fill("100");
  await visit.shot("site-map-form");
  await visit.assertAccessible();
  await mapSite.click();
  const { tree, tab, rows, topics, folded, details } = siteMap(page);
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await rows.first().waitFor();
  await untilEnd(page);
  await topics.first().waitFor();
  await visit.shot("site-map-path");

  await t.test("the map has one host", async () => {
    await expect(tree.locator("[aria-level='1']")).toHaveCount(1);
    await expect(rows.first()).toContainText("open-almanac.test");
  });
  await t.test("branches with on-topic pages are open, and off-topic branches are counted", async () => {
    await expect(folded).not.toHaveCount(0);
    for (const row of await folded.all()) await expect(row).toHaveAttribute("aria-expanded", "false");
    await expect(rows.first()).toHaveAttribute("aria-expanded", "true");
  });
  await t.test("keys go to an on-topic page, whose details open and return the focus", async () => {
    await tree.focus();
    await page.keyboard.press("Home");
    for (let steps = 0; !/\s*, relevant/.test(await active(page)); steps++) {
      assert.ok(steps < 200, "no relevant page was reached");
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await details.locator(".answer").waitFor();
    await visit.shot("site-map-details");
    await page.keyboard.press("Escape");
    await expect(tree).toBeFocused();
  });
  await t.test("it is accessible and fits in each window and theme", () => visit.assertGoodLooks("site-map"));
  await t.test("it is saved as HTML, SVG and GraphML, and the HTML opens without a script", async (t) => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const saved = (title) => download(t, page, () => page.getByRole("button", { name: title }).click());
    const html = await saved(/^Site map, HTML/);
    assert.match(html, /-site-map\.html$/);
    assert.match(readFileSync(await saved(/^Site map by path, SVG/), "utf8"), /^<svg [\s\S]*By path: \d+ pages/);
    assert.match(readFileSync(await saved(/^Site map by links, SVG/), "utf8"), /^<svg [\s\S]*By links: \d+ pages/);
    assert.match(readFileSync(await saved(/^Site map, GraphML/), "utf8"), /<data key="tree">true</);
    visit.assertCalm();
    await page.goto(`file://${html}`);
    await page.getByRole("heading", { name: "By links" }).waitFor();
    assert.ok((await page.locator("details[open]").count()) > 1, "ways are open");
    await visit.shot("site-map-html");
  });
});
