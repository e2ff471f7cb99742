"""What steps of optimizers change, whichever variables they are given and however their values lie in memory."""

import copy

import numpy as np
import pytest

import tfshim as tf

OPTIMIZERS = ["Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "Ftrl", "Lion", "Nadam", "RMSprop", "SGD"]


def _two():
    rng = np.random.default_rng(0)
    return [tf.Variable(rng.normal(size=s).astype("float32")) for s in ((3, 4), (2, 2))]


def _gradients(step):
    rng = np.random.default_rng(step)
    return [tf.constant(rng.normal(size=s).astype("float32")) for s in ((3, 4), (2, 2))]


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_variables_together_and_one_by_one(name):
    # Each optimizer alone counts its own steps, so that bias corrections agree where every variable has a step each time.
    together, apart = _two(), _two()
    one, many = getattr(tf.keras.optimizers, name)(0.1), [getattr(tf.keras.optimizers, name)(0.1) for _ in apart]
    for step in range(4):
        gradients = _gradients(step)
        one.apply_gradients(zip(gradients, together) if step % 2 else zip(gradients[::-1], together[::-1]))
        for g, v, o in zip(gradients, apart, many):
            o.apply_gradients([(g, v)])
    for a, b in zip(together, apart):
        np.testing.assert_allclose(a, b, rtol=1e-6)


def test_changing_sets_of_variables():
    variables, optimizer = _two(), tf.keras.optimizers.SGD(0.5, momentum=0.5)
    optimizer.build(variables)
    expected, momentums = [v.numpy() for v in variables], [0.0, 0.0]
    for step, taken in enumerate([(0, 1), (1,), (0,), (1, 0), (1,)]):
        gradients = _gradients(step)
        optimizer.apply_gradients([(gradients[i], variables[i]) for i in taken])
        for i in taken:
            momentums[i] = 0.5 * momentums[i] - 0.5 * gradients[i].numpy()
            expected[i] = expected[i] + momentums[i]
    for v, e in zip(variables, expected):
        np.testing.assert_allclose(v, e, rtol=1e-5)
    assert optimizer.iterations.numpy() == 5


def test_a_copy_changes_nothing_of_the_first():
    variables = _two()
    optimizer = tf.keras.optimizers.Adam(0.1)
    optimizer.apply_gradients(zip(_gradients(0), variables))
    before = [v.numpy() for v in optimizer.variables]
    twin = copy.deepcopy(optimizer)
    twin.apply_gradients(zip(_gradients(1), variables))
    assert (twin.iterations.numpy(), optimizer.iterations.numpy()) == (2, 1)
    for v, b in zip(optimizer.variables, before):
        np.testing.assert_array_equal(v, b)


@pytest.mark.parametrize("name", ["Adam", "AdamW"])
def test_values_in_another_order_in_memory(name):
    plain, turned = _two(), _two()
    ours, theirs = getattr(tf.keras.optimizers, name)(0.1), getattr(tf.keras.optimizers, name)(0.1)
    turned[0].assign(tf.transpose(tf.constant(turned[0].numpy().T.copy())))
    for step in range(3):
        gradients = _gradients(step)
        ours.apply_gradients(zip(gradients, plain))
        theirs.apply_gradients([(tf.transpose(tf.constant(g.numpy().T.copy())), v) for g, v in zip(gradients, turned)])
        theirs.variables[1].assign(tf.transpose(tf.constant(theirs.variables[1].numpy().T.copy())))
    for a, b in zip(plain, turned):
        np.testing.assert_allclose(a, b, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["int64", "float32", "uint8", "float16"])
def test_counters(dtype):
    v = tf.Variable(tf.zeros([], dtype))
    held = v.value()
    for _ in range(3):
        v.assign_add(tf.constant(2, dtype))
    v.assign_sub(tf.constant(1, dtype))
    assert (v.numpy(), held.numpy(), v.dtype, v.shape) == (5, 0, tf.as_dtype(dtype), [])


def test_a_counter_takes_no_vector():
    v = tf.Variable(0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="shapes must be equal"):
        v.assign_add(tf.constant([1, 2]))
    w = tf.Variable([0, 0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="shapes must be equal"):
        w.assign_add(tf.constant(1))
    assert (v.numpy(), w.numpy().tolist()) == (0, [0, 0])


SAME_RULES = [
    ("Adadelta", {}),
    ("Adamax", {}),
    ("Ftrl", {"l1_regularization_strength": 0.1, "l2_shrinkage_regularization_strength": 0.2, "beta": 0.1}),
    ("RMSprop", {"momentum": 0.9}),
    ("SGD", {"momentum": 0.9}),
    ("SGD", {"momentum": 0.9, "nesterov": True}),
]


@pytest.mark.parametrize("name, arguments", SAME_RULES, ids=lambda x: x if isinstance(x, str) else "-".join(x))
def test_legacy_optimizers_take_the_same_steps(name, arguments):
    new, old = _two(), _two()
    optimizers = [getattr(place, name)(0.1, **arguments) for place in (tf.keras.optimizers, tf.keras.optimizers.legacy)]
    for step in range(4):
        for optimizer, variables in zip(optimizers, (new, old)):
            optimizer.apply_gradients(zip(_gradients(step), variables))
    for a, b in zip(new, old):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)  # old hyperparameters are float32


def test_ftrl_of_tensorflow_1_takes_the_same_steps():
    new, old = _two(), _two()
    optimizers = [tf.keras.optimizers.Ftrl(0.1, beta=0.1), tf.compat.v1.train.FtrlOptimizer(0.1, beta=0.1)]
    for step in range(4):
        for optimizer, variables in zip(optimizers, (new, old)):
            optimizer.apply_gradients(zip(_gradients(step), variables))
    for a, b in zip(new, old):
        np.testing.assert_allclose(a, b, rtol=1e-5)
    # Where nothing has accumulated yet the quotient is 0 / 0, and TensorFlow 1 has zero for it.
    v = tf.Variable([1.0, 2.0])
    optimizer = tf.compat.v1.train.FtrlOptimizer(0.1, initial_accumulator_value=0.0)
    optimizer.apply_gradients([(tf.constant([0.0, 1.0]), v)])
    assert v.numpy()[0] == 0.0 and np.isfinite(v.numpy()).all()
