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


def test_the_lines_at_the_top_of_the_guide_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    guide = (PACKAGE.parent / "docs" / "python.md").read_text(encoding="utf-8")
    lines = re.search(r"^```py\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    # One page exists, the other one does not.
    web = {"http://a.test/": b"<h1>Volcano hazards</h1><p>Ash falls on roofs. <a href=/gone>volcano</a>"}
    monkeypatch.setattr(salticid, "find_seeds", lambda query: [{"url": "http://a.test/"}])
    exec(lines[1].replace('web="live"', "web=web"), {"web": web})
    told = capsys.readouterr().out
    assert "# Volcano hazards" in told and "http://a.test/gone []" in told
    assert (tmp_path / "volcano.warc.gz").is_file()


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(salticid.__path__) if module.name == "mcp" or module.name.startswith("_") and module.name != "__main__"])
def test_the_examples_of_a_docstring_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(f"salticid.{name}")
    assert doctest.testmod(module, extraglobs=vars(salticid)).failed == 0
