// The look around: offered on a first visit and never begun unasked, three steps, left at any of them, remembered, found again.

import assert from "node:assert/strict";
import test from "node:test";
import { parts } from "./crawl-page.mjs";
import { expect, open, PHONE } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const OFFER = "Take a tour";
const TITLES = ["Enter a topic", "Watch it crawl", "Steer it"];

test("the look around, by keys alone", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, base);
  const { page } = visit;
  const { begin, dialog, press } = tourOf(page);
  await begin.waitFor();

  await t.test("it is offered, not begun: the box has the focus", async () => {
    await expect(dialog).toHaveCount(0);
    await page.waitForFunction(() => document.activeElement?.id === "query");
    await visit.shot("tour-offer");
  });
  await t.test("it has three steps, and keys go through them and back", async () => {
    await begin.focus();
    await page.keyboard.press("Enter");
    for (const [at, title] of TITLES.entries()) {
      await dialog.getByRole("heading", { name: title }).waitFor();
      await dialog.getByText(`Step ${at + 1} of 3`).waitFor();
      await visit.shot(`tour-${at + 1}`);
      if (at < 2) await page.keyboard.press("Enter");
    }
    await press("Back");
    await dialog.getByRole("heading", { name: TITLES[1] }).waitFor();
  });
  await t.test("the tab key stays within it", async () => {
    for (let at = 0; at < 6; at++) {
      await page.keyboard.press("Tab");
      assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest("dialog") !== null));
    }
  });
  await t.test("nothing serious for axe", () => visit.assertAccessible());
  await t.test("Escape leaves it, and it is not offered again, after a reload either", async () => {
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await begin.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.id === "query");
    await page.reload();
    await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
    await expect(begin).toHaveCount(0);
  });
  await t.test("it is on the page about the app, begins at its beginning, and gives the focus back", async () => {
    await page.getByRole("link", { name: "About" }).click();
    await begin.click();
    await dialog.getByRole("heading", { name: TITLES[0] }).waitFor();
    await press("Next");
    await press("Next");
    await press("Done");
    await dialog.waitFor({ state: "hidden" });
    await page.waitForFunction((text) => document.activeElement?.textContent === text, OFFER);
  });
  await t.test("nothing complains", () => visit.assertCalm());
});

test("whoever has gone to the offer is not taken away from it when the crawler arrives", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, "about:blank");
  const { page } = visit;
  const { begin, dialog } = tourOf(page);
  const letGo = await visit.holdBack("**/worker-*_loader.js");
  await page.goto(base, { waitUntil: "domcontentloaded" });
  await begin.focus();
  letGo();
  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("heading", { name: TITLES[0] }).waitFor();
  visit.assertCalm();
});

test("whoever declines is not asked again, and a crawl can be started all the while", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, base, { viewport: PHONE, colorScheme: "dark" });
  const { page } = visit;
  const { begin, press } = tourOf(page);
  await begin.waitFor();
  await visit.assertNoSidewaysScrolling();
  await begin.click();
  await visit.shot("tour-phone");
  await press("Skip");
  await begin.waitFor({ state: "detached" });
  await parts(page).query.fill("asthma");
  await parts(page).start.click();
  await parts(page).rows.first().waitFor();
  visit.assertCalm();
});

/** The offer, the dialog, and what presses its buttons. */
function tourOf(page) {
  const dialog = page.getByRole("dialog", { name: "Tour" });
  return {
    begin: page.getByRole("button", { name: OFFER }),
    dialog,
    press: (name) => dialog.getByRole("button", { name, exact: true }).click(),
  };
}
