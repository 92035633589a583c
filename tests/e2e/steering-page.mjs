// What tests know of steering: the parts of its drawer, and the list of changes.

import { expect } from "./harness.mjs";

/** The parts of the page that steer. */
export function steering(page) {
  const panel = page.getByRole("region", { name: "Steering", exact: true });
  const button = (name) => panel.getByRole("button", { name, exact: true });
  return {
    panel,
    button,
    opener: page.getByRole("button", { name: /^Steer\b/ }),
    /** Opens the drawer; it closes on a press beside it. */
    async open() {
      if (!(await panel.isVisible())) await this.opener.click();
      await panel.waitFor();
    },
    pages: panel.getByRole("textbox", { name: "Page limit" }),
    word: panel.getByRole("textbox", { name: "Word", exact: true }),
    rule: panel.getByRole("textbox", { name: "Exclude a host or path" }),
    seeds: panel.getByRole("textbox", { name: "Seed URLs" }),
    strategy: panel.getByRole("combobox", { name: "Strategy" }),
    fold: (name) => panel.locator("summary").filter({ hasText: new RegExp(`^${name}$`) }),
    // Also of a drawer that is closed.
    list: page.locator(".steered li"),
  };
}

/** Waits until the list of changes has so many, and gives them, the latest first, without what takes them back. */
export async function changes(page, count) {
  const { list } = steering(page);
  await list.nth(count - 1).waitFor({ state: "attached" });
  await expect(list).toHaveCount(count);
  await expect(steering(page).opener).toContainText(String(count));
  return list.locator(":scope > span").evaluateAll((all) => all.map((one) => one.firstChild.textContent));
}
