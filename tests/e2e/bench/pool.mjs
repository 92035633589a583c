// The speed of a crawl of a recording in the tab, with and without further workers that parse, taking turns in one run. They need more than
// two cores.
//
//   node bench/pool.mjs DIST WEB.warc.gz SEED[,SEED…] [PAGES] [QUERY] [STRATEGY]
//
// DIST is a built app (`cargo xtask dist --out DIST`). Without the address of its own script, the crawler starts no further workers.

import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crawlAddress, pagesDone, untilEnd } from "../crawl-page.mjs";
import { open } from "../harness.mjs";
import { serveFolder } from "../static-host.mjs";

const ROUNDS = 3;

const [dist, web, seeds, pages = "3000", q = "database index query", strategy = "best-first"] = process.argv.slice(2);
if (!seeds) {
  console.error("usage: node bench/pool.mjs DIST WEB.warc.gz SEED[,SEED…] [PAGES] [QUERY] [STRATEGY]");
  process.exit(2);
}

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const alone = withoutPool(dist);
  const apps = { "one worker": await serveFolder(t, alone, "/"), "with further workers": await serveFolder(t, dist, "/") };
  const rates = Object.fromEntries(Object.keys(apps).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, base] of Object.entries(apps)) rates[name].push(await crawl(base));
  }
  for (const [name, all] of Object.entries(rates)) {
    console.log(`${name}: ${all.map((rate) => rate.toFixed(0)).join(", ")} pages a second, best ${Math.max(...all).toFixed(0)}`);
  }
} finally {
  for (const end of endings) await end();
}

/** Returns a copy of the app whose crawler does not know its own address. */
function withoutPool(folder) {
  const copy = mkdtempSync(join(tmpdir(), "salticid-pool-"));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  const loader = join(copy, readdirSync(copy).find((name) => /^worker.*loader\.js$/.test(name)));
  writeFileSync(loader, readFileSync(loader, "utf8").replace("self.salticidLoader=import.meta.url;", ""));
  return copy;
}

/** Returns the pages a second from the start of a crawl to its end. */
async function crawl(base) {
  const ends = [];
  const { page, context } = await open({ after: (end) => ends.unshift(end) }, `${base}#/library`);
  context.setDefaultTimeout(600_000);
  await page.locator("input[type=file]").first().setInputFiles(web);
  await page.getByText(/\d+ pages? of/).waitFor();
  const began = performance.now();
  await page.goto(crawlAddress(base, { q, source: "recorded", strategy, pages, in_flight: 64, seed: seeds.split(",") }));
  await untilEnd(page);
  const rate = ((await pagesDone(page)) * 1000) / (performance.now() - began);
  for (const end of ends) await end();
  return rate;
}
