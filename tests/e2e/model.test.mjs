// Models: trails are recorded, imported and labeled; a model is trained on them, inspected, and used for crawls, also
// after a reload.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { crawlAddress, openAdvanced, parts, problemOf, untilEnd } from "./crawl-page.mjs";
import { download, expect, folder } from "./harness.mjs";
import { page as written, writeWeb } from "./recorded-web.mjs";
import { BREATHING, goTo, models, openTrain, walk, WAYS } from "./train-page.mjs";

/** A folder of bookmarks, of which only the last page is relevant by default. */
const BOOKMARKS = [
  "http://start-here.test/",
  "http://start-here.test/node/4006",
  "http://start-here.test/node/4009",
  "http://hansen-family.test/",
  `${BREATHING}/node/4069`,
  "http://health-letters.test/p?id=218",
];

function bookmarks(t, name, urls) {
  const path = join(folder(t), "mine.html");
  const list = urls.map((url) => `<DT><A HREF="${url}">${url}</A>`).join("\n");
  const head = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>";
  writeFileSync(path, `${head}\n<DL><p><DT><H3>${name}</H3><DL><p>${list}</DL><p></DL><p>`);
  return path;
}

/** Returns a path as a list of URLs for `paste`. */
const list = ([urls, relevant], at) =>
  `# way ${at}\n${urls.map((url, place) => (place < relevant ? `☆ ${url}` : `★ ${url}`)).join("\n")}\n`;

async function paste({ page }, text) {
  const fold = page.getByText("Paste URLs");
  if (!(await page.getByRole("textbox", { name: "URLs of the trails" }).isVisible())) await fold.click();
  const form = page.locator(".paste-list");
  await form.getByRole("textbox", { name: "URLs of the trails" }).fill(text);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator(".topics-news").getByText(/^Imported .* from the list\.$/).waitFor();
}

/** Checks a wide light and a narrow dark window, and takes screenshots from the named part on or from the top. */
async function pictures({ visit, page }, name, from = "h1") {
  for (const [look, viewport, colorScheme] of [
    ["wide", { width: 1280, height: 900 }, "light"],
    ["narrow", { width: 390, height: 844 }, "dark"],
  ]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.locator(from).first().evaluate((one) => one.scrollIntoView());
    await visit.shot(`${name}-${look}`);
    await visit.assertAccessible(`${name}, ${look}: `);
    await visit.assertNoSidewaysScrolling();
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

test("recorded trails train a model, which is displayed and crawls, also after a reload", async (t) => {
  const train = await openTrain(t);
  const { base, visit, page, kept, name, needs, file, news } = train;
  const the = models(page);
  const crawl = parts(page);

  await t.test("too few examples are reported at the button", async () => {
    await goTo(page, "Learn");
    await expect(the.learn).toBeDisabled();
    await the.panel.getByText("Not enough data to train this strategy yet").waitFor();
    await goTo(page, "Collect");
  });
  const [walked, ...others] = WAYS;
  await walk(train, walked);
  await paste(train, others.map(list).join("\n"));
  await file.setInputFiles(bookmarks(t, "On breathing", BOOKMARKS));
  await page.getByRole("button", { name: "All paths" }).click();
  await page.getByRole("button", { name: "Import 1 folder" }).click();
  await news.getByText("Imported 1 trail with 6 pages from “mine.html”.").waitFor();
  const row = page.locator(".trail").filter({ has: name("On breathing") });
  await row.locator(".visit").nth(4).getByRole("checkbox").check({ force: true });
  await news.getByText(/^Marked .* as relevant\.$/).waitFor();
  await kept.waitFor();
  await goTo(page, "Check");
  await needs.getByText("Ready to train.").waitFor();
  await goTo(page, "Learn");
  await pictures(train, "learn", "#learn");

  await the.strategy.selectOption("hybrid-hmm-anchor");
  await the.panel.getByText("Settings", { exact: true }).click();
  await the.panel.getByText(/^\d+ more parameters$/).click();
  await page.getByRole("textbox", { name: "Layers" }).fill("3");
  await the.name.fill("Asthma");
  await the.learn.click();
  await page.getByRole("heading", { name: "Asthma", exact: true }).waitFor();

  await t.test("the model's page shows training data, accuracy, and clusters and layers as heat maps", async () => {
    assert.match(page.url(), /#\/model\?id=/);
    await page
      .getByText(/Hybrid of model, page and anchor, trained on .* from 4 trails, 20 of 20 pages read/)
      .waitFor();
    await page.getByText(/In cross-validation: .*\d+%/).waitFor();
    await page.getByRole("heading", { name: /^(Good|Weak|No better than guessing)$/ }).waitFor();
    await page.getByRole("img", { name: /^State diagram\. relevant: / }).waitFor();
    await page.getByText("Model tables").click();
    for (const table of [
      "Page clusters",
      "Share of pages in each layer (π)",
      "Transitions between layers (A)",
      "Clusters in each layer (B)",
      "Confusion matrix",
    ]) {
      await the.table(table).waitFor();
    }
    const shares = await the
      .table("Transitions between layers (A)")
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll("td")].map((cell) => parseInt(cell.textContent.replace("< ", ""), 10)),
        ),
      );
    assert.equal(shares.length, 3, "three layers, as was set");
    for (const row of shares)
      assert.ok(Math.abs(row.reduce((sum, share) => sum + share) - 100) <= 3, `a row of shares is a whole: ${row}`);
    const colors = await page
      .locator(".heat td")
      .evaluateAll((cells) => new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor)).size);
    assert.ok(colors > 3, "shares differ in color");
    await pictures(train, "model");
  });
  const model = new URLSearchParams(page.url().split("?")[1]).get("id");

  await t.test("a crawl with the model shows its prediction for each page", async () => {
    await the.crawl.click();
    await expect(crawl.strategy).toHaveText(/^Hybrid/);
    await expect(the.field).toHaveValue(model);
    await expect(page.locator("#param-layers"), "the model's settings are shown").toHaveValue("3");
    await crawl.pages.fill("60");
    await crawl.start.click();
    await untilEnd(page);
    assert.match(page.url(), new RegExp(`model=${model}`));
    await page.getByText("model “Asthma”").waitFor();
    const layers = await page.locator(".layer").allInnerTexts();
    assert.ok(layers.length > 0 && layers.every((layer) => /relevant|away/.test(layer)), layers.join());
    await crawl.why.first().click();
    await page.locator(".why-rest > summary").click();
    const made = page.locator(".readings-of");
    await made.getByText("Layer of this page").waitFor();
    await made.getByText("Expected links to a relevant page").waitFor();
    await pictures(train, "model-why", ".readings-of");
  });
  await t.test("after a reload crawl and model are still there, and the model starts another crawl", async () => {
    await page.reload();
    await page.getByText("model “Asthma”").waitFor();
    await page.getByText("Training results").click();
    await the.table("Page clusters").waitFor();
    await page.goto(crawlAddress(base, { strategy: "hybrid-hmm-anchor", model, pages: "20" }));
    await page.waitForFunction(() => /20 \/ 20|Ended/.test(document.querySelector(".status")?.textContent ?? ""));
    await page.getByText("model “Asthma”").waitFor();
  });
  await t.test("the Library runs it again with the same model", async () => {
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByRole("button", { name: /^Edit settings: / }).first().click();
    await expect(the.field).toHaveValue(model);
  });
  await t.test("models can be renamed, exported, deleted and imported", async () => {
    await page.goto(`${base}#/models`);
    await the.rows.first().waitFor();
    await the.button("Rename: Asthma").click();
    await page.getByRole("textbox", { name: "New name" }).fill("Breath");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Breath", exact: true }).waitFor();
    await pictures(train, "models");
    const file = await download(t, page, () => the.button("Export: Breath").click());
    assert.match(file, /\.salticid-model$/);
    const bytes = readFileSync(file);
    await the.button("Delete: Breath").click();
    await page.getByRole("button", { name: "Undo" }).click();
    await the.button("Delete: Breath").click();
    await page.getByText("Deleted “Breath”.").waitFor();
    await page.getByText("No models yet.").waitFor();
    await the.file.setInputFiles({
      name: "breath.salticid-model",
      mimeType: "application/octet-stream",
      buffer: bytes,
    });
    await page.getByText("Imported “Breath” from “breath.salticid-model”.").waitFor();
    await the.rows.first().waitFor();

    // The training results are damaged, but the specification is intact.
    const stale = Buffer.from(bytes);
    stale[stale.length - 5] ^= 0xff;
    await the.file.setInputFiles({ name: "stale.salticid-model", mimeType: "application/octet-stream", buffer: stale });
    await page
      .getByText(/Imported “Breath” from “stale.salticid-model”\. Its trails and settings were imported/)
      .waitFor();
    await the.file.setInputFiles({
      name: "garbage.salticid-model",
      mimeType: "application/octet-stream",
      buffer: Buffer.from("not a model"),
    });
    await page
      .getByRole("alert")
      .getByText("Could not import “garbage.salticid-model”: this is not a model: choose a .salticid-model file.")
      .waitFor();
    await the.rows.filter({ hasText: "Retrain" }).getByRole("link", { name: "View: Breath" }).click();
    await the.button("Retrain").waitFor();
    await the.button("Retrain").click();
    await the.crawl.waitFor();
    await the.button("Copy trails to Train").click();
    await news.getByText("Added the trails of “Breath”.").waitFor();
    await expect(train.names).toHaveCount(8);
  });
  await t.test("an address with an unknown model shows a message and starts no crawl", async () => {
    await page.goto(`${crawlAddress(base, { strategy: "hybrid-hmm-anchor", model: "0123456789abcdef" })}`);
    await page.getByText("The linked model is not in this browser").first().waitFor();
    await expect.poll(() => problemOf(the.field)).toMatch(/not in this browser/);
    await page.goto(`${crawlAddress(base, { strategy: "svm", model: "0123456789abcdef" })}`);
    await page.getByText("this browser has none for it yet").first().waitFor();
  });
  visit.assertCalm();
  visit.assertStayedWithin(new URL(base).origin);
});

test("unusable training data are reported in sentences, and training can be canceled", async (t) => {
  const train = await openTrain(t);
  const { visit, page, needs, undo, news } = train;
  const the = models(page);
  const trail = (name, urls) => `# ${name}\n${urls.join("\n")}\n`;
  const numbered = (host, count) => Array.from({ length: count }, (_, n) => `http://${host}/${n}`);

  await t.test("a single trail", async () => {
    await paste(train, trail("one", numbered("portal.test", 9)));
    await goTo(page, "Check");
    await needs.getByText(/2 more relevant pages/).waitFor();
    await goTo(page, "Learn");
    await expect(the.strategy).toHaveValue("adaptive-trails");
    await the.strategy.selectOption("centroid");
    await expect(the.learn).toBeDisabled();
    await undo.click();
    await goTo(page, "Collect");
  });
  await t.test("no relevant page", async () => {
    await paste(train, trail("one", ["☆ http://portal.test/", "☆ http://portal.test/science/"]));
    await goTo(page, "Check");
    await needs.getByText(/3 more relevant pages/).waitFor();
    await goTo(page, "Learn");
    await expect(the.learn).toBeDisabled();
    await undo.click();
    await goTo(page, "Collect");
  });
  await t.test("pages that no longer load, each with its reason", async () => {
    const lists = ["portal.test", "web-guide.test", "daily-herald.test"].map((host) => trail(host, numbered(host, 4)));
    await paste(train, lists.join("\n"));
    await goTo(page, "Learn");
    await the.learn.click();
    await the.nothing.getByText(/No page marked as relevant could be read/).waitFor();
    await visit.shot("learn-trouble");
    await visit.assertAccessible();
    await undo.click();
    await goTo(page, "Collect");
  });
  await t.test("canceled training", async () => {
    const lists = [1, 2, 3].map((n) =>
      trail(`slow ${n}`, [`http://slow.test/?${n}`, ...numbered("slow.test", 4).map((url) => `${url}${n}`)]),
    );
    await paste(train, lists.join("\n"));
    await goTo(page, "Learn");
    await the.learn.click();
    await page.getByRole("button", { name: /^Cancel: / }).click();
    await the.nothing.getByText("Training canceled; nothing was saved.").waitFor();
    await the.learn.waitFor();
    await undo.click();
    await goTo(page, "Collect");
  });
  await t.test("identical pages", async () => {
    const hosts = ["http://a.example", "http://b.example", "http://c.example"];
    const urls = hosts.flatMap((host) => [1, 2, 3].map((n) => `${host}/${n}`));
    const web = writeWeb(
      t,
      Object.fromEntries(urls.map((url) => [url, written("The same", "One and the same words stand on every page.")])),
    );
    await page.getByText("Source:").click();
    await page.getByRole("radio", { name: "Recorded web" }).check();
    await page.locator("#recording-file").setInputFiles(web);
    await page.getByText(/9 pages of 3 hosts/).waitFor();
    await paste(train, hosts.map((host) => trail(host, [1, 2, 3].map((n) => `${host}/${n}`))).join("\n"));
    await goTo(page, "Learn");
    await the.learn.click();
    await the.nothing.getByText(/All readable pages have the same words/).waitFor();
    await goTo(page, "Collect");
    await news.waitFor();
    await expect(train.names, "Trails are kept").toHaveCount(3);
  });
  visit.assertCalm();
});

test("with trails the adaptive strategy has more cues, trained on a fresh page, used and displayed", async (t) => {
  const train = await openTrain(t);
  const { visit, page } = train;
  const [the, crawl] = [models(page), parts(page)];
  await paste(train, [...WAYS, [BOOKMARKS, 4]].map(list).join("\n"));
  await goTo(page, "Learn");
  await expect(the.strategy.getByRole("option", { selected: true })).toHaveText("Automatic (Adaptive, with trails)");
  await the.learn.click();
  await the.panel.getByText("needs one").waitFor();
  await page.getByRole("textbox", { name: "Query" }).fill("asthma inhaler");
  await the.name.fill("Breath");
  // Training loads WordNet and the word vectors, which nothing has requested before.
  await the.learn.click();
  await page.getByRole("heading", { name: "Breath", exact: true }).waitFor();
  await page.getByText("Model tables").click();
  await the.table("Transitions between layers (A)").waitFor();
  await the.crawl.click();
  await expect(crawl.strategy).toHaveText("Adaptive, with trails");
  // The form shows the query of the training.
  await expect(crawl.query).toHaveValue("asthma inhaler");
  await openAdvanced(page);
  await crawl.seeds.fill("http://web-guide.test/");
  await crawl.pages.fill("60");
  await visit.shot("ask-adaptive-trails");
  await crawl.start.click();
  await untilEnd(page);
  await page.getByText("model “Breath”").waitFor();
  await page.getByRole("button", { name: /^Show all 25 rows/ }).click();
  for (const cue of ["distance", "link words", "linking page", "examples", "links", "link shape"]) {
    await the.table("Feature weights").getByRole("row", { name: new RegExp(`^Trails: ${cue} `) }).waitFor();
  }
  await visit.shot("adaptive-trails");
  await crawl.why.first().click();
  await page.locator(".why-rest > summary").click();
  const made = page.locator(".readings-of");
  await made.getByText("Relevance as the strategy estimates it").waitFor();
  await made.getByText("Layer of this page").waitFor();
  await visit.shot("adaptive-trails-why");
  visit.assertCalm();
});
