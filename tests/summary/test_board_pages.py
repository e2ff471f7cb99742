"""The logs behind each page of TensorBoard hold what TensorFlow's hold (tests/data/board_pages.json)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.summary.board_events import told

ROOT = Path(__file__).resolve().parent.parent.parent
RECORD = json.loads((ROOT / "tests" / "data" / "board_pages.json").read_text())


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    program = str(ROOT / "scripts" / "board_pages.py")
    done = subprocess.run([sys.executable, "-m", "tfshim", program, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stdout, done.stdout + done.stderr
    return told(folder)


def test_the_same_runs(ours):
    assert sorted(ours) == sorted(RECORD)


def differing(a, b, place=()):
    """(place, a, b) where two nested values differ by more than rounding."""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [found for i, (x, y) in enumerate(zip(a, b)) for found in differing(x, y, (*place, i))]
    same = a == pytest.approx(b, rel=1e-4, abs=1e-5) if isinstance(a, float) and isinstance(b, float) else a == b
    return [] if same else [(place, a, b)]


@pytest.mark.parametrize("run", RECORD)
def test_a_run(ours, run):
    assert differing(ours[run], RECORD[run]) == []
