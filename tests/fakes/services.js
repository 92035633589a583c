// Stands in for services that search: `fetch` of this worker answers by the host of the URL. Hacker News never does, Crossref limits requests,
// and Wikidata finds nothing.
const json = (answer) => new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });

self.fetch = async (request) => {
  switch (new URL(request.url).hostname) {
    case "en.wikipedia.org": {
      const title = "Jumping spider";
      return json({ query: { search: [{ title }], pages: [{ title, extlinks: [{ url: "https://www.spiders.example.org" }] }] } });
    }
    case "api.marginalia.nu":
      return json({
        results: [
          { url: "https://bread.example.org/", title: "Bread" },
          { url: "https://spiders.example.org/", title: "Jumping spiders" },
        ],
      });
    case "query.wikidata.org":
      return json({ results: { bindings: [] } });
    case "api.crossref.org":
      return new Response("", { status: 429 });
    default:
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  }
};
