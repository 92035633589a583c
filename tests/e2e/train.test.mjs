// Recording trails: pages read in the reader, followed links, labels, import and export, persistence.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { expect, folder, open, PHONE, Visit } from "./harness.mjs";
import { startProxy, startRecordedWeb } from "./processes.mjs";
import { page as recordedPage, writeWeb } from "./recorded-web.mjs";
import { follow, goTo, openTrain, readThat, readTyped, saved, training, unseen } from "./train-page.mjs";

const short = (trails) => trails.map(({ name, pages }) => [name, pages.map(({ url, relevant }) => [url, relevant])]);

/** Records three trails: one with a step back, one by keyboard only, one by URL. Returns the expected pages. */
async function recordThree(train) {
  const { page, address, back, mark, status, button, title } = train;
  await button("portal.test").click();
  await readThat(page, "http://portal.test/");
  const [directory, list] = [await follow(train), await follow(train)];
  await mark.click();
  await page.getByText("This page is marked as relevant.").waitFor();
  await back.click();
  await readThat(page, directory);
  await expect(status).toContainText(/Recording into “Trail 1”/, { useInnerText: true });
  const first = [["http://portal.test/", false], [directory, false], [list, true], [directory, false]];

  // The focus is on the title of the new page, so that keys work there.
  await readTyped(train, "http://easy-breathing.test/");
  await title.focus();
  const second = [["http://easy-breathing.test/", false]];
  for (let clicks = 0; clicks < 3; clicks += 1) second.push([await followByKeys(train), false]);
  await page.keyboard.press("r");
  await page.waitForFunction(() => document.querySelector("#mark").getAttribute("aria-pressed") === "true");
  second[3][1] = true;
  await page.keyboard.press("b");
  await readThat(page, second[2][0]);
  second.push(second[2]);
  await address.focus();
  await page.keyboard.type("rb");
  assert.ok((await address.inputValue()).endsWith("rb"), "in a field a letter is a letter");

  await readTyped(train, "web-guide.test", "http://web-guide.test/");
  const third = [["http://web-guide.test/", false], [await follow(train), false], [await follow(train), true]];
  await mark.click();
  await page.getByText("This page is marked as relevant.").waitFor();
  return [["Trail 1", first], ["Trail 2", second], ["Trail 3", third]];
}

/** Follows a link with the enter key. */
async function followByKeys(train) {
  const { page, links, title } = train;
  const [address, at] = await unseen(train, true);
  await links.nth(at).focus();
  await page.keyboard.press("Enter");
  await readThat(page, address);
  await expect(title, "the title of what came has the focus").toBeFocused();
  return address;
}

test("three trails are recorded, edited, kept after a reload, and exported", async (t) => {
  const train = await openTrain(t);
  const { base, visit, page, fold, name, names, visits, undo, news, kept, needs, button, file, text } = train;
  await visit.shot("train-empty");
  await t.test("the empty page: axe-core reports no problems", () => visit.assertAccessible());
  await goTo(page, "Check");
  await needs.getByText("3 more relevant pages").waitFor();
  await visit.assertAccessible();
  await visit.shot("train-check");
  await goTo(page, "Collect");
  const trails = await recordThree(train);
  await kept.waitFor();
  await visit.shot("train-recorded");
  await t.test("reader and trails: axe-core reports no problems", () => visit.assertAccessible());

  await t.test("the trail above the reader leads back to earlier pages, which adds steps", async () => {
    const crumbs = page.getByRole("navigation", { name: "Trail Trail 3" });
    await expect(crumbs.getByRole("listitem")).toHaveCount(3);
    await crumbs.getByRole("button").first().click();
    await readThat(page, "http://web-guide.test/");
    await expect(crumbs.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("navigation", { name: "Steps of training" }).getByText("Ready to train").waitFor();
  });
  await t.test("the recorded trails match the visits", async () => {
    assert.deepEqual(short(JSON.parse(await saved(t, page, "JSON")).trails), trails);
  });
  await t.test("a trail is renamed, its pages are moved, marked and removed, and all changes are undone", async () => {
    await fold("Trail 2").click();
    await name("Trail 2").fill("Breathing at night");
    await name("Trail 2").press("Enter");
    await news.getByText("Renamed “Trail 2” to “Breathing at night”.").waitFor();
    const titles = () => page.locator(".visit-title").allInnerTexts();
    const before = await titles();
    await page.getByRole("button", { name: /^Move .* down$/ }).nth(1).click();
    await page.waitForFunction(([first]) => document.querySelector(".visit-title").textContent !== first, before);
    await expect(page.locator(".visit-title").nth(1)).toHaveText(before[0]);
    assert.equal((await titles())[0], before[1]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement.id), "the focus goes with the page")
      .toMatch(/^visit-\d+-1$/);
    await page.keyboard.press("Alt+ArrowUp");
    await page.waitForFunction(([first]) => document.querySelector(".visit-title").textContent === first, before);
    await expect.poll(titles).toEqual(before);
    await visits.first().getByRole("checkbox").check({ force: true });
    await news.getByText(/^Marked .* as relevant\.$/).waitFor();
    await visits.nth(1).getByRole("button", { name: /^Remove / }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".visit").length === count, before.length - 1);
    await expect(undo, "what takes it back has the focus").toBeFocused();
    for (let steps = 0; steps < 2; steps += 1) await undo.click();
    await page.waitForFunction((count) => document.querySelectorAll(".visit").length === count, before.length);
    await expect.poll(titles).toEqual(before);
  });
  await t.test("trails are merged, moved and deleted, and all changes are undone", async () => {
    const all = () => names.evaluateAll((fields) => fields.map((field) => field.value));
    await expect.poll(all).toEqual(["Trail 1", "Breathing at night", "Trail 3"]);
    await page.getByRole("combobox", { name: "Add the pages of Breathing at night to" }).selectOption("Trail 3");
    await news.getByText("Added “Breathing at night” to “Trail 3”.").waitFor();
    await expect.poll(all).toEqual(["Trail 1", "Trail 3"]);
    await undo.click();
    await name("Breathing at night").waitFor();
    await button("Move Breathing at night up").click();
    await news.getByText("Moved “Breathing at night” up.").waitFor();
    await expect.poll(all).toEqual(["Breathing at night", "Trail 1", "Trail 3"]);
    await button("Delete Breathing at night").click();
    await news.getByText("Deleted “Breathing at night”.").waitFor();
    await undo.click();
    await name("Breathing at night").waitFor();
    await undo.click();
    await expect.poll(all).toEqual(["Trail 1", "Breathing at night", "Trail 3"]);
  });
  trails[1][0] = "Breathing at night";
  await kept.waitFor();
  await page.reload();
  await kept.waitFor();

  await t.test("after a reload the trails are there, and a page that was read needs no network", async () => {
    assert.deepEqual(short(JSON.parse(await saved(t, page, "JSON")).trails), trails);
    await fold("Trail 3").click();
    await visits.nth(2).locator(".visit-title").click();
    await text.waitFor();
    await page.getByText(/^Saved copy of /).waitFor();
    await page.getByText("This page is marked as relevant.").waitFor();
  });
  await t.test(
    "a bookmark file becomes trails; unusable bookmarks are reported, and invalid files change nothing",
    async () => {
      const path = join(folder(t), "mine.html");
      const entry = (url) => `<DT><A HREF="${url}">Page ${url}</A>`;
      const urls = ["http://chess-corner.test/", "javascript:alert(1)", "http://sixty-four.test/"];
      const head = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>";
      const list = urls.map(entry).join("\n");
      writeFileSync(path, `${head}\n<DL><p><DT><H3>My chess</H3><DL><p>${list}</DL><p></DL><p>`);
      await file.setInputFiles(path);
      const question = page.getByRole("region", { name: "Import the folders of “mine.html” as…" });
      await expect(question.getByRole("status")).toHaveText("0 paths, 1 set of good pages.");
      await visit.assertAccessible();
      await visit.shot("folders");
      await question.getByRole("button", { name: "Cancel" }).click();
      await file.setInputFiles(path);
      await question
        .getByRole("combobox", { name: "Kind of My chess" })
        .selectOption({ label: "Path to relevant pages" });
      await question.getByRole("button", { name: "Import 1 folder" }).click();
      await news.getByText("Imported 1 trail with 2 pages from “mine.html”.").waitFor();
      await page.getByText("1 thing could not be imported").waitFor();
      const bad = [
        [
          { name: "photo.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0, 0xff, 0xfe]) },
          /“photo.png”: it is not a trails file/,
        ],
      ];
      for (const [one, said] of bad) {
        await file.setInputFiles(one);
        await page.getByText(said).waitFor();
      }
      const now = short(JSON.parse(await saved(t, page, "JSON")).trails);
      const imported = [
        "My chess",
        [
          ["http://chess-corner.test/", false],
          ["http://sixty-four.test/", true],
        ],
      ];
      assert.deepEqual(now, [...trails, imported]);
      assert.match(await saved(t, page, "Bookmarks"), /<H3>Breathing at night<\/H3>/);
    },
  );
  await t.test("a trail becomes a set of good pages, and a path again", async () => {
    const row = page.locator(".trail").filter({ has: name("My chess") });
    const kind = row.getByRole("combobox", { name: "Kind of My chess" });
    await kind.selectOption({ label: "Set of relevant pages" });
    await news.getByText("“My chess” is now a set of good pages.").waitFor();
    await expect(row.locator(".amount")).toHaveText("2 pages, 2 relevant");
    assert.equal(JSON.parse(await saved(t, page, "JSON")).trails.at(-1).kind, "set");
    await kind.selectOption({ label: "Path to relevant pages" });
    await expect(row.locator(".amount")).toHaveText("2 pages, 1 relevant");
  });
  await t.test("addresses can be pasted into a trail", async () => {
    const row = page.locator(".trail").filter({ has: name("My chess") });
    await row.getByRole("textbox", { name: "Add pages by URL" }).fill("star-almanac.test\nnonsense here");
    await row.getByRole("button", { name: "Add", exact: true }).click();
    await news.getByText("Added 1 page to “My chess”.").waitFor();
    await undo.click();
  });
  await t.test("the Library counts the pages that were read, and can delete them", async () => {
    await kept.waitFor();
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByText(/^Pages read under Train take/).waitFor();
    await page.getByRole("button", { name: "Free space: pages of the reader" }).click();
    await page.getByRole("button", { name: "Delete permanently" }).click();
    await page.getByText(/Pages read under Train/).waitFor({ state: "detached" });
  });
  visit.assertCalm();
  visit.assertStayedWithin(new URL(base).origin);
});

test("the reader says why a page cannot be read, and the page is not recorded", async (t) => {
  const train = await openTrain(t);
  const { visit, page, address, alert, names } = train;
  for (const [typed, said] of [
    ["http://heavy.test/report.pdf", /labeled as a document, but cannot be read/],
    ["http://portal.test/no-such-page", /Page not found/],
    ["http://moved.test/loop/a", /in a loop/],
    ["https://example.org/", /not in the demo web/],
    ["javascript:alert(1)", /Only http and https/],
  ]) {
    await address.fill(typed);
    await address.press("Enter");
    await alert.getByText(said).waitFor();
  }
  await expect(names).toHaveCount(0);
  await visit.shot("train-unread");
  await t.test("a redirect is shown with both addresses", async () => {
    await address.fill("http://moved.test/permanent");
    await address.press("Enter");
    await page.getByText("Redirected from http://moved.test/permanent.").waitFor();
    await expect(names).toHaveCount(1);
  });
  await t.test("no script of a hostile page runs", async () => {
    await readTyped(train, "http://mischief.test/");
    const hrefs = await page.locator(".article a").evaluateAll((all) => all.map((one) => one.href));
    assert.ok(hrefs.every((href) => /^https?:/.test(href)), hrefs.join(" "));
  });
  visit.assertCalm();
});

test("a second tab is read-only, and takes over when the first one closes", async (t) => {
  const train = await openTrain(t);
  const { base, visit, page, button, kept, names } = train;
  await button("portal.test").click();
  await readThat(page, "http://portal.test/");
  await kept.waitFor();
  const other = new Visit(visit.context, await visit.context.newPage());
  await other.page.goto(`${base}#/train`);
  const there = training(other.page);
  await other.page.getByText("The trails are open in another tab. They are read-only here").waitFor();
  await expect(there.names).toHaveCount(1);
  await expect(there.names.first()).toBeDisabled();
  await page.getByRole("link", { name: "About", exact: true }).click();
  await there.kept.waitFor();
  await expect(there.names.first()).toBeEnabled();
  await there.names.first().fill("Theirs");
  await there.names.first().press("Enter");
  await there.kept.waitFor();
  await page.getByRole("link", { name: "Train", exact: true }).click();
  await page.getByText("The trails are open in another tab. They are read-only here").waitFor();
  await other.page.close();
  await kept.waitFor();
  await expect(names.first()).toHaveValue("Theirs");
  visit.assertCalm();
});

test("trails can be read and recorded on a small phone in the dark theme", async (t) => {
  const train = await openTrain(t, { viewport: PHONE, colorScheme: "dark" });
  const { visit, page, button, mark, fold } = train;
  await visit.assertNoSidewaysScrolling();
  await visit.shot("train-phone-empty");
  await button("northfield-university.test").click();
  await readThat(page, "http://northfield-university.test/");
  await follow(train);
  await mark.click();
  await page.getByText("This page is marked as relevant.").waitFor();
  await visit.shot("train-phone-page");
  await visit.assertNoSidewaysScrolling();
  await fold("Trail 1").click();
  await page.locator(".visit").first().waitFor();
  await page.getByText("Paste URLs").click();
  await page.locator(".trail").first().scrollIntoViewIfNeeded();
  await visit.shot("train-phone-trails");
  await visit.assertNoSidewaysScrolling();
  await visit.assertAccessible();
  visit.assertCalm();
});

test("through the proxy a person can read pages that are disallowed for crawlers, and follow redirects", async (t) => {
  const web = {
    "http://garden.test/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /\n" },
    "http://garden.test/": recordedPage("The garden gate", "Notes from a garden.", [["/old", "Spiders of the garden"]]),
    "http://garden.test/old": { status: 301, headers: { Location: "/spiders" }, body: "" },
    "http://garden.test/spiders": recordedPage("Jumping spiders", "They hunt by sight."),
  };
  const address = await startRecordedWeb(t, writeWeb(t, web));
  const { origin } = await startProxy(t, ["--resolve", `garden.test:80:${address}`]);
  const visit = await open(t, `${origin}/#/train`);
  const train = { page: visit.page, ...training(visit.page) };
  await train.kept.waitFor();
  await visit.page.locator("summary", { hasText: /^Source: / }).click();
  await expect(visit.page.getByRole("radio", { name: /through a proxy/ })).toBeChecked();
  await visit.page.getByText("Connected.").waitFor();
  await readTyped(train, "garden.test", "http://garden.test/");
  await train.links.first().click();
  await readThat(visit.page, "http://garden.test/spiders");
  await visit.page.getByText("Redirected from http://garden.test/old.").waitFor();
  const [{ pages }] = JSON.parse(await saved(t, visit.page, "JSON")).trails;
  assert.deepEqual(pages.map(({ url, title }) => [url, title]), [
    ["http://garden.test/", "The garden gate"],
    ["http://garden.test/spiders", "Jumping spiders"],
  ]);
  visit.assertCalm();
  visit.assertStayedWithin(origin);
});
