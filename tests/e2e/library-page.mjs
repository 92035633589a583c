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
    news: page.locator(".notice-line"),
    alert: page.getByRole("alert"),
  };
}

/** Opens the Library through the navigation. */
export const toLibrary = (page) => page.getByRole("link", { name: "Library", exact: true }).click();

/** Saves a file from the menu of the crawl's row, and returns its path. */
export async function saved(t, page, title, crawl) {
  const menu = page.getByRole("region", { name: `Export: ${crawl}`, exact: true });
  if (!(await menu.isVisible())) await page.getByRole("button", { name: `Export: ${crawl}`, exact: true }).click();
  const file = await download(t, page, () => menu.getByRole("button", { name: title }).click());
  await page.keyboard.press("Escape");
  return file;
}
