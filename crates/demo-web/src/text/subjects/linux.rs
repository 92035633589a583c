//! Vocabulary on Linux.

use super::{Subject, Subtopic};

pub(crate) static LINUX: Subject = Subject {
    id: "linux",
    title: "Linux",
    name: "Linux",
    query: "linux kernel distribution shell",
    people: "system administrators|kernel developers|distribution maintainers|desktop users|people who run small servers",
    related: &["java-programming", "robotics", "study"],
    subtopics: &[
        Subtopic {
            slug: "kernel",
            title: "The Linux kernel",
            noun_phrases: "a kernel module|the scheduler|a device driver|the boot loader|a stable kernel release",
            verb_phrases: "compile a kernel from source|load a module by hand|read the kernel log|bisect a regression|keep an older kernel in the boot menu",
            clauses: "the kernel panics before the root file system is mounted|a driver claims the wrong device|an interrupt storm starves the scheduler|memory pressure wakes the kernel's killer|the module was built for another kernel version",
        },
        Subtopic {
            slug: "distributions",
            title: "Choosing a Linux distribution",
            noun_phrases: "a distribution|the package manager|a rolling release|an installer image|a software repository",
            verb_phrases: "try a distribution from a live image|upgrade between two releases|pin a package to one version|mirror the repository locally|partition the disk before installing",
            clauses: "a distribution drops support for old hardware|two packages own the same file|the installer finds no disk|the release notes warn of a changed library|a mirror lags behind by a day",
        },
        Subtopic {
            slug: "shell",
            title: "The Linux shell",
            noun_phrases: "a shell script|the command line|a pipeline|an environment variable|the exit status",
            verb_phrases: "quote every variable in a shell script|pipe the output into a pager|search the command history|write a loop over files|test a script with strict options",
            clauses: "the shell expands a star before the command sees it|a missing quote swallows the rest of the line|the pipeline hides a failed command|a script relies on another shell's features|the prompt shows the branch of the repository",
        },
        Subtopic {
            slug: "servers",
            title: "Running a Linux server",
            noun_phrases: "a web server|the firewall|a service unit|the system journal|a remote backup",
            verb_phrases: "restart a service after an update|harden remote logins with keys|rotate the logs every week|watch the load average|mount a file system read-only",
            clauses: "the disk fills with forgotten logs|a service dies and is started again|the firewall drops packets without a word|a server has not been rebooted for a year|a certificate expires on a Sunday",
        },
    ],
};
