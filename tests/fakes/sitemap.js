// Stands in for a site whose sitemap is `self.sitemap`, packed; everything else is missing there. `self.counted` has the packed bytes that
// were written into a stream that unpacks, the most at once, and all bytes that were taken from streams.
const counted = (self.counted = { written: 0, largest: 0, taken: 0 });

const writer = WritableStreamDefaultWriter.prototype;
const write = (self.write ??= writer.write);
writer.write = function (part) {
  counted.written += part.byteLength;
  counted.largest = Math.max(counted.largest, part.byteLength);
  return write.call(this, part);
};

const reader = ReadableStreamDefaultReader.prototype;
const read = (self.read ??= reader.read);
reader.read = async function () {
  const piece = await read.call(this);
  counted.taken += piece.value?.byteLength ?? 0;
  return piece;
};

self.fetch = async (request) =>
  new URL(request.url).pathname === "/sitemap.xml.gz"
    ? new Response(self.sitemap, { headers: { "Content-Type": "application/gzip" } })
    : new Response("", { status: 404 });
