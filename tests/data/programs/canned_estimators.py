"""Canned estimators and heads: variables, metrics, predictions and signatures."""

import functools
import os
import tempfile

import numpy as np

est, v1, fc = tf.estimator, tf.compat.v1, tf.feature_column
R = np.random.RandomState(0)
X, A, W = R.rand(20, 2).astype(np.float32), np.array(["a", "b", "c", "d"] * 5), R.rand(20).astype(np.float32)
NUMBERS = (X[:, 0] * 2 - X[:, 1]).astype(np.float32)
BINARY, CLASSES = (NUMBERS > 0.3).astype(np.int64), np.arange(20) % 3


def columns():
    words = fc.categorical_column_with_vocabulary_list("a", ["a", "b", "c"])
    return fc.numeric_column("x", shape=2), words, fc.indicator_column(words)


def shown(value):
    return np.round(value, 3).tolist() if np.asarray(value).dtype.kind == "f" else np.asarray(value).tolist()


def outcome(make, labels, slots=True):
    """Train for five steps; the variables, metrics, predictions and signatures."""
    with tempfile.TemporaryDirectory() as folder:
        e = make(model_dir=folder, config=est.RunConfig(tf_random_seed=1))

        def batches(epochs=None):
            return tf.data.Dataset.from_tensor_slices(({"x": X, "a": A, "w": W}, labels)).repeat(epochs).batch(5)

        e.train(batches, steps=5)
        names = [n for n in e.get_variable_names() if slots or "Ftrl" not in n]
        print({n: shown(e.get_variable_value(n)) for n in names if "iter" not in n})
        print({k: round(float(v), 3) for k, v in sorted(e.evaluate(lambda: batches(1)).items())})
        print([{k: shown(v) for k, v in sorted(p.items())} for p in list(e.predict(lambda: batches(1)))[:1]])
        spec = {"x": tf.io.FixedLenFeature([2], tf.float32), "a": tf.io.FixedLenFeature([1], tf.string), "w": tf.io.FixedLenFeature([1], tf.float32)}
        path = e.export_saved_model(os.path.join(folder, "out"), est.export.build_parsing_serving_input_receiver_fn(spec))
        with tf.Graph().as_default(), v1.Session() as session:
            loaded = v1.saved_model.load(session, ["serve"], path.decode())
            for name, s in sorted(loaded.signature_def.items()):
                print(name, s.method_name, sorted(s.inputs), sorted(s.outputs))


def case_linear_classifiers():
    x, words, _ = columns()
    outcome(lambda **o: est.LinearClassifier([x, words], weight_column="w", **o), BINARY)
    outcome(lambda **o: est.LinearClassifier([x, words], n_classes=3, **o), CLASSES)


def case_linear_regressors():
    x, words, _ = columns()
    outcome(lambda **o: est.LinearRegressor([x, words], **o), NUMBERS)
    outcome(lambda **o: v1.estimator.LinearRegressor([x], **o), NUMBERS, slots=False)


def case_networks():
    x, _, indicator = columns()
    start = dict(hidden_units=[3], feature_columns=[x, indicator])
    outcome(lambda **o: est.DNNClassifier(optimizer="Adam", **start, **o), BINARY)
    outcome(lambda **o: est.DNNRegressor(activation_fn=tf.nn.tanh, **start, **o), NUMBERS)


def case_both():
    x, words, _ = columns()
    parts = dict(linear_feature_columns=[words], dnn_feature_columns=[x], dnn_hidden_units=[3])
    outcome(lambda **o: est.DNNLinearCombinedClassifier(n_classes=3, **parts, **o), CLASSES)
    outcome(lambda **o: est.DNNLinearCombinedRegressor(**parts, **o), NUMBERS)


def case_baselines_of_tensorflow_1():
    outcome(lambda **o: v1.estimator.BaselineClassifier(**o), BINARY)
    outcome(lambda **o: v1.estimator.BaselineRegressor(**o), NUMBERS)


def case_heads():
    x = columns()[0]
    both = np.stack([BINARY, 1 - BINARY], 1)
    outcome(lambda **o: est.LinearEstimator(est.MultiLabelHead(2, thresholds=[0.4], classes_for_class_based_metrics=[0]), [x], **o), both)
    outcome(lambda **o: est.LinearEstimator(est.PoissonRegressionHead(), [x], **o), np.abs(NUMBERS))
    outcome(lambda **o: est.LinearEstimator(est.LogisticRegressionHead(), [x], **o), BINARY.astype(np.float32))
    outcome(lambda **o: est.LinearEstimator(est.BinaryClassHead(thresholds=[0.3, 0.6]), [x], **o), BINARY)
    outcome(lambda **o: est.LinearEstimator(est.MultiClassHead(4, label_vocabulary=["a", "b", "c", "d"]), [x], **o), A)


def case_several_heads():
    heads = est.MultiHead([est.RegressionHead(name="h1"), est.BinaryClassHead(name="h2")], [1.0, 2.0])
    outcome(lambda **o: est.LinearEstimator(heads, [columns()[0]], **o), {"h1": NUMBERS, "h2": BINARY}, slots=False)


def case_bad_heads():
    def tried(f):
        try:
            print(type(f()).__name__)
        except Exception as e:
            print(type(e).__name__, e)

    tried(lambda: est.MultiClassHead(2))
    tried(lambda: est.MultiLabelHead(1))
    tried(lambda: est.BinaryClassHead(thresholds=[1.5]))
    tried(lambda: est.RegressionHead(label_dimension=0))
    tried(lambda: est.MultiHead([]))
    tried(lambda: est.MultiHead([est.RegressionHead(name="a")], [1.0, 2.0]))
    tried(lambda: est.DNNLinearCombinedRegressor())


def case_what_is_no_optimizer():
    x, told = tf.feature_column.numeric_column("x"), []
    for given in (tf.keras.optimizers.SGD(0.5), 3, lambda: 3):
        for make in (tf.estimator.LinearRegressor, functools.partial(tf.estimator.DNNRegressor, [2])):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    make([x], model_dir=folder, optimizer=given).train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])))
                except ValueError as error:
                    told.append(str(error))
    return told


def case_exported_vocabularies():
    words = fc.categorical_column_with_vocabulary_list("a", ["a", "b", "c"])
    with tempfile.TemporaryDirectory() as folder:
        for kind, column in ("plain", words), ("crossed", fc.crossed_column([words, "b"], 7)):
            e = est.LinearRegressor([column], os.path.join(folder, kind), config=est.RunConfig(tf_random_seed=1))
            e.train(lambda: tf.data.Dataset.from_tensor_slices(({"a": A, "b": A[::-1]}, NUMBERS)).batch(5), steps=4)
            receivers = est.export.build_parsing_serving_input_receiver_fn(fc.make_parse_example_spec([column]))
            loaded = tf.saved_model.load(e.export_saved_model(os.path.join(folder, f"out_{kind}"), receivers).decode())
            texts = [{k: tf.train.Feature(bytes_list=tf.train.BytesList(value=[v])) for k in "ab"} for v in (b"a", b"b", b"z")]
            examples = [tf.train.Example(features=tf.train.Features(feature=t)).SerializeToString() for t in texts]
            found = loaded.signatures["predict"](tf.constant(examples))
            print(kind, {k: shown(v.numpy()) for k, v in found.items()})
