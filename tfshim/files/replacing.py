"""Files and folders that are written beside their place and put there once they are complete.

What is being written has a name of its own beside the target, and is locked as long as its writer lives: the system drops the lock with
the process. So whoever writes into the same folder next can recognize what a killed process left behind, and removes it; what another
process or thread is still writing, and files of other names, stay.
"""

import contextlib
import ctypes
import errno
import hashlib
import os
import re
import shutil
import time
import uuid

from tfshim.files.places import on_disk

try:
    import fcntl
except ImportError:  # no such locks on this system: age decides
    fcntl = None

_MARK = ".tfshim-part"
_PART = re.compile(r"\..+\.[0-9a-f]{12}" + re.escape(_MARK) + r"(\.\w+)?", re.DOTALL)
_OLD = "old"  # in the folder of a part: what stood in the target's place, while the two are exchanged
_TARGET = "target"  # in the same folder: the name of what it belongs to
_ABANDONED_AFTER = 24 * 3600
_LONGEST = 150
_swept = {}  # folder -> (when it was looked through, how long that took)


def _part_of(path):
    """A name beside `path` for what is to take its place: marked as such, with the same ending, since some writers go by that."""
    parent, name = os.path.split(path)
    stem, ending = os.path.splitext(name)
    if not re.fullmatch(r"\.\w{1,20}", ending):
        stem, ending = name, ""
    if len(os.fsencode(stem)) > _LONGEST:
        stem = hashlib.sha256(os.fsencode(stem)).hexdigest()
    return os.path.join(parent, f".{stem}.{uuid.uuid4().hex[:12]}{_MARK}{ending}")


def needs_folder(path, said=None):
    """Raise what opening the file `path` does where its folder is not there, which `Replacement` makes: for what shall not make it.

    `said`: the text of the error with "{}" for the path; by default the system's.
    """
    if os.path.isdir(os.path.dirname(on_disk(path)) or os.curdir):
        return
    raise FileNotFoundError(errno.ENOENT, said.format(path)) if said else FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


class Replacement:
    """A temporary place for the file, or with `folder` the folder, that is to be written at `path`.

    Write to `name`, which is there already; `commit` puts it into place, `discard` drops it. In a `with` statement the one is done at
    its end and the other where an exception leaves it. A folder that is at `path` already is replaced as a whole, but with `own`, a set of
    names, what is in it under other names is taken over. Raises OSError.
    """

    def __init__(self, path, folder=False, own=None):
        self.target = os.path.realpath(on_disk(path))
        if os.path.islink(self.target):  # one of a circle of links: there is no place to write to
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), self.target)
        self._own, self._is_folder, self._at, self._lock, self._process = own, folder, None, None, os.getpid()
        self._inside = folder and _in_place_only(self.target)
        beside = os.path.join(self.target, os.path.basename(self.target) or "root") if self._inside else self.target
        os.makedirs(os.path.dirname(beside), exist_ok=True)
        sweep(os.path.dirname(beside))
        while self._at is None:
            at = _part_of(beside)
            try:
                if folder:
                    os.mkdir(at)
                else:
                    self._lock = os.open(at, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
            except OSError as e:
                e.filename = os.fspath(path)  # what the caller knows
                raise
            if folder:
                self._lock = _locked(at, wait=True)
            else:
                # Shared, which keeps others from taking it for abandoned, but not from reading it as soon as it is in its place.
                keep_locked(self._lock, wait=True, shared=True)
            if os.path.exists(at):  # else another took it for abandoned before it was locked
                self._at = at
            elif self._lock is not None:
                os.close(self._lock)
        self.name = os.path.join(at, "new") if folder else at
        if folder:
            os.mkdir(self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.commit()
        finally:
            self.discard()

    def commit(self):
        """Put what was written into its place. It is on the disk before: a loss of power leaves the old or the new, never half."""
        if self._is_folder:
            for below, _, names in os.walk(self.name):
                for name in names:
                    _to_disk(os.path.join(below, name))
            if self._inside:
                _put_one_by_one(self.name, self.target)
            else:
                _put_folder(self)
        else:
            if os.path.exists(self.target):
                shutil.copymode(self.target, self.name)
            _to_disk(self.name)
            os.replace(self.name, self.target)
            self._at = None
        self.discard()

    def discard(self):
        """Remove what was written, unless it is in its place. A second call does nothing."""
        at, self._at = self._at, None
        if at is not None and self._process == os.getpid():  # in a forked process it belongs to the parent
            _removed(at)
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)

    close = discard

    def __del__(self):
        if getattr(self, "_at", None) is not None:
            self.discard()


def _removed(path):
    if os.path.isdir(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            os.unlink(path)


def remove_folder(path):
    """Remove a folder of ours. What a kill on the way leaves of it goes when something is written beside it next."""
    part = _part_of(path)
    try:
        os.rename(path, part)
    except OSError:  # gone, or not to be moved
        part = path
    _removed(part)


def write_beside(path, data):
    """Write the bytes `data` to `path` by way of a file beside it, so that `path` is never half-written."""
    with Replacement(path) as name, open(name, "wb") as file:
        file.write(data)


def _to_disk(path):
    handle = os.open(path, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # some file systems know no such thing
            os.fsync(handle)
    finally:
        os.close(handle)


# ---------------------------------------------------------------------- locks
def _locked(path, wait=False):
    """A handle that holds the lock of `path`; None where another has it, where it is gone, or where there are no locks."""
    if fcntl is None:
        return None
    handle = None
    try:
        handle = os.open(path, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        if os.path.samestat(os.fstat(handle), os.stat(path)):
            return handle
    except OSError:  # held, removed, or a file system without locks, where nothing is ever taken for abandoned
        pass
    if handle is not None:
        os.close(handle)
    return None


@contextlib.contextmanager
def abandoned(path):
    """Gives whether `path`, which its writer keeps locked, has been left by a killed process.

    While the block runs nobody else gets the same answer.
    """
    handle = _locked(path)
    try:
        yield handle is not None
    finally:
        if handle is not None:
            os.close(handle)


def keep_locked(handle, wait=False, shared=False):
    """Lock the open file `handle` until it is closed, so that `abandoned` can see whether its writer lives."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))


# ---------------------------------------------------------------------- what killed processes left
def sweep(folder):
    """Remove from `folder` what writers that were killed left there; what they had moved aside goes back to its place."""
    now = time.monotonic()
    when, took = _swept.get(folder, (0.0, 0.0))
    if now - when < 50 * took:  # in a folder of very many files looking through it at each write would cost more than writing
        return
    try:
        with os.scandir(folder) as found:
            parts = [entry.path for entry in found if _MARK in entry.name and _PART.fullmatch(entry.name)]
    except OSError:
        return
    for part in parts:
        _clear(part)
    done = time.monotonic()
    if len(_swept) > 1000:
        _swept.clear()
    _swept[folder] = done, done - now


def being_written(folder):
    """Whether another writer is at work on something in `folder`."""
    sweep(folder)
    with os.scandir(folder) as found:
        return any(_PART.fullmatch(entry.name) for entry in found)


def _clear(part):
    if fcntl is None:
        with contextlib.suppress(OSError):
            if time.time() - os.stat(part).st_mtime > _ABANDONED_AFTER:
                _drop(part)
        return
    with abandoned(part) as left:
        if left:
            _drop(part)


def _drop(part):
    aside = os.path.join(part, _OLD)
    if os.path.isdir(aside):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            with open(os.path.join(part, _TARGET), encoding="utf-8", errors="surrogateescape") as file:
                target = os.path.join(os.path.dirname(part), os.path.basename(file.read()))
            if not os.path.exists(target):
                os.rename(aside, target)
    _removed(part)


# ---------------------------------------------------------------------- folders
def _in_place_only(folder):
    """Whether only the content of `folder` can be replaced, not itself: it is mounted, worked in, or its parent is read-only."""
    if not os.path.isdir(folder):
        return False
    try:
        here = os.path.realpath(os.curdir)
    except FileNotFoundError:
        here = None  # the folder that is worked in was removed
    inside = here is not None and os.path.commonpath([here, folder]) == folder
    return os.path.ismount(folder) or inside or not os.access(os.path.dirname(folder), os.W_OK)


def _put_folder(made):
    new, target = made.name, made.target
    if not os.path.isdir(target):
        os.rename(new, target)
        return
    shutil.copymode(target, new)
    for name in os.listdir(target) if made._own is not None else ():
        if name not in made._own and not _PART.fullmatch(name) and not os.path.lexists(os.path.join(new, name)):
            _taken_over(os.path.join(target, name), os.path.join(new, name))
    if _exchanged(new, target):
        return
    # Two renames, with no folder at `target` in between: after a kill there, `_drop` finds by the note where the old one belongs.
    aside, note = os.path.join(os.path.dirname(new), _OLD), os.path.join(os.path.dirname(new), _TARGET)
    with open(note, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(os.path.basename(target))
    os.rename(target, aside)
    try:
        os.rename(new, target)
    except OSError:
        os.rename(aside, target)
        raise


def _taken_over(source, target):
    """Let `target` be what `source` is, without a copy of the bytes where the file system can."""

    def same(a, b):
        try:
            os.link(a, b, follow_symlinks=False)
        except OSError:
            shutil.copy2(a, b, follow_symlinks=False)

    if os.path.isdir(source) and not os.path.islink(source):
        shutil.copytree(source, target, symlinks=True, copy_function=same)
    else:
        same(source, target)


def _put_one_by_one(new, target):
    # Not atomic: a kill in between leaves some files old and some new, which the checksums of the formats detect.
    for below, _, names in os.walk(new, topdown=False):  # what is in folders first, what describes the whole last
        place = os.path.normpath(os.path.join(target, os.path.relpath(below, new)))
        os.makedirs(place, exist_ok=True)
        for name in sorted(names):
            os.replace(os.path.join(below, name), os.path.join(place, name))


_EXCHANGE, _HERE = 2, -100  # RENAME_EXCHANGE and AT_FDCWD of Linux


def _exchanged(a, b):
    """Exchange two folders atomically; whether the system could."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return rename(_HERE, os.fsencode(a), _HERE, os.fsencode(b), _EXCHANGE) == 0
