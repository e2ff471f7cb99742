"""Gradients through `tfshim.to_torch` and `tfshim.from_torch`, of torch's autograd and of tapes."""

import numpy as np
import pytest
import torch

import tfshim as tf

X = [0.5, -1.0, 2.0]


def leaf(values=X):
    return torch.tensor(values, requires_grad=True)


def gradient(function, values=X):
    """The gradient of torch's autograd for `function` of a tensor of tfshim."""
    x = leaf(values)
    tf.to_torch(function(tf.from_torch(x))).sum().backward()
    return x.grad.tolist()


def test_operations_take_part_in_torchs_autograd():
    assert gradient(lambda x: x * x) == [1.0, -2.0, 4.0]
    assert gradient(lambda x: tf.concat([x, 2 * x, tf.constant([1.0])], 0)) == [3.0, 3.0, 3.0]
    assert gradient(lambda x: x[1:]) == [0.0, 1.0, 1.0]
    assert gradient(lambda x: tf.stack(list(x)) * x) == [1.0, -2.0, 4.0]


def test_gradients_are_those_of_tensorflow():
    assert gradient(lambda x: tf.stop_gradient(x) * x) == X
    assert gradient(tf.custom_gradient(lambda x: (x * 1, lambda dy: dy * 100))) == [100.0] * 3
    # torch's own has 0.5 at a tie.
    x = leaf([1.0])
    a = tf.from_torch(x)
    tf.to_torch(tf.maximum(a, 1.0)).backward()
    with tf.GradientTape() as tape:
        b = tf.constant([1.0])
        tape.watch(b)
        y = tf.maximum(b, 1.0)
    assert x.grad.tolist() == tape.gradient(y, b).numpy().tolist()


def test_functions_and_layers_take_part():
    doubled = tf.function(lambda x: (2 * tf.nn.relu(x), tf.cast(x, tf.int32)))
    assert gradient(lambda x: doubled(x)[0]) == [2.0, 0.0, 2.0]
    layer = tf.keras.layers.Dense(2)
    found = gradient(lambda x: layer(x[None]))
    np.testing.assert_allclose(found, layer.kernel.numpy().sum(1), rtol=1e-6)


def test_what_ends_at_tensors_of_torch_is_no_variable_of_a_tape():
    x = leaf()
    a = tf.from_torch(x)
    with tf.GradientTape() as tape:
        tape.watch(a)
        y = a**3
    g = tape.gradient(y, a)
    assert g.numpy().tolist() == (3 * x.detach() ** 2).tolist()
    tf.to_torch(tf.reduce_sum(g * g)).backward()  # a gradient of the gradient
    np.testing.assert_allclose(x.grad, 36 * x.detach() ** 3)


def test_a_tape_follows_torchs_operations():
    v = tf.Variable(X)
    with tf.GradientTape() as tape:
        t = tf.to_torch(2 * v)
        y = tf.reduce_sum(tf.from_torch(torch.sin(t) * t)) + tf.reduce_sum(v)
    t = 2 * torch.tensor(X)
    np.testing.assert_allclose(tape.gradient(y, v), 2 * (torch.cos(t) * t + torch.sin(t)) + 1, rtol=1e-6)
    assert not tf.to_torch(y).requires_grad  # its end is that of the recording, as for all others
    assert not tf.to_torch(v).requires_grad


def test_nested_tapes_follow_torchs_operations():
    v = tf.Variable(2.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.from_torch(tf.to_torch(v) ** 3)
        g = inner.gradient(y, v)
    assert (float(g), float(outer.gradient(g, v))) == (12.0, 12.0)


def test_tapes_and_torch_record_together():
    v, p = tf.Variable(X), torch.nn.Parameter(torch.tensor(3.0))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.from_torch(tf.to_torch(v) ** 2 * p))
    z = y * 2  # after the tape: torch still records
    assert tape.gradient(y, v).numpy().tolist() == [3.0, -6.0, 12.0]
    tf.to_torch(z).backward()
    assert p.grad == 2 * sum(x * x for x in X)


def test_without_gradients_nothing_is_recorded():
    x = leaf()
    with torch.no_grad():
        assert not tf.to_torch(tf.from_torch(x) * 2).requires_grad
    assert not tf.to_torch(tf.from_torch(x.detach()) * 2).requires_grad
    a = tf.from_torch(x)
    v = tf.Variable(a)
    v.assign(a * 2)
    assert not tf.to_torch(v).requires_grad
    assert not tf.to_torch(tf.argmax(a)).requires_grad
    assert a.numpy().tolist() == X


def test_where_no_gradient_can_flow_it_is_said():
    a = tf.from_torch(leaf())
    with pytest.raises(ValueError, match="make it an argument of the function"):
        tf.function(lambda x: x * a)(1.0)
    assert tf.function(lambda x: x * tf.from_torch(torch.ones(2)))(3.0).numpy().tolist() == [3.0, 3.0]
    with pytest.raises(TypeError, match="from_module"):
        tf.function(lambda x: tf.from_torch(tf.to_torch(x)))(tf.constant(1.0))
    with pytest.raises(TypeError, match="tensor of numbers"):
        tf.to_torch(tf.constant("text"))
    with pytest.raises(TypeError, match=r"give it x.to_tensor\(\)"):
        tf.to_torch(tf.ragged.constant([[1], [2, 3]]))
    with pytest.raises(TypeError, match=r"give it tf.sparse.to_dense\(x\)"):
        tf.to_torch(tf.sparse.from_dense([[0, 1]]))
    for sparse in (torch.eye(2).to_sparse(), torch.eye(2).to_sparse_csr()):
        with pytest.raises(TypeError, match=r"to_dense\(\) first"):
            tf.from_torch(sparse)
    with pytest.raises(TypeError, match="to_padded_tensor first"):
        tf.from_torch(torch.nested.nested_tensor([torch.ones(1), torch.ones(2)], layout=torch.jagged))
    with pytest.raises(TypeError, match="tensor with values"):
        tf.from_torch(torch.ones(2, device="meta"))
    with pytest.raises(TypeError, match="no counterpart"):
        tf.from_torch(torch.zeros(2, dtype=torch.float8_e4m3fnuz))
