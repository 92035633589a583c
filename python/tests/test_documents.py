import pathlib
import re

import pytest

PACKAGE = pathlib.Path(__file__).parent.parent


@pytest.mark.parametrize("document", [PACKAGE / "README.md", PACKAGE.parent / "docs" / "python.md"], ids=lambda path: path.name)
def test_the_examples_of_a_document_run(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^```python\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert examples
    names = {}
    for example in examples:
        exec(example, names)
