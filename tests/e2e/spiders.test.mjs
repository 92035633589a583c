// The tree of spiders: families, histories, dead spiders, keyboard and phone; and the branches of a crawl without
// spiders.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, untilEnd } from "./crawl-page.mjs";
import { DESKTOP, expect, open, PHONE } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { spidersOf } from "./spiders-page.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma", strategy: "info-spiders", pages: 300, "params.cost": 0.2 };

test("the view shows spiders while they crawl, breed and die", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, CRAWL));
  const { page } = visit;
  const { tab, tree, lines, story } = spidersOf(page);
  await tab.click();
  await lines.first().waitFor();
  await visit.shot("spiders-growing");
  await untilEnd(page);
  await page.getByText(/\d+ alive, [1-9]\d* dead/).waitFor();

  await t.test("families are grouped, and every row has name and state", async () => {
    const levels = await lines.evaluateAll((rows) => rows.map((row) => Number(row.ariaLevel)));
    assert.ok(levels.includes(2), `levels ${levels}`);
    for (const name of await lines.allTextContents()) {
      assert.match(name, /^Spider \d+(\+[\d,]+ below)?, (alive|dead since page [\d,]+), energy \d+%, [\d,]+ pages?/);
      assert.match(name, / pages?(–|, best page \d?\.\d\d .+)$/);
    }
    await visit.shot("spiders-end");
  });
  await t.test("keys go to a child, whose history lists its words and when it learned them", async () => {
    const child = tree.locator("[aria-level='2']").first();
    const id = await child.getAttribute("id");
    await lines.first().focus();
    for (let steps = 0; (await focused(page)) !== id; steps++) {
      assert.ok(steps < 100, "the child was not reached");
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await story.getByRole("heading", { name: "Words" }).waitFor();
    await expect(story).toContainText(/Child of\s+Spider \d+/, { useInnerText: true });
    await expect(story.locator(".keywords")).toContainText(/of your query/, { useInnerText: true });
    await expect(story.locator(".keywords")).toContainText(/page \d+/, { useInnerText: true });
    await story.getByRole("img", { name: /^Energy: / }).waitFor();
    await expect(story.getByRole("img", { name: /weights/ })).not.toHaveCount(0);
    await visit.shot("spiders-story");
  });
  await t.test("it is accessible and fits in each window and theme", () => visit.assertGoodLooks("spiders"));
  await t.test("a page of the history opens its details", async () => {
    await story.getByRole("list").last().getByRole("button").first().click();
    await page.getByRole("region", { name: /^Details: / }).locator(".answer").waitFor();
  });
  await t.test("a change of the view keeps the focus, whatever is open there", async () => {
    await tab.focus();
    await page.keyboard.press("End");
    await page.getByRole("region", { name: /^Details: / }).waitFor();
    await expect.poll(() => focused(page)).toBe("tab-frontier");
    await tab.click();
    await story.waitFor();
    await expect.poll(() => focused(page)).toBe("tab-spiders");
    await page.getByRole("region", { name: /^Details: / }).focus();
    await page.keyboard.press("Escape");
  });
  await t.test("a button opens its parent, and Escape returns to the tree", async () => {
    await story.getByRole("button", { name: /^Spider \d+$/ }).first().click();
    await story.getByText(/Parent of/).waitFor();
    await page.keyboard.press("Escape");
    await story.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^spider-\d+$/);
  });
  await t.test("charts show population and energy", async () => {
    for (const title of ["Population", "Energy"])
      await page.getByRole("region", { name: "Curves" }).getByRole("heading", { name: title, exact: true }).waitFor();
  });
  await t.test("there are no errors", () => visit.assertCalm());
});

test("a family of many generations stays within its column", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, { ...CRAWL, pages: 800, "params.cost": 0.05, "params.theta": 0.15 }));
  const { page } = visit;
  const { tab, tree, lines, story } = spidersOf(page);
  await untilEnd(page);
  await tab.click();
  await lines.first().waitFor();
  await tree.evaluate(unfold);
  const levels = await lines.evaluateAll((rows) => rows.map((row) => Number(row.ariaLevel)));
  assert.ok(Math.max(...levels) > 6, `no more than ${Math.max(...levels)} generations`);
  const cut = () =>
    lines.evaluateAll((rows) =>
      rows
        .map((row) => row.querySelector(".spider-who"))
        .filter((who) => who.scrollWidth > who.clientWidth + 1)
        .map((who) => who.textContent),
    );
  for (const [device, viewport] of [["desktop", DESKTOP], ["phone", PHONE]]) {
    await page.setViewportSize(viewport);
    await t.test(`no name is cut, ${device}`, () => expect.poll(cut).toEqual([]));
    await t.test(`a child is indented below its parent and connected by a line, ${device}`, async () => {
      const [parent, child] = await lines.evaluateAll((rows) => {
        const mark = (row) => row.querySelector(".spider-mark").getBoundingClientRect().x;
        const at = rows.findIndex((row, at) => Number(row.ariaLevel) < Number(rows[at + 1]?.ariaLevel));
        const [above, below] = [rows[at], rows[at + 1]];
        const fold = above.querySelector(".spider-fold").getBoundingClientRect();
        const line = [...below.querySelectorAll(".family line")].at(-2).getBoundingClientRect();
        return [
          { mark: mark(above), fold: fold.x + fold.width / 2 },
          { mark: mark(below), line: line.x + line.width / 2 },
        ];
      });
      assert.ok(child.mark > parent.mark, JSON.stringify([parent, child]));
      assert.ok(Math.abs(child.line - parent.fold) < 1.5, JSON.stringify([parent, child]));
    });
    await lines.first().click();
    await story.waitFor();
    await t.test(`no name is cut beside an open history, ${device}`, () => expect.poll(cut).toEqual([]));
    await visit.assertNoSidewaysScrolling();
    await visit.shot(`spiders-deep-${device}`);
    await page.keyboard.press("Escape");
    await story.waitFor({ state: "detached" });
  }
  visit.assertCalm();
});

const SEEDS = ["http://portal.test/", "http://asthma-guide.test/", "http://web-guide.test/"];
const BRANCHES = {
  q: "asthma inhaler treatment",
  source: "demo",
  seed: SEEDS,
  strategy: "best-first",
  in_flight: 1,
  pages: 100,
};

const WIDE = { width: 1600, height: 900 };
const WIDE_LOOKS = ["light", "dark"].map((theme) => [`wide-${theme}`, WIDE, theme]);
const PHONE_LOOK = ["phone-dark", PHONE, "dark"];

test("a crawl without spiders shows the branches of its seeds beside the results", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, BRANCHES), { viewport: WIDE });
  const { page } = visit;
  const { tab, lines, filter } = branchesOf(page);
  await untilEnd(page);
  await expect(lines).toHaveCount(SEEDS.length);
  // With this topic nearly all pages are reached from this seed.
  const own = lines.filter({ hasText: /^asthma-guide\.test/ });
  const count = async (line) => (await line.locator(".spider-pages").nth(1).innerText()).match(/\d+/)[0];

  await t.test("selecting a seed filters results and charts, and a second press removes the filter", async () => {
    const all = await page.locator(".results-head .count").innerText();
    await own.click();
    await expect(page.getByText("Of the filtered pages")).toBeVisible();
    await expect
      .poll(
        async () => (await filter.locator("option:checked").innerText()) === `asthma-guide.test (${await count(own)})`,
      )
      .toBe(true);
    await visit.assertGoodLooks("branches-filter", WIDE_LOOKS);
    await own.click();
    await expect(page.locator(".results-head .count")).toHaveText(all);
  });
  await t.test("the tab lists the same seeds with depth and best page, and the address contains the tab", async () => {
    const seeds = await lines.locator(".branch-name").allInnerTexts();
    await tab.click();
    await expect(page.getByRole("tabpanel").getByRole("treeitem")).toHaveCount(SEEDS.length);
    assert.deepEqual(await lines.locator(".branch-name").allInnerTexts(), seeds);
    await expect(own).toContainText(/relevant of \d+ pages, depth \d+, best page \d?\.\d\d ./);
    await expect(page).toHaveURL(/show\.view=spiders/);
    await visit.assertGoodLooks("branches", [...WIDE_LOOKS, PHONE_LOOK]);
  });
  visit.assertCalm();
});

/** Runs in the page: unfolds all of a tree. */
async function unfold(tree) {
  for (let folded, steps = 0; (folded = tree.querySelector("[aria-expanded=false]")); steps += 1) {
    if (steps === 10_000) throw new Error(`it stays folded: ${folded.textContent}`);
    folded.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
    // The tree is drawn in a later task.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The branches view. */
function branchesOf(page) {
  const tree = page.getByRole("tree", { name: "Branches by seed" });
  return {
    tab: page.getByRole("tab", { name: "Branches" }),
    tree,
    lines: tree.getByRole("treeitem"),
    filter: page.getByRole("search", { name: "Filter results" }).getByRole("combobox", { name: "Seed" }),
  };
}

/** Returns the id of the focused element. */
function focused(page) {
  return page.evaluate(() => document.activeElement?.id ?? "");
}
