// A web of two pages on one host. The second page is held until the test releases it, so that a crawl of it stalls.

import { once } from "node:events";
import { createServer } from "node:http";
import { page } from "./recorded-web.mjs";

const HUNT = "Jumping spiders hunt by sight. A jumping spider plans its hunt. ";

/** Starts it on a free port; the second page, /spiders, is sent only after its release. */
export async function startWaitingWeb(t) {
  let letGo;
  const gone = new Promise((resolve) => (letGo = resolve));
  let asked;
  const isAsked = new Promise((resolve) => (asked = resolve));
  const pages = {
    "/": page("The garden gate", HUNT, [["/spiders", "jumping spiders"]]),
    "/spiders": page("Jumping spiders", HUNT),
  };
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
