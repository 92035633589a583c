// The responsiveness of the page while its worker crawls at full speed: the durations of the page's tasks, the frame intervals, in all and
// during scrolling, and the delay of typed text. After the crawl: the time until each view shows a moment of its replay.
//
//   node bench/fluid.mjs DIST WEB.warc.gz SEED[,SEED…] [PAGES] [STRATEGY]
//
// DIST is a built app (`cargo xtask dist --out DIST`), WEB a recording with enough pages, such as one of three demo webs:
// `salticid-lab crawl --web demo:1+2+3 --strategy best-first --pages 12000 --export WEB.warc.gz …`. The browser's own trace also contains
// short tasks. "Start" is the first page on the screen; the time before is loading.

import { crawlAddress, parts, pagesDone } from "../crawl-page.mjs";
import { open } from "../harness.mjs";
import { serveFolder } from "../static-host.mjs";
import { trace } from "../tasks.mjs";

/** A window that shows the map beside the results. */
const STAGE = { width: 1440, height: 900 };
/** The prefix of the trace marks for view changes. */
const VIEW = "fluid-view-";

const [dist, web, seeds, pages = "10000", strategy = "best-first"] = process.argv.slice(2);
if (!seeds) {
  console.error("usage: node bench/fluid.mjs DIST WEB.warc.gz SEED[,SEED…] [PAGES] [STRATEGY]");
  process.exit(2);
}

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  const base = await serveFolder(t, dist, "/");
  const { page, context } = await open(t, `${base}#/library`, { viewport: STAGE });
  context.setDefaultTimeout(600_000);
  await page.locator("input[type=file]").first().setInputFiles(web);
  await page.getByText(/\d+ pages? of/).waitFor();
  const tracing = await trace(context, page);
  await page.goto(crawlAddress(base, { q: "health guide history travel", source: "recorded", strategy, pages, in_flight: 64, seed: seeds.split(",") }));
  await page.getByRole("list", { name: "Results", exact: true }).getByRole("listitem").first().waitFor();
  const began = performance.now();
  const start = await page.evaluate(watch);
  await disturb(page);
  const seconds = (performance.now() - began) / 1000;
  const done = await pagesDone(page);
  const frames = await page.evaluate(() => globalThis.watched);
  console.log(`${done} pages in ${seconds.toFixed(1)} s (${(done / seconds).toFixed(0)} a second), ${strategy}`);
  const { tasks, marks } = await tracing.since(start);
  const view = (time) => marks.filter(({ name, after }) => name.startsWith(VIEW) && after <= time).at(-1)?.name.slice(VIEW.length) ?? "the results";
  report("tasks of the page's thread, ms", tasks.map(({ ms }) => ms));
  const long = tasks.filter(({ ms }) => ms > 50).map(({ ms, after }) => `${ms.toFixed(0)} ms, ${after.toFixed(1)} s after the start, on ${view(after + ms / 1000)}`);
  console.log(`  over 50 ms: ${long.length}${long.map((task) => `; ${task}`).join("")}`);
  report("frames, ms apart", frames.all);
  report("frames while scrolling, ms apart", frames.scrolling);
  report("from key to next frame, ms", frames.keys);
  for (const view of ["Results", "Spiders or branches", "Map", "Site map", "Frontier"]) await scrub(page, view);
} finally {
  for (const end of endings) await end();
}

/** Runs in the page: records the frame intervals during scrolling, and the time from each key to the next frame. Returns the trace's clock. */
function watch() {
  const watched = { all: [], scrolling: [], keys: [], isScrolling: false };
  globalThis.watched = watched;
  let before = performance.now();
  const frame = (now) => {
    watched.all.push(now - before);
    if (watched.isScrolling) watched.scrolling.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  addEventListener("keydown", (event) => {
    requestAnimationFrame(() => setTimeout(() => watched.keys.push(performance.now() - event.timeStamp)));
  }, true);
  performance.mark("fluid-start");
  return "fluid-start";
}

/** Scrolls, types and opens every view until the crawl has ended. */
async function disturb(page) {
  const tabs = page.getByRole("tablist", { name: "Views of the crawl" }).getByRole("tab");
  const names = await tabs.allInnerTexts();
  const { ending } = parts(page);
  for (let round = 0; !(await ending.isVisible()); round += 1) {
    const name = names[round % names.length];
    await page.evaluate((name) => performance.mark(name), `${VIEW}${name}`);
    await tabs.nth(round % names.length).click();
    await scroll(page);
    await type(page);
  }
}

/** Moves the timeline to random moments, and records how long the view and the charts keep changing. */
async function scrub(page, view) {
  const tab = page.getByRole("tab", { name: new RegExp(`^(${view.replace(" or ", "|")})$`, "i") });
  if (!(await tab.isVisible())) return;
  await tab.click();
  const times = await page.evaluate(async () => {
    const slider = document.querySelector(".timeline input");
    const times = [];
    for (let round = 0; round < 20; round += 1) {
      slider.value = String(1 + Math.floor(Math.random() * (Number(slider.max) - 1)));
      const began = performance.now();
      let last = began;
      const observer = new MutationObserver(() => { last = performance.now(); });
      observer.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true });
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 1500));
      observer.disconnect();
      times.push(last - began);
    }
    return times;
  });
  report(`from the timeline to the last change of ${view}, ms`, times);
}

async function scroll(page) {
  await page.mouse.move(400, 500);
  await page.evaluate(() => { globalThis.watched.isScrolling = true; });
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, step % 10 < 5 ? 400 : -400);
    await page.waitForTimeout(50);
  }
  await page.evaluate(() => { globalThis.watched.isScrolling = false; });
}

async function type(page) {
  const box = page.locator("main input[type=text], main input[type=search], main input:not([type])").first();
  if (!(await box.isVisible())) return;
  await box.focus();
  await page.keyboard.type("kernel", { delay: 40 });
  for (let key = 0; key < 6; key += 1) await page.keyboard.press("Backspace");
}

function report(what, values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  console.log(`${what}: ${sorted.length}, median ${at(0.5).toFixed(1)}, 95th percentile ${at(0.95).toFixed(1)}, 99th percentile ${at(0.99).toFixed(1)}, longest ${at(1).toFixed(1)}`);
}
