// A week with a topic: crawled, judged and exported on the first day, updated on the next, crawled by a model of the
// judgments, and updated and handed over at the end. It takes place on a web with faults, in the app through the proxy;
// its first two days also in the extension by its own requests. The file has the first name, since it takes longest.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { allowAddress, openExtension } from "./extension-page.mjs";
import { startFaultyWeb } from "./faulty-web.mjs";
import { beforeWorker, download, expect, open } from "./harness.mjs";
import { toLibrary } from "./library-page.mjs";
import { startProxy } from "./processes.mjs";

const CRAWL = { q: "garden spiders", seed: "http://spider-garden.org/", pages: "30" };
const DAY_MS = 86_400_000;

/** The parts of a topic's page. */
function topic(page) {
  const digests = page.getByRole("region", { name: /^Digests/ });
  return {
    link: page.getByRole("link", { name: `Topic: ${CRAWL.q}`, exact: true }),
    update: page.getByRole("button", { name: "Update this topic", exact: true }),
    budget: page.locator("#update-pages"),
    digests,
    summaries: digests.locator(".digest > summary"),
    list: (name) => digests.getByRole("list", { name, exact: true }).first().getByRole("listitem"),
    state: page.getByRole("combobox", { name: "State", exact: true }),
    pages: page.getByRole("list", { name: /^Pages/ }).getByRole("listitem"),
  };
}

async function openTopic(page) {
  await toLibrary(page);
  await topic(page).link.click();
}

/** Updates a topic by a button, and waits for the end on its page: meanwhile the button there stops the update. */
async function updated(page, button) {
  await button.click();
  await page.getByRole("button", { name: "Stop update", exact: true }).waitFor();
  await topic(page).update.waitFor();
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

/** Returns a script that sets the clock of a worker, which begins with it, to a later day. */
const onDay = (day) =>
  `Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + ${(day - 1) * DAY_MS} });\n`;

/**
 * Opens the app or the extension for a web. Returns the visit, the address without its fragment, the source, and what
 * sets its clock and allows the form's crawl to reach this device.
 */
const PLACES = {
  "in the app": async (t, { hosts }) => {
    const resolve = Object.entries(hosts).map(([host, port]) => `--resolve=${host}:80:127.0.0.1:${port}`);
    const { origin } = await startProxy(t, resolve);
    const visit = await open(t, `${origin}/`);
    const setDay = async (day) => {
      await visit.context.unrouteAll();
      await beforeWorker(visit.context, onDay(day));
    };
    return { base: `${origin}/`, visit, source: "proxy", setDay, allow: () => {} };
  },
  "in the extension": async (t, { hosts }) => {
    let loader;
    const edit = (folder) =>
      (loader = join(
        folder,
        readdirSync(folder).find((name) => /^worker-\w+_loader\.js$/.test(name)),
      ));
    const { base, visit } = await openExtension(t, "", { hosts, edit });
    const script = readFileSync(loader, "utf8");
    const allow = (page) => allowAddress(page, "127.0.0.1");
    return { base, visit, source: "direct", setDay: (day) => writeFileSync(loader, onDay(day) + script), allow };
  },
};

test("a week with a topic ends with a file of everything that was kept, in the app", (t) =>
  spendWeek(t, PLACES["in the app"], 7));

// Of a topic only the requests have anything of the extension.
test("two days with a topic end with a file of everything that was kept, in the extension", (t) =>
  spendWeek(t, PLACES["in the extension"], 2));

/** Spends up to a week with a topic at a place, which `start` opens. */
async function spendWeek(t, start, days) {
  const web = await startFaultyWeb(t);
  const { base, visit, source, setDay, allow } = await start(t, web);
  const { page } = visit;
  const crawl = async (parameters) => {
    await page.goto(`${base}#/crawl?${new URLSearchParams({ ...CRAWL, source, ...parameters })}`);
    await expect(parts(page).query).toHaveValue(parameters.q ?? CRAWL.q);
    await allow(page);
    await parts(page).start.click();
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  };
  const begin = async (day) => {
    await setDay(day);
    await toLibrary(page);
    // A page that is left while it loads the Library reports an error.
    await the.link.waitFor();
    await page.reload();
    await the.link.waitFor();
  };
  /** Exports the pages of the topic, and asserts that each is there once. */
  const handedOver = async (t) => {
    const lines = (await exported(t, page, "Export topic", "Pages and texts, JSONL")).trimEnd().split("\n");
    const pages = lines.map((line) => JSON.parse(line));
    assert.equal(new Set(pages.map(({ url }) => url)).size, pages.length, "each page is there once");
    return pages;
  };
  const the = topic(page);
  const rows = parts(page).results.locator(":scope > li");

  await t.test("day 1: a crawl, judgments, an export", async (t) => {
    await crawl({});
    for (const [place, verb] of [[0, "Keep"], [1, "Keep"], [2, "Keep"], [5, "Discard"]]) {
      await rows.nth(place).getByRole("button", { name: new RegExp(`^${verb}: `) }).click();
    }
    await rows.first().getByRole("button", { name: /^Why: / }).click();
    await page.getByRole("textbox", { name: "Note", exact: true }).fill("Start here.");
    assert.match(await exported(t, page, "Export", /^Markdown\s*main/), /^# /);
  });

  let discarded;
  await t.test("day 2: an update ends in a digest of new and changed pages", async () => {
    web.nextDay();
    await begin(2);
    await openTopic(page);
    await page.getByText(`Query: ${CRAWL.q}`, { exact: true }).waitFor();
    await the.state.selectOption("discarded");
    discarded = await the.pages.first().locator(".url").innerText();
    await the.budget.fill("60");
    await updated(page, the.update);
    await expect(the.summaries).toHaveCount(1);
    const [fresh, changed] = [await counted(page, "new"), await counted(page, "changed")];
    assert.ok(fresh > 10, `${fresh} new pages`);
    assert.ok(changed > 0, `${changed} changed pages`);
    assert.ok((await counted(page, "gone")) > 0, "pages are gone");
    await expect(the.list("New")).toHaveCount(10);
    await the.digests.locator(".digest[open] details > summary").first().click();
    await expect(the.list("New, more")).toHaveCount(fresh - 10);
    await expect(the.list("New, more").last()).toBeVisible();
    await the.state.selectOption("new");
    await expect(the.pages).toHaveCount(Math.min(fresh, 50));
    if (days > 2) await visit.assertGoodLooks("topic-digest");
  });
  if (days === 2) {
    await t.test("the file has every page once, and those that were kept", async (t) => {
      await the.state.selectOption("");
      const pages = await handedOver(t);
      assert.equal(pages.filter(({ state }) => state === "kept").length, 3);
    });
    // Its own requests fail as the web does.
    visit.complaints = visit.complaints.filter((line) => !line.startsWith("request failed: http"));
    visit.assertCalm();
    return;
  }
  await t.test("the digest and the number of pages are there after a reload", async () => {
    const before = await the.summaries.first().innerText();
    await page.reload();
    await the.digests.waitFor();
    await expect(the.summaries.first()).toHaveText(before);
    await expect(the.budget).toHaveValue("60");
  });
  await t.test("the start page tells what the update found", async () => {
    const found = (await the.summaries.first().innerText())
      .split(": ")
      .at(-1)
      .split(", ")
      .filter((count) => !count.startsWith("0 "));
    await page.goto(base);
    await expect(page.getByRole("navigation", { name: "Your topics" })).toContainText(` · ${found.join(", ")}, `);
    await visit.assertGoodLooks("home-topics");
    await openTopic(page);
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
    await begin(3);
    await openTopic(page);
    await page.getByRole("button", { name: "Train a model" }).click();
    await page.locator("#how-well").waitFor();
    await expect(page.getByRole("heading", { level: 1, name: CRAWL.q })).toBeVisible();
    // The verdict is that of the figures, whether the model is good or not.
    const verdict = page.locator(".model-verdict");
    const [measured, guessing] = (await verdict.locator("p").innerText()).match(/\d+(?=%)/g).map(Number);
    const isBad = await verdict.evaluate((one) => one.classList.contains("is-bad"));
    const figures = `${measured} %, and ${guessing} % by guessing`;
    assert.ok(isBad ? measured <= guessing : measured >= guessing, figures);
    await page.getByRole("link", { name: "Crawl with this model" }).click();
    await parts(page).pages.fill("10");
    await parts(page).start.click();
    assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  });

  await t.test("day 7: another update, by the model, and a file of all pages", async (t) => {
    await begin(7);
    await page.goto(base);
    await updated(page, page.getByRole("button", { name: `Update topic: ${CRAWL.q}`, exact: true }));
    await expect(the.summaries).toHaveCount(2);
    await page.getByRole("link", { name: `Model: ${CRAWL.q}` }).waitFor();
    await the.state.selectOption("");
    const pages = await handedOver(t);
    assert.equal(pages.filter(({ state }) => state === "kept").length, 4);
    assert.ok(pages.some(({ notes }) => notes === "Start here."));
    const urls = (await exported(t, page, "Export topic", /^URLs/)).trimEnd().split("\n");
    assert.ok(pages.every(({ url }) => urls.includes(url)));
    const read = await exported(t, page, "Export topic", /^Reading list/);
    assert.ok(pages.filter(({ state }) => state === "kept").every(({ url }) => read.includes(url)));
    assert.ok(!read.includes(`href="${discarded.trim()}"`), "discarded pages are not handed over");
  });

  await t.test("two topics are merged, and apart again after an undo", async () => {
    await crawl({ q: "chess endgames", pages: "3" });
    await openTopic(page);
    await page
      .getByRole("combobox", { name: "Add another topic’s crawls and judgments" })
      .selectOption({ label: "chess endgames" });
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.locator(".notice-line").getByRole("button", { name: "Undo", exact: true }).click();
    await toLibrary(page);
    await expect(page.getByRole("link", { name: "Topic: chess endgames", exact: true })).toBeVisible();
  });
  await t.test("a crawl is moved to a new topic", async () => {
    const topics = page.getByRole("link", { name: /^Topic: / });
    const before = await topics.count();
    await openTopic(page);
    const crawls = page.locator("li.crawl");
    await the.update.waitFor();
    const count = await crawls.count();
    await crawls.first().getByRole("combobox", { name: /^Move to topic: / }).selectOption({ label: "New topic" });
    await crawls.first().getByRole("button", { name: "Move", exact: true }).click();
    await expect(crawls).toHaveCount(count - 1);
    await toLibrary(page);
    await expect(topics).toHaveCount(before + 1);
  });
  visit.assertCalm();
}
