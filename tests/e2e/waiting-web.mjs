// A web of two pages on one host, the second of which is not answered for until the test says so: a crawl of it stands still in the middle.

import { once } from "node:events";
import { createServer } from "node:http";
import { page } from "./recorded-web.mjs";

const HUNT = "Jumping spiders hunt by sight. A jumping spider plans its hunt. ";

/** Starts it, on a free port; it answers for the second page, /spiders, only once it is let go. */
export async function startWaitingWeb(t) {
  let letGo;
  const gone = new Promise((resolve) => (letGo = resolve));
  let asked;
  const isAsked = new Promise((resolve) => (asked = resolve));
  const pages = { "/": page("The garden gate", HUNT, [["/spiders", "jumping spiders"]]), "/spiders": page("Jumping spiders", HUNT) };
  const server = createServer(async ({ url }, response) => {
    if (url === "/spiders") {
      asked();
      await gone;
    }
    response.writeHead(url in pages ? 200 : 404, { "content-type": "text/html" }).end(pages[url]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `127.0.0.1:${server.address().port}`, isAsked, letGo };
}
