// The hostile corner of the demo web: pages that try to run script, to become markup, to turn text around. Whatever they
// hold, the app shows text, and links to http and https alone.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { open, TOWER } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const SEED = "http://mischief.test/";
/** Tricks that must have been met, by their paths. */
const MET = ["script-tags", "event-handlers", "script-links", "turned-title", "control-title", "markup-title", "long-title", "frames"];

test("pages that try to act are shown as text", async (t) => {
  const base = await serveFolder(t, STATIC, "/");
  const crawl = { q: "asthma linux first aid", seed: SEED, stay: 1, pages: 40, strategy: "breadth-first" };
  const visit = await open(t, crawlAddress(base, crawl), { viewport: TOWER });
  await untilEnd(visit.page);
  const results = await readResults(visit.page);

  await t.test("the tricks were met", () => {
    const paths = results.map(({ url }) => new URL(url).pathname);
    for (const trick of MET) assert.ok(paths.some((path) => path.startsWith(`/${trick}`)), `${trick} is not in ${paths}`);
  });
  const seen = await walkEverything(visit.page);
  await t.test("no address but http and https", () => assert.deepEqual(seen.addresses, []));
  await t.test("no handler or style in an attribute", () => assert.deepEqual(seen.handlers, []));
  await t.test("no element but those of the app", () => assert.deepEqual(seen.foreign, []));
  await t.test("no character that turns or hides text", () => assert.deepEqual(seen.characters, []));
  await t.test("the page's title is its own", async () => assert.equal(await visit.page.title(), `${crawl.q} – Salticid`));
  await t.test("nothing ran, nothing complains", () => visit.assertCalm());
  await t.test("no request leaves the page's origin", () => visit.assertStayedWithin(new URL(base).origin));
  await visit.page.setViewportSize({ width: 1280, height: 2400 });
  await visit.shot("mischief");
});

/** Opens the reasons of every result in turn, and all that is folded, and gives what must not be there. */
async function walkEverything(page) {
  const found = { addresses: [], handlers: [], foreign: [], characters: [] };
  const { why } = parts(page);
  const rows = await why.count();
  assert.ok(rows > 10, `${rows} results`);
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  for (let row = 0; row < rows; row++) {
    await why.nth(row).click();
    await page.getByRole("heading", { name: "Path from its seed" }).waitFor();
    const seen = await page.evaluate(walk);
    for (const [kind, list] of Object.entries(seen)) found[kind].push(...list);
  }
  return found;
}

/** Runs in the page: every element, attribute and text below the body. */
function walk() {
  const own = "header nav main section aside div p h1 h2 h3 h4 a b strong span q mark code ol ul li dl dt dd button svg g path circle rect line polyline text figure figcaption table thead tbody tr th td details summary kbd";
  const allowed = new Set(own.split(" "));
  const bad = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
  const seen = { addresses: [], handlers: [], foreign: [], characters: [] };
  const app = document.querySelector("#app");
  for (const element of app.querySelectorAll("*")) {
    const tag = element.localName;
    if (!allowed.has(tag)) seen.foreign.push(element.outerHTML.slice(0, 80));
    for (const { name, value } of element.attributes) {
      // The app itself sets the heights of the blocks that stand for rows out of sight.
      const ownStyle = name === "style" && /^height: [\d.]+px;$/.test(value);
      if (/^(on|srcdoc$|style$)/i.test(name) && !ownStyle) seen.handlers.push(`${tag} ${name}="${value}"`);
      if (/(^|:)(href|src|action|formaction|data|ping|poster)$/.test(name)) {
        const { protocol } = new URL(value, document.baseURI);
        if (protocol !== "http:" && protocol !== "https:") seen.addresses.push(value);
      }
      if (bad.test(value)) seen.characters.push(`${tag} ${name}: ${escape(value)}`);
    }
  }
  const texts = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (bad.test(texts.currentNode.data)) seen.characters.push(escape(texts.currentNode.data));
  }
  return seen;
}
