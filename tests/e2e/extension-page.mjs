// What tests know of the browser extension: how it is loaded, and sites on local servers without CORS headers.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, folder, launch, mapped, mappedInFirefox, Visit } from "./harness.mjs";
import { EXTENSION, startDisplay } from "./processes.mjs";

/** The sites to which the extension has access in tests: nobody can press the browser's own prompt in a browser without a window. */
export const ALL_SITES = ["http://*/*", "https://*/*"];

/** The id that the manifest gives the extension in Firefox, and the one in its addresses there, which is set for tests. */
const ID = "salticid@salticid.invalid";
const ADDRESS = "0e7a1c0e-5a11-4c1d-8000-5a171c1d0001";

/**
 * Opens the extension in a browser of its own with a fresh profile; both end with the test. It has access to sites, unless `access` is false. `hosts`
 * are found on this device, and `resolved` addresses can be reached, as for `mapped`. For Chromium alone: `edit` changes the extension's folder,
 * with `window` it has one, on the `display` that this gives, and further options are those of `launch`. Gives the background in Chromium, where it
 * is a worker that Playwright can look into.
 */
export async function openExtension(t, fragment, { browser = "chromium", ...options } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "salticid-profile-"));
  let opened;
  // Before the display ends.
  t.after(async () => {
    await opened?.context.close();
    rmSync(profile, { recursive: true, force: true });
  });
  opened = await (browser === "firefox" ? inFirefox : inChromium)(t, profile, { hosts: {}, resolved: [], access: true, ...options });
  const { context, base } = opened;
  const visit = new Visit(context, context.pages()[0] ?? (await context.newPage()));
  await visitOwn(visit.page, `${base}${fragment}`);
  return { ...opened, visit, page: visit.page };
}

/** How long a page has to answer before it is asked again, and to load before it is opened again, in milliseconds. */
const [ANSWER_MS, LOAD_MS] = [1_000, 15_000];

/**
 * Opens a page of the extension. In Firefox Playwright does not see that it is loaded; a question that comes before the page's process is ready is
 * never answered; and there is no such page before the browser has started the extension.
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

/** Access to sites stands in the manifest, which is as it is shipped otherwise, but for what `edit` does. */
async function inChromium(t, profile, { hosts, resolved, access, edit = () => {}, window = false, ...more }) {
  const extension = folder(t);
  cpSync(EXTENSION, extension, { recursive: true });
  if (access) change(join(extension, "manifest.json"), (manifest) => ({ ...manifest, host_permissions: ALL_SITES }));
  edit(extension);
  const display = window ? await startDisplay(t) : null;
  const context = await launch(profile, {
    args: [...(display ? [] : ["--headless=new"]), `--load-extension=${extension}`, `--disable-extensions-except=${extension}`, ...mapped(hosts, resolved)],
    ignoreDefaultArgs: ["--disable-extensions"],
    display,
    ...more,
  });
  const background = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  return { context, base: new URL("index.html", background.url()).href, background, display };
}

/** The package for the store is installed with the profile, which says as well that the person gave access. */
async function inFirefox(t, profile, { hosts, resolved, access }) {
  const packed = readdirSync(dirname(EXTENSION)).find((name) => /^salticid-firefox-.*\.zip$/.test(name));
  mkdirSync(join(profile, "extensions"));
  cpSync(join(dirname(EXTENSION), packed), join(profile, "extensions", `${ID}.xpi`));
  const granted = { permissions: [], origins: ALL_SITES, data_collection: [] };
  if (access) writeFileSync(join(profile, "extension-preferences.json"), JSON.stringify({ [ID]: granted }));
  const context = await launch(profile, {
    browser: "firefox",
    display: await startDisplay(t),
    // Without it no page of an extension can be opened.
    args: ["--remote-allow-system-access"],
    preferences: {
      "xpinstall.signatures.required": false,
      "extensions.autoDisableScopes": 0,
      "extensions.webextensions.uuids": JSON.stringify({ [ID]: ADDRESS }),
      ...mappedInFirefox(hosts, resolved),
    },
  });
  return { context, base: `moz-extension://${ADDRESS}/index.html` };
}

/** Imports a script of the extension; Node takes a file for a module by its name. */
export async function importScript(t, name) {
  const copy = join(folder(t), `${name}.mjs`);
  cpSync(join(EXTENSION, `${name}.js`), copy);
  return import(pathToFileURL(copy));
}

function change(path, how) {
  writeFileSync(path, JSON.stringify(how(JSON.parse(readFileSync(path, "utf8")))));
}
