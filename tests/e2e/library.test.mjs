// The Library: crawls are listed, renamed, deleted and restored, run again, searched, exported as files, and imported
// in a new browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { crawlAddress, ENDINGS, openAdvanced, pagesDone, parts, problemOf, SLOW, untilEnd } from "./crawl-page.mjs";
import { download, expect, open } from "./harness.mjs";
import { library, saved, toLibrary } from "./library-page.mjs";
import { APP, LAB } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const CRAWL = { q: "asthma inhaler technique", seed: ["http://portal.test/"], pages: "60", source: "demo" };
const NAME = CRAWL.q;

async function crawled(t, options, crawl = CRAWL) {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, crawl), options);
  assert.equal(await untilEnd(visit.page), ENDINGS.budgetSpent);
  return { base, visit, page: visit.page, the: library(visit.page, NAME) };
}

test("the list of crawls", async (t) => {
  const { visit, page, the } = await crawled(t, {}, { ...CRAWL, pages: "30" });
  await t.test("a crawl is listed, renamed, deleted and restored", () => changeTheList(page, the));
  await t.test("a crawl can be run again, with or without changes", () => runAgain(page));
  visit.assertCalm();
});

/** Its one crawl is called Breathing in the end. */
async function changeTheList(page, the) {
  await toLibrary(page);
  // The list may show the state at the crawl's start until it is refreshed.
  await page.locator(".crawl").filter({ hasText: "Finished" }).waitFor();
  const row = await page.locator(".crawl").innerText();
  for (const word of ["30", "demo web"]) assert.ok(row.includes(word), `${word}: ${row}`);
  await the.button("Rename").click();
  const field = page.getByRole("textbox", { name: "New name" });
  await expect(field, "the field has the focus").toBeFocused();
  await field.press("Escape");
  await the.link().waitFor();
  await the.button("Rename").click();
  await field.fill("Breathing");
  await field.press("Enter");
  await the.link("Breathing").waitFor();
  await the.button("Delete", "Breathing").click();
  await the.link("Breathing").waitFor({ state: "detached" });
  await the.news.getByRole("button", { name: "Undo", exact: true }).click();
  await the.link("Breathing").waitFor();
  await the.button("Delete", "Breathing").click();
  await the.link("Breathing").waitFor({ state: "detached" });
  await page.reload();
  await the.button("Undo", "Breathing").click();
  await the.link("Breathing").waitFor();
  await page.getByText(/This site uses .* of/).waitFor();
  await page.getByRole("button", { name: "Request persistent storage" }).click();
  await the.news.getByText(/Storage is now persistent|declined/).waitFor();
}

async function runAgain(page) {
  const the = library(page, NAME);
  await the.button("Edit settings", "Breathing").click();
  const { query, pages, seeds, start } = parts(page);
  await expect(query).toHaveValue(CRAWL.q);
  await expect(seeds).toHaveValue(CRAWL.seed[0]);
  await expect(pages).toHaveValue("30");
  await pages.fill("25");
  await start.click();
  await page.waitForFunction(
    () => document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuemax") === "25",
  );
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await toLibrary(page);
  await page.waitForFunction(() => document.querySelectorAll(".crawl").length === 2);
  await page.getByRole("button", { name: /^Run again: / }).first().click();
  await page.waitForFunction(
    () => document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuemax") === "25",
  );
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await toLibrary(page);
  await page.waitForFunction(() => document.querySelectorAll(".crawl").length === 3);
}

test("an interrupted crawl is offered on the form, and resumes", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const first = await open(t, crawlAddress(base, { ...CRAWL, pages: "2000", in_flight: "1" }));
  await first.page.waitForFunction(() => /[?&]id=/.test(location.hash));
  await parts(first.page).rows.first().waitFor();
  const page = await first.context.newPage();
  await first.page.close();
  await page.goto(base);
  const offer = page.getByRole("region", { name: "Interrupted crawl" });
  await offer.getByText(/\d+ of 2,000 pages/).waitFor();
  const known = Number(/(\d[\d,]*) of/.exec(await offer.innerText())[1].replace(",", ""));
  await offer.getByRole("link", { name: "Resume" }).click();
  await page.waitForFunction(
    (known) => Number(document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuenow")) > known,
    known,
  );
  await parts(page).stop.click();
  assert.equal(await untilEnd(page), ENDINGS.stopped);
  await page.getByRole("button", { name: "Edit settings", exact: true }).click();
  await expect(parts(page).query, "the form has the crawl's settings").toHaveValue(CRAWL.q);
});

test("an exported crawl resumes in another browser", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const first = await open(t, crawlAddress(base, { ...CRAWL, ...SLOW, pages: "6", in_flight: "1" }));
  await parts(first.page).rows.first().waitFor();
  await parts(first.page).pause.click();
  await parts(first.page).resume.waitFor();
  await first.page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await download(t, first.page, () => first.page.getByRole("button", { name: "Whole crawl" }).click());
  await first.page.keyboard.press("Escape");
  await expect(first.page.getByRole("button", { name: "Export", exact: true })).toBeFocused();
  const known = await pagesDone(first.page);
  assert.ok(known > 0 && known < 6, `${known}`);
  const second = await open(t, `${base}#/library`);
  const the = library(second.page, NAME);
  await second.page.getByText("No saved crawls yet.").waitFor();
  await the.file.setInputFiles(file);
  await the.link().waitFor();
  const own = /[?&]id=([0-9a-f]{16})/.exec(await the.link().getAttribute("href"))[1];
  assert.ok(!first.page.url().includes(own), "the id in the file could stand in anybody's link");
  await second.page.getByRole("link", { name: `Resume: ${NAME}` }).click();
  assert.equal(await untilEnd(second.page), ENDINGS.budgetSpent);
  assert.equal(await pagesDone(second.page), 6);
  first.assertCalm();
  second.assertCalm();
});

test("an invalid file is refused with the reason; a list of addresses becomes seeds", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const { page } = await open(t, `${base}#/library`);
  const the = library(page, NAME);
  await page.getByText("No saved crawls yet.").waitFor();
  await the.file.setInputFiles({ name: "cut.salticid", mimeType: "", buffer: Buffer.from("SALTICID\x01\x00\x01") });
  await the.alert.getByText("Could not import “cut.salticid”").waitFor();
  await page.getByText("No saved crawls yet.").waitFor();
  await the.file.setInputFiles({
    name: "urls.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("http://portal.test/\nhttp://a.test/x\n"),
  });
  const { seeds } = parts(page);
  await seeds.waitFor();
  await expect(seeds).toHaveValue("http://portal.test/\nhttp://a.test/x");
  await expect.poll(() => problemOf(seeds)).toBeNull();
  await toLibrary(page);
  await the.file.setInputFiles({
    name: "half.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("http://portal.test/\njavascript:alert(1)\n"),
  });
  await seeds.waitFor();
  await page.waitForFunction(() => document.querySelector("#seeds")?.getAttribute("aria-invalid") === "true");
  await expect.poll(() => problemOf(seeds)).toMatch(/“half.txt” was imported in part: line 2/);
});

test("an unreadable crawl is listed with the reason, and can be exported or deleted permanently", async (t) => {
  const { visit, page } = await crawled(t, {}, { ...CRAWL, pages: "10" });
  await page.evaluate(async () => {
    const request = (made) =>
      new Promise(
        (resolve, reject) => ((made.onsuccess = () => resolve(made.result)), (made.onerror = () => reject(made.error))),
      );
    const database = await request(indexedDB.open("salticid"));
    const store = database.transaction("crawls", "readwrite").objectStore("crawls");
    const [key] = await request(store.getAllKeys());
    await request(store.put(new Uint8Array([1, 2, 3]), key));
    database.close();
  });
  await toLibrary(page);
  await page.getByRole("heading", { name: /Damaged crawls/ }).waitFor();
  const path = await download(t, page, () => page.getByRole("button", { name: /^Export raw file/ }).click());
  assert.match(path, /\.salticid$/);
  assert.equal(readFileSync(path).subarray(0, 8).toString(), "SALTICID");
  // The worker that crawled it still has it open.
  await page.reload();
  await page.getByRole("button", { name: /^Delete: [0-9a-f]{16}$/ }).click();
  const question = page.locator(".confirm-question");
  await question.waitFor();
  await expect(question, "the question has the focus").toBeFocused();
  await visit.assertGoodLooks("library-unreadable");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: /^Delete: [0-9a-f]{16}$/ }).click();
  await page.getByRole("button", { name: "Delete permanently", exact: true }).click();
  await page.getByRole("heading", { name: /Damaged crawls/ }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("No saved crawls yet.").waitFor();
});

test("a saved crawl", async (t) => {
  const { base, visit, page, the } = await crawled(t);
  await t.test("the Library is accessible and fits in each window and theme", async () => {
    await toLibrary(page);
    await the.link().waitFor();
    await the.button("Export").press("Enter");
    const menu = page.locator(".drawer:popover-open");
    await menu.waitFor();
    await visit.assertGoodLooks("library-menu");
    await menu.getByRole("button", { name: /^Pages, Excel CSV/ }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("button", { name: /^Pages, CSV/ })).toBeFocused();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await expect(the.button("Export")).toBeFocused();
    await the.search.fill("asthma");
    await the.search.press("Enter");
    await the.hits.first().waitFor();
    await visit.assertGoodLooks("library-search");
  });
  await t.test("every export contains what the crawl found", async (t) => {
    await toLibrary(page);
    const read = async (title) => readFileSync(await saved(t, page, title, NAME));
    const lines = (bytes) => bytes.toString().trimEnd().split(/\r?\n/);
    assert.equal(lines(await read("Pages, CSV")).length, 61);
    const records = lines(await read("Pages, JSONL")).map((line) => JSON.parse(line));
    assert.deepEqual(records.map(({ n }) => n), Array.from({ length: 60 }, (_, at) => at + 1));
    const urls = lines(await read(/^URLs/));
    assert.deepEqual(
      urls,
      records.filter(({ outcome }) => ["read", "noindex"].includes(outcome)).map(({ url }) => url),
    );
    const good = (await read(/^Bookmarks/)).toString();
    assert.match(good, /^<!DOCTYPE NETSCAPE-Bookmark-file-1>/i);
    assert.match((await read("Pages, Excel CSV")).toString(), /^\uFEFFrank,title,url,relevance,/);
    const markdown = (await read(/^Markdown\s*main/)).toString();
    assert.match(markdown, /^# /);
    assert.ok(records.some(({ url }) => markdown.includes(`\n<${url}>\n`)));
    const texts = lines(await read("Pages and texts, JSONL")).map((line) => JSON.parse(line));
    assert.ok(texts.length > 0 && texts.every(({ text }) => text.length > 0));
    for (const title of ["Links, GEXF", "Links, GraphML"])
      assert.equal((await read(title)).toString().match(/<node /g).length, 60, title);
    const warc = await saved(t, page, "Recording, WARC", NAME);
    assert.match(gunzipSync(readFileSync(warc)).toString("latin1"), /^WARC\/1\.1/);
    const info = JSON.parse(execFileSync(LAB, ["web", "info", "--json", warc], { encoding: "utf8" }));
    assert.equal(info.pages ?? info.urls, records.filter(({ status }) => status > 0).length, JSON.stringify(info));
  });
  await t.test("an exported recording can be crawled without network", async (t) => {
    await toLibrary(page);
    const warc = await saved(t, page, "Recording, WARC", NAME);
    // A crawler that was killed leaves such an end. It costs no page, and is listed with its place.
    appendFileSync(warc, Buffer.alloc(500, "no gzip "));
    await the.file.setInputFiles(warc);
    const { query, seeds, source, start } = parts(page);
    await page.getByRole("status").filter({ hasText: /60 pages of \d+ hosts?/ }).waitFor();
    await page.locator("details.warnings > summary").click();
    await page.locator("details.warnings li", { hasText: /\d{4,}/ }).waitFor();
    await expect(source("Recorded web")).toBeChecked();
    await openAdvanced(page);
    await seeds.fill(CRAWL.seed[0]);
    await query.fill(CRAWL.q);
    await visit.assertAccessible();
    await visit.shot("recorded-source");
    await start.click();
    await page.locator(".status").getByText("recorded web").waitFor();
    const file = basename(warc);
    const ending = await untilEnd(page);
    assert.ok([ENDINGS.budgetSpent, ENDINGS.frontierEmpty].includes(ending), ending);
    assert.ok((await pagesDone(page)) >= 50);
    await toLibrary(page);
    await page.getByText(`recorded web “${file}”`).waitFor();
    visit.assertStayedWithin(new URL(base).origin);
  });
  await t.test("the pages of all crawls can be searched by words, each listed once", async () => {
    await the.search.fill("asthma inhaler");
    await the.search.press("Enter");
    // A page of both crawls.
    await page.locator(".hits > li:has(.hit-topic a ~ a)").first().waitFor();
    const urls = await the.hits.locator("h3 [title]").evaluateAll((links) => links.map((link) => link.title));
    assert.equal(new Set(urls).size, urls.length);
    const scores = (await the.hits.locator(".hit-score").allInnerTexts()).map((text) =>
      Number(text.replace(/[^\d.]/g, "")),
    );
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
    await expect(the.hits.first().locator("mark").first()).toHaveText(/asthma|inhaler/i);
  });
  await t.test("similar words are found and named, and can be left out", async () => {
    await the.search.fill("asthmatic");
    await the.search.press("Enter");
    await expect(page.getByText("Also found: asthma.")).toBeVisible();
    const hits = await the.hits.count();
    assert.ok(hits > 0);
    await page.getByRole("button", { name: "Exact words only" }).click();
    await expect(the.hits).toHaveCount(0);
    await page.getByRole("button", { name: "Include similar words" }).click();
    await expect(the.hits).toHaveCount(hits);
    await the.hits.first().locator(".hit-topic a").first().click();
    await parts(page).rows.first().waitFor();
  });
  visit.assertCalm();
});
