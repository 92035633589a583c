// Related words: the lexicon is fetched once a visit; senses and terms can be excluded from the crawl,
// and the address keeps the exclusions.

import assert from "node:assert/strict";
import test from "node:test";
import { chooseStrategy, crawlAddress, ENDINGS, openAdvanced, parts, problemOf, untilEnd } from "./crawl-page.mjs";
import { expect, open, PHONE } from "./harness.mjs";
import { APP, startProxy } from "./processes.mjs";
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
    reset: related.getByRole("button", { name: "Reset" }),
    tryAgain: related.getByRole("button", { name: "Try again" }),
  };
}

const lexiconsAsked = (visit) => visit.requests.filter((url) => url.includes(".lex")).length;

test("related words are listed, can be excluded, and stay excluded in crawl and address", async (t) => {
  const base = await serveFolder(t, APP, "/some/path/");
  const visit = await open(t, base);
  const { page } = visit;
  const { query, pages, seeds, start, why } = parts(page);
  const { symptom, anticipation, hope } = panel(page);
  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await query.fill(QUERY);
  await pages.fill("60");
  // With one seed, all relevant pages were found through links.
  await openAdvanced(page);
  await seeds.fill("http://portal.test/");
  await chooseStrategy(page, SEMANTIC);
  await anticipation.waitFor();
  await t.test("all senses are used by default", async () => {
    for (const meaning of [symptom, anticipation]) await expect(meaning).toBeChecked();
  });
  await t.test("axe-core reports no problems", () => visit.assertAccessible());
  await visit.shot("related-form");

  await anticipation.uncheck();
  await hope.focus();
  await page.keyboard.press("Space");
  await expect(hope).toHaveAttribute("aria-pressed", "true");
  await start.click();
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);
  await t.test("the crawl page lists the exclusions", async () => {
    const excluded = page.getByRole("list", { name: /^Excluded/ }).getByRole("listitem");
    await expect(excluded).toHaveText(["fever (noun, sense 2)", "hope"]);
  });
  await t.test("a result shows the contribution of related words to its score", async () => {
    await why.first().click();
    await page.locator(".why-rest > summary").click();
    await page.getByText("share of terms related to your query in the link text").waitFor();
  });
  await visit.shot("related-end");

  await page.reload();
  // The saved crawl is shown again, and its settings can be changed.
  await page.getByRole("button", { name: "Edit settings", exact: true }).click();
  await anticipation.waitFor();
  await t.test("the address restores the exclusions", async () => {
    await expect(symptom).toBeChecked();
    await expect(anticipation).not.toBeChecked();
    await expect(hope).toHaveAttribute("aria-pressed", "true");
  });
  await t.test("all exclusions are removed at once", async () => {
    await panel(page).reset.click();
    await panel(page).reset.waitFor({ state: "detached" });
    await expect(anticipation).toBeChecked();
  });
  visit.assertCalm();
  visit.assertStayedWithin(new URL(base).origin);
  await t.test("the lexicon was fetched once per page load", () => assert.equal(lexiconsAsked(visit), 2));
});

test("words that are similar by word vectors are listed and can be excluded", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, base);
  const { page } = visit;
  const { query } = parts(page);
  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await query.fill("doctor");
  await openAdvanced(page);
  const similar = page.getByRole("list", { name: "Similar to doctor by word vectors" }).getByRole("button");
  await expect(similar).toHaveText([/^physician 0/, /^medic 0/, /^dr 0/, /^medicine 0/]);
  await similar.first().click();
  await expect(similar.first()).toHaveAttribute("aria-pressed", "true");
  await expect(panel(page).reset).toBeVisible();
  await visit.assertAccessible();
  visit.assertCalm();
});

test("the form reports a missing lexicon, and a retry loads it", async (t) => {
  const base = await serveFolder(t, APP, "/");
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

test("the panel fits a small phone in the dark theme, and the proxy allows caching of the lexicon", async (t) => {
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
