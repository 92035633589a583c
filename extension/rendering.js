// Renders pages that show their text with JavaScript: opens a page in a background tab, waits until it is quiet, reads its document, and closes the tab.
//
// One page at a time. The tab has no cookies of the person where the browser allows that: in Chromium it is in a private window of its own if the person
// lets the extension use those, in Firefox in a container that is removed with it. Rules for this tab alone block pictures, media and frames, requests
// to local hosts and navigation to other hosts; its documents are sandboxed, so that they open no dialogs, windows or downloads.
// `crates/worker/src/sources/rendering.rs` asks for pages, through `network.js`.

/** Milliseconds without a request or a change of the document after which a page is read, and the most for a page. */
const [QUIET_MS, TIMEOUT_MS] = [500, 10_000];
/** Milliseconds between two looks at a page, for its last answer, and between two pages of a host. */
const [POLL_MS, ANSWER_MS, HOST_MS] = [100, 1_000, 2_000];
/** The most characters of a document, which are more than a crawl reads. */
const DOCUMENT_CHARS = 2 * 1024 * 1024 + 1;
/** The key under which the open tab is stored, so that a later start of the extension closes it. */
const LEFTOVER_KEY = "rendering";
const EMPTY_PAGE = "about:blank";
/** The ids of the rules for the open tab. The extension has no others. */
const RULE_IDS = [1, 2, 3, 4, 5];
const POLICY = "sandbox allow-scripts allow-same-origin allow-forms; worker-src 'none'";
const DEVICES = ["bluetooth", "camera", "display-capture", "geolocation", "hid", "microphone", "midi", "serial", "usb"];
/** The requests after which a document may change. Sockets and pictures do not count. */
const WATCHED = ["main_frame", "script", "stylesheet", "xmlhttprequest"];
const BLOCKED = ["sub_frame", "image", "media", "font", "object", "ping", "csp_report"];
/** IP addresses, names without a dot, and names with a final one. */
const UNUSUAL_HOSTS = "^[a-z]+://(\\[|[0-9.]+[:/]|[^./:]+[:/]|[^/:]*\\.[:/])";
/** Domains that are not of the public internet; `crates/address-guard/src/name.rs` has the same. */
// prettier-ignore
const LOCAL_DOMAINS = [
  "localhost", "localdomain", "local", "home.arpa", "internal", "intranet", "private", "corp", "home", "lan", "mail", "test", "example", "invalid",
  "onion", "alt", "arpa", "fritz.box", "localtest.me", "lvh.me", "nip.io", "sslip.io",
];

/** The tab that is open now, with its window or container and the id of its request. */
let current = null;
/** The results by the ids of their requests. Every tab of the app passes on the request of a worker. */
const results = new Map();
/** The tabs that were opened, and the containers that were closed: whatever they open later is closed as well. */
const [openedTabs, closedContainers] = [new Set(), new Set()];
/** The time at which the last page of each host was closed. */
const closedAt = new Map();
/** Pages follow one another. */
let last = closeLeftover();

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

chrome.tabs.onCreated.addListener(({ id, openerTabId, cookieStoreId }) => {
  if (openedTabs.has(openerTabId) || closedContainers.has(cookieStoreId)) chrome.tabs.remove(id).catch(() => {});
});

/** Returns whether a tab was opened to render a page. */
export const isRendering = (tab) => openedTabs.has(tab);

/**
 * Renders a page; `apart` if it must have no cookies of the person. Resolves to its `html`, with the `ips` to which the browser connected, that of the
 * document first; to a `location` if the page leads to another one; to a `status` without a document; or to the `reason` for which it ended: `unreachable`,
 * `window`, `closed`, `time`, `cookies` or `failed`.
 */
export function render({ id, url, apart }) {
  if (!results.has(id)) {
    const result = last.then(() => renderNow(id, url, apart)).catch(() => ({ reason: "failed" }));
    results.set(id, result);
    last = result.then(() => results.delete(id));
  }
  return results.get(id);
}

/** Ends a request, whether its page waits or is open. */
export async function cancel(id) {
  results.delete(id);
  if (current?.id === id && current.tab) await chrome.tabs.remove(current.tab).catch(() => {});
}

async function renderNow(id, address, apart) {
  const [url, { host, hostname }] = [withoutFragment(address), new URL(address)];
  await sleep((closedAt.get(host) ?? 0) + HOST_MS - Date.now());
  const opened = { id };
  let watched;
  try {
    if (results.has(id)) await open(opened, apart);
    if (!results.has(id)) return { reason: "closed" };
    if (!opened.tab) return { reason: "cookies" };
    watched = watch(opened.tab, url);
    await restrict(opened.tab, hostname);
    await chrome.tabs.update(opened.tab, { url });
    return await Promise.race([watched.ended, read(opened.tab, url, watched)]);
  } finally {
    watched?.stop();
    await close(opened);
    closedAt.set(host, Date.now());
  }
}

/** Opens an empty tab that takes no focus, apart from the person's cookies if possible, else only if they may go along. */
async function open(opened, apart) {
  current = opened;
  if (chrome.contextualIdentities) {
    const { cookieStoreId } = await chrome.contextualIdentities.create({ name: "Salticid", color: "red", icon: "circle" });
    opened.container = cookieStoreId;
    await chrome.storage.local.set({ [LEFTOVER_KEY]: { container: cookieStoreId } });
    opened.tab = (await chrome.tabs.create({ url: EMPTY_PAGE, active: false, cookieStoreId })).id;
  } else if (await chrome.extension.isAllowedIncognitoAccess()) {
    const window = await chrome.windows.create({ url: EMPTY_PAGE, incognito: true, state: "minimized" });
    opened.window = window.id;
    opened.tab = window.tabs[0].id;
    await chrome.storage.local.set({ [LEFTOVER_KEY]: { window: window.id } });
  } else if (apart) {
    return;
  } else {
    opened.tab = (await chrome.tabs.create({ url: EMPTY_PAGE, active: false })).id;
    await chrome.storage.local.set({ [LEFTOVER_KEY]: { tab: opened.tab } });
  }
  openedTabs.add(opened.tab);
  await chrome.tabs.update(opened.tab, { muted: true });
}

/** Closes a tab, then its window or container. Each may be gone by now. */
async function close({ tab, window, container }) {
  if (tab) await chrome.tabs.remove(tab).catch(() => {});
  if (window) await chrome.windows.remove(window).catch(() => {});
  if (container) {
    closedContainers.add(container);
    await chrome.contextualIdentities.remove(container).catch(() => {});
  }
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: RULE_IDS });
  current = null;
  await chrome.storage.local.remove(LEFTOVER_KEY);
}

/** Closes what was open when the extension or the browser restarted. Another browser session numbers windows and tabs anew, and has no private windows. */
async function closeLeftover() {
  const { tab, window, container } = (await chrome.storage.local.get(LEFTOVER_KEY))[LEFTOVER_KEY] ?? {};
  const isPrivate = window && (await chrome.windows.get(window).catch(() => null))?.incognito;
  const isBackground = tab && (await chrome.tabs.get(tab).catch(() => null))?.active === false;
  await close({ tab: isBackground ? tab : undefined, window: isPrivate ? window : undefined, container });
}

/** Restricts what the tab may do; `host` is that of its page. */
async function restrict(tab, host) {
  const rules = [
    [{ type: "block" }, { resourceTypes: BLOCKED }],
    [{ type: "block" }, { resourceTypes: ["main_frame"], excludedRequestDomains: [host] }],
    [{ type: "block" }, { regexFilter: UNUSUAL_HOSTS, excludedRequestDomains: [host] }],
    [{ type: "block" }, { requestDomains: LOCAL_DOMAINS, excludedRequestDomains: [host] }],
    [
      {
        type: "modifyHeaders",
        responseHeaders: [
          { header: "content-security-policy", operation: "append", value: POLICY },
          { header: "permissions-policy", operation: "append", value: DEVICES.map((name) => `${name}=()`).join(", ") },
          { header: "content-disposition", operation: "remove" },
        ],
      },
      { resourceTypes: ["main_frame"] },
    ],
  ];
  const addRules = rules.map(([action, condition], at) => ({ id: RULE_IDS[at], action, condition: { tabIds: [tab], ...condition } }));
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: RULE_IDS, addRules });
}

/** Watches a tab: `ended` resolves if its page ends by itself, `quietMs` returns the milliseconds without requests, and `ips` has the addresses. */
function watch(tab, url) {
  const pending = new Set();
  const ips = new Set();
  const { promise: ended, resolve: end } = Promise.withResolvers();
  let lastRequest = Date.now();
  const isDocument = ({ type }) => type === "main_frame";
  // Private windows of Chromium prefer https.
  const isOther = (target) => ![url, url.replace(/^http:/, "https:")].includes(withoutFragment(target));
  const onDocument = (details, target) => isDocument(details) && isOther(target) && end({ location: target });
  const onFinished = ({ requestId }) => {
    pending.delete(requestId);
    lastRequest = Date.now();
  };
  const requests = { urls: ["http://*/*", "https://*/*"], tabId: tab, types: WATCHED };
  const listeners = [
    [chrome.webRequest.onBeforeRequest, (details) => void pending.add(details.requestId), requests],
    [chrome.webRequest.onBeforeRequest, (details) => void onDocument(details, details.url), requests],
    [chrome.webRequest.onBeforeRedirect, (details) => onDocument(details, details.redirectUrl), requests],
    [chrome.webRequest.onResponseStarted, ({ ip }) => ip && ips.add(ip), requests],
    [chrome.webRequest.onResponseStarted, (details) => isDocument(details) && details.statusCode >= 400 && end({ status: details.statusCode }), requests],
    [chrome.webRequest.onCompleted, onFinished, requests],
    [chrome.webRequest.onErrorOccurred, onFinished, requests],
    [chrome.webRequest.onErrorOccurred, (details) => isDocument(details) && end({ reason: "unreachable" }), requests],
    [chrome.tabs.onCreated, ({ openerTabId }) => openerTabId === tab && end({ reason: "window" })],
    [chrome.tabs.onRemoved, (id) => id === tab && end({ reason: "closed" })],
  ];
  for (const [event, ...listener] of listeners) event.addListener(...listener);
  const stop = () => listeners.forEach(([event, listener]) => event.removeListener(listener));
  return { ended, ips, stop, quietMs: () => (pending.size ? 0 : Date.now() - lastRequest) };
}

const withoutFragment = (url) => url.split("#")[0];

/** Waits until the page is quiet or its time is over, and reads its document. */
async function read(tab, url, watched) {
  const until = Date.now() + TIMEOUT_MS;
  let isThere = false;
  while (Date.now() < until) {
    await sleep(POLL_MS);
    const unchangedMs = await inPage(tab, until - Date.now(), unchangedFor);
    isThere ||= unchangedMs !== undefined;
    if (Math.min(unchangedMs ?? 0, watched.quietMs()) >= QUIET_MS) break;
  }
  const html = isThere && (await inPage(tab, ANSWER_MS, serialized, url, DOCUMENT_CHARS));
  return html ? { html, ips: [...watched.ips] } : { reason: "time" };
}

/** Calls a function in the document of a tab. Resolves to undefined if the tab has no document yet, or does not answer in time. */
async function inPage(tab, ms, func, ...args) {
  const answered = chrome.scripting.executeScript({ target: { tabId: tab }, func, args, injectImmediately: true });
  const late = sleep(ms).then(() => []);
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

/**
 * Runs in the page: returns the beginning of its document as HTML with open shadow roots, without scripts and styles and without what is for browsers
 * that run none.
 */
function serialized(url, mostChars) {
  for (const element of document.querySelectorAll("script:not([type='application/ld+json']), style, noscript")) element.remove();
  const { documentElement: root, head } = document;
  if (head && document.URL !== url && !document.querySelector("base[href]")) {
    const base = document.createElement("base");
    base.href = document.URL;
    head.prepend(base);
  }
  if (document.contentType !== "text/html") return new XMLSerializer().serializeToString(document).slice(0, mostChars);
  const shadowRoots = [];
  const collect = (from) => {
    for (const { shadowRoot } of from.querySelectorAll("*")) {
      if (!shadowRoot) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const start = root.cloneNode().outerHTML.replace(/<\/html>$/, "");
  return `<!DOCTYPE html>${start}${root.getHTML({ shadowRoots })}</html>`.slice(0, mostChars);
}
