"""The order of what describes layers, which `to_json` and `print` show, and what they are made of again."""

import json

layers = tf.keras.layers
_NAMES = "name", "trainable", "dtype"
_ARGUMENTS = {
    "units": 3, "filters": 3, "kernel_size": 2, "rate": 0.5, "output_dim": 3, "factor": 0.2, "height_factor": 0.2, "width_factor": 0.2,
    "value_range": (0, 1), "height": 2, "width": 2, "cell": None,
}  # fmt: skip


def _keys(kind, *names, **more):
    layer = kind(**{name: _ARGUMENTS[name] for name in names}, **more)
    return " ".join(key for key in layer.get_config() if key not in _NAMES)


def case_keys_of_recurrent_layers():
    for kind in (layers.SimpleRNN, layers.GRU, layers.LSTM, layers.SimpleRNNCell, layers.GRUCell, layers.LSTMCell):
        print(kind.__name__, _keys(kind, "units"))
    for kind in (layers.ConvLSTM1D, layers.ConvLSTM2D):
        print(kind.__name__, _keys(kind, "filters", "kernel_size"))
    v1 = tf.compat.v1.keras.layers
    for kind in (v1.GRU, v1.LSTM, v1.CuDNNGRU, v1.CuDNNLSTM):
        print(kind.__name__, _keys(kind, "units"), kind(2).get_config().get("implementation"))


def case_keys_of_other_layers():
    for kind in (layers.MaxPooling1D, layers.AveragePooling1D, layers.MaxPooling2D, layers.AveragePooling3D):
        print(kind.__name__, _keys(kind))
    for kind in (layers.RandomBrightness, layers.RandomContrast, layers.RandomRotation, layers.RandomHeight, layers.RandomWidth):
        print(kind.__name__, _keys(kind, "factor"))
    print(_keys(layers.RandomFlip), "|", _keys(layers.RandomTranslation, "height_factor", "width_factor"))
    print(_keys(layers.RandomZoom, "height_factor"), "|", _keys(layers.RandomCrop, "height", "width"))
    print(_keys(layers.experimental.RandomFourierFeatures, "output_dim"))
    print({key: value for key, value in layers.ReLU(6, threshold=0.5).get_config().items() if key not in _NAMES})


def case_names_of_what_is_made_again():
    tf.keras.backend.clear_session()
    model = tf.keras.Sequential([tf.keras.Input((3, 2)), layers.RNN([layers.LSTMCell(2), layers.GRUCell(3)]), layers.Dense(1)])
    for made in (model, tf.keras.models.clone_model(model), tf.keras.models.model_from_json(model.to_json())):
        print([weight.name for weight in made.weights])
    cell = layers.GRUCell(2)
    cell.build((None, 3))
    print(layers.deserialize(layers.serialize(cell)).built, tf.keras.saving.deserialize_keras_object(layers.serialize(cell)).built)


class _Scaled(layers.Layer):
    def call(self, inputs, by=None, *, twice=False):
        return inputs * 2.0


def case_arguments_of_calls():
    inputs = tf.keras.Input((3, 2), name="rows")
    for made in (
        layers.MultiHeadAttention(1, 2, name="a")(inputs, inputs, use_causal_mask=True),
        layers.MultiHeadAttention(1, 2, name="b")(inputs, training=True, value=inputs, key=inputs),
    ):
        print(tf.keras.Model(inputs, made).get_config()["layers"][-1]["inbound_nodes"])
    for wrong in ({"by": object()}, {"by": {1, 2}}, {"by": [1, 2j], "twice": True}, {"twice": slice(1)}):
        model = tf.keras.Model(inputs, _Scaled(name="scaled")(inputs, **wrong))
        for attempt in (model.get_config, model.to_json, lambda model=model: tf.keras.models.clone_model(model)):
            try:
                attempt()
            except TypeError as error:
                print(error)
    print(json.loads(tf.keras.Model(inputs, _Scaled(name="s")(inputs, (1, 2))).to_json())["config"]["layers"][-1]["inbound_nodes"])


def case_abstract_metrics():
    class Half(tf.keras.metrics.Metric):
        def result(self):
            return 0.0

    class Whole(Half):
        def update_state(self, *values):
            pass

    for kind in (tf.keras.metrics.Metric, Half):
        try:
            kind()
        except TypeError as error:
            print(str(error).replace("Half", "").replace("abstract methods", "abstract method"))
    print(type(Whole).__name__, Whole().name, isinstance(Whole(), tf.keras.metrics.Metric))


def case_groups_of_convolutions():
    for kind in (layers.Conv1D, layers.Conv2D, layers.SeparableConv2D, layers.Conv2DTranspose):
        for groups in (0, None, 3):
            try:
                layer = kind(4, 3, groups=groups)
                print(layer.groups, layer.get_config()["groups"])
            except ValueError as error:
                print(error)
