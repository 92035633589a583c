// Stands in for the server of the lexicon: `fetch` of this worker answers with `self.plain` (bytes that the test puts there) as
// `self.how` says. `self.asked` counts the requests; a request for anything else finds nothing.
self.asked = 0;
self.how = "packed";

const packed = async () => {
  const stream = new Blob([self.plain]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** In two pieces, so that progress is told twice. */
function body(bytes, fails = false) {
  const half = bytes.length >> 1;
  return new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.slice(0, half));
      if (fails) return stream.error(new TypeError("network error"));
      stream.enqueue(bytes.slice(half));
      stream.close();
    },
  });
}

const answers = {
  packed: async () => {
    const bytes = await packed();
    return new Response(body(bytes), { headers: { "content-length": bytes.length } });
  },
  // As by a server that calls the file content-coded: the browser unpacked it, and the length is that of the packed bytes.
  unpacked: async () => new Response(body(self.plain), { headers: { "content-length": (await packed()).length } }),
  missing: async () => new Response("not found", { status: 404 }),
  away: async () => {
    throw new TypeError("Failed to fetch");
  },
  broken: async () => new Response(body(await packed(), true)),
  cut: async () => new Response((await packed()).slice(0, 40)),
  damaged: async () => {
    const bytes = self.plain.slice();
    bytes[bytes.length - 1] ^= 1;
    return new Response(bytes);
  },
  page: async () => new Response("<!doctype html><p>Welcome to the hotel's network"),
};

self.fetch = async (request) => {
  if (!request.url.endsWith("/words.lex.gz")) return new Response("not found", { status: 404 });
  self.asked += 1;
  return answers[self.how]();
};
