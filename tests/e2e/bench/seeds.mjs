// Forty queries in eight languages, each in a browser of its first column's language, in the app through the proxy,
// with the simulated search services: the seeds of each start that the crawl could read, also those that replaced
// others, their hosts, and the time from the press of Enter to the list of seeds and to the first result, in a window
// of an ordinary size. A spare seed that a link reached first replaces a seed without being one, so that fewer than ten
// can be listed as read.
//
//   SALTICID_APP=DIST SALTICID_PROXY=PROXY SALTICID_LAB=LAB node bench/seeds.mjs [QUERIES [SERVICE=FAILURE…]]
//
// QUERIES is a file of queries, by default that of the table. `salticid-lab seeds` makes the same table natively, in
// virtual time.

import { readFileSync } from "node:fs";
import { parts, readResults, untilEnd } from "../crawl-page.mjs";
import { DESKTOP, open, TOWER } from "../harness.mjs";
import { startProxy, startServices } from "../processes.mjs";

const QUERIES = new URL("../../../crates/lab/data/services/queries.txt", import.meta.url);
const [file = QUERIES, ...failing] = process.argv.slice(2);
/** The list of seeds. */
const SEEDS = "[aria-labelledby=started]";
/** The goal of a query. */
const FIRST_MS = 1_500;
/** The time that a person looks at the page before the first key. */
const LOOKING_MS = 1_000;
/** The time between two keys. */
const TYPING_MS = 80;
/** Enough for all seeds, after which the crawl follows links. */
const PAGES = "40";

const lines = readFileSync(file, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
const queries = lines.map((line) => line.split("|").map((cell) => cell.trim()));

await during(async (t) => {
  const { origin } = await startProxy(t, await startServices(t, failing));
  console.log("| browser | area | query | seeds | readable | hosts | seeds after, ms | first result after, ms |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  let reached = 0;
  for (const [language, area, query] of queries) {
    const { seeds, readable, hosts, foundMs, firstMs } = await during((t) => start(t, origin, language, query));
    if (firstMs <= FIRST_MS) reached += 1;
    console.log(`| ${language} | ${area} | ${query} | ${seeds} | ${readable} | ${hosts} | ${foundMs} | ${firstMs} |`);
  }
  console.log(`\n${reached} of ${queries.length} queries: the first result within ${FIRST_MS} ms`);
});

/** Calls `use` with the part of a test that ends what was started. */
async function during(use) {
  const ends = [];
  try {
    return await use({ after: (end) => ends.unshift(end) });
  } finally {
    for (const end of ends) await end();
  }
}

/**
 * Waits for an element, and returns the time from the press of Enter to the first frame with it, in milliseconds. The
 * page itself looks in each frame, since Playwright looks only twice a second after a while.
 */
async function shownAfter(page, selector) {
  const find = (selector) => document.querySelector(selector) && performance.now() - window.entered;
  const elapsed = await page.waitForFunction(find, selector);
  return Math.round(await elapsed.jsonValue());
}

async function start(t, origin, locale, query) {
  // The locale of a context does not reach its workers.
  const options = { viewport: DESKTOP, args: [`--accept-lang=${locale}`] };
  const address = `${origin}/#/crawl?${new URLSearchParams({ source: "proxy", pages: PAGES })}`;
  const { page } = await open(t, address, options);
  await page.waitForTimeout(LOOKING_MS);
  await parts(page).query.evaluate((query) =>
    query.addEventListener("keydown", ({ key, timeStamp }) => {
      if (key === "Enter") window.entered = timeStamp;
    }),
  );
  // As fast as a person types.
  await parts(page).query.pressSequentially(query, { delay: TYPING_MS });
  await page.keyboard.press("Enter");
  const foundMs = await shownAfter(page, `${SEEDS}, #seeds-problem`);
  if (await page.locator("#seeds-problem").isVisible()) {
    return { seeds: 0, readable: 0, hosts: 0, foundMs, firstMs: "–" };
  }
  const firstMs = await shownAfter(page, "#results > ol > li");
  // A list draws what is in view.
  await page.setViewportSize(TOWER);
  await untilEnd(page);
  // Folded copies were read as well.
  const folded = parts(page).results.getByRole("button", { name: /^\d+ cop(y|ies)$/, expanded: false });
  while (await folded.count()) await folded.first().click();
  const seeds = await page.locator(`${SEEDS} a`).evaluateAll((links) => links.map((link) => link.href));
  const results = new Set((await readResults(page)).map(({ url }) => url));
  const readable = seeds.filter((url) => results.has(url));
  const hosts = new Set(readable.map((url) => new URL(url).host)).size;
  return { seeds: seeds.length, readable: readable.length, hosts, foundMs, firstMs };
}
