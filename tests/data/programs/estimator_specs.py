"""Specs, configurations and receivers of estimators: their checks and what they hold."""

import json
import os
import re

est, v1 = tf.estimator, tf.compat.v1


def t(name, f):
    """Print what `f` gives, or the exception; without addresses and names of modules."""
    try:
        text = f"-> {f()!r}"
    except Exception as e:
        text = f"{type(e).__name__} {e}"
    text = re.sub(r"<[\w.]*?(\w+) object at 0x\w+>", r"<\1>", text)
    print(name, re.sub(r"<function .*? at 0x\w+>", "FUNCTION", text))


def case_specs_and_exports():
    with tf.Graph().as_default():
        one = tf.constant(1.0)
        vec = tf.constant([1.0, 2.0])
        op = tf.no_op()
        S = est.EstimatorSpec
        t("a", lambda: S("train"))
        t("b", lambda: S("train", loss=one))
        t("c", lambda: S("train", loss=vec, train_op=op))
        t("d", lambda: S("train", loss=3.0, train_op=op))
        t("e", lambda: S("train", loss=one, train_op=3))
        t("f", lambda: S("eval"))
        t("g", lambda: S("infer"))
        t("h", lambda: S("infer", predictions={"a": 1}))
        t("h2", lambda: S("infer", predictions=1))
        t("i", lambda: S("infer", predictions=one).export_outputs)
        t("j", lambda: S("eval", loss=one, eval_metric_ops=[1]))
        t("k", lambda: S("eval", loss=one, eval_metric_ops={"a": 1}))
        t("l", lambda: S("eval", loss=one, eval_metric_ops={"a": (one, 3)}))
        t("l2", lambda: S("eval", loss=one, eval_metric_ops={"a": (3, op)}))
        t("m", lambda: S("train", loss=one, train_op=op, training_hooks=[3]))
        t("n", lambda: S("train", loss=one, train_op=op, scaffold=3))
        t("o", lambda: S("infer", predictions=one, export_outputs=3))
        t("p", lambda: S("infer", predictions=one, export_outputs={"a": 3}))
        t("q", lambda: S("infer", predictions=one, export_outputs={"a": est.export.PredictOutput(one), "b": est.export.PredictOutput(one)}))
        t("r", lambda: sorted(S("infer", predictions=one, export_outputs={"a": est.export.PredictOutput(one)}).export_outputs))
        t("s", lambda: S("train", loss=tf.constant([1.0]), train_op=op).loss)
        t("t", lambda: S("foo", loss=one))
        t("t2", lambda: S("infer", predictions=one)._asdict())
        t("u", lambda: S("eval", loss=one, eval_metric_ops={"a": tf.keras.metrics.Mean()}))
        t("v", lambda: S("infer", predictions={"a": one, ("b", "c"): vec}))
        g2 = tf.Graph()
        with g2.as_default():
            other = tf.constant(2.0)
        t("w", lambda: S("infer", predictions=other))
        t("w2", lambda: S("train", loss=one, train_op=other.op))
        P = est.export
        t("P1", lambda: P.PredictOutput(3))
        t("P2", lambda: P.PredictOutput({3: one}))
        t("P3", lambda: P.PredictOutput({"a": 3}))
        t("P4", lambda: P.PredictOutput(one).outputs)
        t("P5", lambda: P.ClassificationOutput())
        t("P6", lambda: P.ClassificationOutput(scores=3))
        t("P7", lambda: P.ClassificationOutput(classes=one))
        t("P8", lambda: P.RegressionOutput(3))
        t("P9", lambda: P.RegressionOutput(tf.constant(3)))
        t("E1", lambda: P.EvalOutput(loss=one, predictions=one, metrics={"m": (one, op)}).__dict__)
        t("E2", lambda: P.EvalOutput(loss=3))
        t("E3", lambda: P.EvalOutput(loss=one, metrics={"m": (3, op)}))
        t("E4", lambda: P.EvalOutput(loss={"a": one}, predictions={"b": one}).predictions)
        t("E5", lambda: P.EvalOutput(loss=one, metrics={"m": (one, 3)}))
        t("E6", lambda: P.ExportOutput())
        t("E7", lambda: P.EvalOutput(loss=one, predictions=one, metrics={"m": (one, op)}).as_signature_def({"x": vec}))
        R = P.ServingInputReceiver
        t("R1", lambda: R(None, one))
        t("R2", lambda: R(one, None))
        t("R3", lambda: R({"a": 3}, one))
        t("R4", lambda: R({3: one}, one))
        t("R5", lambda: R({"a": one}, {3: one}))
        t("R6", lambda: R({"a": one}, 3))
        t("R7", lambda: R({"a": one}, one, 3))
        t("R8", lambda: R({"a": one}, one, {3: one}))
        t("R9", lambda: R({"a": one}, one, {"x": one}))
        t("R10", lambda: R(one, one))
        t("R11", lambda: R({"a": one}, one, {"x": {"x": 3}}))
        t("T1", lambda: P.TensorServingInputReceiver({"a": one}, one))
        t("T2", lambda: P.TensorServingInputReceiver(one, one))
        t("T3", lambda: P.TensorServingInputReceiver(None, one))
        t("R12", lambda: R({"a": one}, vec))
        t("B1", lambda: P.build_raw_serving_input_receiver_fn({"a": one, "b": vec})())
        t("B2", lambda: P.build_raw_serving_input_receiver_fn({"a": vec}, default_batch_size=3)())
        t("B3", lambda: P.build_parsing_serving_input_receiver_fn({"a": tf.io.FixedLenFeature([], tf.float32)})().features["a"].shape)
        t("B4", lambda: P.build_parsing_serving_input_receiver_fn({"a": tf.io.FixedLenFeature([], tf.float32)}, 2)().features["a"].shape)
        t("B5", lambda: est.experimental.build_raw_supervised_input_receiver_fn({"a": vec}, vec)())
        t("B6", lambda: est.experimental.build_raw_supervised_input_receiver_fn({"a": vec}, {"a": vec})())
        t("B7", lambda: est.experimental.build_raw_supervised_input_receiver_fn(vec, vec)())


def case_train_and_eval_specs():
    f = lambda: None
    t("TS", lambda: est.TrainSpec(3))
    t("TS1", lambda: est.TrainSpec(f))
    t("TS2", lambda: est.TrainSpec(f, max_steps=0))
    t("TS3", lambda: est.TrainSpec(f, hooks=[3]))
    t("TS4", lambda: est.TrainSpec(f, saving_listeners=[3]))
    t("ES", lambda: est.EvalSpec(3))
    t("ES1", lambda: est.EvalSpec(f))
    t("ES2", lambda: est.EvalSpec(f, steps=0))
    t("ES3", lambda: est.EvalSpec(f, name=3))
    t("ES4", lambda: est.EvalSpec(f, exporters=[3]))
    t("ES5", lambda: est.EvalSpec(f, start_delay_secs=-1))
    t("ES6", lambda: est.EvalSpec(f, throttle_secs=-1))
    t("ES7", lambda: est.EvalSpec(f, hooks=3))
    t("ES8", lambda: est.EvalSpec(f, exporters=est.LatestExporter("a", f)))
    t("ES9", lambda: est.EvalSpec(f, exporters=[est.LatestExporter("a", f), est.LatestExporter("a", f)]))


def case_configurations():
    C = est.RunConfig
    t("C1", lambda: C(save_checkpoints_steps=3, save_checkpoints_secs=3))
    t("C2", lambda: C(tf_random_seed=1.5))
    t("C3", lambda: C(save_summary_steps=-1))
    t("C4", lambda: C(save_checkpoints_steps=-1))
    t("C4b", lambda: C(save_checkpoints_secs=-1))
    t("C5", lambda: C(session_config=3))
    t("C6", lambda: C(keep_checkpoint_max=-1))
    t("C7", lambda: C(keep_checkpoint_every_n_hours=0))
    t("C8", lambda: C(log_step_count_steps=-1))
    t("C9", lambda: C(device_fn=3))
    t("C10", lambda: C(protocol=3))
    t("C11", lambda: C(model_dir=""))
    t("C12", lambda: C(experimental_max_worker_delay_secs=-1))
    t("C12b", lambda: C(experimental_max_worker_delay_secs=1.5))
    t("C13", lambda: C(session_creation_timeout_secs=0))
    t("C14", lambda: C().__dict__)
    t("C15", lambda: C().replace(foo=3))
    t("C16", lambda: C().replace(model_dir="/tmp/a", save_checkpoints_secs=5).__dict__)
    t("C17", lambda: C().replace(save_checkpoints_secs=5, save_checkpoints_steps=3))
    t("C18", lambda: C(device_fn=lambda x: ""))
    t("C18b", lambda: C(model_dir=3).model_dir)
    t("C19", lambda: C(tf_random_seed=None, log_step_count_steps=None, save_summary_steps=None).__dict__)
    t("C20", lambda: C().replace(save_checkpoints_steps=5).__dict__)

    def env(v, f=lambda: C().__dict__):
        os.environ["TF_CONFIG"] = json.dumps(v)
        t(json.dumps(v), f)
        del os.environ["TF_CONFIG"]

    env({"model_dir": "/tmp/x"})
    env({"model_dir": "/tmp/x"}, lambda: C(model_dir="/tmp/y"))
    env({"model_dir": ""})
    env({"cluster": {"chief": ["a:1"], "worker": ["b:1"], "ps": ["c:1"]}, "task": {"type": "worker", "index": 0}})
    env({"cluster": {"chief": ["a:1"]}, "task": {"type": "chief", "index": 0}})
    env({"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 0}})
    env({"cluster": {"chief": ["a:1"]}, "task": {"type": "chief", "index": 1}})
    env({"cluster": {"chief": ["a:1"]}})
    env({"task": {"type": "evaluator", "index": 0}})
    env({"task": {"type": "chief", "index": 0}})
    env({"task": {"type": "worker", "index": 1}})
    env({"cluster": {"chief": ["a:1", "b:1"]}, "task": {"type": "chief", "index": 0}})
    env({"cluster": {"chief": ["a:1"], "evaluator": ["b:1"]}, "task": {"type": "evaluator", "index": 0}})
    env({"cluster": {"chief": ["a:1"], "ps": ["b:1"]}, "task": {"type": "evaluator", "index": 0}})
    env({"cluster": {"chief": ["a:1"], "ps": ["b:1"]}, "task": {"type": "worker", "index": 0}})
    env({"cluster": {"chief": ["a:1"], "ps": ["b:1"]}, "task": {"type": "ps", "index": 3}})
    env({"cluster": {"chief": ["a:1"], "ps": ["b:1"]}, "task": {"type": "ps", "index": -1}})
    env({"service": 3})
    env({"service": {"a": 1}, "session_master": "m"})
    env({"cluster": {"chief": ["a:1"], "ps": ["b:1"]}, "task": {"index": 0}})
    env({"cluster": {"chief": ["a:1"], "ps": ["b:1"]}, "task": {"type": "ps"}})


def case_settings_and_parsing():
    t("W1", lambda: est.WarmStartSettings("a"))
    t("W2", lambda: est.WarmStartSettings(None))
    t("V", lambda: est.VocabInfo("a", 1, 0, "b"))
    t("cps", lambda: est.classifier_parse_example_spec([tf.feature_column.numeric_column("x")], "y"))
    t("cps2", lambda: est.classifier_parse_example_spec([tf.feature_column.numeric_column("x")], "x"))
    t("cps3", lambda: est.classifier_parse_example_spec([tf.feature_column.numeric_column("x")], "y", weight_column="w", label_default=1))
    t(
        "rps",
        lambda: est.regressor_parse_example_spec(
            [tf.feature_column.numeric_column("x")], "y", label_dimension=2, weight_column=tf.feature_column.numeric_column("w")
        ),
    )
    t("rps2", lambda: est.regressor_parse_example_spec([tf.feature_column.numeric_column("x")], "y", weight_column="x"))
    t("rps3", lambda: est.regressor_parse_example_spec([tf.feature_column.numeric_column("x")], "y", weight_column=3))
    t("rps4", lambda: est.regressor_parse_example_spec([tf.feature_column.numeric_column("x")], None))
    t("rps5", lambda: est.regressor_parse_example_spec([tf.feature_column.numeric_column("x")], "y", weight_column="y"))
    t("rps6", lambda: est.regressor_parse_example_spec([tf.feature_column.numeric_column("x")], "y", label_dimension=2, label_default=1.0))
