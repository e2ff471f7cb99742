"""Statements of Python over tensors, whose graphs and functions are compared node by node with those of TensorFlow."""

import re

from tests.summary.dataset_cases import datasets


def statements(tf):
    """{name: a function that gives the graph of a traced function}."""
    made = {f"statement {name}": lambda function=function: _traced(tf, function) for name, function in STATEMENTS.items()}
    return {**made, **datasets(tf)}


def _traced(tf, function):
    v, c = tf.Variable(tf.ones([3])), tf.Variable(0.0)
    return tf.function(lambda x: function(tf, x, v, c)).get_concrete_function(tf.TensorSpec([3])).graph


def described(message):
    """(nodes, {name: (arguments, results, nodes) of the functions of that name}) of a GraphDef message.

    Left out are what only says what waits for what, and the numbers of functions, which are those of a process.
    """
    functions = {}
    for f in message.library.function:
        arguments = [_plain(a.name) for a in f.signature.input_arg]
        told = [arguments, [a.name for a in f.signature.output_arg], _nodes(f.node_def)]
        functions.setdefault(re.sub(r"_\d+", "_N", f.signature.name), []).append(told)
    return [_nodes(message.node), {name: sorted(found, key=str) for name, found in sorted(functions.items())}]


def _plain(name):
    return re.sub(r"_\d+___", "_N___", name)


def _nodes(nodes):
    return sorted([n.name, n.op, [_plain(i) for i in n.input if not i.startswith("^")]] for n in nodes)


def _results_of_assignments(tf, x, v, c):
    with tf.GradientTape() as tape:
        y = tf.square(v.assign_add(x))
        z = tf.reduce_sum(y * v) + c.assign_add(1.0)
    return tape.gradient(z, v), z, v.assign(x) * 2.0, c.assign_sub(1.0).read_value()


def _returned_from_both_branches(tf, x, v, c):
    if tf.reduce_sum(x) > 0:
        return x * 2.0
    else:
        return tf.exp(x)


def _returned_early(tf, x, v, c):
    if tf.reduce_sum(x) > 0:
        return x * 2.0
    y = tf.exp(x)
    if tf.reduce_max(y) > 3.0:
        return y
    return y + 1.0


def _broken_off(tf, x, v, c):
    for _ in tf.range(5):
        if tf.reduce_sum(x) > 9.0:
            break
        x = x * 2.0
    return x


def _skipped(tf, x, v, c):
    total = 0.0
    for i in tf.range(5):
        if i % 2 == 0:
            continue
        total += tf.reduce_sum(x) * tf.cast(i, tf.float32)
    return total


def _broken_off_by_a_condition(tf, x, v, c):
    i = 0
    while i < tf.constant(5):
        x = x * 2.0
        i += 1
        if tf.reduce_sum(x) > 9.0:
            break
    return x


def _numbers_of_branches(tf, x, v, c):
    if x[0] > 0.0:
        n, rate = 2, 0.5
    else:
        n, rate = 2, 0.1
    return x * rate + tf.cast(n, tf.float32)


def _turns_of_branches(tf, x, v, c):
    n = tf.cast(x[0], tf.int32)
    turns = 0
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        turns += 1
    return turns


STATEMENTS = {
    "results of assignments": _results_of_assignments,
    "returned from both branches": _returned_from_both_branches,
    "returned early": _returned_early,
    "broken off": _broken_off,
    "skipped": _skipped,
    "broken off by a condition": _broken_off_by_a_condition,
    "numbers of branches": _numbers_of_branches,
    "turns of branches": _turns_of_branches,
}
