// The Compare page: strategies on the demo web, on a dropped recording, and on live sites through the proxy; curves,
// tables, sentences and files; a reload in the middle; the same plan from a link and from a file.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";
import { choose, comparison, CURVES, fingerprint, finished } from "./compare-page.mjs";
import { ENDINGS, pagesDone, untilEnd } from "./crawl-page.mjs";
import { DESKTOP, download, expect, hues, open, PHONE } from "./harness.mjs";
import { APP, startProxy } from "./processes.mjs";
import { page as html, writeWeb } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";

const STRATEGIES = ["Breadth-first", "Best-first", "Shark-search"];
/** More than a hundred: there is then a choice of page counts for the tables. */
const PAGES = "120";

/** Opens the form. */
async function form(t, options, host = APP) {
  const base = await serveFolder(t, host, "/");
  const visit = await open(t, `${base}#/compare`, options);
  const the = comparison(visit.page);
  await the.run.waitFor();
  return { base, visit, page: visit.page, the };
}

/** Presses a button that saves a file, and returns the file's path. */
const saved = (t, page, title) => download(t, page, () => page.getByRole("button", { name: title }).click());

test("three strategies are compared on two topics of the demo web", async (t) => {
  const { base, visit, page, the } = await form(t);
  await t.test("the form is accessible and fits in each window and theme", () => visit.assertGoodLooks("compare-form"));
  await page.getByRole("button", { name: "Select preset: Content (classics)" }).click();
  const preset = page.getByRole("list", { name: "Selected strategies" });
  await expect(preset.getByText("Shark-search", { exact: true })).toBeVisible();
  await expect(preset.getByText("Breadth-first", { exact: true }), "the yardstick of every preset").toBeVisible();
  await choose(the.strategies, STRATEGIES);
  await choose(the.topics, ["Asthma", "Jazz"]);
  await the.pages.fill(PAGES);
  await the.run.click();
  await page.getByRole("button", { name: "Pause" }).click();
  await the.state.getByText("Paused").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await finished(the);

  await t.test("all crawls have run, and the address contains the comparison", async () => {
    await expect(the.progress).toHaveAttribute("aria-valuenow", "6");
    assert.match(page.url(), /#\/compare\?id=[0-9a-f]{16}$/);
  });
  await t.test("each strategy has a curve in its own color", async () => {
    await the.curves.scrollIntoViewIfNeeded();
    const colors = await (await page.waitForFunction(hues, CURVES)).jsonValue();
    assert.ok(colors >= 3, `${colors} colors`);
    const spoken = await the.curves.getAttribute("aria-label");
    for (const id of STRATEGIES) assert.ok(spoken.includes(id), spoken);
  });
  await t.test("chart and legend are visible together", async () => {
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of [page.locator(".contest-curves .plot"), page.locator(".contest-curves .legend")]) {
      const box = await part.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= DESKTOP.height, JSON.stringify(box));
    }
  });
  await t.test("the table compares each with the best, and tests no significance on two topics", async () => {
    const [, ...rows] = await the.standings.getByRole("row").allInnerTexts();
    assert.equal(rows.length, 3);
    assert.equal(rows.filter((row) => /\tbest(?:\t|$)/.test(row.trim())).length, 1, rows.join("|"));
    // Two topics are too few for a significance test, which needs three pairs.
    assert.equal(rows.filter((row) => /not judged: needs 3 topics/.test(row)).length, 2, rows.join("|"));
  });
  await t.test("the sentences state the number of topics and crawls", async () => {
    const said = await the.words.innerText();
    assert.match(said, /2 topics|two topics/i, said);
  });
  await t.test("the measure and the axis can be changed", async () => {
    await page.getByRole("combobox", { name: "Measure", exact: true }).selectOption({ label: "Average relevance" });
    await page.getByRole("heading", { name: "Average relevance", exact: true }).waitFor();
    await page.getByRole("radio", { name: "Requests" }).check();
    await page.getByText(/X axis: requests/).waitFor();
    await page.getByRole("radio", { name: "Pages" }).check();
    await page.getByRole("combobox", { name: "Tables at" }).selectOption("100");
    await page.getByText(/after 100 pages, means over 2 topics/).waitFor();
  });
  await t.test("a curve is hidden and shown by its key in the legend", async () => {
    const key = page.getByRole("button", { name: /^Best-first/ });
    const strong = await page.evaluate(strongly, null);
    await key.focus();
    // The curve of the focused strategy is highlighted: the other two are pale.
    await page.waitForFunction(strongly, strong * 0.6);
    await key.press("Enter");
    await expect(key).toHaveAttribute("aria-pressed", "false");
    await key.press("Enter");
    await expect(key).toHaveAttribute("aria-pressed", "true");
  });
  await t.test("the comparison is accessible and fits in each window and theme", async () => {
    await the.curves.scrollIntoViewIfNeeded();
    await visit.assertGoodLooks("compare-end");
  });
  await t.test("all curves of all crawls are saved as CSV", async () => {
    const csv = readFileSync(await saved(t, page, /^Data, CSV/), "utf8");
    const lines = csv.trimEnd().split(/\r?\n/);
    assert.match(lines[0], /measure.*axis.*topic.*value/);
    for (const word of ["breadth-first", "shark-search", "harvest", "requests", "jazz"]) {
      assert.ok(lines.some((line) => line.includes(word)), word);
    }
  });
  await t.test("the curves are saved as SVG and as PNG", async () => {
    assert.match(
      readFileSync(await saved(t, page, /^Curves, SVG/), "utf8"),
      /^<svg[\s\S]*shark-search[\s\S]*<\/svg>\s*$/,
    );
    const png = readFileSync(await saved(t, page, /^Curves, PNG/));
    assert.equal(png.subarray(1, 4).toString("latin1"), "PNG");
    assert.ok(png.readUInt32BE(16) > 600, "as wide as the drawing");
  });
  await t.test("every crawl is listed with its digest", async () => {
    assert.match(await fingerprint(page, the), /^[0-9a-f]{16}$/);
    const rows = page.getByRole("region", { name: "All crawls" }).getByRole("row");
    await rows.nth(6).waitFor();
    await expect(rows).toHaveCount(7);
  });
  await t.test("a crawl of the comparison can be opened, and is opened again without another run", async () => {
    const opens = async () => {
      await fingerprint(page, the);
      await page.getByRole("button", { name: "Open crawl: Best-first on jazz" }).click();
      assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
      assert.equal(await pagesDone(page), Number(PAGES));
      return page.url();
    };
    const first = await opens();
    assert.match(first, /#\/crawl\?id=[0-9a-f]{16}/);
    await page.goBack();
    await finished(the);
    assert.equal(await opens(), first);
    await page.goBack();
    await finished(the);
  });
  await t.test("its plan is saved as a file, and opened by its link and from the file", async () => {
    const plan = await saved(t, page, /^Plan to run again/);
    assert.equal(JSON.parse(readFileSync(plan, "utf8")).strategies.length, STRATEGIES.length);
    const link = await the.link.getAttribute("href");
    const isLoaded = async () => {
      await expect(the.pages).toHaveValue(PAGES);
      const chosen = page.getByRole("list", { name: "Selected strategies" });
      await expect(chosen.getByRole("listitem")).toHaveCount(STRATEGIES.length);
      await expect(the.topics.getByRole("checkbox", { checked: true })).toHaveCount(2);
    };
    await page.goto("about:blank");
    await page.goto(`${base}${link}`);
    await page.getByText("Loaded the plan from the link.").waitFor();
    await isLoaded();
    await the.pages.fill("50");
    await page.locator("#plan-file").setInputFiles(plan);
    await page.getByText(/Loaded the plan from “.*json”/).waitFor();
    await isLoaded();
  });
  await t.test("the comparison is saved with the crawl that was opened, and its deletion can be undone", async () => {
    const rows = page.locator(".crawl");
    await expect(rows).toHaveCount(1);
    await rows.getByRole("button", { name: /^Delete/ }).click();
    await expect(rows).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rows).toHaveCount(1);
    await page.goto(`${base}#/library`);
    await page.getByRole("heading", { name: "Library" }).waitFor();
    await expect(page.locator(".crawl")).toHaveCount(1);
  });
  await t.test("there are no errors and no requests to other origins", () => {
    visit.assertCalm();
    visit.assertStayedWithin(new URL(base).origin);
  });
});

test("an invalid file is refused with its name, and leaves the form", async (t) => {
  const { page, the } = await form(t);
  for (const [name, text, reason] of [
    ["web.warc.gz", "no recording", /“web.warc.gz”/],
    ["plan.json", '{"straegies": []}', /straegies/],
  ]) {
    const buffer = Buffer.from(text);
    await page.locator("#plan-file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.getByRole("alert").getByText(reason).waitFor();
  }
  await expect(the.run).toBeEnabled();
});

test("a comparison works on a small phone and by keyboard only", async (t) => {
  const { visit, page, the } = await form(t, { viewport: PHONE });
  await visit.assertNoSidewaysScrolling();
  const chosen = page.getByRole("list", { name: "Selected strategies" });

  await t.test("an error is shown at its field, which gets the focus", async () => {
    await the.pages.fill("many");
    await the.run.press("Enter");
    await page.getByText("Enter a whole number from 1 to 10,000.").waitFor();
    await expect(the.pages).toBeFocused();
    await the.pages.fill("10");
    await choose(the.strategies, []);
    await the.run.press("Enter");
    await page.getByText("Choose at least two strategies").waitFor();
    await choose(the.topics, []);
    await choose(the.strategies, ["Best-N-first"]);
    await the.run.press("Enter");
    await page.getByText("Choose or add a topic.").waitFor();
  });
  await t.test("a strategy is compared with itself under other settings", async () => {
    await choose(the.topics, ["Jazz"]);
    await chosen.getByRole("button", { name: /^Duplicate/ }).press("Enter");
    const links = page.getByRole("textbox", { name: "Links per step" });
    await page.waitForFunction(() => document.activeElement?.closest(".variant-settings"));
    await the.run.press("Enter");
    await page.getByText("“best-n-first” is listed twice").waitFor();
    await links.fill("4");
    await chosen.getByText("Links per step: 4").waitFor();
    await the.pages.focus();
    await page.keyboard.press("Enter");
    await finished(the);
    await expect(page.locator("#comparison"), "what came into view has the focus").toBeFocused();
    const rows = await the.standings.getByRole("row").allInnerTexts();
    assert.ok(rows.some((row) => row.includes("Best-N-first (Links per step: 4)")), rows.join("|"));
  });
  await t.test("the axis is changed by arrow keys", async () => {
    await page.getByRole("radio", { name: "Pages" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText(/X axis: requests/).waitFor();
    await visit.assertNoSidewaysScrolling();
  });
  await t.test("a strategy is removed, and the focus moves to the list", async () => {
    await page.getByRole("button", { name: "Edit settings" }).press("Enter");
    await chosen.getByRole("button", { name: /^Remove: .*: 4$/ }).press("Enter");
    await page.waitForFunction(() => document.activeElement?.matches(".contenders"));
    await expect(chosen.getByRole("listitem")).toHaveCount(1);
  });
  visit.assertCalm();
});

const HUNT = "Jumping spiders hunt by sight. A jumping spider plans its hunt. ";
const BREAD = "Flour, water and salt make bread. Let the dough rest overnight. ";

/** Returns a small site; `host` is used in its URLs. */
function garden(host) {
  const of = (path) => `http://${host}${path}`;
  return {
    [of("/")]: html("The garden gate", "Notes from a garden.", [
      ["/bread", "bread"],
      ["/spiders", "jumping spiders"],
      ["/closed", "closed spiders"],
    ]),
    [of("/robots.txt")]: { type: "text/plain", body: "User-agent: *\nDisallow: /closed\n" },
    [of("/bread")]: html("Bread", BREAD.repeat(3), [["/rye", "rye"], ["/salt", "salt"]]),
    [of("/rye")]: html("Rye", BREAD),
    [of("/salt")]: html("Salt", BREAD),
    [of("/spiders")]: html("Jumping spiders", HUNT.repeat(2), [
      ["/portia", "Portia, a jumping spider"],
      ["/phidippus", "Phidippus, a jumping spider"],
    ]),
    [of("/portia")]: html("Portia", HUNT.repeat(4)),
    [of("/phidippus")]: html("Phidippus", HUNT.repeat(4)),
    [of("/closed")]: html("Closed", HUNT),
  };
}

/** Enters a topic into the form. */
async function typeTopic(page, seed, relevant = []) {
  await page.getByRole("button", { name: "Add topic" }).click();
  await page.getByRole("textbox", { name: "Query" }).fill("jumping spiders");
  await page.getByRole("textbox", { name: "Seeds" }).fill(seed);
  if (relevant.length) await page.getByRole("textbox", { name: /^Known relevant pages/ }).fill(relevant.join("\n"));
}

test("a dropped recording is compared on a custom topic", async (t) => {
  const { visit, page, the } = await form(t);
  const warc = writeWeb(t, garden("garden.test"));
  await drop(page, ".compare", warc);
  await page.getByText(/“web.warc.gz”: \d+ pages of 1 host/).waitFor();
  await expect(page.getByRole("radio", { name: /^Recorded web/ })).toBeChecked();
  await choose(the.strategies, ["Breadth-first", "Best-first"]);
  await typeTopic(page, "http://garden.test/");
  await page.getByText("Measures", { exact: true }).click();
  const harvest = page.getByRole("checkbox", { name: "Harvest rate", exact: true });
  await expect(harvest, "needs relevance judgments").toBeDisabled();
  await page
    .getByRole("textbox", { name: /^Known relevant pages/ })
    .fill("http://garden.test/portia\nhttp://garden.test/phidippus");
  await expect(harvest).toBeEnabled();
  const learns = page.getByRole("checkbox", { name: "Context graph" }).first();
  if (await learns.count()) await expect(learns, "a typed topic has no trails").toBeDisabled();
  await the.pages.fill("5");
  await the.run.click();
  await finished(the);
  const rows = await the.standings.getByRole("row").allInnerTexts();
  const mean = (id) => Number.parseFloat(/([\d.]+)%/.exec(rows.find((row) => row.includes(id)))[1]);
  assert.ok(mean("Best-first") > mean("Breadth-first"), rows.join("|"));
  // The reload drops the file but keeps the finished crawls.
  await page.reload();
  await finished(the);
  visit.assertCalm();
});

/**
 * Serves the garden. `asked` counts the requests for each path; a path for which `hold` returns true is answered only
 * at the second request.
 */
async function serveGarden(t, hold) {
  const asked = new Map();
  const web = Object.fromEntries(
    Object.entries(garden("garden.test")).map(([url, page]) => [new URL(url).pathname, page]),
  );
  const server = createServer(({ url }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    if (asked.get(url) === 1 && hold(url, asked)) return;
    const { status = 200, type = "text/html", body = web[url] } = web[url]?.body ? web[url] : {};
    response.writeHead(url in web ? status : 404, { "content-type": type }).end(body ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const proxy = await startProxy(t, ["--resolve", `garden.test:80:127.0.0.1:${server.address().port}`]);
  return { asked, proxy };
}

/** Fills in the form for a comparison on the garden, and submits it. */
async function askGarden(t, proxy) {
  const { page } = await open(t, `${proxy.origin}/#/compare`);
  const the = comparison(page);
  await the.run.waitFor();
  await page.getByRole("radio", { name: /through a proxy/ }).check();
  await choose(the.strategies, STRATEGIES);
  await typeTopic(page, "http://garden.test/");
  await the.pages.fill("6");
  await the.run.click();
  return { page, the, question: page.getByRole("group", { name: "Crawl live sites?" }) };
}

test("live sites are fetched after a confirmation, politely, and each page once, also after a reload", async (t) => {
  let held = null;
  const hold = (url, asked) => {
    if (held === null && asked.size === 4) held = url;
    return url === held;
  };
  const { asked, proxy } = await serveGarden(t, hold);
  const { page, the, question } = await askGarden(t, proxy);
  await question.getByText(/3 crawls of up to 18 pages/).waitFor();
  assert.equal(asked.size, 0, "nothing is asked before the person agrees");
  await question.getByRole("button", { name: "Start crawls" }).click();
  while (held === null) await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.reload();
  await finished(the);
  assert.ok(asked.size > 6, [...asked.keys()].join(" "));
  for (const [url, times] of asked) assert.equal(times, url === held ? 2 : 1, `${url} was asked for ${times} times`);
  assert.ok(!asked.has("/closed"), "what robots.txt closes is not asked for");
  assert.ok(asked.has("/portia"));
});

/** Runs in the page: counts the points drawn in full color; with a limit, checks that there are some, but fewer. */
function strongly(limit) {
  const canvas = document.querySelector(".contest-curves canvas");
  if (!canvas?.width) return 0;
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, full] = data.subarray(at, at + 4);
    if (full > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 30) count += 1;
  }
  return limit === null ? count : count > 0 && count < limit;
}

/** Drops a file on an element. */
async function drop(page, selector, path) {
  const bytes = readFileSync(path).toString("base64");
  await page.evaluate(
    ({ selector, bytes }) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
      data.items.add(new File([content], "web.warc.gz"));
      const element = document.querySelector(selector);
      for (const type of ["dragover", "drop"])
        element.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { selector, bytes },
  );
}
