// The page object of the crawl page: its address, and the accessible names and roles of its parts. Tests rely on
// nothing else, so looks and structure of the page may change.

/** The end reasons of a crawl, in the app's words. */
export const ENDINGS = {
  budgetSpent: "The page limit was reached.",
  frontierEmpty: "No links are left to follow.",
  stopped: "You stopped the crawl.",
  everythingBlocked: "No page could be read.",
};

/**
 * A crawl of the demo web's slow host only, which takes 1.5 s for each of its forty pages, one after the other: it runs
 * long enough for a test to observe it, however fast the machine is.
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

/**
 * Returns the app's address of a crawl that starts automatically. An array repeats a parameter. Without a strategy it
 * is best-first: the order of the automatic strategy depends on when its language data are loaded.
 */
export function crawlAddress(base, parameters) {
  const query = new URLSearchParams();
  const strategy = parameters.site_map ? {} : { strategy: "best-first" };
  for (const [name, value] of Object.entries({ ...strategy, ...parameters, start: "1" })) {
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
    continue: page.locator("#continue"),
    speed: page.getByRole("slider", { name: "Pace" }),
    progress: page.getByRole("progressbar", { name: "Pages fetched" }),
    results,
    rows: results.getByRole("listitem"),
    why: results.getByRole("button", { name: /^Why: / }),
    ending: page.getByRole("heading", { name: new RegExp(Object.values(ENDINGS).join("|").replaceAll(".", "\\.")) }),
    reason: (title) => page.getByRole("group").filter({ hasText: title }),
  };
}

/** Opens the "Advanced" settings, unless they are open. */
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

/** Waits until the crawl shows why it ended, as long as it goes on fetching pages, and returns that sentence. */
export async function untilEnd(page) {
  const { ending } = parts(page);
  let done = 0;
  for (;;) {
    try {
      await ending.waitFor();
      return (await ending.innerText()).trim();
    } catch (error) {
      const now = await pagesDone(page).catch(() => done);
      if (now === done) throw error;
      done = now;
    }
  }
}

/** Returns the number of fetched pages from the progress bar. */
export async function pagesDone(page) {
  return Number(await parts(page).progress.getAttribute("aria-valuenow"));
}

/** Returns the drawn results in order: URL, title, relevance. Results out of sight are not drawn. */
export async function readResults(page) {
  return parts(page).results.locator(":scope > li").evaluateAll(readRows);
}

/** Runs in the page: reads rows of results. */
export function readRows(rows) {
  return rows.map((row) => ({
    // A live page is a link; other pages open in the reader.
    url: row.querySelector("h3 a[href]")?.href ?? row.querySelector("h3 [title]")?.title,
    title: row.querySelector("h3")?.textContent,
    relevance: Number(/relevance\s*([\d.]+)/.exec(row.textContent)?.[1]),
  }));
}

/** Returns the error text of a control. */
export async function problemOf(control) {
  return control.evaluate((element) => {
    const described = (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id));
    const wrong = element.getAttribute("aria-invalid") === "true";
    return wrong ? (described[0]?.textContent ?? "") : null;
  });
}
