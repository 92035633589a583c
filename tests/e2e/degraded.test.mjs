// A browser without a required API gets a message, and the rest of the app works.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { beforeWorker, expect, open } from "./harness.mjs";
import { mapParts } from "./map-page.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler treatment", source: "demo", seed: "http://portal.test/", pages: 20 };

/** Opens an address in a browser whose pages and workers run these scripts first. */
async function openWithout(t, inPage, inWorker, fragment) {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, "about:blank");
  await visit.context.addInitScript(inPage);
  await beforeWorker(visit.context, inWorker);
  await visit.page.goto(typeof fragment === "string" ? `${base}${fragment}` : crawlAddress(base, fragment));
  return visit;
}

test("without OffscreenCanvas the map shows a message and the table", async (t) => {
  const remove = () => delete HTMLCanvasElement.prototype.transferControlToOffscreen;
  const { page } = await openWithout(t, remove, "", CRAWL);
  const { tab, map, board, rows, details } = mapParts(page);
  await tab.click();
  await map.getByRole("alert").filter({ hasText: "This browser cannot draw the map" }).waitFor();
  await expect(board).toBeHidden();
  await rows.nth(5).getByRole("button").click();
  await details.waitFor();
});

test("without Web Locks the page warns of a second tab and crawls", async (t) => {
  const { page } = await openWithout(
    t,
    () => delete Navigator.prototype.locks,
    "delete WorkerNavigator.prototype.locks;",
    CRAWL,
  );
  await page.getByRole("status").filter({ hasText: "Use Salticid in one tab only." }).waitFor();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await page.reload();
  await parts(page).rows.first().waitFor();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
});

test("the Library reports that the browser declined persistent storage", async (t) => {
  const decline = () => (StorageManager.prototype.persist = async () => false);
  const { page } = await openWithout(t, decline, "", "#/library");
  await page.getByRole("button", { name: "Request persistent storage" }).click();
  await page.getByText("The browser declined persistent storage. Export crawls to keep them safe.").waitFor();
});

test("the Library reports a missing storage estimate, and advises without persistent storage", async (t) => {
  const { page } = await openWithout(
    t,
    () => delete Navigator.prototype.storage,
    "delete WorkerNavigator.prototype.storage;",
    "#/library",
  );
  await page.getByText("This browser does not report storage use.").waitFor();
  await page.getByRole("button", { name: "Request persistent storage" }).click();
  await page.getByText("This browser does not offer persistent storage. Export crawls to keep them safe.").waitFor();
});

test("without IndexedDB a crawl runs with a warning that it is not saved", async (t) => {
  const inWorker = 'Object.defineProperty(self, "indexedDB", { value: undefined });';
  const { page } = await openWithout(t, () => {}, inWorker, CRAWL);
  await page.getByText("this browser does not store data for this page").waitFor();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
});
