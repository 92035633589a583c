// A crawl of 40 sites of which ten are hostile: what it finds of the good pages beside a crawl without the hostile sites, and its memory.
//
//   SALTICID_APP=DIST SALTICID_PROXY=PROXY SALTICID_LAB=LAB node bench/hostile.mjs [PAGES] [tab|native]
//
// DIST is a built app (`cargo xtask dist --out DIST`), PROXY and LAB are the proxy and the lab in release mode. All sites are served by this
// program, with the politeness of live sites. Linux only: it reads memory from /proc. It takes a quarter of an hour.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, gzipSync } from "node:zlib";
import { crawlAddress, pagesDone, untilEnd } from "../crawl-page.mjs";
import { confirmStart, open } from "../harness.mjs";
import { LAB, startProxy } from "../processes.mjs";
import { read, renderers } from "./renderers.mjs";

const [pages = "5000", only] = process.argv.slice(2);
const QUERY = "jumping spider eyes";
/** The number of sites, and of the pages about the query of a good one, which has as many others. */
const GOOD = 30;
const HOSTILE = 10;
const ABOUT = 60;
/** The number of other names of a hostile site. */
const NAMES = 100;
/** Words of good pages that are not about the query. */
const WORDS = "garden river window paper music bread winter school letter market bridge stone summer engine island doctor".split(" ");

const good = (site) => `good-${site % GOOD}.example`;
const hostile = (site) => `hostile-${site % HOSTILE}.example`;
const names = [
  ...Array.from({ length: GOOD }, (_, site) => good(site)),
  ...Array.from({ length: HOSTILE }, (_, site) => [hostile(site), ...Array.from({ length: NAMES }, (_, n) => `n${n}.${hostile(site)}`)]).flat(),
];

const ROBOTS = `User-agent: *\n${Array.from({ length: 22_000 }, (_, n) => `Disallow: /closed-${n}\n`).join("")}`;
const BOMB = gzipSync(`<title>${QUERY}</title><svg>${"<g>".repeat(250)}${"</x>".repeat(500_000)}`);
const LONG_BASE = `<base href="/${"long-".repeat(380)}/">`;

const SEEDS = range(5, (site) => `http://${good(site * 6)}/0`);

/** What a hostile site answers, by the address. Each way leads to all others. */
const HOSTILE_WAYS = [
  // Thousands of short links that a long base makes long.
  (address) => LONG_BASE + page(QUERY, `<p>${QUERY}</p>`, range(5_990, (n) => `${crc32(address)}-${n}`), QUERY),
  // A page that takes a parser long.
  () => BOMB,
  // Copies under any number of names.
  (address) => page(QUERY, `<p>${`${QUERY} and nothing else `.repeat(30)}</p>`, range(NAMES, (n) => `http://n${n}.${root(address)}/`), QUERY),
  // The query a thousand times, among words that no other page has.
  (address) => {
    const words = range(300, (n) => `w${crc32(`${address}${n}`).toString(36)}`).join(" ");
    return page(QUERY, `<p>${`${QUERY} `.repeat(1_000)}${words}</p>`, range(200, (n) => `/${crc32(address)}-${n}`), QUERY);
  },
];

/** True while good pages link to hostile sites. */
let isHostile = true;
/** The good pages about the query that were requested. */
const found = new Set();
/** The number of requests to hostile sites. */
let ofHostile = 0;

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const port = await serveSites();
  const contestants = { tab, native: natively };
  for (const [name, crawl] of Object.entries(contestants).filter(([name]) => !only || name === only)) {
    const alone = await measured(crawl, port, false);
    const beside = await measured(crawl, port, true);
    const share = (100 * beside.found) / alone.found;
    console.log(`${name}: ${alone.text}; with hostile sites ${beside.text}: ${share.toFixed(1)} %`);
  }
} finally {
  for (const end of endings) await end();
}

async function measured(crawl, port, withHostile) {
  isHostile = withHostile;
  found.clear();
  ofHostile = 0;
  const began = performance.now();
  const { done, megabytes } = await crawl(port);
  const seconds = (performance.now() - began) / 1000;
  return { found: found.size, text: `${found.size} good pages, ${done} pages (${ofHostile} requests to hostile sites) in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB` };
}

/** Serves all sites at one port of 127.0.0.1. */
async function serveSites() {
  const server = createServer((request, response) => {
    const host = request.headers.host.split(":")[0];
    const isGood = host.startsWith("good-");
    const type = (type) => ({ "content-type": `${type}; charset=utf-8` });
    if (request.url === "/robots.txt") {
      return isGood ? response.writeHead(404).end() : response.writeHead(200, type("text/plain")).end(ROBOTS);
    }
    const address = host + request.url;
    if (isGood) return response.writeHead(200, type("text/html")).end(goodPage(host, request.url));
    ofHostile += 1;
    const way = HOSTILE_WAYS[crc32(address) % HOSTILE_WAYS.length];
    const body = way(address);
    if (body === BOMB) return response.writeHead(200, { ...type("text/html"), "content-encoding": "gzip" }).end(BOMB);
    response.writeHead(200, type("text/html")).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return server.address().port;
}

/**
 * Returns a page of a good site. Its pages about the query, at /0, /1 and so on, lead to two of each other, two on other good sites, one that is
 * not about the query, and one hostile site.
 */
function goodPage(host, path) {
  const site = Number(/\d+/.exec(host)[0]);
  const number = Number(/\d+/.exec(path)?.[0] ?? 0) % ABOUT;
  const at = site * ABOUT + number;
  const isFound = !path.startsWith("/other-");
  if (isFound) found.add(at);
  const children = [2 * number + 1, 2 * number + 2].map((child) => child % ABOUT);
  const links = isFound ? children.map((child) => `/${child}`) : [`/other-${children[0]}`];
  links.push(`/other-${number}`, `http://${good(site + 1)}/${number}`, `http://${good(site + 7)}/${(number * 7 + 3) % ABOUT}`);
  if (isHostile) links.push(`http://${hostile(at)}/${at}`);
  const text = Array.from({ length: 120 }, (_, n) => WORDS[crc32(`${at} ${n}`) % WORDS.length]).join(" ");
  const about = isFound ? `${QUERY}, the ${QUERY} of ${at}. `.repeat(6) : "";
  return page(isFound ? QUERY : "Notes", `<p>${about}${text}</p>`, links, isFound ? QUERY : "notes");
}

function root(address) {
  return /hostile-\d+\.example/.exec(address)[0];
}

function range(length, of) {
  return Array.from({ length }, (_, n) => of(n));
}

function page(title, body, links, anchor) {
  return `<!doctype html><title>${title}</title><h1>${title}</h1>${body}${links.map((href) => `<a href="${href}">${anchor}</a>`).join(" ")}`;
}

function mappings(port) {
  return names.flatMap((name) => ["--resolve", `${name}:80:127.0.0.1:${port}`]);
}

/** Crawls in the tab; the memory is the most that a renderer took. */
async function tab(port) {
  const ends = [];
  const round = { after: (end) => ends.unshift(end) };
  try {
    const { origin } = await startProxy(round, ["--no-demo-web", ...mappings(port)]);
    const { page, context } = await open(round, `${origin}/`);
    context.setDefaultTimeout(1_800_000);
    await page.getByRole("button", { name: "Start crawl", exact: true }).waitFor();
    await page.goto(crawlAddress(`${origin}/`, { q: QUERY, source: "proxy", pages, seed: SEEDS }));
    await confirmStart(page);
    const ended = untilEnd(page);
    const most = await peak(ended, () => Math.max(0, ...renderers().map((pid) => memory(pid, "smaps_rollup", "Pss"))));
    return { done: await pagesDone(page), megabytes: most };
  } finally {
    for (const end of ends) await end();
  }
}

/** Crawls with the lab; the memory is that of its process. */
async function natively(port) {
  const out = join(tmpdir(), `salticid-hostile-${process.pid}.warc.gz`);
  const seeds = SEEDS.flatMap((seed) => ["--seed", seed]);
  const child = spawn(LAB, ["record", "--out", out, "--query", QUERY, "--pages", pages, ...seeds, ...mappings(port)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const ended = once(child, "exit");
  const most = await peak(ended, () => memory(child.pid, "status", "VmHWM"));
  rmSync(out, { force: true });
  return { done: /(\d[\d,]*) pages/.exec(said)?.[1] ?? said.trim(), megabytes: most };
}

/** Returns the largest value until the end, read twice a second. */
async function peak(ended, value) {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, value())), 500);
  try {
    await ended;
  } finally {
    clearInterval(timer);
  }
  return most;
}

function memory(pid, file, name) {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(read(`/proc/${pid}/${file}`));
  return kilobytes ? Number(kilobytes[1]) / 1024 : 0;
}
