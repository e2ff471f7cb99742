"""Variables of TensorFlow 1 by reference: their nodes, what assignments give, and runs that read and change them.

Each case runs within the behaviour of TensorFlow 1, in a graph of its own.
"""

import os
import tempfile

import numpy as np

v1 = tf.compat.v1


def shown(value):
    return np.round(np.asarray(value, np.float64), 4).tolist()


def nodes(graph, first=0):
    """Type, inputs and control inputs of the operations."""
    return [
        (o.name, o.type, [t.name for t in o.inputs], sorted(c.name for c in o.control_inputs)) for o in graph.get_operations()[first:]
    ]


def references(function):
    """`function`, called with a graph whose variables are references."""

    def run():
        v1.disable_resource_variables()
        v1.disable_control_flow_v2()
        try:
            with tf.Graph().as_default() as graph:
                return function(graph)
        finally:
            v1.enable_resource_variables()
            v1.enable_control_flow_v2()

    return run


def two(graph):
    return v1.get_variable("w", [2, 3], initializer=v1.ones_initializer()), v1.Variable([1.0, 2.0], name="b")


@references
def case_nodes(graph):
    w, b = two(graph)
    tf.matmul(w, w, transpose_b=True) + b[0]
    print(w, b, w.op.type, w.initializer.type, w.value(), w.read_value())
    print(w.op.outputs, graph.get_tensor_by_name("w:0"), [o.name for o in w.op.outputs[0].consumers()])
    print(sorted(str(w.to_proto()).split("\n")))
    print(v1.global_variables(), v1.trainable_variables())
    return nodes(graph)


@references
def case_text(graph):
    w, b = two(graph)
    v1.assign_add(b, [1.0, 1.0])
    v1.scatter_update(w, [1], [[3.0, 4.0, 5.0]])
    message = graph.as_graph_def()
    for node in message.node:
        print(node.name, node.op, list(node.input), sorted((k, str(v).split()) for k, v in node.attr.items() if k != "value"))


@references
def case_assignments(graph):
    w, b = two(graph)
    made = [
        v1.assign(b, [3.0, 4.0]), v1.assign_add(b, [1.0, 1.0]), v1.assign_sub(b, [2.0, 0.5], name="less"), b.assign([7.0, 7.0]),
        b.assign_add([1.0, 2.0], use_locking=True), v1.scatter_add(b, [0, 0], [1.0, 2.0]), v1.scatter_sub(w, [1], [[1.0, 2.0, 3.0]]),
        v1.scatter_mul(b, [1], [3.0]), v1.scatter_div(b, [1], [2.0]), v1.scatter_max(b, [0], [2.0]), v1.scatter_min(b, [0], [0.5]),
        w.scatter_update(tf.IndexedSlices([[9.0, 8.0, 7.0]], [0])), v1.scatter_nd_add(b, [[1]], [5.0]),
    ]  # fmt: skip
    print(made)
    with v1.Session() as session:
        for each in made:
            session.run(v1.global_variables_initializer())
            print(shown(session.run(each)))
    return [(o.type, o.get_attr("use_locking"), o.colocation_groups()) for o in (t.op for t in made)]


@references
def case_assignments_of_assignments(graph):
    w, b = two(graph)
    last = v1.assign_sub(v1.assign_add(v1.assign(b, [5.0, 5.0]), [1.0, 2.0]), [0.5, 0.25])
    other = b.assign([1.0, 1.0], read_value=False)
    print(type(other).__name__, last)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print(shown(session.run(last)), shown(session.run(b)), session.run(other), shown(session.run("b:0")), shown(session.run("b/read:0")))


@references
def case_after_updates(graph):
    w, b = two(graph)
    with tf.control_dependencies([v1.assign_add(b, [1.0, 1.0])]):
        twice, again, plain = b * 2.0, b.read_value(), tf.identity(b)
    print([(o.name, [t.name for t in o.inputs], [c.name for c in o.control_inputs]) for o in (t.op for t in (twice, again, plain))])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print(shown(session.run(twice)), shown(session.run(again)), shown(session.run(plain)), shown(session.run(b)))


@references
def case_fed(graph):
    w, b = two(graph)
    total = tf.reduce_sum(b) + tf.reduce_sum(b * b)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print(shown(session.run(total)), shown(session.run(total, {b: [3.0, 4.0]})), shown(session.run([b, total], {"b:0": [0.0, 1.0]})[0]))
        print(shown(session.run(total, {"b/read:0": [5.0, 5.0]})))


@references
def case_uninitialized(graph):
    w, b = two(graph)
    total = b + 1.0
    with v1.Session() as session:
        print(session.run(v1.is_variable_initialized(b)), session.run(v1.report_uninitialized_variables()))
        session.run(b.initializer)
        print(session.run(v1.is_variable_initialized(b)), shown(session.run(total)), shown(session.run(b.initialized_value())))


def case_changed_before_they_are_initialized():
    for switch in (v1.enable_resource_variables, v1.disable_resource_variables):
        switch()
        with tf.Graph().as_default(), v1.Session() as session:
            w, count = v1.get_variable("w", [2], initializer=v1.zeros_initializer()), v1.Variable(0, name="count")
            for change in (v1.assign_add(w, [1.0, 1.0]), v1.scatter_add(w, [0], [1.0]), v1.scatter_nd_sub(w, [[0]], [1.0]), v1.assign_sub(count, 1)):
                try:
                    session.run(change)
                except tf.errors.OpError as e:
                    print(type(e).__name__)
    v1.enable_resource_variables()


@references
def case_gradients(graph):
    w, b = two(graph)
    loss = tf.reduce_sum(tf.matmul(w, w, transpose_b=True) * b)
    found = tf.gradients(loss, [w, b, graph.get_tensor_by_name("b:0")])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return [shown(g) for g in session.run(found)]


@references
def case_optimizers(graph):
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    w = v1.get_variable("w", initializer=tf.constant([[0.5], [-1.0], [2.0]]))
    rows = v1.get_variable("rows", initializer=tf.constant([[1.0], [2.0], [3.0], [4.0]]))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)) + tf.reduce_sum(tf.nn.embedding_lookup(rows, [1, 3, 1]) ** 2)
    t = v1.train
    steps = [
        made.minimize(loss, name=f"step{i}")
        for i, made in enumerate(
            [t.GradientDescentOptimizer(0.1), t.MomentumOptimizer(0.1, 0.9), t.AdamOptimizer(0.1), t.AdagradOptimizer(0.1), t.RMSPropOptimizer(0.1)]
        )
    ]
    print([v.name for v in v1.global_variables()], {v.op.type for v in v1.global_variables()})
    print(sorted({o.type for o in graph.get_operations() if "Apply" in o.type and "Sparse" not in o.type}))
    with v1.Session() as session:
        for step in steps:
            session.run(v1.global_variables_initializer())
            for _ in range(3):
                session.run(step, {x: [[1.0, 2.0, 3.0], [0.0, -1.0, 1.0]]})
            print(shown(session.run(w)), shown(session.run(rows)))


@references
def case_saved_and_imported(graph):
    w, b = two(graph)
    total = tf.reduce_sum(w) * b
    change = v1.assign_add(b, [10.0, 20.0], name="change")
    saver = v1.train.Saver([w, b])
    print([(n.name, n.op, list(n.input)) for n in graph.as_graph_def().node if n.name.startswith("save/") and "RestoreV2/" not in n.name])
    with tempfile.TemporaryDirectory() as folder:
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(change)
            path = saver.save(session, os.path.join(folder, "model"))
        with tf.Graph().as_default() as other, v1.Session() as session:
            again = v1.train.import_meta_graph(path + ".meta")
            again.restore(session, path)
            print(v1.global_variables(), [v.op.type for v in v1.global_variables()])
            print(shown(session.run("b:0")), shown(session.run(total.name)), shown(session.run("change:0")), shown(session.run(total.name)))
            known = {v.op.name: v for v in v1.global_variables()}
            print(shown(session.run(v1.assign(known["b"], [1.0, 1.0]))), shown(session.run(known["b"] * 3.0)))
            print(len(nodes(other)) > 20)


@references
def case_branches_and_loops(graph):
    w, b = two(graph)
    chosen = v1.placeholder(tf.bool, [], name="chosen")
    branch = tf.cond(chosen, lambda: b * 2.0, lambda: b - 1.0)
    changed = tf.cond(chosen, lambda: v1.assign_add(b, [1.0, 1.0]) * 1.0, lambda: b + 0.0)
    _, total = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + b), [0, tf.zeros([2])])
    found = tf.gradients(tf.reduce_sum(branch * total), b)[0]
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for value in (True, False):
            print([shown(x) for x in session.run([branch, total, found], {chosen: value})])
        print(shown(session.run(changed, {chosen: True})), shown(session.run(changed, {chosen: False})))


@references
def case_counting(graph):
    count = v1.get_variable("count", [], tf.int32, v1.zeros_initializer(), trainable=False)
    step = count.count_up_to(3)
    print(step, step.op.type, [t.name for t in step.op.inputs])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print([int(session.run(step)) for _ in range(3)])
        try:
            session.run(step)
        except tf.errors.OutOfRangeError as e:
            print(type(e).__name__)


@references
def case_layers(graph):
    x = v1.placeholder(tf.float32, [2, 4], name="x")
    y = v1.layers.dense(x, 3, kernel_initializer=v1.ones_initializer(), name="first")
    with v1.variable_scope("scope", use_resource=True):
        r = v1.get_variable("r", [3], initializer=v1.zeros_initializer())
    v = tf.Variable([1.0, 2.0, 3.0], name="second")
    print(v1.global_variables(), [v.op.type for v in v1.global_variables()])
    out = y + r + v
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print(shown(session.run(out, {x: np.ones([2, 4])})))


@references
def case_assigned_shapes(graph):
    """A value whose shape is known only when the session runs: with `validate_shape=False` alone the shape changes."""
    x = v1.placeholder(tf.float32)
    variables = [v1.get_variable(f"v{i}", initializer=[1.0, 2.0], use_resource=bool(i)) for i in (0, 1)]
    two = v1.placeholder_with_default([1.0, 2.0], [None])
    free = [v1.get_variable(f"f{i}", initializer=two, use_resource=bool(i), validate_shape=False) for i in (0, 1)]
    for v in (*variables, *free):
        for assign in (v.assign(x), v1.assign(v, x), v1.assign(v, x, validate_shape=False)):
            with v1.Session() as session:
                for step, feed in ((v.initializer, None), (assign, {x: [3.0, 4.0]}), (assign, {x: [5.0, 6.0, 7.0]})):
                    try:
                        session.run(step, feed)
                    except tf.errors.InvalidArgumentError as e:
                        print([line for line in str(e).splitlines() if line.endswith("[3]")])
                    print(session.run(v.value()).tolist())
    definition = v1.get_default_graph().as_graph_def()
    names = [x.op.name, *(v.initializer.name for v in variables), *(f"Assign{end}" for end in ("", "_1", "_2"))]
    names += [n.name for n in definition.node if n.op == "AssignVariableOp" and n.name not in names]
    with tf.Graph().as_default() as other:
        v1.import_graph_def(definition, name="")
        for name in names[3:]:
            with v1.Session() as session:
                session.run([other.get_operation_by_name(n) for n in names[1:3]])
                try:
                    session.run(other.get_operation_by_name(name), {names[0] + ":0": [1.0, 2.0, 3.0]})
                    print(name)
                except tf.errors.InvalidArgumentError as e:
                    print(name, [line for line in str(e).splitlines() if line.endswith("[3]")])


def case_variables_by_the_name_of_their_class():
    from tensorflow.python.ops.resource_variable_ops import ResourceVariable

    with tf.Graph().as_default() as graph, v1.Session() as session:
        made = [
            ResourceVariable(5, name="a"),
            ResourceVariable([1.0, 2.0], trainable=False, name="b", dtype=tf.float64),
            ResourceVariable(initial_value=lambda: tf.zeros([2]), name="c"),
        ]
        print([(v.name, v.dtype.name, v.shape.as_list(), v.op.type, v.graph is graph, type(v).__name__) for v in made])
        print([v.name for v in v1.trainable_variables()], isinstance(v1.get_variable("d", [2], use_resource=True), ResourceVariable))
        session.run([v.initializer for v in made])
        print([v.tolist() for v in session.run(made)], session.run(made[0].assign_add(2)).tolist())
    variable = ResourceVariable(3.0)
    return tf.function(lambda: variable.assign_add(1.0))().numpy()
