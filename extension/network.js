// Workers cannot use the interfaces of extensions, so this page tells those of the app whether it may access sites, and of each response to their
// requests the address that the browser connected to and, for a redirect, status and target. It observes only: no request is changed or blocked.
// In Firefox it also tells the addresses of a host before the first request to it. It passes on requests to render a page to the background.
//
// `crates/worker/src/sources/network_reports.rs` receives the messages. The channel belongs to this extension's origin: no site can open it.

const channel = new BroadcastChannel("salticid-network");
/** Whether the extension may access sites; null until that is known. */
let access = null;

/** Tells the workers whether sites may be accessed, and whether this browser resolves names for an extension. */
const tellAccess = () => channel.postMessage({ access, canResolve: chrome.dns !== undefined });

// A worker asks before its first request, and before the first request to each host.
channel.onmessage = ({ data }) => {
  if (data === "access" && access !== null) tellAccess();
  if (data.resolve) tellAddresses(data.resolve);
  if (data.render) tellRendered(data);
  if (data.cancelRender) chrome.runtime.sendMessage({ request: "cancel-render", id: data.cancelRender });
};

/** Milliseconds after which a request to render a page is too old: this page was asleep, and another one has passed it on. */
const OLD_MS = 5_000;

/** Tells the workers the result of a page that the background rendered. */
async function tellRendered({ render: id, url, apart, at }) {
  if (Date.now() - at > OLD_MS) return;
  const result = await chrome.runtime.sendMessage({ request: "render", id, url, apart }).catch(() => null);
  channel.postMessage({ rendered: id, ...(result ?? { reason: "failed" }) });
}

/** Tells the workers the addresses of a host: none if it has none, or if the browser leaves names to a proxy. */
async function tellAddresses(host) {
  const { addresses } = await chrome.dns.resolve(host).catch(() => ({ addresses: [] }));
  channel.postMessage({ resolved: host, addresses });
}

const OBSERVED = { urls: ["http://*/*", "https://*/*"], types: ["xmlhttprequest"] };

/** Whether a request was sent by this extension. Chromium names its origin, Firefox the URL that sent it. */
const isOwn = ({ initiator, originUrl }) => initiator === location.origin || (originUrl ?? "").startsWith(`${location.origin}/`);

function report(details) {
  if (!isOwn(details)) return;
  const { url, ip, statusCode, timeStamp } = details;
  channel.postMessage({ url, ip, status: statusCode, location: details.redirectUrl ?? target(details), time: timeStamp });
}

/** Returns the target of a redirect that the browser does not follow, and that Firefox therefore reports as a response like any other. */
function target({ url, statusCode, responseHeaders = [] }) {
  const value = responseHeaders.find(({ name }) => name.toLowerCase() === "location")?.value;
  return value !== undefined && statusCode >= 300 && statusCode < 400 && URL.canParse(value, url) ? new URL(value, url).href : undefined;
}

/**
 * Observes requests as long as the extension may access sites. Chromium observes nothing for an extension without access, so this is called again once
 * access was granted.
 */
export function observe(isGranted) {
  if (isGranted !== access) {
    for (const event of [chrome.webRequest.onBeforeRedirect, chrome.webRequest.onResponseStarted]) {
      if (isGranted) event.addListener(report, OBSERVED, ["responseHeaders"]);
      else event.removeListener(report);
    }
  }
  access = isGranted;
  tellAccess();
}
