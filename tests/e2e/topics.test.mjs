// Crawls that learn from topics: the editor, the examples as they are read, what was learned, what is known in the end.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, problemOf, untilEnd } from "./crawl-page.mjs";
import { open, PHONE } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** The parts of the editor and of what was learned. */
function teaching(page) {
  const button = (name) => page.getByRole("button", { name, exact: true });
  return {
    editor: page.getByRole("region", { name: "Topics to learn from" }),
    fill: button("Fill in topics of the built-in web"),
    file: page.getByLabel("Read a bookmark file"),
    add: button("Add a folder"),
    undo: button("Undo"),
    names: page.getByRole("textbox", { name: "Folder name" }),
    examples: (folder) => page.getByRole("textbox", { name: `Example pages of ${folder}` }),
    inside: (folder) => button(`Inside ${folder}`),
    good: (folder) => page.getByRole("checkbox", { name: `looked for (${folder})`, exact: true }),
    use: (folder) => page.getByRole("checkbox", { name: new RegExp(`^Use ${folder}`) }),
    learned: page.getByRole("heading", { name: "What was learned" }),
    folders: page.getByRole("list", { name: "Folders" }).getByRole("listitem"),
    begin: button("Begin the crawl"),
    change: button("Change the topics"),
    table: (name) => page.getByRole("table", { name: new RegExp(`^${name}`) }),
  };
}

/** Opens the form with the strategy that learns from topics. */
async function openEditor(t, options = {}, more = "") {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, `${base}#/crawl?strategy=focused${more}`, options);
  await teaching(visit.page).fill.waitFor();
  return { base, visit, page: visit.page, ...teaching(visit.page), ...parts(visit.page) };
}

test("the topics of the built-in web teach a crawl, and it tells what it learned and found", async (t) => {
  const { visit, page, fill, good, start, pages, learned, folders, begin, table } = await openEditor(t);
  await fill.click();
  await good("Chess").check();
  await visit.shot("topics-editor");
  await t.test("the editor: nothing grave by axe-core", () => visit.assertAccessible());
  await pages.fill("60");
  await start.click();
  await learned.waitFor();

  await t.test("it waits, and what was learned has the focus", async () => {
    assert.ok(await learned.evaluate((heading) => heading === document.activeElement));
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Pages like Linux and Chess");
  });
  await t.test("each folder says how well it is told from the others", async () => {
    const told = await folders.allInnerTexts();
    assert.equal(told.length, 13);
    for (const text of told) assert.match(text, /told well|mixed up|too few/);
    assert.match(told.find((text) => text.startsWith("Chess")), /looked for[^]*Told from the others in (only )?\d+ of \d+ cases/);
  });
  await visit.shot("topics-learned");
  await t.test("what was learned: nothing grave by axe-core", () => visit.assertAccessible());
  await begin.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await t.test("hubs and authorities are tables of pages", async () => {
    for (const name of ["Hubs", "Authorities"]) {
      await table(name).waitFor();
      assert.match(await table(name).getByRole("link").first().getAttribute("href"), /^http:\/\/[^/]+\.test\//);
    }
  });
  await t.test("what was learned is still there, folded", async () => {
    await learned.click();
    await folders.first().waitFor();
  });
  await visit.shot("topics-end");
  await t.test("the end: nothing grave by axe-core", () => visit.assertAccessible());
  visit.assertCalm();
});
