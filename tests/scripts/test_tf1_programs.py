"""scripts/run_tf1_programs.py: how programs are shortened and figures compared, and programs of our own as it runs them."""

import dataclasses
import sys

import pytest

from tests.benchmark_modules import SCRIPTS

sys.path.insert(0, str(SCRIPTS))
try:
    from tf1_programs import figures, materials, running
    from tf1_programs.catalog import PROGRAMS, SOURCES
    from tf1_programs.program import Program
finally:
    sys.path.remove(str(SCRIPTS))


def test_what_is_printed_is_words_and_numbers():
    text = "Step 10: loss= 1.25e-3, acc 0.5\n\n  W1 is [[1. 2.]]\nnan and v2.1"
    assert figures.parsed(text) == [
        ["Step #: loss= #, acc #", [10.0, 1.25e-3, 0.5]],
        ["W1 is [[# #]]", [1.0, 2.0]],
        ["# and v2.1", [pytest.approx(float("nan"), nan_ok=True)]],
    ]


def test_numbers_agree_within_the_tolerance_and_words_wholly():
    wanted = figures.parsed("loss 2.0\ndone")
    assert figures.differences(figures.parsed("loss 2.001\ndone"), wanted, 1e-3) == []
    assert len(figures.differences(figures.parsed("loss 2.1\ndone"), wanted, 1e-3)) == 1
    assert len(figures.differences(figures.parsed("lost 2.0\ndone"), wanted, 1e-3)) == 1
    assert len(figures.differences(figures.parsed("loss 2.0"), wanted, 1e-3)) == 1
    assert figures.widest(figures.parsed("loss 2.1\ndone"), wanted) == pytest.approx(0.05)


def test_scripts_are_shortened_where_they_say_so(tmp_path):
    program = Program("p", "s", "p.py", settings={"steps": "2"}, replaced={"show()": "pass"})
    assert program.changed("steps = 100 # many\nshow()\nopen('/tmp/a')", tmp_path) == f"steps = 2\npass\nopen('{tmp_path}/a')"
    with pytest.raises(ValueError, match="sets no steps"):
        program.changed("show()", tmp_path)
    with pytest.raises(ValueError, match="has no 'show"):
        program.changed("steps = 3", tmp_path)


def test_every_program_is_recorded():
    assert set(running.recorded()) == set(PROGRAMS)
    assert {p.source for p in PROGRAMS.values()} == set(SOURCES)


_CLASSIFIER = """
from __future__ import print_function
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data
import matplotlib.pyplot as plt

mnist = input_data.read_data_sets("/tmp/data/", one_hot=True)
steps = 100
x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
h = tf.nn.relu(tf.add(tf.matmul(x, tf.Variable(tf.random_normal([784, 16], stddev=0.1))), tf.Variable(tf.zeros([16]))))
logits = tf.contrib.layers.flatten(tf.layers.dense(h, 10))
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=y))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(steps):
        images, labels = mnist.train.next_batch(64)
        _, found = session.run([train, loss], {x: images, y: labels})
        print("Step %i, loss %f" % (step, found))
    plt.imshow(session.run(h, {x: mnist.test.images[:4]}))
"""


_PRINTED = """
Step 0, loss 2.489146
Step 1, loss 2.076992
Step 2, loss 1.785726
picture 4 x 16, mean 0.33715
"""


def test_a_program_runs_whole_with_its_data(tmp_path):
    (tmp_path / "p.py").write_text(_CLASSIFIER)
    program = Program("p", "s", "p.py", settings={"steps": "3"}, materials=(materials.digits,))
    found = running.run(program, tmp_path, "tfshim", sys.executable)
    # What TensorFlow 2.15.1 gave: `running.run(program, folder, "tensorflow", PYTHON)`.
    assert figures.differences(found, figures.parsed(_PRINTED), 1e-3) == []


def test_what_a_program_prepares_reads_and_ends_with(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "p.py").write_text(
        "import os, sys, tensorflow as tf\n"
        "with tf.Session() as session:\n"
        "    v = tf.get_variable('v', [2]); tf.train.Saver().restore(session, './first'); print(session.run(v), sys.argv[1:])\n"
        "print(input(), 'took 3 s'); input()\n"
    )
    program = Program(
        "p", "s", "src/p.py", arguments=("--a=1",), typed="asked\n", ends="EOFError", unstable=(r"took \d s",),
        prepared="v = tf.get_variable('v', initializer=np.ones(2, np.float32))\nwith tf.Session() as s:\n    s.run(v.initializer)\n"
                 "    tf.train.Saver().save(s, './first')")  # fmt: skip
    assert running.run(program, tmp_path, "tfshim", sys.executable) == [["[# #] ['--a=#']", [1.0, 1.0, 1.0]], ["asked", []]]
    with pytest.raises(RuntimeError, match="EOFError"):
        running.run(dataclasses.replace(program, ends=""), tmp_path, "tfshim", sys.executable)
