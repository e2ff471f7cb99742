"""What differs: `python -m tests.ops.generated [GROUP|TEXT...] [--table] [--sort SORT] [--data FOLDER]`.

Evaluates the recorded calls of the named groups, or those whose text contains TEXT, and prints every difference;
`--table` prints how many there are of each sort for each group, `--functions` for each function.
`--data` reads another draw, recorded by `scripts/record_generated_calls.py --seed TEXT --out FOLDER`.
"""

import argparse
import collections
import time
from pathlib import Path

import tfshim as tf
from tests.ops.generated import evaluate, known, store


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", help="groups, or parts of the texts of calls; none: all")
    parser.add_argument("--table", action="store_true", help="numbers by group, instead of the differences")
    parser.add_argument("--functions", action="store_true", help="numbers by function, instead of the differences")
    parser.add_argument("--sort", help="only this sort: class, answers, raises, dtype, shape, value")
    parser.add_argument("--known", action="store_true", help="also what is known to differ")
    parser.add_argument("--data", type=Path, default=store.FOLDER, help="the folder of the recorded calls")
    options = parser.parse_args()
    scope, counts, calls, started = evaluate.names(tf), collections.defaultdict(collections.Counter), collections.Counter(), time.time()
    for group in store.groups(options.data):
        for function, recorded in store.read(group, options.data)["calls"].items():
            for text, wanted in recorded:
                if options.words and group not in options.words and not any(w in text for w in options.words):
                    continue
                key = function if options.functions else group
                calls[key] += 1
                got, message = evaluate.outcome(tf, scope, text)
                found = evaluate.difference(got, wanted)
                if found is None or (known.reason(text) and not options.known) or (options.sort and found[0] != options.sort):
                    continue
                counts[key][found[0]] += 1
                if not (options.table or options.functions):
                    print(f"{text}\n    {found[0]}: {found[1]}" + (f"\n    {message[:300]}" if message else ""))
    sorts = ("class", "raises", "answers", "dtype", "shape", "value")
    if options.table or options.functions:
        print(f"{'':44}{'calls':>7}{'differ':>8}" + "".join(f"{s:>9}" for s in sorts))
        for key in sorted(counts, key=lambda k: -counts[k].total()):
            print(f"{key:44}{calls[key]:7}{counts[key].total():8}" + "".join(f"{counts[key][s]:9}" for s in sorts))
    total = sum(c.total() for c in counts.values())
    print(f"{total} of {calls.total()} calls differ, {time.time() - started:.1f} s")


if __name__ == "__main__":
    main()
