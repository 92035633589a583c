//! Compares what documents and packages say of the flags with the help text of the program.

use std::process::Command;

/// Removes blanks at line ends: the help text breaks its paragraphs with lines of blanks, which editors remove.
fn without_trailing_blanks(text: &str) -> String {
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn help() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_salticid-proxy"))
        .arg("--help")
        .env("COLUMNS", "100")
        .output()
        .expect("the program runs");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    without_trailing_blanks(&help.replace("salticid-proxy.exe", "salticid-proxy"))
}

#[test]
fn the_proxy_page_has_the_options_that_help_prints() {
    let help = help();
    assert!(help.contains("--allow-address"), "{help}");
    let page = without_trailing_blanks(include_str!("../../../docs/proxy.md"));
    assert!(page.contains(&help), "put this into docs/proxy.md:\n{help}");
}

#[test]
fn image_and_service_use_flags_and_variables_of_the_program() {
    let help = help();
    let image = include_str!("../../../Dockerfile");
    let service = include_str!("../../../packaging/salticid-proxy.service");
    for (file, words) in [(image, ["--check-health", "SALTICID_LISTEN"]), (service, ["--host", "--no-demo-web"])] {
        for word in words {
            assert!(file.contains(word) && help.contains(word), "{word}");
        }
    }
}
