// The page object of steering: the parts of its drawer, and the list of changes.

import { expect } from "./harness.mjs";

/** The parts of the page for steering. */
export function steering(page) {
  const panel = page.getByRole("region", { name: "Steer crawl", exact: true });
  const button = (name) => panel.getByRole("button", { name, exact: true });
  return {
    panel,
    button,
    opener: page.getByRole("button", { name: /^Steer\b/ }),
    /** Opens the drawer; a press beside it closes it. */
    async open() {
      if (!(await panel.isVisible())) await this.opener.click();
      await panel.waitFor();
    },
    pages: panel.getByRole("textbox", { name: "Page limit" }),
    word: panel.getByRole("textbox", { name: "Add a word", exact: true }),
    rule: panel.getByRole("textbox", { name: "Exclude a host or path" }),
    seeds: panel.getByRole("textbox", { name: "Seed URLs" }),
    strategy: panel.getByRole("combobox", { name: "Strategy" }),
    fold: (name) => panel.locator("summary").filter({ hasText: new RegExp(`^${name}$`) }),
    // Also in a closed drawer.
    list: page.locator(".steered li"),
  };
}

/** Waits until the list has this many changes, and returns them, the latest first, without their undo buttons. */
export async function changes(page, count) {
  const { list } = steering(page);
  await list.nth(count - 1).waitFor({ state: "attached" });
  await expect(list).toHaveCount(count);
  await expect(steering(page).opener).toContainText(String(count));
  return list.locator(":scope > span").evaluateAll((all) => all.map((one) => one.firstChild.textContent));
}
