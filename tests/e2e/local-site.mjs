// A site on a local server, for hosts that browser or proxy resolve to this device.

import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSecure } from "node:https";
import { certificate } from "./certificate.mjs";

/**
 * Starts a server on a free port of 127.0.0.1 or another local `address`, which ends with the test; `secure` for https.
 * `answer` gets the path with its query, the response and the request, except for the site's icon, which browsers
 * request automatically. Returns its port and the requests.
 */
export async function serve(t, answer, secure = false, address = "127.0.0.1") {
  const asked = [];
  const listener = (request, response) => {
    if (request.url === "/favicon.ico") return response.writeHead(404).end();
    asked.push(request.url);
    answer(request.url, response, request);
  };
  const server = secure ? createSecure(certificate(), listener) : createServer(listener);
  server.listen(0, address);
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: server.address().port, asked };
}
