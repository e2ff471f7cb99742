"""Windows of time series as datasets: a graph knows how many rows they have only when it runs."""

import numpy as np

X = np.arange(40.0, dtype="float32").reshape(20, 2)
Y = X[:, 0] * 2


def _windows(**options):
    return tf.keras.utils.timeseries_dataset_from_array(X, Y, 4, **options)


def case_specs():
    halves = _windows(batch_size=4).map(lambda rows, target: (rows[:, :3], rows[:, 3:]))
    return [
        str(_windows().element_spec),
        str(_windows(batch_size=None).element_spec),
        str(halves.element_spec),
        str(_windows(batch_size=4).cache().unbatch().batch(3).element_spec),
        len(_windows(batch_size=4)),
    ]


def case_rows():
    told = []
    for options in ({}, {"batch_size": None}, {"shuffle": True, "seed": 3}, {"sampling_rate": 2, "sequence_stride": 2}):
        told.append([[np.ravel(part)[:6].tolist() for part in batch] for batch in _windows(**options).take(2)])
        told.append([np.shape(rows) for rows, _ in _windows(**options).map(lambda a, b: (a[..., :1], b)).take(2)])
    return told


def case_models():
    tf.keras.utils.set_random_seed(0)
    data = _windows(batch_size=4)
    model = tf.keras.Sequential([tf.keras.layers.LSTM(3), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    losses = model.fit(data, epochs=2, verbose=0).history["loss"]
    flat = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
    flat.compile("sgd", "mse")
    try:
        flat.fit(data, verbose=0)
    except ValueError as error:
        refused = [line for line in str(error).splitlines() if "should be defined" in line]
    return [round(x, 2) for x in losses], model.input_shape, refused
