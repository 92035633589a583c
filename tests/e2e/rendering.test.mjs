// Pages that need JavaScript, which the extension renders in a background tab: what a crawl gets of them, and that no
// page does more than show itself. The tab is apart from the person's cookies: in Chromium in a private window, in
// Firefox in a container.

import assert from "node:assert/strict";
import test from "node:test";
import { ENDINGS, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { allowAddress, openExtension } from "./extension-page.mjs";
import { everywhere, expect } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { page as html } from "./recorded-web.mjs";

const HOST = "garden.site.org";
const OTHER = "forest.site.org";
/** The address of a device of the person's network. */
const DEVICE = "127.0.0.2";
const SPIDERS = "Jumping spiders hunt by sight. ".repeat(12);

/** An application whose script gets the content of a page from the server. */
const APP = `<!doctype html><title>Garden</title><noscript>Please enable JavaScript to use this app.</noscript>
<div id="root"></div><script type="module" src="/app.js"></script>`;
const SCRIPT = `
const { title, text, links } = await (await fetch("/api" + location.pathname)).json();
document.title = title;
const main = document.createElement("main");
main.append(Object.assign(document.createElement("h1"), { textContent: title }), text);
const shadow = document.createElement("nav").attachShadow({ mode: "open" });
const link = ([href, textContent]) => Object.assign(document.createElement("a"), { href, textContent });
shadow.append(...links.map(link));
document.querySelector("#root").append(main, shadow.host);
`;
const LINKS = [
  ["/app/silk", "Silk of jumping spiders"],
  ["/hidden", "Hidden"],
];
const CONTENT = {
  "/app/spiders": { title: "Spiders", text: SPIDERS, links: LINKS },
  "/app/silk": { title: "Silk", text: `${SPIDERS} Their silk.`, links: [["/app/webs", "Webs"]] },
  "/app/webs": { title: "Webs", text: `${SPIDERS} Their webs.`, links: [] },
};

/** Private windows of Chromium use https. */
const SCHEMES = { chromium: "https", firefox: "http" };

/** What scripts try before they show the text of their page. */
const TRICKS = {
  blocked: `
    alert("a"); confirm("b"); prompt("c"); print();
    addEventListener("beforeunload", (event) => event.preventDefault());
    try { open("/window"); } catch {}
    navigator.geolocation.getCurrentPosition(() => {});
    new Audio("/sound").play().catch(() => {});
    new Image().src = "/picture";
    for (const host of ["DEVICE", "router.local"]) fetch("//" + host + "/secret").catch(() => {});`,
  scheme: `location = "mailto:person@site.org";`,
  endless: `setInterval(() => (fetch("/ping"), document.body.append(document.createElement("i"))), 100);`,
  download: `Object.assign(document.createElement("a"), { href: "/file", download: "file" }).click();`,
  elsewhere: `location = "//${OTHER}/moved";`,
  silent: "",
};

async function serveGarden(t, browser) {
  const cookies = [];
  const times = {};
  const isSecure = SCHEMES[browser] === "https";
  const device = await serve(t, (_, response) => response.writeHead(200).end(), isSecure, DEVICE);
  device.host = `${DEVICE}:${device.port}`;
  const answer = (path, response, request) => {
    const send = (type, body, more = {}) => response.writeHead(200, { "content-type": type, ...more }).end(body);
    if (path === "/robots.txt") return send("text/plain", "User-agent: *\nDisallow: /hidden\n");
    if (path === "/login") return send("text/html", html("Login", SPIDERS), { "set-cookie": "person=1; path=/" });
    if (path === "/") return send("text/html", html("Start", SPIDERS, [["/app/spiders", "Jumping spiders"]]));
    const links = Object.keys(TRICKS).map((name) => [`/trick/${name}`, `Jumping spiders ${name}`]);
    if (path === "/tricks") return send("text/html", html("Tricks", SPIDERS, links));
    if (path === "/app.js") return send("text/javascript", SCRIPT);
    if (path === "/moved") return send("text/html", html("Moved", `${SPIDERS} Moved.`));
    const trick = /^\/trick\/(\w+)(\.js)?$/.exec(path);
    if (trick?.[2])
      return send(
        "text/javascript",
        `${TRICKS[trick[1]].replace("DEVICE", device.host)}\ndocument.body.append("${trick[1]}: ${SPIDERS}");`,
      );
    times[path] = (times[path] ?? 0) + 1;
    // It is silent when it is opened in a tab.
    if (path === "/trick/silent" && times[path] === 2) return undefined;
    if (trick) return send("text/html", APP.replace("/app.js", `${path}.js`));
    const content = CONTENT[path.replace(/^\/api/, "")];
    if (!content) return response.writeHead(404).end();
    cookies.push(request.headers.cookie);
    return path.startsWith("/api") ? send("application/json", JSON.stringify(content)) : send("text/html", APP);
  };
  const site = await serve(t, answer, isSecure);
  return { ...site, cookies, device, address: `${SCHEMES[browser]}://${HOST}` };
}

/** Opens the extension, which may use private windows unless `isApart` is false. */
async function openGarden(t, browser, isApart = true) {
  const garden = await serveGarden(t, browser);
  const hosts = { [HOST]: garden.port, [OTHER]: garden.port, "router.local": garden.port };
  const options = { browser, hosts, resolved: [DEVICE], privateWindows: isApart };
  return { garden, ...(await openExtension(t, "#/about", options)) };
}

/** Starts a crawl of the garden that renders pages. */
async function startCrawl(page, seed, percent = "100") {
  const address = new URLSearchParams({ source: "direct", seed, pages: 20, strategy: "breadth-first" });
  await page.evaluate((hash) => (location.hash = hash), `#/crawl?${address}`);
  const form = parts(page);
  await form.query.fill("jumping spiders");
  await form.source("The web").check();
  await allowAddress(page, "127.0.0.1");
  await page.locator("#rendered").selectOption(percent);
  await form.start.click();
  await form.stop.waitFor();
}

/** Waits until the endless page is open, or `isOpen` is false, closed. */
async function untilPinged(garden, isOpen) {
  const pings = () => garden.asked.filter((path) => path === "/ping").length;
  await expect(async () => {
    const before = pings();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.equal(pings() > before, isOpen);
  }).toPass();
}

/** Returns the open tabs, and what else may be left of rendered pages. */
async function leftOvers(page) {
  return page.evaluate(async () => {
    const tabs = (await chrome.tabs.query({})).map(({ url, pendingUrl }) => (url || pendingUrl || "").split("#")[0]);
    const rules = await chrome.declarativeNetRequest.getSessionRules();
    const containers = (await chrome.contextualIdentities?.query({ name: "Salticid" })) ?? [];
    return { tabs, rules, containers, notes: await chrome.storage.local.get() };
  });
}

everywhere("pages are rendered in a tab that is apart", async (t, browser) => {
  const opened = await openGarden(t, browser);
  await t.test("applications are read up to their share, with their links, without the person's cookies", () =>
    readApplications(opened),
  );
  await t.test("what a page tries is blocked, or ends it", () => tryTricks(opened, browser));
  // Chromium does not restart an extension that it was started with, except in its mode for developers.
  if (browser !== "chromium") return;
  await t.test("the tab is closed when the crawl is stopped, and when the extension restarts", async () => {
    await stopEndless(opened, true);
    const { garden, page } = opened;
    const request = { request: "render", id: "restart", url: `${garden.address}/trick/endless`, apart: true };
    await page.evaluate((request) => void chrome.runtime.sendMessage(request), request);
    await untilPinged(garden, true);
    await page.evaluate(() => chrome.runtime.reload()).catch(() => {});
    await untilPinged(garden, false);
  });
});

test("an ordinary tab, of which the form warns, is closed when the crawl is stopped", async (t) => {
  await stopEndless(await openGarden(t, "chromium", false), false);
});

async function readApplications({ garden, page, context, visit }) {
  const tab = await context.newPage();
  await tab.goto(`${garden.address}/login`);
  await tab.close();
  const before = await leftOvers(page);
  // Two of twenty pages.
  await startCrawl(page, `${garden.address}/`, "10");
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
  const paths = (await readResults(page)).map(({ url }) => new URL(url).pathname).sort();
  assert.deepEqual(paths, ["/", "/app/silk", "/app/spiders"]);
  assert.ok(!garden.asked.includes("/hidden"), "robots.txt holds for links of rendered pages");
  const rendered = garden.asked.filter((path) => path.startsWith("/api"));
  assert.deepEqual(rendered, ["/api/app/spiders", "/api/app/silk"]);
  assert.deepEqual(garden.cookies.filter(Boolean), []);
  await expect.poll(() => leftOvers(page)).toEqual(before);
  await parts(page).why.last().click();
  await page.getByText("in a browser tab").waitFor({ state: "attached" });
  await visit.assertAccessible();
}

async function tryTricks({ garden, page, context }, browser) {
  const downloads = [];
  context.on("page", (opened) => opened.on("download", (download) => downloads.push(download.url())));
  const before = await leftOvers(page);
  await startCrawl(page, `${garden.address}/tricks`);
  await untilEnd(page);
  const read = (await readResults(page)).map(({ url }) => new URL(url).pathname).sort();
  // Firefox follows a link to a download, and the crawl follows the browser to a file that is none of its pages.
  const saved = browser === "firefox" ? [] : ["/trick/download"];
  assert.deepEqual(read, ["/moved", "/trick/blocked", ...saved, "/trick/endless", "/trick/scheme", "/tricks"]);
  await page.getByText("it showed nothing within 10 seconds").first().waitFor({ state: "attached" });
  const blocked = ["/window", "/sound", "/picture", "/secret"];
  assert.deepEqual(
    blocked.filter((path) => garden.asked.includes(path)),
    [],
  );
  assert.deepEqual(garden.device.asked, []);
  assert.deepEqual(downloads, []);
  await expect.poll(() => leftOvers(page)).toEqual(before);
}

/** Stops a crawl while a page that never ends is open, and checks that its tab is closed. */
async function stopEndless({ garden, page }, isApart) {
  const before = await leftOvers(page);
  await startCrawl(page, `${garden.address}/trick/endless`);
  await untilPinged(garden, true);
  assert.ok(await page.evaluate(() => document.visibilityState === "visible"), "the app's tab stays in front");
  await parts(page).stop.click();
  await untilPinged(garden, false);
  await expect.poll(() => leftOvers(page)).toEqual(before);
  await page.getByRole("button", { name: "New crawl" }).click();
  assert.equal(/private windows/.test(await page.locator("#rendered-help").innerText()), !isApart);
}
