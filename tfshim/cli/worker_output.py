"""What the workers of `tfshim launch` print, line by line."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TextIO

from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs, LogsDest, Std

_BETWEEN = 0.1  # seconds between two looks at what was printed


class WorkerOutput(DefaultLogsSpecs):
    """Copies what each worker prints to standard output and standard error, after the worker's number.

    Only whole lines are copied: torchrun's own copies take a line in pieces where it is written in pieces, and lines of two workers
    run into one.
    """

    def __init__(self, folder: str) -> None:
        super().__init__(log_dir=folder, redirects=Std.ALL)
        self._ended, self._one_at_a_time = threading.Event(), threading.Lock()
        self._threads: list[threading.Thread] = []

    def reify(self, envs: dict[int, dict[str, str]]) -> LogsDest:
        """Where the workers with these environments write; what is written there is copied from now on."""
        places = super().reify(envs)
        for paths, to in ((places.stdouts, sys.stdout), (places.stderrs, sys.stderr)):
            for worker, path in paths.items():
                Path(path).touch()
                thread = threading.Thread(target=self._copy, args=(path, f"[worker {worker}]:", to), daemon=True)
                self._threads.append(thread)
                thread.start()
        return places

    def finish(self) -> None:
        """Copy what is left, once no worker runs."""
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _copy(self, path: str, head: str, to: TextIO) -> None:
        with open(path, encoding="utf-8", errors="replace") as file:
            line = ""
            while True:
                ended = self._ended.is_set()
                while more := file.readline():
                    line += more
                    if line.endswith("\n"):
                        self._write(head + line, to)
                        line = ""
                if ended:
                    break
                self._ended.wait(_BETWEEN)
            if line:
                self._write(f"{head}{line}\n", to)

    def _write(self, line: str, to: TextIO) -> None:
        with self._one_at_a_time:
            to.write(line)
            to.flush()
