"""k-means in graphs of TensorFlow 1: how it begins, and steps over all points at once."""

import numpy as np
from tensorflow.python.ops import clustering_ops

v1 = tf.compat.v1
R = np.random.RandomState(0)
POINTS = R.rand(30, 4).astype(np.float32)
POINTS[:10] += 1
POINTS[10:20, 0] -= 3


def clustered(steps=4, rows=30, inputs=lambda x: x, seed=None, **arguments):
    """Print how often centers were chosen, and what the graph gives after some steps."""
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(seed)
        x = v1.placeholder(tf.float32, [None, 4])
        graph = clustering_ops.KMeans(inputs(x), 3, **arguments).training_graph()
        distances, clusters, nearest, whole, choose, step = graph
        session.run(v1.global_variables_initializer(), {x: POINTS})
        times = 0
        while not session.run(whole):
            session.run(choose, {x: POINTS[times * rows % 30 :][:rows]})
            times += 1
        print(times, [v.name for v in v1.global_variables()], [len(part) for part in graph[:3]])
        for i in range(steps + 1):
            for own in session.run(clusters, {x: POINTS}):
                print("".join(map(str, own)))
            session.run(step, {x: POINTS})
        for part in (*session.run(distances, {x: POINTS}), *session.run(nearest, {x: POINTS})):
            print(np.round(part.astype(np.float64), 3)[::6].tolist())


def case_random():
    clustered()
    clustered(seed=5)
    clustered(random_seed=7)


def case_plus_plus():
    clustered(initial_clusters="kmeans_plus_plus")
    clustered(initial_clusters="kmeans_plus_plus", kmeans_plus_plus_num_retries=0)
    clustered(initial_clusters="kmeans_plus_plus", kmeans_plus_plus_num_retries=-1, random_seed=3)


def case_chains():
    clustered(initial_clusters="kmc2")
    clustered(initial_clusters="kmc2", kmc2_chain_length=30, random_seed=2)


def case_given_centers():
    clustered(initial_clusters=POINTS[[3, 13, 23]])
    clustered(initial_clusters=lambda parts, count: parts[0][:count])


def case_cosine():
    for beginning in ("random", "kmeans_plus_plus", "kmc2"):
        clustered(distance_metric="cosine", initial_clusters=beginning)


def case_two_inputs():
    clustered(inputs=lambda x: [x[:20], x[20:]])


def case_chosen_from_small_batches():
    clustered(steps=2, rows=2)


def case_too_few_points():
    try:
        clustered(rows=2, initial_clusters="kmeans_plus_plus")
    except tf.errors.InvalidArgumentError as e:
        print(type(e).__name__, "Condition x >= y did not hold" in e.message)


def case_unknown_beginning():
    clustered(initial_clusters="first")


def case_unknown_metric():
    clustered(distance_metric="cosine_similarity")


def case_chain_over_distances():
    distances = R.rand(40).astype(np.float32)
    chain = clustering_ops.kmc2_chain_initialization
    print([int(chain(distances, seed)) for seed in range(12)], chain(distances, 1).dtype)
    for wrong in ((distances[None], 1), (distances, -1), (distances[:0], 1)):
        try:
            print(chain(*wrong))
        except tf.errors.InvalidArgumentError as e:
            print(e.message.split("[Op")[0].split("}} ")[-1])
