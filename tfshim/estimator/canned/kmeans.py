"""The estimator of k-means."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging, metrics, summary
from tfshim.compat.v1.feature_column import input_layer
from tfshim.compat.v1.train.hooks import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.contrib.factorization import clustering
from tfshim.control_flow import control_dependencies
from tfshim.estimator.estimator import Estimator
from tfshim.estimator.export.outputs import DEFAULT, PredictOutput
from tfshim.estimator.model_fn import EstimatorSpec

if TYPE_CHECKING:
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path
    from tfshim.estimator.run_config import RunConfig
    from tfshim.train.coordinator import Coordinator


class _StopAtSmallChanges(SessionRunHook):
    """Stops where the loss changes by a smaller part than `tolerance` from one step to the next."""

    def __init__(self, loss: Any, tolerance: float) -> None:
        self._loss, self._tolerance, self._before = loss, tolerance, None

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        loss, before = run_values.results, self._before
        self._before = loss
        if before is not None and abs(before - loss) / (1 + abs(before)) < self._tolerance:
            run_context.request_stop()


class _ChooseCenters(SessionRunHook):
    """Runs the operation that chooses centers until all of them are there; others than the chief wait for that."""

    def __init__(self, choose: Any, done: Any, is_chief: bool) -> None:
        self._choose, self._done, self._is_chief = choose, done, is_chief

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        while True:
            try:
                if session.run(self._done):
                    return
                if self._is_chief:
                    session.run(self._choose)
                else:
                    time.sleep(1)
            except RuntimeError as e:
                logging.info(e)


@tf_private("tensorflow_estimator.python.estimator.canned.kmeans.KMeansClustering")
@tf_export(v1=["estimator.experimental.KMeans"])
class KMeansClustering(Estimator):
    """An estimator that finds clusters. Mirrors `tf.compat.v1.estimator.experimental.KMeans`.

    Features are a matrix of points, or a dictionary of columns, of which `feature_columns` make the points; without these they stand in
    the order of their names. `num_clusters`, `initial_clusters`, `distance_metric`, `use_mini_batch`,
    `mini_batch_steps_per_iteration` and `kmeans_plus_plus_num_retries` are those of `tf.contrib.factorization.KMeans`; `seed` that of
    the first centers. Training stops where the loss changes by less than the part `relative_tolerance`. Raises ValueError for a
    beginning or metric that is not known.
    """

    SQUARED_EUCLIDEAN_DISTANCE, COSINE_DISTANCE = clustering.SQUARED_EUCLIDEAN_DISTANCE, clustering.COSINE_DISTANCE
    RANDOM_INIT, KMEANS_PLUS_PLUS_INIT = clustering.RANDOM_INIT, clustering.KMEANS_PLUS_PLUS_INIT
    SCORE, CLUSTER_INDEX, ALL_DISTANCES = "score", "cluster_index", "all_distances"
    CLUSTER_CENTERS_VAR_NAME = clustering.CLUSTERS_VAR_NAME

    def __init__(
        self,
        num_clusters: int,
        model_dir: Path | None = None,
        initial_clusters: Any = RANDOM_INIT,
        distance_metric: str = SQUARED_EUCLIDEAN_DISTANCE,
        seed: int | None = None,
        use_mini_batch: bool = True,
        mini_batch_steps_per_iteration: int = 1,
        kmeans_plus_plus_num_retries: int = 2,
        relative_tolerance: float | None = None,
        config: RunConfig | None = None,
        feature_columns: Any = None,
    ) -> None:
        if isinstance(initial_clusters, str) and initial_clusters not in (self.RANDOM_INIT, self.KMEANS_PLUS_PLUS_INIT):
            raise ValueError(f"Unsupported initialization algorithm '{initial_clusters}'")
        if distance_metric not in (self.SQUARED_EUCLIDEAN_DISTANCE, self.COSINE_DISTANCE):
            raise ValueError(f"Unsupported distance metric '{distance_metric}'")
        self._distance_metric = distance_metric

        def model_fn(features: Any, mode: str, config: RunConfig) -> EstimatorSpec:
            graph = clustering.ClusteringGraph(
                _points(features, feature_columns),
                num_clusters,
                initial_clusters,
                distance_metric,
                use_mini_batch,
                mini_batch_steps_per_iteration,
                seed,
                kmeans_plus_plus_num_retries,
            )
            return _spec(graph, mode, config, relative_tolerance)

        super().__init__(model_fn, model_dir, config)

    def _each(self, input_fn, key):
        for found in self.predict(input_fn, predict_keys=[key]):
            yield found[key]

    def predict_cluster_index(self, input_fn: Callable[..., Any]) -> Iterator[Any]:
        """Yields the number of the nearest center for each point."""
        yield from self._each(input_fn, self.CLUSTER_INDEX)

    def score(self, input_fn: Callable[..., Any]) -> Any:
        """The sum of the distances, squared but for cosines, of the points of the first batch to their centers."""
        return self.evaluate(input_fn, steps=1)[self.SCORE]

    def transform(self, input_fn: Callable[..., Any]) -> Iterator[Any]:
        """Yields the distances of each point to the centers."""
        squared = self._distance_metric == self.SQUARED_EUCLIDEAN_DISTANCE
        for distances in self._each(input_fn, self.ALL_DISTANCES):
            yield np.sqrt(distances) if squared else distances

    def cluster_centers(self) -> Any:
        """The centers in the last checkpoint, an array."""
        return self.get_variable_value(self.CLUSTER_CENTERS_VAR_NAME)


def _points(features, columns):
    if not isinstance(features, dict):
        return features
    return input_layer(features, columns) if columns else tf.concat([features[k] for k in sorted(features)], axis=1)


def _spec(graph, mode, config, tolerance):
    kind = KMeansClustering
    distances, clusters, nearest, done, choose, step = graph.training_graph()
    loss = tf.reduce_sum(nearest)
    summary.scalar("loss/raw", loss)
    with control_dependencies([step, get_global_step().assign_add(1)]):
        train_op = tf.identity(loss)
    hooks: list[SessionRunHook] = [_ChooseCenters(choose, done, config.is_chief)]
    if tolerance is not None:
        hooks.append(_StopAtSmallChanges(loss, tolerance))
    found = {kind.ALL_DISTANCES: distances[0], kind.CLUSTER_INDEX: clusters[0]}
    return EstimatorSpec(
        mode,
        found,
        loss,
        train_op,
        {kind.SCORE: metrics.mean(loss)},
        {**{name: PredictOutput(x) for name, x in found.items()}, DEFAULT: PredictOutput(clusters[0])},
        training_hooks=hooks,
    )
