// The speed of a crawl in the tab through the proxy, beside a best-first spider of Scrapy, over a recorded web on many local hosts.
//
//   SALTICID_APP=DIST SALTICID_PROXY=PROXY node bench/race.mjs WEB.warc.gz PATH QUERY [PAGES] [HOSTS] [IN_FLIGHT] [STRATEGY,…]
//
// DIST is a built app (`cargo xtask dist --out DIST`), PROXY the proxy in release mode. SALTICID_PYTHON names a Python with Scrapy; without it
// Scrapy is left out. A page's host follows from its path, and links within the site lead to these hosts. They have names of the demo web, whose
// hosts are asked without delay, one request at a time. The crawl starts at PATH, such as /wiki/Absinthe. The contestants take turns, three
// times. The clock runs from the first request at the hosts to the last.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { crawlAddress, untilEnd } from "../crawl-page.mjs";
import { confirmStart, open } from "../harness.mjs";
import { startProxy } from "../processes.mjs";
import { htmlPages } from "./warc.mjs";

const ROUNDS = 3;
const SCRAPY = fileURLToPath(new URL("../../../python/benchmarks/scrapy_speed.py", import.meta.url));
const PYTHON = process.env.SALTICID_PYTHON;

const [web, start, query, pages = "1500", hosts = "64", inFlight = "32", strategies = "best-first,adaptive"] = process.argv.slice(2);
if (!query) {
  console.error("usage: node bench/race.mjs WEB.warc.gz PATH QUERY [PAGES] [HOSTS] [IN_FLIGHT] [STRATEGY,…]");
  process.exit(2);
}

const endings = [];
const t = { after: (end) => endings.unshift(end) };
const names = demoHosts().slice(0, Number(hosts));
const host = (path) => names[crc32(path) % names.length];
const seed = `http://${host(start)}${start}`;
try {
  const { port, requests } = await serveHosts();
  const contestants = Object.fromEntries(strategies.split(",").map((strategy) => [strategy, () => tab(port, strategy)]));
  if (PYTHON) contestants.Scrapy = () => scrapy(port);
  const rates = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, crawl] of Object.entries(contestants)) {
      requests.length = 0;
      await crawl();
      rates[name].push(((requests.length - 1) * 1000) / (requests.at(-1) - requests[0]));
    }
  }
  for (const [name, all] of Object.entries(rates)) {
    console.log(`${name}: ${all.map((rate) => rate.toFixed(0)).join(", ")} pages a second, best ${Math.max(...all).toFixed(0)}`);
  }
} finally {
  for (const end of endings) await end();
}

/** Returns the names of the demo web's hosts. */
function demoHosts() {
  const source = readFileSync(new URL("../../../crates/demo-web/src/plan/hosts.rs", import.meta.url), "utf8");
  return [...new Set([...source.matchAll(/"([a-z-]+\.test)"/g)].map(([, name]) => name))];
}

/** Serves the web on all hosts at one port of 127.0.0.1, also to clients that use the server as their proxy. Records the times of requests. */
async function serveHosts() {
  const bodies = new Map(htmlPages(web, Infinity).map(({ url, body }) => [new URL(url).pathname, spread(body)]));
  const requests = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host.test");
    if (pathname === "/robots.txt") return response.writeHead(404).end();
    requests.push(performance.now());
    const body = bodies.get(decodeURI(pathname)) ?? bodies.get(pathname);
    response.writeHead(body ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: server.address().port, requests };
}

/** Makes links within the site lead to the hosts of their pages. */
function spread(body) {
  return Buffer.from(body.toString("latin1").replaceAll(/href="\/?(wiki\/[^"#]+)/g, (_, path) => `href="http://${host(`/${path}`)}/${path}`), "latin1");
}

/** Crawls in the tab. */
async function tab(port, strategy) {
  const ends = [];
  const round = { after: (end) => ends.unshift(end) };
  const resolve = names.flatMap((name) => ["--allow-address", `${name}:80`, "--resolve", `${name}:80:127.0.0.1:${port}`]);
  const { origin } = await startProxy(round, ["--no-demo-web", ...resolve]);
  const { page, context } = await open(round, "about:blank");
  context.setDefaultTimeout(100_000);
  // The proxy does not claim to serve the demo web, since these hosts are others.
  await context.route("**/healthz", (route) => route.fulfill({ json: { name: "salticid-proxy", demo_web: true } }));
  await page.goto(`${origin}/`);
  // A visit has the code before it crawls.
  await page.getByRole("button", { name: "Start crawl", exact: true }).waitFor();
  await page.waitForTimeout(3_000);
  await page.goto(crawlAddress(`${origin}/`, { q: query, source: "proxy", strategy, pages, in_flight: inFlight, seed }));
  await confirmStart(page);
  await untilEnd(page);
  for (const end of ends) await end();
}

/** Crawls with Scrapy. */
async function scrapy(port) {
  const env = { ...process.env, http_proxy: `http://127.0.0.1:${port}`, no_proxy: "" };
  const child = spawn(PYTHON, [SCRAPY, query, seed, pages, inFlight], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`Scrapy ended with ${code}`);
}
