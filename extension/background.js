// The extension's background: opens the app, offers its context menu, and records visited pages while the person wants it.
//
// Web pages cannot send messages to it: the manifest has no `externally_connectable` for them, and messages that come from elsewhere than a page of
// this extension are ignored. The recording lives in memory (`storage.session`) and is gone with the browser.

import { EMPTY, isMarked, status, trailsFile, withMarkToggled, withOpenedTab, withRelevantPage, withVisit } from "./recording.js";
import { cancel, isRendering, render } from "./rendering.js";

const KEY = "recording";
const PAGES = ["http://*/*", "https://*/*"];
const MENUS = [
  { id: "crawl-page", title: "Crawl from here", contexts: ["page"] },
  { id: "crawl-link", title: "Crawl from here", contexts: ["link"], targetUrlPatterns: PAGES },
  { id: "crawl-selection", title: "Crawl for “%s”", contexts: ["selection"] },
  { id: "add-page", title: "Add to trail", contexts: ["page"] },
];
/** The color of the sign on the toolbar button while pages are recorded. */
const RED = "#b3261e";

chrome.runtime.onInstalled.addListener(async () => {
  await chrome.contextMenus.removeAll();
  for (const menu of MENUS) chrome.contextMenus.create({ ...menu, documentUrlPatterns: PAGES });
});
chrome.runtime.onStartup.addListener(() => showSign(EMPTY));

/** Opens the app with a crawl's form filled in; it starts only when the person confirms it. */
function openApp(fields = {}) {
  const query = new URLSearchParams(fields).toString();
  return chrome.tabs.create({ url: chrome.runtime.getURL(`index.html${query && `#/crawl?${query}`}`) });
}

chrome.contextMenus.onClicked.addListener(({ menuItemId, linkUrl, pageUrl, selectionText }, tab) => {
  const from = { seed: menuItemId === "crawl-link" ? linkUrl : pageUrl, source: "direct" };
  if (menuItemId === "add-page") return updateForTab({ ...tab, url: pageUrl }, withRelevantPage);
  return openApp(menuItemId === "crawl-selection" ? { ...from, q: selectionText.trim() } : from);
});

// Updates follow one another, so that none is lost.
let lastUpdate = Promise.resolve();

/** Replaces the recording by what a function makes of it, and resolves to the new one. */
function update(toNext) {
  const result = lastUpdate.then(async () => {
    const before = await stored();
    const recording = toNext(before);
    if (recording === before) return recording;
    await chrome.storage.session.set({ [KEY]: recording });
    if (recording.isOn !== before.isOn) await showSign(recording);
    return recording;
  });
  lastUpdate = result.catch(() => {});
  return result;
}

/** Updates the recording by the page of a tab, and shows on the button of that tab whether the page is marked: browsers reset it at each page. */
async function updateForTab(tab, toNext) {
  const recording = await update((recording) => toNext(recording, tab, Date.now()));
  // The tab may be closed by now.
  await chrome.action.setBadgeText({ tabId: tab.id, text: isMarked(recording, tab) ? "★" : null }).catch(() => {});
}

/** Shows on the toolbar button whether pages are recorded. */
async function showSign({ isOn, tabs }) {
  // A tab that was marked has a text of its own; it may be closed by now.
  if (!isOn) await Promise.allSettled(Object.keys(tabs).map((id) => chrome.action.setBadgeText({ tabId: Number(id), text: null })));
  await chrome.action.setBadgeBackgroundColor({ color: RED });
  await chrome.action.setBadgeText({ text: isOn ? "REC" : "" });
  await chrome.action.setTitle({ title: isOn ? "Recording – press to mark this page as relevant" : "Open Salticid" });
}

/** Marks the page of a tab as relevant, or takes the mark back. */
const toggleMark = (tab) => updateForTab(tab, (recording, tab, now) => withMarkToggled(withVisit(recording, tab, now), tab));

const stored = async () => (await chrome.storage.session.get(KEY))[KEY] ?? EMPTY;

/** Whether the pages of a tab are being recorded. */
async function isRecorded(tab) {
  const { isOn, window } = await stored();
  return isOn && tab?.windowId === window && !isRendering(tab.id) && /^https?:/.test(tab.url ?? "");
}

chrome.action.onClicked.addListener(async (tab) => ((await isRecorded(tab)) ? toggleMark(tab) : openApp()));
chrome.commands.onCommand.addListener(async (_, tab) => (await isRecorded(tab)) && toggleMark(tab));
chrome.tabs.onCreated.addListener((tab) => update((recording) => withOpenedTab(recording, tab)));
// Also at the end of a load: the URL is not told of every page.
chrome.tabs.onUpdated.addListener(async (_, { url, status }, tab) => (url || status) && (await isRecorded(tab)) && updateForTab(tab, withVisit));
chrome.windows.onRemoved.addListener((id) => update((recording) => (recording.window === id ? { ...recording, isOn: false } : recording)));
// Without access to sites the extension no longer sees what other tabs show.
chrome.permissions.onRemoved.addListener(({ origins }) => origins?.length && update((recording) => (recording.isOn ? { ...recording, isOn: false } : recording)));

const REQUESTS = {
  status: (recording) => recording,
  trails: (recording) => recording,
  start: (recording, window) => ({ ...recording, isOn: true, window }),
  stop: (recording) => ({ ...recording, isOn: false }),
  forget: () => EMPTY,
};

/** Answers a request of the app's page: whether it records, the numbers of pages, and whether the sign can be seen; or the trails file. */
async function answer(request, window) {
  const recording = await update((recording) => REQUESTS[request](recording, window));
  if (request === "trails") return trailsFile(recording);
  // Browsers before Chromium 91 and Firefox 111 do not tell.
  const { isOnToolbar = true } = (await chrome.action.getUserSettings?.()) ?? {};
  return { ...status(recording), isOnToolbar };
}

/** Returns the promise of the response to a message of the app's page; undefined if it is none. */
function responseTo(message) {
  const { request, window } = message;
  if (request === "render") return render(message);
  if (request === "cancel-render") return cancel(message.id);
  return Object.hasOwn(REQUESTS, request) ? answer(request, window) : undefined;
}

chrome.runtime.onMessage.addListener((message, { id, url }, respond) => {
  const isOwn = id === chrome.runtime.id && url?.startsWith(chrome.runtime.getURL(""));
  const response = isOwn ? responseTo(message) : undefined;
  // The browser's storage may be full.
  response?.then(respond, () => respond(null));
  return response !== undefined;
});
