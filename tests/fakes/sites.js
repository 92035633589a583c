// Stands in for sites that are asked directly: `fetch` of this worker answers by the host of the URL.
// What it saw is in `self.saw`: the last request's settings, and whether a body was canceled.
const saw = (self.saw = { request: null, canceled: 0 });

function as(url, response) {
  Object.defineProperty(response, "url", { value: url });
  Object.defineProperty(response, "redirected", { value: true });
  return response;
}

self.fetch = async (request) => {
  const { mode, credentials, referrerPolicy, redirect } = request;
  saw.request = JSON.stringify({ mode, credentials, referrerPolicy, redirect });
  const page = () =>
    new Response("<p>a page", { headers: { "Content-Type": "text/html", "X-Robots-Tag": "noindex", "Set-Thing": "no" } });
  switch (new URL(request.url).hostname) {
    case "moved.test":
      return as("http://elsewhere.test/there", page());
    case "session.test":
      return as("http://session.test/#top", page());
    case "closed.test":
      throw new TypeError("Failed to fetch");
    case "endless.test":
      return new Response(
        new ReadableStream({
          pull: (stream) => stream.enqueue(new Uint8Array(100_000)),
          cancel: () => void (saw.canceled += 1),
        }),
      );
    case "hang.test":
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    default:
      return page();
  }
};
