// A small web with the faults of the real one, which changes from day to day: refusing, busy and failing hosts,
// forbidden folders, moved and missing pages, missing pages that answer as if they were there, bodies that break off.

import { serve } from "./local-site.mjs";
import { page as html } from "./recorded-web.mjs";

/**
 * The hosts whose pages can be read, of public domains, since a browser takes no others for the web. The last one
 * refuses the first request for each page.
 */
const READABLE = ["garden", "meadow", "museum", "letters", "school", "woods", "busy"].map(
  (name) => `spider-${name}.org`,
);
const BUSY = READABLE.at(-1);
const CLOSED = "spider-closed.org";
/** The pages of each host. */
const PAGES = 10;
/** The pages of a host on the first day, and the one that is gone afterwards. */
const [EARLY, GONE] = [6, 1];
const WORDS = `web orb silk thread leg eye prey fly moth leaf stem wall window morning dew night hunt jump wait weave
  repair egg sac young hatch molt autumn winter barn hedge meadow stone crack color stripe dance courtship signal
  vibration venom bite fang jaw`.split(/\s+/);

/** Returns the text of a page: about spiders, and unlike that of each other page. */
function prose(seed, sentences) {
  let state = seed * 2_654_435_761 + 1;
  const word = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[state % WORDS.length];
  };
  const sentence = () =>
    `Garden spiders know the ${word()}, the ${word()} and the ${word()}: ` +
    `a spider of the ${word()} can ${word()} by the ${word()}. `;
  return Array.from({ length: sentences }, sentence).join("");
}

const sent = (type, body) => (response) => response.writeHead(200, { "content-type": type }).end(body);

/** The answers that are no pages, by path, on every readable host. */
const FAULTS = {
  "/robots.txt": sent("text/plain", "User-agent: *\nDisallow: /private/\n"),
  "/private/spiders": sent("text/html", "this page was requested against robots.txt"),
  "/moved": (response) => response.writeHead(302, { location: "/1" }).end(),
  "/broken": (response) => response.writeHead(500).end("broken"),
  "/away": sent("text/html", html("Page not found", "The page was not found.")),
  "/cut": (response) => {
    response.writeHead(200, { "content-type": "text/html", "content-length": "100000" });
    response.write(html("Cut off", prose(7, 9)));
    setTimeout(() => response.destroy(), 50);
  },
};

/** Starts the web on its first day. Returns its port for each host, and a function by which the next day begins. */
export async function startFaultyWeb(t) {
  let day = 1;
  const refused = new Set();
  const { port } = await serve(t, (path, response, request) => {
    const host = request.headers.host.split(":")[0];
    if (host === CLOSED) return response.writeHead(403).end("closed");
    if (Object.hasOwn(FAULTS, path)) return FAULTS[path](response);
    if (host === BUSY && !refused.has(path)) {
      refused.add(path);
      return response.writeHead(429, { "retry-after": "1" }).end("later");
    }
    const page = pageOf(host, Number(path.slice(1)), day);
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page ?? "gone");
  });
  return { hosts: Object.fromEntries([...READABLE, CLOSED].map((host) => [host, port])), nextDay: () => (day += 1) };
}

/**
 * Returns a page of a host on a day; null if it does not exist. That of number 0 changes daily, and leads to all others
 * and to the next host.
 */
function pageOf(host, number, day) {
  const at = READABLE.indexOf(host);
  const isThere = day === 1 ? number < EARLY : number < PAGES && number !== GONE;
  if (at < 0 || !isThere) return null;
  const text = prose(at * PAGES + number, 8) + (number === 0 ? prose(1_000 * day + at, 8) : "");
  const own = Array.from({ length: PAGES - 1 }, (_, n) => `/${n + 1}`);
  const elsewhere = [READABLE[(at + 1) % READABLE.length], CLOSED].map((host) => `http://${host}/`);
  const links = number === 0 ? [...own, ...Object.keys(FAULTS).slice(1), ...elsewhere] : ["/"];
  const named = links.map((url) => [url, `garden spiders ${url.replaceAll(/\W+/g, " ")}`]);
  return html(`Garden spiders ${at + 1}.${number}`, text, named);
}
