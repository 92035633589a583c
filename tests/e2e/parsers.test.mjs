// Further workers parse while a crawl is faster than one core: the crawl stays the same, and a page that crashes one of
// them is left out.

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { crawlAddress, ENDINGS, untilEnd } from "./crawl-page.mjs";
import { folder, open } from "./harness.mjs";
import { library, saved, toLibrary } from "./library-page.mjs";
import { APP } from "./processes.mjs";
import { page as html, writeWeb } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";

const PAGES = 400;
/** Each host gets one request at a time. */
const HOSTS = 40;
const address = (n) => `http://h${n % HOSTS}.test/${n}`;
/** Pages without links to pages that no other leads to. */
const CRASHING = "test/[23]\\d\\d";
const LOG = "task for a parser: ";

/** Returns pages that each take some time to parse, linked so that the order of a crawl depends on their text. */
function web() {
  const text = (n) => Array.from({ length: 4_000 }, (_, word) => `word${(n * word) % 97}`).join(" ");
  const links = (n) =>
    [2 * n + 1, 2 * n + 2, (7 * n) % PAGES].filter((to) => to < PAGES).map((to) => [address(to), `word${to % 97}`]);
  const pages = Array.from({ length: PAGES }, (_, n) => [address(n), html(`Page ${n}`, text(n), links(n))]);
  return Object.fromEntries(pages);
}

/**
 * Runs in the crawler's workers: claims this number of cores, logs each task that one worker gives to another, and
 * crashes on a page whose task matches.
 */
function inWorker(cores, log, crashing) {
  Object.defineProperty(navigator, "hardwareConcurrency", { value: cores });
  if (self.name === "parser") {
    self.addEventListener("message", (event) => {
      const head = new TextDecoder("latin1").decode(event.data[0]);
      if (crashing && new RegExp(crashing).test(head)) {
        event.stopImmediatePropagation();
        throw new Error("a crash of this test");
      }
    });
  }
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...message) {
    console.log(log);
    return post.apply(this, message);
  };
}

/**
 * Crawls the web with this number of cores. Returns the addresses of the pages in the order of the crawl, and the
 * number of tasks for other workers.
 */
async function crawl(t, file, cores, crashing = "") {
  const app = folder(t);
  cpSync(APP, app, { recursive: true });
  const loader = join(
    app,
    readdirSync(app).find((name) => /^worker-.*_loader\.js$/.test(name)),
  );
  writeFileSync(
    loader,
    `(${inWorker})(${cores}, ${JSON.stringify(LOG)}, ${JSON.stringify(crashing)});\n${readFileSync(loader, "utf8")}`,
  );
  const base = await serveFolder(t, app, "/");
  const { page } = await open(t, `${base}#/library`);
  let tasks = 0;
  page.on("console", (message) => {
    if (message.text() === LOG) tasks += 1;
  });
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByRole("status").filter({ hasText: /\d+ pages of \d+ hosts/ }).waitFor();
  const name = "word1 word2 word3";
  await page.goto(
    crawlAddress(base, { q: name, source: "recorded", seed: address(0), pages: "2000", in_flight: "32" }),
  );
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
  await toLibrary(page);
  const lines = readFileSync(await saved(t, page, "Pages, JSONL", name), "utf8").trim().split("\n");
  const pages = lines.map((line) => JSON.parse(line)).filter(({ status }) => status === 200);
  return { urls: pages.map(({ url }) => url), tasks };
}

test("further workers parse, and the crawl stays the same", async (t) => {
  const file = writeWeb(t, web());
  const alone = await crawl(t, file, 2);
  assert.equal(alone.tasks, 0, "two cores have no further workers");
  assert.equal(alone.urls.length, PAGES);
  const together = await crawl(t, file, 4);
  assert.ok(together.tasks > PAGES / 4, `${together.tasks} tasks`);
  assert.deepEqual(together.urls, alone.urls);
  const crashed = await crawl(t, file, 3, CRASHING);
  assert.ok(crashed.tasks > 0);
  assert.equal(crashed.urls.length, PAGES - 1, "the page that crashes a worker is left out, and the crawl goes on");
});
