"""Private names of training: averages, weights, recorded gradients, edges between objects, shards, the version."""

import contextlib

from tensorflow.python import tf2
from tensorflow.python.eager import backprop, execute
from tensorflow.python.ops import weights_broadcast_ops
from tensorflow.python.tpu import tpu_function
from tensorflow.python.trackable import base
from tensorflow.python.training import moving_averages


def _outcomes(functions):
    """What each function gives, or the error it raises."""
    lines = []
    for f in functions:
        try:
            lines.append(repr(f()))
        except Exception as e:
            lines.append(f"{type(e).__name__}: {str(e).splitlines()[0]}")
    return "\n".join(lines)


def case_averages():
    v = tf.Variable([0.0, 1.0])
    for value in (2.0, 3.0):
        moving_averages.assign_moving_average(v, tf.constant([value, 1.0]), 0.9, zero_debias=False)
        print(v.numpy())
    for value in (2.0, 3.0):  # two variables more each time
        moving_averages.assign_moving_average(v, tf.constant([value, 1.0]), 0.9)
        print(v.numpy())
    return moving_averages.weighted_moving_average(tf.constant([2.0]), 0.9, tf.constant([0.5])).numpy()


def case_averages_in_graphs():
    with tf.Graph().as_default():
        v = tf.compat.v1.get_variable("v", [2], initializer=tf.zeros_initializer())
        first = moving_averages.assign_moving_average(v, tf.constant([2.0, 3.0]), 0.9)
        second = moving_averages.assign_moving_average(v, tf.constant([2.0, 3.0]), tf.constant(0.5))
        weighted = moving_averages.weighted_moving_average(tf.constant([2.0]), 0.9, tf.constant([0.5]))
        print([x.name for x in tf.compat.v1.global_variables()])
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            return [session.run(x) for x in (first, first, second, v, weighted)]


def case_averages_of_replicas():
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    with strategy.scope():
        v = tf.Variable(1.0)
    tf.function(strategy.run)(lambda: moving_averages.assign_moving_average(v, tf.constant(3.0), 0.5, zero_debias=False))
    return v.numpy()


def case_weights():
    pairs = [(2.0, [[1.0, 2.0]]), ([[1.0], [2.0]], [[1.0, 2.0], [3, 4]]), ([[1, 2]], [[3.0, 4]])]
    wrong = [([1.0, 2.0], [[1.0, 2.0]]), ([[1.0, 2.0]], [[1.0, 2.0, 3]])]
    functions = [lambda a=a, b=b: weights_broadcast_ops.broadcast_weights(a, b).numpy().tolist() for a, b in pairs + wrong]
    return _outcomes(functions)


def case_weights_of_unknown_shapes():
    broadcast = tf.function(weights_broadcast_ops.broadcast_weights, input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
    print(broadcast(2.0, [1.0, 2.0]).numpy(), broadcast([[1.0], [2.0]], [[1.0, 2.0], [3, 4]]).numpy().tolist())
    for a, b in [([1.0, 2.0], [[1.0, 2.0]]), ([[1.0, 2.0]], [[1.0, 2.0, 3]])]:
        try:
            broadcast(a, b)
        except tf.errors.InvalidArgumentError as e:
            print("weights can not be broadcast to values." in str(e))


def case_recorded_gradients():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tape.stop_recording():
            y = tf.identity(x * 5)
        backprop.record_gradient("Mul", [x, tf.constant(5.0)], ["T", 1], [y])
        z = y * 2
    print(tape.gradient(z, x).numpy())
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tape.stop_recording():
            y = tf.concat([x, x + 1], 0)
        execute.record_gradient("ConcatV2", [x, x, tf.constant(0)], ["N", 2, "T", 1, "Tidx", 3], [y])
        z = y * [1.0, 2.0, 3.0, 4.0]
    return tape.gradient(z, x).numpy()


def case_recorded_gradients_of_registered_types():
    x, name = tf.constant([1.0, 2.0]), "TypeForATestOfRecording"

    @tf.RegisterGradient(name)
    def gradient(op, dy):
        print([i.numpy().tolist() for i in op.inputs], [o.numpy().tolist() for o in op.outputs], op.type)
        return 3 * dy

    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        with tape.stop_recording():
            y, other = tf.identity(x * 5), tf.identity(x)
        print(backprop.record_gradient(name, [x], [], [y]))
        backprop.record_gradient("NoSuchTypeOfOperation", [x], [], [other])
    return _outcomes([lambda: tape.gradient(y, x).numpy(), lambda: tape.gradient(other, x)])


def case_references():
    one = base.TrackableReference("a", 3)
    print(one, tuple(one), one.name, one.ref)
    return [one == other for other in (("a", 3), base.TrackableReference("a", 3), base.TrackableReference("b", 3), "a")]


def case_scopes_without_children():
    owner = tf.__internal__.tracking.AutoTrackable()
    with base.no_automatic_dependency_tracking_scope(owner):
        owner.plain = [1]
    owner.wrapped = [1]
    with base.no_manual_dependency_tracking_scope(owner):
        owner._track_trackable(tf.Variable(1.0), "not_there")
    owner._track_trackable(tf.Variable(1.0), "there")
    return type(owner.plain).__name__, type(owner.wrapped).__name__, sorted(owner._trackable_children())


def case_shards():
    context = tpu_function.get_tpu_context()
    found = [context.number_of_shards]
    with contextlib.suppress(NotImplementedError), tpu_function.tpu_shard_context(3):
        found.append(context.number_of_shards)
        with tpu_function.tpu_shard_context(2):
            found.append(context.number_of_shards)
    marked = tpu_function.on_device_training_loop(lambda: 0)
    return [*found, context.number_of_shards, marked.step_marker_location]


def case_version():
    found = [tf2.enabled(), tf.__internal__.tf2.enabled()]
    tf2.disable()
    found.append(tf2.enabled())
    tf2.enable()
    return [*found, tf2.enabled()]
