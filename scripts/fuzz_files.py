"""Read damaged files of every format, and report the outcomes.

    PYTHON scripts/fuzz_files.py [--mutations 2000] [--seed 0] [--format NAME ...] [--json FILE]

Ends with status 1 where something came of it that may not: another exception, a wrong value, a crash, a hang, too much memory.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.fuzzing.formats import FORMATS  # noqa: E402
from tests.fuzzing.running import run_apart, warm_up  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--format", action="append", choices=[f.name for f in FORMATS])
    parser.add_argument("--json", help="write the results to this file")
    arguments = parser.parse_args()
    results, failed = {}, False
    chosen = [form for form in FORMATS if not arguments.format or form.name in arguments.format]
    warm_up(chosen)
    for form in chosen:
        began = time.monotonic()
        result = results[form.name] = run_apart(form, max(1, arguments.mutations // form.cost), arguments.seed)
        counts = ", ".join(f"{n} {kind}" for kind, n in sorted(result["counts"].items(), key=lambda item: -item[1]))
        print(f"{form.name} ({time.monotonic() - began:.1f} s): {counts}", flush=True)
        for problem in result["problems"]:
            failed = True
            print("    " + problem.replace("\n", "\n    "), flush=True)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(results, indent=1) + "\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
