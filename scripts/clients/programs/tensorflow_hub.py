"""TensorFlow Hub: modules from folders, called, as layers of models, trained, and saved again.

The module in tests/data/clients/hub was written by TensorFlow (scripts/record_hub_models.py).
"""

import os
import tempfile
from pathlib import Path

import numpy as np
import tensorflow as tf
import tensorflow_hub as hub

FEATURES = str(Path(__file__).resolve().parents[3] / "tests" / "data" / "clients" / "hub" / "features")


def _vectors(n=3):
    return tf.constant(np.sin(np.arange(4 * n)).reshape(n, 4), tf.float32)


class _Half(tf.train.Checkpoint):
    """A module written here: half of what it gets, plus a variable."""

    def __init__(self):
        super().__init__()
        self.offset = tf.Variable(2.0)
        self.variables = self.trainable_variables = [self.offset]

    @tf.function(input_signature=[tf.TensorSpec([None, 1], tf.float32)])
    def __call__(self, x):
        return 0.5 * x + self.offset


def step_resolve():
    """Where a handle leads: a folder, or nowhere."""
    made = [hub.resolve(FEATURES) == FEATURES]
    with tempfile.TemporaryDirectory() as folder:
        try:
            hub.resolve(os.path.join(folder, "nothing"))
            made.append("found")
        except Exception as error:
            made.append([type(error).__name__, str(error).replace(folder, "")[:60]])
    return made


def step_load():
    """A loaded module: called in both ways, with its variables and losses."""
    module = hub.load(FEATURES)
    x = _vectors()
    made = [module(x).numpy(), module(x, training=True).numpy(), module.mean.numpy(), module(x, training=False).numpy()]
    made += [len(module.variables), len(module.trainable_variables), [float(loss()) for loss in module.regularization_losses]]
    made += [sorted(module.signatures), module.signatures["serving_default"](x=x, training=tf.constant(False))["output_0"].numpy()]
    return made


def step_layer():
    """A module as a layer, frozen."""
    layer = hub.KerasLayer(FEATURES, input_shape=(4,), trainable=False)
    y = layer(_vectors())
    return [y.numpy(), len(layer.trainable_variables), len(layer.variables), list(y.shape)]


def step_fine_tuning():
    """A layer whose variables are trained with the model around it, with its losses."""
    layer = hub.KerasLayer(FEATURES, trainable=True)
    head = tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.Constant(0.1))
    model = tf.keras.Sequential([tf.keras.Input((4,)), layer, head])
    model.compile(tf.keras.optimizers.SGD(0.1), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    history = model.fit(_vectors(8), np.arange(8) % 2, epochs=3, batch_size=4, shuffle=False, verbose=0)
    return [
        history.history,
        [v.name for v in model.trainable_variables],
        model.predict(_vectors(), verbose=0),
        [float(loss) for loss in model.losses],
        model.count_params(),
    ]


def step_switch_training():
    """Whether a layer is trainable may change."""
    layer = hub.KerasLayer(FEATURES, trainable=True)
    layer(_vectors())
    made = [len(layer.trainable_variables), len(layer.non_trainable_variables), len(layer.losses)]
    layer.trainable = False
    return [*made, len(layer.trainable_variables), len(layer.non_trainable_variables), len(layer.losses)]


def step_gradients():
    """Gradients through a module, inside a function."""
    layer, x = hub.KerasLayer(FEATURES, trainable=True), _vectors()

    @tf.function
    def gradients():
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(layer(x, training=False) ** 2)
        return tape.gradient(loss, [x, *layer.trainable_variables])

    return [g.numpy() for g in gradients()]


def step_functional_model():
    """A layer in a functional model, whose configuration is read back."""
    inputs = tf.keras.Input((4,))
    outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(hub.KerasLayer(FEATURES, name="features")(inputs))
    model = tf.keras.Model(inputs, outputs)
    config = model.get_config()
    again = tf.keras.Model.from_config(config, custom_objects={"KerasLayer": hub.KerasLayer})
    again.set_weights(model.get_weights())
    lines = []
    model.summary(print_fn=lines.append)
    layer = config["layers"][1]["config"]
    return [model(_vectors()).numpy(), again(_vectors()).numpy(), layer["handle"] == FEATURES, sorted(layer), lines]


def step_save_model():
    """A model with such a layer, saved and loaded as a SavedModel and as HDF5."""
    model = tf.keras.Sequential(
        [hub.KerasLayer(FEATURES, input_shape=(4,), trainable=True), tf.keras.layers.Dense(1, kernel_initializer="ones")]
    )
    x, made = _vectors(), []
    made.append(model.predict(x, verbose=0))
    with tempfile.TemporaryDirectory() as folder:
        model.save(os.path.join(folder, "m"))
        made.append(tf.keras.models.load_model(os.path.join(folder, "m")).predict(x, verbose=0))
        model.save(os.path.join(folder, "m.h5"))
        again = tf.keras.models.load_model(os.path.join(folder, "m.h5"), custom_objects={"KerasLayer": hub.KerasLayer})
        made.append(again.predict(x, verbose=0))
        model.save_weights(os.path.join(folder, "w.h5"))
        model.load_weights(os.path.join(folder, "w.h5"))
        made.append(model.predict(x, verbose=0))
    return made


def step_own_module():
    """A module that is written here, loaded, and used as a layer."""
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(_Half(), folder)
        module = hub.load(folder)
        layer = hub.KerasLayer(module, trainable=True)
        x = tf.constant([[1.0], [4.0]])
        with tf.GradientTape() as tape:
            y = layer(x)
        return [module(x).numpy(), y.numpy(), [g.numpy() for g in tape.gradient(y, layer.trainable_variables)]]


def step_callables():
    """Functions, and modules with fixed arguments, as layers."""
    doubled = hub.KerasLayer(lambda x: 2.0 * x)
    module = hub.load(FEATURES)
    fixed = hub.KerasLayer(module, arguments={"training": False})
    return [doubled(_vectors(1)).numpy(), fixed(_vectors(1)).numpy()]


def step_data_pipeline():
    """A module applied to the elements of a data set."""
    module = hub.load(FEATURES)
    data = tf.data.Dataset.from_tensor_slices(_vectors(4)).batch(2).map(lambda x: module(x, training=False))
    return [x.numpy() for x in data]


def step_refusals():
    """What is refused."""
    made = []
    for wrong in (
        lambda: hub.load("/no/such/folder"),
        lambda: hub.KerasLayer(3),
        lambda: hub.KerasLayer(FEATURES, output_key="x")(_vectors()),
        lambda: hub.KerasLayer(FEATURES, signature="nothing")(_vectors()),
        lambda: hub.load(FEATURES, tags=["train"]),
        lambda: hub.load(FEATURES)(tf.constant(["text"])),
    ):
        try:
            wrong()
            made.append("nothing")
        except Exception as error:
            made.append(type(error).__name__)
    return made
