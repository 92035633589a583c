// The page object of the Train page: its parts, and how to read and follow pages in its reader.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { download, expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

const GUIDE = "http://asthma-guide.test";
export const BREATHING = "http://easy-breathing.test";
const UNIVERSITY = "http://northfield-university.test";
/** Paths to pages about asthma in the demo web; the pages from the given index on are marked relevant. */
export const WAYS = [
  [
    [
      "http://web-guide.test/",
      "http://web-guide.test/p?id=102",
      "http://web-guide.test/p?id=103",
      `${GUIDE}/`,
      `${GUIDE}/inhaler-technique/`,
    ],
    3,
  ],
  [
    [
      "http://evening-post.test/",
      "http://evening-post.test/p?id=322",
      `${BREATHING}/node/4051`,
      `${BREATHING}/node/4006`,
      `${BREATHING}/node/4108`,
    ],
    2,
  ],
  [
    [
      `${UNIVERSITY}/`,
      `${UNIVERSITY}/department-of-medicine/`,
      `${UNIVERSITY}/people/martin-vogel/`,
      `${UNIVERSITY}/people/martin-vogel/paper-33.html`,
    ],
    3,
  ],
];

/** The parts of the Train page. */
export function training(page) {
  const button = (name) => page.getByRole("button", { name, exact: true });
  const reader = page.getByRole("region", { name: "Reader" });
  return {
    address: page.getByRole("textbox", { name: "Page URL" }),
    read: button("Open"),
    title: page.locator("#reading-title"),
    text: page.locator(".reading-text"),
    links: page.locator(".reading-text a"),
    back: reader.getByRole("button", { name: "← Back" }),
    mark: page.locator("#mark"),
    status: reader.getByRole("status"),
    alert: reader.getByRole("alert"),
    fold: (name) => button(`Pages of ${name}`),
    name: (name) => page.getByRole("textbox", { name: `Name of ${name}`, exact: true }),
    names: page.getByRole("textbox", { name: /^Name of / }),
    visits: page.locator(".visit"),
    undo: page.locator("#train-undo"),
    news: page.locator(".topics-news"),
    file: page.getByLabel("Import file"),
    kept: page.getByText("All changes saved in this browser."),
    needs: page.getByRole("region", { name: "Training requirements" }),
    button,
    /** URLs of followed links. */
    seen: new Set(),
  };
}

/** The parts of the training step. */
export function models(page) {
  const button = (name) => page.getByRole("button", { name, exact: true });
  const panel = page.getByRole("region", { name: "Learn", exact: true });
  return {
    panel,
    strategy: page.getByRole("combobox", { name: "Strategy" }),
    name: page.getByRole("textbox", { name: "Model name" }),
    learn: panel.getByRole("button", { name: "Train", exact: true }),
    nothing: page.getByRole("alert").filter({ hasText: "Training failed." }),
    table: (name) => page.getByRole("table", { name: new RegExp(`^${name.replace(/[()]/g, "\\$&")}`) }),
    crawl: page.getByRole("link", { name: "Crawl with this model" }),
    field: page.getByRole("combobox", { name: "Model", exact: true }),
    file: page.getByLabel("Choose file"),
    rows: page.locator(".crawls > li"),
    button,
  };
}

/** Goes to a step of training: Collect, Check, Learn or Crawl. */
export async function goTo(page, step) {
  const steps = page.getByRole("navigation", { name: "Steps of training" });
  await steps.getByRole("link", { name: new RegExp(`^${step}`) }).click();
}

export async function openTrain(t, options = {}) {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/train`, options);
  const the = training(visit.page);
  await the.kept.waitFor();
  return { base, visit, page: visit.page, ...the };
}

/** Returns the index of the first or last link to an unvisited page; home pages occur repeatedly. */
export async function unseen({ links, seen }, last = false) {
  const addresses = await links.evaluateAll((all) => all.map((one) => one.href));
  const places = addresses
    .map((href, at) => [href, at])
    .filter(([href]) => !seen.has(href) && new URL(href).pathname !== "/");
  const found = places.at(last ? -1 : 0);
  assert.ok(found, `every link was followed: ${addresses}`);
  seen.add(found[0]);
  return found;
}

/** Follows a link to an unvisited page, and waits for the page. Returns its URL. */
export async function follow(train) {
  const { page, links, title } = train;
  const [address, at] = await unseen(train);
  await links.nth(at).click();
  await readThat(page, address);
  await expect(title, "the title of what came has the focus").toBeFocused();
  return address;
}

/** Waits until the reader shows a page with this URL. */
export async function readThat(page, address) {
  await page.waitForFunction((wanted) => {
    const shown = document.querySelector(".article > .url")?.textContent;
    return shown !== undefined && wanted.endsWith(shown) && !document.querySelector(".reader-status button");
  }, address);
}

export async function readTyped({ page, address }, typed, read = typed) {
  await address.fill(typed);
  await address.press("Enter");
  await readThat(page, read);
}

/** Walks a path in the reader, and marks the relevant pages. */
export async function walk(train, [[first, ...rest], relevant]) {
  const { page, links, mark } = train;
  await readTyped(train, first);
  for (const [place, url] of rest.entries()) {
    const at = (await links.evaluateAll((all) => all.map((one) => one.href))).indexOf(url);
    assert.ok(at >= 0, `${url} is linked from the page before it`);
    await links.nth(at).click();
    await readThat(page, url);
    if (place + 1 < relevant) continue;
    await mark.click();
    await page.getByText("This page is marked as relevant.").waitFor();
  }
}

/** Saves the trails as a file and returns its text. */
export async function saved(t, page, kind) {
  return readFileSync(
    await download(t, page, () =>
      page.locator(".trails .save").getByRole("button", { name: kind, exact: true }).click(),
    ),
    "utf8",
  );
}
