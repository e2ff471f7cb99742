"""Keras in graphs of TensorFlow 1 where few programs go: metrics after `compile`, batches of datasets, masks, configurations of cells."""

import functools

import numpy as np

v1 = tf.compat.v1
keras, L = tf.keras, tf.keras.layers
X, Y = np.arange(12.0, dtype="float32").reshape(4, 3), np.ones((4, 1), "float32")


def in_graph(case):
    @functools.wraps(case)
    def call():
        with tf.Graph().as_default():
            return case()

    return call


def _told(f):
    try:
        return str(f())
    except Exception as error:
        return type(error).__name__, str(error).partition("<")[0].partition("\n")[0]


def _summing():
    model = keras.Sequential([L.Dense(1, kernel_initializer="ones", input_shape=(3,))])
    model.compile(v1.train.GradientDescentOptimizer(0.0), "mse")
    return model


@in_graph
def case_metrics_after_compile():
    model = _summing()
    model.add_metric(tf.reduce_mean(model.output), name="first", aggregation="mean")
    made = [model.metrics_names, [float(v) for v in model.evaluate(X, Y, verbose=0)]]
    model.add_metric(2.0 * tf.reduce_mean(model.output), name="second", aggregation="mean")
    made += [model.metrics_names, sorted(model.fit(X, Y, verbose=0).history), len(model.evaluate(X, Y, verbose=0))]
    return made, _told(lambda: model.add_metric(keras.metrics.Mean(name="third")(model.output)))


@in_graph
def case_batches_of_datasets():
    model = _summing()
    data = tf.data.Dataset.from_tensor_slices((X, Y)).batch(2)
    weighted = tf.data.Dataset.from_tensor_slices((X, Y, [0.0, 3.0, 0.0, 1.0])).batch(2)
    iterator = v1.data.make_one_shot_iterator(data)
    made = [_told(lambda: model.train_on_batch(data)) for _ in range(2)]
    made += [_told(lambda: model.train_on_batch(iterator)) for _ in range(2)]
    made += [_told(lambda: model.train_on_batch(iterator))[0]]
    made += [_told(lambda: model.test_on_batch(weighted)), _told(lambda: model.predict_on_batch(data).tolist())]
    made += [_told(lambda: model.train_on_batch(data, Y[:2])), _told(lambda: model.test_on_batch(data, sample_weight=Y[:2]))]
    return made


@in_graph
def case_targets_beside_what_gives_batches():
    model = _summing()
    data = tf.data.Dataset.from_tensor_slices((X, Y)).batch(2)

    class Rows(keras.utils.Sequence):
        def __len__(self):
            return 2

        def __getitem__(self, index):
            return X[:2], Y[:2]

    return [
        _told(lambda: model.fit(data, Y, steps_per_epoch=1, verbose=0)),
        _told(lambda: model.evaluate(data, sample_weight=Y, steps=1, verbose=0)),
        _told(lambda: model.fit(iter([(X, Y)]), Y, steps_per_epoch=1, verbose=0)),
        _told(lambda: model.evaluate(Rows(), sample_weight=Y, verbose=0)),
        _told(lambda: model.evaluate(data.take(0), verbose=0)),
        _told(lambda: model.fit(v1.data.make_one_shot_iterator(data), steps_per_epoch=1, verbose=0)),
    ]


def case_masks_of_keras_tensors():
    x = keras.Input((3, 2))
    mask = L.Masking()(x)._keras_mask
    sequence = L.LSTM(2, return_sequences=True)
    layered = keras.Model(x, sequence(L.Masking()(x)))
    stacked = keras.Sequential([L.Masking(input_shape=(3, 2)), L.LSTM(2, return_sequences=True)])
    made = [
        L.Concatenate(axis=1).compute_mask([x, x], [mask, mask]),
        L.TimeDistributed(L.Dense(2)).compute_mask(x, mask),
        L.Add().compute_mask([x, x], [mask, mask]),
        layered.compute_mask(x, None),
        stacked.compute_mask(x, None),
    ]
    return [(m.shape.as_list(), m.dtype.name) for m in made]


def case_configurations_of_wrapped_cells():
    cells = v1.nn.rnn_cell
    kinds = [
        lambda c: cells.DropoutWrapper(c, 0.5, state_keep_prob=tf.constant(0.25), seed=3),
        lambda c: cells.DropoutWrapper(c, variational_recurrent=True, input_size=4, dtype=tf.float32),
        lambda c: cells.ResidualWrapper(c),
        lambda c: cells.DeviceWrapper(c, "/cpu:0"),
    ]
    made = []
    for kind in kinds:
        config = kind(cells.GRUCell(3)).get_config()
        made.append(sorted((k, v if k != "cell" else v["class_name"]) for k, v in config.items() if k != "name"))
        made.append(_told(lambda: kind(cells.GRUCell(3)).from_config(config)))
        again = kind(cells.GRUCell(3)).from_config({**config, "cell": cells.GRUCell(5), "name": "again"})
        made.append((again.name, again.output_size, type(again.cell).__name__, again.get_config()["cell"]["config"]["num_units"]))
    added = cells.ResidualWrapper(cells.GRUCell(3), residual_fn=lambda a, b: a + b).get_config()
    again = cells.ResidualWrapper.from_config({**added, "cell": cells.GRUCell(3)})
    return [*made, sorted(set(added) - {"name"}), sorted(set(again.get_config()) - {"name"})]


@in_graph
def case_random_images():
    images = np.arange(48.0, dtype="float32").reshape(2, 4, 3, 2)
    with tf.compat.v1.Session() as session:
        v1.set_random_seed(7)
        layers = L.RandomFlip(), L.RandomFlip("vertical", seed=3), L.RandomContrast(0.1, seed=3), L.RandomContrast((0.1, 0.3))
        made = [layer(tf.constant(images), training=True) for layer in layers]
        session.run(v1.global_variables_initializer())
        return [np.round(session.run(m), 2).ravel().tolist() for m in made for _ in range(2)]
