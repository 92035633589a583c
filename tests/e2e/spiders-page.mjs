// What tests know of the view of spiders.

/** The view of the spiders. */
export function spidersOf(page) {
  const tree = page.getByRole("tree", { name: "Spiders by family" });
  return {
    tab: page.getByRole("tab", { name: "Spiders" }),
    tree,
    lines: tree.getByRole("treeitem"),
    story: page.getByRole("region", { name: /^Spider \d+: history$/ }),
  };
}
