// Why a page was found: the path from its seed, the score's components, and the matched words in the page's text;
// during a crawl and in a reopened one, with the text saved or fetched again.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, untilEnd } from "./crawl-page.mjs";
import { confirmStart, DESKTOP, expect, open, PHONE } from "./harness.mjs";
import { APP, startProxy, startRecordedWeb } from "./processes.mjs";
import { page as html, writeWeb } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";

const HUNT = "A jumping spider hunts by sight &amp; leaps <b onclick=alert(1)>&lt;img src=x onerror=alert(1)&gt;</b>. ";
const WEB = {
  "http://garden.test/": html("The garden gate", "Notes from a garden.", [["/shed", "The shed & what is in it"]]),
  "http://garden.test/shed": html("The shed", "Rakes, and spiders.", [["/spiders", "jumping spiders"]]),
  "http://garden.test/spiders": html("Jumping spiders", HUNT.repeat(3), []),
};
const CRAWL = {
  q: "jumping spiders",
  seed: "http://garden.test/",
  source: "proxy",
  pages: "10",
  strategy: "best-first",
};

/** Opens the details of the result with this title. */
async function details(page, title, isOpen = false) {
  const button = parts(page).results.getByRole("button", { name: `Why: ${title}`, exact: true });
  // The address contains the open page, so a reload opens it again.
  if (!isOpen) await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  const why = page.locator(".why");
  await why.locator(".why-rest > summary").click();
  return {
    why,
    answer: why.locator(".answer"),
    stations: why.getByRole("list", { name: "Path from its seed" }).getByRole("listitem"),
    score: why.locator("section", { hasText: "Parts of its score" }),
    text: why.locator(".in-text"),
    marks: why.locator(".in-text mark"),
  };
}

test("the details of a page show its path, score and matched words as text", async (t) => {
  const proxy = await startProxy(t, ["--resolve", `garden.test:80:${await startRecordedWeb(t, writeWeb(t, WEB))}`]);
  const visit = await open(t, crawlAddress(`${proxy.origin}/`, CRAWL));
  const { page } = visit;
  await confirmStart(page);
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
  const the = await details(page, "Jumping spiders");

  await t.test("the path has the pages from the seed, with the link texts", async () => {
    const texts = (await the.stations.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
    assert.equal(texts.length, 3, texts.join("\n"));
    assert.match(texts[0], /^seed The garden gate relevance \d/);
    assert.match(texts[1], /^via “The shed & what is in it” The shed relevance \d/);
    assert.match(texts[2], /^via “jumping spiders” this page relevance 0\.\d+/);
  });
  await t.test("the score's components form one bar with a legend, since their mean is the score", async () => {
    const said = (await the.score.innerText()).replace(/\s+/g, " ");
    const answer = await the.answer.innerText();
    assert.match(answer, /^Score [\d.]+, by Best-first, mostly for .+ \([\d.]+\) and .+ \([\d.]+\)\.$/);
    assert.match(said, /The score is the mean of the parts/);
    await expect(the.score.locator(".stack")).toHaveCount(1);
    const [page_, anchor] = [...said.matchAll(/(?:page|text)\s*([\d.]+)\s*adds/g)].map(([, value]) => Number(value));
    const score = Number(/Score ([\d.]+)/.exec(answer)[1]);
    assert.ok(Math.abs((page_ + anchor) / 2 - score) < 0.002, said);
  });
  await t.test("the words are marked in the page's text, and markup in it is shown as text", async () => {
    await the.marks.first().waitFor();
    const marked = new Set((await the.marks.allInnerTexts()).map((word) => word.toLowerCase()));
    assert.deepEqual([...marked].sort(), ["jumping", "spider", "spiders"]);
    await expect(the.text).toContainText(/by sight & leaps <img src=x onerror=alert\(1\)>/, { useInnerText: true });
  });
  await t.test("it is accessible, and fits a phone", async () => {
    await visit.assertAccessible();
    await page.setViewportSize(PHONE);
    await visit.assertNoSidewaysScrolling();
    await page.setViewportSize(DESKTOP);
  });
  await t.test("without the web a saved text is shown again", async () => {
    await page.reload();
    await parts(page).rows.first().waitFor();
    const again = await details(page, "Jumping spiders", true);
    await again.marks.first().waitFor();
  });
  await t.test("a text that is no longer saved is fetched again on request", async () => {
    const address = page.url();
    await page.getByRole("link", { name: "Library", exact: true }).click();
    const free = page.getByRole("button", { name: `Free space: page bodies of ${CRAWL.q}` });
    await free.click();
    await page.getByRole("button", { name: "Delete permanently" }).click();
    await page.getByText(`Deleted the page bodies of “${CRAWL.q}”.`).waitFor();
    await page.goto("about:blank");
    await page.goto(address);
    const again = await details(page, "Jumping spiders", true);
    await again.text.getByText("was not saved").waitFor();
    await expect(again.marks).toHaveCount(0);
    await again.text.getByRole("button", { name: "Fetch again" }).click();
    await again.marks.first().waitFor();
    await expect(again.text).toContainText(/Fetched again just now/, { useInnerText: true });
  });
});

test("a crawl that is judged by words and meaning shows both parts, and its settings keep the choice", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const crawl = {
    q: "physician lung medicine",
    seed: ["http://portal.test/"],
    pages: "30",
    source: "demo",
    relevance: "both",
  };
  const visit = await open(t, crawlAddress(base, crawl));
  const { page } = visit;
  await untilEnd(page);
  await parts(page).why.first().click();
  await page.locator(".why-rest > summary").click();
  const said = (await page.locator(".why").innerText()).replace(/\s+/g, " ");
  const [, relevance] = /this page relevance ([\d.]+)/.exec(said);
  const [, words, meaning] = /by words ([\d.]+).*by meaning ([\d.]+)/.exec(said);
  assert.ok(Number(meaning) > Number(words), said);
  assert.ok(Math.abs((Number(words) + Number(meaning)) / 2 - Number(relevance)) <= 0.0101, said);
  await page.getByRole("button", { name: "Edit settings", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Relevance by" })).toHaveValue("both");
  visit.assertCalm();
});
