"""What a step that finds no batch has counted: data sets of unknown sizes, in fit."""

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
