// The time from a key that judges a page until its new state is painted, during a crawl of the demo web and after its
// end.
//
//   node bench/judging.mjs FOLDER [PAGES]
//
// FOLDER is the app as static files. Ten pages are judged once a third of the pages is crawled, and ten after the end.

import { crawlAddress, pagesDone, parts, untilEnd } from "../crawl-page.mjs";
import { open } from "../harness.mjs";
import { serveFolder } from "../static-host.mjs";

const [folder, most = "900"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node bench/judging.mjs FOLDER [PAGES]");
  process.exit(2);
}
const PAGES = Number(most);
const PRESSES = 10;

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const base = await serveFolder(t, folder, "/");
  const { page, context } = await open(t, base);
  context.setDefaultTimeout(600_000);
  await page.goto(crawlAddress(base, { q: "asthma inhaler", pages: PAGES }));
  while ((await pagesDone(page)) < PAGES / 3) await page.waitForTimeout(50);
  await report(page, "running");
  await untilEnd(page);
  await report(page, "ended");
} finally {
  for (const end of endings) await end();
}

/** Judges pages by keys, and prints the times. */
async function report(page, when) {
  const times = [];
  while (times.length < PRESSES) {
    const row = await parts(page).results.evaluateHandle((list) =>
      [...list.children].find((row) => !row.querySelector(".row [aria-pressed=true]")),
    );
    const why = await row.$('[aria-label^="Why: "]');
    await why.focus();
    const painted = row.evaluate(untilPainted);
    await why.press("k");
    const ms = await painted;
    // The rows of a running crawl move: one that left the list is not timed.
    if (ms !== null) times.push(ms);
    await page.waitForTimeout(300);
  }
  times.sort((a, b) => a - b);
  const [least, middle, most] = [times[0], times[PRESSES / 2], times.at(-1)].map((ms) => ms.toFixed(0));
  console.log(`${when}, ${await pagesDone(page)} pages: ${least} to ${most} ms, median ${middle}`);
}

/** Runs in the page: returns the milliseconds from the next key until a row that shows a state is painted. */
function untilPainted(row) {
  return new Promise((resolve) => {
    addEventListener("keydown", ({ timeStamp }) => {
      const look = () => {
        if (!row.isConnected) return resolve(null);
        if (!row.querySelector(".row [aria-pressed=true]")) return requestAnimationFrame(look);
        // A task after the frame's callbacks runs once the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        requestAnimationFrame(() => port2.postMessage(null));
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}
