"""Names of what metrics of TensorFlow 1 make: their variables, as checkpoints hold them, and their results, as programs fetch them."""

import tensorflow.compat.v1 as tf1


def _made(*calls):
    """The names and shapes of a metric's value and update, of its variables and collections, without and with a name of its own."""
    for call in calls:
        for name in (None, "own"):
            with tf.Graph().as_default() as graph:
                x = tf1.placeholder(tf.float32, [3])
                value, update = call(x, name)
                variables = [v.name for v in tf1.local_variables()]
                print(value.name, value.shape, update.name, update.shape, variables, sorted(graph.get_all_collection_keys()))


def case_means():
    m = tf1.metrics
    _made(
        lambda x, name: m.mean(x, name=name),
        lambda x, name: m.mean_tensor(x, name=name),
        lambda x, name: m.accuracy(x > 0.0, x > 0.5, name=name),
        lambda x, name: m.percentage_below(x, 0.5, name=name),
        lambda x, name: m.mean_squared_error(x, x, name=name),
        lambda x, name: m.root_mean_squared_error(x, x, name=name),
        lambda x, name: m.mean_cosine_distance(x, x, 0, name=name),
    )


def case_counts():
    m = tf1.metrics
    _made(
        lambda x, name: m.precision(x > 0.0, x > 0.0, name=name),
        lambda x, name: m.recall(x > 0.0, x > 0.0, weights=x, name=name),
        lambda x, name: m.auc(x > 0.0, x, name=name),
        lambda x, name: m.precision_at_thresholds(x > 0.0, x, [0.5, 0.7], name=name),
        lambda x, name: m.recall_at_thresholds(x > 0.0, x, [0.5, 0.7], name=name),
        lambda x, name: m.sensitivity_at_specificity(x > 0.0, x, 0.5, name=name),
        lambda x, name: m.specificity_at_sensitivity(x > 0.0, x, 0.5, name=name),
        lambda x, name: m.average_precision_at_k(tf.constant([[1]], tf.int64), [[0.1, 0.2, 0.3]], 2, name=name),
    )


def case_variables_of_counts_at_thresholds():
    m = tf1.metrics
    for metric in (m.true_positives_at_thresholds, m.false_positives_at_thresholds, m.true_negatives_at_thresholds):
        with tf.Graph().as_default():
            metric(tf.constant([True, False]), tf.constant([0.2, 0.7]), [0.5])
            metric(tf.constant([True, False]), tf.constant([0.2, 0.7]), [0.5])
            print([v.name for v in tf1.local_variables()])


def case_values():
    m = tf1.metrics
    with tf.Graph().as_default(), tf1.Session() as session:
        labels, predictions = tf.constant([True, False, True, True]), tf.constant([0.2, 0.7, 0.9, 0.4])
        both = [
            m.sensitivity_at_specificity(labels, predictions, 0.6, num_thresholds=7),
            m.specificity_at_sensitivity(labels, predictions, 0.6, num_thresholds=7),
            m.precision_at_thresholds(labels, predictions, [0.3, 0.8]),
            m.root_mean_squared_error(predictions * 0.5, predictions),
            m.mean_tensor(predictions),
        ]
        session.run(tf1.local_variables_initializer())
        for _ in range(2):
            print([x.round(4).tolist() for _, x in session.run(both)])
        print([x.round(4).tolist() for x, _ in session.run(both)])


def case_wrong_arguments():
    m, c = tf.compat.v1.metrics, tf.constant
    labels, scores = lambda *rows: tf.constant(rows, tf.int64), [[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]]
    tries = [
        lambda: m.mean_relative_error(c([1.0, 2.0]), c([1.0, 4.0]), c([2.0])),
        lambda: m.mean_iou(c([0, 1]), c([0, 1, 1]), 2),
        lambda: m.mean_per_class_accuracy(c([0, 1]), c([0, 1, 1]), 2),
        lambda: m.mean_per_class_accuracy(c([0, 1]), c([0, 1]), 3),
        lambda: m.precision_at_thresholds(c([1, 0]), c([0.5, 1.7]), [0.5]),
        lambda: m.false_negatives_at_thresholds(c([1, 0]), c([0.5, -0.7]), [0.5]),
        lambda: m.auc(c([1, 0]), c([0.5, 1.7])),
        lambda: m.sensitivity_at_specificity(c([1, 0]), c([0.5, 1.7]), 0.5),
        lambda: m.sensitivity_at_specificity(c([1, 0]), c([0.5, 0.7]), 1.5),
        lambda: m.specificity_at_sensitivity(c([1, 0]), c([0.5, 0.7]), -1),
        lambda: m.average_precision_at_k(labels([1], [2]), scores, k=0),
        *[
            lambda rows=rows: m.average_precision_at_k(labels(*rows), scores, k=2)
            for rows in (([1, 9], [2, -1]), ([1, 3], [0, 1]), ([1, 1], [2, -1]), ([1, 0], [0, -1]))
        ],
    ]
    made = []
    tf.get_logger().disabled = True  # TensorFlow complains of checks that nobody uses
    for attempt in tries:
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            try:
                value, update = attempt()
                session.run(tf.compat.v1.local_variables_initializer())
                made.append((session.run(update).tolist(), [v.name for v in tf.compat.v1.local_variables()]))
            except (ValueError, tf.errors.InvalidArgumentError) as e:
                made.append(f"{type(e).__name__}: {str(e).splitlines()[0]}")
    tf.get_logger().disabled = False
    for name, arguments in (("recall", ([1], [1])), ("precision_at_k", ([[1]], scores, 1)), ("recall_at_k", ([[1]], scores, 1))):
        try:
            getattr(m, name)(*arguments)
        except RuntimeError as e:
            made.append(str(e))
    return made
