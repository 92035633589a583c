//! The map's worker: lays the crawled graph out, and tells the page where its nodes are.

fn main() {
    layout::listen();
}
