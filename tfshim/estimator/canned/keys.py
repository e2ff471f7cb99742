"""The names of predictions and metrics."""

from tfshim._export import tf_private


@tf_private("tensorflow_estimator.python.estimator.canned.prediction_keys.PredictionKeys")
class PredictionKeys:
    """The names of predictions."""

    CLASSES, CLASS_IDS, ALL_CLASSES, ALL_CLASS_IDS = "classes", "class_ids", "all_classes", "all_class_ids"
    LOGISTIC, LOGITS, PREDICTIONS, PROBABILITIES, TOP_K = "logistic", "logits", "predictions", "probabilities", "top_k"


@tf_private("tensorflow_estimator.python.estimator.canned.metric_keys.MetricKeys")
class MetricKeys:
    """The names of metrics."""

    LOSS, LOSS_MEAN, LOSS_REGULARIZATION = "loss", "average_loss", "regularization_loss"
    ACCURACY, PRECISION, RECALL, ACCURACY_BASELINE = "accuracy", "precision", "recall", "accuracy_baseline"
    AUC, AUC_PR = "auc", "auc_precision_recall"
    LABEL_MEAN, PREDICTION_MEAN, PROBABILITY_MEAN = "label/mean", "prediction/mean", "probability_mean"
    ACCURACY_AT_THRESHOLD = "accuracy/positive_threshold_%g"
    PRECISION_AT_THRESHOLD, RECALL_AT_THRESHOLD = "precision/positive_threshold_%g", "recall/positive_threshold_%g"
