"""What MkDocs calls: adds the generated pages to the site."""

import re
import sys
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from reference import pages  # noqa: E402 (MkDocs runs this file by its path)
from tests.ops import differences  # noqa: E402

# Pages that stand elsewhere in the project, where whoever reads the sources finds them.
_ELSEWHERE = {"changelog.md": "CHANGELOG.md", "how-it-works.md": "ARCHITECTURE.md"}
_PAGES = {source: page for page, source in _ELSEWHERE.items()}
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")


def on_files(files, config):
    """Add the pages of the reference, and those that stand at the root of the project."""
    for name, text in pages.made().items():
        files.append(File.generated(config, f"reference/{name}", content=text))
    for name, source in _ELSEWHERE.items():
        files.append(File.generated(config, name, content=_within_site((ROOT / source).read_text(encoding="utf-8"))))
    files.remove(files.get_file_from_path("differences.md"))
    files.append(File.generated(config, "differences.md", content=_differences()))
    return files


def _within_site(text):
    """`text` of the root, whose links lead to pages of the site, or are only names where there is no such page."""

    def link(match):
        label, target, anchor = match[1], match[2], match[3] or ""
        if target.startswith("docs/") or target in _PAGES:
            return f"[{label}]({_PAGES.get(target, target.removeprefix('docs/'))}{anchor})"
        return label

    return _LINK.sub(link, text)


def _differences():
    written = (ROOT / "docs" / "differences.md").read_text(encoding="utf-8")
    known = [f"| `{case}` | {reason} |" for (case, _), reason in differences.KNOWN.items() if reason != "as above"]
    return _within_site(
        written
        + "\n## Known differences of single operations\n\nWhat the tests compare with TensorFlow, and where it differs.\n\n"
        + "\n".join(["| case | reason |", "| --- | --- |", *known]) + "\n"
    )  # fmt: skip
