// The frontier view: its links with their scores, changes by steering, stable rows under the pointer, and the preview
// of another strategy.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, parts, SLOW, untilEnd } from "./crawl-page.mjs";
import { expect, open, PHONE } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** Few enough pages that a preview covers the whole frontier. */
const CRAWL = { q: "dengue fever symptoms", strategy: "best-first", pages: 12 };

/** The parts of the view. */
function frontier(page) {
  const view = page.getByRole("region", { name: "Frontier" });
  const table = view.getByRole("table", { name: "Next links" });
  return {
    tab: page.getByRole("tab", { name: "Frontier" }),
    view,
    table,
    rows: table.locator("tbody > tr"),
    previewHeading: view.getByRole("heading", { name: "Preview another strategy" }),
    strategy: view.getByRole("combobox", { name: "Strategy" }),
    preview: view.getByRole("button", { name: "Preview", exact: true }),
    apply: view.getByRole("button", { name: "Apply" }),
    side: (name) => view.getByRole("heading", { name, exact: true }).locator("xpath=..").getByRole("listitem"),
  };
}

/** The most height of a closed row. */
const LINE_PX = 40;

const addresses = (rows) => rows.locator(".address").allTextContents();

/** Waits until the rows change, and returns their URLs. */
async function others(page, before) {
  await page.waitForFunction((before) => {
    const now = [...document.querySelectorAll(".waiting-table .address")].map((one) => one.textContent);
    return now.length > 0 && now.join() !== before.join();
  }, before);
  return addresses(frontier(page).rows);
}

test("the frontier of a finished crawl can be viewed and steered", async (t) => {
  const base = await serveFolder(t, APP, "/some/path/");
  const visit = await open(t, crawlAddress(base, CRAWL));
  const { page } = visit;
  await untilEnd(page);
  const view = frontier(page);
  await view.tab.click();
  await view.rows.nth(49).waitFor();

  await t.test("each link has one line", async () => {
    await expect(view.rows).toHaveCount(50);
    const heights = await view.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    assert.ok(Math.max(...heights) <= LINE_PX, `${Math.max(...heights)} pixels`);
    await expect(view.rows.first().locator(".parts")).toBeHidden();
    await visit.shot("frontier-lines");
  });
  await t.test("each link has rank, score with components, text, host, age and linking page, by keyboard", async () => {
    const first = view.rows.first();
    assert.match(await first.innerText(), /^1\b[^]*0\.\d{3}/);
    await first.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(first.locator(".parts")).toBeVisible();
    await visit.shot("frontier-open");
    const text = await first.innerText();
    assert.match(text, /host (ready|delay|busy)/);
    assert.match(text, /just found|in the frontier for [\d,]+ pages?/);
    await expect(first.locator(".parts li")).not.toHaveCount(0);
    const scores = (await view.rows.locator(".score > b").allInnerTexts()).map(Number);
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  });
  await t.test("the linking page opens its details", async () => {
    await view.rows.first().getByRole("button", { name: /^(?!Exclude|Include)/ }).click();
    await page.getByRole("region", { name: /^Details: / }).waitFor();
    await page.keyboard.press("Escape");
  });
  await t.test("an excluded word changes the order, and rows show how far they moved", async () => {
    await page.getByRole("heading", { level: 1 }).click();
    const before = await addresses(view.rows);
    await page.getByRole("button", { name: /^Steer\b/ }).click();
    await page.getByRole("button", { name: "Exclude: dengue" }).click();
    await page.keyboard.press("Escape");
    await others(page, before);
    await expect(view.rows.locator(".moved")).not.toHaveCount(0);
    const sign = await view.rows.locator(".moved").first().innerText();
    assert.match(sign, /[↑↓]\d+|new/);
    await visit.shot("frontier-moved");
  });
  await t.test("ratings change the order", async () => {
    const before = await addresses(view.rows);
    await page.getByRole("tab", { name: "Results" }).click();
    await parts(page).rows.first().getByRole("button", { name: /^Discard: / }).click();
    await page.getByRole("button", { name: "Steer 2 changes" }).waitFor();
    await view.tab.click();
    await others(page, before);
  });
  await t.test(
    "the list does not change while it has the focus, and an excluded host disappears after that",
    async () => {
      const out = view.rows.first().getByRole("button", { name: /^Exclude/ });
      await out.focus();
      const host = (await out.innerText()).replace("Exclude ", "");
      const before = await addresses(view.rows);
      assert.ok(before.some((address) => address.startsWith(host)));
      await page.keyboard.press("Enter");
      await view.rows
        .first()
        .getByRole("button", { name: /^Include .* again$/ })
        .waitFor();
      await page.getByRole("button", { name: "Refresh" }).waitFor();
      assert.deepEqual(await addresses(view.rows), before);
      await page.getByRole("button", { name: "Refresh" }).click();
      const after = await others(page, before);
      assert.ok(!after.some((address) => address.startsWith(`${host}/`)), host);
    },
  );
  await t.test("the preview of another strategy's top ten matches its result", async () => {
    await page.getByRole("heading", { level: 1 }).click();
    await view.previewHeading.click();
    await expect(view.preview).toBeDisabled();
    await view.strategy.selectOption("best-first-anchor");
    await view.preview.click();
    await view.apply.waitFor();
    const [is, would] = [view.side("Current"), view.side("Preview")];
    for (const side of [is, would]) await expect(side).toHaveCount(10);
    assert.deepEqual(await addresses(is), (await addresses(view.rows)).slice(0, 10));
    await visit.shot("frontier-what-if");
    await visit.assertAccessible();
    const wanted = await would.locator("b").allInnerTexts();
    const before = await addresses(view.rows);
    await view.apply.click();
    await page.getByText(/^Strategy: /).first().waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await others(page, before);
    const scores = await view.rows.locator(".score > b").allInnerTexts();
    assert.deepEqual(scores.slice(0, 10), wanted);
  });
  await t.test("a parameter out of range shows an error at its field", async () => {
    await view.strategy.selectOption("best-n-first");
    const field = view.view.locator("#what-if-param-n");
    await field.fill("-1");
    await view.preview.click();
    await page.waitForFunction(() => document.activeElement?.id === "what-if-param-n");
    await expect(field).toHaveAttribute("aria-invalid", "true");
  });
  await t.test("the dark theme is accessible too", async () => {
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    await visit.shot("frontier-dark");
    await visit.assertAccessible();
  });
  await t.test("there are no errors", () => visit.assertCalm());
});

test("the frontier is updated during a crawl, and fits a phone", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, { ...CRAWL, ...SLOW }), { viewport: PHONE });
  const { page } = visit;
  const view = frontier(page);
  await view.tab.click();
  await view.rows.nth(9).waitFor();
  const first = await addresses(view.rows);
  await others(page, first);
  await parts(page).pause.click();
  await parts(page).resume.waitFor();
  const heights = await view.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) <= LINE_PX, `${Math.max(...heights)} pixels`);
  await visit.assertNoSidewaysScrolling();
  await visit.shot("frontier-phone");
  const row = view.rows.first();
  await expect(row.getByRole("button", { name: /^Exclude/ })).toBeHidden();
  await row.locator("summary").click();
  await row.getByRole("button", { name: /^Exclude/ }).waitFor();
  await visit.assertNoSidewaysScrolling();
  await visit.assertAccessible();
  await visit.shot("frontier-phone-open");
  await parts(page).stop.click();
  visit.assertCalm();
});
