// What tests know of the app's crawl page: its address, and the accessible names and roles of its parts. No test
// looks for anything else, so the page may change its looks and its structure freely.

/** The ways in which a crawl ends, in the app's words. */
export const ENDINGS = {
  budgetSpent: "The page limit was reached.",
  frontierEmpty: "No links are left to follow.",
  stopped: "You stopped the crawl.",
  everythingBlocked: "No page could be read.",
};

/**
 * Of the demo web only the host that takes a second and a half for each of its forty pages, one after the other: a crawl of it runs for
 * as long as a test needs to catch it running, however fast the machine is.
 */
export const SLOW = { source: "demo", seed: "http://slow.test/", stay: "1", pages: 5000 };

/** A crawl of the demo web from two seeds, by spiders. */
export const SPIDERS = {
  q: "asthma inhaler treatment",
  source: "demo",
  seed: ["http://portal.test/", "http://web-guide.test/"],
  strategy: "info-spiders",
  pages: 80,
};

/** The app's address of a crawl that starts by itself. A list gives a parameter more than once. */
export function crawlAddress(base, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...parameters, start: "1" })) {
    for (const one of [value].flat()) query.append(name, one);
  }
  return `${base}#/crawl?${query}`;
}

/** The parts of the page. */
export function parts(page) {
  const results = page.getByRole("list", { name: "Results", exact: true });
  const button = (name) => page.getByRole("button", { name, exact: true });
  return {
    query: page.getByRole("searchbox", { name: "Query" }),
    pages: page.getByRole("textbox", { name: "Page limit" }),
    seeds: page.getByRole("textbox", { name: "Seeds" }),
    card: (name) => page.getByRole("radio", { name }),
    strategy: page.locator("#strategy-help h3"),
    source: (name) => page.getByRole("radio", { name }),
    start: button("Start crawl"),
    mapSite: button("Map site"),
    pause: button("Pause"),
    resume: button("Resume"),
    stop: button("Stop"),
    step: button("Step"),
    speed: page.getByRole("slider", { name: "Speed" }),
    progress: page.getByRole("progressbar", { name: "Pages fetched" }),
    results,
    rows: results.getByRole("listitem"),
    why: results.getByRole("button", { name: /^Why: / }),
    ending: page.getByRole("heading", { name: new RegExp(Object.values(ENDINGS).join("|").replaceAll(".", "\\.")) }),
    reason: (title) => page.getByRole("group").filter({ hasText: title }),
  };
}

/** Opens the settings under “Advanced”, unless they are open. */
export async function openAdvanced(page) {
  const advanced = page.locator("details.advanced");
  await advanced.waitFor();
  if (!(await advanced.evaluate((fold) => fold.open))) await advanced.locator(":scope > summary").click();
}

/** Chooses a strategy from the list of all, by its id. */
export async function chooseStrategy(page, id) {
  await parts(page).card(/^Choose…/).check();
  await page.locator(`input[name=listed-strategy][value="${id}"]`).check();
}

/** Waits until the crawl says why it ended and gives that sentence. */
export async function untilEnd(page) {
  const { ending } = parts(page);
  await ending.waitFor();
  return (await ending.innerText()).trim();
}

/** Pages done so far, as the progress bar says. */
export async function pagesDone(page) {
  return Number(await parts(page).progress.getAttribute("aria-valuenow"));
}

/** The drawn results in the order in which they stand: address, title, relevance. Those out of sight are not drawn. */
export async function readResults(page) {
  return parts(page).results.locator(":scope > li").evaluateAll(readRows);
}

/** In the page: reads rows of results. */
export function readRows(rows) {
  return rows.map((row) => ({
    // A live page is a link, another one opens in the reader.
    url: row.querySelector("h3 a[href]")?.href ?? row.querySelector("h3 [title]")?.title,
    title: row.querySelector("h3")?.textContent,
    relevance: Number(/relevance\s*([\d.]+)/.exec(row.textContent)?.[1]),
  }));
}

/** What a control says is wrong with it. */
export async function problemOf(control) {
  return control.evaluate((element) => {
    const described = (element.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
    const wrong = element.getAttribute("aria-invalid") === "true";
    return wrong ? (described[0]?.textContent ?? "") : null;
  });
}
