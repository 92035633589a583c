// Reports each response to a request of this extension to its workers, which cannot observe requests themselves: the address that the browser
// connected to and, for a redirect, status and target. Observes only: no request is changed or blocked.
//
// `src/worker/sources/network_reports.rs` receives the reports. The channel belongs to this extension's origin: no site can open it.

const channel = new BroadcastChannel("salticid-network");
const OBSERVED = { urls: ["http://*/*", "https://*/*"], types: ["xmlhttprequest"] };

/** Whether a request was sent by this extension. Chromium names its origin, Firefox the URL that sent it. */
const isOwn = ({ initiator, originUrl }) => initiator === location.origin || (originUrl ?? "").startsWith(`${location.origin}/`);

function report(details) {
  if (!isOwn(details)) return;
  const { url, ip, statusCode, redirectUrl, timeStamp } = details;
  channel.postMessage({ url, ip, status: statusCode, location: redirectUrl, time: timeStamp });
}

/**
 * Observes requests from now on. Chromium observes nothing for an extension without access to sites, so this is called again once access was
 * granted.
 */
export function observe() {
  for (const event of [chrome.webRequest.onBeforeRedirect, chrome.webRequest.onResponseStarted]) {
    event.removeListener(report);
    event.addListener(report, OBSERVED);
  }
}
