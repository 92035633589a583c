//! The worker: crawls, and tells the page.

fn main() {
    salticid::worker::listen();
}
