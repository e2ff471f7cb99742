"""What users of TensorLy do first: decompose tensors, and fit regressions by tensors of low rank."""

import numpy as np
import tensorflow as tf
import tensorly as tl
from tensorly.decomposition import non_negative_parafac, parafac, robust_pca, tensor_train, tucker
from tensorly.regression import CPRegressor

tl.set_backend("tensorflow")
X = tl.tensor(np.random.default_rng(0).random((4, 5, 6)).astype("float32"))


def step_sums_of_products():
    found = parafac(X, rank=2, init="svd", n_iter_max=20)
    drawn = non_negative_parafac(X, rank=2, init="random", random_state=1, n_iter_max=20)
    return [np.asarray(t) for t in (tl.cp_to_tensor(found), tl.norm(X - tl.cp_to_tensor(found)), tl.cp_to_tensor(drawn))]


def step_cores_and_trains():
    core = tucker(X, rank=[2, 2, 3], init="svd", n_iter_max=20)
    return [np.asarray(t) for t in (tl.tucker_to_tensor(core), tl.tt_to_tensor(tensor_train(X, rank=[1, 3, 3, 1])))]


def step_robust_components():
    return [np.asarray(t) for t in robust_pca(X, n_iter_max=10)]


def step_products():
    ones, numbers = tl.tensor(np.ones((2, 5), "float32")), tl.tensor(np.arange(6, dtype="float32").reshape(2, 3))
    made = [tl.unfold(X, 1), tl.tenalg.mode_dot(X, ones, 1), tl.tenalg.khatri_rao([numbers, numbers]), tl.tenalg.kronecker([numbers, ones])]
    made += [tl.moveaxis(X, 0, 2), X[tl.index[:, 1]], tl.index_update(X, tl.index[0, :], tl.zeros((5, 6)))]
    return [np.asarray(t) for t in made]


def step_regression():
    fitted = CPRegressor(weight_rank=2, tol=1e-6, n_iter_max=20, reg_W=1, verbose=0, random_state=0)
    fitted.fit(X, tl.tensor(np.arange(4, dtype="float32")))
    return np.asarray(fitted.predict(X))


def step_gradients():
    v = tf.Variable(X)
    with tf.GradientTape() as tape:
        loss = tl.norm(tl.unfold(v, 0)[:, ::2])
    return np.asarray(tape.gradient(loss, v))
