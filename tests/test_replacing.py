"""Saves that are killed: the earlier files stay whole, and the next save clears what the killed one left."""

import functools
import hashlib
import itertools
import json
import os
import re
import resource
import signal
from pathlib import Path

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.cli.notebook import _write  # noqa: E402
from tfshim.compat.v1.train import kept_checkpoints  # noqa: E402
from tfshim.data import saving  # noqa: E402
from tfshim.files import replacing as _replacing  # noqa: E402
from tfshim.files.replacing import Replacement, write_beside  # noqa: E402
from tfshim.train import _files  # noqa: E402

COUNT = 30_000  # numbers to a file: more than a killed process gets to write


def killed(function, *arguments):
    """Run a function in a copy of this process, which a signal has to end."""
    child = os.fork()
    if child == 0:
        try:
            os.closerange(0, 3)
            function(*arguments)
        finally:
            os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1]), "the save was not killed"


def within_the_data(write, *arguments):
    """Be killed by the system at the first file that grows beyond a few bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
    write(*arguments)


def before_renaming(write, *arguments):
    """Be killed when all is written, and nothing in place yet."""
    _replacing._to_disk = lambda path: os.kill(os.getpid(), signal.SIGKILL)
    write(*arguments)


def parts(folder):
    return [p for p in Path(folder).rglob("*") if _replacing._MARK in p.name or "lockfile" in p.name]


def names(folder):
    """What is in a folder, random numbers left out."""
    return sorted(re.sub(r"\d{12,}", "N", p.relative_to(folder).as_posix()) for p in Path(folder).rglob("*"))


# ---------------------------------------------------------------------- writers: write(folder, number), read(folder) -> number
def numbers(value):
    return np.full(COUNT, value, "float32")


def network(value):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(COUNT // 3, use_bias=False)])
    model.set_weights([numbers(value).reshape(3, -1)])
    return model


def only(array):
    found = set(np.asarray(array).reshape(-1).tolist())
    assert len(found) == 1
    return found.pop()


def write_checkpoint(folder, value):
    tf.train.Checkpoint(v=tf.Variable(numbers(value))).write(str(folder / "c"))


def write_tensorflow_checkpoint(folder, value):
    options = tf.train.CheckpointOptions(file_format="tensorflow")
    tf.train.Checkpoint(v=tf.Variable(numbers(value))).write(str(folder / "c"), options)


def read_checkpoint(folder):
    v = tf.Variable(numbers(0))
    tf.train.Checkpoint(v=v).read(str(folder / "c")).assert_consumed()
    return only(v)


def write_saver(folder, value, version=2):
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        v = tf.compat.v1.get_variable("v", initializer=numbers(value))
        session.run(v.initializer)
        tf.compat.v1.train.Saver(write_version=version).save(session, str(folder / "c"))


def read_saver(folder):
    return only(tf.train.load_variable(str(folder / "c"), "v"))


def as_model(name):
    return lambda folder, value: network(value).save(str(folder / name)), lambda folder: only(
        tf.keras.models.load_model(str(folder / name)).get_weights()[0]
    )


def as_weights(name):
    def read(folder):
        model = network(0)
        model.load_weights(str(folder / name))
        return only(model.get_weights()[0])

    return lambda folder, value: network(value).save_weights(str(folder / name)), read


def write_saved_model(folder, value):
    module = tf.Module()
    module.v = tf.Variable(numbers(value))
    tf.saved_model.save(module, str(folder / "m"))


def dataset(value):
    return tf.data.Dataset.from_tensors(numbers(value))


def elements(made):
    return only(np.stack([x.numpy() for x in made]))


def snapshot_twice(folder, value):
    """Writes a snapshot, or with one there reads it: the value stays the first that was completed."""
    list(tf.data.Dataset.from_tensors(numbers(1)).snapshot(str(folder / "s")))


def cache(folder, value):
    list(dataset(1).cache(str(folder / "c")))


def picture(folder, value):
    noise = np.random.default_rng(int(value)).integers(0, 255, (100, 100, 3)).astype("uint8")
    noise[0, 0] = value
    tf.keras.utils.save_img(str(folder / "p.png"), noise, scale=False)


def fetch(folder, value):
    for i in (1.0, 2.0, 3.0):
        source = folder.parent / f"source{i}"
        if not source.exists():
            source.write_bytes(numbers(i).tobytes())
    source = folder.parent / f"source{value}"
    (folder / "datasets").mkdir(exist_ok=True)
    tf.keras.utils.get_file("f", f"file://{source}", cache_dir=str(folder), file_hash=_sha256(source))


def _sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def notebook(folder, value):
    _write(str(folder / "n.ipynb"), {"value": value, "cells": ["x" * 100] * 1000})


WRITERS = {
    "Checkpoint": (write_checkpoint, read_checkpoint),
    "Checkpoint for TensorFlow": (write_tensorflow_checkpoint, read_checkpoint),
    "Saver": (write_saver, read_saver),
    "Saver of the first format": (functools.partial(write_saver, version=1), read_saver),
    "Keras archive": as_model("m.keras"),
    "HDF5 model": pytest.param(*as_model("m.h5"), marks=pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")),
    "Keras directory": as_model("m"),
    "weights": as_weights("w"),
    ".weights.h5": as_weights("m.weights.h5"),
    "HDF5 weights": as_weights("w.h5"),
    "SavedModel": (write_saved_model, lambda folder: only(tf.saved_model.load(str(folder / "m")).v)),
    "Dataset.save": (
        lambda folder, value: dataset(value).save(str(folder / "d")),
        lambda folder: elements(tf.data.Dataset.load(str(folder / "d"))),
    ),
    "write_file": (
        lambda folder, value: tf.io.write_file(str(folder / "f"), numbers(value).tobytes()),
        lambda folder: only(np.frombuffer(tf.io.read_file(str(folder / "f")).numpy(), "float32")),
    ),
    "save_img": (picture, lambda folder: float(np.asarray(tf.keras.utils.load_img(str(folder / "p.png")))[0, 0, 0])),
    "get_file": (fetch, lambda folder: only(np.frombuffer((folder / "datasets" / "f").read_bytes(), "float32"))),
    "notebook": (notebook, lambda folder: json.loads((folder / "n.ipynb").read_text())["value"]),
}


@pytest.mark.parametrize("when", [within_the_data, before_renaming])
@pytest.mark.parametrize("write, read", WRITERS.values(), ids=WRITERS)
def test_the_next_save_clears_what_a_killed_one_left(tmp_path, write, read, when):
    folder = tmp_path / "f"
    folder.mkdir()
    write(folder, 1.0)
    whole = names(folder)
    (folder / ".mine.tfshim-part-notes").write_text("of the user")
    killed(when, write, folder, 2.0)
    assert [p for p in parts(folder) if "mine" not in p.name], "the killed save has left nothing: this test shows nothing"
    assert read(folder) == 1.0
    _replacing._swept.clear()  # after a look that took long, as on a busy machine, the next one may be left out
    write(folder, 3.0)
    assert read(folder) == 3.0
    assert names(folder) == sorted([*whole, ".mine.tfshim-part-notes"])


def at_the_change(number, write, *arguments):
    """Be killed before the change of that number to names of files."""
    left = iter(range(number))

    def counted(change):
        def changed(*args, **kwargs):
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            return change(*args, **kwargs)

        return changed

    for name in ("replace", "rename", "link", "unlink"):
        setattr(os, name, counted(getattr(os, name)))
    write(*arguments)


def read_any(folder):
    """The value of the one variable that is no scalar."""
    (key,) = [key for key, shape in tf.train.list_variables(str(folder / "c")) if shape]
    return only(tf.train.load_variable(str(folder / "c"), key))


CHECKPOINTS = [write_checkpoint, write_tensorflow_checkpoint, functools.partial(write_saver, version=1)]


@pytest.mark.parametrize("before, after", list(itertools.product(CHECKPOINTS, repeat=2)))
def test_a_checkpoint_is_whole_at_every_moment_of_the_next(tmp_path, before, after):
    found = set()
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        before(folder, 1.0)
        try:
            killed(at_the_change, number, after, folder, 2.0)
        except AssertionError:  # there are no more
            break
        found.add(read_any(folder))
        after(folder, 3.0)
        assert read_any(folder) == 3.0
        assert not parts(folder)
    assert 1.0 in found and found <= {1.0, 2.0}


@pytest.mark.parametrize("when", [within_the_data, before_renaming])
@pytest.mark.parametrize("write", [snapshot_twice, cache])
def test_what_is_written_once_is_written_after_a_kill(tmp_path, write, when):
    killed(when, write, tmp_path, 1.0)
    assert parts(tmp_path)
    write(tmp_path, 1.0)
    assert not parts(tmp_path)
    assert names(tmp_path)
    assert elements(dataset(2.0).cache(str(tmp_path / "c"))) == (1.0 if write is cache else 2.0)


@pytest.mark.parametrize(
    "write, is_model",
    [
        (write_saved_model, lambda folder: tf.saved_model.contains_saved_model(str(folder / "m"))),
        (as_model("m")[0], lambda folder: (folder / "m").exists()),
    ],
)
def test_half_a_directory_is_no_model(tmp_path, write, is_model):
    for when in (within_the_data, before_renaming):
        killed(when, write, tmp_path, 1.0)
        assert not is_model(tmp_path)
    write(tmp_path, 1.0)
    assert is_model(tmp_path)
    assert not parts(tmp_path)


def test_files_of_the_user_in_the_directory_of_a_model_stay(tmp_path):
    for save in (write_saved_model, as_model("m")[0]):
        save(tmp_path, 1.0)
        (tmp_path / "m" / "notes").mkdir(exist_ok=True)
        (tmp_path / "m" / "notes" / "a.txt").write_text("mine")
        save(tmp_path, 2.0)
        assert (tmp_path / "m" / "notes" / "a.txt").read_text() == "mine"
        __import__("shutil").rmtree(tmp_path / "m")


def test_a_directory_that_has_to_stay_is_filled_anew(tmp_path, monkeypatch):
    write_saved_model(tmp_path, 1.0)
    monkeypatch.chdir(tmp_path / "m")
    before = os.stat(".").st_ino
    write_saved_model(tmp_path, 2.0)
    assert os.stat(tmp_path / "m").st_ino == before
    assert only(tf.saved_model.load(".").v) == 2.0
    assert not parts(tmp_path)


def test_without_an_exchange_the_old_directory_comes_back(tmp_path, monkeypatch):
    write_saved_model(tmp_path, 1.0)
    monkeypatch.setattr(_replacing, "_exchanged", lambda a, b: False)

    def save_half():
        rename, seen = os.rename, []

        def rename_once(a, b):
            if seen:
                os.kill(os.getpid(), signal.SIGKILL)
            seen.append(a)
            rename(a, b)

        os.rename = rename_once
        write_saved_model(tmp_path, 2.0)

    killed(save_half)
    assert not (tmp_path / "m").exists()
    write_beside(tmp_path / "anything", b"")
    assert only(tf.saved_model.load(str(tmp_path / "m")).v) == 1.0
    write_saved_model(tmp_path, 3.0)
    assert only(tf.saved_model.load(str(tmp_path / "m")).v) == 3.0
    assert not parts(tmp_path)


# ---------------------------------------------------------------------- saves that are still running
def test_what_is_being_written_stays(tmp_path):
    ready, go = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with Replacement(tmp_path / "a") as name:
                Path(name).write_text("from the other process")
                os.write(ready[1], b"x")
                os.read(go[0], 1)
        finally:
            os._exit(0)
    os.read(ready[0], 1)
    mine = Replacement(tmp_path / "b")  # as another thread would have it
    folder = Replacement(tmp_path / "c", folder=True)
    Path(mine.name).write_text("from here")
    write_beside(tmp_path / "a", b"first")
    write_beside(tmp_path / "d", b"")
    assert len(parts(tmp_path)) == 3
    os.write(go[1], b"x")
    os.waitpid(child, 0)
    mine.commit()
    folder.commit()
    assert (tmp_path / "a").read_text() == "from the other process"
    assert (tmp_path / "b").read_text() == "from here"
    assert (tmp_path / "c").is_dir()
    assert not parts(tmp_path)


def test_a_run_that_was_half_removed_goes(tmp_path):
    def save_once_more():
        remove_runs, remove = saving._remove_other_runs, os.rmdir

        def until_only_the_folder_is_left(at, **kwargs):
            remove(at, **kwargs) if str(at).endswith(".shard") else os.kill(os.getpid(), signal.SIGKILL)

        def killed_while_removing(*arguments):
            os.rmdir = until_only_the_folder_is_left
            remove_runs(*arguments)

        saving._remove_other_runs = killed_while_removing
        dataset(2.0).save(str(tmp_path / "d"))

    dataset(1.0).save(str(tmp_path / "d"))
    before = len(list((tmp_path / "d").rglob("*")))
    killed(save_once_more)
    assert elements(tf.data.Dataset.load(str(tmp_path / "d"))) == 2.0
    dataset(3.0).save(str(tmp_path / "d"))
    assert elements(tf.data.Dataset.load(str(tmp_path / "d"))) == 3.0
    assert len(list((tmp_path / "d").rglob("*"))) == before


def test_a_running_cache_is_not_taken_over(tmp_path):
    running = iter(dataset(1.0).repeat(2).cache(str(tmp_path / "c")))
    next(running)
    with pytest.raises(tf.errors.AlreadyExistsError, match="concurrent caching iterator"):
        next(iter(dataset(1.0).repeat(2).cache(str(tmp_path / "c"))))
    del running
    assert elements(dataset(1.0).cache(str(tmp_path / "c"))) == 1.0
    (tmp_path / "other_0.lockfile").write_text("Created at: 1700000000")  # not one of ours: TensorFlow may be at it
    with pytest.raises(tf.errors.AlreadyExistsError, match="1700000000"):
        next(iter(dataset(1.0).cache(str(tmp_path / "other"))))


# ---------------------------------------------------------------------- folders of checkpoints
def _manager(folder, v):
    return tf.train.CheckpointManager(tf.train.Checkpoint(v=v), str(folder), max_to_keep=2)


def test_a_manager_goes_on_after_a_kill_while_it_deletes(tmp_path):
    v = tf.Variable(0.0)
    manager = _manager(tmp_path, v)
    for i in range(2):
        v.assign(i)
        manager.save()

    def save_once_more():
        _files.remove = lambda prefix: os.kill(os.getpid(), signal.SIGKILL)
        v.assign(2.0)
        manager.save()

    killed(save_once_more)
    v.assign(-1.0)
    again = _manager(tmp_path, v)
    again.restore_or_initialize()
    assert v.numpy() == 2.0
    again.save()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["checkpoint", "ckpt-3.safetensors", "ckpt-4.safetensors"]
    assert [os.path.basename(p) for p in _manager(tmp_path, v).checkpoints] == ["ckpt-3", "ckpt-4"]


def test_a_manager_goes_on_after_a_kill_within_the_data(tmp_path):
    v = tf.Variable(numbers(1.0))
    _manager(tmp_path, v).save()
    killed(within_the_data, lambda: _manager(tmp_path, v).save())
    again = _manager(tmp_path, v)
    again.restore_or_initialize()
    for _ in range(3):
        again.save()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["checkpoint", "ckpt-3.safetensors", "ckpt-4.safetensors"]


def test_a_saver_names_the_new_checkpoint_before_it_deletes_the_old(tmp_path):
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        v = tf.compat.v1.get_variable("v", initializer=1.0)
        session.run(v.initializer)
        saver = tf.compat.v1.train.Saver(max_to_keep=1)
        saver.save(session, str(tmp_path / "c"), 1)

        def save_once_more():
            kept_checkpoints.remove_checkpoint = lambda prefix: os.kill(os.getpid(), signal.SIGKILL)
            saver.save(session, str(tmp_path / "c"), 2)

        killed(save_once_more)
        assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "c-2")
        again = tf.compat.v1.train.Saver(max_to_keep=1)
        again.recover_last_checkpoints(tf.train.get_checkpoint_state(str(tmp_path)).all_model_checkpoint_paths)
        again.save(session, str(tmp_path / "c"), 3)
    assert sorted(p.name for p in tmp_path.glob("*.safetensors")) == ["c-3.safetensors"]


# ---------------------------------------------------------------------- the mechanism itself
def test_names_links_and_modes(tmp_path):
    long = tmp_path / ("x" * 250)
    write_beside(long, b"long")
    assert long.read_bytes() == b"long"
    (tmp_path / "real").write_bytes(b"old")
    os.chmod(tmp_path / "real", 0o600)
    (tmp_path / "link").symlink_to("real")
    write_beside(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o600
    write_beside(tmp_path / "fresh", b"")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "fresh").stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert not parts(tmp_path)


def test_a_failure_leaves_nothing(tmp_path):
    with pytest.raises(KeyError), Replacement(tmp_path / "a") as name:
        Path(name).write_text("half")
        raise KeyError
    with pytest.raises(KeyError), Replacement(tmp_path / "b", folder=True) as name:
        Path(name, "x").write_text("half")
        raise KeyError
    assert not list(tmp_path.iterdir())


def test_a_copy_of_the_process_removes_nothing(tmp_path):
    made = Replacement(tmp_path / "a")
    child = os.fork()
    if child == 0:
        made.discard()
        os._exit(0)
    os.waitpid(child, 0)
    assert parts(tmp_path)
    made.discard()
    assert not parts(tmp_path)


@pytest.mark.skipif(_replacing.fcntl is None, reason="no such locks")
def test_a_new_file_can_be_locked_by_readers_at_once(tmp_path, monkeypatch):
    """HDF5 locks what it reads, which failed where it came between the renaming and the end of the writer's own lock."""
    target, rename = tmp_path / "f", os.replace

    def renamed_and_read(source, place):
        rename(source, place)
        with open(place, "rb") as file:
            _replacing.fcntl.flock(file, _replacing.fcntl.LOCK_SH | _replacing.fcntl.LOCK_NB)

    monkeypatch.setattr(os, "replace", renamed_and_read)
    with Replacement(target) as part:
        with _replacing.abandoned(part) as left:
            assert not left
        with open(part, "w") as file:
            file.write("new")
    assert target.read_text() == "new" and os.listdir(tmp_path) == ["f"]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder where not even root makes files")
@pytest.mark.parametrize("folder", [False, True])
def test_a_place_that_takes_nothing_is_named_as_the_caller_named_it(folder):
    with pytest.raises(OSError, match=r"^\[Errno \d+\] [\w ]+: '/proc/self/made\.keras'$"):
        Replacement("/proc/self/made.keras", folder)


def test_folder_replaced_where_the_one_worked_in_is_gone(tmp_path, monkeypatch):
    gone, target = tmp_path / "gone", tmp_path / "target"
    gone.mkdir()
    target.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with Replacement(str(target), folder=True) as part:
        with open(os.path.join(part, "new"), "w") as file:
            file.write("new")
    assert (target / "new").read_text() == "new"
