"""Gradients that branches and bodies ask of what the graph around them has made, and the collections that they see."""

import numpy as np

v1 = tf.compat.v1


def _run(build):
    for switch in v1.enable_control_flow_v2, v1.disable_control_flow_v2:
        switch()
        with tf.Graph().as_default(), v1.Session() as session:
            print(session.run(build(session)))
    v1.enable_control_flow_v2()


def case_gradient_in_branch():
    def build(session):
        x = tf.constant(3.0)
        y = x * x
        return tf.cond(x > 1, lambda: tf.gradients(y, [x])[0] * 2, lambda: x)

    _run(build)


def case_gradients_of_both_sides():
    def build(session):
        x, w = tf.constant(3.0), tf.constant(2.0)
        y = x * w

        def branch():
            z = w * 5.0
            return tf.add_n(tf.gradients([y, z], [x, w]))

        return tf.cond(x > 1, branch, lambda: x)

    _run(build)


def case_gradient_in_body():
    def build(session):
        x = tf.constant([3.0, 1.0])
        y = tf.reduce_sum(x * x * x)
        return tf.while_loop(lambda i, t: i < 3, lambda i, t: (i + 1, t + tf.gradients(y, [x])[0]), [0, tf.zeros(2)])[1]

    _run(build)


def case_gradient_in_nested_branches():
    def build(session):
        x = tf.constant(3.0)

        def outer():
            z = x * x
            return tf.cond(z > 1, lambda: tf.gradients(z, [x], grad_ys=[x])[0], lambda: z)

        return tf.cond(x > 1, outer, lambda: x)

    _run(build)


def case_unconnected():
    def build(session):
        x, other = tf.constant(3.0), tf.constant(4.0)
        y = x * x

        def branch():
            print(tf.gradients(y, [other]))
            return tf.gradients(y, [other], unconnected_gradients="zero")[0] + tf.gradients(y, [x], stop_gradients=[other])[0]

        return tf.cond(x > 1, branch, lambda: x)

    _run(build)


def case_gradient_in_function():
    def build(session):
        x = tf.constant(3.0)
        y = x * x
        return tf.function(lambda: tf.gradients(y, [x])[0])()

    _run(build)


def case_optimizer_in_branch():
    def build(session):
        x = tf.constant(3.0)
        v = v1.get_variable("v", initializer=2.0)
        loss = v * v * x
        session.run(v1.global_variables_initializer())
        optimizer = v1.train.GradientDescentOptimizer(0.1)

        def step():
            with tf.control_dependencies([optimizer.minimize(loss)]):
                return tf.identity(1)

        made = tf.cond(x > 1, step, lambda: 0)
        print(session.run(made), round(float(session.run(v)), 5))
        return made

    _run(build)


def case_collections():
    def build(session):
        v1.get_variable("v", initializer=2.0)
        v1.add_to_collection("mine", 3)

        def look(tag, number, result):
            found = [x.name for x in v1.trainable_variables()], [x.name for x in v1.global_variables()], v1.get_collection("mine")
            print(tag, *found, sorted(k for k in v1.get_default_graph().get_all_collection_keys() if "context" not in k))
            v1.add_to_collection("mine", number)
            return result

        tf.cond(tf.constant(True), lambda: look("branch", 4, 1), lambda: 2)
        tf.while_loop(lambda i: i < 3, lambda i: look("body", 5, i + 1), [0])
        tf.function(lambda: look("function", 6, 1))()
        print(v1.get_collection("mine"))
        return tf.constant(0)

    _run(build)


def _chosen(x, count, default, exclusive):
    conditions = [(tf.equal(x, min(i, 2)), lambda i=i: tf.constant(2 * i)) for i in (1, 2, 3)]
    return tf.case(conditions[:count], (lambda: tf.constant(8)) if default else None, exclusive)


def _shown(what):
    try:
        print(int(what()))
    except tf.errors.InvalidArgumentError as e:
        print(str(e).partition("Input error: ")[2].partition("\n")[0])


def case_cases_of_which_none_or_several_hold():
    for count, default, exclusive in (3, True, True), (2, False, False), (2, False, True), (1, False, True), (3, False, True):
        call = tf.function(lambda x: _chosen(x, count, default, exclusive), autograph=False)
        call = call.get_concrete_function(tf.TensorSpec([], tf.int32))
        for value in 1, 2, 5:
            print(count, default, exclusive, value)
            _shown(lambda: _chosen(tf.constant(value), count, default, exclusive))
            _shown(lambda: call(tf.constant(value)))
            with tf.Graph().as_default(), v1.Session() as session:
                x = v1.placeholder(tf.int32, [])
                made = _chosen(x, count, default, exclusive)
                _shown(lambda: session.run(made, {x: value}))


def case_values_of_sparse_tensors_that_do_not_fit():
    for dense, shape in ([[0.0, 1.0], [2.0, 3.0]], (2, 2)), ([[1.0, 0.0], [2.0, 3.0]], (2, 2)), ([[0.0, 1.0], [2.0, 3.0]], (5, 5)):
        with tf.Graph().as_default(), v1.Session() as session:
            first = tf.sparse.from_dense([[0.0, 1.0], [2.0, 3.0]])
            other = tf.sparse.from_dense(v1.placeholder_with_default(dense, [2, 2]))
            other = tf.SparseTensor(other.indices, other.values, v1.placeholder_with_default(tf.constant(shape, tf.int64), [2]))
            made = tf.sparse.map_values(tf.add, first, other)
            try:
                print(session.run(made.values))
            except tf.errors.InvalidArgumentError as e:
                print("Mismatched", str(e).partition("Mismatched ")[2].partition("]")[0])


def case_branches_do_not_wait_for_what_a_step_waits_for():
    with tf.Graph().as_default(), v1.Session() as session:
        taken, w = v1.placeholder(tf.bool, []), v1.get_variable("w", [], initializer=v1.ones_initializer())
        count = v1.get_variable("count", [], initializer=v1.zeros_initializer(), trainable=False)
        y = tf.cond(taken, lambda: w * 2.0, lambda: w * w)
        _, z = tf.while_loop(lambda i, _: i < 2, lambda i, x: (i + 1, x * w), [0, y])
        with tf.control_dependencies([count.assign_add(1.0)]):
            step = v1.train.GradientDescentOptimizer(0.1).minimize(z)
        session.run(v1.global_variables_initializer())
        for fetch in y, z, step, z:
            session.run(fetch, {taken: True})
            print(session.run([count, w]))


def case_batch_normalization_of_images_by_what_is_fed():
    with tf.Graph().as_default(), v1.Session() as session:
        x, training = v1.placeholder(tf.float32, [None, 2, 2, 2]), v1.placeholder(tf.bool, [])
        y = v1.layers.batch_normalization(x, momentum=0.5, training=training)
        loss = tf.reduce_mean(y**3)
        updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
        with tf.control_dependencies(updates):
            step = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        session.run(v1.global_variables_initializer())
        values = np.arange(24, dtype="f").reshape(3, 2, 2, 2) ** 2 / 100
        for fetch, on in (loss, True), (step, True), (step, True), (updates, False), (loss, False), (step, False), (loss, True):
            found = session.run(fetch, {x: values, training: on})
            print(on, "%.4f" % found if fetch is loss else "", *(np.round(v, 4) for v in session.run(v1.global_variables())))


def case_intermediates_as_outputs_change_no_results():
    for state in (True, False, None):
        print(v1.experimental.output_all_intermediates(state))
        with tf.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(tf.float32, [])
            y = tf.cond(x > 0, lambda: tf.exp(x) * tf.sin(x), lambda: x * x)
            _, z = tf.while_loop(lambda i, _: i < 3, lambda i, v: (i + 1, tf.sin(v) * v), [0, y])
            (g,) = tf.gradients(z, x)
            print(["%.5f" % v for at in (0.5, -1.5) for v in session.run([y, z, g], {x: at})])


def case_results_are_found_by_the_names_that_pages_show():
    v1.disable_control_flow_v2()
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x, on = v1.placeholder(tf.float32, [], "x"), v1.placeholder(tf.bool, [], "on")
        tf.cond(on, lambda: (x * 2.0, x), lambda: (x + 1.0, -x), name="choice")
        labels, found = v1.placeholder(tf.int64, [None], "labels"), v1.placeholder(tf.int64, [None], "found")
        v1.metrics.mean_iou(labels, found, 2)
        v1.metrics.auc(tf.equal(labels, 1), tf.cast(found, tf.float32), num_thresholds=5)
        session.run(v1.local_variables_initializer())
        print(session.run(["choice/Merge:0", "choice/Merge_1:0"], {"x:0": 3.0, "on:0": False}))
        given = {"labels:0": [0, 1, 1], "found:0": [0, 1, 0]}
        print(*session.run(["mean_iou/confusion_matrix/ScatterNd:0", "auc/update_op:0", "auc/LogicalAnd:0"], given))
        for wrong in ({"labels:0": [0], "found:0": [2]}, "mean_iou/confusion_matrix/ScatterNd:0"), ({"labels:0": [0], "found:0": [2]}, "auc/update_op:0"):
            try:
                session.run(wrong[1], wrong[0])
            except tf.errors.InvalidArgumentError as e:
                print([text for text in ("out of bound", "must be in [0, 1]") if text in str(e)])
        print(graph.get_tensor_by_name("choice/Merge:0").shape)
    v1.enable_control_flow_v2()


def _effects(build):
    """What a run of each tensor that `build(noted)` gives notes down, which the function's `noted(text)` does when it runs."""
    seen, found = [], []

    def noted(text):
        return v1.py_func(lambda: seen.append(text) or np.float32(len(text)), [], tf.float32)

    with tf.Graph().as_default(), v1.Session() as session:
        for x in build(noted):
            seen.clear()
            value = session.run(x)
            found.append((None if value is None else np.asarray(value).tolist(), list(seen)))
    return found


def _some_needed(noted):
    noted("left out")
    with tf.control_dependencies([noted("waited for")]):
        return tf.constant(10.0)


def case_effects_of_branches_that_nothing_needs():
    def build(noted):
        once = tf.cond(tf.constant(True), lambda: _some_needed(noted), lambda: noted("other"))
        nested = tf.cond(tf.constant(True), lambda: tf.cond(tf.constant(True), lambda: _some_needed(noted), lambda: 0.0), lambda: 1.0)
        of_several = tf.switch_case(tf.constant(1), [lambda: 1.0, lambda: _some_needed(noted)])
        return [once, nested, of_several]

    return _effects(build)


def case_effects_of_loops_that_nothing_needs():
    def build(noted):
        def test(i, x):
            noted("test")
            return i < 2

        def body(i, x):
            return i + 1, x + _some_needed(noted)

        mapped = tf.map_fn(lambda x: x + _some_needed(noted), tf.constant([1.0, 2.0]))
        return [tf.while_loop(test, body, [tf.constant(0), tf.constant(0.0)])[1], mapped]

    return _effects(build)


def case_assignments_in_branches_that_nothing_needs():
    with tf.Graph().as_default(), v1.Session() as session:
        with v1.variable_scope("", use_resource=True):
            v, w = (v1.get_variable(name, initializer=0.0) for name in "vw")

        def branch():
            v.assign_add(1.0)
            tf.debugging.Assert(False, ["not needed"])
            with tf.control_dependencies([w.assign_add(1.0)]):
                return tf.constant(3.0)

        made = tf.cond(tf.constant(True), branch, lambda: tf.constant(1.0))
        op = tf.cond(tf.constant(True), lambda: v.assign_add(5.0).op, lambda: tf.no_op())
        session.run(v1.global_variables_initializer())
        found = [session.run(x) for x in (made, [v, w], op, [v, w])]
    return repr(found)
