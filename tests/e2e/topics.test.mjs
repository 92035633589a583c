// Crawls that learn from topics: the editor, reading the examples, the training report, and the model tables at the
// end.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, problemOf, untilEnd } from "./crawl-page.mjs";
import { download, expect, folder, open, PHONE } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** The parts of the editor and of the training report. */
function teaching(page) {
  const button = (name) => page.getByRole("button", { name, exact: true });
  return {
    editor: page.getByRole("region", { name: "Training topics" }),
    fill: button("Use demo topics"),
    file: page.getByLabel("Import bookmarks"),
    add: button("Add folder"),
    undo: button("Undo"),
    names: page.getByRole("textbox", { name: "Folder name" }),
    examples: (folder) => page.getByRole("textbox", { name: `Example pages of ${folder}` }),
    inside: (folder) => button(`Contents of ${folder}`),
    good: (folder) => page.getByRole("checkbox", { name: `target (${folder})`, exact: true }),
    use: (folder) => page.getByRole("checkbox", { name: new RegExp(`^Use ${folder}`) }),
    learned: page.getByRole("heading", { name: "Training results" }),
    folders: page.getByRole("list", { name: "Folders" }).getByRole("listitem"),
    begin: button("Start crawl"),
    change: button("Edit topics"),
    table: (name) => page.getByRole("table", { name: new RegExp(`^${name}`) }),
  };
}

/** Opens the form with the strategy that learns from topics. */
async function openEditor(t, options = {}, more = "") {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/crawl?strategy=focused${more}`, options);
  await teaching(visit.page).fill.waitFor();
  return { base, visit, page: visit.page, ...teaching(visit.page), ...parts(visit.page) };
}

test("the topics of the demo web train a crawl, which reports what it learned and found", async (t) => {
  const { visit, page, fill, good, start, pages, learned, folders, begin, table } = await openEditor(t);
  await fill.click();
  await good("Chess").check();
  await visit.shot("topics-editor");
  await t.test("the editor: axe-core reports no problems", () => visit.assertAccessible());
  await pages.fill("60");
  await start.click();
  await learned.waitFor();

  await t.test("the crawl waits, and the training report has the focus", async () => {
    await expect(learned).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pages like Linux and Chess");
  });
  await t.test("each folder shows its classification accuracy", async () => {
    const told = await folders.allInnerTexts();
    assert.equal(told.length, 14);
    for (const text of told) assert.match(text, /recognized well|often confused|too few/);
    assert.match(told.find((text) => text.startsWith("Chess")), /target[^]*Recognized in (only )?\d+ of \d+ cases/);
  });
  await visit.shot("topics-learned");
  await t.test("the training report: axe-core reports no problems", () => visit.assertAccessible());
  await t.test("an address contains its topics, and waits for a confirmation", async (t) => {
    const again = await open(t, page.url().replace("#/crawl?", "#/crawl?start=1&"));
    const there = teaching(again.page);
    await there.begin.waitFor();
    await there.change.click();
    await there.names.nth(12).waitFor();
    again.assertCalm();
  });
  await begin.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await t.test("hubs and authorities are tables of pages", async () => {
    for (const name of ["Hubs", "Authorities"]) {
      await table(name).waitFor();
      await expect(table(name).locator("tbody button").first()).toHaveAttribute("title", /^http:\/\/[^/]+\.test\//);
    }
  });
  await t.test("the training report is still there, folded", async () => {
    await learned.click();
    await folders.first().waitFor();
  });
  await visit.shot("topics-end");
  await t.test("the ending: axe-core reports no problems", () => visit.assertAccessible());
  visit.assertCalm();
});

/** Writes a bookmark file as browsers do: folders with URLs. */
function bookmarkFile(t, folders) {
  const list = ([name, urls]) =>
    `<DT><H3>${name}</H3><DL><p>${urls.map((url) => `<DT><A HREF="${url}">A page</A>`).join("\n")}</DL><p>`;
  const path = join(folder(t), "mine.html");
  writeFileSync(
    path,
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>\n<DL><p>${folders.map(list).join("\n")}</DL><p>`,
  );
  return path;
}

/** Returns the editor's content, folder by folder, filled in with the topics of the demo web. */
async function builtInExamples({ fill, inside, examples, page, undo }, folders) {
  await fill.click();
  const found = [];
  for (const folder of folders) {
    await inside(folder).click();
    found.push([folder, (await examples(folder).inputValue()).split("\n")]);
  }
  await undo.click();
  await page.getByText("No folders yet.").waitFor();
  return found;
}

test("bookmarks become topics; unusable ones and unreachable examples are reported", async (t) => {
  const visit = await openEditor(t);
  const { page, editor, file, good, names, start, pages, learned, folders, begin, examples, inside, undo } = visit;
  const [asthma, chess] = await builtInExamples(visit, ["Asthma", "Chess"]);
  const gone = "http://no-such-host.test/page";
  const path = bookmarkFile(t, [["My asthma", [...asthma[1], gone, "javascript:alert(1)"]], ["My chess", chess[1]]]);
  await file.setInputFiles(path);
  await page.getByText("2 folders were imported from mine.html.").waitFor();
  await page.getByText("1 thing could not be imported").click();
  await page.getByText(/javascript/).waitFor();
  await expect.poll(() => names.evaluateAll((all) => all.map((one) => one.value))).toEqual(["My asthma", "My chess"]);

  await t.test("a dropped file adds or replaces topics, and can be undone", async () => {
    const text = readFileSync(path, "utf8");
    const dataTransfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.html", { type: "text/html" }));
      return data;
    }, text);
    await editor.dispatchEvent("drop", { dataTransfer });
    await page.getByText("2 folders were imported from dropped.html.").waitFor();
    await page.getByRole("button", { name: "Replace other topics" }).click();
    await expect(names).toHaveCount(2);
    await page.getByRole("button", { name: "Keep other topics" }).click();
    await expect(names).toHaveCount(4);
    await undo.click();
    await expect(names).toHaveCount(2);
  });
  await t.test("a file without bookmarks is reported, and nothing changes", async () => {
    await file.setInputFiles({ name: "note.html", mimeType: "text/html", buffer: Buffer.from("<p>Hello</p>") });
    await page.getByText(/“note.html”: this is not a bookmark file/).first().waitFor();
    await file.setInputFiles({ name: "large.html", mimeType: "text/html", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await page.getByText(/“large.html” is larger than 10 MB/).first().waitFor();
    await expect(names).toHaveCount(2);
  });
  await t.test(
    "a start without a marked topic shows what to do, and an invalid example is reported on its line",
    async () => {
      await inside("My chess").click();
      await examples("My chess").fill(`${chess[1].join("\n")}\nftp://files.test/`);
      await start.click();
      await page.getByText(/no topic is marked as a target/).waitFor();
      await expect.poll(() => problemOf(examples("My chess"))).toMatch(/^Line 9, “ftp:\/\/files.test\/”/);
      await page.waitForFunction(() => document.activeElement.id === "topics");
      await visit.visit.shot("topics-wrong");
      await good("My asthma").check();
      await start.click();
      await page.waitForFunction(() => document.activeElement.matches("textarea[aria-invalid=true]"));
      await examples("My chess").fill(chess[1].join("\n"));
    },
  );
  await t.test("an export as JSON keeps the marks", async () => {
    const file = await download(t, page, () => page.getByRole("button", { name: "JSON", exact: true }).click());
    const saved = JSON.parse(readFileSync(file, "utf8"));
    assert.deepEqual(saved.topics.map(({ name, good }) => [name, good]), [["My asthma", true], ["My chess", false]]);
  });
  await pages.fill("20");
  await start.click();
  await learned.waitFor();
  await page.getByText("1 example could not be read").waitFor();
  await page.getByText(gone).waitFor();
  await expect(folders.first()).toContainText(/8 of 9 read/, { useInnerText: true });
  await begin.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  visit.visit.assertCalm();
});

test("folders of a large bookmark file can be searched by name and selected", async (t) => {
  const { visit, page, file, use, good, names } = await openEditor(t, { viewport: PHONE, colorScheme: "dark" });
  const folders = Array.from({ length: 400 }, (_, n) => [`Folder ${n}`, [`http://chess-corner.test/${n}`]]);
  await file.setInputFiles(bookmarkFile(t, folders));
  await page.getByText("0 of 400 folders used, 0 examples, 0 marked as targets.").waitFor();
  await page.getByText("340 more folders are hidden").waitFor();
  await page.getByRole("textbox", { name: "Find folders" }).fill("folder 39");
  await page.waitForFunction(() => document.querySelectorAll(".folder").length === 11);
  await use("Folder 399").check();
  await good("Folder 39").check();
  await page.getByText("2 of 400 folders used, 2 examples, 1 marked as targets.").waitFor();
  await expect(names).toHaveCount(11);
  await visit.shot("topics-many");
  await visit.assertAccessible();
  await visit.assertNoSidewaysScrolling();
  visit.assertCalm();
});

test("topics can be edited, trained and crawled without a mouse on a small phone", async (t) => {
  const { visit, page, add, fill, learned, good, begin, pages, table } = await openEditor(t, { viewport: PHONE });
  const type = (text) => page.keyboard.type(text);
  await fill.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "topics-undo");
  await add.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.matches("input.name"));
  await type("Odds and ends");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  assert.equal(
    await page.evaluate(() => document.activeElement.value),
    "Odds and ends",
    "the enter key started nothing",
  );
  await page.getByRole("button", { name: "Remove Odds and ends" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Removed “Odds and ends”.").waitFor();
  await good("Chess").focus();
  await page.keyboard.press("Space");
  await visit.assertNoSidewaysScrolling();
  await visit.shot("topics-phone");
  await pages.fill("60");
  await pages.press("Enter");
  await learned.waitFor();
  await visit.shot("topics-learned-phone");
  await visit.assertNoSidewaysScrolling();
  await visit.assertAccessible();
  await page.keyboard.press("Tab");
  await expect(begin, "the next stop is the button that begins").toBeFocused();
  await page.keyboard.press("Enter");
  await untilEnd(page);
  await table("Hubs").waitFor();
  await visit.assertNoSidewaysScrolling();
  visit.assertCalm();
});

test("clusters of URLs are shown with the links similar to them", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, crawlAddress(base, { q: "asthma inhaler", strategy: "url-clusters", pages: 120 }));
  await untilEnd(visit.page);
  const clusters = teaching(visit.page).table("URL clusters");
  await clusters.waitFor();
  await expect(clusters.getByRole("columnheader")).toHaveText([
    "Example URL",
    "Relevant pages",
    "Matching links in the frontier",
    "Best of them",
  ]);
  await expect(clusters.getByRole("rowheader").first(), "a host by its name").toContainText(/^[a-z-]{4,}\*?\.test\//, {
    useInnerText: true,
  });
  visit.assertCalm();
});

test("with only a query the starter topics train the crawl, and show where the query was filed", async (t) => {
  const { visit, page, start, pages, learned, folders, names, undo } = await openEditor(t, {}, "&q=asthma+inhaler");
  const fetched = () => visit.requests.filter((url) => url.includes("/topics/starter-")).length;
  assert.equal(fetched(), 0, "not before they are needed");
  await pages.fill("30");
  await start.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent, "words need no confirmation");
  await learned.click();
  await t.test("each broad topic is trained from its words, and the query is a target under one", async () => {
    await expect(folders).toHaveCount(15);
    await expect(folders.filter({ hasText: "target" })).toContainText(/Health \/ asthma inhaler/, {
      useInnerText: true,
    });
  });
  await visit.shot("topics-starter-learned");
  await visit.assertAccessible();
  await page.getByRole("button", { name: "Edit settings", exact: true }).click();
  await page.getByRole("button", { name: "Use starter topics" }).click();
  await page.getByText("14 starter topics were added. “asthma inhaler” was filed under Health.").waitFor();
  await t.test("the folders can be edited, and those above the target are unfolded", async () => {
    await expect(names).toHaveCount(15);
    await expect(page.getByRole("textbox", { name: "Typical words of Health" })).toHaveValue(/doctor/);
  });
  await visit.shot("topics-starter");
  await visit.assertAccessible();
  await undo.click();
  await page.getByText("No folders yet.").waitFor();
  assert.equal(fetched(), 1, "they are fetched once");
  visit.assertCalm();
});
