import os
import pathlib
import subprocess
import sys

import pytest
import salticid

FOLDER = pathlib.Path(salticid.__file__).parent


def test_stubs_agree_with_the_native_module():
    pytest.importorskip("mypy")
    check = [sys.executable, "-m", "mypy.stubtest", "salticid._native", "--ignore-disjoint-bases"]
    done = subprocess.run(check, capture_output=True, text=True, cwd=FOLDER.anchor)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_passes_a_type_checker():
    pytest.importorskip("mypy")
    pytest.importorskip("scrapy")
    check = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "-p", "salticid"]
    done = subprocess.run(check, capture_output=True, text=True, cwd=FOLDER.anchor)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_public_name_has_documentation():
    for name in salticid.__all__:
        thing = getattr(salticid, name)
        if name in ("PAGE_FIELDS", "__version__"):
            continue
        assert thing.__doc__, name
        methods = vars(thing).items() if isinstance(thing, type) else ()
        for method, value in methods:
            if not method.startswith("_") and (callable(value) or isinstance(value, property) or hasattr(value, "__get__")):
                assert value.__doc__, f"{name}.{method}"


def test_the_package_is_typed():
    assert (FOLDER / "py.typed").is_file()
