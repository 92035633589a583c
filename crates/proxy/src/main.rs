//! Runs `salticid-proxy`; see `salticid-proxy --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    salticid_proxy::program::main("salticid-proxy", std::env::args_os().skip(1)).into()
}
