"""What is done when a process ends that has used tfshim: files are complete, what waits for its end gets there, and it is quick."""

import signal

import pytest

import tfshim as tf
from tests.processes import begun, python, tfshim

FILES = """
import sys
import tensorflow as tf

tf.ones([2]) + 1
class Keeper:
    def __init__(self, file):
        self.itself, self.file = self, file
    def put(self, x):
        self.file.write(x)
kept = [Keeper(open("text", "w")), Keeper(open("bytes", "wb")), Keeper(open("both", "w+b"))]
for keeper, x in zip(kept, ("text", b"bytes", b"both")):
    keeper.put(x)
Keeper(open("lost", "w")).put("a cycle that nobody holds")
"""


def test_files_in_cycles_are_complete(tmp_path):
    (tmp_path / "program.py").write_text(FILES)
    done = tfshim("program.py", cwd=tmp_path)
    assert not done.returncode and not done.stderr, done.stderr
    found = {name: (tmp_path / name).read_text() for name in ("text", "bytes", "both", "lost")}
    assert found == {"text": "text", "bytes": "bytes", "both": "both", "lost": "a cycle that nobody holds"}


ENDS = {
    "finalizer": """
class Last:
    def __init__(self):
        self.itself = self
    def __del__(self):
        print("the end")
last = Last()
""",
    "generator": """
def numbers():
    try:
        yield 1
    finally:
        print("the end")
last = [numbers()]
last.append(last)
next(last[0])
""",
    "no cycle": """
class Last:
    def __del__(self):
        print("the end")
last = Last()
""",
    "handler": """
import atexit
atexit.register(print, "the end")
""",
    "records": """
writer = tf.io.TFRecordWriter("records", "GZIP")
writer.itself = writer
writer.write(b"one")
print("the end")
""",
    "summaries": """
with tf.summary.create_file_writer("logs").as_default():
    tf.summary.scalar("x", 1.0, 0)
print("the end")
""",
}


@pytest.mark.parametrize("name", ENDS)
def test_what_waits_for_its_end_gets_there(name, tmp_path):
    (tmp_path / "program.py").write_text(f"import tensorflow as tf\ntf.ones([2]) + 1\n{ENDS[name]}")
    done = tfshim("program.py", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "the end\n", "")
    if name == "records":
        assert [r.numpy() for r in tf.data.TFRecordDataset(str(tmp_path / "records"), "GZIP")] == [b"one"]


def test_garbage_is_not_searched_for_at_the_end(tmp_path):
    """A handler that was there before tfshim is called after tfshim's, and finds nothing left to be searched."""
    (tmp_path / "program.py").write_text(
        "import atexit, gc\n"
        "atexit.register(lambda: print(gc.get_freeze_count() > 100_000, len(gc.get_objects()) < 1000))\n"
        "import tfshim as tf\n"
        "tf.keras.Sequential([tf.keras.layers.Dense(1)])(tf.ones([1, 2]))\n"
    )
    done = python("program.py", cwd=tmp_path)
    assert done.stdout.split() == ["True", "True"], done.stderr


def test_ctrl_c_ends_a_program_as_python_does(tmp_path):
    # What runs in the background inherits from its shell that interruptions are ignored.
    source = (
        "import signal, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nimport tensorflow as tf\n"
        "class Last:\n    def __del__(self):\n        print('the end')\nlast = Last()\nprint('begun', flush=True)\n"
        "for _ in range(600):\n    time.sleep(0.1)\n"
    )
    (tmp_path / "program.py").write_text(source)
    process = begun("-m", "tfshim", "program.py", cwd=tmp_path)
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    # By the signal, which a shell looks at: it goes on to its next command after a status of 130.
    assert process.returncode == -signal.SIGINT and out == "the end\n"
    assert err.startswith("Traceback") and err.count("Traceback") == 1 and err.endswith("KeyboardInterrupt\n")
