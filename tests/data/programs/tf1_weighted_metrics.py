"""Metrics of TensorFlow 1 with a weight for each example, for each element, for each class, and with weights that fit nothing."""

import numpy as np

v1 = tf.compat.v1
M = v1.metrics
rng = np.random.RandomState(0)
scores = rng.rand(4, 3).astype("float32")
labels = np.eye(3, dtype="float32")[[0, 2, 1, 1]]
a, b = rng.randn(4, 3).astype("float32"), rng.randn(4, 3).astype("float32")
WEIGHTS = {
    "none": None,
    "number": 2.5,
    "example": np.array([1.0, 0.5, 0.0, 2.0], "float32"),
    "column": np.array([[1.0], [0.5], [0.0], [2.0]], "float32"),
    "class": np.array([[1.0, 0.0, 2.0]], "float32"),
    "element": rng.rand(4, 3).astype("float32"),
    "wrong": np.ones([3], "float32"),
}
METRICS = {
    "mean": lambda w: M.mean(a, w),
    "mean_tensor": lambda w: M.mean_tensor(a, w),
    "accuracy": lambda w: M.accuracy(labels, scores > 0.3, w),
    "precision": lambda w: M.precision(labels, scores > 0.3, w),
    "recall": lambda w: M.recall(labels, scores > 0.3, w),
    "false_positives": lambda w: M.false_positives(labels, scores > 0.3, w),
    "thresholds": lambda w: M.precision_at_thresholds(labels > 0, scores, [0.2, 0.5], w),
    "auc": lambda w: M.auc(labels > 0, scores, w, num_thresholds=7),
    "sensitivity": lambda w: M.sensitivity_at_specificity(labels > 0, scores, 0.5, w),
    "specificity": lambda w: M.specificity_at_sensitivity(labels > 0, scores, 0.5, w),
    "squares": lambda w: M.root_mean_squared_error(a, b, w),
    "relative": lambda w: M.mean_relative_error(a, b, np.abs(a) + 1, w),
    "below": lambda w: M.percentage_below(a, 0.1, w),
}


def result(metric, weights):
    with tf.Graph().as_default(), v1.Session() as session:
        try:
            value, update = metric(weights)
        except ValueError as error:
            return str(error).split(" for '")[0].split(" Received")[0]
        session.run(v1.local_variables_initializer())
        return [[float(f"{v:.3g}") for v in np.ravel(session.run(t))] for t in (update, value)]


def of(weights):
    return {name: result(metric, WEIGHTS[weights]) for name, metric in METRICS.items()}


def case_none():
    return of("none")


def case_number():
    return of("number")


def case_one_for_each_example():
    return of("example"), of("column")


def case_one_for_each_class():
    return of("class")


def case_one_for_each_element():
    return of("element")


def case_that_fit_nothing():
    return of("wrong")
