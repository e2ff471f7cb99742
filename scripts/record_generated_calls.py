"""Record what TensorFlow makes of the generated calls: `python scripts/record_generated_calls.py [GROUP...]`.

Needs a Python with TensorFlow 2.15; writes tests/data/generated_calls/GROUP.json.gz. `--seed TEXT --out FOLDER` records
another draw, to be looked at with `python -m tests.ops.generated --data FOLDER`. Calls are evaluated in a process
of their own, twice and in opposite orders: a call that ends the process or hangs is left out, and so is one whose
result was not the same both times.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import recording  # noqa: F401 - settings of TensorFlow

from tests.ops.generated import evaluate, store, tables

_HANGS_AFTER = 30
_LARGEST = 6000
# Exceptions that say nothing of the input: TensorFlow's own code fails, or memory runs out where there is little of it.
_SLIPS = ("MemoryError", "UnboundLocalError", "NameError", "ResourceExhaustedError", "SystemError")


def work():
    """Evaluate the calls that come on standard input, one to a line, and write each outcome to standard output."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what operations print is not part of the outcome
    import tensorflow as tf

    scope = evaluate.names(tf)
    for line in sys.stdin:
        outcome, message = evaluate.outcome(tf, scope, json.loads(line))
        answers.write(json.dumps([outcome, message]) + "\n")
        answers.flush()


class Worker:
    """A process with TensorFlow, running `program --work`, that is started again when a call has ended it."""

    def __init__(self, program=__file__):
        self.process, self.program = None, program

    def ask(self, text):
        """[outcome, message] of a call, or None if it ended the process."""
        if self.process is None:
            quiet = None if os.environ.get("SHOW") else subprocess.DEVNULL
            self.process = subprocess.Popen(
                [sys.executable, self.program, "--work"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, text=True
            )
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], _HANGS_AFTER)
        line = self.process.stdout.readline() if ready else ""
        if line:
            return json.loads(line)
        self.close()
        return None

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def reason(first, second):
    """Why a call cannot be recorded, or None."""
    if first is None or second is None:
        return "ends the process"
    outcome, again = first[0], second[0]
    if json.dumps(outcome) != json.dumps(again):
        return "another result every time"
    if outcome.get("error") in _SLIPS:
        return f"a slip of TensorFlow's ({outcome['error']})"
    if outcome.get("error", "").startswith(("UFunc", "_UFunc", "_Array")):
        return "an exception of NumPy's own"
    if outcome.get("kind", "").startswith("unreadable"):
        return "a result that cannot be read"
    if len(json.dumps(outcome)) > _LARGEST:
        return "a large result"
    return None


def record(group, backwards, worker, seed, folder):
    """Record one group; `backwards` holds the outcomes of the calls in the opposite order."""
    calls, left_out, errors = {}, {}, 0
    for function, texts in tables.load(group).generate(seed):
        kept = []
        for text in texts:
            first = worker.ask(text)
            why = reason(first, backwards[text])
            if why:
                left_out[text] = why
                continue
            outcome, message = first
            errors += "error" in outcome
            if outcome.get("error") in ("AttributeError", "NameError", "SyntaxError") or "unexpected keyword" in message:
                print(f"  CHECK {text}\n      {outcome['error']}: {message[:200]}")
            kept.append([text, outcome])
        calls[function] = kept
    store.write(group, {"calls": calls, "left out": left_out}, folder)
    number = sum(map(len, calls.values()))
    print(f"{group}: {number} calls of {len(calls)} functions, {errors} raise, {len(left_out)} left out")
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help="groups to record; none: all")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--seed", default="", help="another draw than the one that the tests read; goes with --out")
    parser.add_argument("--out", type=Path, default=store.FOLDER, help="the folder to write to")
    options = parser.parse_args()
    if options.work:
        return work()
    if options.seed and options.out == store.FOLDER:
        parser.error("--seed needs --out: the tests read the draw without a seed")
    started, total = time.time(), 0
    groups = options.groups or tables.groups()
    for group in groups:
        worker = Worker()
        texts = [text for _, made in tables.load(group).generate(options.seed) for text in made]
        backwards = {text: worker.ask(text) for text in reversed(texts)}
        worker.close()
        total += record(group, backwards, worker, options.seed, options.out)
        worker.close()
    print(f"{total} calls in {time.time() - started:.0f} s")


if __name__ == "__main__":
    main()
