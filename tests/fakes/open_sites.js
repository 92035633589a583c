// Stands in for sites that any page may read: `fetch` of this worker answers, unless `self.away(host, path)` says that nothing does.
// `self.times(url)` counts the requests that were answered or failed so far.
const asked = new Map();
self.times = (url) => asked.get(url) ?? 0;
self.away = () => false;

const links = ["http://a.site.org/1", "http://a.site.org/2", "http://x.site.org/", "http://b.site.org/"];
const page = `<p>spiders ${links.map((link) => `<a href="${link}">spiders</a>`).join(" ")}`;

self.fetch = async (request) => {
  const { hostname, pathname } = new URL(request.url);
  const away = self.away(hostname, pathname);
  asked.set(request.url, self.times(request.url) + 1);
  if (away) throw new TypeError("Failed to fetch");
  if (pathname === "/robots.txt") return new Response("", { status: 404 });
  return new Response(page, { headers: { "content-type": "text/html" } });
};
