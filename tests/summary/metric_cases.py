"""Metrics with weights, whose graphs are compared node by node with those of TensorFlow."""

METRICS = {
    "squared": lambda metrics: metrics.MeanSquaredError(),
    "root": lambda metrics: metrics.RootMeanSquaredError(),
    "binary": lambda metrics: metrics.BinaryAccuracy(),
    "precision": lambda metrics: metrics.Precision(),
    "recall of a class": lambda metrics: metrics.Recall(class_id=1),
    "among the greatest": lambda metrics: metrics.Precision(top_k=2),
    "area": lambda metrics: metrics.AUC(num_thresholds=5),
    "false positives": lambda metrics: metrics.FalsePositives([0.2, 0.7]),
    "F1 by numbers": lambda metrics: metrics.F1Score(average="weighted"),
    "F2": lambda metrics: metrics.FBetaScore(average="macro", beta=2.0, threshold=0.5),
    "R2": lambda metrics: metrics.R2Score(),
    "crossentropy": lambda metrics: metrics.CategoricalCrossentropy(),
    "angle": lambda metrics: metrics.CosineSimilarity(),
}
WIDE = {
    "root": METRICS["root"],
    "precision": METRICS["precision"],
    "area": METRICS["area"],
    "overlap": lambda metrics: metrics.BinaryIoU(),
    "sensitivity": lambda metrics: metrics.SensitivityAtSpecificity(0.5, num_thresholds=5),
}


def weighted_metrics(tf):
    """{name: a function that gives the graph of a traced update and the result}."""
    made = {}
    for name, metric in METRICS.items():
        for batch in (4, None):
            words = f"weighted {name}{'' if batch else ' for any batch'}"
            made[words] = lambda metric=metric, batch=batch: _updated(tf, metric(tf.keras.metrics), batch, [batch])
    for name, metric in WIDE.items():
        made[f"weighted one by one {name}"] = lambda metric=metric: _updated(tf, metric(tf.keras.metrics), 4, [4, 3])
    return made


def _updated(tf, metric, batch, of_weights):
    @tf.function
    def step(y_true, y_pred, weights):
        metric.update_state(y_true, tf.nn.softmax(y_pred), sample_weight=weights)
        return metric.result()

    return step.get_concrete_function(tf.TensorSpec([batch, 3]), tf.TensorSpec([batch, 3]), tf.TensorSpec(of_weights)).graph
