"""The examples of the documentation run as they stand there, page by page from top to bottom."""

import re
from pathlib import Path

from tests.after_torch import tfshim

DOCS = Path(__file__).resolve().parents[2] / "docs"
# Devices are divided before anything is computed.
FIRST = ["distribution.md"]

_RUN = """
import sys
from pathlib import Path
import re

for page in sys.argv[1:]:
    text = Path(page).read_text(encoding="utf-8")
    space = {"__name__": "documented"}
    for block in re.findall(r"^```python\\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        exec(compile(block, page, "exec"), space)
    print("ran", Path(page).name)
"""


def test_examples_run(tmp_path):
    pages = sorted(path.name for path in DOCS.glob("*.md"))
    order = FIRST + [page for page in pages if page not in FIRST]
    done = tfshim("--tf", "2.x", "-c", _RUN, *(DOCS / page for page in order), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"ran (\S+)", done.stdout) == order


def test_all_pages_are_found():
    menu = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    assert [page.name for page in DOCS.glob("*.md") if f": {page.name}\n" not in menu] == []


def test_the_search_needs_no_network():
    # The theme fetches a script for the search from elsewhere, unless one of this name is given.
    scripts = re.search(r"^  polyfills:\n((?:    - .*\n)+)", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    names = re.findall(r"- (.*)", scripts[1])
    assert [name for name in names if "iframe-worker" in name]
    assert [name for name in names if not (DOCS / name).is_file()] == []
