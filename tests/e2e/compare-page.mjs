// The page object of the Compare page: its parts, how to fill it in, and what it draws.

/** The canvas of the curves, for `hues`. */
export const CURVES = ".contest-curves canvas";

/** The parts of the page. */
export function comparison(page) {
  return {
    strategies: page.getByRole("group", { name: /^Strategies/ }),
    topics: page.getByRole("group", { name: /^Topics/ }),
    pages: page.getByRole("textbox", { name: "Pages per crawl" }),
    run: page.getByRole("button", { name: "Run comparison" }),
    progress: page.getByRole("progressbar", { name: "Completed crawls" }),
    state: page.locator(".contest-state"),
    curves: page.getByRole("figure").getByRole("img"),
    words: page.getByRole("region", { name: "Interpretation" }),
    standings: page.getByRole("region", { name: "Ranking" }).getByRole("table"),
    all: page.getByRole("region", { name: "All measures" }).getByRole("table"),
    fingerprint: page.locator("#fingerprint"),
    link: page.getByRole("link", { name: "Plan as a link" }),
  };
}

/** Checks these boxes of a list, and no others. */
export async function choose(group, names) {
  for (const box of await group.getByRole("checkbox").all()) {
    const name = (await box.evaluate((one) => one.closest("label").innerText)).trim();
    const wanted = names.includes(name);
    if ((await box.isChecked()) !== wanted) await box.setChecked(wanted);
  }
}

export const finished = (the) => the.state.getByText("Finished").waitFor();

/** Returns the fingerprint of all crawls, shown below each crawl. */
export async function fingerprint(page, the) {
  const fold = page.locator(".contest-trials");
  if (!(await fold.evaluate((one) => one.open))) await fold.locator("summary").click();
  return the.fingerprint.innerText();
}
