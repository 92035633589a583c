// Accessibility: axe-core in each window and theme, and the way past the navigation.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, parts, SLOW, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler", pages: 40 };

test("form, crawl, replay and ending are accessible and fit in each window and theme", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, base);
  const { page } = visit;
  const { why, rows, pause, resume } = parts(page);
  const check = (state) => t.test(state, () => visit.assertGoodLooks(state));

  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await check("start");

  await page.goto(crawlAddress(base, { ...CRAWL, ...SLOW }));
  await rows.nth(1).waitFor();
  await check("crawl");
  await pause.click();
  await resume.waitFor();
  await page.getByRole("slider", { name: "Moment" }).press("Home");
  await page.locator(".timeline.past").waitFor();
  await check("replay");

  await page.goto(crawlAddress(base, CRAWL));
  await untilEnd(page);
  await why.first().click();
  await page.locator(".why-rest > summary").click();
  await page.getByRole("heading", { name: "Path from its seed" }).waitFor();
  await check("end");
  visit.assertCalm();
});

test("the first press of Tab shows a link to the content, which keeps the route", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/about`);
  const { page } = visit;
  await page.getByRole("heading", { name: "Strategies", exact: true }).waitFor();
  const skip = page.getByRole("link", { name: "Skip to content" });
  const seen = () => skip.evaluate((link) => getComputedStyle(link).clipPath === "none");
  assert.equal(await seen(), false);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  assert.equal(await seen(), true);
  await visit.shot("skip-link");
  const address = page.url();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  assert.equal(page.url(), address);
  await expect(skip).not.toBeFocused();
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.closest("main") !== null), "the focus is in the content");
  await t.test("the About page is accessible and fits in each window and theme", async () => {
    await page.getByRole("term").filter({ hasText: "Breadth-first" }).first().waitFor();
    await visit.assertGoodLooks("about");
  });
  visit.assertCalm();
});
