// Stands in for the proxy: `fetch` of this worker answers as /fetch-many does, by the host of each URL.
// What it saw is in `self.saw`: the calls, the most that were open at once, and whether one was aborted.
const saw = (self.saw = { calls: [], open: 0, mostOpen: 0, aborted: 0 });
self.away = 0; // calls that still find nobody
self.pages = {}; // URL -> { status, headers, body }, for pages that a test changes
self.demoWeb = undefined; // whether it says that the demo web is its own
const given = new Map(); // ticket -> { url, rounds }
let tickets = 0;

const utf8 = new TextEncoder();
const length = (n) => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
function frame(head, body = "") {
  const [h, b] = [utf8.encode(JSON.stringify(head)), utf8.encode(body)];
  return [length(h.length), h, length(b.length), b].flatMap((part) => [...part]);
}
const answer = (url) =>
  frame({ url, status: 200, headers: { "content-type": "text/html" }, elapsed_ms: 7 }, `page of ${url}`);

function ticket(url, rounds) {
  const ticket = `t${++tickets}`;
  given.set(ticket, { url, rounds });
  return frame({ url, code: "still-waiting", message: "", ticket });
}

function asked(url, conditions) {
  const host = new URL(url).hostname;
  const page = self.pages[url];
  if (page) {
    const isKnown = page.headers.etag && conditions?.["if-none-match"] === page.headers.etag;
    if (isKnown) return frame({ url, status: 304, headers: {}, elapsed_ms: 1 });
    return frame({ url, status: page.status, headers: page.headers, elapsed_ms: 1 }, page.body);
  }
  if (host === "moved.test") return frame({ url, status: 301, headers: {}, location: "/there", elapsed_ms: 1 });
  if (host === "dns.test") return frame({ url, code: "dns", message: "The host name was not found." });
  if (host === "image.test") return frame({ url, code: "content-type", message: "The answer is not a page but an image." });
  if (host === "slow.test") return ticket(url, 2);
  if (host === "forgotten.test" && saw.calls.filter((call) => call.urls.includes(url)).length === 1) {
    return frame({ url, code: "still-waiting", message: "", ticket: "forgotten" });
  }
  if (host === "broken.test") return [];
  return answer(url);
}

function collected(id) {
  const pending = given.get(id);
  given.delete(id);
  if (!pending) return frame({ url: "", code: "no-ticket", message: "", ticket: id });
  return pending.rounds > 1 ? ticket(pending.url, pending.rounds - 1) : answer(pending.url);
}

self.fetch = async (request) => {
  if (request.url.endsWith("/healthz")) return Response.json({ name: "salticid-proxy", demo_web: self.demoWeb });
  if (self.away > 0) {
    self.away -= 1;
    throw new TypeError("Failed to fetch");
  }
  const batch = await request.json();
  saw.calls.push(batch);
  saw.mostOpen = Math.max(saw.mostOpen, (saw.open += 1));
  const told = [...batch.urls.map((url) => asked(url, batch.conditions?.[url])), ...batch.tickets.map(collected)];
  const isTicket = (bytes) => String.fromCharCode(...bytes).includes("still-waiting");
  const hang = batch.urls.some((url) => url.includes("hang.test"));
  const body = new ReadableStream({
    async start(stream) {
      request.signal.addEventListener("abort", () => {
        saw.aborted += 1;
        stream.error(request.signal.reason);
      });
      if (hang) return;
      // In pieces of seven bytes, so that no frame comes whole; tickets when patience is over.
      const send = (bytes) => {
        for (let at = 0; at < bytes.length; at += 7) stream.enqueue(Uint8Array.from(bytes.slice(at, at + 7)));
      };
      told.filter((bytes) => !isTicket(bytes)).forEach(send);
      const late = told.filter(isTicket);
      if (late.length) await new Promise((done) => setTimeout(done, batch.patience_ms));
      late.forEach(send);
      saw.open -= 1;
      stream.close();
    },
  });
  return new Response(body);
};
