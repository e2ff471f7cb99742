"""What steps of optimizers change, whichever variables they are given and however their values lie in memory."""

import copy

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.variables import updates

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


def _laid_out(rng, shapes, order, dtype):
    """Tensors of these shapes; those of four axes lie in another order where `order` is "turned"."""
    made = [torch.from_numpy(rng.normal(size=s)).to(dtype) for s in shapes]
    return [t.permute(3, 0, 1, 2).contiguous().permute(1, 2, 3, 0) if order == "turned" and t.ndim == 4 else t for t in made]


@pytest.mark.parametrize("dtype, digits", [(torch.float32, 5), (torch.float64, 13), (torch.bfloat16, 1)])
@pytest.mark.parametrize("decay, rate, share, nesterov", [(0.9, 0.1, 1.0, False), (0.5, 0.01, 1.0, True), (0.9, -1.0, -0.05, False)])
@pytest.mark.parametrize("orders", [("rows", "rows", "rows"), ("rows", "turned", "rows"), ("turned", "turned", "turned")])
def test_steps_along_kept_gradients_in_one_pass(dtype, digits, decay, rate, share, nesterov, orders, monkeypatch):
    monkeypatch.setattr(updates, "_LARGE", 200)
    for shapes in ([(3, 2, 4, 5), (7,), (), (0, 3), (40, 40)], [(3, 3, 5, 7)]):  # the last is too large to be copied
        draw = np.random.default_rng(1)
        lists = [_laid_out(draw, shapes, order, dtype) for order in orders]
        fits = dtype != torch.bfloat16 and orders[0] == "rows" and (orders[1] == "rows" or len(shapes) > 1)
        assert updates.in_order(*lists) is fits
        if not fits:
            continue
        weights, gradients, kept = ([t.double().numpy().copy() for t in tensors] for tensors in lists)
        updates.heavy_ball(*lists, rate, decay, share=share, nesterov=nesterov)
        for w, g, k, weight, gradient, moved in zip(weights, gradients, kept, *lists, strict=True):
            expected = decay * k + share * g
            np.testing.assert_allclose(moved, expected, rtol=10.0**-digits, atol=10.0**-digits)
            np.testing.assert_allclose(weight, w - rate * (g + decay * expected if nesterov else expected), atol=10.0**-digits)
            np.testing.assert_array_equal(gradient, g.astype(gradient.numpy().dtype))


def test_tensors_of_several_kinds_or_shapes_are_not_taken_at_once():
    one, other = torch.ones(3), torch.ones(3, dtype=torch.float64)
    assert updates.in_order([one], [one], [one])
    assert not updates.in_order([one, other], [one, other], [one, other])
    assert not updates.in_order([one], [other], [one])
    assert not updates.in_order([one], [one[:1]], [one]) and not updates.in_order([one], [one], [one[:1]])
    assert not updates.in_order([one.to("meta")], [one.to("meta")], [one.to("meta")])


@pytest.mark.parametrize("decay, rate", [(0.0, 0.1), (0.9, 0.1), (0.9, 1e-12), (0.9, 0.0)])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_momentum_by_its_formula(dtype, decay, rate):
    v = tf.Variable(np.linspace(-1, 1, 6), dtype=dtype)
    optimizer = tf.keras.optimizers.SGD(rate, momentum=decay)
    optimizer.build([v])
    expected, kept = np.linspace(-1, 1, 6).astype(dtype).astype("float64"), 0.0
    for step in range(3):
        g = np.linspace(1, 2, 6).astype(dtype) * (step + 1)
        optimizer.apply_gradients([(tf.constant(g), v)])
        kept = decay * kept - rate * g.astype("float64")
        expected = expected + kept
    tolerance = {"float16": 1e-2, "float32": 1e-5, "float64": 1e-7}[dtype]
    np.testing.assert_allclose(v.numpy(), expected, rtol=tolerance, atol=tolerance)
    least = 1e-7 if dtype == "float16" else 0
    np.testing.assert_allclose(optimizer.variables[-1].numpy(), kept, rtol=10 * tolerance, atol=least)


@pytest.mark.parametrize(
    "name, arguments", [("Adam", (0.01,)), ("Momentum", (1e-3, 0.9)), ("Momentum", (1e-3, 0.9, False, "Nesterov", True))]
)
def test_filters_in_a_session_move_as_they_do_eagerly(name, arguments):
    v1 = tf.compat.v1
    make = getattr(v1.train, f"{name}Optimizer")
    start = [np.random.default_rng(2).normal(size=s).astype("float32") for s in ((3, 3, 2, 4), (4,))]
    images = np.random.default_rng(3).normal(size=(2, 6, 6, 2)).astype("float32")

    def loss(filters, bias):
        return tf.reduce_sum(tf.sin(tf.nn.conv2d(images, filters, 1, "SAME") + bias))

    with tf.Graph().as_default(), v1.Session() as session:
        variables = [v1.get_variable(f"v{i}", initializer=s, use_resource=True) for i, s in enumerate(start)]
        step = make(*arguments).minimize(loss(*variables))
        session.run(v1.global_variables_initializer())
        for _ in range(3):
            session.run(step)
        found = session.run(variables)
    variables = [tf.Variable(s) for s in start]
    optimizer = make(*arguments)
    for _ in range(3):
        optimizer.minimize(lambda: loss(*variables), var_list=variables)
    for f, v in zip(found, variables, strict=True):
        np.testing.assert_allclose(f, v, rtol=1e-5, atol=1e-6)
