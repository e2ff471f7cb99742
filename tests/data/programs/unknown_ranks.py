"""Targets, predictions and weights whose ranks a graph does not know, or differ by one."""

import contextlib
import itertools

import numpy as np

v1 = tf.compat.v1
_VALUES = np.arange(6.0, dtype=np.float32).reshape(2, 3)
_WEIGHTS = {
    name: np.ones(shape, np.float32) for name, shape in (("last", 3), ("rows", 2), ("column", (2, 1)), ("all", (2, 3)), ("wrong", (2, 2)))
}
_WEIGHTS |= {"scalar": np.float32(2), "more": np.ones((1, 2, 3), np.float32), "one": np.ones(1, np.float32)}
_SHAPES = ((None, None), ([None, None], "rank"), ([2, 3], None))


def _outcome(f):
    try:
        return np.round(np.asarray(f()), 3).tolist()
    except (ValueError, tf.errors.OpError) as e:
        return type(e).__name__


@contextlib.contextmanager
def _without_warnings():
    """Each shape is traced, which TensorFlow warns of."""
    tf.get_logger().setLevel("ERROR")
    yield
    tf.get_logger().setLevel("WARNING")


def _specs(of_values, of_weights, weights):
    return of_values, of_weights if of_weights is None else [None] * weights.ndim


@_without_warnings()
def case_targets():
    y, p = np.array([0.0, 1.0, 1.0, 1.0], np.float32), np.array([[0.875], [0.25], [0.5], [0.75]], np.float32)
    of_losses = (tf.keras.losses.MeanSquaredError(), tf.keras.losses.BinaryCrossentropy(), tf.keras.losses.Poisson())
    of_metrics = [
        getattr(tf.keras.metrics, n)() for n in ("MeanSquaredError", "BinaryAccuracy", "AUC", "CosineSimilarity", "RootMeanSquaredError")
    ]
    for shapes in ((None, [None, 1]), ([None], None), (None, None), ([None], [None, None])):
        signature = [tf.TensorSpec(shape) for shape in shapes]
        print(shapes, [_outcome(lambda: tf.function(loss, input_signature=signature)(y, p)) for loss in of_losses])  # noqa: B023
        for metric in of_metrics:
            metric.reset_state()
            print(type(metric).__name__, _outcome(lambda: tf.function(metric, input_signature=signature)(y, p)))  # noqa: B023


def case_fit():
    def examples():
        for i in range(4):
            x = np.arange(3.0, dtype=np.float32) * (i + np.arange(4.0, dtype=np.float32)[:, None]) / 10
            yield x, x.sum(1) + 1

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(3,))])
    model.compile("sgd", "mse", metrics=["mae"], weighted_metrics=["mse"])
    data = tf.data.Dataset.from_generator(examples, (tf.float32, tf.float32))
    print({k: np.round(v, 4).tolist() for k, v in model.fit(data, epochs=2, verbose=0).history.items()})
    print(np.round(model.evaluate(data, verbose=0), 4))


@_without_warnings()
def case_weights_of_metrics():
    for name, (shapes, (kind, weights)) in itertools.product(
        ("Mean", "MeanSquaredError", "Precision"), itertools.product(_SHAPES, _WEIGHTS.items())
    ):
        metric = getattr(tf.keras.metrics, name)()

        def updated(values, weights):
            arguments = (values,) if name == "Mean" else (tf.cast(values > 2, tf.float32), values / 6)  # noqa: B023
            metric.update_state(*arguments, weights)  # noqa: B023
            return metric.result()  # noqa: B023

        signature = [tf.TensorSpec(shape) for shape in _specs(*shapes, weights)]
        print(name, shapes, kind, _outcome(lambda: tf.function(updated, input_signature=signature)(_VALUES, weights)))  # noqa: B023


def _in_a_session(make, shapes, weights):
    with tf.Graph().as_default(), v1.Session() as s:
        values, given = (v1.placeholder(tf.float32, shape) for shape in shapes)
        fetched, update = make(values, given)
        s.run(v1.local_variables_initializer())
        fed = {values: _VALUES, given: weights}
        if update is not None:
            s.run(update, fed)
        return s.run(fetched, fed)


def case_weights_in_sessions():
    makers = {
        "mean_squared_error": lambda v, w: (v1.losses.mean_squared_error(v * 0.5, v, w), None),
        "pairwise": lambda v, w: (v1.losses.mean_pairwise_squared_error(v * v, v, w), None),
        "mean": lambda v, w: v1.metrics.mean(v, w),
        "precision": lambda v, w: v1.metrics.precision(v > 2, v / 6, w),
        "accuracy": lambda v, w: v1.metrics.accuracy(v > 2, v, w),
    }
    for (name, make), shapes, (kind, weights) in itertools.product(makers.items(), (*_SHAPES, (None, "rank")), _WEIGHTS.items()):
        print(name, shapes, kind, _outcome(lambda: _in_a_session(make, _specs(*shapes, weights), weights)))  # noqa: B023


def case_ranks_that_differ_by_one():
    shapes = ((2,), (2, 1))
    for name, of_targets, of_predictions, of_weights in itertools.product(("AUC", "BinaryAccuracy"), shapes, shapes, shapes):
        metric = getattr(tf.keras.metrics, name)()
        given = [np.reshape(x, shape) for x, shape in (([0.0, 1.0], of_targets), ([0.2, 0.8], of_predictions), ([1.0, 2.0], of_weights))]
        print(name, of_targets, of_predictions, of_weights, _outcome(lambda: metric(*given)))  # noqa: B023


def case_sparse_cross_entropy_of_placeholders():
    logits = [[10.0, 0.0, 0.0], [0.0, 10.0, 0.0], [0.0, 0.0, 10.0]]
    outcomes = []
    for shape, labels in ((None, [2, 0, 1]), (None, [[2], [0], [1]]), ([None, 1], [[2], [0], [1]]), ([3], [2, 0, 1])):
        for of_weights, weights in (
            (None, 2.0),
            (None, [1.0, 2.0, 3.0]),
            (None, [[1.0], [2.0], [3.0]]),
            ([None, 1], [[1.0], [2.0], [3.0]]),
        ):
            with tf.Graph().as_default(), tf.compat.v1.Session() as session:
                given = [tf.compat.v1.placeholder(t, s) for t, s in (("int32", shape), ("float32", None), ("float32", of_weights))]
                loss = tf.compat.v1.losses.sparse_softmax_cross_entropy(*given)
                outcomes.append(float(session.run(loss, dict(zip(given, (labels, logits, weights))))))
    return outcomes


def _traced(f, x, shape):
    """The static shape that `f` of a tensor known as `shape` has, and its outcome."""
    seen = []

    def noted(x):
        y = f(x)
        seen.append(str(y.shape))
        return y

    return seen, _outcome(lambda: tf.function(noted, input_signature=[tf.TensorSpec(shape)])(x))


@_without_warnings()
def case_layers():
    layers, ones = tf.keras.layers, {"kernel_initializer": "ones"}
    sequences = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4) / 8
    images = np.arange(48.0, dtype=np.float32).reshape(1, 4, 4, 3) / 16
    for make, x in (
        (lambda: layers.BatchNormalization(), images),
        (lambda: layers.BatchNormalization(axis=1, scale=False), images),
        (lambda: layers.BatchNormalization(center=False), sequences),
        (lambda: layers.LayerNormalization(), sequences),
        (lambda: layers.LayerNormalization(scale=False, center=False), sequences),
        (lambda: layers.LocallyConnected1D(2, 2, **ones), sequences),
        (lambda: layers.LocallyConnected2D(1, 2, use_bias=False, **ones), images),
        (lambda: layers.MaxPooling1D(2), sequences),
        (lambda: layers.AveragePooling1D(2, data_format="channels_first"), sequences),
        (lambda: layers.SpatialDropout1D(1e-9), sequences),
        (lambda: layers.SpatialDropout2D(1e-9), images),
    ):
        layer = make()
        layer(x)
        called = (lambda x: layer(x, training=True)) if "training" in layer.call.__code__.co_varnames else layer  # noqa: B023
        for shape in (None, [None] * x.ndim, [x.shape[0]] + [None] * (x.ndim - 1)):
            if not isinstance(layer, (layers.BatchNormalization, layers.LayerNormalization)) or shape is not None:
                print(layer.name, shape, _traced(called, x, shape))


@_without_warnings()
def case_joined():
    matrices, more = np.arange(12.0, dtype=np.float32).reshape(3, 4), np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
    for axis, shape in itertools.product((-1, -2, 1, -4), (None, [None, None])):
        if axis != -4:
            layer = tf.keras.layers.Concatenate(axis=axis)
            layer([matrices, matrices])
            print(axis, shape, _traced(lambda x: layer([x, x]), matrices, shape))  # noqa: B023
        print(axis, shape, _traced(lambda x: tf.keras.backend.concatenate([x, matrices], axis), matrices, shape))  # noqa: B023
    for name, built in itertools.product(("Add", "Subtract", "Multiply", "Average", "Maximum"), ((more, more), (more, matrices[:2]))):
        layer = getattr(tf.keras.layers, name)()
        layer(list(built))
        for other in (matrices[:3], matrices[:2], matrices[0], more[0]):
            print(name, built[1].ndim, other.shape, _outcome(lambda: layer([more, tf.constant(other)])))  # noqa: B023
