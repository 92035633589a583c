// Keeps a copy of the app's files, so that the app opens without a connection and its chunks are there when they are needed.
// `cargo xtask dist` fills in the files of a build, by address relative to this script. Only these addresses are answered here:
// the pages of a crawl never pass through the copy.

/**
 * The build; the digests of its page; those of the files that are copied at once, by address; and those of large files, which are copied
 * when they are first requested. A digest is the first 16 hexadecimal digits of the SHA-256. A packed file has two, because some hosts let
 * the browser unpack it.
 */
const { build, page, files, data } = "__BUILD__";

// Copies in other folders of the same host have caches of their own.
const CACHE_PREFIX = `salticid ${registration.scope} `;
const CACHE = CACHE_PREFIX + build;
const PAGE = registration.scope;
const DIGESTS = new Map(Object.entries({ ...files, ...data }).map(([file, digests]) => [PAGE + file, digests]));
/** The addresses whose last response was not the build's file. The browser's cache may have that response. */
const refused = new Set();

addEventListener("install", (event) => event.waitUntil(copyFiles()));
// A new build takes over when no tab shows an earlier one any more, which therefore keeps its chunks.
addEventListener("activate", (event) => event.waitUntil(removeEarlierBuilds().then(() => clients.claim())));
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*/, "");
  if (request.method !== "GET") return;
  if (request.mode !== "navigate") {
    if (DIGESTS.has(address)) event.respondWith(respondWithFile(event, address));
  } else if (address === PAGE || address === `${PAGE}index.html`) {
    event.respondWith(respondWithPage(request));
  }
});

async function copyFiles() {
  const cache = await caches.open(CACHE);
  const all = [[PAGE, page], ...Object.keys(files).map((file) => [PAGE + file, files[file]])];
  await Promise.all(all.map(([address, digests]) => copyFile(cache, address, digests)));
}

/** Copies a file. During a deploy a host may respond with a page, or another build's file: then nothing is installed yet. */
async function copyFile(cache, address, digests) {
  // Checked with the host: a few files have the same name in every build.
  for (const mode of ["no-cache", "reload"]) {
    const response = await fetch(address, { cache: mode });
    if (await isIntact(response, digests)) return cache.put(address, response);
  }
  throw new Error(`${address} is not the file of build ${build}`);
}

/** Returns true if a response is the build's own file. */
async function isIntact(response, digests) {
  if (!response.ok) return false;
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  const digits = Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0"));
  return digests.includes(digits.join(""));
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

/** Responds with the copy. A copy that is not the build's file is dropped, and the host is asked again. */
async function respondWithFile(event, address) {
  const cache = await caches.open(CACHE);
  const copy = await cache.match(address, { ignoreVary: true });
  if (copy) {
    if (await isIntact(copy, DIGESTS.get(address))) return copy;
    refused.add(address);
    await cache.delete(address, { ignoreVary: true });
  }
  const response = await fetch(event.request, refused.has(address) ? { cache: "reload" } : {});
  event.waitUntil(keep(cache, address, response.clone()));
  return response;
}

/** Keeps a copy of a response that is the build's file. */
async function keep(cache, address, response) {
  if (!(await isIntact(response, DIGESTS.get(address)))) return refused.add(address);
  refused.delete(address);
  // Without a copy, for want of space, the file is requested again next time.
  await cache.put(address, response).catch(() => {});
}
