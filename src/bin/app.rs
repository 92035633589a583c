//! The page's program.

fn main() {
    // The app stays until the tab is closed.
    let _unmount = page::run();
}
