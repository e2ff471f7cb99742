"""What beginners do wrong with models and data, and what they are told: the type of the exception, and its text without places."""

import os
import re
import tempfile

import numpy as np

L = tf.keras.layers
K = tf.keras
X, Y = np.ones((8, 4), "float32"), np.ones((8, 1), "float32")


def _told(error):
    """The exception without the lines that name files, nodes and numbers of names."""
    kept, place = [], False
    for line in str(error).splitlines():
        place = bool(re.match(r'\s+File "', line)) or place and (line.startswith(" " * 8) or not line.strip())
        if not place and line.strip() and not re.match(r"\s*\[\[|Detected at|\s+• (mask|training)=", line):
            kept.append(re.sub(r"( name: ?| \[Op:__\w+\])$", "", re.sub(r"(sequential|dense|model|conv2d|lstm)_\d+", r"\1", line)).strip())
    return type(error).__name__, kept


def _wrong(f):
    try:
        f()
    except Exception as error:
        return _told(error)
    return "nothing is wrong"


def _model(units=1, activation=None, loss="mse", **arguments):
    model = K.Sequential([L.Dense(5, input_shape=(4,)), L.Dense(units, activation=activation)])
    model.compile("sgd", loss, **arguments)
    return model


def _fit(y, *arguments, x=X, **options):
    return _wrong(lambda: _model(*arguments).fit(x, y, verbose=0, **options))


def case_other_width():
    return _wrong(lambda: _model().predict(np.ones((8, 3), "float32"), verbose=0))


def case_other_rank():
    return _fit(Y, x=np.ones((8, 4, 2), "float32"))


def case_one_sample():
    return _wrong(lambda: _model().predict(np.ones(4), verbose=0))


def case_numbers_for_categories():
    return _fit(np.arange(8) % 3, 3, "softmax", "categorical_crossentropy")


def case_categories_for_numbers():
    return _fit(np.eye(3)[np.arange(8) % 3], 3, "softmax", "sparse_categorical_crossentropy")


def case_batches_of_full_size():
    """Where every batch is full their size is known, and told; else it isn't."""
    targets = (
        (np.arange(8) % 3, 3, "softmax", "categorical_crossentropy"),
        (np.ones((8, 2)), 3, "softmax", "sparse_categorical_crossentropy"),
    )
    return [_fit(*wrong, batch_size=size) for wrong in (*targets, (Y, 2, "sigmoid", "binary_crossentropy")) for size in (4, 8, 3)]


def case_pictures_without_flatten():
    model = K.Sequential([L.Conv2D(2, 3, input_shape=(8, 8, 1)), L.Dense(10, "softmax")])
    model.compile("sgd", "sparse_categorical_crossentropy")
    return _wrong(lambda: model.fit(np.ones((4, 8, 8, 1)), np.ones(4), verbose=0))


def case_label_without_class():
    return _fit(np.arange(8), 3, "softmax", "sparse_categorical_crossentropy", shuffle=False)


def case_two_outputs_one_label():
    return _fit(Y, 2, "sigmoid", "binary_crossentropy")


def case_other_number_of_labels():
    return _fit(Y[:5])


def case_no_compile():
    return _wrong(lambda: K.Sequential([L.Dense(1)]).fit(X, Y))


def case_dataset_without_batches():
    data = tf.data.Dataset.from_tensor_slices((X, Y))
    return _wrong(lambda: _model().fit(data, verbose=0))


def case_rows_of_other_lengths():
    return _wrong(lambda: tf.constant([[1, 2], [3]]))


def case_none_among_values():
    values = [[1, None], [None, 1], [1.0, None], [[1], [None]], [[1, 2], None], [None]]
    return [_wrong(lambda value=value: tf.convert_to_tensor(value)) for value in values]


def case_shape_is_a_number():
    return _wrong(lambda: L.Dense(1, input_shape=4))


def case_picture_without_channels():
    return _wrong(lambda: K.Sequential([L.Conv2D(2, 3, input_shape=(28, 28))]))


def case_kernel_larger_than_picture():
    return _wrong(lambda: K.Sequential([L.Conv2D(2, 5, input_shape=(3, 3, 1))]))


def case_sequence_without_steps():
    return _wrong(lambda: L.LSTM(3)(tf.ones([2, 4])))


def case_unknown_activation():
    return _wrong(lambda: L.Dense(1, "rellu"))


def case_no_directory():
    return [_wrong(lambda f=f: f("no such folder")) for f in (K.utils.image_dataset_from_directory, K.utils.text_dataset_from_directory)]


def case_no_model():
    return [_wrong(lambda name=name: K.models.load_model(name)) for name in ("nowhere.keras", "nowhere")]


def case_eager_value_in_a_session():
    return _wrong(lambda: tf.compat.v1.Session().run(tf.constant(1.0)))


def case_placeholder_while_eager():
    return _wrong(lambda: tf.compat.v1.placeholder(tf.float32))


def case_dtypes():
    return [_wrong(lambda: tf.constant(1.0) + tf.constant(1)), _wrong(lambda: tf.constant([1, 2]) * np.array([1.5, 2.5]))]


def case_assigned_element():
    def f():
        tf.zeros([3])[0] = 1

    return _wrong(f)


def case_model_without_super():
    class Net(K.Model):
        def __init__(self):
            self.dense = L.Dense(1)

    return _wrong(Net)


def case_model_without_call():
    class Net(K.Model):
        pass

    return _wrong(lambda: Net()(X))


def case_two_inputs_one_given():
    a, b = K.Input((4,)), K.Input((3,))
    model = K.Model([a, b], L.Concatenate()([a, b]))
    kind, lines = _wrong(lambda: model.predict(X, verbose=0))
    return kind, [line.split(" Inputs received")[0] for line in lines]


def case_folders_without_files():
    readers = [K.utils.image_dataset_from_directory, K.utils.text_dataset_from_directory, K.utils.audio_dataset_from_directory]
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "a"))
        os.makedirs(os.path.join(folder, "b"))
        given = {"output_sequence_length": 3}
        told = [_wrong(lambda f=f: f(folder, **(given if f is readers[2] else {}))) for f in readers]
    return str(told).replace(folder, "FOLDER")


def case_saved_before_it_is_built():
    class Nothing(K.Model):
        def call(self, inputs):
            return inputs

    with tempfile.TemporaryDirectory() as folder:
        kind, lines = _wrong(lambda: Nothing().save(os.path.join(folder, "model"), save_format="tf"))
    return kind, re.sub(r"<.*0x\w*>", "MODEL", " ".join(lines))
