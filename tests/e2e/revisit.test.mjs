// Revisiting a saved crawl: the demo web has aged by some days, and the Library shows new, changed, gone and unchanged
// pages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { expect, open, TOWER } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler technique", seed: ["http://portal.test/"], pages: "120", source: "demo" };

test("a revisit of a saved crawl shows how its pages changed", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, CRAWL), { viewport: TOWER });
  const { page } = visit;
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.getByRole("button", { name: `Revisit: ${CRAWL.q}` }).click();
  const panel = page.getByRole("region", { name: `Revisit ${CRAWL.q}` });
  await panel.getByText("Not revisited yet.").waitFor();
  await panel.getByRole("spinbutton", { name: "Advance by (days)" }).fill("365");
  await panel.getByRole("button", { name: "Start revisit" }).click();
  await panel.getByText(/^Revisited .*: \d+ new, [1-9]\d* changed, [1-9]\d* gone, \d+ unchanged/).waitFor();
  await visit.shot("revisit");
  await visit.assertAccessible();

  await t.test("a diff shows insertions and deletions", async () => {
    await panel.getByRole("button", { name: /^Show changes: / }).first().click();
    await expect(panel.locator(".difference").first()).toBeVisible();
    await expect(panel.locator(".difference ins, .difference del")).not.toHaveCount(0);
    await visit.shot("revisit-difference");
  });
  await t.test("the results of the crawl mark the pages that are gone", async () => {
    await page.getByRole("link", { name: CRAWL.q, exact: true }).first().click();
    await expect(parts(page).results.getByText("Gone", { exact: true })).not.toHaveCount(0);
    await page.goBack();
  });
  await t.test("the visits are saved", async () => {
    await page.reload();
    await page.getByRole("button", { name: `Revisit: ${CRAWL.q}` }).click();
    await page.getByText(/^Revisited .*: \d+ new, [1-9]\d* changed/).waitFor();
  });
});
