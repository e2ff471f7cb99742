"""Estimators of model functions: what they log, write and give, and what they refuse."""

import contextlib
import logging
import os
import re
import tempfile

import numpy as np

v1, est = tf.compat.v1, tf.estimator
X = np.arange(40, dtype=np.float32).reshape(20, 2) / 10
Y = (X[:, :1] * 2 - X[:, 1:] + 1).astype(np.float32)
# What depends on the clock, the machine and the process.
PASSING = (
    r"sec\b|^Inference|^Starting|^Finished|^Restoring|^SavedModel|checkpoint_path|^Using config|It seems that global step|already exists"
)


def batches():
    return tf.data.Dataset.from_tensor_slices(({"x": X}, Y)).batch(5)


def endless():
    return tf.data.Dataset.from_tensor_slices(({"x": X}, Y)).repeat().batch(5)


def model_fn(features, labels, mode, params):
    w = v1.get_variable("w", [2, 1], initializer=v1.zeros_initializer())
    p = features["x"] @ w
    outputs = {"serving_default": est.export.PredictOutput({"p": p}), "r": est.export.RegressionOutput(p)}
    if mode == "infer":
        return est.EstimatorSpec(mode, predictions={"p": p, "twice": 2 * p}, export_outputs=outputs)
    loss = tf.reduce_mean((p - labels) ** 2)
    step = v1.train.GradientDescentOptimizer(params["rate"]).minimize(loss, v1.train.get_global_step())
    metrics = {"mae": v1.metrics.mean_absolute_error(labels, p)} if mode == "eval" else None
    return est.EstimatorSpec(mode, loss=loss, train_op=step, eval_metric_ops=metrics)


@contextlib.contextmanager
def told(folder):
    """Print what is logged meanwhile, but for what is never twice the same."""

    class Handler(logging.Handler):
        def emit(self, record):
            text = record.getMessage()
            if not re.search(PASSING, text) and "deprecated" not in text:
                text = re.sub(r"\d+\.\d+", lambda n: f"{float(n[0]):.4f}", text)
                print(record.levelname, text.replace(folder, "FOLDER"))

    logger, handler = tf.get_logger(), Handler()
    level, before = logger.level, list(logger.handlers)
    logger.handlers[:] = [handler]
    logger.setLevel("INFO")
    try:
        yield
    finally:
        logger.handlers[:] = before
        logger.setLevel(level)


def made(folder, **options):
    config = est.RunConfig(**{"save_checkpoints_steps": 10, "tf_random_seed": 1, "save_summary_steps": 5, **options})
    return est.Estimator(model_fn, folder, config, {"rate": 0.01})


def rounded(found):
    return {k: round(float(v), 4) for k, v in sorted(found.items())}


def events(folder):
    found = []
    for name in sorted(os.listdir(folder)):
        if "tfevents" in name:
            for event in v1.train.summary_iterator(os.path.join(folder, name)):
                for v in event.summary.value:
                    if v.tag != "global_step/sec":
                        found.append((event.step, v.tag, f"{v.simple_value:.4f}" if v.HasField("simple_value") else "tensor"))
    return found


def case_training_evaluation_and_prediction():
    with tempfile.TemporaryDirectory() as folder, told(folder):
        e = made(folder)
        print(e.train(endless, steps=20) is e)
        print(rounded(e.evaluate(batches)), rounded(e.evaluate(batches, steps=2, name="two")))
        few = lambda: tf.data.Dataset.from_tensor_slices({"x": X[:3]}).batch(2)  # noqa: E731
        print([{k: v.round(4) for k, v in p.items()} for p in e.predict(few)])
        print([p["p"].shape for p in e.predict(few, predict_keys="p", yield_single_examples=False)])
        print(e.get_variable_names(), e.get_variable_value("w").round(4), e.latest_checkpoint().replace(folder, ""))
        e.train(endless, max_steps=25)
        e.train(endless, max_steps=25)
        print(e.get_variable_value("global_step"), sorted(n for n in os.listdir(folder) if n.endswith((".meta", ".pbtxt"))))
        print(sorted({tag for _, tag, _ in events(folder)}), events(e.eval_dir()), events(e.eval_dir("two")))


def case_evaluation_without_a_checkpoint():
    with tempfile.TemporaryDirectory() as folder, told(folder):
        print(rounded(made(folder).evaluate(batches)))
        print(len(list(made(folder).predict(batches))))


def case_train_and_evaluate():
    with tempfile.TemporaryDirectory() as folder, told(folder):
        e = made(folder, log_step_count_steps=None)
        receiver = est.export.build_raw_serving_input_receiver_fn({"x": tf.constant(X)})
        exporters = [est.FinalExporter("final", receiver), est.BestExporter("best", receiver, exports_to_keep=1)]
        spec = est.EvalSpec(batches, throttle_secs=0, exporters=exporters)
        metrics, exported = est.train_and_evaluate(e, est.TrainSpec(endless, max_steps=20), spec)
        print(rounded(metrics), [type(x) for x in exported])
        print(est.train_and_evaluate(e, est.TrainSpec(endless, max_steps=20), spec))
        print({k: len(os.listdir(os.path.join(folder, "export", k))) for k in sorted(os.listdir(os.path.join(folder, "export")))})
        print(est.LatestExporter("x", receiver).name, est.BestExporter(serving_input_receiver_fn=receiver).name)


def case_stopping_early():
    with tempfile.TemporaryDirectory() as folder:
        e, x = made(folder), est.experimental
        stop = x.make_early_stopping_hook(e, lambda: True, run_every_secs=None, run_every_steps=2)
        with told(folder):
            e.train(endless, steps=20, hooks=[stop])
        e.evaluate(batches)
        at = dict(run_every_secs=None, run_every_steps=3)
        with told(folder):
            e.train(endless, steps=20, hooks=[x.stop_if_lower_hook(e, "loss", 100, **at)])
        print(e.get_variable_names(), e.get_variable_value("global_step"))
        with told(folder):
            e.train(endless, steps=5, hooks=[x.stop_if_higher_hook(e, "loss", 100, **at), x.stop_if_no_decrease_hook(e, "loss", 2, **at)])
        return type(x.make_stop_at_checkpoint_step_hook(e, 7)).__name__


def case_evaluation_in_memory():
    with tempfile.TemporaryDirectory() as folder:
        e = made(folder)
        e.train(endless, steps=10, hooks=[est.experimental.InMemoryEvaluatorHook(e, batches, every_n_iter=4)])
        return events(e.eval_dir())


def case_more_metrics_and_warm_starts():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        e = made(folder)
        e.train(endless, steps=10)
        more = est.add_metrics(e, lambda labels, features: {"mean": v1.metrics.mean(labels), "x": v1.metrics.mean(features["x"])})
        print(rounded(more.evaluate(batches)))
        warm = est.Estimator(model_fn, other, params={"rate": 0.01}, warm_start_from=folder)
        print(rounded(warm.evaluate(batches)))
        return warm.train(endless, steps=1).get_variable_value("w").round(4)


def case_exports():
    with tempfile.TemporaryDirectory() as folder, told(folder):
        e = made(folder)
        e.train(endless, steps=5)
        parsing = est.export.build_parsing_serving_input_receiver_fn({"x": tf.io.FixedLenFeature([2], tf.float32)})
        path = e.export_saved_model(os.path.join(folder, "one"), parsing, assets_extra={"a/b.py": __file__})
        print(type(path), sorted(os.listdir(path)))
        with tf.Graph().as_default():
            receivers = {
                "train": lambda: est.experimental.build_raw_supervised_input_receiver_fn(
                    {"x": v1.placeholder(tf.float32, [None, 2])}, v1.placeholder(tf.float32, [None, 1])
                )(),
                "infer": lambda: est.export.build_raw_serving_input_receiver_fn({"x": v1.placeholder(tf.float32, [None, 2])})(),
            }
            receivers["eval"] = receivers["train"]
            path = e.experimental_export_all_saved_models(os.path.join(folder, "all"), receivers)
        for tag in ("serve", "train", "eval"):
            with tf.Graph().as_default(), v1.Session() as session:
                loaded = v1.saved_model.load(session, [tag], path.decode())
                for name, s in sorted(loaded.signature_def.items()):
                    print(tag, name, s.method_name, sorted(s.inputs), sorted(s.outputs))
                if tag == "serve":
                    s = loaded.signature_def["serving_default"]
                    print(session.run(s.outputs["p"].name, {s.inputs["x"].name: X[:2]}).round(4))


def case_input_functions():
    io = v1.estimator.inputs
    with tempfile.TemporaryDirectory() as folder:
        e = made(folder)
        e.train(io.numpy_input_fn({"x": X}, Y, batch_size=3, shuffle=False, num_epochs=2))
        print(e.get_variable_value("global_step"), e.get_variable_value("w").round(4))
        print(rounded(e.evaluate(io.numpy_input_fn({"x": X}, Y, batch_size=7, shuffle=False))))
        print(len(list(e.predict(io.numpy_input_fn({"x": X}, batch_size=3, shuffle=True)))))
        print(rounded(e.evaluate(lambda: ({"x": tf.constant(X)}, tf.constant(Y)), steps=1)))


def tried(name, f):
    try:
        print(name, repr(f()))
    except Exception as error:
        print(name, type(error).__name__, re.sub(r"<function .*?>", "FUNCTION", str(error)))


def case_bad_input_functions():
    io = v1.estimator.inputs
    tried("shuffle", lambda: io.numpy_input_fn(X))
    tried("list", lambda: io.numpy_input_fn([1], shuffle=False)())
    tried("empty", lambda: io.numpy_input_fn({}, shuffle=False)())
    tried("lengths", lambda: io.numpy_input_fn({"x": X}, Y[:3], shuffle=False)())
    tried("labels", lambda: io.numpy_input_fn({"x": X}, {}, shuffle=False)())


def case_bad_estimators():
    with tempfile.TemporaryDirectory() as folder:

        def ok(features, labels, mode):
            return None

        def e(f=ok, **options):
            return est.Estimator(f, folder, **options)

        tried("none", lambda: e(None))
        tried("features", lambda: e(lambda x: 3))
        tried("unknown", lambda: e(lambda features, labels, foo: 3))
        tried("params", lambda: e(params={"a": 1}))
        tried("config", lambda: e(config=3))
        tried("warm", lambda: e(warm_start_from=3))
        tried("both", lambda: e().train(endless, steps=1, max_steps=2))
        tried("zero", lambda: e().train(endless, steps=0))
        tried("negative", lambda: e().train(endless, max_steps=-1))
        tried("no spec", lambda: e().train(endless, steps=1))
        tried("no function", lambda: e().train(3, steps=1))
        tried("hooks", lambda: e().train(endless, steps=1, hooks=[3]))
        tried("listeners", lambda: e().train(endless, steps=1, saving_listeners=[3]))
        tried("evaluations", lambda: e().evaluate(endless, steps=0))
        tried("exports", lambda: e().export_saved_model(folder, None))
        tried("parts", lambda: e().train(lambda: (1, 2, 3), steps=1))
        tried("keys", lambda: list(made(folder).predict(batches, predict_keys=["q"])))
        tried("specs", lambda: est.train_and_evaluate(made(folder), 3, est.EvalSpec(batches)))
        tried("evaluation", lambda: est.train_and_evaluate(3, 3, 3))
        tried("no estimator", lambda: est.train_and_evaluate(3, est.TrainSpec(batches), est.EvalSpec(batches)))
        tried("metrics", lambda: est.add_metrics(made(folder), lambda foo: 3))
        tried("predicate", lambda: est.experimental.make_early_stopping_hook(made(folder), 3))
        tried("times", lambda: est.experimental.make_early_stopping_hook(made(folder), lambda: True, run_every_steps=3))
        tried("compare", lambda: est.BestExporter(compare_fn=lambda best_eval_result: 3))
        tried("kept", lambda: est.LatestExporter("a", endless, exports_to_keep=-1))

        class Derived(est.Estimator):
            def train(self, *args):
                return 3

        tried("derived", lambda: Derived(ok, folder))
