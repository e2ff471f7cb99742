"""The modules of scripts/benchmarks, which are no part of a package that is installed."""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"


def imported(name):
    """The module `benchmarks.NAME`."""
    sys.path.insert(0, str(SCRIPTS))
    try:
        return importlib.import_module(f"benchmarks.{name}")
    finally:
        sys.path.remove(str(SCRIPTS))
