"""Webs that fit on a screen, and the program that crawls must agree with."""

import contextlib
import os
import subprocess

import pytest

#: A small site: the links about spiders lead to two pages about spiders.
SITE = {
    "http://a.test/": b"<p>spider <a href=/web>spider web</a> <a href=/cars>cars</a></p>",
    "http://a.test/web": b"<p>spider spider <a href=/silk>spider silk</a></p>",
    "http://a.test/cars": b"<p>cars cars <a href=/engines>engines</a></p>",
    "http://a.test/silk": b"<p>spider silk</p>",
    "http://a.test/engines": b"<p>engines</p>",
}


@pytest.fixture
def site():
    return dict(SITE)


@pytest.fixture
def full_disk():
    """A context in which every file ends after a kilobyte, as on a full disk."""
    resource = pytest.importorskip("resource")

    @contextlib.contextmanager
    def limited():
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_024, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited


@pytest.fixture(scope="session")
def lab():
    """Runs `salticid-lab`, which `cargo xtask test` names."""
    program = os.environ.get("SALTICID_LAB")
    if program is None:
        pytest.skip("SALTICID_LAB does not name salticid-lab: run cargo xtask test")

    def run(*arguments):
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True)
        return done.stdout

    return run
