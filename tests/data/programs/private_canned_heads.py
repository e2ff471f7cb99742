"""Heads of TensorFlow 1's canned estimators, and what heads of libraries are made of."""

import contextlib
import tempfile

import numpy as np
from tensorflow.python.estimator.canned import head as forwarded
from tensorflow.python.estimator.canned import optimizers as forwarded_optimizers
from tensorflow_estimator.python.estimator import estimator, model_fn, util
from tensorflow_estimator.python.estimator.canned import dnn, linear, optimizers, prediction_keys
from tensorflow_estimator.python.estimator.canned import head as heads
from tensorflow_estimator.python.estimator.export import export, export_output
from tensorflow_estimator.python.estimator.head import base_head, binary_class_head

v1 = tf.compat.v1


@contextlib.contextmanager
def quiet():
    """Without the warnings of TensorFlow 1's areas under curves."""
    level = v1.logging.get_verbosity()
    v1.logging.set_verbosity(v1.logging.ERROR)
    try:
        yield
    finally:
        v1.logging.set_verbosity(level)


LOGITS = np.array([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]], np.float32)
SINGLE = np.array([[1.5], [-0.75], [2.0]], np.float32)


def in_session(make):
    with tf.Graph().as_default():
        v1.train.create_global_step()
        fetched = make()
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.local_variables_initializer(), v1.tables_initializer()])
            return fetched(session) if callable(fetched) else session.run(fetched)


def case_keys():
    v1_keys = heads._DEFAULT_SERVING_KEY, heads._CLASSIFY_SERVING_KEY, heads._REGRESS_SERVING_KEY, heads._PREDICT_SERVING_KEY
    v2_keys = base_head.DEFAULT_SERVING_KEY, base_head.CLASSIFY_SERVING_KEY, base_head.REGRESS_SERVING_KEY, base_head.PREDICT_SERVING_KEY
    return v1_keys, v2_keys, heads._summary_key("head", "loss"), heads._summary_key(None, "loss")


def case_classes():
    def make():
        output = heads._classification_output(tf.nn.softmax(LOGITS), 3, ["a", "b", "c"])
        return heads._all_class_ids(LOGITS, 3), heads._all_classes(LOGITS, 3), base_head.all_classes(LOGITS, 3, ["a", "b", "c"]), output.classes

    return in_session(make)


def case_other_logits():
    in_session(lambda: heads._check_logits_final_dim(tf.constant(LOGITS), 2))


def case_loss_function_without_logits():
    def loss(labels, features):
        return labels

    heads._validate_loss_fn_args(loss)


def case_loss_function_with_more():
    def loss(labels, logits, more):
        return labels

    base_head.validate_loss_fn_args(loss)


def case_metrics_tuple():
    def make():
        fn, given = heads._create_eval_metrics_tuple(lambda a, b, c: [a * 2.0, b, c], {"a": tf.constant(2.0), "b": None, "c": tf.constant(1)})
        assert sorted(given) == ["a", "c"]
        made = fn(**given)
        assert made[1] is None
        return [made[0], made[2]]

    return in_session(make)


def case_loss_of_classes():
    head = heads._MultiClassHeadWithSoftmaxCrossEntropyLoss(3, weight_column="w", name="mine")
    features = {"w": np.array([[1.0], [2.0]], np.float32)}

    def make():
        spec = head.create_loss(features, "train", tf.constant(LOGITS), tf.constant([[0], [2]]))
        return spec.training_loss, spec.unreduced_loss, spec.weights, spec.processed_labels

    return in_session(make), head.name, head.logits_dimension


def case_loss_of_each_example():
    head = heads._BinaryLogisticHeadWithSigmoidCrossEntropyLoss(loss_reduction=v1.losses.Reduction.NONE)

    def make():
        spec = head.create_loss({}, "train", tf.constant(SINGLE), tf.constant([[0], [1], [1]]))
        return tf.round(spec.training_loss * 1e4), spec.processed_labels

    return in_session(make)


def evaluated(head, logits, labels, features=None, **options):
    def make():
        spec = head.create_estimator_spec(features or {}, "eval", tf.constant(logits), labels=tf.constant(labels), **options)

        def run(session):
            session.run({k: update for k, (_, update) in spec.eval_metric_ops.items()})
            values = session.run({k: value for k, (value, _) in spec.eval_metric_ops.items()})
            return session.run(spec.loss).round(5), {k: round(float(v), 4) for k, v in sorted(values.items())}

        return run

    with quiet():
        return in_session(make)


def case_metrics_of_classes():
    return evaluated(heads._binary_logistic_or_multi_class_head(3, None, None, v1.losses.Reduction.SUM), LOGITS, [[0], [2]])


def case_metrics_of_two_classes():
    head = heads._BinaryLogisticHeadWithSigmoidCrossEntropyLoss(thresholds=[0.5, 0.8], name="two")
    return evaluated(head, SINGLE, [[0], [0], [1]])


def case_metrics_with_words():
    head = heads._binary_logistic_or_multi_class_head(2, "w", ["no", "yes"], v1.losses.Reduction.SUM_BY_NONZERO_WEIGHTS)
    return evaluated(head, SINGLE, [["no"], ["yes"], ["yes"]], {"w": np.array([[1.0], [0.0], [3.0]], np.float32)})


def case_training():
    head = heads._MultiClassHeadWithSoftmaxCrossEntropyLoss(3)

    def make():
        w = v1.get_variable("w", [2, 3], initializer=v1.zeros_initializer())
        logits = tf.matmul(tf.constant([[1.0, 2.0], [3.0, -1.0]]), w)
        optimizer = v1.train.GradientDescentOptimizer(0.5)
        spec = head.create_estimator_spec({}, "train", logits, labels=tf.constant([[0], [2]]), optimizer=optimizer)

        def run(session):
            loss = session.run([spec.loss, spec.train_op])[0]
            return loss, session.run(w), session.run(v1.train.get_global_step())

        return run

    return in_session(make)


def case_training_without_optimizer():
    head = heads._MultiClassHeadWithSoftmaxCrossEntropyLoss(3)
    in_session(lambda: head.create_estimator_spec({}, "train", tf.constant(LOGITS), labels=tf.constant([[0], [2]])).loss)


class OwnHead(binary_class_head.BinaryClassHead):
    """A head that makes its spec as heads of libraries do: a loss for each example, half of it trained."""

    def _create_tpu_estimator_spec(
        self,
        features,
        mode,
        logits,
        labels=None,
        optimizer=None,
        trainable_variables=None,
        train_op_fn=None,
        update_ops=None,
        regularization_losses=None,
    ):
        made = self.predictions(logits)
        if mode == "infer":
            output = base_head.classification_output(made[prediction_keys.PredictionKeys.PROBABILITIES], 2, self._label_vocabulary)
            outputs = {base_head.DEFAULT_SERVING_KEY: output, base_head.PREDICT_SERVING_KEY: export_output.PredictOutput(made)}
            return model_fn._TPUEstimatorSpec(mode=mode, predictions=made, export_outputs=outputs)
        logits = base_head.check_logits_final_dim(logits, self.logits_dimension)
        labels = self._processed_labels(logits, labels)
        unweighted, weights = self._unweighted_loss_and_weights(logits, labels, features)
        assert weights == 1.0
        loss = tf.reduce_mean(unweighted) / 2.0
        if mode == "eval":
            metrics = self.metrics(regularization_losses=regularization_losses)
            given = {
                "eval_metrics": metrics,
                "features": features,
                "logits": logits,
                "labels": labels,
                "regularization_losses": regularization_losses,
            }
            pair = base_head.create_eval_metrics_tuple(self.update_metrics, given)
            return model_fn._TPUEstimatorSpec(mode=mode, predictions=made, loss=loss, eval_metrics=pair)
        train_op = base_head.create_estimator_spec_train_op(
            head_name=self._name,
            optimizer=optimizer,
            train_op_fn=train_op_fn,
            update_ops=update_ops,
            trainable_variables=trainable_variables,
            regularized_training_loss=loss,
            loss_reduction=self._loss_reduction,
        )
        base_head.create_estimator_spec_summary(loss, regularization_losses, self._summary_key)
        return model_fn._TPUEstimatorSpec(mode=mode, predictions=made, loss=loss, train_op=train_op)


COLUMNS = [tf.feature_column.numeric_column("x", shape=[2])]
X = np.array([[1.0, 2.0], [-1.0, 0.5], [0.25, -2.0], [3.0, 1.0]], np.float32)
Y = np.array([[1], [0], [0], [1]])


def trained(function):
    """The loss of three steps over one batch, and the predictions after them, of an estimator with this model function."""
    made = estimator.EstimatorV2(function, model_dir=tempfile.mkdtemp(), config=tf.estimator.RunConfig(tf_random_seed=3))

    def given():
        return tf.data.Dataset.from_tensors(({"x": X}, Y)).repeat()

    made.train(given, steps=3)
    with quiet():
        found = made.evaluate(given, steps=1)
    predicted = [p["class_ids"][0] for p in made.predict(lambda: tf.data.Dataset.from_tensors({"x": X}))]
    return sorted(found), int(found["global_step"]), predicted


def case_network_with_own_head():
    head = OwnHead()

    def function(features, labels, mode, config):
        return dnn.dnn_model_fn_v2(
            features=features,
            labels=labels,
            mode=mode,
            head=head,
            hidden_units=[4],
            feature_columns=COLUMNS,
            optimizer=tf.keras.optimizers.legacy.SGD(0.1),
            config=config,
        )

    return trained(function)[:2]


def case_network_of_v1():
    head = heads._binary_logistic_or_multi_class_head(2, None, None, v1.losses.Reduction.SUM)

    def function(features, labels, mode, config):
        return dnn._dnn_model_fn(
            features=features, labels=labels, mode=mode, head=head, hidden_units=[4], feature_columns=COLUMNS, config=config
        )

    return trained(function)[:2]


def case_linear_of_v1():
    head = heads._binary_logistic_or_multi_class_head(2, None, None, v1.losses.Reduction.SUM)
    estimator._canned_estimator_api_gauge.get_cell("Classifier").set("Linear")

    def function(features, labels, mode, config):
        optimizer = v1.train.GradientDescentOptimizer(0.1)
        return linear._linear_model_fn(
            features=features,
            labels=labels,
            mode=mode,
            head=head,
            feature_columns=COLUMNS,
            optimizer=optimizer,
            partitioner=None,
            config=config,
        )

    return trained(function)


def case_own_head():
    class Own(heads._Head):
        name = "own"
        logits_dimension = 1

        def create_loss(self, features, mode, logits, labels):
            return v1.losses.mean_squared_error(labels, logits)

    own, made = Own(), []
    bare = heads._Head()
    for call in (
        lambda: own.create_estimator_spec({}, "eval", SINGLE),
        lambda: bare.create_loss({}, "eval", SINGLE, SINGLE),
        lambda: bare.name,
        lambda: bare.logits_dimension,
    ):
        try:
            made.append(call())
        except NotImplementedError as error:
            made.append(str(error))
    loss = in_session(lambda: own.create_loss({}, "eval", tf.constant(SINGLE), tf.zeros((3, 1))))
    known = heads._binary_logistic_or_multi_class_head(2, None, None, "weighted_sum")
    return made, own.name, float(loss), isinstance(known, heads._Head), forwarded._Head is heads._Head


def case_optimizers_by_name():
    made = []
    for given in (("Adam", None), ("Adam", 0.0), ("Other", None), ("Adam", 0.1), (3, None)):
        for function in (optimizers.get_optimizer_instance, forwarded_optimizers.get_optimizer_instance):
            try:
                made.append(type(function(*given)).__name__)
            except ValueError as error:
                made.append(str(error))
    return made


def case_receivers_like_what_input_functions_give():
    def data(size):
        features = {"a": tf.zeros([8, 2]), "b": tf.constant(["x"] * 8)}
        return tf.data.Dataset.from_tensor_slices((features, tf.zeros([8, 1], tf.int64))).batch(size)

    for input_fn, arguments in (
        (data, {"size": 4}),
        (lambda: (tf.ones([5, 3]), tf.ones([5])), {}),
        (lambda: [tf.ones([5, 3])], {}),
        (lambda: ({"a": tf.ones([5, 3])}, {"a": tf.ones([5])}), {}),
    ):
        with tf.Graph().as_default() as graph:
            try:
                receiver = export.build_supervised_input_receiver_fn_from_input_fn(input_fn, **arguments)()
                print({k: (v.shape.as_list(), v.dtype.name, v.op.type) for k, v in sorted(receiver.receiver_tensors.items())})
                print(len(graph.get_operations()), receiver.labels.shape, type(receiver).__name__)
            except ValueError as error:
                print(error)
    with tf.Graph().as_default():
        features, labels, hooks = util.parse_input_fn_result(data(2))
        print(features["a"].shape, labels.dtype, len(hooks))
        return util.parse_input_fn_result("x")
