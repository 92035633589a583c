// The same crawl of the demo web in each browser: how long it takes from opening its address to its end.
//
//   node bench/browsers.mjs DIST [PAGES] [ROUNDS]
//
// DIST is a built app (`cargo xtask dist --out DIST`). The browsers alternate, so that other load slows all of them. Each round has a fresh profile.

import { crawlAddress, ENDINGS, untilEnd } from "../crawl-page.mjs";
import { open } from "../harness.mjs";
import { hasWebKit } from "../processes.mjs";
import { serveFolder } from "../static-host.mjs";
import { openWebKit } from "../webkit-page.mjs";

const [dist, pages = "1000", rounds = "3"] = process.argv.slice(2);
if (!dist) {
  console.error("usage: node bench/browsers.mjs DIST [PAGES] [ROUNDS]");
  process.exit(2);
}

/** Opens a browser, and returns a function that crawls there and waits for the end. */
const BROWSERS = {
  Chromium: (t, base) => inPlaywright(t, base, "chromium"),
  Firefox: (t, base) => inPlaywright(t, base, "firefox"),
  ...(hasWebKit() && { WebKit: inWebKit }),
};

async function inPlaywright(t, base, browser) {
  const { page, context } = await open(t, base, { browser });
  context.setDefaultTimeout(600_000);
  return async (address) => {
    await page.goto("about:blank");
    await page.goto(address);
    await untilEnd(page);
  };
}

async function inWebKit(t, base) {
  const webkit = await openWebKit(t, base);
  return async (address) => {
    await webkit.goto(address);
    await webkit.shows(ENDINGS.budgetSpent);
  };
}

const took = Object.fromEntries(Object.keys(BROWSERS).map((name) => [name, []]));
for (let round = 0; round < Number(rounds); round += 1) {
  for (const [name, start] of Object.entries(BROWSERS)) {
    const endings = [];
    const t = { after: (end) => endings.push(end) };
    try {
      const base = await serveFolder(t, dist, "/");
      const crawl = await start(t, base);
      const began = performance.now();
      await crawl(crawlAddress(base, { q: "asthma inhaler treatment", source: "demo", strategy: "best-first", pages, in_flight: 16 }));
      took[name].push((performance.now() - began) / 1000);
    } finally {
      for (const end of endings) await end();
    }
  }
}
for (const [name, seconds] of Object.entries(took)) {
  const [best, ...others] = seconds.sort((a, b) => a - b);
  console.log(`${name}: ${pages} pages in ${best.toFixed(1)} s (${(Number(pages) / best).toFixed(0)} a second), other rounds ${others.map((one) => one.toFixed(1)).join(", ")} s`);
}
