// Screenshots of a new user's first three minutes, on desktop and phone, light and dark; and an animation of a spider crawl with its replay for
// the README; or the five screenshots of the extension for the store listing, 1280 × 800 pixels each.
//
//   node bench/film.mjs DIST OUT [pictures|animation]
//   SALTICID_EXTENSION=EXTENSION/unpacked node bench/film.mjs listing OUT
//
// DIST is a built app (`cargo xtask dist --out DIST`), EXTENSION a built extension (`cargo xtask dist --extension --out EXTENSION`), OUT a folder.
// The animation needs ffmpeg.

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crawlAddress, parts, SPIDERS, untilEnd } from "../crawl-page.mjs";
import { openExtension } from "../extension-page.mjs";
import { DESKTOP, open, PHONE } from "../harness.mjs";
import { untilSettled } from "../map-page.mjs";
import { serveFolder } from "../static-host.mjs";
import { goTo, training, walk, WAYS } from "../train-page.mjs";

const STAGE = { width: 1440, height: 900 };
/** The animation's frames per second, its width in pixels, and how long it shows its last frame, in seconds. */
const RATE = 6;
const WIDTH = 960;
const LAST_SECONDS = 2;

const [dist, out, only] = process.argv.slice(2);
if (!out) {
  console.error("usage: node bench/film.mjs DIST OUT [pictures|animation], or node bench/film.mjs listing OUT");
  process.exit(2);
}
mkdirSync(out, { recursive: true });

const endings = [];
const t = { after: (end) => endings.unshift(end) };
try {
  if (dist === "listing") {
    await listing();
  } else {
    const base = await serveFolder(t, dist, "/");
    if (only !== "animation") await pictures(base);
    if (only !== "pictures") await animation(base);
  }
} finally {
  for (const end of endings) await end();
}

/** Takes every scene in four looks. */
async function pictures(base) {
  const { page } = await open(t, base, { speed: "first", tour: true });
  const the = parts(page);
  let scenes = 0;
  const scene = async (name, wide = DESKTOP) => {
    scenes += 1;
    for (const [device, viewport] of [["desktop", wide], ["phone", PHONE]]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(out, `${String(scenes).padStart(2, "0")}-${name}-${device}-${colorScheme}.png`) });
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(wide);
  };
  const note = page.locator(".coach");
  const press = (name) => page.getByRole("button", { name, exact: true }).click();

  await the.query.waitFor();
  await scene("form");
  await the.query.fill(SPIDERS.q);
  await the.start.click();
  await note.waitFor();
  await the.pause.click();
  await scene("tour");
  await note.getByRole("button", { name: "Skip" }).click();
  await scene("first-crawl");
  await the.why.first().click();
  await scene("why");
  await page.keyboard.press("Escape");
  await the.resume.click();
  await the.speed.focus();
  await page.keyboard.press("End");
  await untilEnd(page);
  await scene("end");
  await page.getByRole("tab", { name: "Map", exact: true }).click();
  await untilSettled(page);
  await scene("map");

  await page.goto(crawlAddress(base, SPIDERS));
  await page.setViewportSize(STAGE);
  await page.getByRole("treeitem").first().waitFor();
  await untilEnd(page);
  await page.waitForTimeout(1_000);
  await page.locator(".map-board[aria-busy=false]").waitFor();
  await scene("stage", STAGE);
  await page.getByRole("treeitem").first().click();
  await scene("spider", STAGE);
  await page.getByRole("slider", { name: "Moment" }).fill("40");
  await scene("replay", STAGE);

  await page.goto(`${base}#/train`);
  const train = training(page);
  await train.kept.waitFor();
  for (const way of WAYS) await walk({ page, ...train }, way);
  await scene("collect");
  await goTo(page, "Check");
  await scene("check");
  await goTo(page, "Learn");
  await page.getByRole("combobox", { name: "Strategy" }).selectOption("hybrid-hmm-anchor");
  await scene("learn");
  await page.getByRole("region", { name: "Learn", exact: true }).getByRole("button", { name: "Train", exact: true }).click();
  await page.getByRole("img", { name: /^State diagram/ }).waitFor();
  await scene("model");

  await page.goto(`${base}#/compare`);
  await page.getByRole("button", { name: "Run comparison" }).waitFor();
  await scene("compare");
  await page.getByRole("textbox", { name: "Pages per crawl" }).fill("60");
  await press("Run comparison");
  await page.locator(".contest-state").getByText("Finished").waitFor();
  await scene("comparison");
  console.log(`${scenes} scenes in four looks each, in ${out}`);
}

/** Takes the five pictures of the extension: form, stage, "Why", model, comparison. */
async function listing() {
  const { page, base } = await openExtension(t, "", { speed: "first" });
  const the = parts(page);
  let pictures = 0;
  const picture = async (name) => {
    pictures += 1;
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(out, `${pictures}-${name}.png`) });
  };
  await the.query.fill(SPIDERS.q);
  await the.card("Spiders").check({ force: true });
  await picture("form");
  await page.goto(crawlAddress(base, SPIDERS));
  await untilEnd(page);
  await page.getByRole("tab", { name: "Map", exact: true }).click();
  await untilSettled(page);
  await picture("spiders");
  await page.getByRole("tab", { name: "Results", exact: true }).click();
  await the.why.first().click();
  await page.locator(".why-rest > summary").click();
  await page.getByRole("heading", { name: "Path from its seed" }).scrollIntoViewIfNeeded();
  await picture("why");
  await page.goto(`${base}#/train`);
  const train = training(page);
  await train.kept.waitFor();
  for (const way of WAYS) await walk({ page, ...train }, way);
  await goTo(page, "Learn");
  await page.getByRole("combobox", { name: "Strategy" }).selectOption("hybrid-hmm-anchor");
  await page.getByRole("region", { name: "Learn", exact: true }).getByRole("button", { name: "Train", exact: true }).click();
  await page.getByRole("img", { name: /^State diagram/ }).scrollIntoViewIfNeeded();
  await picture("model");
  await page.goto(`${base}#/compare`);
  await page.getByRole("textbox", { name: "Pages per crawl" }).fill("60");
  await page.getByRole("button", { name: "Run comparison", exact: true }).click();
  await page.locator(".contest-state").getByText("Finished").waitFor();
  await picture("comparison");
  console.log(`${pictures} pictures in ${out}`);
}

/** Records a crawl by spiders from the query to its replay. */
async function animation(base) {
  const { page, context } = await open(t, base, { viewport: STAGE, speed: "first", reducedMotion: "no-preference" });
  const the = parts(page);
  await the.query.waitFor();
  await page.waitForTimeout(1_000);
  const recording = await record(context, page);
  await the.query.fill("");
  await the.query.pressSequentially(SPIDERS.q, { delay: 60 });
  await the.card("Spiders").check({ force: true });
  await page.waitForTimeout(700);
  await the.start.click();
  await the.rows.first().waitFor();
  await page.waitForTimeout(7_000);
  await the.pause.click();
  const moment = page.getByRole("slider", { name: "Moment" });
  const pages = Number(await moment.getAttribute("max"));
  for (let at = pages; at > 2; at -= 3) {
    await moment.fill(String(at));
    await page.waitForTimeout(100);
  }
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.waitForTimeout(3_500);
  const file = await recording.save(join(out, "crawl.gif"));
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(2)} MB`);
}

/** Records what the window shows until `save`, which writes it as a GIF. */
async function record(context, page) {
  const frames = join(out, "frames");
  mkdirSync(frames, { recursive: true });
  const session = await context.newCDPSession(page);
  const shown = [];
  let isRecording = true;
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    // Pending frames still arrive after the end.
    if (!isRecording) return;
    const name = `${String(shown.length).padStart(5, "0")}.png`;
    writeFileSync(join(frames, name), Buffer.from(data, "base64"));
    shown.push({ name, at: metadata.timestamp });
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await session.send("Page.startScreencast", { format: "png" });
  return {
    save: async (file) => {
      isRecording = false;
      await session.send("Page.stopScreencast");
      const seconds = (place) => (place + 1 < shown.length ? shown[place + 1].at - shown[place].at : LAST_SECONDS);
      const list = shown.map(({ name }, place) => `file '${name}'\nduration ${seconds(place).toFixed(3)}`);
      writeFileSync(join(frames, "list.txt"), `${list.join("\n")}\nfile '${shown.at(-1).name}'\n`);
      const filter = `fps=${RATE},scale=${WIDTH}:-1:flags=lanczos,split[one][other];[one]palettegen=max_colors=64[palette];[other][palette]paletteuse=dither=none:diff_mode=rectangle`;
      const run = spawnSync("ffmpeg", ["-y", "-v", "error", "-f", "concat", "-i", "list.txt", "-vf", filter, file], { cwd: frames, stdio: "inherit" });
      if (run.status !== 0) throw new Error("ffmpeg is missing or failed");
      rmSync(frames, { recursive: true });
      return file;
    },
  };
}
