"""Runs the formats: each in a process of its own, with limits on time and memory."""

import collections
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import traceback
import zlib
from pathlib import Path

from tests.fuzzing.mutations import mutated

SECONDS = 10  # that reading one damaged file may take
ADDRESSES = 1 << 30  # bytes of address space beyond what the process has at the beginning


FOREIGN = [
    b"\x89PNG\r\n\x1a\n" + bytes(40),
    b"PK\x03\x04" + bytes(60),
    b"\x1f\x8b\x08" + bytes(20),
    b"\x89HDF\r\n\x1a\n" + bytes(100),
    b"{}",
    b"[]",
    b"null",
    b"plain text\n" * 5,
]


class TooLong(BaseException):
    """Reading takes too long."""


def _alarm(*_):
    raise TooLong


def _status(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith(name))


def _reset_peak():
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def _limited():
    size = _status("VmSize") + ADDRESSES
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.signal(signal.SIGALRM, _alarm)


def _outcome(form, folder, good):
    """(kind, text): what came of reading a damaged file; kind is "same", "other", "refused", or what is not allowed."""
    signal.alarm(SECONDS)
    try:
        found = form.read(folder)
    except TooLong:
        return "too long", "".join(traceback.format_exc(limit=-4))
    except form.allowed as e:
        if isinstance(e, form.refused):
            return "wrong exception", _described(e)
        return "refused", type(e).__name__
    except Exception as e:
        if "can't allocate memory" in str(e):  # torch's own: the file asks for a variable of that size
            return "refused", "out of memory"
        return "wrong exception", _described(e)
    finally:
        signal.alarm(0)
    if form.same(good, found):
        return "same", ""
    return ("wrong value", f"{found!r}"[:300]) if form.checked else ("other", "")


def _described(error):
    lines = traceback.extract_tb(error.__traceback__)
    where = next(
        (
            f"{os.path.relpath(f.filename, Path(__file__).parent.parent.parent)}:{f.lineno}"
            for f in reversed(lines)
            if "/tfshim/" in f.filename
        ),
        "elsewhere",
    )
    return f"{type(error).__name__}: {str(error)[:150]!r} at {where}"


def run(form, mutations, seed=0):
    """What came of `mutations` damaged files of the format `form`: {"counts": ..., "problems": [...]}."""
    home = os.getcwd()
    folder = tempfile.mkdtemp(prefix="fuzz-")
    try:
        os.chdir(folder)
        form.make(Path(folder))
        files = sorted(p for p in Path(folder).rglob("*") if p.is_file() and form.damages(p.relative_to(folder).as_posix()))
        contents = {p: p.read_bytes() for p in files}
        good = form.read(Path(folder))
        assert form.same(good, form.read(Path(folder))), "reading a file twice gives different values"
        rng = random.Random(seed * 1000 + zlib.crc32(form.name.encode()))
        foreign = [*contents.values(), *FOREIGN]
        before = _snapshot(folder)
        _limited()
        counts, problems = collections.Counter(), {}
        for number in range(mutations):
            path = rng.choice(files)
            name, data = mutated(rng, number, contents[path], foreign)
            if data == contents[path]:
                continue
            path.write_bytes(data)
            _reset_peak()
            held = _status("VmRSS")
            kind, text = _outcome(form, Path(folder), good)
            peak = _status("VmHWM") - held
            if peak > form.memory + 10 * len(data):
                kind, text = "too much memory", f"{peak >> 20} MB for {len(data)} bytes; it was {kind}: {text}"
            counts[kind if kind != "refused" else f"refused, {text}"] += 1
            if kind not in ("same", "other", "refused"):
                problems.setdefault(
                    (kind, text.split(" at ")[-1] if kind == "wrong exception" else kind, text.split(":")[0]),
                    f"mutation {number} ({name} of {path.name}): {kind}: {text}",
                )
            path.write_bytes(contents[path])
            for extra in set(_snapshot(folder)) - set(before):
                os.unlink(extra)
        return {"counts": dict(counts), "problems": list(problems.values())}
    finally:
        os.chdir(home)
        shutil.rmtree(folder, ignore_errors=True)


def _snapshot(folder):
    return [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]


def warm_up(forms):
    """Read one good file of each format, so that the processes of the formats need not load and trace what reading needs."""
    for form in forms:
        home, folder = os.getcwd(), tempfile.mkdtemp(prefix="fuzz-")
        try:
            os.chdir(folder)
            form.make(Path(folder))
            form.read(Path(folder))
        finally:
            os.chdir(home)
            shutil.rmtree(folder, ignore_errors=True)


def run_apart(form, mutations, seed=0):
    """`run` in a process of its own, so that a crash is an outcome too."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            result = run(form, mutations, seed)
        except BaseException:
            result = {"counts": {}, "problems": [traceback.format_exc()]}
        with os.fdopen(writing, "w") as file:
            json.dump(result, file)
        sys.stdout.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    if status or not text:
        return {"counts": {}, "problems": [f"the process ended with status {status}"]}
    return json.loads(text)
