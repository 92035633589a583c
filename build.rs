//! Keeps relocations in the wasm of page and worker, by which wasm-split finds the code that each function reaches.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        for program in ["app", "worker"] {
            println!("cargo::rustc-link-arg-bin={program}=--emit-relocs");
        }
    }
}
