"""Signs and phases of vectors that are defined up to them: those of TensorFlow's algorithms; and matrices that are no numbers."""

import numpy as np
import pytest

import tfshim as tf

NAN, INF = float("nan"), float("inf")
rng = np.random.default_rng(4)


def matrices(shape, kind):
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if kind.startswith("c") else x).astype(kind)


def close(got, want, kind="float64"):
    np.testing.assert_allclose(got, want, atol=2e-4 if kind in ("float32", "complex64") else 1e-10)


# What TensorFlow 2.15.1 gives.
def test_signs_of_eigenvectors():
    _, v = tf.linalg.eigh(tf.constant([[2.0, 0.5], [0.5, 1.0]]))
    close(v, [[-0.3826834, 0.9238795], [0.9238795, 0.3826834]], "float32")


def test_signs_of_singular_vectors():
    s, u, v = tf.linalg.svd(tf.constant([[1.0, 2.0], [3.0, 4.0]]))
    close(s, [5.4649854, 0.36596614], "float32")
    close(u, [[0.4045535, -0.9145143], [0.9145143, 0.4045535]], "float32")
    close(v, [[0.5760484, 0.8174156], [0.8174156, -0.5760484]], "float32")


def waves(kind):
    i = np.arange(25.0).reshape(5, 5)
    a = np.round(3 * np.sin(i * i + 1), 2)
    return (a + 1j * np.round(3 * np.cos(i * i + 2), 2) if kind.startswith("c") else a).astype(kind)


# The first rows of the vectors.
EIGENVECTORS = {
    "float32": [0.379, -0.07, 0.192, -0.524, 0.734],
    "float64": [0.379, 0.07, -0.192, -0.524, 0.734],
    "complex64": [0.235, -0.32, 0.411, -0.465, 0.676],
    "complex128": [0.235, -0.32, 0.411, -0.465, 0.676],
}
RIGHT_VECTORS = {
    "float32": [-0.115, -0.517, 0.263, -0.801],
    "float64": [-0.115, -0.517, 0.263, -0.801],
    "complex64": [0.137 - 0.41j, 0.168 - 0.111j, 0.084 + 0.026j, -0.722 + 0.286j],
    "complex128": [0.137 - 0.41j, -0.168 + 0.111j, 0.082 + 0.03j, -0.722 + 0.286j],
}
OTHER_EIGENVECTORS = {
    "float32": [0.831 + 0.096j, 0.831 - 0.096j, 0.38, 0.158 + 0.045j, 0.158 - 0.045j],
    "float64": [0.71 + 0.442j, 0.71 - 0.442j, -0.38, 0.165 + 0.002j, 0.165 - 0.002j],
    "complex64": [0.618 + 0.302j, -0.311 + 0.215j, -0.691 - 0.438j, -0.057 - 0.139j, 0.217 + 0.312j],
    "complex128": [-0.613 - 0.311j, 0.311 - 0.215j, -0.405 - 0.711j, 0.109 + 0.104j, 0.242 + 0.294j],
}


@pytest.mark.parametrize("kind", EIGENVECTORS)
def test_phases_of_larger_matrices(kind):
    x = waves(kind)
    for found, wanted in (
        (tf.linalg.eigh(x + x.conj().T)[1], EIGENVECTORS),
        (tf.linalg.svd(x[:4])[2], RIGHT_VECTORS),
        (tf.linalg.eig(x)[1], OTHER_EIGENVECTORS),
    ):
        np.testing.assert_allclose(found.numpy()[0], wanted[kind], atol=0.01)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e160, 1e300])
@pytest.mark.parametrize("kind", ["float64", "complex128"])
def test_vectors_at_the_ends_of_the_range(size, kind):
    x = matrices((4, 4), kind)
    with np.errstate(all="ignore"):
        s, u, v = (t.numpy() for t in tf.linalg.svd(x * size))
        close(u * (s / size) @ v.conj().T, x, kind)
        h = x + x.conj().T
        e, v = (t.numpy() for t in tf.linalg.eigh(h * size))
        close(v * (e / size) @ v.conj().T, h, kind)
        e, v = (t.numpy() for t in tf.linalg.eig(x * size))
        close(x @ v, v * (e / size), kind)


@pytest.mark.parametrize("shape", [(3, 2, 2), (2, 2, 3, 3)])
def test_batches_have_the_phases_of_their_matrices(shape):
    x = matrices(shape, "float64")
    for function, vectors in ((tf.linalg.eigh, 1), (tf.linalg.svd, 1), (tf.linalg.svd, 2), (tf.linalg.eig, 1)):
        each = [function(m)[vectors].numpy() for m in x.reshape(-1, *shape[-2:])]
        close(function(x)[vectors], np.reshape(each, shape))


def test_a_singular_matrix_has_phases_on_both_sides():
    s, u, v = tf.linalg.svd(tf.constant([[1.0, 2.0], [2.0, 4.0]], "float64"))
    close(s, [5.0, 0.0])
    r = np.sqrt(0.2)
    close(u, [[r, 2 * r], [2 * r, -r]])
    close(v, [[r, 2 * r], [2 * r, -r]])


@pytest.mark.parametrize("kind", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("shape", [(2, 2), (5, 5), (3, 4, 2), (2, 3, 6), (7, 1)])
@pytest.mark.parametrize("full", [True, False])
def test_singular_vectors_make_the_matrix(kind, shape, full):
    x = matrices(shape, kind)
    s, u, v = (t.numpy() for t in tf.linalg.svd(x, full_matrices=full))
    n = s.shape[-1]
    close(u[..., :n] * s[..., None, :] @ np.conj(np.swapaxes(v[..., :n], -1, -2)), x, kind)
    for w in (u, v):
        close(np.conj(np.swapaxes(w, -1, -2)) @ w, np.broadcast_to(np.eye(w.shape[-1]), (*w.shape[:-2], w.shape[-1], w.shape[-1])), kind)


@pytest.mark.parametrize("kind", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 4, 4), (9, 9)])
def test_eigenvectors_belong_to_the_eigenvalues(kind, shape):
    x = matrices(shape, kind)
    e, v = (t.numpy() for t in tf.linalg.eig(x))
    close(x @ v, v * e[..., None, :], kind)
    close(tf.linalg.eigvals(x), e, kind)
    if kind.startswith("c"):
        assert (np.diff(np.abs(e)) >= -1e-6).all()  # from the least absolute value up
    h = x + np.conj(np.swapaxes(x, -1, -2))
    e, v = (t.numpy() for t in tf.linalg.eigh(h))
    close(h @ v, v * e[..., None, :], kind)


def test_large_matrices_keep_the_vectors_of_the_factorization():
    x = matrices((60, 60), "float64")
    s, u, v = (t.numpy() for t in tf.linalg.svd(x))
    close(u * s @ v.T, x)


def test_gradients_go_through():
    x = tf.Variable(matrices((3, 3), "float64") + 3 * np.eye(3))
    with tf.GradientTape() as tape:
        s, u, v = tf.linalg.svd(x)
        y = tf.reduce_sum(tf.abs(u)) + tf.reduce_sum(tf.abs(v)) + tf.reduce_sum(s)
    assert np.isfinite(tape.gradient(y, x).numpy()).all()


def test_svd_of_what_is_no_number():
    s, u, v = tf.linalg.svd(tf.constant([[[NAN, 1.0], [1.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]]]))
    assert np.isnan(s[0]).all() and np.isnan(u[0]).all() and np.isnan(v[0]).all()
    close(s[1], [5.4649854, 0.36596614], "float32")
    s, u, v = tf.linalg.svd(tf.constant([[complex(NAN, 1), 1], [1, 1]]))
    assert not s.numpy().any() and not u.numpy().any() and not v.numpy().any()


def test_determinants_of_what_is_no_number():
    assert float(tf.linalg.det(tf.constant([[NAN, 0.0], [0.0, 1.0]]))) == 0.0
    x = tf.Variable([[[2.0, 0.0], [0.0, 3.0]], [[NAN, 0.0], [0.0, 1.0]]])
    with tf.GradientTape() as tape:
        y = tf.linalg.det(x)
    assert y.numpy().tolist() == [6.0, 0.0]
    close(tape.gradient(y, x)[0], [[3.0, 0.0], [0.0, 2.0]], "float32")
    sign, size = tf.linalg.slogdet(tf.constant([[[NAN, 0.0], [0.0, 1.0]], [[INF, 0.0], [0.0, 1.0]], [[-2.0, 0.0], [0.0, 1.0]]]))
    assert sign.numpy().tolist() == [0.0, 0.0, -1.0]
    close(size, [-INF, INF, np.log(2)], "float32")


def test_cholesky_of_what_is_no_number():
    factor = tf.linalg.cholesky(tf.constant([[1.0, NAN, 2.0], [NAN, 1.0, 2.0], [3.0, 3.0, -1.0]])).numpy()
    assert factor[0, 0] == 1.0 and factor[2, 0] == 3.0 and np.isnan(factor[1:, 1]).all() and np.isnan(factor[2, 2])
    assert not tf.linalg.cholesky(tf.constant([[-1 + 0j, 1], [1, 1]])).numpy().any()


@pytest.mark.parametrize("function", [tf.linalg.eigh, tf.linalg.eigvalsh, tf.linalg.eig, tf.linalg.eigvals, tf.linalg.inv, tf.linalg.lu])
def test_others_refuse_it(function):
    with pytest.raises(tf.errors.InvalidArgumentError, match="not invertible|was not successful"):
        function(tf.constant([[NAN, 0.0], [0.0, 1.0]]))


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.einsum("ij->ji", [[1.0]]),
        lambda: tf.linalg.eig([[1.0]]),
        lambda: tf.scalar_mul(2.0, [1.0]),
        lambda: tf.linalg.tridiagonal_solve([[1.0], [1.0], [1.0]], tf.constant([1.0])),
    ],
)
def test_lists_where_tensors_are_read(call):
    with pytest.raises(AttributeError, match="'list' object has no attribute"):
        call()


def test_einsum_converts_arrays_to_the_type_of_the_tensor():
    made = tf.einsum("ij,jk->ik", tf.constant([[1.5]]), np.array([[2]]))
    assert made.dtype == tf.float32 and made.numpy().tolist() == [[3.0]]


@pytest.mark.parametrize("side, want", [("left", [1, 0]), ("right", [2, 3])])
def test_searching_where_there_is_no_order(side, want):
    assert tf.searchsorted([1.0, NAN, 2.0], [1.5, NAN], side=side).numpy().tolist() == want
