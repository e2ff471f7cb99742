"""How many instructions a step of a benchmark takes, counted by valgrind.

The time of a short step depends on where a process happens to find its memory, by more than what two checkouts differ;
the number of its instructions hardly does, and not on how busy the machine is.
"""

import json
import re
import shutil
import subprocess

from benchmarks import running

# What is counted takes this many seconds without valgrind: what a process does besides differs by a thousandth of that.
_SECONDS = 0.1
_WARM = (3, 10)
_TIMEOUT = 3600
_TOOL = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def available():
    """Whether there is a valgrind to count with."""
    return shutil.which(_TOOL[0]) is not None


def total(text):
    """The number of instructions that cachegrind reports in `text`; RuntimeError with its last line if it does not."""
    found = re.search(r"^==\d+== I\s+refs:\s+([\d,]+)$", text, re.MULTILINE)
    if not found:
        raise RuntimeError((text.strip().splitlines() or ["valgrind said nothing"])[-1])
    return int(found[1].replace(",", ""))


def lengths(seconds):
    """Two numbers of steps, of `seconds` each without valgrind, whose difference is long enough to count."""
    unit = max(1, round(_SECONDS / 2 / seconds))
    return unit, 3 * unit


def warm(unit):
    """How many steps come before those that are counted: a few, more where they are short."""
    least, most = _WARM
    return max(least, min(most, unit))


def per_step(steps, counts):
    """Instructions of one step, from those of two processes that took different numbers of `steps` and did the same besides."""
    (fewer, more), (first, second) = steps, counts
    return (second - first) / (more - fewer)


def start(command, before, steps, environment, folder):
    """Start a process that takes `before` and then `steps` steps under valgrind."""
    return subprocess.Popen(
        [*_TOOL, *command, "steps", str(before), str(steps)],
        env={**environment, "PYTHONHASHSEED": "0"},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def measure(benchmark, command, environment, folder):
    """Thousands of instructions for one unit of work of a benchmark, of which `command` runs the process.

    Two processes run beside each other, with different numbers of steps. RuntimeError with what was said if one fails.
    """
    # What Python compiles when a checkout is first run is kept from here on, and counted in neither process.
    said = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=_TIMEOUT, check=False)
    if said.returncode:
        raise RuntimeError((said.stderr.strip().splitlines() or [f"exit status {said.returncode}"])[-1])
    steps = lengths(json.loads(said.stdout.strip().splitlines()[-1])["figure"] * benchmark.per / 1e6)
    processes = [start(command, warm(steps[0]), n, environment, folder) for n in steps]
    try:
        counts = []
        for process in processes:
            said, _ = process.communicate(timeout=_TIMEOUT)
            if process.returncode:
                raise RuntimeError(running.last_line(said, process.returncode))
            counts.append(total(said))
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"took more than {_TIMEOUT} s") from None
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    return per_step(steps, counts) / benchmark.per / 1000
