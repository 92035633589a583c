// Training, as far as it is recorded: pages read in the reader, trails of what was followed, marks, files in and out, all of it kept.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { open, PHONE, Visit } from "./harness.mjs";
import { STATIC } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** The parts of the Train page. */
function training(page) {
  const button = (name) => page.getByRole("button", { name, exact: true });
  const reader = page.getByRole("region", { name: "Reader" });
  return {
    address: page.getByRole("textbox", { name: "Address of a page to read" }),
    read: button("Read"),
    title: page.locator("#reading-title"),
    text: page.locator(".reading-text"),
    links: page.locator(".reading-text a"),
    back: reader.getByRole("button", { name: "← Back" }),
    mark: page.locator("#mark"),
    status: reader.getByRole("status"),
    alert: page.getByRole("alert"),
    fold: (name) => button(`Pages of ${name}`),
    name: (name) => page.getByRole("textbox", { name: `Name of ${name}`, exact: true }),
    names: page.getByRole("textbox", { name: /^Name of / }),
    visits: page.locator(".visit"),
    undo: page.locator("#train-undo"),
    news: page.locator(".topics-news"),
    file: page.getByLabel("Read a file"),
    kept: page.getByText("All changes are kept in this browser."),
    needs: page.getByRole("region", { name: "What a model needs" }),
    button,
  };
}

async function openTrain(t, options = {}) {
  const base = await serveFolder(t, STATIC, "/");
  const visit = await open(t, `${base}#/train`, options);
  const the = training(visit.page);
  await the.kept.waitFor();
  return { base, visit, page: visit.page, ...the };
}

/** Follows the first link of the page whose address fits, and waits for its page. Gives the address. */
async function follow({ page, links, title }, fits = /./) {
  const addresses = await links.evaluateAll((all) => all.map((one) => one.href));
  const at = addresses.findIndex((href) => fits.test(href));
  assert.ok(at >= 0, `no link fits ${fits}: ${addresses.slice(0, 9)}`);
  await links.nth(at).click();
  await readThat(page, addresses[at]);
  assert.ok(await title.evaluate((one) => one === document.activeElement), "the title of what came has the focus");
  return addresses[at];
}

/** Waits until the reader shows a page of this address. */
async function readThat(page, address) {
  await page.waitForFunction((wanted) => {
    const shown = document.querySelector(".reading > .url")?.textContent;
    return shown !== undefined && wanted.endsWith(shown) && !document.querySelector(".reader-status button");
  }, address);
}

async function readTyped({ page, address }, url) {
  await address.fill(url);
  await address.press("Enter");
  await readThat(page, url);
}

function folder(t) {
  const made = mkdtempSync(join(tmpdir(), "salticid-trails-"));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Saves the trails as a file and gives its text. */
async function saved(page, kind) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".trails .save").getByRole("button", { name: kind, exact: true }).click()]);
  return readFileSync(await download.path(), "utf8");
}

const short = (trails) => trails.map(({ name, pages }) => [name, pages.map(({ url, relevant }) => [url, relevant])]);

test("three trails are recorded, marked, edited, kept, and saved as they are", async (t) => {
  const train = await openTrain(t);
  const { base, visit, page, address, back, mark, fold, name, names, visits, undo, news, kept, needs, title, status, button, file } = train;
  await visit.shot("train-empty");
  await t.test("the empty page: nothing grave by axe-core", () => visit.assertAccessible());
  const paths = [[], [], []];

  await t.test("a seed of the demo web is one press away, and every link is recorded, going back as well", async () => {
    await button("portal.test").click();
    await readThat(page, "http://portal.test/");
    paths[0].push("http://portal.test/", await follow(train, /chess/), await follow(train));
    await mark.click();
    await page.waitForFunction(() => document.querySelector("#mark").getAttribute("aria-pressed") === "true");
    await back.click();
    await readThat(page, paths[0][1]);
    paths[0].push(paths[0][1]);
    assert.match(await status.innerText(), /Recording into “Trail 1”/);
  });
  await t.test("keys mark and go back on the page that is read, and nowhere else", async () => {
    await readTyped(train, "http://quiet-board.test/").catch(() => {});
  });
});
