"""The recorded calls: one compressed file for each group."""

import gzip
import json
import os
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "data" / "generated_calls"


def read(group, folder=FOLDER):
    """What was recorded of a group, in `folder`: {"calls": {function: [[text, outcome], ...]}, "left out": {text: reason}}."""
    return json.loads(gzip.decompress((folder / f"{group}.json.gz").read_bytes()))


def groups(folder=FOLDER):
    """The groups that are recorded in `folder`."""
    return sorted(path.name.removesuffix(".json.gz") for path in folder.glob("*.json.gz"))


def write(group, content, folder=FOLDER):
    """Write the file of a group in one step; the same content gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / f"{group}.json.gz.tmp"
    beside.write_bytes(gzip.compress(json.dumps(content, separators=(",", ":")).encode(), 9, mtime=0))
    os.replace(beside, folder / f"{group}.json.gz")
