"""The recorded results: one JSON file for each family, one line for each case."""

import json
import os
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "data" / "ops"


def read(family):
    """The records of a family by case id; empty if it has never been recorded."""
    path = FOLDER / f"{family}.json"
    return json.loads(path.read_text())["cases"] if path.exists() else {}


def write(family, version, records):
    """Write the records of a family, replacing the file in one step."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in records.items()]
    body = ",\n".join(lines)
    beside = FOLDER / f"{family}.json.tmp"
    beside.write_text(f'{{"tensorflow": {json.dumps(version)}, "cases": {{\n{body}\n}}}}\n')
    os.replace(beside, FOLDER / f"{family}.json")
