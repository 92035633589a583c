//! Renders the lines of a tree as text.

use page::views::crawl::spiders::tree::TreeRow;

/// Returns each line as its number behind a dot for each level above it, with `*` where children are hidden.
pub(crate) fn drawn(lines: &[TreeRow]) -> Vec<String> {
    let one = |line: &TreeRow| {
        let folded = if line.unfolded == Some(false) { "*" } else { "" };
        format!("{}{}{folded}", ".".repeat(line.level - 1), line.id)
    };
    lines.iter().map(one).collect()
}
