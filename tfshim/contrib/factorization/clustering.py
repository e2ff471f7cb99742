"""Clustering by k-means in a graph of TensorFlow 1: over all rows at once, or batch by batch."""

import tfshim as tf
from tfshim._export import tf_private
from tfshim.compat import v1
from tfshim.contrib.factorization.first_centers import initialize
from tfshim.contrib.factorization.operations import nearest_neighbors

SQUARED_EUCLIDEAN_DISTANCE, COSINE_DISTANCE = "squared_euclidean", "cosine"
RANDOM_INIT, KMEANS_PLUS_PLUS_INIT, KMC2_INIT = "random", "kmeans_plus_plus", "kmc2"
CLUSTERS_VAR_NAME = "clusters"
_METRICS = [SQUARED_EUCLIDEAN_DISTANCE, COSINE_DISTANCE]
_BEGINNINGS = [RANDOM_INIT, KMEANS_PLUS_PLUS_INIT, KMC2_INIT]
tf_private("tensorflow.python.ops.clustering_ops.SQUARED_EUCLIDEAN_DISTANCE")(SQUARED_EUCLIDEAN_DISTANCE)
tf_private("tensorflow.python.ops.clustering_ops.COSINE_DISTANCE")(COSINE_DISTANCE)
tf_private("tensorflow.python.ops.clustering_ops.RANDOM_INIT")(RANDOM_INIT)
tf_private("tensorflow.python.ops.clustering_ops.KMEANS_PLUS_PLUS_INIT")(KMEANS_PLUS_PLUS_INIT)
tf_private("tensorflow.python.ops.clustering_ops.KMC2_INIT")(KMC2_INIT)
tf_private("tensorflow.python.ops.clustering_ops.CLUSTERS_VAR_NAME")(CLUSTERS_VAR_NAME)


@tf_private("tensorflow.python.ops.clustering_ops.KMeans")
class ClusteringGraph:
    """The graph of k-means. Mirrors `KMeans` of `tensorflow.python.ops.clustering_ops`.

    `inputs`: a float32 matrix of points by their features, or a list of them. `num_clusters`: how many clusters, unless
    `initial_clusters` are their centers. That may also be a function of (inputs, number) that gives some centers, "random",
    "kmeans_plus_plus" or "kmc2". `distance_metric`: "squared_euclidean" or "cosine". With `use_mini_batch`, a step moves the
    centers towards the means of its points, and after `mini_batch_steps_per_iteration` of them the points are compared with the
    moved centers; without, a step puts the centers where the means are. `kmeans_plus_plus_num_retries`: of how many more
    candidates the best is taken; `kmc2_chain_length`: among how many points a center is looked for.
    Raises ValueError for a metric or beginning that it does not know.
    """

    def __init__(
        self,
        inputs,
        num_clusters,
        initial_clusters=RANDOM_INIT,
        distance_metric=SQUARED_EUCLIDEAN_DISTANCE,
        use_mini_batch=False,
        mini_batch_steps_per_iteration=1,
        random_seed=0,
        kmeans_plus_plus_num_retries=2,
        kmc2_chain_length=200,
    ):
        if isinstance(initial_clusters, str) and initial_clusters not in _BEGINNINGS:
            raise ValueError(f"Unsupported initialization algorithm `{initial_clusters}`,must be one of `{_BEGINNINGS}`.")
        if distance_metric not in _METRICS:
            raise ValueError(f"Unsupported distance metric `{distance_metric}`,must be one of `{_METRICS}`.")
        self._inputs = inputs if isinstance(inputs, list) else [inputs]
        self._count, self._beginning = num_clusters, initial_clusters
        self._cosine, self._by_batches = distance_metric == COSINE_DISTANCE, use_mini_batch
        self._steps = int(mini_batch_steps_per_iteration)
        self._seed = v1.get_seed(random_seed)[0]
        self._retries, self._chain = kmeans_plus_plus_num_retries, kmc2_chain_length

    def training_graph(self):
        """(all distances, clusters, distances, whether centers are chosen, operation that chooses some, operation of a step).

        The first three are tuples with an element for each of the inputs: the distance of each point to each center [points,
        clusters], the number of the nearest one [points], and how far that is. The fifth is to be run until the fourth, a
        variable, is true.
        """
        return self._graph()[1]

    def _graph(self):
        """The variable of the centers, and what `training_graph` gives."""
        beginning = self._beginning
        if isinstance(beginning, str) or callable(beginning):
            count = tf.convert_to_tensor(self._count)
        else:
            beginning = tf.convert_to_tensor(beginning)
            count = tf.shape(beginning)[0]
        self._variables(count)
        centers = self._centers
        chosen = initialize(self, beginning, count)
        inputs = self._inputs
        if self._cosine:
            inputs = [tf.nn.l2_normalize(x, 1) for x in inputs]
            if not self._keeps_unit:
                centers = tf.nn.l2_normalize(centers, 1)
        found = [self._nearest(x, centers) for x in inputs]
        distances, nearest, clusters = (tuple(part) for part in zip(*found))
        if self._by_batches:
            with v1.control_dependencies([self._taken_over()]):
                step = v1.group(*[u for x, own in zip(inputs, clusters) for u in self._moved(x, own)])
        else:
            step = self._at_means(inputs, clusters, count)
        return self._centers, (distances, clusters, nearest, self._whole, chosen, step)

    @property
    def _keeps_unit(self):
        """Whether the variable holds centers of length one."""
        return self._cosine and (not self._by_batches or self._steps > 1)

    def _variables(self, count):
        empty = v1.placeholder_with_default([], shape=None)
        self._centers = v1.Variable(empty, name=CLUSTERS_VAR_NAME, validate_shape=False)
        self._whole = v1.Variable(False, dtype=tf.bool, name="initialized")
        self._moving, self._left, self._sizes = self._centers, None, None
        if self._by_batches and self._steps > 1:
            self._moving = v1.Variable(empty, name="clusters_updated", validate_shape=False)
            self._left = v1.Variable(self._steps, dtype=tf.int64, name="update_in_steps")
            self._sizes = v1.Variable(tf.zeros([count], tf.int64))
        elif self._by_batches:
            self._sizes = v1.Variable(tf.ones([count], tf.int64))

    def _nearest(self, points, centers):
        products = tf.matmul(points, centers, transpose_b=True)
        if self._cosine:
            distances = 1 - products
        else:
            own = tf.reduce_sum(tf.square(points), 1, keepdims=True)
            distances = own - 2 * products + tf.transpose(tf.reduce_sum(tf.square(centers), 1, keepdims=True))
        if self._cosine and not self._keeps_unit:
            centers = tf.nn.l2_normalize(centers, 1)
        indices, nearest = nearest_neighbors(points, centers, 1)
        # Between points of length one the square of the distance is twice that of the angle.
        return distances, tf.squeeze(nearest * 0.5 if self._cosine else nearest, [-1]), tf.squeeze(indices, [-1])

    def _taken_over(self):
        """The operation that counts a step, and at the end of an iteration takes over the centers that were moved."""
        if self._left is None:
            return v1.no_op()

        def taken():
            with v1.control_dependencies([v1.assign(self._left, self._steps - 1)]):
                moved = self._moving.read_value()
                if self._cosine:
                    moved = tf.nn.l2_normalize(moved, 1)
            with v1.control_dependencies([v1.assign(self._centers, moved)]):
                cleared = v1.assign(self._sizes, tf.zeros_like(self._sizes))
            with v1.control_dependencies([cleared]):
                return tf.identity(self._left)

        return v1.cond(self._left <= 0, taken, lambda: v1.assign_sub(self._left, 1))

    def _moved(self, points, clusters):
        """The updates by which the centers of `clusters` [points] come nearer to the means of their points."""
        present, at = tf.unique(clusters)
        count = tf.size(present)
        before, center = tf.gather(self._sizes, present), tf.gather(self._moving, present)
        new = tf.math.unsorted_segment_sum(tf.ones_like(at, tf.int64), at, count)
        change = tf.math.unsorted_segment_sum(points, at, count) - tf.cast(new, points.dtype)[:, None] * center
        change *= tf.math.reciprocal(tf.cast(before + new, points.dtype))[:, None]
        return v1.scatter_add(self._sizes, present, new), v1.scatter_add(self._moving, present, change)

    def _at_means(self, inputs, clusters, count):
        """The update that puts every center at the mean of its points."""
        sums, sizes = [], []
        for points, own in zip(inputs, clusters):
            sums.append(tf.math.unsorted_segment_sum(points, own, count))
            sizes.append(tf.math.unsorted_segment_sum(tf.ones([tf.shape(points)[0], 1]), own, count))
        # A cluster without points is put at the origin, as in TensorFlow.
        means = tf.add_n(sums) / (tf.cast(tf.add_n(sizes), sums[0].dtype) + tf.constant(1e-6, inputs[0].dtype))
        return v1.assign(self._centers, tf.nn.l2_normalize(means, 1) if self._cosine else means)


class KMeans(ClusteringGraph):
    __doc__ = ClusteringGraph.__doc__.replace("`KMeans` of `tensorflow.python.ops.clustering_ops`", "`tf.contrib.factorization.KMeans`")

    def training_graph(self):
        """The same with one more: the centers, before the operations that choose and move them."""
        centers, (*facts, chosen, step) = self._graph()
        return *facts, centers, chosen, step
