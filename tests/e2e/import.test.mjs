// Large bookmark files can be imported wherever a file can be chosen; each step prints the durations of the page's
// tasks.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { openAdvanced, parts } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";
import { trace } from "./tasks.mjs";

/** The limit for each task of the page, in milliseconds. */
const GOAL_MS = 50;

/**
 * Writes `count` bookmarks in `folders` folders, in the shortest markup (190,000 in 10 MB). Returns the file's path; it
 * is removed with the test.
 */
function bookmarks(t, count, folders) {
  const lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>"];
  for (let at = 0; at < count; at++) {
    if (at % Math.ceil(count / folders) === 0) lines.push(`${at ? "</DL>" : ""}<DT><H3>Folder ${at}</H3><DL>`);
    lines.push(`<DT><A HREF="http://h${at % 500}.org/${at}">${at}`);
  }
  lines.push("</DL></DL>");
  const folder = mkdtempSync(join(tmpdir(), "salticid-bookmarks-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "bookmarks.html");
  // A file on disk: a file from memory would be assembled by the page's own thread.
  writeFileSync(file, lines.join("\n"));
  return file;
}

/** Goes to a screen and records a browser trace. */
async function begin({ page, context }, address) {
  await page.goto(address);
  await page.waitForTimeout(1_000);
  const tracing = await trace(context, page);
  await page.evaluate(() => performance.mark("import"));
  return tracing;
}

/**
 * Prints the longest tasks of the page once it is idle. The figure is meaningful on a quiet machine only, so it fails
 * no test.
 */
async function tellTasks(t, page, tracing) {
  await page.waitForTimeout(1_000);
  const { tasks } = await tracing.since("import");
  const told = (some) =>
    some.map(({ ms, cpuMs }) => `${ms.toFixed(0)} ms (${cpuMs.toFixed(0)} ms of the processor)`).join(", ");
  const longest = [...tasks].sort((one, other) => other.cpuMs - one.cpuMs);
  const over = tasks.filter(({ ms }) => ms > GOAL_MS);
  t.diagnostic(`longest tasks: ${told(longest.slice(0, 3))}; over ${GOAL_MS} ms: ${told(over) || "none"}`);
}

for (const [name, count, folders] of [
  ["190,000 bookmarks in 400 folders", 190_000, 400],
  ["40,000 bookmarks in 20,000 folders", 40_000, 20_000],
]) {
  test(`${name} are imported`, async (t) => {
    const base = await serveFolder(t, APP, "/");
    const file = bookmarks(t, count, folders);
    const visit = await open(t, base);
    const { page } = visit;
    // The worker sends the examples.
    await parts(page).query.waitFor();
    await t.test(`${name} become topics, which can be edited`, async (t) => {
      const tracing = await begin(visit, `${base}#/crawl?strategy=focused`);
      await page.locator("#topics-file").setInputFiles(file);
      await page.getByText(/folders? (was|were) imported from/).waitFor();
      await page.getByRole("textbox", { name: "Find folders" }).fill("Folder 9");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("No folders yet").waitFor();
      await tellTasks(t, page, tracing);
    });
    // Seeds have no folders.
    if (folders <= 400) {
      await t.test(`${name} are searched for seeds`, async (t) => {
        const tracing = await begin(visit, `${base}#/crawl?q=folder`);
        await openAdvanced(page);
        await page.getByRole("button", { name: /^Find seeds/ }).click();
        await page.getByRole("combobox", { name: "Where to look" }).selectOption({ label: "Your bookmarks" });
        await page.locator("#seeds-file").setInputFiles(file);
        const found = page.getByRole("group", { name: "Pages found" });
        await found.or(page.locator(".find-seeds .problem")).first().waitFor();
        await tellTasks(t, page, tracing);
      });
      await t.test(`${name} become seeds from the Library`, async (t) => {
        const tracing = await begin(visit, `${base}#/library`);
        await page.locator("#bring-file").setInputFiles(file);
        await expect(parts(page).seeds).toHaveValue(/^http:\/\/h0\.org\/0\n/);
        const seeds = (await parts(page).seeds.inputValue()).split("\n");
        assert.equal(seeds.length, 1_000);
        await expect(page.locator("body")).toContainText("a crawl has at most 1000 seeds");
        await tellTasks(t, page, tracing);
      });
    }
    // At the end, since trails are saved meanwhile.
    await t.test(`${name} become trails`, async (t) => {
      const tracing = await begin(visit, `${base}#/train`);
      await page.locator("#trails-file").setInputFiles(file);
      await page.getByRole("button", { name: /^Import [\d,]+ folders$/ }).click();
      await page.getByText(/^Imported .* from “bookmarks\.html”\.$/).waitFor();
      await tellTasks(t, page, tracing);
    });
  });
}
