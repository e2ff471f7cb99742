"""Damaged files of every format: what reading them may come to, over a part of the mutations of `scripts/fuzz_files.py`.

FUZZ_MUTATIONS=2000 in the environment asks for more of them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzzing.formats import FORMATS

ROOT = Path(__file__).resolve().parent.parent
MUTATIONS = int(os.environ.get("FUZZ_MUTATIONS", "120"))


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """What came of every format: one run for all, in a process of its own, since it limits its memory."""
    results = tmp_path_factory.mktemp("fuzz") / "results.json"
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "fuzz_files.py"), "--mutations", str(MUTATIONS), "--json", str(results)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert results.exists(), done.stdout + done.stderr
    return json.loads(results.read_text())


@pytest.mark.parametrize("name", [form.name for form in FORMATS])
def test_damage_is_refused_or_does_not_matter(outcomes, name):
    assert not outcomes[name]["problems"], "\n".join(outcomes[name]["problems"])
    assert sum(outcomes[name]["counts"].values()) > 0


def test_most_damage_is_noticed_where_there_are_checksums(outcomes):
    for form in FORMATS:
        if form.checked:
            assert not outcomes[form.name]["counts"].get("other"), form.name
