// Form validation: a sentence at the control that must change.

import test from "node:test";
import { chooseStrategy, openAdvanced, parts, problemOf, untilEnd } from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP } from "./processes.mjs";
import { serveFolder } from "./static-host.mjs";

/** Opens the form of a static copy, filled in and ready to start. */
async function openForm(t) {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, base);
  await visit.page.getByRole("button", { name: "Asthma", exact: true }).waitFor();
  return visit;
}

/** Name, input, the control with the error, the error text. */
const BAD = [
  ["no query", ({ query }) => query.fill(""), "query", /enter a query/i],
  ["a query of stop words", ({ query }) => query.fill("the of and"), "query", /add a word specific to your topic/i],
  ["a seed that is no address", ({ seeds }) => seeds.fill("http://[1.test"), "seeds", /seed 1/i],
  ["a seed that is not http", ({ seeds }) => seeds.fill("ftp://files.test/"), "seeds", /seed 1.*http/i],
  ["a number that is none", ({ pages }) => pages.fill("many"), "pages", /number/i],
  ["no page to fetch", ({ pages }) => pages.fill("0"), "pages", /number from 1/i],
];

test("the form shows what to do and focuses the control", async (t) => {
  const visit = await openForm(t);
  const { page } = visit;
  const form = parts(page);
  await openAdvanced(page);
  await visit.assertAccessible();
  await visit.shot("form-advanced");
  for (const [name, type, control, sentence] of BAD) {
    await t.test(name, async () => {
      const before = await form[control].inputValue();
      await type(form);
      await form.start.click();
      await page.locator("[aria-invalid=true]").waitFor();
      await expect.poll(() => problemOf(form[control])).toMatch(sentence);
      await expect(form[control], "the focus is elsewhere").toBeFocused();
      await visit.shot(`form-${control}-${BAD.findIndex(([other]) => other === name)}`);
      await form[control].fill(before);
      await expect(page.locator("[aria-invalid=true]"), "it is corrected").toHaveCount(0);
    });
  }
  visit.assertCalm();
  await t.test("a source that needs a proxy shows how to start one", async () => {
    await form.source(/proxy/).check();
    await form.start.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await expect.poll(() => problemOf(form.source(/proxy/))).toMatch(/cargo xtask start/);
    await visit.shot("form-no-proxy");
  });
});

test("a query that fits no demo topic says so, and the way out is remembered", async (t) => {
  const visit = await openForm(t);
  const { page } = visit;
  const { query, source } = parts(page);
  const hint = page.locator(".unknown-query");
  await expect(hint).toBeHidden();
  await query.fill("gothic cathedrals");
  await expect(hint).toBeVisible();
  await visit.shot("form-unknown-query");
  await visit.assertAccessible();
  await hint.getByRole("button").click();
  await expect(hint).toBeHidden();
  await expect(source(/proxy/)).toBeChecked();
  await page.reload();
  await expect(source(/proxy/)).toBeChecked();
  await t.test("all pages begin at the same distance from the edge of the window", async () => {
    const { x } = await page.locator(".brand").boundingBox();
    for (const place of ["crawl", "train", "compare", "library", "about"]) {
      await page.goto(`${new URL(page.url()).origin}/#/${place}`);
      const begin = async () => (await page.locator("main > *").first().boundingBox())?.x;
      await expect.poll(begin, place).toBeCloseTo(x, 0);
    }
  });
});

test("only a few parameters are shown; a hidden one with an error appears and stays visible", async (t) => {
  const visit = await openForm(t);
  const { page } = visit;
  const { card, start, pages } = parts(page);
  await chooseStrategy(page, "shark-search");
  await visit.assertAccessible();
  await visit.shot("form-strategies");
  await card(/^Spiders/).check();
  await openAdvanced(page);
  const noise = page.locator("#param-noise");
  const fold = page.getByText(/^\d+ more parameters$/);
  await fold.waitFor();
  await expect(noise).toBeHidden();
  await fold.click();
  await noise.fill("99");
  await fold.click();
  await expect(noise).toBeHidden();
  await start.click();
  await page.waitForFunction(() => document.activeElement?.id === "param-noise");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("0.5");
  await expect(noise).not.toHaveAttribute("aria-invalid");
  await expect(noise, "the field is gone while it is typed into").toBeVisible();
  await pages.fill("5");
  await start.click();
  await untilEnd(page);
  visit.assertCalm();
});
