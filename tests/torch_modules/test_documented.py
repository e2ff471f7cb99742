"""The examples of docs/pytorch.md run as they stand there."""

import re
from pathlib import Path


def test_examples(capsys):
    text = (Path(__file__).resolve().parents[2] / "docs" / "pytorch.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) == 8
    space = {"__name__": "documented"}
    for block in blocks:
        exec(compile(block, "docs/pytorch.md", "exec"), space)
    assert capsys.readouterr().out == "['hidden.kernel', 'hidden.bias', 'norm.gamma']\n"
