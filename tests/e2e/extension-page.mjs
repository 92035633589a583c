// What tests know of the browser extension: how it is loaded, and sites on local servers without CORS headers.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, mapped, Visit } from "./harness.mjs";
import { EXTENSION } from "./processes.mjs";

/** The sites to which the extension has access in tests: nobody can press the browser's own prompt in a browser without a window. */
const ALL_SITES = ["http://*/*", "https://*/*"];

/**
 * Opens the extension in a browser of its own with a fresh profile; both end with the test. Its access to sites stands in its manifest, unless
 * `access` is false: then it is as it is shipped, but for what `edit` does to its folder. `hosts` are found on this device, and `resolved` addresses can be reached, as for
 * `mapped`. The browser has a window on a `display`, if one is named. `more` are further options of the browser, as for `launch`.
 */
export async function openExtension(t, fragment, { hosts = {}, resolved = [], access = true, edit = () => {}, display = null, ...more } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "salticid-extension-"));
  const [extension, profile] = ["extension", "profile"].map((name) => join(folder, name));
  cpSync(EXTENSION, extension, { recursive: true });
  if (access) change(join(extension, "manifest.json"), (manifest) => ({ ...manifest, host_permissions: ALL_SITES }));
  edit(extension);
  const context = await launch(profile, {
    args: [...(display ? [] : ["--headless=new"]), `--load-extension=${extension}`, `--disable-extensions-except=${extension}`, ...mapped(hosts, resolved)],
    ignoreDefaultArgs: ["--disable-extensions"],
    display,
    ...more,
  });
  t.after(async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const background = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const base = new URL("index.html", background.url()).href;
  const visit = new Visit(context, context.pages()[0] ?? (await context.newPage()));
  await visit.page.goto(`${base}${fragment}`);
  return { visit, page: visit.page, context, background, base };
}

/** Imports a script of the extension; Node takes a file for a module by its name. */
export async function importScript(t, name) {
  const folder = mkdtempSync(join(tmpdir(), "salticid-extension-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, `${name}.mjs`);
  cpSync(join(EXTENSION, `${name}.js`), copy);
  return import(pathToFileURL(copy));
}

function change(path, how) {
  writeFileSync(path, JSON.stringify(how(JSON.parse(readFileSync(path, "utf8")))));
}
