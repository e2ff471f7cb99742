"""Training and prediction with Keras models."""

import numpy as np

from benchmarks.registry import Benchmark

_RNG = np.random.RandomState(0)
_STEPS = 50
_BATCH = 32


def _fit(build, shape, torch_build=None):
    """`fit` of one epoch of 50 steps; the figure is for one step."""
    x = _RNG.rand(_BATCH * _STEPS, *shape).astype("float32")
    y = _RNG.randint(0, 10, _BATCH * _STEPS)

    def prepare(tf):
        model = build(tf)
        model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
        return lambda: model.fit(x, y, batch_size=_BATCH, epochs=1, verbose=0, shuffle=False)

    def prepare_torch(torch):
        model = torch_build(torch)
        optimizer = torch.optim.Adam(model.parameters())
        images, labels = torch.tensor(x), torch.tensor(y)

        def run():
            right = 0
            for i in range(_STEPS):
                part = slice(i * _BATCH, (i + 1) * _BATCH)
                optimizer.zero_grad()
                logits = model(images[part])
                loss = torch.nn.functional.cross_entropy(logits, labels[part])
                loss.backward()
                optimizer.step()
                right += (logits.argmax(1) == labels[part]).sum()
            return float(right)

        return run

    return prepare, (prepare_torch if torch_build else None)


def dense(tf):
    layers = tf.keras.layers
    return tf.keras.Sequential([layers.Dense(64, activation="relu", input_shape=(64,)), layers.Dense(10)])


def dense_torch(torch):
    nn = torch.nn
    return nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))


def convolutional(tf):
    layers = tf.keras.layers
    return tf.keras.Sequential([
        layers.Conv2D(8, 3, activation="relu", input_shape=(28, 28, 1)), layers.MaxPooling2D(),
        layers.Conv2D(16, 3, activation="relu"), layers.MaxPooling2D(), layers.Flatten(), layers.Dense(10),
    ])  # fmt: skip


def lstm(tf):
    layers = tf.keras.layers
    return tf.keras.Sequential([layers.LSTM(32, input_shape=(20, 8)), layers.Dense(10)])


def predict(tf):
    model = dense(tf)
    x = _RNG.rand(_BATCH * _STEPS, 64).astype("float32")
    return lambda: model.predict(x, batch_size=_BATCH, verbose=0)


def custom_loop(tf):
    """A training loop written out by hand over a model, run eagerly."""
    model = dense(tf)
    optimizer = tf.keras.optimizers.Adam()
    loss_function = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    x = tf.constant(_RNG.rand(_BATCH, 64).astype("float32"))
    y = tf.constant(_RNG.randint(0, 10, _BATCH))

    def step():
        with tf.GradientTape() as tape:
            loss = loss_function(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    return step


_DENSE, _DENSE_TORCH = _fit(dense, (64,), dense_torch)
Benchmark("fit_dense", "fit of a small dense network, one step", _DENSE, _DENSE_TORCH, per=_STEPS, bars={"tensorflow": 0.6})
Benchmark("fit_conv", "fit of a small convolutional network, one step", _fit(convolutional, (28, 28, 1))[0], per=_STEPS,
          bars={"tensorflow": 1.0})  # fmt: skip
Benchmark("fit_lstm", "fit of a small LSTM, one step", _fit(lstm, (20, 8))[0], per=_STEPS, bars={"tensorflow": 0.7})
Benchmark("predict", "predict with a small dense network, one step", predict, per=_STEPS, bars={"tensorflow": 0.6})
Benchmark("custom_loop", "training loop over a Keras model, eagerly, one step", custom_loop, bars={"tensorflow": 0.15})
