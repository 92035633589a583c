//! The page's program.

fn main() {
    salticid::page::run();
}
