"""Files that are read as a whole: those of the disk, and those that tell no size or grow meanwhile."""

import os
import threading

import pytest

import tfshim as tf
from tfshim.io._filesystems import _whole


@pytest.mark.parametrize("size", [0, 1, 70_000])
def test_files(tmp_path, size):
    path = tmp_path / "file"
    path.write_bytes(os.urandom(size))
    assert tf.io.read_file(str(path)).numpy() == path.read_bytes()


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="there is no /proc")
def test_files_without_a_size():
    assert tf.io.read_file("/proc/self/status").numpy().startswith(b"Name:")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_pipes(tmp_path):
    path, data = str(tmp_path / "pipe"), os.urandom(300_000)
    os.mkfifo(path)

    def write():
        with open(path, "wb") as file:
            file.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    assert _whole(path) == data
    writer.join()


def test_no_files(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="No such file or directory"):
        tf.io.read_file(str(tmp_path / "none"))
    with pytest.raises(tf.errors.FailedPreconditionError, match="Is a directory"):
        tf.io.read_file(str(tmp_path))
