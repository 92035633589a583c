// The browser extension in Chromium (unpacked) and Firefox (as packed for its store): it crawls sites without CORS
// headers, within its permissions.

import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ENDINGS, openAdvanced, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { ALL_SITES, allowAddress, importScript, openExtension } from "./extension-page.mjs";
import { everywhere, expect } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { xdotool } from "./processes.mjs";
import { page as html } from "./recorded-web.mjs";
import { goTo, training } from "./train-page.mjs";

/** Milliseconds after which the browser's permission prompt is open; no event announces it. */
const PROMPT_MS = 3000;
/** Milliseconds between keys, so that menus open in between. */
const KEY_MS = 300;
const HOST = "garden.site.org";
/** Another name of the same server: Chromium remembers what it has refused. */
const SHED = "shed.site.org";
const SPIDERS = "Jumping spiders hunt by sight. ".repeat(12);
const PLANTS = "Roses need water and light. ".repeat(12);

/**
 * A site without CORS headers, which sets a new cookie with each page and has one page behind a password. `redirects`
 * are further paths with their targets.
 */
async function serveGarden(t, redirects = {}) {
  const headers = [];
  const pages = {
    "/": html("Garden", PLANTS, [
      ["/animals", "Animals of the garden"],
      ["/roses", "Roses"],
      ["/trees", "Trees"],
      ["/moved", "Spiders that moved"],
    ]),
    "/animals": html("Animals", "Birds, beetles and jumping spiders.", [
      ["/spiders", "Jumping spiders"],
      ["/", "Garden"],
    ]),
    "/roses": html("Roses", PLANTS, [
      ["/", "Garden"],
      ["/hidden", "Hidden roses"],
    ]),
    "/trees": html("Trees", `${PLANTS} An old oak.`, [["/animals", "Animals in trees"]]),
    "/spiders": html("Spiders", SPIDERS, [1, 2, 3, 4].map((n) => [`/spiders/${n}`, `Jumping spider ${n}`])),
    "/new-home": html("New home", SPIDERS),
    "/gate": html("Gate", PLANTS),
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`/spiders/${n}`, html(`Spider ${n}`, `${SPIDERS} Number ${n}.`)])),
  };
  const site = await serve(t, (path, response, request) => {
    headers.push(request.headers);
    if (path === "/robots.txt")
      return response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /hidden\n");
    const moved = { "/moved": "/new-home", ...redirects }[path];
    if (moved) return response.writeHead(301, { location: moved }).end();
    const isLocked = path === "/gate" && !request.headers.authorization;
    if (isLocked) return response.writeHead(401, { "www-authenticate": `Basic realm="garden"` }).end();
    const body = pages[path];
    return response
      .writeHead(body ? 200 : 404, { "content-type": "text/html", "set-cookie": `seen-${headers.length}=1; path=/` })
      .end(body ?? "");
  });
  return { ...site, headers };
}

/** Fills in the form for a crawl of the garden. */
async function fillForm(page, { allowed = "127.0.0.1" } = {}) {
  const crawl = parts(page);
  await crawl.query.fill("jumping spiders");
  await crawl.source("The web").check();
  if (allowed) await allowAddress(page, allowed);
  return crawl;
}

const CRAWL = { source: "direct", seed: `http://${HOST}/`, pages: "30", strategy: "breadth-first" };
const addressOf = (more = {}) => `#/crawl?${new URLSearchParams({ ...CRAWL, ...more })}`;

/** Paths that lead to private addresses, as number, local name and public name; the port is that of the number. */
const toDevice = (port) => ({
  "/to-device": `http://127.0.0.2:${port}/reboot`,
  "/to-router": "http://router.local/reboot",
  "/to-name": "http://127.0.0.1.nip.io/reboot",
});

everywhere("sites are crawled and recorded, and learn nothing of the person or the extension", async (t, browser) => {
  const rebooting = (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>rebooting");
  const device = await serve(t, rebooting, false, "127.0.0.2");
  const router = await serve(t, rebooting);
  const redirects = toDevice(device.port);
  const garden = await serveGarden(t, redirects);
  const hosts = {
    [HOST]: garden.port,
    [SHED]: garden.port,
    "router.local": router.port,
    "127.0.0.1.nip.io": router.port,
  };
  const seed = `http://${SHED}/ http://${SHED}/animals http://127.0.0.1:${garden.port}/roses`;
  const { page, visit, context, base } = await openExtension(t, addressOf({ seed }), {
    browser,
    hosts,
    resolved: ["127.0.0.2"],
  });
  /** Opens the form for a crawl with these seeds. */
  const openForm = async (...seeds) => {
    const address = addressOf({ seed: seeds.join(" ") });
    await page.evaluate((address) => (location.hash = address), address);
    await openAdvanced(page);
    await expect(parts(page).seeds).toHaveValue(new RegExp(seeds[0]));
  };

  await t.test(
    "a host with a private address is refused: in Firefox before any request, in Chromium by its first response",
    async () => {
      const asked = { chromium: ["/robots.txt"], firefox: [] }[browser];
      const crawl = await fillForm(page, { allowed: "" });
      await crawl.start.click();
      assert.equal(await untilEnd(page), ENDINGS.everythingBlocked);
      await page.getByText(`“${SHED}” is not on the public internet (loopback)`).first().waitFor();
      await page.getByText("“127.0.0.1” is not on the public internet (loopback)").first().waitFor();
      assert.deepEqual(garden.asked, asked);
      // No response has told Firefox anything that it could remember.
      if (browser === "firefox") return;

      await page.getByRole("button", { name: "New crawl" }).click();
      await crawl.query.fill("jumping spiders");
      await openAdvanced(page);
      await crawl.seeds.fill(`http://${SHED}/animals`);
      await crawl.start.click();
      assert.equal(await untilEnd(page), ENDINGS.everythingBlocked);
      assert.deepEqual(garden.asked, asked, "nor is there a request in the next crawl");
    },
  );

  await t.test("a site without CORS headers is crawled, including redirects and robots.txt", async (t) => {
    const tab = await context.newPage();
    await tab.goto(`http://gardener:secret@${HOST}/gate`);
    await tab.goto(`http://${HOST}/`);
    const visited = garden.headers.at(-1);
    assert.ok(visited.cookie && visited.authorization, "the browser knows the person");
    await tab.close();
    const before = garden.headers.length;
    const cookies = await context.cookies(`http://${HOST}/`);
    await openForm(`http://${HOST}/`);
    const crawl = await fillForm(page);
    await visit.assertAccessible();
    await crawl.start.click();
    assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);

    await t.test("every page is read, including the target of a redirect", async () => {
      const paths = (await readResults(page)).map(({ url }) => new URL(url).pathname).sort();
      assert.deepEqual(paths, [
        "/",
        "/animals",
        "/new-home",
        "/roses",
        "/spiders",
        "/spiders/1",
        "/spiders/2",
        "/spiders/3",
        "/spiders/4",
        "/trees",
      ]);
    });
    await t.test("robots.txt was fetched first and obeyed", () => {
      assert.equal(garden.asked[before], "/robots.txt");
      assert.ok(!garden.asked.includes("/hidden"));
    });
    await t.test("no request had a cookie, a referrer or credentials, and no cookie was stored", async () => {
      assert.deepEqual(await context.cookies(`http://${HOST}/`), cookies);
      for (const sent of garden.headers.slice(before))
        for (const name of ["cookie", "referer", "authorization"]) assert.equal(sent[name], undefined, name);
    });
  });

  await t.test("a redirect to a private address is not followed", async () => {
    const paths = Object.keys(redirects);
    await openForm(...["/new-home", ...paths].map((path) => `http://${HOST}${path}`));
    const crawl = await fillForm(page);
    await crawl.start.click();
    assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
    for (const path of paths) assert.ok(garden.asked.includes(path), `${path} was requested`);
    // In Firefox every host resolves to the garden's server.
    const rebooted = garden.asked.filter((path) => path === "/reboot");
    assert.deepEqual([...device.asked, ...router.asked, ...rebooted], []);
  });

  await t.test("sites can neither message the extension nor read its files", () =>
    assertApart({ page, context, base }),
  );

  await t.test("browsing is recorded as trails, which train a model that crawls", () =>
    recordAndTrain({ page, context, browser }),
  );
});

test("an app with a crawler of another build asks for a reload and does not crawl", async (t) => {
  const garden = await serveGarden(t);
  const older = `postMessage({ Hello: { hello: { protocol: 1, build: "older" } } });`;
  const edit = (folder) => {
    const loader = readdirSync(folder).find((name) => /^worker-.*_loader\.js$/.test(name));
    writeFileSync(join(folder, loader), older);
  };
  const { page, visit } = await openExtension(t, addressOf({ q: "jumping spiders", start: "1" }), {
    hosts: { [HOST]: garden.port },
    edit,
  });
  const notice = page.getByRole("alert").filter({ hasText: "This page and its crawler are different builds." });
  await notice.getByText("the crawler older.").waitFor();
  await notice.getByRole("button", { name: "Reload" }).waitFor();
  await page.getByText("The crawl cannot start. See the notice above.").waitFor();
  await visit.assertAccessible();
  assert.deepEqual(garden.asked, []);
});

/** Records visits of the garden as trails; in Chromium also trains a model with them, and crawls with it. */
async function recordAndTrain({ page, context, browser }) {
  await page.evaluate(() => (location.hash = "#/train"));
  const train = training(page);
  await train.kept.waitFor();
  await train.button("Record browsing").click();
  await page.getByText("Recording. Open pages in other tabs.").waitFor();
  await expect.poll(() => page.evaluate(() => chrome.action.getBadgeText({}))).toBe("REC");
  // Training and crawling have nothing of the browser: Chromium shows them. In Firefox two trails are enough.
  const trails = browser === "firefox" ? [1, 2] : [1, 2, 3, 4];
  for (const n of trails) {
    // Playwright opens windows in Firefox, and a recording belongs to a window.
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.evaluate(() => chrome.tabs.create({ url: "about:blank" })),
    ]);
    for (const path of ["/", n % 2 ? "/roses" : "/trees", "/animals", "/spiders", `/spiders/${n}`]) {
      await tab.goto(`http://${HOST}${path}`);
      await expect.poll(() => page.evaluate(lastRecorded)).toContain(`http://${HOST}${path}`);
    }
    await tab.close();
  }
  await page.bringToFront();
  await train.button("Stop recording").click();
  await page.getByText(`Recorded: ${5 + trails.length} pages, 0 relevant.`).waitFor();
  await train.button("Add to trails").click();
  await train.news.getByText(new RegExp(`^Imported ${trails.length} trails with ${5 * trails.length} pages`)).waitFor();
  await train.button("Delete recording").click();
  await expect(train.button("Add to trails")).toHaveCount(0);
  for (const n of trails) {
    await train.fold(`Browsing ${n}`).click();
    const row = page.locator(".trail").filter({ has: train.name(`Browsing ${n}`) });
    await row.locator(".visit").nth(4).getByRole("checkbox").check({ force: true });
    await train.news.getByText(/^Marked .* as relevant\.$/).waitFor();
  }
  await train.kept.waitFor();
  if (browser === "firefox") return;

  await page.evaluate(() => (location.hash = "#/crawl?source=direct"));
  await fillForm(page);
  await goToTraining(page);
  await goTo(page, "Learn");
  const panel = page.getByRole("region", { name: "Learn", exact: true });
  await page.getByRole("combobox", { name: "Strategy" }).selectOption("hybrid-hmm-anchor");
  await page.getByRole("textbox", { name: "Model name" }).fill("Spiders");
  await panel.getByRole("button", { name: "Train", exact: true }).click();
  await page.getByRole("heading", { name: "Spiders", exact: true }).waitFor();
  await page.getByRole("link", { name: "Crawl with this model" }).click();
  const crawl = parts(page);
  await crawl.query.fill("");
  await openAdvanced(page);
  await crawl.seeds.fill(`http://${HOST}/`);
  await crawl.start.click();
  await untilEnd(page);
  const paths = (await readResults(page)).map(({ url }) => new URL(url).pathname);
  assert.ok(paths.includes("/spiders/1"), `${paths}`);
}

/** Runs in a page of the extension: returns the last page of each recorded trail. */
async function lastRecorded() {
  const { recording } = await chrome.storage.session.get("recording");
  return Object.values(recording.trails).map((trail) => trail.at(-1).url);
}

/** Opens the Train page through the navigation, so that the form keeps its input. */
async function goToTraining(page) {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Train" }).click();
}

test("toolbar button, shortcut and context menus act on the page of the tab", async (t) => {
  const garden = await serveGarden(t);
  const { page, context, background, display } = await openExtension(t, "#/train", {
    hosts: { [HOST]: garden.port },
    window: true,
  });
  const train = training(page);
  const active = () =>
    background.evaluate(async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]);
  const badge = (id) => background.evaluate((tabId) => chrome.action.getBadgeText({ tabId }), id);
  const menu = (info, tab) =>
    background.evaluate(([info, tab]) => chrome.contextMenus.onClicked.dispatch(info, tab), [info, tab]);
  await train.button("Record browsing").click();
  await page.getByText("Recording. Open pages in other tabs.").waitFor();

  const site = await context.newPage();
  await site.goto(`http://${HOST}/spiders`);
  const tab = await active();
  xdotool(display, "key", "alt+shift+m");
  await expect.poll(() => badge(tab.id)).toBe("★");
  await background.evaluate((tab) => chrome.action.onClicked.dispatch(tab), tab);
  await expect.poll(() => badge(tab.id)).toBe("REC");
  await menu({ menuItemId: "add-page", pageUrl: `http://${HOST}/trees` }, tab);
  await page.bringToFront();
  await train.button("Stop recording").click();
  await page.getByText("Recorded: 2 pages, 1 relevant.").waitFor();

  const opened = async (act) => {
    const [app] = await Promise.all([context.waitForEvent("page"), act()]);
    await parts(app).query.waitFor();
    const address = new URLSearchParams(app.url().split("?")[1]);
    await app.close();
    return Object.fromEntries(address);
  };
  const pageUrl = `http://${HOST}/spiders`;
  assert.deepEqual(await opened(() => background.evaluate((tab) => chrome.action.onClicked.dispatch(tab), tab)), {});
  assert.deepEqual(await opened(() => menu({ menuItemId: "crawl-page", pageUrl }, tab)), {
    seed: pageUrl,
    source: "direct",
  });
  assert.deepEqual(
    await opened(() => menu({ menuItemId: "crawl-link", pageUrl, linkUrl: `http://${HOST}/roses` }, tab)),
    { seed: `http://${HOST}/roses`, source: "direct" },
  );
  assert.deepEqual(
    await opened(() => menu({ menuItemId: "crawl-selection", pageUrl, selectionText: " jumping spiders " }, tab)),
    { seed: pageUrl, source: "direct", q: "jumping spiders" },
  );
});

test("in Firefox the shortcut, the toolbar button and the context menus act on the page of the tab", async (t) => {
  const garden = await serveGarden(t);
  const { page, context, display } = await openExtension(t, "#/train", {
    browser: "firefox",
    hosts: { [HOST]: garden.port },
  });
  const train = training(page);
  const press = (...keys) => xdotool(display, "key", "--delay", String(KEY_MS), ...keys);
  await train.kept.waitFor();
  await train.button("Record browsing").click();
  await page.getByText("Recording. Open pages in other tabs.").waitFor();
  const [site] = await Promise.all([
    context.waitForEvent("page"),
    page.evaluate(() => chrome.tabs.create({ url: "about:blank" })),
  ]);
  const pageUrl = `http://${HOST}/animals`;
  await site.goto(pageUrl);
  const active = () => page.evaluate(async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]);
  const badge = async () => page.evaluate((tabId) => chrome.action.getBadgeText({ tabId }), (await active()).id);
  await expect.poll(() => page.evaluate(lastRecorded)).toContain(pageUrl);

  await expect(async () => {
    press("alt+shift+m");
    await expect.poll(badge, { timeout: KEY_MS * 5 }).toBe("★");
  }, "the window may not have the keyboard at once").toPass();
  // Past the buttons within the address bar, to the second one behind it. Menus and bars may open late.
  await expect(async () => {
    press("ctrl+l", "Tab", "Tab", "Right", "Return");
    await expect.poll(badge, { timeout: KEY_MS * 5 }).toBe("REC");
  }).toPass();

  /**
   * Opens the context menu of an element and presses keys, until it has an effect: the menu's last entry is that of the
   * extension.
   */
  const choose = async (element, keys, hasEffect) => {
    const { x, y, width, height } = await element.boundingBox();
    const [left, top] = await site.evaluate(() => [mozInnerScreenX, mozInnerScreenY]);
    await expect(async () => {
      press("Escape");
      xdotool(
        display,
        "mousemove",
        String(Math.round(left + x + width / 2)),
        String(Math.round(top + y + height / 2)),
        "click",
        "3",
        "sleep",
        "1",
      );
      press("Up", ...keys, "Return");
      await expect.poll(hasEffect, { timeout: PROMPT_MS }).toBe(true);
    }).toPass();
  };
  /** Returns the fields of the form that an entry of the menu opens. */
  const opened = async (element, ...keys) => {
    await choose(element, keys, async () => (await active()).url.includes("#/crawl?"));
    const { id, url } = await active();
    await page.evaluate((id) => chrome.tabs.remove(id), id);
    await expect.poll(async () => (await active()).url).toBe(pageUrl);
    const address = new URLSearchParams(url.split("?")[1]);
    return Object.fromEntries(address);
  };
  const [text, heading, link] = [
    site.getByText("Birds, beetles"),
    site.getByRole("heading", { name: "Animals" }),
    site.getByRole("link", { name: "Jumping spiders" }),
  ];
  await choose(text, ["Right", "Down"], async () => (await badge()) === "★");
  assert.deepEqual(await opened(text, "Right"), { seed: pageUrl, source: "direct" });
  assert.deepEqual(await opened(link), { seed: `http://${HOST}/spiders`, source: "direct" });
  await heading.evaluate((heading) => getSelection().selectAllChildren(heading));
  assert.deepEqual(await opened(heading), { seed: pageUrl, source: "direct", q: "Animals" });
});

/** Asserts that a page of the garden gets neither answers nor files of the extension. */
async function assertApart({ page, context, base }) {
  const site = await context.newPage();
  await site.goto(`http://${HOST}/`);
  const id = new URL(base).host;
  const reached = await site.evaluate(
    async ({ id, base }) => {
      const messages = [];
      for (const request of ["status", "trails", "start", "forget"])
        messages.push(await globalThis.chrome?.runtime?.sendMessage?.(id, { request, window: 1 }));
      const file = await fetch(base).then(
        (response) => response.status,
        () => null,
      );
      const frame = document.createElement("iframe");
      // Firefox does not load such a frame.
      const framed = new Promise((resolve) => {
        frame.addEventListener("load", resolve);
        setTimeout(resolve, 500);
      });
      frame.src = base;
      document.body.append(frame);
      await framed;
      const heard = await new Promise((resolve) => {
        const channel = new BroadcastChannel("salticid-network");
        channel.onmessage = () => resolve(true);
        // The app answers this message of its workers.
        channel.postMessage("access");
        setTimeout(() => resolve(false), 500);
      });
      return { messages: messages.filter(Boolean), file, heard };
    },
    { id, base },
  );
  assert.deepEqual(reached, { messages: [], file: null, heard: false });
  const own = await page.evaluate(() => chrome.runtime.sendMessage({ request: "status" }));
  assert.deepEqual(
    { isOn: own.isOn, pages: own.pages },
    { isOn: false, pages: 0 },
    "the extension's own page is answered, and the site has changed nothing",
  );
  assert.deepEqual(
    site
      .frames()
      .map((frame) => frame.url())
      .filter((url) => url.startsWith(base)),
    [],
  );
  await site.close();
}

/**
 * Presses the keys that grant permissions in the browser's prompt, which is not part of a page. In Chromium the tab key
 * reaches the button.
 */
async function grant(page, browser, display, permissions) {
  const keys = { chromium: ["Tab", "Return"], firefox: ["alt+a"] }[browser];
  const isGranted = () => page.evaluate((permissions) => chrome.permissions.contains(permissions), permissions);
  await expect(async () => {
    await page.waitForTimeout(PROMPT_MS);
    for (const key of keys) xdotool(display, "key", key);
    await expect.poll(isGranted, { timeout: PROMPT_MS }).toBe(true);
  }).toPass();
}

everywhere("access granted or withdrawn while the app is open takes effect at once", async (t, browser) => {
  const garden = await serveGarden(t);
  const { page, visit, display } = await openExtension(t, addressOf({ pages: "2" }), {
    browser,
    hosts: { [HOST]: garden.port },
    access: false,
    window: true,
  });
  const crawl = await fillForm(page);
  const dialog = page.getByRole("dialog", { name: "Allow access to sites?" });
  const allow = dialog.getByRole("button", { name: "Allow and start" });

  await t.test("without access to sites nothing is requested before the permission prompt", async () => {
    await crawl.start.click();
    await dialog.getByText("Requests carry no cookies and no passwords").waitFor();
    await expect(allow).toBeEnabled();
    await visit.assertAccessible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(garden.asked, []);
  });
  await crawl.start.click();
  await allow.click();
  await grant(page, browser, display, { origins: ALL_SITES });
  assert.equal(await untilEnd(page), ENDINGS.budgetSpent);

  assert.ok(await page.evaluate((origins) => chrome.permissions.remove({ origins }), ALL_SITES));
  await page.getByRole("button", { name: "New crawl" }).click();
  await crawl.query.fill("jumping spiders");
  await openAdvanced(page);
  await crawl.seeds.fill(`http://${HOST}/animals`);
  const before = garden.asked.length;
  await crawl.start.click();
  await allow.waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await goToTraining(page);
  const { address, read, alert } = training(page);
  await address.fill(`http://${HOST}/`);
  await read.click();
  await alert.getByText("Salticid has no access to sites.").waitFor();
  assert.equal(garden.asked.length, before);

  await t.test("the browser's bookmarks are imported after its permission prompt, folder by folder", async () => {
    const train = training(page);
    await train.kept.waitFor();
    await train.button("Import bookmarks").click();
    await grant(page, browser, display, { permissions: ["bookmarks"] });
    await page.evaluate(async (host) => {
      const folder = await chrome.bookmarks.create({ title: "Spiders" });
      for (const path of ["animals", "spiders"])
        await chrome.bookmarks.create({ parentId: folder.id, title: path, url: `http://${host}/${path}` });
    }, HOST);
    await train.button("Import bookmarks").click();
    await page.getByRole("combobox", { name: "Kind of Spiders" }).selectOption("set");
    await page.getByRole("button", { name: /^Import \d+ folders?$/ }).click();
    await train.news.getByText(/^Imported /).waitFor();
    await train.name("Spiders").waitFor();
  });
});

test("recordings: trails follow links, also after going back and into new tabs", async (t) => {
  const { EMPTY, isMarked, status, trailsFile, withMarkToggled, withOpenedTab, withRelevantPage, withVisit } =
    await importScript(t, "recording");
  const tab = (id, path, more = {}) => ({ id, windowId: 1, url: `http://${HOST}${path}`, ...more });
  const visit = (recording, id, ...paths) =>
    paths.reduce((recording, path) => withVisit(recording, tab(id, path), 1000), recording);
  let recording = visit({ ...EMPTY, isOn: true, window: 1 }, 1, "/", "/animals#birds", "/animals");
  recording = withMarkToggled(recording, tab(1, "/animals"));
  recording = visit(recording, 1, "/", "/roses");
  recording = visit(recording, 1, "/");
  for (const pendingUrl of ["chrome://newtab/", "file:///secret"])
    assert.equal(
      withOpenedTab(recording, { id: 2, openerTabId: 1, pendingUrl }),
      recording,
      "an empty tab has no path",
    );
  // Firefox does not report a URL.
  for (const opened of [
    { id: 2, openerTabId: 1, pendingUrl: `http://${HOST}/trees` },
    { id: 3, openerTabId: 1 },
  ])
    recording = withOpenedTab(recording, opened);
  assert.equal(recording.trails.length, 2, "a path is no trail until the tab has a page of its own");
  recording = visit(visit(recording, 2, "/trees"), 3, "/animals", "/spiders");
  recording = withMarkToggled(recording, tab(3, "/spiders"));
  const ignored = [
    tab(4, "/private", { incognito: true }),
    tab(4, "/elsewhere", { windowId: 9 }),
    { ...tab(4, "/"), url: "file:///secret" },
    { ...tab(4, "/"), url: "chrome://settings" },
  ];
  for (const one of ignored) assert.equal(withVisit(recording, one, 0), recording);
  assert.deepEqual(status(recording), { isOn: true, pages: 5, relevant: 2 });
  const { version, trails } = JSON.parse(trailsFile(recording));
  assert.equal(version, 1);
  assert.deepEqual(
    trails.map(({ pages }) => pages.map(({ url, relevant }) => `${new URL(url).pathname}${relevant ? " ★" : ""}`)),
    [
      ["/", "/animals ★"],
      ["/", "/roses"],
      ["/", "/trees"],
      ["/", "/animals", "/spiders ★"],
    ],
  );
  assert.equal(trails[3].pages[2].visited_at, 1000);
  assert.ok(isMarked(recording, tab(3, "/animals")), "the mark is the page's, wherever it is read");
  assert.deepEqual(status(withMarkToggled(recording, tab(3, "/animals"))), { isOn: true, pages: 5, relevant: 1 });

  const off = withRelevantPage(EMPTY, tab(4, "/roses"), 0);
  assert.deepEqual(status(off), { isOn: false, pages: 1, relevant: 1 });
  assert.equal(withVisit(off, tab(4, "/"), 0), off, "adding one page does not start a recording");
});

test("bookmarks: folders nest, names are escaped, only web pages count", async (t) => {
  const { bookmarkFile } = await importScript(t, "bookmarks");
  const tree = [
    {
      title: "",
      children: [
        {
          title: "Bar",
          children: [
            { title: "A <b> & “c”", url: "https://site.org/?a=1&b=2", dateAdded: 5000 },
            { title: "no", url: "javascript:alert(1)" },
          ],
        },
      ],
    },
  ];
  const text = bookmarkFile(tree);
  assert.match(text, /<H3>Bar<\/H3>/);
  assert.match(text, /<A HREF="https:\/\/site\.org\/\?a=1&#38;b=2" ADD_DATE="5">A &#60;b&#62; &#38; “c”<\/A>/);
  assert.doesNotMatch(text, /javascript/);
});
