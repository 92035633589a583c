// Related words in the built app: the lexicon is fetched when a strategy needs it and not before; senses and terms are excluded,
// the crawl goes without them, and its address brings them back.

import assert from "node:assert/strict";
import test from "node:test";
import { chooseStrategy, crawlAddress, ENDINGS, openAdvanced, parts, problemOf, untilEnd } from "./crawl-page.mjs";
import { expect, open, PHONE } from "./harness.mjs";
import { startProxy, STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const QUERY = "fever mosquito";
const SEMANTIC = "ssrm";

/** The parts of the panel. */
function panel(page) {
  const related = page.getByRole("region", { name: "Related words" });
  return {
    related,
    symptom: related.getByRole("checkbox", { name: /^fever.* a kind of symptom$/ }),
    anticipation: related.getByRole("checkbox", { name: /^fever.* a kind of anticipation$/ }),
    hope: related.getByRole("button", { name: /^hope \d\.\d\d$/ }).first(),
    takeAllBack: related.getByRole("button", { name: "Reset" }),
    tryAgain: related.getByRole("button", { name: "Try again" }),
  };
}

const lexiconsAsked = (visit) => visit.requests.filter((url) => url.includes(".lex")).length;

test("related words come up, are excluded, and stay so through crawl and address", async (t) => {
  const base = await serveFolder(t, STATIC, "/some/path/");
  const visit = await open(t, base);
  const { page } = visit;
  const { query, pages, seeds, start, why } = parts(page);
  const { symptom, anticipation, hope } = panel(page);
  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await query.fill(QUERY);
  await pages.fill("60");
  // One seed: all that is relevant was found by a link.
  await openAdvanced(page);
  await seeds.fill("http://portal.test/");
  await chooseStrategy(page, SEMANTIC);
  await anticipation.waitFor();
  await t.test("all meanings are used at first", async () => {
    for (const meaning of [symptom, anticipation]) await expect(meaning).toBeChecked();
  });
  await t.test("nothing grave by axe-core", () => visit.assertAccessible());
  await visit.shot("related-form");

  await anticipation.uncheck();
  await hope.focus();
  await page.keyboard.press("Space");
  await expect(hope).toHaveAttribute("aria-pressed", "true");
  await start.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await t.test("the crawl's page says what was excluded", async () => {
    const excluded = page.getByRole("list", { name: /^Excluded/ }).getByRole("listitem");
    await expect(excluded).toHaveText(["fever (noun, sense 2)", "hope"]);
  });
  await t.test("a result says what part the related words have in its score", async () => {
    await why.first().click();
    await page.getByText("share of terms related to your query in the link text").waitFor();
  });
  await visit.shot("related-end");

  await page.reload();
  // The crawl is kept: it is shown again, and its settings are a press away.
  await page.getByRole("button", { name: "Change settings" }).click();
  await anticipation.waitFor();
  await t.test("the address brings back what was excluded", async () => {
    await expect(symptom).toBeChecked();
    await expect(anticipation).not.toBeChecked();
    await expect(hope).toHaveAttribute("aria-pressed", "true");
  });
  await t.test("and all of it is taken back at once", async () => {
    await panel(page).takeAllBack.click();
    await panel(page).takeAllBack.waitFor({ state: "detached" });
    await expect(anticipation).toBeChecked();
  });
  visit.assertCalm();
  visit.assertStayedWithin(new URL(base).origin);
  await t.test("the lexicon was fetched once a page", () => assert.equal(lexiconsAsked(visit), 2));
});

test("a strategy without related words crawls without the lexicon", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, crawlAddress(base, { q: QUERY, strategy: "best-first", pages: 5 }));
  await untilEnd(visit.page);
  assert.equal(lexiconsAsked(visit), 0);
  visit.assertCalm();
});

test("where the lexicon is missing the form says so, and another try finds it", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, "about:blank");
  const { page } = visit;
  const missing = (route) => route.fulfill({ status: 404, body: "not found" });
  await visit.context.route("**/*.lex.gz", missing);
  await page.goto(crawlAddress(base, { q: QUERY, strategy: SEMANTIC, pages: 5 }));
  const { card, start } = parts(page);
  const strategy = card(/^Choose…/);
  await page.locator("[aria-invalid=true]").waitFor();
  await expect.poll(() => problemOf(strategy)).toMatch(/WordNet.*404.*choose another strategy/);
  const { tryAgain, anticipation } = panel(page);
  await tryAgain.waitFor();
  await visit.shot("related-missing");
  await visit.context.unroute("**/*.lex.gz", missing);
  await tryAgain.click();
  await anticipation.waitFor();
  await expect.poll(() => problemOf(strategy)).toBeNull();
  await start.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
});

test("the panel fits a small phone in the dark, and the proxy lets the lexicon be kept", async (t) => {
  const { origin } = await startProxy(t);
  const address = `${origin}/#/crawl?${new URLSearchParams({ q: QUERY, strategy: SEMANTIC, exclude: "hope" })}`;
  const visit = await open(t, address, { viewport: PHONE, colorScheme: "dark" });
  await panel(visit.page).anticipation.waitFor();
  await visit.assertNoSidewaysScrolling();
  await visit.assertAccessible();
  await visit.shot("related-phone-dark");
  const lexicon = visit.requests.find((url) => url.includes(".lex"));
  const { status, headers } = await fetch(lexicon);
  assert.equal(status, 200);
  assert.match(headers.get("cache-control"), /immutable/);
  assert.equal(headers.get("content-type"), "application/gzip");
  visit.assertCalm();
});
