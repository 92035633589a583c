// Keeps a copy of the app's files, so that the app opens without a connection and its chunks are there when they are needed.
// `cargo xtask dist` fills in the files of a build, by address relative to this script. Only these addresses are answered here:
// the pages of a crawl never pass through the copy.

/** The build; the files that are copied at once; large files, which are copied when they are first requested. */
const { build, files, data } = "__BUILD__";

// Copies in other folders of the same host have caches of their own.
const CACHE_PREFIX = `salticid ${registration.scope} `;
const CACHE = CACHE_PREFIX + build;
const PAGE = registration.scope;
const FILES = new Set([...files, ...data].map((file) => PAGE + file));

addEventListener("install", (event) => event.waitUntil(copyFiles()));
// A new build takes over when no tab shows an earlier one any more, which therefore keeps its chunks.
addEventListener("activate", (event) => event.waitUntil(removeEarlierBuilds().then(() => clients.claim())));
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*/, "");
  if (request.method !== "GET") return;
  if (request.mode !== "navigate") {
    if (FILES.has(address)) event.respondWith(respondWithFile(request));
  } else if (address === PAGE || address === `${PAGE}index.html`) {
    event.respondWith(respondWithPage(request));
  }
});

async function copyFiles() {
  const cache = await caches.open(CACHE);
  // Checked with the host: a few files have the same name in every build.
  await cache.addAll(["", ...files].map((file) => new Request(PAGE + file, { cache: "no-cache" })));
}

async function removeEarlierBuilds() {
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(earlier.map((name) => caches.delete(name)));
}

/** Asks the host first, which may have a newer build. */
async function respondWithPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const copy = await caches.match(PAGE, { cacheName: CACHE });
    if (copy) return copy;
    throw error;
  }
}

async function respondWithFile(request) {
  const cache = await caches.open(CACHE);
  const copy = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (copy) return copy;
  const response = await fetch(request);
  // Without a copy, for want of space, the file is requested again next time.
  if (response.ok) cache.put(request, response.clone()).catch(() => {});
  return response;
}
