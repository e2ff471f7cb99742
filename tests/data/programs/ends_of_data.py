"""What a step that finds no batch has counted: data sets of unknown sizes, in fit."""

import os
import tempfile

import numpy as np

_SIGNATURE = (tf.TensorSpec((None, 3)), tf.TensorSpec((None, 1)))


def _batches(number=6, fails=False):
    for i in range(number):
        yield np.ones((4, 3), np.float32) * i / number, np.ones((4, 1), np.float32)
    if fails:
        raise ValueError("no more")


def _data(*arguments):
    return tf.data.Dataset.from_generator(lambda: _batches(*arguments), output_signature=_SIGNATURE)


def _dense():
    return tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(3,))


def _model(optimizer, **options):
    model = tf.keras.Sequential([_dense()])
    model.compile(optimizer, "mse", **options)
    return model


def case_iterations():
    optimizers, schedules = tf.keras.optimizers, tf.keras.optimizers.schedules
    for name, make, options in (
        ("scheduled", lambda: optimizers.SGD(schedules.ExponentialDecay(0.1, 1, 0.9)), {}),
        ("Adam", optimizers.Adam, {}),
        ("clipped", lambda: optimizers.Adam(global_clipnorm=0.1), {}),
        ("legacy", optimizers.legacy.Adam, {}),
        ("eager", optimizers.Adam, {"run_eagerly": True}),
        ("scaled", lambda: tf.keras.mixed_precision.LossScaleOptimizer(optimizers.Adam()), {}),
    ):
        model = _model(make(), **options)
        counts = []
        noted = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda *_: counts.append(int(model.optimizer.iterations.numpy())))  # noqa: B023
        fit = lambda data, **more: model.fit(data, verbose=0, callbacks=[noted], **more)  # noqa: B023, E731
        fit(_data(), epochs=3)
        fit(_data().filter(lambda x, y: True), epochs=2, validation_data=_data(2))
        fit(_data().repeat(), steps_per_epoch=4)
        fit(_data(2), steps_per_epoch=5, epochs=2)
        fit(_batches(3))
        fit(_batches(3), epochs=3)
        fit(tf.data.Dataset.from_tensors(next(_batches())).repeat(5), epochs=2)
        print(name, counts, np.round(model.get_weights()[0].ravel(), 3))


def case_errors_of_the_data():
    model = _model("adam")
    try:
        model.fit(_data(3, True), verbose=0)
    except tf.errors.InvalidArgumentError:
        print(int(model.optimizer.iterations.numpy()))


class _Two(tf.keras.Model):
    """Two optimizers, one of which takes several steps or only every other one."""

    def __init__(self, times, alternate):
        super().__init__()
        self.first, self.second, self.times, self.alternate = _dense(), _dense(), times, alternate
        self.optimizers = [tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam()]
        self.count = tf.Variable(0)

    def _step(self, layer, optimizer, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((layer(x) - y) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, layer.trainable_variables), layer.trainable_variables))
        return 0

    def train_step(self, data):
        even = tf.equal(self.count.assign_add(tf.shape(data[0])[0]) // 4 % 2, 0)
        for _ in range(self.times):
            self._step(self.first, self.optimizers[0], *data)
        step = lambda: self._step(self.second, self.optimizers[1], *data)  # noqa: E731
        if self.alternate:
            tf.cond(even, step, lambda: 0)
        else:
            step()
        return {}


def case_several_optimizers():
    for times, alternate in ((1, False), (3, False), (1, True)):
        model = _Two(times, alternate)
        model.compile()
        model.fit(_data(), epochs=2, verbose=0)
        print(times, alternate, [int(x.iterations.numpy()) for x in model.optimizers])


def _run_out(step, number=3):
    """Call `step` with an iterator of so many numbers until it has no more, and once again."""
    iterator, ended = iter(tf.data.Dataset.range(number)), 0
    while ended < 2:
        try:
            step(iterator)
        except tf.errors.OutOfRangeError:
            ended += 1


def case_functions_that_take_batches():
    """What is assigned without waiting for a batch goes on."""
    names = ("before", "dependent", "after", "of_both", "behind", "read_late")
    kept = {name: tf.Variable(0, dtype=tf.int64) for name in names}

    @tf.function
    def step(iterator):
        kept["before"].assign_add(1)
        read = kept["before"] + 0
        kept["before"].assign_add(10)
        x = next(iterator)
        kept["dependent"].assign_add(x + 1)
        kept["after"].assign_add(2 * read)
        kept["of_both"].assign(kept["dependent"] + kept["after"])
        kept["behind"].assign_add(kept["after"] * 100)
        kept["dependent"].assign_add(1)
        kept["read_late"].assign(kept["before"])
        return x

    _run_out(step)
    print({name: int(v.numpy()) for name, v in kept.items()})

    counted, taken = tf.Variable(0), tf.Variable(0, dtype=tf.int64)

    @tf.function
    def loop(iterator):
        for _ in tf.range(5):
            counted.assign_add(1)
            taken.assign_add(next(iterator))
            counted.assign_add(100)

    _run_out(loop)
    print(int(counted.numpy()), int(taken.numpy()))


def case_optimizers_in_functions():
    optimizers = tf.keras.optimizers
    for name, optimizer in (
        ("Adam", optimizers.Adam(0.1)),
        ("momentum", optimizers.SGD(optimizers.schedules.ExponentialDecay(0.1, 1, 0.9), momentum=0.9)),
        ("clipped", optimizers.Adam(0.1, global_clipnorm=0.1)),
        ("averaged", optimizers.SGD(0.1, use_ema=True)),
        ("legacy", optimizers.legacy.Adam(0.1)),
    ):
        weights, metric = tf.Variable([1.0, 2.0]), tf.keras.metrics.Mean()

        @tf.function
        def step(iterator):
            x = next(iterator)
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(weights**2) * tf.cast(x + 1, tf.float32)  # noqa: B023
            optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])  # noqa: B023
            metric.update_state(loss)  # noqa: B023

        for _ in range(2):
            _run_out(step)
        print(name, int(optimizer.iterations.numpy()), np.round(weights.numpy(), 4), np.round(metric.result().numpy(), 3))


class _WithOwnFunction(tf.keras.Sequential):
    def make_train_function(self, force=False):
        if self.train_function is None or force:
            self.train_function = tf.function(lambda iterator: self.train_step(next(iterator)))
        return self.train_function


def case_own_training_functions():
    tf.get_logger().setLevel("ERROR")
    for number in 1, 3:
        model = _WithOwnFunction([_dense()])
        model.compile("adam", "mse")
        model.fit(_data(number), epochs=3, verbose=0)
        print(number, int(model.optimizer.iterations.numpy()), np.round(model.get_weights()[0].ravel(), 3))
    tf.get_logger().setLevel("WARNING")


def case_decay_of_weights():
    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
    for rate in 0.1, schedule:
        for kind in tf.keras.optimizers.SGD, tf.keras.optimizers.AdamW:
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
            model.compile(kind(rate, weight_decay=0.5), "mse")
            model.fit(_zeros(), epochs=2, verbose=0)
            print(kind.__name__, int(model.optimizer.iterations.numpy()), np.round(model.get_weights()[0].ravel(), 4))


def _zeros():
    spec = tf.TensorSpec((2, 2)), tf.TensorSpec((2, 1))
    return tf.data.Dataset.from_generator(lambda: iter([(np.zeros((2, 2)), np.zeros((2, 1)))] * 3), output_signature=spec)


def _shuffled():
    return tf.data.Dataset.range(6).shuffle(6, seed=5)


def _counted(data, number):
    """What three iterators gave of which so many were asked for."""
    rows = []
    for _ in range(3):
        elements = iter(data)
        rows.append([int(next(elements)) for _ in range(number)])
    return rows


def case_caches_filled_by_count():
    some = tf.data.experimental.assert_cardinality(6)
    file = os.path.join(tempfile.mkdtemp(), "cache")
    return {
        "whole": _counted(_shuffled().cache(), 6),
        "taken": _counted(_shuffled().cache().take(6), 6),
        "asserted": _counted(_shuffled().filter(lambda x: x >= 0).apply(some).cache(), 6),
        "mapped": _counted(_shuffled().map(lambda x: x + 1).cache().prefetch(2), 6),
        "joined": _counted(tf.data.Dataset.zip((_shuffled().cache(), tf.data.Dataset.range(6))).map(lambda a, b: a), 6),
        "file": _counted(_shuffled().cache(file), 6),
    }


class _Noting(tf.keras.Model):
    """A model that notes its batches."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def train_step(self, data):
        tf.py_function(lambda x: self.seen.append(x.numpy().tolist()), [data], [])
        return {}

    test_step = train_step


def case_caches_in_fit():
    model = _Noting()
    model.compile()
    data, held_out = _shuffled().batch(2).cache(), _shuffled().batch(3).cache()
    model.fit(data, epochs=3, validation_data=held_out, verbose=0)
    model.evaluate(data, verbose=0)
    model.fit(data, epochs=1, verbose=0)
    return [list(x) for x in model.seen]


def case_functions_that_say_the_data_have_ended():
    data, numbers = tf.data, tf.data.Dataset.range(5)

    def checked(x):
        def at_two(value):
            if value == 2:
                raise StopIteration
            return value

        return tf.py_function(at_two, [x], tf.int64)

    made = []
    for dataset in (
        numbers.map(checked),
        numbers.map(checked, num_parallel_calls=2).batch(2),
        numbers.scan(tf.constant(0, tf.int64), lambda state, x: (state, checked(x))),
        numbers.filter(lambda x: checked(x) >= 0),
        numbers.take_while(lambda x: checked(x) >= 0),
        numbers.flat_map(lambda x: data.Dataset.from_tensors(checked(x))),
        numbers.flat_map(lambda x: data.Dataset.from_tensors(x).map(checked)),
        numbers.group_by_window(lambda x: checked(x) % 2, lambda key, part: part.batch(3), window_size=2),
    ):
        try:
            made.append([x.numpy().tolist() for x in dataset])
        except tf.errors.OpError as error:
            made.append(type(error).__name__)
    try:
        numbers.reduce(tf.constant(0, tf.int64), lambda state, x: state + checked(x))
    except tf.errors.OpError as error:
        made.append(type(error).__name__)
    return str(made)
