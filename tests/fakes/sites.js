// Stands in for sites that are asked directly: `fetch` of this worker answers by the host of the URL.
// What it saw is in `self.saw`: the addresses that were asked for, the last request's settings and Api-User-Agent, and
// how many bodies were canceled.
const saw = (self.saw = { asked: [], request: null, agent: null, canceled: 0 });

/** The answer that a browser gives where a redirect was to be left alone: it tells nothing of it. */
function hiddenRedirect() {
  const response = new Response(null);
  Object.defineProperty(response, "type", { value: "opaqueredirect" });
  Object.defineProperty(response, "status", { value: 0 });
  return response;
}

self.fetch = async (request) => {
  const { mode, credentials, referrerPolicy, redirect } = request;
  saw.asked.push(request.url);
  saw.request = JSON.stringify({ mode, credentials, referrerPolicy, redirect });
  saw.agent = request.headers.get("api-user-agent");
  const page = () =>
    new Response("<p>a page", {
      headers: { "Content-Type": "text/html", "X-Robots-Tag": "noindex", "Set-Thing": "no" },
    });
  switch (new URL(request.url).hostname) {
    case "moved.site.org":
      return hiddenRedirect();
    case "upgraded.site.org":
      return Object.defineProperty(page(), "url", { value: request.url.replace("http:", "https:") });
    case "closed.site.org":
      throw new TypeError("Failed to fetch");
    case "endless.site.org":
      return new Response(
        new ReadableStream({
          pull: (stream) => stream.enqueue(new Uint8Array(100_000)),
          cancel: () => void (saw.canceled += 1),
        }),
      );
    case "image.site.org":
      return new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode("pixels")),
          pull: (stream) => stream.close(),
          cancel: () => void (saw.canceled += 1),
        }),
        { headers: { "Content-Type": "image/png" } },
      );
    case "hang.site.org":
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    default:
      return page();
  }
};
