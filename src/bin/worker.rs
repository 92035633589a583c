//! The worker: crawls, and tells the page.

fn main() {
    worker::listen();
}
