"""Layers, recurrent functions and partitioned variables of TensorFlow 1, with fixed weights."""

import functools
import logging

import numpy as np

v1 = tf.compat.v1
R = v1.nn.rnn_cell
X = np.random.RandomState(0).rand(2, 4, 3).astype("float32")
IMAGES = np.random.RandomState(0).rand(6, 4, 3).astype("float32") * np.arange(1, 4, dtype="float32") + 1
WEIGHTS = np.random.RandomState(1).rand(6, 4, 3)


def in_graph(function):
    """`function` in a graph of its own, with loops of TensorFlow 1."""

    @functools.wraps(function)
    def run():
        logger = logging.getLogger("tensorflow")
        logger.disabled = True
        v1.disable_control_flow_v2()
        try:
            with tf.Graph().as_default():
                return function()
        finally:
            logger.disabled = False
            v1.enable_control_flow_v2()

    return run


def rounded(value):
    """A number to four digits, and three behind the point, without a negative zero."""
    return round(float(f"{value:.4g}"), 3) + 0.0


def sums(build, shape=(None, None, 3)):
    """The sums of what `build(placeholder)` gives, of its gradients, and the names of the variables."""
    with v1.variable_scope("s", initializer=v1.constant_initializer(0.1)):
        x = v1.placeholder(tf.float32, shape)
        out = build(x)
    variables = v1.trainable_variables()
    gradients = tf.gradients(tf.add_n([tf.reduce_sum(y) for y in tf.nest.flatten(out)]), variables)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        values, found = session.run([tf.nest.flatten(out), gradients], {x: X})
    return [rounded(v.sum()) for v in values], [rounded(g.sum()) for g in found], [v.name for v in variables]


@in_graph
def case_dynamic_rnn():
    return sums(lambda x: v1.nn.dynamic_rnn(R.LSTMCell(5), x, dtype=tf.float32))


@in_graph
def case_dynamic_rnn_lengths():
    return sums(lambda x: v1.nn.dynamic_rnn(R.GRUCell(5), x, sequence_length=[2, 4], dtype=tf.float32))


@in_graph
def case_states_in_one_tensor():
    cells = [R.BasicLSTMCell(3, state_is_tuple=False), R.BasicLSTMCell(2, state_is_tuple=False)]
    return sums(lambda x: v1.nn.dynamic_rnn(R.MultiRNNCell(cells, state_is_tuple=False), x, dtype=tf.float32))


@in_graph
def case_states_that_are_tuples():
    try:
        R.MultiRNNCell([R.BasicLSTMCell(3)], state_is_tuple=False)
    except ValueError as e:
        return str(e).split("State sizes")[0].strip()


@in_graph
def case_static_rnn():
    shape = (2, 4, 3)
    return sums(lambda x: v1.nn.static_rnn(R.LSTMCell(3), tf.unstack(x, axis=1), dtype=tf.float32), shape)


@in_graph
def case_static_bidirectional_rnn():
    return sums(
        lambda x: v1.nn.static_bidirectional_rnn(
            R.LSTMCell(3), R.GRUCell(3), tf.unstack(x, axis=1), dtype=tf.float32, sequence_length=[3, 2]
        ),
        (2, 4, 3),
    )


@in_graph
def case_raw_rnn():
    def build(x):
        items = tf.TensorArray(tf.float32, 4).unstack(tf.transpose(x, [1, 0, 2]))
        cell, lengths = R.LSTMCell(3), tf.constant([2, 4])

        def loop(time, output, state, carried):
            following = cell.zero_state(2, tf.float32) if output is None else state
            done = time >= lengths
            item = tf.cond(tf.reduce_all(done), lambda: tf.zeros([2, 3]), lambda: items.read(time))
            return done, item, following, output, tf.constant(0) if carried is None else carried + 1

        emitted, state, carried = v1.nn.raw_rnn(cell, loop)
        return emitted.stack(), state, tf.cast(carried, tf.float32)

    return sums(build, (2, 4, 3))


@in_graph
def case_variational_dropout():
    cell = R.DropoutWrapper(R.BasicRNNCell(40), 1.0, 0.5, 1.0, variational_recurrent=True, dtype=tf.float32)
    out, _ = v1.nn.dynamic_rnn(cell, tf.ones([3, 4, 2]), dtype=tf.float32)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        dropped = session.run(out) == 0
    return bool((dropped == dropped[:1, :1]).all()), bool(0 < dropped[0, 0].sum() < 40)


@in_graph
def case_dropout_arguments():
    for arguments in (
        {"variational_recurrent": True},
        {"input_keep_prob": 0.5, "variational_recurrent": True, "dtype": tf.float32},
        {"dropout_state_filter_visitor": 3},
    ):
        try:
            R.DropoutWrapper(R.GRUCell(3), **arguments)
        except (ValueError, TypeError) as e:
            print(type(e).__name__, e)
    cell = R.DropoutWrapper(R.LSTMCell(30), state_keep_prob=0.5, dropout_state_filter_visitor=lambda s: not isinstance(s, R.LSTMStateTuple))
    _, state = v1.nn.dynamic_rnn(cell, tf.ones([3, 1, 2]), dtype=tf.float32)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        c, h = session.run(state)
    return int((c == 0).sum()), int((h == 0).sum())


@in_graph
def case_shards():
    return sums(lambda x: v1.nn.dynamic_rnn(R.LSTMCell(4, num_unit_shards=2, num_proj=2, num_proj_shards=2), x, dtype=tf.float32))


def normalized(training=True, **arguments):
    """What three steps of batch normalization give, its gradients and its variables."""
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, (None, 4, 3))
        is_training = v1.placeholder_with_default(True, []) if training == "tensor" else training
        y = v1.layers.batch_normalization(x, training=is_training, **arguments)
        gradients = tf.gradients(y * WEIGHTS.astype("float32"), v1.trainable_variables() + [x])
        updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            made = [rounded((session.run([y, updates], {x: IMAGES})[0] * WEIGHTS).sum()) for _ in range(3)]
            found = [rounded((g * (WEIGHTS if g.shape == WEIGHTS.shape else 1)).sum()) for g in session.run(gradients, {x: IMAGES})]
            after = {v.name: (tuple(v.shape), rounded(session.run(v).sum())) for v in v1.global_variables()}
            without = rounded((session.run(y, {x: IMAGES, is_training: False}) * WEIGHTS).sum()) if training == "tensor" else None
    return made, found, after, without


def case_batch_normalization():
    for training in (True, "tensor", False):
        print(normalized(training, momentum=0.5), normalized(training, axis=[1, 2]), sep="\n")


def case_batch_normalization_virtual():
    return normalized(True, virtual_batch_size=2), normalized(True, virtual_batch_size=3, momentum=0.5, scale=False)


def case_batch_renormalization():
    clipping = {"rmax": 1.2, "rmin": 0.8, "dmax": 0.1}
    return [
        normalized(t, renorm=True, momentum=0.5, renorm_momentum=0.6, renorm_clipping=c)
        for t in (True, "tensor", False)
        for c in (None, clipping)
    ]


def case_batch_normalization_adjusted():
    def adjustment(_):
        return tf.fill([1, 1, 3], 2.0), tf.fill([1, 1, 3], 0.5)

    return [normalized(t, adjustment=adjustment, momentum=0.3) for t in (True, "tensor")] + [
        normalized(True, adjustment=adjustment, center=False, scale=False)
    ]


@in_graph
def case_batch_normalization_errors():
    x = tf.ones([6, 4, 3])
    for arguments in ({"renorm": True, "renorm_clipping": {"a": 1}}, {"virtual_batch_size": -1}, {"virtual_batch_size": 2, "axis": 0}):
        try:
            v1.layers.batch_normalization(x, training=True, **arguments)
        except ValueError as e:
            print(str(e)[:70])


@in_graph
def case_partitioned_variables():
    whole = tf.constant(np.arange(15.0).reshape(5, 3), tf.float32)
    v = v1.get_variable("p", initializer=whole, partitioner=v1.fixed_size_partitioner(2))
    w = v1.get_variable("w", [4, 7], partitioner=v1.fixed_size_partitioner(3, axis=1), initializer=v1.ones_initializer())
    print(type(v).__name__, [(part.name, part.shape) for part in v], v.shape, len(v), v.name, [part.shape for part in w])
    with v1.variable_scope("", reuse=True):
        again = v1.get_variable("w", [4, 7], partitioner=v1.fixed_size_partitioner(3, axis=1))
    fetched = [
        tf.convert_to_tensor(v),
        tf.matmul(v, tf.ones([3, 1])),
        v1.nn.embedding_lookup(v, [0, 4, 2]),
        v1.nn.embedding_lookup(v, [0, 4, 2], partition_strategy="div"),
    ]
    step = v1.train.GradientDescentOptimizer(0.25).minimize(tf.reduce_sum(tf.square(w)))
    assign = w.assign(tf.ones([4, 7]) * 3.0)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print([x.tolist() for x in session.run(fetched)])
        session.run(step)
        half = session.run(tf.convert_to_tensor(w)).sum()
        session.run(assign)
        return all(a is b for a, b in zip(w, again)), float(half), float(session.run(tf.convert_to_tensor(w)).sum())


@in_graph
def case_partitioned_scopes():
    with v1.variable_scope("q", partitioner=v1.variable_axis_size_partitioner(24)):
        y = v1.layers.dense(tf.ones([2, 3]), 4, kernel_initializer=v1.ones_initializer())
    parts = v1.create_partitioned_variables([4, 2], [2, 1], v1.zeros_initializer(), name="c")
    print([v.name for v in v1.global_variables()], [p.shape for p in parts])
    for partitioner in (lambda **_: [2, 2], lambda **_: [2]):
        try:
            v1.get_variable("z", [4, 4], partitioner=partitioner)
        except ValueError as e:
            print(e)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return session.run(y).tolist()


@in_graph
def case_sampled_losses():
    w, b = (
        v1.get_variable("w", [6, 3], initializer=v1.constant_initializer(0.1)),
        v1.get_variable("b", [6], initializer=v1.zeros_initializer()),
    )
    sampled = tf.constant([1, 2, 3], tf.int64), tf.constant([[0.5], [0.6]]), tf.constant([0.1, 0.2, 0.3])
    labels, inputs = tf.constant([[1], [4]], tf.int64), tf.constant(X[:, 0])
    losses = [
        v1.nn.nce_loss(w, b, labels, inputs, 3, 6, sampled_values=sampled),
        v1.nn.sampled_softmax_loss(w, b, labels, inputs, 3, 6, sampled_values=sampled),
    ]
    gradients = tf.gradients(losses[0] + losses[1], [w, b])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        found = session.run([losses, [tf.convert_to_tensor(g) for g in gradients]])
    return [[rounded(x) for x in loss] for loss in found[0]], [rounded(g.sum()) for g in found[1]]


def case_space_and_depth():
    x = tf.reshape(tf.range(16.0), [1, 2, 2, 4])
    deep = v1.space_to_depth(x, 2, "deep", "NHWC")
    wide = v1.nn.depth_to_space(x, 2, "wide")
    batches = v1.nn.space_to_batch(x, [[0, 0], [0, 0]], 2)
    return repr([np.asarray(v).ravel().tolist() for v in (deep, wide, batches)] + [v.shape.as_list() for v in (deep, wide, batches)])


def case_graphs_of_layers():
    import warnings

    layer = v1.layers.Dense(2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with tf.Graph().as_default():
            made = [layer.graph]
        try:
            layer.graph
        except RuntimeError as e:
            made.append(str(e))
    return repr(made)


def case_variables_in_parts_and_whole():
    halves, quarters = v1.fixed_size_partitioner(2), v1.fixed_size_partitioner(4)
    parts = {"partitioner": halves}
    for steps in (
        [{}, {"reuse": True, **parts}],
        [{}, parts],
        [parts, {"reuse": True}],
        [parts, {}],
        [parts, {"reuse": True, **parts}],
        [parts, {"reuse": v1.AUTO_REUSE, **parts}],
        [parts, {"reuse": v1.AUTO_REUSE}],
        [parts, {"reuse": True, "shape": [6, 3]}],
        [parts, {"reuse": True, "shape": [6, 3], **parts}],
        [parts, {"reuse": True, "partitioner": quarters}],
        [parts, {"reuse": True, "dtype": tf.float64}],
        [parts, parts],
        [{"reuse": True, **parts}],
        [{"shape": [], **parts}, {"shape": [], "reuse": True}],
    ):
        with tf.Graph().as_default():
            for step in steps:
                given = dict(step)
                shape, dtype = given.pop("shape", [4, 3]), given.pop("dtype", tf.float32)
                try:
                    with v1.variable_scope("s", **given):
                        made = v1.get_variable("w", shape, dtype)
                    print(type(made).__name__, made.name, made.shape)
                except ValueError as e:
                    print(e)


def case_built_outside_of_calls():
    told = []
    with tf.Graph().as_default():
        for given in ("d", None, None):
            layer = v1.layers.Dense(2, name=given)
            layer.build([None, 3])
            told.append([variable.name for variable in layer.variables])
        told.append(layer(tf.ones([1, 3])).name)
        with v1.variable_scope("outer"):
            layer = v1.layers.Layer(name="own")
            told.append((layer.add_weight("bias", [3], dtype=tf.float32).name, layer.scope_name))
            with v1.variable_scope("inner"):
                told.append(layer.add_weight("more", [3], dtype=tf.float32).name)
    layer = v1.layers.BatchNormalization(name="eager")
    layer.build([None, 3])
    return [*told, [variable.name for variable in layer.variables]]


def case_fused_batch_normalization_by_a_placeholder():
    x = np.random.RandomState(3).randn(4, 3, 5, 2).astype("float32")
    for arguments in ({}, {"axis": 1}, {"scale": False, "momentum": 0.5}, {"center": False, "epsilon": 0.1}):
        with tf.Graph().as_default():
            inputs, training = v1.placeholder(tf.float32, [None, 3, 5, 2]), v1.placeholder_with_default(False, [])
            y = v1.layers.batch_normalization(inputs, training=training, **arguments)
            weights = tf.reshape(tf.range(tf.cast(tf.size(y), tf.float32)), tf.shape(y)) / 100.0
            gradients = tf.gradients(tf.square(y) * weights, [inputs, *v1.trainable_variables()])
            updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
            with v1.Session() as session:
                session.run(v1.global_variables_initializer())
                for now in (True, True, False):
                    found = session.run([y, *gradients], {inputs: x, training: now})
                    session.run(updates, {inputs: x, training: now})
                    print(*[rounded(np.abs(v).sum()) for v in (*found, *session.run(v1.global_variables()))])


def case_updates_of_frozen_layers():
    class Counted(v1.layers.Layer):
        def build(self, shape):
            self.count = self.add_weight("count", (), initializer=v1.zeros_initializer(), trainable=False)

        def call(self, x):
            self.add_update(self.count.assign_add(1.0))
            return x

    for trainable in (True, False):
        for stateful in (True, False):
            with tf.Graph().as_default():
                layer = Counted(trainable=trainable)
                layer.stateful = stateful
                layer(tf.ones([2]))
                v1.layers.batch_normalization(tf.ones([2, 3]), training=True, trainable=trainable)
                print(trainable, stateful, len(layer.updates), len(v1.get_collection(v1.GraphKeys.UPDATE_OPS)))


def _penalty(weights):
    return tf.identity(weights, name="l2")


def case_names_in_scopes_that_are_entered_again():
    with v1.Graph().as_default():
        for _ in range(2):
            with v1.variable_scope(None, "conv") as scope:
                layer = v1.layers.Conv2D(4, 3, name=scope.name, _scope=scope, kernel_regularizer=_penalty)
                print(layer.apply(tf.ones([2, 6, 6, 3])).name, [v.name for v in layer.variables], [x.name for x in layer.losses])
                with v1.variable_scope(scope) as again:
                    print(again.original_name_scope, tf.constant(1).name)
        for _ in range(2):  # variables are numbered apart from operations
            with v1.variable_scope("net", reuse=v1.AUTO_REUSE), v1.variable_scope(None, "part") as part:
                print(part.name, part.original_name_scope, tf.constant(1).name, v1.get_variable("v", []).name)
        with v1.variable_scope("part"):
            tf.constant(1)
        with tf.name_scope("part"):
            tf.constant(1)
        with v1.variable_scope(None, "part") as part:
            print(part.name, part.original_name_scope)
        return [x.name for x in v1.losses.get_regularization_losses()]


def case_penalties_of_shared_variables():
    def names():
        return [x.name for x in v1.losses.get_regularization_losses()]

    class Pair(v1.layers.Layer):
        def build(self, input_shape):
            self.one, self.two = (self.add_weight(name, [2], regularizer=_penalty) for name in ("one", "two"))
            self.built = True

        def call(self, inputs):
            return inputs * self.one

    with v1.Graph().as_default():
        x = tf.ones([1, 2])
        for _ in range(2):
            with v1.variable_scope("net", reuse=v1.AUTO_REUSE):
                v1.layers.dense(x, 2, name="dense", kernel_regularizer=_penalty)
        v1.layers.dense(x, 2, name="own", kernel_regularizer=_penalty)
        v1.layers.dense(x, 2, name="own", kernel_regularizer=_penalty, reuse=True)
        print(names())
        for reuse in (None, True, v1.AUTO_REUSE):
            layer = Pair(name="pair", _reuse=reuse)
            layer(x)
            print(len(layer.losses), len(names()))
        with v1.variable_scope("parts", partitioner=v1.fixed_size_partitioner(2)):
            Pair(name="pair")(x)
    return names()
