// The keyboard alone suffices: every stop of the Tab key shows a complete focus ring, and each task of the app can be
// done without a pointer.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, openAdvanced, pagesDone, parts, SPIDERS, untilEnd } from "./crawl-page.mjs";
import { DESKTOP, expect, open, PHONE } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";
import { changes, steering } from "./steering-page.mjs";
import { models, readThat, training, WAYS } from "./train-page.mjs";

/** More presses of Tab than any screen has stops; longer lists are moved through by arrow keys. */
const MOST_STOPS = 300;

/** Both ways where people have a keyboard; on a phone's narrow page forward, since it shows the same controls. */
const WAYS_TO_GO = [["desktop", DESKTOP, ["Tab", "Shift+Tab"]], ["phone", PHONE, ["Tab"]]];

test("every stop of the Tab key shows a complete focus ring that nothing covers", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, base);
  const { page } = visit;
  const the = parts(page);
  const everywhere = async (look) => {
    for (const [device, viewport, keys] of WAYS_TO_GO) {
      await page.setViewportSize(viewport);
      await look(device, keys);
    }
  };
  const check = (name) =>
    everywhere((device, keys) =>
      t.test(`${name}, ${device}`, async () => assert.deepEqual(await faultsOfStops(page, keys), [])),
    );

  await the.query.waitFor();
  await openAdvanced(page);
  await check("form with its advanced settings");
  // Few pages: rows of one list have the same stops.
  await page.goto(crawlAddress(base, { ...SPIDERS, pages: 20 }));
  await untilEnd(page);
  const tabs = page.getByRole("tablist", { name: "Views of the crawl" }).getByRole("tab");
  await everywhere(async (device, keys) => {
    for (const [at, tab] of (await tabs.all()).entries()) {
      await tab.click();
      const name = `crawl, ${(await tab.innerText()).split("\n")[0]}, ${device}`;
      // What surrounds the views is the same beside each of them.
      const faults = () => (at === 0 ? faultsOfStops(page, keys) : faultsOfStops(page, keys, "#view"));
      await t.test(name, async () => assert.deepEqual(await faults(), []));
    }
  });
  for (const screen of ["train", "models", "compare", "library", "about"]) {
    await page.goto(`${base}#/${screen}`);
    await page.locator("main h1, main h2").first().waitFor();
    await check(screen);
  }
  visit.assertCalm();
});

test("a spider crawl is started, paused, stepped, read, watched, steered and replayed by keyboard only", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, base, { speed: "first" });
  const { page } = visit;
  const the = parts(page);
  const { press, reach } = hands(page);

  await expect(the.query).toBeFocused();
  await page.keyboard.type("asthma inhaler");
  await reach(page.getByRole("radio", { name: /^Automatic/ }));
  await press("ArrowRight");
  await expect(page.getByRole("radio", { name: /^Spiders/ })).toBeChecked();
  await reach(the.start, "Enter");
  await the.rows.nth(2).waitFor();
  await press("Space");
  await expect(the.resume).toBeVisible();
  const paused = await pagesDone(page);
  await press(".");
  await expect.poll(() => pagesDone(page)).toBeGreaterThan(paused);

  await reach(the.results, "ArrowDown", (list) => list.contains(document.activeElement));
  await page.waitForFunction(() => document.activeElement.matches("ol[aria-label=Results] button[aria-expanded]"));
  await press("Enter");
  await the.results.getByRole("heading", { name: "Text excerpts" }).waitFor();
  await press("Enter");
  await the.results.getByRole("heading", { name: "Text excerpts" }).waitFor({ state: "detached" });

  await reach(page.getByRole("tab", { name: "Results", exact: true }));
  await press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Spiders", exact: true })).toBeFocused();
  const spiders = page.getByRole("treeitem");
  await reach(spiders.first(), "Enter");
  await page.getByRole("heading", { name: "Words", exact: true }).waitFor();

  const steer = steering(page);
  await reach(steer.opener, "Enter");
  await reach(steer.button("Exclude: inhaler"), "Enter");
  assert.deepEqual(await changes(page, 1), ["“inhaler” excluded"]);
  await reach(page.locator(".toast").getByRole("button", { name: "Undo" }), "Enter");
  await expect(steer.list).toHaveCount(2);
  await press("Escape");
  await expect(steer.panel).toBeHidden();

  const moment = page.getByRole("slider", { name: "Moment" });
  await reach(moment, "Home");
  await expect(page.getByText(/· replay, [01] pages?/)).toBeVisible();
  await reach(page.getByRole("button", { name: "Latest", exact: true }), "Enter");
  await reach(the.stop, "Enter");
  await the.ending.waitFor();
  visit.assertCalm();
});

test("a trail is read and marked, and a model trained and crawled with, by keyboard only", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/train`);
  const { page } = visit;
  const { press, reach, type } = hands(page);
  const train = training(page);
  await train.kept.waitFor();
  const [[[first, ...rest], relevant], ...others] = WAYS;
  await type(train.address, first);
  await press("Enter");
  await readThat(page, first);
  for (const [place, url] of rest.entries()) {
    await reach(page.locator(`.reading-text a[href="${url}"]`).first(), "Enter");
    await readThat(page, url);
    if (place + 1 < relevant) continue;
    await reach(train.mark, "Enter");
    await page.getByText("This page is marked as relevant.").waitFor();
  }
  await reach(page.locator("summary", { hasText: "Paste URLs" }), "Enter");
  await reach(page.getByRole("textbox", { name: "URLs of the trails" }));
  await page.keyboard.insertText(others.map(listed).join("\n"));
  await reach(page.locator(".paste-list").getByRole("button", { name: "Add", exact: true }), "Enter");
  await train.news.getByText(/^Imported 2 trails .* from the list\.$/).waitFor();
  await reach(
    page.getByRole("navigation", { name: "Steps of training" }).getByRole("link", { name: /^Learn/ }),
    "Enter",
  );
  const the = models(page);
  await type(the.name, "Asthma");
  await type(page.getByRole("textbox", { name: "Query" }), "asthma inhaler");
  await reach(the.learn, "Enter");
  await page.getByRole("heading", { name: "Asthma", exact: true }).waitFor();
  await reach(the.crawl, "Enter");
  const { start } = parts(page);
  await start.waitFor();
  await reach(start, "Enter");
  await page.getByText("model “Asthma”").waitFor();
  await parts(page).rows.first().waitFor();
  visit.assertCalm();
});

/** Returns a path as the list of URLs that Train imports. */
function listed([urls, relevant], at) {
  return `# Path ${at}\n${urls.map((url, place) => `${place < relevant ? "☆" : "★"} ${url}`).join("\n")}\n`;
}

/**
 * Returns the means of a person with a keyboard only: `press` a key, `reach` a control by Tab to press a key there
 * (`isThere` tells in the page whether Tab has reached it), `type` a text into a field.
 */
function hands(page) {
  const press = (key) => page.keyboard.press(key);
  const reach = async (control, key, isThere = (one) => one === document.activeElement) => {
    await control.waitFor();
    for (let presses = 0; presses < MOST_STOPS; presses += 1) {
      if (await control.evaluate(isThere)) return key && press(key);
      await press("Tab");
    }
    assert.fail(`Tab does not come to ${control}`);
  };
  const type = async (field, text) => {
    await reach(field);
    await press("Control+A");
    await page.keyboard.type(text);
  };
  return { press, reach, type };
}

/** Waits until the height of the page stays the same: lists that come late move what has the focus. */
async function untilStill(page) {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(async () => {
    const before = await height();
    await page.waitForTimeout(600);
    return (await height()) - before;
  }).toBe(0);
}

/**
 * Presses each key until the focus has left the page; with a part of the page, only from where the focus is until it
 * has come into the part and left it again. Returns what is wrong with the stops, in a line each.
 */
async function faultsOfStops(page, keys, part) {
  await untilStill(page);
  if (!part) await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
  const isInside = () =>
    page.evaluate((part) => part && document.querySelector(part).contains(document.activeElement), part);
  const faults = new Set();
  for (const key of keys) {
    let stops = 0;
    let wasInside = false;
    for (; stops < MOST_STOPS; stops += 1) {
      await page.keyboard.press(key);
      let fault = await page.evaluate(faultOfFocus);
      if (fault === null) break;
      // The browser and the app may scroll to the element with a later frame.
      for (let tries = 0; fault && tries < 20; tries += 1) {
        await page.waitForTimeout(50);
        fault = await page.evaluate(faultOfFocus);
      }
      if (fault) faults.add(`${key}: ${fault}`);
      if (await isInside()) wasInside = true;
      else if (wasInside) break;
    }
    const isSeen = part ? wasInside : stops > 5;
    assert.ok(isSeen && stops < MOST_STOPS, `${stops} stops`);
  }
  return [...faults];
}

/** Runs in the page: returns what is wrong with the focus ring, or an empty text; null if nothing has the focus. */
function faultOfFocus() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const text = (focused.ariaLabel ?? focused.innerText ?? "").trim().slice(0, 40);
  const name = `${focused.tagName.toLowerCase()}${focused.id && `#${focused.id}`} “${text}”`;
  // The ring of an invisible input is that of its label or of the box around it.
  const around = [
    focused,
    focused.nextElementSibling,
    focused.closest("label"),
    focused.parentElement,
    focused.parentElement?.parentElement,
  ].filter(Boolean);
  const ring = around.find((one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  });
  if (!ring) {
    const look = () =>
      around
        .map((one) => {
          const { borderColor, boxShadow, backgroundColor } = getComputedStyle(one);
          return `${borderColor} ${boxShadow} ${backgroundColor}`;
        })
        .join();
    const before = look();
    focused.blur();
    const after = look();
    focused.focus({ focusVisible: true, preventScroll: true });
    return before === after ? `${name} shows no focus` : "";
  }
  const style = getComputedStyle(ring);
  const edge = Math.max(0, parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset));
  const boxes = [...ring.getClientRects()].map((box) => ({
    left: box.left - edge,
    right: box.right + edge,
    top: box.top - edge,
    bottom: box.bottom + edge,
  }));
  const isOutside = (clip) =>
    boxes.some(
      (box) =>
        box.left < clip.left - 1 ||
        box.right > clip.right + 1 ||
        box.top < clip.top - 1 ||
        box.bottom > clip.bottom + 1,
    );
  let isFixed = style.position === "fixed";
  for (let up = ring.parentElement; up && up !== document.body && !isFixed; up = up.parentElement) {
    const above = getComputedStyle(up);
    if (above.overflowX !== "visible" || above.overflowY !== "visible") {
      const margin = above.overflowX === "clip" ? parseFloat(above.overflowClipMargin) || 0 : 0;
      const box = up.getBoundingClientRect();
      const left = box.left + up.clientLeft - margin;
      const top = box.top + up.clientTop - margin;
      const clip = { left, top, right: left + up.clientWidth + 2 * margin, bottom: top + up.clientHeight + 2 * margin };
      if (isOutside(clip)) return `${name}: its ring is cut by ${up.tagName.toLowerCase()}.${up.className}`;
    }
    isFixed = above.position === "fixed";
  }
  const { left, right, top, bottom } = boxes[0];
  // What is higher than the window cannot be in it as a whole.
  const isHigh = bottom - top > innerHeight / 2;
  if (isOutside({ left: 0, right: innerWidth, top: isHigh ? -Infinity : 0, bottom: isHigh ? Infinity : innerHeight })) {
    return `${name}: its ring leaves the window: ${[left, right, top, bottom].map(Math.round).join(", ")}`;
  }
  if (isHigh) return "";
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isOwn = over && around.some((one) => one.contains(over) || over.contains(one));
  return isOwn ? "" : `${name} is covered by ${over?.tagName.toLowerCase()}.${over?.className}`;
}
