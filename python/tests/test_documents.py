import doctest
import importlib
import pathlib
import pkgutil
import re

import pytest
import salticid

PACKAGE = pathlib.Path(__file__).parent.parent


@pytest.mark.parametrize("document", [PACKAGE / "README.md", PACKAGE.parent / "docs" / "python.md"], ids=lambda path: path.name)
def test_the_examples_of_a_document_run(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^```python\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert examples
    names = {}
    for example in examples:
        exec(example, names)


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(salticid.__path__) if module.name.startswith("_") and module.name != "__main__"])
def test_the_examples_of_a_docstring_run(name):
    module = importlib.import_module(f"salticid.{name}")
    assert doctest.testmod(module, extraglobs=vars(salticid)).failed == 0
