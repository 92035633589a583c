// A week with a topic: crawled, judged and exported on the first day, updated on the next, crawled by a model of the judgments, and updated and
// handed over at the end. The demo web ages by thirty days at each update, so that the days need not pass.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { openExtension } from "./extension-page.mjs";
import { download, expect, open } from "./harness.mjs";
import { toLibrary } from "./library-page.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler technique", seed: ["http://portal.test/"], pages: "80", source: "demo" };
/** How long an update or a training may take, in milliseconds. */
const WORK = { timeout: 180_000 };

/** The parts of a topic's page. */
function topic(page) {
  const digests = page.getByRole("region", { name: /^Digests/ });
  return {
    link: page.getByRole("link", { name: `Topic: ${CRAWL.q}`, exact: true }),
    update: page.getByRole("button", { name: "Update this topic", exact: true }),
    budget: page.locator("#update-pages"),
    digests,
    summaries: digests.locator("summary"),
    list: (name) => digests.getByRole("list", { name, exact: true }).first().getByRole("listitem"),
    state: page.getByRole("combobox", { name: "State", exact: true }),
    pages: page.getByRole("list", { name: /^Pages/ }).getByRole("listitem"),
  };
}

async function openTopic(page) {
  await toLibrary(page);
  await topic(page).link.click();
}

/** Updates the open topic, and waits for the end: meanwhile the button stops the update. */
async function update(page) {
  const button = topic(page).update;
  await button.click();
  await page.getByRole("button", { name: "Stop update", exact: true }).waitFor();
  await button.waitFor(WORK);
}

/** Returns the number in front of a word of the latest digest's summary. */
async function counted(page, word) {
  const text = await topic(page).summaries.first().innerText();
  return Number(new RegExp(`(\\d[\\d,]*) ${word}`).exec(text)?.[1].replace(",", ""));
}

/** Saves a file from the drawer that a button opens, and returns its text. */
async function exported(t, page, opener, title) {
  await page.getByRole("button", { name: opener, exact: true }).click();
  const menu = page.locator(".drawer:popover-open");
  const path = await download(t, page, () => menu.getByRole("button", { name: title }).click());
  await page.keyboard.press("Escape");
  return readFileSync(path, "utf8");
}

/** Opens an address of the app, on a static host or in the extension. Returns the visit and the address without its fragment. */
const PLACES = {
  "in the app": async (t, fragment) => {
    const base = await serveFolder(t, STATIC, "/");
    return { base, visit: await open(t, `${base}${fragment}`) };
  },
  "in the extension": openExtension,
};

for (const [place, start] of Object.entries(PLACES)) test(`a week with a topic ends with a file of everything that was kept, ${place}`, async (t) => {
  const { base, visit } = await start(t, crawlAddress("", CRAWL));
  const { page } = visit;
  const the = topic(page);
  const rows = parts(page).results.locator(":scope > li");

  await t.test("day 1: a crawl, judgments, an export", async (t) => {
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
    for (const [place, verb] of [[0, "Keep"], [1, "Keep"], [2, "Keep"], [5, "Discard"]]) {
      await rows.nth(place).getByRole("button", { name: new RegExp(`^${verb}: `) }).click();
    }
    await rows.first().getByRole("button", { name: /^Why: / }).click();
    await page.getByRole("textbox", { name: "Note", exact: true }).fill("Start here.");
    assert.match(await exported(t, page, "Export", /^Markdown\s*main/), /^# /);
  });

  let discarded;
  await t.test("day 2: an update ends in a digest of new and changed pages", async () => {
    await openTopic(page);
    await the.state.selectOption("discarded");
    discarded = await the.pages.first().locator(".url").innerText();
    await the.budget.fill("60");
    await update(page);
    await expect(the.summaries).toHaveCount(1);
    const [fresh, changed] = [await counted(page, "new"), await counted(page, "changed")];
    assert.ok(fresh > 5, `${fresh} new pages`);
    assert.ok(changed > 0, `${changed} changed pages`);
    await expect(the.list("New")).toHaveCount(Math.min(fresh, 50));
    await the.state.selectOption("new");
    await expect(the.pages).toHaveCount(Math.min(fresh, 50));
    await visit.assertGoodLooks("topic-digest");
  });
  await t.test("the digest and the number of pages are there after a reload", async () => {
    const before = await the.summaries.first().innerText();
    await page.reload();
    await the.digests.waitFor();
    await expect(the.summaries.first()).toHaveText(before);
    await expect(the.budget).toHaveValue("60");
  });
  await t.test("a new page that is judged is new no longer", async () => {
    await the.state.selectOption("new");
    const count = await counted(page, "new");
    await the.pages.first().getByRole("button", { name: /^Keep: / }).click();
    await expect(the.pages).toHaveCount(Math.min(count - 1, 50));
    await the.state.selectOption("kept");
    await expect(the.pages).toHaveCount(4);
  });

  await t.test("day 3: a model learns from the judgments, and crawls", async () => {
    await page.getByRole("button", { name: "Train a model" }).click();
    await page.getByRole("link", { name: "Crawl with this model" }).click(WORK);
    await parts(page).pages.fill("30");
    await parts(page).start.click();
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  });

  await t.test("day 7: another update, by the model, and a file of all pages", async (t) => {
    await openTopic(page);
    await update(page);
    await expect(the.summaries).toHaveCount(2);
    await the.state.selectOption("");
    const lines = (await exported(t, page, "Export topic", "Pages and texts, JSONL")).trimEnd().split("\n");
    const pages = lines.map((line) => JSON.parse(line));
    assert.equal(new Set(pages.map(({ url }) => url)).size, pages.length, "each page is there once");
    assert.equal(pages.filter(({ state }) => state === "kept").length, 4);
    assert.ok(pages.some(({ notes }) => notes === "Start here."));
    const read = await exported(t, page, "Export topic", /^Reading list/);
    assert.ok(pages.filter(({ state }) => state === "kept").every(({ url }) => read.includes(url)));
    assert.ok(!read.includes(`href="${discarded.trim()}"`), "discarded pages are not handed over");
  });

  await t.test("two topics are merged, and apart again after an undo", async () => {
    await page.goto(crawlAddress(base, { ...CRAWL, q: "chess endgames", pages: "10" }));
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
    await openTopic(page);
    await page.getByRole("combobox", { name: "Add another topic’s crawls and judgments" }).selectOption({ label: "chess endgames" });
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.locator(".notice-line").getByRole("button", { name: "Undo", exact: true }).click();
    await toLibrary(page);
    await expect(page.getByRole("link", { name: "Topic: chess endgames", exact: true })).toBeVisible();
  });
  visit.assertCalm();
});
