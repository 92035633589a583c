// The extension's background: opens the app, offers its context menu, and records visited pages while the person wants it.
//
// Web pages cannot send messages to it: the manifest has no `externally_connectable` for them, and messages that come from elsewhere than a page of
// this extension are ignored. The recording lives in memory (`storage.session`) and is gone with the browser.

import { added, EMPTY, isMarked, marked, opened, status, visited } from "./recording.js";

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
  if (menuItemId === "add-page") return change((recording) => added(recording, { ...tab, url: pageUrl }, Date.now()));
  return openApp(menuItemId === "crawl-selection" ? { ...from, q: selectionText.trim() } : from);
});

// Changes follow one another, so that none is lost.
let last = Promise.resolve();

/** Changes the recording, shows its sign, and resolves to what it became. */
function change(how) {
  const next = last.then(async () => {
    const before = await stored();
    const recording = how(before);
    if (recording === before) return recording;
    await chrome.storage.session.set({ [KEY]: recording });
    if (recording.isOn !== before.isOn) await showSign(recording);
    return recording;
  });
  last = next.catch(() => {});
  return next;
}

/** Shows on the toolbar button whether pages are recorded. */
async function showSign({ isOn, trails }) {
  // A tab that was marked has a text of its own; it may be closed by now.
  if (!isOn) await Promise.allSettled(Object.keys(trails).map((id) => chrome.action.setBadgeText({ tabId: Number(id), text: null })));
  await chrome.action.setBadgeBackgroundColor({ color: RED });
  await chrome.action.setBadgeText({ text: isOn ? "REC" : "" });
  await chrome.action.setTitle({ title: isOn ? "Recording – press to mark this page as relevant" : "Open Salticid" });
}

/** Marks the page of a tab as relevant, or no more, and shows it on the button of that tab. */
async function mark(tab) {
  const recording = await change((recording) => marked(visited(recording, tab, Date.now()), tab));
  await chrome.action.setBadgeText({ tabId: tab.id, text: isMarked(recording, tab) ? "★" : null });
}

const stored = async () => (await chrome.storage.session.get(KEY))[KEY] ?? EMPTY;

/** Whether the pages of a tab are being recorded. */
async function isRecorded(tab) {
  const { isOn, window } = await stored();
  return isOn && tab?.windowId === window && /^https?:/.test(tab.url ?? "");
}

chrome.action.onClicked.addListener(async (tab) => ((await isRecorded(tab)) ? mark(tab) : openApp()));
chrome.commands.onCommand.addListener(async (_, tab) => (await isRecorded(tab)) && mark(tab));
chrome.tabs.onCreated.addListener((tab) => change((recording) => opened(recording, tab)));
chrome.windows.onRemoved.addListener((id) => change((recording) => (recording.window === id ? { ...recording, isOn: false } : recording)));
chrome.tabs.onUpdated.addListener((_, { url }, tab) => url && change((recording) => visited(recording, tab, Date.now())));

const REQUESTS = {
  status: (recording) => recording,
  pages: (recording) => recording,
  start: (recording, window) => ({ ...recording, isOn: true, window }),
  stop: (recording) => ({ ...recording, isOn: false }),
  forget: () => EMPTY,
};

chrome.runtime.onMessage.addListener(({ request, window }, { id, url }, respond) => {
  const isOwn = id === chrome.runtime.id && url?.startsWith(chrome.runtime.getURL(""));
  if (!isOwn || !(request in REQUESTS)) return false;
  change((recording) => REQUESTS[request](recording, window)).then((recording) => respond(request === "pages" ? recording : status(recording)));
  return true;
});
