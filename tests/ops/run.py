"""Quick loop for a developer: `python -m tests.ops.run FAMILY|TEXT... [--via MODULE] [--law LAW] [-v]`.

Runs all cases of the named families (or whose text contains TEXT) and prints what breaks which law.
"""

import argparse
import collections
import importlib
import sys
import tempfile
import time

from tests.ops import case as case_module
from tests.ops import records
from tests.ops.differences import reason
from tests.ops.laws import LAWS, applicable, attempt, missing_names


def select(words):
    """The (family, case, record) triples that the words pick."""
    for family in case_module.families():
        recorded = records.read(family)
        for case in case_module.load(family):
            if not words or family in words or any(w in case.id for w in words):
                yield family, case, recorded.get(case.id)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", help="families, or parts of case texts; none: all")
    parser.add_argument("--via", default="tfshim", help="the module to check (default: tfshim)")
    parser.add_argument("--law", action="append", choices=sorted(LAWS), help="only this law (may be repeated)")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what passes too, with every failing law")
    parser.add_argument("--ops", action="store_true", help="only a table: passed / run for each function")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as tempfile.tempdir:
        return run(options)


def run(options):
    """Run what the options pick; 1 if a law is broken or something is missing."""
    started = time.perf_counter()
    tf = importlib.import_module(options.via)
    totals, by_op, missing = collections.Counter(), collections.defaultdict(collections.Counter), set()
    for family, case, record in select(options.words):
        if record is None:
            totals["not recorded"] += 1
            print(f"----  {case.id}: not recorded (scripts/record_ops.py {family})")
            continue
        if names := missing_names(tf, case):
            for name in set(names) - missing:
                print(f"MISSING  {name}")
            missing.update(names)
            totals["case not run for a missing name"] += 1
            continue
        laws = [law for law in applicable(record) if not options.law or law in options.law]
        if not hasattr(tf, "function"):
            laws = [law for law in laws if not law.startswith("function")]
        for law in laws:
            problem = attempt(tf, law, case, record)
            outcome = "pass" if not problem else "known" if reason(case.id, law) else "FAIL"
            totals[outcome] += 1
            by_op[family, case.op][outcome] += 1
            if options.ops or (outcome == "pass" and not options.verbose):
                continue
            print(f"{outcome}  {law}  {case.id}" + (f"\n      {problem}" if problem else ""))
            if problem and law == "value" and not options.verbose:
                break
    if options.ops:
        for (family, op), counts in by_op.items():
            mark = "ok  " if not counts["FAIL"] else "FAIL"
            print(f"{mark}  {family:10} {op:45} {counts['pass']:4} / {sum(counts.values())}")
    clean = sum(not counts["FAIL"] for counts in by_op.values())
    listed = ", ".join(f"{number} {outcome}" for outcome, number in sorted(totals.items()))
    took = time.perf_counter() - started
    print(f"{clean} of {len(by_op)} functions clean, {len(missing)} names missing; {listed}; {took:.1f} s")
    return 1 if totals["FAIL"] or totals["not recorded"] or missing else 0


if __name__ == "__main__":
    sys.exit(main())
