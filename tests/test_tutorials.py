"""The notebooks of tutorials/ run to their end and draw what they promise."""

from pathlib import Path

import nbformat
import pytest

from tests.processes import ROOT, tfshim

# The backend that a Jupyter kernel chooses unless the environment sets another.
INLINE = "module://matplotlib_inline.backend_inline"


@pytest.mark.parametrize("path", sorted((ROOT / "tutorials").glob("*.ipynb")), ids=lambda p: p.stem)
def test_tutorial_runs(path, tmp_path):
    environment = {"MPLBACKEND": INLINE, "TMPDIR": str(tmp_path)}
    done = tfshim(path, "-o", "out.ipynb", "--cwd", tmp_path, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    outputs = [o for c in nbformat.read(tmp_path / "out.ipynb", 4).cells for o in c.get("outputs", [])]
    assert any("image/png" in o.get("data", {}) for o in outputs)


def test_tutorials_are_committed_without_outputs():
    for path in (Path(ROOT) / "tutorials").glob("*.ipynb"):
        assert all(not c.get("outputs") for c in nbformat.read(path, 4).cells), path.name
