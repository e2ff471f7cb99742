"""The recorded results: one JSON file for each family, one line for each case."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "data" / "ops"


def file(family):
    """The path of the records of a family."""
    return FOLDER / f"{family}.json"


def read(family):
    """The records of a family by case id; empty if it has never been recorded."""
    path = file(family)
    return json.loads(path.read_text())["cases"] if path.exists() else {}


def text(version, records):
    """What the file of a family holds: `records` by case id, of TensorFlow `version`."""
    lines = [f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in records.items()]
    body = ",\n".join(lines)
    return f'{{"tensorflow": {json.dumps(version)}, "cases": {{\n{body}\n}}}}\n'
