"""Record the texts of TensorFlow's graphs: those of the programs of tests/graph_texts, and digests of those of single operations.

    python scripts/record_graph_texts.py                         with TensorFlow 2.15.1: writes tests/data/graph_texts.json.gz
    python scripts/record_graph_texts.py --compare [TEXT ...]    with tfshim: what is equal; shows how programs with a TEXT in their name
                                                                 differ, and lists the cases that do

`SHARE=N` compares one in N cases.
"""

import collections
import difflib
import gzip
import importlib
import json
import os
import sys
import zlib

import recording

from tests.graph_texts import texts


def of(tf, kind, key, cases):
    """The text of a program or case, or what it raised."""
    try:
        return texts.of_program(tf, key) if kind == "programs" else texts.of_case(tf, cases[key])
    except Exception as error:  # noqa: BLE001 - some cases do not run in graphs
        return f"!{type(error).__name__}: {error}"


def compare(words):
    """Count what is equal."""
    tf = importlib.import_module("tfshim")
    recorded, cases, share = texts.recorded(), texts.cases(), int(os.environ.get("SHARE", "1"))
    by_op = collections.defaultdict(collections.Counter)
    for kind, known in recorded.items():
        chosen = [k for k in known if any(w in k for w in words)] if words else list(known)
        if kind == "cases":
            chosen = [k for k in chosen if words or not zlib.crc32(k.encode()) % share]
        equal = 0
        for key in chosen:
            text, wanted = of(tf, kind, key, cases), known[key]
            same = texts.same(text, wanted) if kind == "programs" else texts.digest(text) == wanted
            equal += same
            if kind == "cases":
                by_op[cases[key].op][same] += 1
            if not same:
                print("==", key)
                if words and kind == "programs":
                    print(*list(difflib.unified_diff(texts.brief(wanted), texts.brief(text), lineterm="", n=0))[2:], sep="\n")
        print(kind, equal, "of", len(chosen), "equal", flush=True)
    for op, counts in sorted(by_op.items(), key=lambda p: -p[1][False]):
        print(f"{op:40} {counts[True]:4} of {sum(counts.values())}")


def main():
    """Record all."""
    import tensorflow as tf

    found, cases = {"programs": {}, "cases": {}}, texts.cases()
    for name in texts.names():
        found["programs"][name] = texts.of_program(tf, name)
    for key in cases:
        text = of(tf, "cases", key, cases)
        if not text.startswith("!"):
            found["cases"][key] = texts.digest(text)
    beside = texts.FILE.with_name(texts.FILE.name + ".new")
    beside.write_bytes(gzip.compress(recording.without_place(json.dumps(found, indent=0)).encode(), mtime=0))
    os.replace(beside, texts.FILE)
    print({k: len(v) for k, v in found.items()})


if __name__ == "__main__":
    compare(sys.argv[2:]) if sys.argv[1:2] == ["--compare"] else main()
