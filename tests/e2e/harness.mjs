// Opens the built app in headless Chromium (its shell, if HEADLESS_SHELL names it), or in Firefox on a virtual display,
// and records every console message and request. Only 127.0.0.1 resolves, so a stray request cannot leave the machine:
// it fails and is recorded.

import assert from "node:assert/strict";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, firefox } from "playwright";
import { expect as impatient } from "playwright/test";
import { PATIENCE_MS, startDisplay } from "./processes.mjs";

const SHOTS = fileURLToPath(new URL("shots/", import.meta.url));
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** Preferences of Firefox in tests. */
const PREFERENCES = {
  "webgl.force-enabled": true,
  "browser.download.alwaysOpenPanel": false,
  // Answers the prompt for persistent storage, which tests cannot press.
  "dom.storageManager.prompt.testing": true,
  "dom.storageManager.prompt.testing.allow": true,
};

/** The download folder of each Firefox, by its context. */
const downloads = new WeakMap();

/** Common window sizes. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };
/** The desktop window at a zoom of 200 %. */
export const ZOOMED = { width: 640, height: 400 };
/**
 * The windows and themes in which a screen is checked: each theme in the window that shows most, and the narrow ones in
 * one of them.
 */
const LOOKS = [
  ["desktop-light", DESKTOP, "light"],
  ["desktop-dark", DESKTOP, "dark"],
  ["phone-dark", PHONE, "dark"],
  ["zoomed-light", ZOOMED, "light"],
];
/** The rules of axe-core by which another theme of the same window can fail: it differs in colors only. */
const COLOR_RULES = { type: "rule", values: ["color-contrast", "link-in-text-block"] };
/** High enough to draw every row of a list of some hundred results. */
export const TOWER = { width: 1280, height: 12_000 };

/** How long Chromium stays after its last visit, for that of the next test of the file, in milliseconds. */
const LINGER_MS = 500;

/**
 * Assertions on a page wait for it, since the time until it is updated depends on the machine.
 * `node:assert` is for values that do not change.
 */
export const expect = impatient.configure({ timeout: PATIENCE_MS });

/** Runs a test in each browser that Playwright drives, and passes it the browser's name. */
export function everywhere(name, steps) {
  for (const browser of ["chromium", "firefox"]) test(`${name}, in ${browser}`, (t) => steps(t, browser));
}

/**
 * Opens an address in a fresh context, which ends with the test: it shares no storage with others, and keeps its own in
 * memory. All Chromium contexts of a file have one browser, except those with switches of their own and those with a
 * `profile` on the disk. Options: profile (true for a fresh one), browser ("chromium" or "firefox"), viewport,
 * hasTouch (true for a touch screen), colorScheme ("light" or "dark"), reducedMotion ("reduce" by default, or
 * "no-preference"), locale (a language tag), permissions (names to grant), args (further browser switches, which
 * override ours), preferences (the same for Firefox), speed ("max" by default, or "first" for that of a new user), tour
 * (true for the notes that a new user sees).
 */
export async function open(t, address, options = {}) {
  const isShared = options.browser !== "firefox" && !options.profile && !options.args && !options.ignoreDefaultArgs;
  const context = await (isShared ? openContext(t, options) : openProfile(t, options));
  const visit = new Visit(context, context.pages()[0] ?? (await context.newPage()));
  await visit.page.goto(address);
  return visit;
}

/** Launches a browser with a fresh profile; both end with the test. */
async function openProfile(t, options) {
  const profile = mkdtempSync(join(tmpdir(), "salticid-profile-"));
  let context;
  // Runs before the display ends.
  t.after(async () => {
    await context?.close();
    rmSync(profile, { recursive: true, force: true });
  });
  // Without a window Firefox has no WebGL 2.
  const display = options.browser === "firefox" ? await startDisplay(t) : null;
  context = await launch(profile, { display, ...options });
  return context;
}

/** The Chromium of this process, with the number of its contexts. */
const shared = { browser: null, contexts: 0, ending: undefined };

function launchShared() {
  // Without the browser's own window, which takes a fifth of a test's time.
  const executablePath = process.env.HEADLESS_SHELL ?? chromiumPath();
  const launched = chromium.launch({ executablePath, args: FLAGS });
  // A browser that has crashed fails one test only.
  const forget = () => {
    if (shared.browser === launched) shared.browser = null;
  };
  launched.then((browser) => browser.on("disconnected", forget), forget);
  return launched;
}

function endShared() {
  shared.browser?.then((browser) => browser.close(), () => {});
  shared.browser = null;
}

/** Opens a context of the Chromium of this process, which starts with the first context and ends after the last one. */
async function openContext(t, options) {
  clearTimeout(shared.ending);
  shared.contexts += 1;
  let context;
  t.after(async () => {
    try {
      await context?.close();
    } finally {
      shared.contexts -= 1;
      if (shared.contexts === 0) shared.ending = setTimeout(endShared, LINGER_MS);
    }
  });
  shared.browser ??= launchShared();
  const browser = await shared.browser;
  context = await browser.newContext({ ...common(options), reducedMotion: options.reducedMotion ?? "reduce" });
  return prepare(context, options);
}

/** Launches a browser with a profile. Options as for `open`, and `display`, on which it has a window. */
export async function launch(profile, options = {}) {
  const display = {
    headless: !options.display,
    env: options.display ? { ...process.env, DISPLAY: options.display } : process.env,
  };
  const start = options.browser === "firefox" ? launchFirefox : launchChromium;
  return prepare(await start(profile, { ...display, ...common(options) }, options), options);
}

/** Returns Playwright's options of a context. */
function common(options) {
  return {
    viewport: options.viewport ?? DESKTOP,
    colorScheme: options.colorScheme ?? "light",
    hasTouch: options.hasTouch ?? false,
    locale: options.locale,
    permissions: options.permissions ?? [],
    // Requests that a service worker answers do not reach the routes of a test.
    serviceWorkers: options.serviceWorkers ?? "block",
  };
}

async function prepare(context, options) {
  context.setDefaultTimeout(PATIENCE_MS);
  if (options.speed !== "first") await context.addInitScript(crawlFast);
  if (!options.tour) await context.addInitScript(knowTheTour);
  return context;
}

/**
 * Makes the crawler's workers run a script before their own: the only way for a test to access one. Options as for
 * `route`.
 */
export async function beforeWorker(context, script, options = {}) {
  const prepend = async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `{${script}}\n${await answer.text()}` });
  };
  await context.route("**/worker-*_loader.js", prepend, options);
}

function launchChromium(profile, common, { display, args = [], ignoreDefaultArgs = [], reducedMotion = "reduce" }) {
  return chromium.launchPersistentContext(profile, {
    ...common,
    executablePath: chromiumPath(),
    args: [...FLAGS.filter((flag) => flag !== "--headless" || !display), ...args],
    ignoreDefaultArgs,
    reducedMotion,
  });
}

async function launchFirefox(profile, common, { args = [], preferences = {}, reducedMotion = "reduce" }) {
  const folder = join(profile, "downloads");
  const context = await firefox.launchPersistentContext(profile, {
    ...common,
    // The browser as installed, not Playwright's own build.
    channel: "moz-firefox",
    executablePath: executable("FIREFOX", ["firefox-esr", "firefox"]),
    args,
    firefoxUserPrefs: {
      ...PREFERENCES,
      ...mappedInFirefox({}),
      "ui.prefersReducedMotion": reducedMotion === "reduce" ? 1 : 0,
      ...preferences,
    },
    downloadsPath: folder,
  });
  downloads.set(context, folder);
  return context;
}

/** Runs in every page: chooses the highest speed for crawls of local webs. */
export function crawlFast() {
  try {
    localStorage.setItem("salticid-pace", "max");
  } catch {
    // A page without an origin has no storage.
  }
}

/** Runs in every page: marks the tour as shown. */
export function knowTheTour() {
  try {
    localStorage.setItem("salticid-tour", "done");
  } catch {
    // A page without an origin has no storage.
  }
}

/** Runs in every page: sums layout shifts without an input in `layoutShift`. */
export function noteShifts() {
  globalThis.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Creates a folder that is removed with the test. */
export function folder(t) {
  const made = mkdtempSync(join(tmpdir(), "salticid-files-"));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Presses a control that saves a file, and returns the file's path; the file has the name that the page gave it. */
export async function download(t, page, press) {
  const made = folder(t);
  const written = downloads.get(page.context());
  if (written) {
    await press();
    const name = await untilWritten(written);
    renameSync(join(written, name), join(made, name));
    return join(made, name);
  }
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  const path = join(made, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/**
 * Waits until a file in a folder is complete and returns its name: Playwright does not report Firefox downloads that
 * stay on the page.
 */
async function untilWritten(folder) {
  const complete = () => {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.some((name) => name.endsWith(".part"))
      ? undefined
      : names.find((name) => statSync(join(folder, name)).size > 0);
  };
  await expect.poll(complete).toBeDefined();
  return complete();
}

/** Runs in the page: returns the number of hues in a drawing once there are two. `selector` matches its canvas. */
export function hues(selector) {
  const canvas = document.querySelector(selector);
  if (!canvas?.width) return null;
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  const colors = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, full] = data.subarray(at, at + 4);
    if (full < 250 || Math.max(red, green, blue) - Math.min(red, green, blue) < 60) continue;
    const name = `${red >> 4},${green >> 4},${blue >> 4}`;
    colors.set(name, (colors.get(name) ?? 0) + 1);
  }
  const many = [...colors.values()].filter((count) => count > 60).length;
  return many >= 2 && many;
}

/** Confirms the crawl of live sites that a page's address requests. */
export async function confirmStart(page) {
  const dialog = page.getByRole("dialog", { name: "Start this crawl?" });
  await dialog.getByRole("button", { name: "Start crawl" }).click();
  await dialog.waitFor({ state: "detached" });
}

/**
 * Returns browser switches by which these hosts (names with ports) and further addresses resolve to this device, and no
 * others resolve.
 */
export function mapped(hosts, addresses = []) {
  const rules = Object.entries(hosts).map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`);
  rules.push("MAP * ~NOTFOUND", ...["127.0.0.1", ...addresses].map((address) => `EXCLUDE ${address}`));
  return [`--host-resolver-rules=${rules.join(", ")}`, "--ignore-certificate-errors"];
}

/** Returns the same for Firefox, as preferences. All hosts resolve to one port, that of the first. */
export function mappedInFirefox(hosts, addresses = []) {
  const direct = JSON.stringify(["127.0.0.1", ...addresses, ...Object.keys(hosts)]);
  // A proxy that does not exist refuses every other host.
  const choose = `function FindProxyForURL(url, host) {
    return ${direct}.indexOf(host) < 0 ? "PROXY 127.0.0.1:9" : "DIRECT";
  }`;
  const [port] = Object.values(hosts);
  return {
    "network.proxy.type": 2,
    "network.proxy.autoconfig_url": `data:text/javascript,${encodeURIComponent(choose)}`,
    "network.dns.forceResolve": "127.0.0.1",
    ...(port && { "network.socket.forcePort": `80=${port}` }),
  };
}

/** Messages of what a test does itself: it blocks service workers, and leaves a page while a program is loaded. */
const OWN_DOING = [/^Service Worker registration blocked by Playwright/, /Response body loading was aborted/];

/** An observed page. */
export class Visit {
  constructor(context, page) {
    this.context = context;
    this.page = page;
    /** Console errors and warnings, uncaught errors, failed requests. */
    this.complaints = [];
    /** The URL of every request, including those of workers. */
    this.requests = [];
    context.on("request", (request) => this.requests.push(request.url()));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // Canceled by the app itself.
      if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(reason))
        this.complaints.push(`request failed: ${request.url()} ${reason}`);
    });
    context.on("console", (message) => {
      if (!["error", "warning"].includes(message.type()) || OWN_DOING.some((own) => own.test(message.text()))) return;
      this.complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.complaints.push(`uncaught: ${error.error()}`));
    context.on("dialog", (dialog) => {
      this.complaints.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
  }

  /** Asserts that there was no console error (including CSP violations), uncaught error, dialog or failed request. */
  assertCalm() {
    assert.deepEqual(this.complaints, []);
  }

  /** Asserts that all requests went to these origins. */
  assertStayedWithin(...origins) {
    const elsewhere = this.requests.filter(
      (url) => /^(https?|wss?):/.test(url) && !origins.includes(new URL(url).origin),
    );
    assert.deepEqual(elsewhere, []);
    assert.ok(this.requests.length > 0, "no request was seen at all: the watch is broken");
  }

  /** Asserts that the page fits in each window and is accessible there in each theme, and returns to its own. */
  async assertGoodLooks(name, looks = LOOKS) {
    const own = this.page.viewportSize();
    const seen = new Set();
    for (const [look, viewport, colorScheme] of looks) {
      await this.page.setViewportSize(viewport);
      await this.page.emulateMedia({ colorScheme });
      await this.assertNoSidewaysScrolling(`${name}, ${look}: `);
      // It shows what the phone shows, in the colors of the desktop.
      if (viewport !== ZOOMED) await this.#assertNoViolation(`${name}, ${look}: `, seen.has(viewport) && COLOR_RULES);
      seen.add(viewport);
      await this.shot(`${name}-${look}`);
    }
    await this.page.setViewportSize(own);
    await this.page.emulateMedia({ colorScheme: null });
  }

  /** Asserts that the page is accessible and a desktop window fits at 200 %. `where` begins each message. */
  async assertAccessible(where = "") {
    await this.#assertNoViolation(where);
    const own = this.page.viewportSize();
    if (own.width < DESKTOP.width) return;
    await this.page.setViewportSize(ZOOMED);
    await this.assertNoSidewaysScrolling(`${where}at 200 %: `);
    await this.page.setViewportSize(own);
  }

  /** Asserts that axe-core reports no violation of any rule, or of some. `where` begins each message. */
  async #assertNoViolation(where, some) {
    const isThere = await this.page.evaluate(() => "axe" in globalThis);
    if (!isThere)
      await this.page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    // Other results would have the selectors of all elements, which takes most of the time.
    const options = { resultTypes: ["violations"], ...(some && { runOnly: some }) };
    const { violations } = await this.page.evaluate((options) => globalThis.axe.run(options), options);
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${where}${id}: ${nodes.map((node) => node.target.join(" ")).join("; ")}`),
      [],
    );
  }

  /** Asserts that the page is not wider than the window. `where` begins the message. */
  async assertNoSidewaysScrolling(where = "") {
    const { width, wide } = await this.page.evaluate(() => {
      const root = document.documentElement;
      const over = [...document.querySelectorAll("body *")].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1,
      );
      const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
      return { width: root.scrollWidth - root.clientWidth, wide: over.map(name).slice(0, 8) };
    });
    assert.ok(width <= 0, `${where}the page is ${width} pixels wider than the window: ${wide.join(", ")}`);
  }

  /** Asserts that nothing scrolls vertically within the page, except for notices over it. */
  async assertOneScrollArea() {
    const nested = await this.page.evaluate(() => {
      const scrolls = (element) => {
        const { overflowY, position } = getComputedStyle(element);
        return (
          /auto|scroll/.test(overflowY) &&
          position !== "fixed" &&
          element.clientHeight > 0 &&
          element.scrollHeight > element.clientHeight + 1
        );
      };
      const all = [...document.querySelectorAll("main *")].filter(
        (element) => !element.matches("textarea, select, option"),
      );
      return all.filter(scrolls).map((element) => element.className);
    });
    assert.deepEqual(nested, []);
  }

  /** Delays the responses to requests that match a pattern until the returned function is called. */
  async holdBack(pattern) {
    let letGo;
    const gone = new Promise((resolve) => (letGo = resolve));
    await this.context.route(pattern, async (route) => {
      await gone;
      await route.continue();
    });
    return letGo;
  }

  /** Saves a screenshot of the window as tests/e2e/shots/NAME.png, if SALTICID_SHOTS is set. */
  async shot(name) {
    if (!process.env.SALTICID_SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }
}

const chromiumPath = () =>
  executable("CHROMIUM", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);

/** Returns the path of a program: from the environment, or the first of these names on PATH. */
function executable(variable, names) {
  if (process.env[variable]) return process.env[variable];
  const places = names.flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)));
  const found = places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  assert.ok(found, `no ${names[0]} on PATH; install it or name it in ${variable}`);
  return found;
}
