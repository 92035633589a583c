// Look-ahead of the reader and pages with uncertain labels: suggestions with reasons, requests, and recorded trails.

import assert from "node:assert/strict";
import test from "node:test";
import { expect, open } from "./harness.mjs";
import { APP, startProxy, startRecordedWeb } from "./processes.mjs";
import { page as recordedPage, writeWeb } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";
import { readThat, readTyped, saved, training } from "./train-page.mjs";

/** Twice the reading time after which pages are fetched ahead: no request follows after that. */
const LONG_ENOUGH_MS = 3_000;

const BODY =
  "jumping spiders hunt by sight; their eyes are large, their legs are short, and their silk is a safety line";
const GARDEN = {
  "http://garden.test/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /shed\n" },
  "http://garden.test/": recordedPage(
    "The garden",
    "Notes from a garden: beds, paths, a shed, what grows and what creeps there.",
    [
      ["/weather", "The weather"],
      ["/creeping", "What creeps"],
      ["/salticus", "The zebra spider"],
      ["/shed", "The shed"],
    ],
  ),
  "http://garden.test/weather": recordedPage("The weather", "Rain and sun over the garden, week by week."),
  "http://garden.test/creeping": recordedPage("What creeps", "A list of what creeps in the garden.", [
    ["/marpissa", "A long one"],
    ["/snail", "The snail"],
    ["/deep", "A longer list"],
  ]),
  "http://garden.test/salticus": recordedPage("The zebra spider", `Of all ${BODY}.`, [["/", "The garden"]]),
  "http://garden.test/marpissa": recordedPage("The reed spider", `In the reeds ${BODY}.`, [["/further", "Further on"]]),
  "http://garden.test/snail": recordedPage("The snail", "It carries its house, and eats the lettuce of the beds."),
  "http://garden.test/deep": recordedPage("A longer list", "More of what creeps.", [["/three", "A third one"]]),
  "http://garden.test/three": recordedPage("The third spider", `Three links on ${BODY}.`),
  "http://garden.test/further": recordedPage("Further on", "Where the garden ends."),
  "http://garden.test/gate": recordedPage("The gate", "There is a shed behind it.", [["/shed", "The shed"]]),
  "http://garden.test/shed": recordedPage("The shed", `In the shed ${BODY}.`),
};

/** The parts of the page. */
function parts(page) {
  const ahead = page.getByRole("region", { name: "Look-ahead" });
  return {
    ...training(page),
    page,
    ahead,
    doubts: page.getByRole("region", { name: "Pages to rate" }),
    on: page.getByRole("checkbox", { name: "Suggest pages while I read" }),
    suggestions: ahead.getByRole("list", { name: "Pages ahead" }).getByRole("listitem"),
  };
}

async function follow({ page, links }, anchor, address) {
  await links.filter({ hasText: anchor }).first().click();
  await readThat(page, address);
}

async function markAsRelevant({ page, mark }) {
  await mark.click();
  await page.getByText("This page is marked as relevant.").waitFor();
}

const trails = async (t, page) => JSON.parse(await saved(t, page, "JSON")).trails;

/** Returns the URLs that the proxy is asked for from now on, in order. */
function asked(visit) {
  const addresses = [];
  visit.context.on("request", (request) => {
    if (!/\/fetch(-many)?(\?|$)/.test(request.url())) return;
    const text = `${decodeURIComponent(request.url())} ${request.postData() ?? ""}`;
    addresses.push(...(text.match(/http:\/\/garden\.test[^"\s,\]]*/g) ?? []));
  });
  return addresses;
}

test("suggestions have reasons and open as steps of the trail; when disabled, nothing is fetched", async (t) => {
  const web = await startRecordedWeb(t, writeWeb(t, GARDEN));
  const { origin } = await startProxy(t, ["--resolve", `garden.test:80:${web}`]);
  const visit = await open(t, `${origin}/#/train`);
  const the = parts(visit.page);
  const { page, on, suggestions, ahead } = the;
  await the.kept.waitFor();
  await page.locator("summary", { hasText: /^Source: / }).click();
  await expect(page.getByRole("radio", { name: /through a proxy/ }), "the page is from a proxy").toBeChecked();
  await page.getByText("Connected.").waitFor();
  const requests = asked(visit);

  await expect(on, "it is off until a person turns it on").not.toBeChecked();
  await readTyped(the, "http://garden.test/");
  await follow(the, "The zebra spider", "http://garden.test/salticus");
  await markAsRelevant(the);
  await page.waitForTimeout(LONG_ENOUGH_MS);
  assert.deepEqual(
    requests,
    ["http://garden.test/", "http://garden.test/salticus"],
    "off: nothing but what was opened",
  );

  await on.check();
  await page.getByRole("button", { name: "← Back" }).click();
  await readThat(page, "http://garden.test/");
  await ahead.getByText("Best unread pages:").waitFor();
  await expect(
    suggestions,
    "the one that is read already, those that do not fit, and that behind robots.txt are not suggested",
  ).toHaveCount(2);
  for (const [at, title] of [/^The reed spider\n/, /^What creeps\n/].entries())
    assert.match(await suggestions.nth(at).innerText(), title, "what was marked goes before what was read");
  const text = await suggestions.first().innerText();
  assert.match(text, /^The reed spider\n/);
  assert.match(text, /Matching words: .*(spiders|silk|legs|eyes|sight|jumping)/);
  assert.match(text, /Two links away: by “What creeps” to “What creeps”, then by “A long one”\./);
  const count = (path) => requests.filter((url) => url === `http://garden.test${path}`).length;
  for (const path of ["/robots.txt", "/", "/salticus", "/weather", "/creeping", "/marpissa", "/snail", "/deep"])
    assert.equal(count(path), 1, `${path} was asked for once: ${requests}`);
  for (const path of ["/shed", "/three", "/further"])
    assert.equal(count(path), 0, `${path} is closed, or too far: ${requests}`);
  await visit.shot("lookahead");
  await visit.assertAccessible();

  await suggestions.first().getByRole("button").click();
  await readThat(page, "http://garden.test/marpissa");
  await page.getByText("Saved copy of").waitFor();
  assert.equal(count("/marpissa"), 1, "it was there already");
  await page.getByRole("button", { name: "← Back" }).waitFor();
  const [{ pages }, ...more] = await trails(t, page);
  assert.equal(more.length, 0);
  // The page in between was not opened, and is not recorded as visited.
  assert.deepEqual(
    pages.map(({ url, relevant }) => [new URL(url).pathname, relevant]),
    [
      ["/", false],
      ["/salticus", true],
      ["/", false],
      ["/marpissa", false],
    ],
  );
  // The garden's robots.txt and its pages are known by now: only the page behind this one is new.
  await ahead.getByText("1 page checked. Best unread pages:").waitFor();
  assert.deepEqual([count("/robots.txt"), count("/further")], [1, 1], `${requests}`);

  await readTyped(the, "http://garden.test/gate");
  await ahead.getByText("robots.txt blocks the linked pages").waitFor();
  assert.equal(count("/shed"), 0);

  await on.uncheck();
  await expect(suggestions).toHaveCount(0);
  await on.check();
  await page.reload();
  await the.kept.waitFor();
  await page.locator("#look-ahead:checked").waitFor();
  visit.assertCalm();
  visit.assertStayedWithin(origin);
});

/** Reads pages of the demo web as a person does, three of them relevant. */
async function label(the) {
  const { page, links } = the;
  for (const other of ["portal.test", "web-guide.test", "corner-shop.test", "arts-review.test", "easy-breathing.test"])
    await readTyped(the, `http://${other}/`);
  await readTyped(the, "http://dengue-watch.test/");
  await markAsRelevant(the);
  for (let more = 0; more < 2; more += 1) {
    const known = await page.locator(".visit .url").allInnerTexts();
    const all = await links.evaluateAll((each) => each.map((link) => link.href));
    const at = all.findIndex(
      (href) =>
        href.startsWith("http://dengue-watch.test/") && new URL(href).pathname.length > 12 && !known.includes(href),
    );
    await links.nth(at).click();
    await readThat(page, all[at]);
    await markAsRelevant(the);
  }
}

test("uncertain pages are listed, labeled with one press, and reset", async (t) => {
  const base = await serveFolder(t, APP, "/");
  const visit = await open(t, `${base}#/train`);
  const the = parts(visit.page);
  const { page, on, ahead, doubts, news } = the;
  await the.kept.waitFor();
  await on.check();
  await ahead.getByText("Starts when you read a page.").waitFor();
  await readTyped(the, "http://portal.test/");
  await ahead.getByText(/^\d+ pages? checked/).waitFor();
  // The suggestions above needed no label.
  await expect(doubts, "without labels there is nothing to be in doubt").toHaveCount(0);
  await label(the);
  await ahead.getByText("Best unread pages").waitFor();
  await doubts.getByRole("button", { name: "Find pages" }).click();
  await doubts.getByRole("button", { name: "Find again" }).waitFor();
  const rows = doubts.getByRole("listitem");
  await rows.first().waitFor();
  await rows.first().scrollIntoViewIfNeeded();
  await visit.assertGoodLooks("lookahead-doubts");
  const title = await rows.first().locator(".doubt-title").innerText();
  const there = await rows.count();
  await rows.first().getByRole("button", { name: `Not relevant: ${title}`, exact: true }).click();
  await news.getByText(`Marked “${title}” as not relevant.`).waitFor();
  await expect(
    rows.filter({ has: page.getByRole("button", { name: title, exact: true }) }),
    "who was judged is no longer in doubt",
  ).toHaveCount(0);
  await page.locator("#train-undo").click();
  await rows.filter({ has: page.getByRole("button", { name: title, exact: true }) }).waitFor();
  await expect(rows, "taken back").toHaveCount(there);
  await rows.first().getByRole("button", { name: `Relevant: ${title}`, exact: true }).click();
  await news.getByText(`Marked “${title}” as relevant.`).waitFor();
  await the.kept.waitFor();
  const marked = (await trails(t, page)).flatMap((trail) => trail.pages).filter((one) => one.title === title);
  assert.ok(marked.length > 0 && marked.every((one) => one.relevant), "the label stands in the trails");
  await page.locator("#look-ahead").scrollIntoViewIfNeeded();
  await visit.shot("lookahead-end");
  visit.assertCalm();
  visit.assertStayedWithin(new URL(base).origin);
});
