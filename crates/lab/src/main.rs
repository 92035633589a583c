//! Runs `salticid-lab`; see `salticid-lab --help`.

use clap::Parser as _;
use salticid_lab::command::Program;
use std::process::ExitCode;
use types::text::clean;

fn main() -> ExitCode {
    match Program::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Names come from untrusted files.
            let lines: Vec<String> = error.to_string().lines().map(clean).collect();
            eprintln!("salticid-lab: {}", lines.join("\n"));
            ExitCode::from(error.exit_code())
        }
    }
}
