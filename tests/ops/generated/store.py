"""The recorded calls: one compressed file for each group."""

import gzip
import json
import os
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "data" / "generated_calls"


def read(group):
    """What was recorded of a group: {"calls": {function: [[text, outcome], ...]}, "left out": {text: reason}}."""
    return json.loads(gzip.decompress((FOLDER / f"{group}.json.gz").read_bytes()))


def write(group, content):
    """Write the file of a group in one step; the same content gives the same bytes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    beside = FOLDER / f"{group}.json.gz.tmp"
    beside.write_bytes(gzip.compress(json.dumps(content, separators=(",", ":")).encode(), 9, mtime=0))
    os.replace(beside, FOLDER / f"{group}.json.gz")
