// The hostile corner of the demo web: pages that try to run script, to become markup, to turn text around. Whatever they
// hold, the app shows text, and links to http and https alone.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test from "node:test";
import { crawlAddress, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { openExtension } from "./extension-page.mjs";
import { confirmStart, expect, open, TOWER } from "./harness.mjs";
import { startProxy, STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const SEED = "http://mischief.test/";
/** Tricks that must have been met, by their paths. */
const MET = ["script-tags", "event-handlers", "script-links", "turned-title", "control-title", "markup-title", "long-title", "frames"];

/** What the policy is tried with, by the directives that refuse it. */
const REFUSED = ["base-uri", "form-action", "frame-src", "img-src", "object-src", "script-src-attr", "script-src-elem", "style-src-elem", "worker-src"];

/** The builds, each with where its pages come from, and how it is opened. */
const BUILDS = [
  ["the build for static hosts", "demo", async (t, fragment, options) => open(t, `${await serveFolder(t, STATIC, "/")}${fragment}`, options)],
  ["the build that the proxy serves", "proxy", async (t, fragment, options) => open(t, `${(await startProxy(t)).origin}/${fragment}`, options)],
  ["the browser extension", "demo", async (t, fragment, options) => (await openExtension(t, fragment, options)).visit],
];

for (const [build, source, openBuild] of BUILDS) {
  test(`pages that try to act are shown as text: ${build}`, async (t) => lookAtMischief(t, openBuild, source));
  test(`what is in the page can do what the policy names: ${build}`, async (t) => tryThePolicy(t, openBuild));
}

async function lookAtMischief(t, openBuild, source) {
  const crawl = { source, q: "asthma linux first aid", seed: SEED, stay: 1, pages: 40, strategy: "breadth-first" };
  const visit = await openBuild(t, crawlAddress("", crawl), { viewport: TOWER });
  if (source === "proxy") await confirmStart(visit.page);
  await untilEnd(visit.page);
  const results = await readResults(visit.page);

  await t.test("the tricks were met", () => {
    const paths = results.map(({ url }) => new URL(url).pathname);
    for (const trick of MET) assert.ok(paths.some((path) => path.startsWith(`/${trick}`)), `${trick} is not in ${paths}`);
  });
  const seen = await walkEverything(visit.page);
  await t.test("links that lead out tell nothing of where they were followed", () => assert.deepEqual(seen.telling, []));
  await t.test("no address but http and https", () => assert.deepEqual(seen.addresses, []));
  await t.test("no handler or style in an attribute", () => assert.deepEqual(seen.handlers, []));
  await t.test("no element but those of the app", () => assert.deepEqual(seen.foreign, []));
  await t.test("no character that turns or hides text", () => assert.deepEqual(seen.characters, []));
  await t.test("the page's title is its own", async () => expect(visit.page).toHaveTitle(`${crawl.q} – Salticid`));
  await t.test("nothing ran, nothing complains", () => visit.assertCalm());
  await t.test("no request leaves the page's origin", async () => visit.assertStayedWithin(await visit.page.evaluate(() => location.origin)));
  await visit.page.setViewportSize({ width: 1280, height: 2400 });
  await visit.shot(`mischief-${source}`);
}

/** Whatever crawled text became an element all the same could do none of this. */
async function tryThePolicy(t, openBuild) {
  const asked = [];
  const elsewhere = createServer((request, response) => response.end(asked.push(request.url).toString())).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  t.after(() => elsewhere.close());
  const { page } = await openBuild(t, "", {});
  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await page.evaluate(provoke, `http://127.0.0.1:${elsewhere.address().port}/`);
  await page.waitForFunction((all) => globalThis.refused.size >= all, REFUSED.length);
  const { refused, acted } = await page.evaluate(() => ({ refused: [...globalThis.refused].sort(), acted: globalThis.acted === true }));
  await t.test("the policy refuses what it does not name", () => assert.deepEqual(refused, REFUSED));
  await t.test("no script in the page's own text runs", () => assert.equal(acted, false));
  await t.test("nothing of it is asked for elsewhere", () => assert.deepEqual(asked, []));
}

/** Runs in the page: does what the policy forbids, and collects the directives by which it is refused. */
function provoke(elsewhere) {
  globalThis.refused = new Set();
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => globalThis.refused.add(effectiveDirective));
  const add = (tag, properties) => document.body.appendChild(Object.assign(document.createElement(tag), properties));
  add("script", { textContent: "globalThis.acted = true" });
  add("script", { src: "data:text/javascript,globalThis.acted=true" });
  add("style", { textContent: "body { color: red }" });
  add("img", { src: `${elsewhere}image` });
  add("iframe", { src: `${elsewhere}frame` });
  add("object", { data: `${elsewhere}object` });
  add("base", { href: elsewhere });
  add("form", { action: `${elsewhere}form` }).submit();
  const button = add("button", {});
  button.setAttribute("onclick", "globalThis.acted = true");
  button.click();
  try {
    new Worker("data:text/javascript,");
  } catch {
    // Refused at once, as the event says too.
  }
}

/** Opens the reasons of every result in turn, and all that is folded, and gives what must not be there. */
async function walkEverything(page) {
  const found = { addresses: [], telling: [], handlers: [], foreign: [], characters: [] };
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
  const own = "header nav main section aside div p h1 h2 h3 h4 a b strong span q mark code ol ul li dl dt dd button svg g path circle rect line text canvas figure figcaption table thead tbody tr th td details summary kbd";
  const allowed = new Set(own.split(" "));
  // The fields by which a crawl is steered, paced and replayed and its results are filtered, the boxes that select pages, and nowhere else any field.
  const fields = new Set("form label input optgroup option select textarea".split(" "));
  const bad = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
  const seen = { addresses: [], telling: [], handlers: [], foreign: [], characters: [] };
  const app = document.querySelector("#app");
  for (const element of app.querySelectorAll("*")) {
    const tag = element.localName;
    const isField = fields.has(tag) && element.closest(".steer, .pace, .result-filters, .timeline");
    const isBox = element.matches("label.select-page, label.select-page > input[type=checkbox]");
    if (!allowed.has(tag) && !isField && !isBox) seen.foreign.push(element.outerHTML.slice(0, 80));
    const leadsOut = element.href && new URL(element.href).origin !== location.origin;
    if (leadsOut && element.rel !== "noopener noreferrer") seen.telling.push(element.outerHTML.slice(0, 80));
    for (const { name, value } of element.attributes) {
      // The app itself sets the heights of blocks that stand for rows out of sight, and the places of rows.
      const ownPlace = name === "style" && /^(height: [\d.]+px;|min-height: [\d.]+px; padding-top: [\d.]+px;|transform: translateY\([\d.]+px\);)$/.test(value);
      // The library that draws the curves places its parts, which hold no text of any page.
      const ownStyle = ownPlace || (name === "style" && element.closest(".uplot") && !/url|\(/.test(value.replace(/rgba?\(|translate\(/g, "")));
      if (/^(on|srcdoc$|style$)/i.test(name) && !ownStyle) seen.handlers.push(`${tag} ${name}="${value}"`);
      if (/(^|:)(href|src|action|formaction|data|ping|poster)$/.test(name)) {
        const { protocol } = new URL(value, document.baseURI);
        // The links between the app's own pages begin with the fragment.
        if (protocol !== "http:" && protocol !== "https:" && !value.startsWith("#/")) seen.addresses.push(value);
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
