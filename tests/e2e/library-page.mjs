// The page object of the Library: its parts, and how to save files from it.

import { download } from "./harness.mjs";

/** The parts of the Library. */
export function library(page, crawl) {
  const button = (text, name = crawl) => page.getByRole("button", { name: `${text}: ${name}`, exact: true });
  return {
    link: (name = crawl) => page.getByRole("link", { name, exact: true }),
    button,
    search: page.getByRole("searchbox", { name: "Search pages of all crawls" }),
    hits: page.locator(".hits > li"),
    file: page.locator("#bring-file"),
    news: page.locator(".library-news"),
    alert: page.getByRole("alert"),
  };
}

/** Opens the Library through the navigation. */
export const toLibrary = (page) => page.getByRole("link", { name: "Library", exact: true }).click();

/** Saves a file from the menu of the crawl's row, and returns its path. */
export async function saved(t, page, title, crawl) {
  const summary = page.locator(`summary[aria-label="Export: ${crawl}"]`);
  if (!(await summary.evaluate((one) => one.parentElement.open))) await summary.click();
  return download(t, page, () => page.locator(".crawl-menu").getByRole("button", { name: title }).click());
}
