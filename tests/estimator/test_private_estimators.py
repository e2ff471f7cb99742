"""Estimators under the names of their own distribution, which libraries import."""

import tfshim
from tests.after_torch import python

SOURCE = """
import sys, tfshim
tfshim.activate()
import tensorflow as tf
import tensorflow_estimator
print(tensorflow_estimator.estimator is tf.compat.v1.estimator)
from tensorflow_estimator.python.estimator import estimator, model_fn
from tensorflow_estimator.python.estimator.canned import dnn, metric_keys, prediction_keys
from tensorflow_estimator.python.estimator.export import export_output
from tensorflow_estimator.python.estimator.head import base_head
from tensorflow_estimator.python.estimator.mode_keys import ModeKeys
print(estimator.EstimatorV2 is tf.estimator.Estimator, estimator.Estimator is tf.compat.v1.estimator.Estimator)
print(model_fn.EstimatorSpec is tf.estimator.EstimatorSpec, ModeKeys is tf.estimator.ModeKeys, base_head.Head is tf.estimator.Head)
print(export_output.PredictOutput is tf.estimator.export.PredictOutput, dnn.DNNClassifierV2 is tf.estimator.DNNClassifier)
print(prediction_keys.PredictionKeys.LOGITS, metric_keys.MetricKeys.LOSS_MEAN)
try:
    from tensorflow_estimator.python.estimator import nothing_of_the_kind
except ImportError as e:
    print("nothing_of_the_kind" in str(e))
tfshim.deactivate()
print([name for name in sys.modules if name.startswith("tensorflow_estimator")])
"""


def test_private_modules_of_estimators(tmp_path):
    installed = tmp_path / "tensorflow_estimator"
    installed.mkdir()
    (installed / "__init__.py").write_text("raise ImportError('made of parts that only TensorFlow has')")
    done = python("-c", SOURCE, cwd=tmp_path)
    assert done.stdout.splitlines() == ["True", "True True", "True True True", "True True", "logits average_loss", "True", "[]"], (
        done.stderr
    )


def test_a_metric_of_keras_tells_its_updates_in_a_graph():
    with tfshim.Graph().as_default():
        mean = tfshim.keras.metrics.Mean()
        assert mean.updates == []
        update = mean.update_state([1.0, 3.0])
        assert mean.updates == [update]
        with tfshim.compat.v1.Session() as session:
            session.run([v.initializer for v in mean.variables])
            session.run(mean.updates)
            assert session.run(mean.result()) == 2.0
    assert mean.updates == []
