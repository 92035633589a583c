// The hostile part of the demo web: pages that try to run scripts, inject markup, or reverse text. The app shows only
// text and http(s) links.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test from "node:test";
import { crawlAddress, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { openExtension } from "./extension-page.mjs";
import { expect, open, TOWER } from "./harness.mjs";
import { APP, startProxy } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const SEED = "http://mischief.test/";
/** The paths of attacks that the crawl must reach. */
const MET = [
  "script-tags",
  "event-handlers",
  "script-links",
  "turned-title",
  "control-title",
  "markup-title",
  "long-title",
  "frames",
];

/** The directives of the policy that must refuse the attempts. */
const REFUSED = [
  "base-uri",
  "form-action",
  "frame-src",
  "img-src",
  "object-src",
  "script-src-attr",
  "script-src-elem",
  "style-src-elem",
  "worker-src",
];

/** How each build is opened. All show pages by the same program; the policy of each is its own. */
const BUILDS = {
  "the build for static hosts": async (t) => open(t, await serveFolder(t, APP, "/")),
  "the build that the proxy serves": async (t) => open(t, `${(await startProxy(t)).origin}/`),
  "the browser extension": async (t) => (await openExtension(t, "")).visit,
};

for (const [build, openBuild] of Object.entries(BUILDS))
  test(`the content security policy refuses everything else: ${build}`, async (t) => tryThePolicy(t, openBuild));

test("hostile pages are shown as text", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const query = "asthma linux first aid";
  const crawl = { source: "demo", q: query, seed: SEED, stay: 1, pages: 40, strategy: "breadth-first" };
  const visit = await open(t, crawlAddress(base, crawl), { viewport: TOWER });
  await untilEnd(visit.page);
  const results = await readResults(visit.page);

  await t.test("the crawl reached all attacks", () => {
    const paths = results.map(({ url }) => new URL(url).pathname);
    for (const trick of MET)
      assert.ok(
        paths.some((path) => path.startsWith(`/${trick}`)),
        `${trick} is not in ${paths}`,
      );
  });
  const seen = await walkEverything(visit.page);
  await t.test("external links send no referrer", () => assert.deepEqual(seen.referrers, []));
  await t.test("every link is http or https", () => assert.deepEqual(seen.addresses, []));
  await t.test("no attribute is an event handler or a style", () => assert.deepEqual(seen.handlers, []));
  await t.test("every element belongs to the app", () => assert.deepEqual(seen.foreign, []));
  await t.test("no text contains bidirectional or hidden characters", () => assert.deepEqual(seen.characters, []));
  await t.test("the page's title is the app's", async () => expect(visit.page).toHaveTitle(`${query} – Salticid`));
  await t.test("no script ran, and there are no errors", () => visit.assertCalm());
  await t.test("all requests go to the page's origin", () => visit.assertStayedWithin(new URL(base).origin));
  await visit.page.setViewportSize({ width: 1280, height: 2400 });
  await visit.shot("mischief");
});

/** Checks that injected elements could do nothing even if crawled text became markup. */
async function tryThePolicy(t, openBuild) {
  const asked = [];
  const elsewhere = createServer((request, response) => response.end(asked.push(request.url).toString())).listen(
    0,
    "127.0.0.1",
  );
  await once(elsewhere, "listening");
  t.after(() => elsewhere.close());
  const { page } = await openBuild(t);
  await page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  await page.evaluate(provoke, `http://127.0.0.1:${elsewhere.address().port}/`);
  await page.waitForFunction((all) => globalThis.refused.size >= all, REFUSED.length);
  const { refused, acted } = await page.evaluate(() => ({
    refused: [...globalThis.refused].sort(),
    acted: globalThis.acted === true,
  }));
  await t.test("the policy refuses what it does not allow", () => assert.deepEqual(refused, REFUSED));
  await t.test("inline scripts do not run", () => assert.equal(acted, false));
  await t.test("no request goes to another origin", () => assert.deepEqual(asked, []));
}

/** Runs in the page: attempts what the policy forbids, and collects the violated directives. */
function provoke(elsewhere) {
  globalThis.refused = new Set();
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
    globalThis.refused.add(effectiveDirective),
  );
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
    // Refused immediately; the event reports it too.
  }
}

/** Opens the reasons of every result and everything folded, and returns what must not be there. */
async function walkEverything(page) {
  const found = { addresses: [], referrers: [], handlers: [], foreign: [], characters: [] };
  const { why } = parts(page);
  const rows = await why.count();
  assert.ok(rows > 10, `${rows} results`);
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  for (let row = 0; row < rows; row++) {
    // Without the pointer, for which the browser would draw this tall window again and again.
    await why.nth(row).dispatchEvent("click");
    await expect(why.nth(row)).toHaveAttribute("aria-expanded", "true");
    await page.locator(".why .answer").waitFor();
    const seen = await page.evaluate(walk);
    for (const [kind, list] of Object.entries(seen)) found[kind].push(...list);
  }
  return found;
}

/** Runs in the page: visits every element, attribute and text below the body. */
function walk() {
  const own =
    "header nav main section aside div p h1 h2 h3 h4 a b strong span q mark code ol ul li dl dt dd button svg g path " +
    "circle rect line text canvas figure figcaption table thead tbody tr th td details summary kbd";
  const allowed = new Set(own.split(" "));
  const places = [
    String.raw`height: [\d.]+px;`,
    String.raw`min-height: [\d.]+px; padding-top: [\d.]+px;`,
    String.raw`transform: translateY\([\d.]+px\);`,
    String.raw`translate: -?[\d.]+px -?[\d.]+px;`,
    String.raw`(--column-(height|offset): [\d.]+px; ?)+`,
  ];
  const place = new RegExp(`^(${places.join("|")})$`);
  // Only the forms for steering, speed, replay, filters, judgments and exports, and the selection boxes of pages
  // contain fields.
  const fields = new Set("form label input optgroup option select textarea".split(" "));
  const bad = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
  const seen = { addresses: [], referrers: [], handlers: [], foreign: [], characters: [] };
  const app = document.querySelector("#app");
  for (const element of app.querySelectorAll("*")) {
    const tag = element.localName;
    const isField = fields.has(tag) && element.closest(".steer, .pace, .result-filters, .timeline, .judgment, .drawer");
    const isBox = element.matches("label.select-page, label.select-page > input[type=checkbox]");
    if (!allowed.has(tag) && !isField && !isBox) seen.foreign.push(element.outerHTML.slice(0, 80));
    const leadsOut = element.href && new URL(element.href).origin !== location.origin;
    if (leadsOut && element.rel !== "noopener noreferrer") seen.referrers.push(element.outerHTML.slice(0, 80));
    for (const { name, value } of element.attributes) {
      // The app sets the heights of placeholder blocks for rows out of sight, and the positions of rows and of the
      // map's labels.
      const ownPlace = name === "style" && place.test(value);
      // The chart library positions its parts, which contain no text of any page.
      const ownStyle =
        ownPlace ||
        (name === "style" && element.closest(".uplot") && !/url|\(/.test(value.replace(/rgba?\(|translate\(/g, "")));
      if (/^(on|srcdoc$|style$)/i.test(name) && !ownStyle) seen.handlers.push(`${tag} ${name}="${value}"`);
      if (/(^|:)(href|src|action|formaction|data|ping|poster)$/.test(name)) {
        const { protocol } = new URL(value, document.baseURI);
        // Links between the app's own pages start with the fragment.
        if (protocol !== "http:" && protocol !== "https:" && !value.startsWith("#/") && value !== "#main")
          seen.addresses.push(value);
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
