"""Running Python beside the tests in a process that has imported torch already, and nothing else.

Loading torch is most of what a small program costs. One process loads it and waits; each program runs in a fork of that process,
with its own arguments, folder, environment and streams. What a program finds, prints and returns is what `tests.processes` gives;
a test of what comes before torch (`sitecustomize`, Python's own options, what is in memory) needs a whole process, and takes
that module's functions.
"""

import array
import atexit
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import processes

# The variables that Python, torch and the libraries below them read when they are loaded.
READ_AT_START = ("PYTHON", "OMP_", "MKL_", "OPENBLAS_", "KMP_", "LD_", "MALLOC_", "GLIBC_", "TORCH", "CUDA_")


def _read_at_start(environment):
    return frozenset((name, value) for name, value in environment.items() if name.startswith(READ_AT_START) and name != "PYTHONPATH")


class _Waiting:
    """The process that has loaded torch; it is started for the first program and ends with the tests."""

    def __init__(self, environment):
        self._socket, theirs = socket.socketpair()
        with theirs:
            program = [sys.executable, Path(__file__).with_name("waiting.py"), str(theirs.fileno())]
            self._process = subprocess.Popen(program, env=environment, pass_fds=[theirs.fileno()])
        atexit.register(self._stop)

    def _stop(self):
        self._socket.close()
        self._process.wait()

    def begin(self, arguments, cwd, environment, files):
        asked = json.dumps([arguments, os.fspath(cwd), environment]).encode()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))]
        self._socket.sendmsg([len(asked).to_bytes(8, "little")], rights)
        self._socket.sendall(asked)


@functools.cache
def _waiting(read_at_start):
    """The process that has loaded torch with these variables."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(READ_AT_START)}
    return _Waiting({**others, **dict(read_at_start)})


class Running:
    """A program that runs: what the tests use of a `subprocess.Popen`."""

    def __init__(self, arguments, cwd, path, env, stdin, stdout, stderr):
        self.args = [*map(str, arguments)]
        environment = processes.environment(path, env)
        whole = "this needs a process of its own, of `tests.processes`"
        assert self.args[0] in ("-c", "-m") or not self.args[0].startswith("-"), f"an option of Python itself: {whole}"
        assert not any((Path(folder) / "sitecustomize.py").exists() for folder in path), f"what Python starts with: {whole}"
        self._socket, theirs = socket.socketpair()
        with theirs:
            _waiting(_read_at_start(environment)).begin(
                self.args, cwd, environment, [*(f.fileno() for f in (stdin, stdout, stderr)), theirs.fileno()]
            )
        self._said = self._socket.makefile("rb")
        self.pid = int(self._said.readline())
        self.returncode = None

    def wait(self, timeout=None):
        if self.returncode is None:
            self._socket.settimeout(timeout)
            try:
                self.returncode = int(self._said.readline())
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout) from None
            self._said.close()
            self._socket.close()
        return self.returncode

    def send_signal(self, number):
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)


def python(*arguments, cwd, path=(), env=None, input=None):
    """As `tests.processes.python`, for code (`-c`), a module (`-m`) or a file."""
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        given.write(input or "")
        given.seek(0)
        running = Running(arguments, cwd, path, env, given, out, err)
        try:
            running.wait(timeout=600)
        except BaseException:
            running.kill()
            raise
        for stream in (out, err):
            stream.seek(0)
        return subprocess.CompletedProcess([sys.executable, *running.args], running.returncode, out.read(), err.read())


def begun(*arguments, cwd, path=(), env=None):
    """A program that is not waited for: a `Running` with its `stdout`, to read; errors go where those of the tests go."""
    output, theirs = os.pipe()
    with open(theirs, "wb") as out, open(os.devnull) as given:
        running = Running(arguments, cwd, path, env, given, out, sys.__stderr__)
    running.stdout = open(output)
    return running


def tfshim(*arguments, cwd, **kwargs):
    """As `tests.processes.tfshim`."""
    return python("-m", "tfshim", *arguments, cwd=cwd, **kwargs)
