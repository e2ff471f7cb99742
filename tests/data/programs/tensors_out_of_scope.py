"""Tensors that left their function, what parsers say in functions, and what is written to the standard error."""

import contextlib
import os
import tempfile


def _told(f):
    try:
        return repr(f())
    except Exception as error:
        return f"{type(error).__name__}: {str(error).strip().splitlines()[0][:150]}"


def _left_over():
    kept = []

    @tf.function
    def leaks(x):
        kept.append(x * 2)
        return x

    leaks(tf.constant(1.0))
    return kept[0]


def case_calls_and_assignments_of_what_a_function_left():
    left, v, f = _left_over(), tf.Variable(1.0), tf.function(lambda x: x + 1)
    concrete = f.get_concrete_function(tf.TensorSpec([]))
    made = [_told(lambda: f(left)), _told(lambda: concrete(left)), _told(lambda: left + 1)]
    return str([*made, _told(lambda: v.assign(left)), _told(lambda: v.assign_add(left)), _told(lambda: v.assign_sub(left)), float(v)])


def _written_by(f):
    with tempfile.TemporaryFile("w+") as file, contextlib.redirect_stderr(file):
        before = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            f()
        finally:
            file.flush()
            os.dup2(before, 2)
            os.close(before)
        file.seek(0)
        return [line.rstrip("\n") for line in file if "[" in line]


def case_print_writes_strings_and_rows():
    values = [tf.constant([1.0, 2.5]), tf.constant(3), tf.constant([["a", "b"], ["c", "d"]]), tf.constant("e"), tf.range(20), tf.zeros([2, 1, 2]), tf.constant([True, False])]

    @tf.function
    def prints():
        return tf.compat.v1.Print(tf.constant(1), values, "told: ")

    return str([_written_by(prints), _written_by(lambda: tf.compat.v1.Print(tf.constant(1), values, "told: ", summarize=2))])


def case_many_elements_are_rejected():
    data = tf.data.Dataset.range(10).rejection_resample(lambda x: tf.cast(x > 8, tf.int64), [0.5, 0.5], [0.9, 0.1], seed=1)
    return str(sorted(set(_written_by(lambda: list(data)))))


def case_nodes_of_parsers():
    feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[1]))
    record = tf.train.Example(features=tf.train.Features(feature={"a": feature})).SerializeToString()
    spec = {"b": tf.io.FixedLenFeature([], tf.int64)}
    made = []
    for parse in (
        lambda r: tf.io.parse_single_example(r, spec),
        lambda r: tf.io.parse_single_example(r, spec, name="mine"),
        lambda r: tf.io.parse_example([r], spec),
        lambda r: tf.io.parse_single_sequence_example(r, spec)[0],
        lambda r: tf.io.parse_sequence_example([r], spec)[0],
    ):
        graph = tf.function(parse).get_concrete_function(tf.TensorSpec([], tf.string)).graph
        made.append([o.name for o in graph.get_operations() if o.type.startswith("Parse")])
    return str(made)
