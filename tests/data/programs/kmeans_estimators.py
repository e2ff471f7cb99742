"""The estimator of k-means: centers, scores, predictions and what is saved."""

import os
import tempfile

import numpy as np

v1 = tf.compat.v1
KMeans = v1.estimator.experimental.KMeans
R = np.random.RandomState(0)
POINTS = np.concatenate([R.normal(m, 0.5, (20, 2)) for m in ((0, 0), (5, 5), (0, 6))]).astype(np.float32)
START = POINTS[[0, 20, 40]]


def shown(value):
    return (np.round(np.asarray(value, np.float64), 3) + 0.0).tolist()


def whole():
    return v1.train.limit_epochs(tf.convert_to_tensor(POINTS), num_epochs=1)


def batches():
    return tf.data.Dataset.from_tensor_slices(POINTS).repeat().batch(15)


def made(**options):
    return KMeans(3, tempfile.mkdtemp(), config=tf.estimator.RunConfig(tf_random_seed=1), **{"initial_clusters": START, **options})


def case_whole():
    e = made(use_mini_batch=False)
    for _ in range(3):
        e.train(whole)
        print(shown(e.cluster_centers()), shown(e.score(whole)))
    print([int(i) for i in e.predict_cluster_index(whole)][::7])
    print(shown([d for d in e.transform(whole)][:2]), sorted(e.get_variable_names()))
    print({k: shown(v) for k, v in e.evaluate(whole, steps=1).items() if k != "global_step"})


def case_in_batches():
    e = made()
    e.train(batches, steps=6)
    # How fast centers move depends on which of two operations TensorFlow runs first.
    print((np.abs(e.cluster_centers() - [[0, 0], [5, 5], [0, 6]]) < 1).tolist())
    e = made(mini_batch_steps_per_iteration=2, distance_metric=KMeans.COSINE_DISTANCE)
    e.train(batches, steps=7)
    return shown(np.linalg.norm(e.cluster_centers(), axis=1)), next(e.transform(batches)).shape, sorted(e.get_variable_names())


def case_until_it_changes_no_more():
    e = made(use_mini_batch=False, relative_tolerance=1e-3)
    e.train(lambda: tf.data.Dataset.from_tensors(POINTS).repeat(50))
    return int(e.get_variable_value("global_step")), shown(e.cluster_centers())


def case_centers_of_its_own():
    found = []
    for start in (KMeans.RANDOM_INIT, KMeans.KMEANS_PLUS_PLUS_INIT, lambda inputs, k: inputs[0][:3]):
        e = made(use_mini_batch=False, initial_clusters=start, seed=3)
        e.train(lambda: tf.data.Dataset.from_tensors(POINTS).repeat(8))
        found.append(sorted(shown(e.cluster_centers())))
    return [np.shape(f) for f in found], found[2]


def case_columns_and_export():
    e = made(use_mini_batch=False, feature_columns=[tf.feature_column.numeric_column("b")], initial_clusters=START[:, :1])
    columns = lambda: tf.data.Dataset.from_tensors({"a": POINTS[:, :1], "b": POINTS[:, 1:]})  # noqa: E731
    e.train(columns)
    print(shown(e.cluster_centers()))
    e = made(use_mini_batch=False)
    e.train(columns)
    print(shown(e.cluster_centers()))

    def receiver():
        x = v1.placeholder(tf.float32, [None, 2])
        return tf.estimator.export.ServingInputReceiver(x, x)

    path = e.export_saved_model(tempfile.mkdtemp(), receiver)
    with tf.Graph().as_default(), v1.Session() as session:
        loaded = v1.saved_model.load(session, ["serve"], os.fsdecode(path))
        return {name: sorted(s.outputs) for name, s in sorted(loaded.signature_def.items())}


def case_refused():
    for options in ({"initial_clusters": "kmc2"}, {"distance_metric": "miles"}):
        try:
            made(**options)
        except Exception as e:
            print(type(e).__name__, e)
