// Opens a WACZ file with wabac.js, the reader of ReplayWeb.page, and asks it for each page of the crawl: it must find
// the page by our index, with the status and the title that the other exports have.
//
// Usage: node wabac.mjs FILE.wacz FOLDER, with the folder of the other exports of the same crawl. What does not agree
// ends the program with a message and exit code 1. Needs @webrecorder/wabac and fake-indexeddb.

import "fake-indexeddb/auto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";

globalThis.self = globalThis;
const { ArchiveRequest, WorkerLoader } = await import("@webrecorder/wabac/swlib");

const [file, folder] = process.argv.slice(2);
const { store, stop } = await opened(file);
const pages = lines("pages.jsonl").filter(page => page.status);
const titles = new Map(pages.map(({ url, title }) => [url, title]));
const listed = await store.getAllPages();
agree("the list has pages", listed.length > 0, true);
for (const { url, title } of listed.filter(({ url }) => titles.get(url))) {
    agree(`the title of ${url} in the list`, title, titles.get(url));
}
let found = 0;
for (const { url, status } of pages) {
    const response = await replayed(url);
    // A web has no response for some of its missing pages.
    if (!response && status === 404) continue;
    found += 1;
    agree(`the status of ${url}`, response?.status, status);
    const text = new TextDecoder().decode(await response.getBuffer());
    const words = titles.get(url).match(/[a-z]+/gi) ?? [];
    agree(`the words of the title of ${url}`, words.filter(word => !text.includes(word)).join(" "), "");
}
console.log(`wabac.js: ${listed.length} pages listed, ${found} found`);
stop();

/** Returns the archive of a file, which a server on this machine offers in ranges. */
async function opened(file) {
    const { size } = statSync(file);
    const server = createServer((request, response) => {
        const [, from, to] = /bytes=(\d*)-(\d*)/.exec(request.headers.range ?? "") ?? [];
        const start = from ? Number(from) : to ? Math.max(0, size - Number(to)) : 0;
        const end = Math.min(from && to ? Number(to) : size - 1, size - 1);
        const range = request.headers.range ? { "content-range": `bytes ${start}-${end}/${size}` } : {};
        response.writeHead(request.headers.range ? 206 : 200, { "content-length": end - start + 1, ...range });
        if (request.method === "HEAD") response.end();
        else createReadStream(file, { start, end }).pipe(response);
    });
    await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
    const sourceUrl = `http://127.0.0.1:${server.address().port}/pages.wacz`;
    const loader = new WorkerLoader(new EventTarget());
    const told = [];
    const added = await loader.addCollection({ name: "pages", file: { sourceUrl } }, (...words) => told.push(words));
    agree("the file is opened", Boolean(added), true, told);
    const { store } = await loader.loadColl("pages");
    return { store, stop: () => server.close() };
}

/** Returns the recorded response of an address. */
async function replayed(url) {
    const request = new ArchiveRequest(`mp_/${url}`, new Request(url));
    return await store.getResource(request, "", { waitUntil() {} }, { noRedirect: true });
}

/** Returns the values of a file of JSON lines. */
function lines(name) {
    return readFileSync(`${folder}/${name}`, "utf8").trim().split("\n").map(line => JSON.parse(line));
}

function agree(what, left, right, more = "") {
    if (left !== right) {
        console.error(`${what}: ${left} is not ${right}`, more);
        process.exit(1);
    }
}
