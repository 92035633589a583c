// The page object of the spiders view.

/** The spiders view. */
export function spidersOf(page) {
  const tree = page.getByRole("tree", { name: "Spiders by family" });
  return {
    tab: page.getByRole("tab", { name: "Spiders" }),
    tree,
    lines: tree.getByRole("treeitem"),
    story: page.getByRole("region", { name: /^Spider \d+: history$/ }),
  };
}
