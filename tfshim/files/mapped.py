"""Files that are looked through without being read into memory, and files that are written while their checksums are computed."""

import concurrent.futures
import mmap
import os

import numpy as np


class MappedFile:
    """The bytes of the file `path`, which stays open: what is put in its place later does not show. Raises OSError."""

    def __init__(self, path):
        self.path = path
        self._file = open(path, "rb", buffering=0)
        self.size = os.fstat(self._file.fileno()).st_size
        # An empty file cannot be mapped.
        self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) if self.size else b""
        self._bytes = np.frombuffer(self._map, np.uint8)

    def part(self, start, size):
        """The array of a part, as it is in the file. Raises ValueError where the file does not have so much."""
        if not 0 <= start <= start + size <= self.size:
            raise ValueError(f"{self.path} is cut off")
        return self._bytes[start : start + size]

    def pieces(self, start, size):
        """The arrays of pieces of a part, one after the other, none of which stays in memory. Raises ValueError as `part` does."""
        self.part(start, size)
        for at in range(start, start + size, _PIECE):
            self._check_length(start + size)
            yield self._bytes[at : min(at + _PIECE, start + size)]
            self._release(at, min(_PIECE, start + size - at))

    def _check_length(self, end):
        # The file may have been cut since, and a look at what is mapped but no longer there ends the process.
        if os.fstat(self._file.fileno()).st_size < end:
            raise ValueError(f"{self.path} is cut off")

    def _release(self, start, size):
        # The pages are read again if they are looked at. One that the next piece begins in goes with that.
        first, last = start // mmap.PAGESIZE * mmap.PAGESIZE, (start + size) // mmap.PAGESIZE * mmap.PAGESIZE
        if last > first and hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED, first, last - first)

    def read(self, start, size):
        """The same as an array of its own, which may be written."""
        self.part(start, size)
        read = np.empty(size, np.uint8)
        if size:
            self.read_into(read, start)
        return read

    def read_into(self, target, start):
        """Fill the array of bytes `target`. Raises ValueError as `part` does, also where the file was cut meanwhile."""
        read_all([(self, target, start)])

    def _copy(self, target, start):
        self._check_length(start + len(target))
        # Copied from there it takes two thirds of the time that the system takes to read it.
        target[:] = self.part(start, len(target))
        self._release(start, len(target))

    def __del__(self):
        if hasattr(self, "_file"):
            self._file.close()


_AT_ONCE = 1 << 20  # bytes, below which a task is not worth a thread's while
_READ_AT_ONCE = 8 << 20
_PIECE = 32 << 20  # few enough for what each costs by itself


def read_all(parts):
    """Fill arrays of bytes from files, side by side. `parts`: (file, array, where it starts in the file). Raises as `read_into` does."""
    pieces = [
        (file, target[at : at + _READ_AT_ONCE], start + at) for file, target, start in parts for at in range(0, len(target), _READ_AT_ONCE)
    ]
    in_threads(lambda piece: piece[0]._copy(*piece[1:]), [(piece, len(piece[1])) for piece in pieces])


def in_threads(function, tasks):
    """Call `function` for each of `tasks`, pairs of an argument and its bytes; large ones run side by side. What it raises is raised."""
    tasks = list(tasks)
    workers = min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    if workers < 2 or sum(size for _, size in tasks) < 4 * _AT_ONCE:
        for argument, _ in tasks:
            function(argument)
        return
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(function, argument) for argument, _ in tasks]:
            done.result()


class Appending:
    """Appends to the open, unbuffered binary file `file` from a thread, so that what comes next can be prepared meanwhile.

    Arrays that were given must not change until the `with` statement ends, which raises what went wrong.
    """

    def __init__(self, file):
        self._file, self._pool, self._waiting = file, None, []

    def __call__(self, raw):
        raw = memoryview(raw)
        if self._pool is None and len(raw) < _AT_ONCE:
            self._write(raw)
            return
        if self._pool is None:
            self._pool = concurrent.futures.ThreadPoolExecutor(1)
        self._waiting.append(self._pool.submit(self._write, raw))

    def _write(self, left):
        while len(left):  # a system may take less at a time than it is given
            left = left[self._file.write(left) :]

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                for done in self._waiting:
                    done.result()
        finally:
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)
