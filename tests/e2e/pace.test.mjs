// The speed of a crawl: slow for a new user, single steps, keyboard control; the choice is saved.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, pagesDone, parts, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const DEMO = { q: "linux kernel", source: "demo", seed: "http://portal.test/", pages: 60 };

test("a first crawl is slow, can be paused and stepped, then set to full speed, which is remembered", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, crawlAddress(base, DEMO), { speed: "first" });
  const { page } = visit;
  const { rows, pause, resume, step, speed } = parts(page);
  await rows.first().waitFor();
  await expect(speed).toHaveAttribute("aria-valuetext", "8 pages a second");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("Space");
  await expect(resume).toBeVisible();
  await visit.shot("pace-paused");
  const paused = await pagesDone(page);
  assert.ok(paused < DEMO.pages, `${paused} pages before anyone could pause`);
  for (const number of [1, 2]) {
    await step.click();
    await expect(parts(page).progress).toHaveAttribute("aria-valuenow", String(paused + number));
    await expect(resume).toBeVisible();
  }
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press(".");
  await expect(parts(page).progress).toHaveAttribute("aria-valuenow", String(paused + 3));
  await expect(resume).toBeVisible();
  // Other pages show that a crawl is running.
  await page.getByRole("link", { name: "Library", exact: true }).click();
  const link = page.getByRole("link", { name: `Paused ${paused + 3} pages` });
  await visit.shot("pace-library");
  await link.click();
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("Space");
  await expect(pause).toBeVisible();
  await visit.assertAccessible();
  await speed.focus();
  await page.keyboard.press("End");
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await page.goto(crawlAddress(base, { ...DEMO, q: "robots" }));
  await page.reload();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  const chosen = await page.evaluate(() => localStorage.getItem("salticid-pace"));
  assert.equal(chosen, "max");
  visit.assertCalm();
});
