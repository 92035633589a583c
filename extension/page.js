// The extension's side of the app's page: `crates/page/src/dom/extension.rs` calls these functions. Each returns a promise.

import { hasAccess, requestAccess } from "./access.js";
import { bookmarkFile } from "./bookmarks.js";

/** Asks the recorder in the background: "status", "start", "stop" or "forget". */
const record = async (request) => chrome.runtime.sendMessage({ request, window: (await chrome.windows.getCurrent()).id });

globalThis.salticidExtension = {
  hasAccess,
  requestAccess,
  // As `open` in `rendering.js` decides.
  rendersApart: async () => chrome.contextualIdentities !== undefined || chrome.extension.isAllowedIncognitoAccess(),
  record,
  recordedTrails: () => record("trails"),
  bookmarks: async () => ((await chrome.permissions.request({ permissions: ["bookmarks"] })) ? bookmarkFile(await chrome.bookmarks.getTree()) : null),
};
