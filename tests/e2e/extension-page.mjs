// Loads the browser extension in tests, and provides sites on local servers without CORS headers.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, folder, launch, mapped, mappedInFirefox, Visit } from "./harness.mjs";
import { EXTENSION, startDisplay } from "./processes.mjs";

/** The sites that the extension may access in tests: a browser without a window cannot show the permission prompt. */
export const ALL_SITES = ["http://*/*", "https://*/*"];

/** The extension's id in Firefox's manifest, and the one in its URLs there, which is set for tests. */
const ID = "salticid@salticid.invalid";
const ADDRESS = "0e7a1c0e-5a11-4c1d-8000-5a171c1d0001";

/**
 * Opens the extension in a separate browser with a fresh profile; both end with the test. It may access sites, unless
 * `access` is false. `hosts` resolve to this device, and `resolved` addresses can be reached, as in `mapped`. For
 * Chromium only: `edit` changes the extension's folder, `window` gives it a window, as it always has in Firefox,
 * `privateWindows` lets it use those, and further options are those of `launch`. Returns the `display` of its window,
 * and in Chromium the background worker, which Playwright can inspect.
 */
export async function openExtension(t, fragment, { browser = "chromium", ...options } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "salticid-profile-"));
  let opened;
  // Runs before the display ends.
  t.after(async () => {
    await opened?.context.close();
    rmSync(profile, { recursive: true, force: true });
  });
  opened = await (browser === "firefox" ? inFirefox : inChromium)(t, profile, {
    hosts: {},
    resolved: [],
    access: true,
    ...options,
  });
  const { context, base } = opened;
  const visit = new Visit(context, context.pages()[0] ?? (await context.newPage()));
  await visitOwn(visit.page, `${base}${fragment}`);
  return { ...opened, visit, page: visit.page };
}

/**
 * How long a page may take to answer before it is asked again, and to load before it is opened again, in milliseconds.
 */
const [ANSWER_MS, LOAD_MS] = [1_000, 15_000];

/**
 * Opens a page of the extension. In Firefox Playwright does not notice that it has loaded, a question before the page's
 * process is ready is never answered, and there is no such page before the browser has started the extension.
 */
async function visitOwn(page, address) {
  const isLoaded = (start) => location.href.startsWith(start) && document.readyState === "complete";
  const answer = () => page.evaluate(isLoaded, address.split("#")[0]).catch(() => false);
  const ask = () => Promise.race([answer(), page.waitForTimeout(ANSWER_MS)]);
  await expect(async () => {
    await page.goto(address, { waitUntil: "commit", timeout: LOAD_MS });
    await expect.poll(ask, { timeout: LOAD_MS }).toBe(true);
  }).toPass({ timeout: 5 * LOAD_MS });
}

/**
 * Launches Chromium. The manifest requests access to sites, and is otherwise as shipped, except for changes by `edit`.
 */
async function inChromium(t, profile, { hosts, resolved, access, edit = () => {}, window, privateWindows, ...more }) {
  const extension = folder(t);
  cpSync(EXTENSION, extension, { recursive: true });
  if (access) change(join(extension, "manifest.json"), (manifest) => ({ ...manifest, host_permissions: ALL_SITES }));
  edit(extension);
  const display = window ? await startDisplay(t) : null;
  const context = await launch(profile, {
    args: [
      ...(display ? [] : ["--headless=new"]),
      `--load-extension=${extension}`,
      `--disable-extensions-except=${extension}`,
      ...mapped(hosts, resolved),
    ],
    ignoreDefaultArgs: ["--disable-extensions"],
    display,
    ...more,
  });
  let background = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  if (privateWindows) background = await allowPrivateWindows(context, new URL(background.url()).host);
  return { context, base: new URL("index.html", background.url()).href, background, display };
}

/** Allows private windows on Chromium's page of extensions, which restarts the extension. Returns its new background. */
async function allowPrivateWindows(context, id) {
  const settings = await context.newPage();
  await settings.goto("chrome://extensions");
  // Chromium disables unpacked extensions at a restart unless this is set.
  await settings.evaluate(() => chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true }));
  const restarted = context.waitForEvent("serviceworker");
  const allow = (extensionId) =>
    chrome.developerPrivate.updateExtensionConfiguration({ extensionId, incognitoAccess: true });
  await settings.evaluate(allow, id);
  const background = await restarted;
  await settings.close();
  return background;
}

/** Launches Firefox. The store package is installed with the profile, which also records the granted access. */
async function inFirefox(t, profile, { hosts, resolved, access }) {
  mkdirSync(join(profile, "extensions"));
  cpSync(join(dirname(EXTENSION), "salticid-firefox.zip"), join(profile, "extensions", `${ID}.xpi`));
  const granted = { permissions: [], origins: ALL_SITES, data_collection: ["searchTerms"] };
  if (access) writeFileSync(join(profile, "extension-preferences.json"), JSON.stringify({ [ID]: granted }));
  const display = await startDisplay(t);
  const context = await launch(profile, {
    browser: "firefox",
    display,
    // Required to open a page of an extension.
    args: ["--remote-allow-system-access"],
    preferences: {
      "xpinstall.signatures.required": false,
      "extensions.autoDisableScopes": 0,
      "extensions.webextensions.uuids": JSON.stringify({ [ID]: ADDRESS }),
      ...mappedInFirefox(hosts, resolved),
    },
  });
  return { context, base: `moz-extension://${ADDRESS}/index.html`, display };
}

/** Allows the form's crawl to reach a private address. */
export async function allowAddress(page, address) {
  const field = page.getByRole("textbox", { name: "Allowed private addresses" });
  // It stays open as long as it has an address.
  if (!(await field.isVisible())) await page.getByText("Crawl your own network").click();
  await field.fill(address);
}

/** Imports a script of the extension; Node recognizes a module by its file name. */
export async function importScript(t, name) {
  const copy = join(folder(t), `${name}.mjs`);
  cpSync(join(EXTENSION, `${name}.js`), copy);
  return import(pathToFileURL(copy));
}

function change(path, how) {
  writeFileSync(path, JSON.stringify(how(JSON.parse(readFileSync(path, "utf8")))));
}
