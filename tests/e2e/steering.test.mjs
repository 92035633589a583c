// Steering: a crawl is changed while it runs and after its end, by pointer and by keyboard; every change is listed, can
// be undone where possible, and persists after a reload.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, pagesDone, parts, problemOf, readResults, SLOW, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";
import { changes, steering } from "./steering-page.mjs";

const PAGES = 40;
const CRAWL = { q: "dengue fever symptoms", strategy: "best-first-anchor", pages: PAGES };

test("a finished crawl is steered and resumed, and a reload keeps the changes", async (t) => {
  const base = await serveFolder(t, APP, "/some/path/");
  const visit = await open(t, crawlAddress(base, CRAWL));
  const { page } = visit;
  const { results, rows } = parts(page);
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  const steer = steering(page);

  await t.test("a rating button on a row is an accessible toggle", async () => {
    const up = rows.first().getByRole("button", { name: /^Keep: / });
    await up.click();
    assert.match((await changes(page, 1))[0], /^Kept /);
    await expect(up).toHaveAttribute("aria-pressed", "true");
    await up.click();
    assert.match((await changes(page, 2))[0], /^Judgment removed: /);
    await expect(up).toHaveAttribute("aria-pressed", "false");
  });
  await t.test("the keys k, l and d judge the focused row", async () => {
    await rows.first().getByRole("button", { name: /^Why/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset") === "2");
    await page.keyboard.press("d");
    assert.match((await changes(page, 3))[0], /^Discarded /);
    const down = rows.nth(1).getByRole("button", { name: /^Discard: / });
    await expect(down).toHaveAttribute("aria-pressed", "true");
  });
  await t.test("query words are excluded and boosted, and the effect is shown and can be undone", async () => {
    const toast = page.locator(".toast");
    const marked = results.locator("mark", { hasText: /^symptoms?$/i });
    await expect(marked).not.toHaveCount(0);
    await steer.open();
    await steer.button("Exclude: symptoms").click();
    assert.equal((await changes(page, 4))[0], "“symptoms” excluded");
    await expect(toast).toContainText(/“symptoms” excluded: [\d,]+ links? re-ranked/);
    // At once, since it disappears by itself.
    await toast.getByRole("button", { name: "View" }).click();
    await expect(toast).toHaveCount(0);
    await page.getByRole("tab", { name: "Frontier" }).and(page.locator("[aria-selected=true]")).waitFor();
    await page.getByRole("tab", { name: "Results" }).click();
    await expect(marked, "excluded words are not highlighted").toHaveCount(0);
    await expect(page.locator(".plot-changes").first().locator("line")).toHaveCount(4);
    await steer.open();
    await steer.button("Boost: dengue").click();
    assert.equal((await changes(page, 5))[0], "“dengue” boosted ×2");
    await steer.word.fill("mosquito");
    await page.keyboard.press("Enter");
    assert.equal((await changes(page, 6))[0], "“mosquito” boosted ×2");
    await expect(steer.word).toHaveValue("");
  });
  await t.test("a change is undone, and the focus moves to the list", async () => {
    await steer.open();
    const back = steer.list.first().getByRole("button", { name: /^Undo/ });
    await back.focus();
    await page.keyboard.press("Enter");
    assert.equal((await changes(page, 7))[0], "“mosquito” reset");
    await page.waitForFunction(() => document.activeElement?.id === "steered");
  });
  await t.test("the details of a page offer to exclude its host and change its words", async () => {
    await results.getByRole("button", { name: /^Why/ }).first().click();
    const host = new URL((await readResults(page))[0].url).host;
    await page.getByRole("button", { name: `Exclude ${host}` }).first().click();
    assert.equal((await changes(page, 8))[0], `Excluded ${host}`);
    await page.getByRole("button", { name: `Include ${host} again` }).first().click();
    assert.equal((await changes(page, 9))[0], `Included ${host} again`);
    await expect(results.getByRole("list", { name: "Matching words" }).getByRole("listitem")).not.toHaveCount(0);
  });
  await t.test("an error is shown at its field, which keeps its input and gets the focus", async () => {
    await steer.open();
    await steer.fold("Seeds").click();
    for (const [field, button, text, sentence] of [
      [steer.pages, "Set limit", "many", /whole number/],
      [steer.seeds, "Add seeds", "https://example.org/", /demo web/],
    ]) {
      await field.fill(text);
      await field.locator("xpath=ancestor::form[1]").getByRole("button", { name: button, exact: true }).click();
      await page.waitForFunction(
        (id) => document.getElementById(id)?.getAttribute("aria-invalid") === "true",
        await field.getAttribute("id"),
      );
      await expect.poll(() => problemOf(field)).toMatch(sentence);
      await expect(field).toHaveValue(text);
      await expect(field, text).toBeFocused();
      await field.fill("");
    }
    assert.equal((await changes(page, 9)).length, 9);
  });
  await t.test("the strategy can be changed", async () => {
    await steer.open();
    await steer.fold("Strategy").click();
    await expect(steer.button("Switch strategy")).toBeDisabled();
    const offered = await steer.strategy.locator("option").evaluateAll((all) => all.map((one) => one.value));
    assert.ok(offered.includes("best-first") && !offered.includes("hmm"), offered.join());
    await steer.strategy.selectOption("best-first");
    await steer.button("Switch strategy").click();
    assert.match((await changes(page, 10))[0], /^Strategy: /);
  });
  await t.test("the drawer is accessible and fits in each window and theme", () => visit.assertGoodLooks("steering"));
  await t.test("a larger page limit resumes it", async () => {
    await steer.open();
    await steer.pages.fill("50");
    await page.keyboard.press("Enter");
    await expect(parts(page).progress).toHaveAttribute("aria-valuenow", "50");
    await parts(page).ending.waitFor();
    assert.equal((await changes(page, 11))[0], "Page limit 50");
  });
  await t.test("Escape closes the drawer, and the focus is on its button", async () => {
    await steer.open();
    await page.keyboard.press("Escape");
    await expect(steer.panel).toBeHidden();
    await expect(steer.opener).toBeFocused();
  });
  await t.test("a reload shows the same changes and pages, and the crawl is rated and continues", async () => {
    const before = await changes(page, 11);
    await page.reload();
    await untilEnd(page);
    assert.deepEqual(await changes(page, 11), before);
    assert.equal(await pagesDone(page), 50);
    await rows.first().getByRole("button", { name: /^Keep: / }).click();
    await changes(page, 12);
    await parts(page).continue.click();
    await expect.poll(() => pagesDone(page)).toBeGreaterThan(50);
  });
  await t.test("the Library shows the current number of pages", async () => {
    await untilEnd(page);
    const done = await pagesDone(page);
    await page.getByRole("link", { name: "Library" }).click();
    const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: CRAWL.q, exact: true }) });
    const pages = row.locator("dl > div").filter({ has: page.getByText("Pages", { exact: true }) });
    await pages.getByText(String(done), { exact: true }).waitFor();
  });
  await t.test("there are no errors", () => visit.assertCalm());
});

test("a running crawl accepts changes, which survive a killed tab", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, { ...CRAWL, ...SLOW }));
  const { page } = visit;
  const { pause, resume, rows } = parts(page);
  await rows.first().waitFor();
  await pause.click();
  await resume.waitFor();
  const steer = steering(page);
  await steer.open();
  await steer.button("Boost: fever").click();
  await steer.fold("Strategy").click();
  await steer.strategy.selectOption("best-n-first");
  await steer.button("Switch strategy").click();
  const before = await changes(page, 2);
  const done = await pagesDone(page);
  // The reload ends the worker, and its memory is lost.
  await page.reload();
  assert.deepEqual(await changes(page, 2), before);
  await resume.waitFor();
  assert.equal(await pagesDone(page), done);
  await steering(page).open();
  await steering(page).fold("Strategy").click();
  await expect(steering(page).strategy).toHaveValue("best-n-first");
  await expect(steering(page).button("Boost: fever")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await resume.click();
  await page.waitForFunction(
    (done) => Number(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")) > done,
    done,
  );
  await parts(page).stop.click();
  const value = async () => Number(await parts(page).progress.getAttribute("aria-valuenow"));
  await t.test("a stopped crawl accepts changes, and continues only when asked", async () => {
    assert.equal(await untilEnd(page), ENDINGS.stopped);
    const stopped = await value();
    const up = parts(page).rows.first().getByRole("button", { name: /^Keep: / });
    await up.click();
    await changes(page, 3);
    await expect(up).toHaveAttribute("aria-pressed", "true");
    await expect(parts(page).ending).toBeVisible();
    assert.equal(await value(), stopped);
    await parts(page).continue.click();
    await expect(parts(page).ending).toHaveCount(0);
    await expect.poll(value).toBeGreaterThan(stopped);
  });
  visit.assertCalm();
});
