"""Gradients of what two replicas of one process compute together; the values are TensorFlow's."""

import pytest

import tfshim as tf


@pytest.fixture(scope="module")
def strategy(two_devices):
    return tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])


def _numbers(strategy, value):
    return [float(x) for x in strategy.experimental_local_results(value)]


def _place():
    context = tf.distribute.get_replica_context()
    return context, tf.cast(context.replica_id_in_sync_group, tf.float32) + 1.0


def _of_sums(w):
    context, place = _place()
    x = w * place
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = context.all_reduce("SUM", x)
        z = y * y * place
    return y, tape.gradient(z, x)


def _of_means(w):
    context, place = _place()
    with tf.GradientTape() as tape:
        loss = 3.0 * context.all_reduce(tf.distribute.ReduceOp.MEAN, {"x": w * w * place})["x"]
    return tape.gradient(loss, w)


def _of_rows(w):
    context, place = _place()
    x = w * place
    with tf.GradientTape() as tape:
        tape.watch(x)
        rows = context.all_gather(tf.reshape(x, [1]), 0)
        loss = tf.reduce_sum(rows * rows * place)
    return tape.gradient(loss, x)


def test_they_go_back_together(strategy):
    with strategy.scope():
        w = tf.Variable(2.0)
    y, gradient = strategy.run(_of_sums, (w,))
    assert _numbers(strategy, y) == [6.0, 6.0] and _numbers(strategy, gradient) == [36.0, 36.0]
    assert _numbers(strategy, strategy.run(_of_means, (w,))) == [12.0, 24.0]
    assert _numbers(strategy, strategy.run(_of_rows, (w,))) == [12.0, 24.0]


def test_in_functions_what_asks_in_one_replica_alone_is_refused(strategy):
    with strategy.scope():
        w = tf.Variable(2.0)

    def by_tensors():
        context, place = _place()
        return tf.gradients(context.all_reduce("SUM", w * place), w)

    def of_elements():
        context, place = _place()
        with tf.GradientTape() as tape:
            y = context.all_reduce("SUM", tf.stack([w, w * place]))
        return tape.jacobian(y, w)

    def forward():
        context, place = _place()
        with tf.autodiff.ForwardAccumulator(w, tf.constant(1.0)) as accumulator:
            y = context.all_reduce("SUM", w * place)
        return accumulator.jvp(y)

    for step, named in ((by_tensors, "tf.gradients"), (of_elements, "a Jacobian"), (forward, "ForwardAccumulator")):
        with pytest.raises(NotImplementedError, match=f"{named} through all_reduce"):
            tf.function(lambda step=step: strategy.run(step))()


def test_a_function_through_replicas_is_written_down(strategy, tmp_path):
    class Summing(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def __call__(self, x):
            each = strategy.run(lambda: tf.distribute.get_replica_context().all_reduce("SUM", x * 2.0))
            return strategy.reduce("MEAN", each, axis=None)

    made = Summing()
    assert float(made(3.0)) == 12.0
    tf.saved_model.save(made, str(tmp_path))
    assert float(tf.saved_model.load(str(tmp_path))(4.0)) == 16.0


class Drawing(tf.Module):
    def __init__(self):
        super().__init__()
        self.generator = tf.random.Generator.from_seed(0)
        self.traces = 0

    @tf.function
    def __call__(self):
        self.traces += 1
        return self.generator.normal([])


def test_a_module_whose_call_is_a_function_draws_other_numbers_in_each_replica(strategy):
    with strategy.scope():
        module = Drawing()
        drawn = [_numbers(strategy, strategy.run(module)) for _ in range(2)]
    assert drawn[0] == pytest.approx([-1.4154755, -0.11388441]) and drawn[1] == pytest.approx([-0.68758255, 0.8084062])
    assert module.traces == 2  # in each replica


def test_a_module_whose_call_ran_in_replicas_alone_is_saved_with_it(strategy, tmp_path):
    with strategy.scope():
        module = Drawing()
        strategy.run(module)
        tf.saved_model.save(module, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert [float(loaded()) for _ in range(2)] == pytest.approx([-1.0359411, -0.064250775])  # TensorFlow's
    assert len(module.__call__._list_all_concrete_functions()) == 1


def test_replicas_do_not_meet_in_functions_of_their_own(strategy):
    with strategy.scope():
        module = Drawing()
        with pytest.raises(RuntimeError, match="called while defining a new graph or a tf.function"):
            strategy.run(lambda: module())
