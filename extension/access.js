// The access to sites, which is asked for at run time and never at installation.

import { observe } from "./network.js";

const ALL_SITES = { origins: ["http://*/*", "https://*/*"] };

/** Resolves to whether the extension may read all sites; if so, its requests are observed. */
export async function hasAccess() {
  const isGranted = await chrome.permissions.contains(ALL_SITES);
  observe(isGranted);
  return isGranted;
}

/** Asks the person in the browser's own prompt; to be called while a click is handled. Resolves to whether it was granted. */
export async function requestAccess() {
  await chrome.permissions.request(ALL_SITES);
  return hasAccess();
}

/** Looks again after a change of the access to sites, and tells the page, which `crates/page/src/app/mod.rs` listens to. */
async function onChange({ origins }) {
  if (!origins?.length) return;
  await hasAccess();
  dispatchEvent(new Event("salticid-access"));
}

// The person may grant or withdraw access in another tab of the app, or in the browser's settings.
chrome.permissions.onAdded.addListener(onChange);
chrome.permissions.onRemoved.addListener(onChange);
