// Renders pages that show their text with JavaScript: opens a page in a background tab, waits until it is quiet, reads its document, and closes the tab.
//
// One page at a time. The tab has no cookies of the person where the browser allows that: in Chromium it is in a private window of its own if the person
// lets the extension use those, in Firefox in a container that is removed with it. Rules for this tab alone block pictures, media and frames, requests
// to local hosts and navigation to other hosts; its documents are sandboxed, so that they open no dialogs, windows or downloads.
// `crates/worker/src/sources/rendering.rs` asks for pages, through `network.js`.

/** Milliseconds without a request or a change of the document after which a page is read, and the most for a page. */
const [QUIET_MS, MOST_MS] = [500, 10_000];
/** Milliseconds between two looks at a page, and between two pages of a host. */
const [LOOK_MS, HOST_MS] = [100, 2_000];
/** Where the open tab is kept, so that a later start of the extension closes it. */
const KEY = "rendering";
const EMPTY_PAGE = "about:blank";
/** Rules have numbers; no others are in use. */
const RULES = [1, 2, 3, 4];
const SANDBOX = "sandbox allow-scripts allow-same-origin allow-forms";
const NO_DEVICES = ["bluetooth", "camera", "display-capture", "geolocation", "hid", "microphone", "midi", "serial", "usb"]
  .map((name) => `${name}=()`)
  .join(", ");
/** The requests after which a document may change. Sockets and pictures are none. */
const WATCHED = ["main_frame", "script", "stylesheet", "xmlhttprequest"];
const BLOCKED = ["sub_frame", "image", "media", "font", "object", "ping", "csp_report"];
/** IP addresses and names that are not of the internet. */
const LOCAL_HOSTS = "^[a-z]+://(\\[|[0-9.]+[:/]|([^/:]*\\.)?(localhost|local|internal|lan|home\\.arpa)[:/])";

/** The tab that is open now, with the id of its request. */
let current = null;
/** The results by the ids of their requests. Every tab of the app passes on the request of a worker. */
const results = new Map();
/** The tabs that were opened, and the containers that are closed: what a page opens late is closed as well. */
const ours = new Set();
/** The time at which the last page of each host was closed. */
const closedAt = new Map();
/** Pages follow one another. */
let last = closeLeftover();

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

chrome.tabs.onCreated.addListener(({ id, openerTabId, cookieStoreId }) => {
  if (ours.has(openerTabId) || ours.has(cookieStoreId)) chrome.tabs.remove(id).catch(() => {});
});

/** Returns whether a tab was opened to render a page. */
export const isRendering = (tab) => current?.tab === tab;

/**
 * Renders a page. Resolves to its `html`, with the `ip` to which the browser connected; to a `location` if the page leads to another one; or to the
 * `reason` for which it ended: `unreachable`, `window`, `closed`, `time` or `failed`.
 */
export function render(id, url) {
  if (!results.has(id)) {
    const result = last.then(() => (results.has(id) ? renderNow(id, url) : { reason: "closed" })).catch(() => ({ reason: "failed" }));
    results.set(id, result);
    last = result.then(() => results.delete(id));
  }
  return results.get(id);
}

/** Ends a request, whether its page waits or is open. */
export async function cancel(id) {
  results.delete(id);
  if (current?.id === id) await chrome.tabs.remove(current.tab).catch(() => {});
}

async function renderNow(id, address) {
  const [url, { host, hostname }] = [withoutFragment(address), new URL(address)];
  await sleep((closedAt.get(host) ?? 0) + HOST_MS - Date.now());
  const opened = await open(id);
  const watched = watch(opened.tab, url);
  try {
    await restrict(opened.tab, hostname);
    await chrome.tabs.update(opened.tab, { url });
    return await Promise.race([watched.ended, read(opened.tab, url, watched)]);
  } finally {
    watched.stop();
    await close(opened);
    closedAt.set(host, Date.now());
  }
}

/** Opens an empty tab that takes no focus, apart from the person's cookies if possible. */
async function open(id) {
  const opened = { id };
  if (chrome.contextualIdentities) {
    const { cookieStoreId } = await chrome.contextualIdentities.create({ name: "Salticid", color: "red", icon: "circle" });
    opened.container = cookieStoreId;
    await keep(opened);
    opened.tab = (await chrome.tabs.create({ url: EMPTY_PAGE, active: false, cookieStoreId })).id;
  } else if (await chrome.extension.isAllowedIncognitoAccess()) {
    const window = await chrome.windows.create({ url: EMPTY_PAGE, incognito: true, state: "minimized" });
    Object.assign(opened, { window: window.id, tab: window.tabs[0].id });
  } else {
    opened.tab = (await chrome.tabs.create({ url: EMPTY_PAGE, active: false })).id;
  }
  ours.add(opened.tab);
  await keep(opened);
  await chrome.tabs.update(opened.tab, { muted: true });
  return opened;
}

async function keep(opened) {
  current = opened;
  await chrome.storage.local.set({ [KEY]: opened });
}

/** Closes a tab, then its window or container. Each may be gone by now. */
async function close({ tab, window, container }) {
  if (tab) await chrome.tabs.remove(tab).catch(() => {});
  if (window) await chrome.windows.remove(window).catch(() => {});
  if (container) {
    ours.add(container);
    await chrome.contextualIdentities.remove(container).catch(() => {});
  }
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: RULES });
  current = null;
  await chrome.storage.local.remove(KEY);
}

/** Closes the tab of an extension that was reloaded, or of a browser that ended meanwhile. */
async function closeLeftover() {
  const opened = (await chrome.storage.local.get(KEY))[KEY];
  if (opened) await close(opened);
}

/** Restricts what the tab may do. */
async function restrict(tab, host) {
  const rule = (id, action, condition) => ({ id, action, condition: { tabIds: [tab], ...condition } });
  const set = (header, operation, value) => ({ header, operation, value });
  const addRules = [
    rule(RULES[0], { type: "block" }, { resourceTypes: BLOCKED }),
    rule(RULES[1], { type: "block" }, { resourceTypes: ["main_frame"], excludedRequestDomains: [host] }),
    rule(RULES[2], { type: "block" }, { regexFilter: LOCAL_HOSTS, excludedRequestDomains: [host] }),
    rule(
      RULES[3],
      {
        type: "modifyHeaders",
        responseHeaders: [
          set("content-security-policy", "append", SANDBOX),
          set("permissions-policy", "append", NO_DEVICES),
          { header: "content-disposition", operation: "remove" },
        ],
      },
      { resourceTypes: ["main_frame"] },
    ),
  ];
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: RULES, addRules });
}

/** Watches a tab: `ended` resolves if the page ends by itself, and `quietMs` returns the milliseconds without requests. */
function watch(tab, url) {
  const pending = new Set();
  const { promise: ended, resolve: end } = Promise.withResolvers();
  const watched = { ended, ip: undefined, lastRequest: Date.now() };
  const isDocument = ({ type }) => type === "main_frame";
  // Private windows of Chromium prefer https.
  const isOther = (target) => ![url, url.replace(/^http:/, "https:")].includes(withoutFragment(target));
  const listeners = [
    [
      chrome.webRequest.onBeforeRequest,
      (details) => {
        if (isDocument(details) && isOther(details.url)) end({ location: details.url });
        pending.add(details.requestId);
      },
    ],
    [
      chrome.webRequest.onBeforeRedirect,
      (details) => {
        if (isDocument(details) && isOther(details.redirectUrl)) end({ location: details.redirectUrl });
      },
    ],
    [
      chrome.webRequest.onResponseStarted,
      (details) => {
        if (!isDocument(details)) return;
        watched.ip = details.ip;
        if (details.statusCode >= 400) end({ reason: "unreachable" });
      },
    ],
    [chrome.webRequest.onCompleted, ({ requestId }) => finish(requestId)],
    [
      chrome.webRequest.onErrorOccurred,
      (details) => {
        finish(details.requestId);
        if (isDocument(details)) end({ reason: "unreachable" });
      },
    ],
  ];
  function finish(requestId) {
    pending.delete(requestId);
    watched.lastRequest = Date.now();
  }
  const onCreated = ({ openerTabId }) => openerTabId === tab && end({ reason: "window" });
  const onRemoved = (id) => id === tab && end({ reason: "closed" });
  for (const [event, listener] of listeners) event.addListener(listener, { urls: ["http://*/*", "https://*/*"], tabId: tab, types: WATCHED });
  chrome.tabs.onCreated.addListener(onCreated);
  chrome.tabs.onRemoved.addListener(onRemoved);
  watched.quietMs = () => (pending.size ? 0 : Date.now() - watched.lastRequest);
  watched.stop = () => {
    for (const [event, listener] of listeners) event.removeListener(listener);
    chrome.tabs.onCreated.removeListener(onCreated);
    chrome.tabs.onRemoved.removeListener(onRemoved);
  };
  return watched;
}

const withoutFragment = (url) => url.split("#")[0];

/** Waits until the page is quiet or its time is over, and reads its document. */
async function read(tab, url, watched) {
  const until = Date.now() + MOST_MS;
  let isThere = false;
  while (Date.now() < until) {
    await sleep(LOOK_MS);
    const unchangedMs = await inPage(tab, unchangedFor);
    isThere ||= unchangedMs !== undefined;
    if (Math.min(unchangedMs ?? 0, watched.quietMs()) >= QUIET_MS) break;
  }
  const html = isThere && (await inPage(tab, serialized, url));
  return html ? { html, ip: watched.ip } : { reason: "time" };
}

/** Calls a function in the document of a tab. Resolves to undefined if the tab has no document yet, or does not answer. */
async function inPage(tab, func, ...args) {
  const answered = chrome.scripting.executeScript({ target: { tabId: tab }, func, args, injectImmediately: true });
  const late = sleep(MOST_MS).then(() => []);
  const [answer] = await Promise.race([answered, late]).catch(() => []);
  return answer?.result ?? undefined;
}

/** Runs in the page: returns the milliseconds since its last change, 0 while it loads, and null before it is there. */
function unchangedFor() {
  if (document.URL === "about:blank") return null;
  if (globalThis.lastChange === undefined) {
    globalThis.lastChange = performance.now();
    const onChange = () => (globalThis.lastChange = performance.now());
    new MutationObserver(onChange).observe(document, { subtree: true, childList: true, characterData: true });
  }
  return document.readyState === "complete" ? performance.now() - globalThis.lastChange : 0;
}

/** Runs in the page: returns its document as HTML with open shadow roots, without scripts and styles and without what is for browsers that run none. */
function serialized(url) {
  for (const element of document.querySelectorAll("script:not([type='application/ld+json']), style, noscript")) element.remove();
  const { documentElement: root, head } = document;
  if (head && document.URL !== url && !document.querySelector("base[href]")) {
    const base = document.createElement("base");
    base.href = document.URL;
    head.prepend(base);
  }
  const shadowRoots = [];
  const collect = (from) => {
    for (const { shadowRoot } of from.querySelectorAll("*")) {
      if (!shadowRoot) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const [start, end] = root.cloneNode().outerHTML.split(/(?=<\/)/);
  return `<!DOCTYPE html>${start}${root.getHTML({ shadowRoots })}${end}`;
}
