"""`tf.contrib.factorization`: k-means batch by batch against its formula. (In TensorFlow the updates of a step race with its reads.)"""

import numpy as np
import pytest

import tfshim as tf
from tfshim.compat import v1
from tfshim.contrib import factorization

R = np.random.RandomState(3)
POINTS = R.randn(60, 3).astype(np.float32)
POINTS[::3] += 4
POINTS[1::3] -= 4


def by_batches(centers, steps, cosine=False):
    """Centers after each batch of 20 points, which are compared with those that were taken over last."""

    def unit(x):
        return x / np.sqrt((x * x).sum(1, keepdims=True)) if cosine else x

    moving, used = centers.copy(), centers.copy()
    sizes = np.ones(len(centers)) if steps == 1 else np.zeros(len(centers))
    for i in range(9):
        if steps > 1 and i and i % steps == 0:
            used, sizes = unit(moving), np.zeros(len(centers))
        x = unit(POINTS[i % 3 * 20 :][:20].astype(np.float64))
        c = unit(moving if steps == 1 else used)
        own = ((x[:, None] - c) ** 2).sum(-1).argmin(1)
        for k in np.unique(own):
            count = (own == k).sum()
            moving[k] += (x[own == k].sum(0) - count * moving[k]) / (sizes[k] + count)
            sizes[k] += count
    return moving


@pytest.mark.parametrize("cosine", [False, True])
@pytest.mark.parametrize("steps", [1, 3])
def test_batches_move_the_centers(steps, cosine):
    start = POINTS[[0, 1, 2]].astype(np.float64)
    if cosine:
        start /= np.sqrt((start * start).sum(1, keepdims=True))
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 3])
        means = factorization.KMeans(
            x, 3, POINTS[[0, 1, 2]], distance_metric="cosine" if cosine else "squared_euclidean", use_mini_batch=True,
            mini_batch_steps_per_iteration=steps,
        )  # fmt: skip
        _, _, _, whole, centers, choose, step = means.training_graph()
        session.run(v1.global_variables_initializer())
        session.run(choose, {x: POINTS})
        assert session.run(whole)
        for i in range(9):
            session.run(step, {x: POINTS[i % 3 * 20 :][:20]})
        moved = next((v for v in v1.global_variables() if v.name == "clusters_updated:0"), centers)
        np.testing.assert_allclose(session.run(moved), by_batches(start, steps, cosine), rtol=1e-5, atol=1e-5)


def test_what_is_not_here_names_what_is():
    with pytest.raises(AttributeError, match="sklearn.mixture.GaussianMixture"):
        factorization.GMM  # noqa: B018
    with pytest.raises(AttributeError, match="random_forest|sklearn"):
        tf.contrib.tensor_forest  # noqa: B018
