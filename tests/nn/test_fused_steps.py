"""Steps of traced functions and sessions that are computed together or in place agree with the steps on their own."""

import itertools

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.array_ops import _framing
from tfshim.engine.graphs import executor, fused_steps
from tfshim.engine.graphs.fused_steps import FusedSteps
from tfshim.engine.ops.vectorized import softmaxes
from tfshim.math import arithmetic
from tfshim.nn import convolutions, losses, transposed
from tfshim.nn.windows import correlation
from tfshim.nn.windows.correlation import _Windows

pytestmark = pytest.mark.usefixtures("steps_on_tensors")

v1 = tf.compat.v1


def _random(seed, *shape, dtype=np.float32):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(dtype)


@pytest.fixture(autouse=True)
def of_any_size(monkeypatch):
    """Small tensors take the ways of large ones."""
    monkeypatch.setattr(fused_steps, "_LARGE", 1)
    monkeypatch.setattr(transposed, "_LARGE", 1)
    monkeypatch.setattr(arithmetic, "_LARGE", 1)


class Taken:
    """What programs did: the pairs that were computed as one, and how many tensors were changed in place."""

    def __init__(self, monkeypatch):
        self.pairs, self.changed = [], 0
        tried, back = fused_steps._tried, fused_steps.Memory.back

        def noted(kernel):
            run = tried(kernel)

            def wrapped(first, second):
                made = run(first, second)
                self.pairs.append(made is not None)
                return made

            return wrapped

        def counted(memory):
            self.changed += 1
            return back(memory)

        monkeypatch.setattr(fused_steps, "_tried", noted)
        monkeypatch.setattr(fused_steps.Memory, "back", counted)


def _both(monkeypatch, compute, *arguments):
    """The results of `compute(*arguments)` with steps on their own and fused, and what was fused."""
    with monkeypatch.context() as patch:
        patch.setattr(executor, "FusedSteps", lambda *_: FusedSteps())
        alone = compute(*arguments)
    with monkeypatch.context() as patch:
        taken = Taken(patch)
        return alone, compute(*arguments), taken


def _same(alone, fused, exact=False):
    assert len(alone) == len(fused)
    for a, f in zip(alone, fused):
        assert a.shape == f.shape and a.dtype == f.dtype
        scale = np.abs(a).max(initial=0)
        tolerance = 0 if exact else 1e-5 if a.dtype == np.float32 else 1e-12
        np.testing.assert_allclose(f, a, rtol=tolerance, atol=tolerance * scale)


def _flat(function, *arrays):
    """With a tape within the traced function."""

    @tf.function
    def step(*inputs):
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            y = function(*inputs)
            loss = tf.reduce_sum(tf.sin(y))
        return [y, *tape.gradient(loss, inputs)]

    return [t.numpy() for t in step(*map(tf.constant, arrays))]


def _unknown_sizes(function, *arrays):
    specs = [tf.TensorSpec([None] * a.ndim, a.dtype) for a in arrays]

    @tf.function(input_signature=specs)
    def step(*inputs):
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            y = function(*inputs)
        return [y, *tape.gradient(y, inputs)]

    return [t.numpy() for t in step(*map(tf.constant, arrays))]


def _outside(function, *arrays):
    """With a persistent tape around it."""
    inputs, function = [tf.constant(a) for a in arrays], tf.function(function)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(inputs)
        y = function(*inputs)
        loss = tf.reduce_sum(tf.sin(y))
    return [t.numpy() for t in (y, *tape.gradient(loss, inputs), *tape.gradient(y, inputs))]


def _nested(function, *arrays):
    """The gradient of squares of gradients."""
    inputs, function = [tf.constant(a) for a in arrays], tf.function(function)
    with tf.GradientTape() as outer:
        outer.watch(inputs)
        with tf.GradientTape() as inner:
            inner.watch(inputs)
            loss = tf.reduce_sum(tf.sin(function(*inputs)))
        penalty = tf.add_n([tf.reduce_sum(g**2) for g in inner.gradient(loss, inputs)])
    return [t.numpy() for t in outer.gradient(penalty, inputs)]


def _session(function, *arrays):
    """By `tf.gradients`."""
    with tf.Graph().as_default():
        inputs = [v1.placeholder(a.dtype, [None, *a.shape[1:]]) for a in arrays]
        y = function(*inputs)
        wanted = [y, *tf.gradients(tf.reduce_sum(tf.sin(y)), inputs)]
        with v1.Session() as session:
            return session.run(wanted, dict(zip(inputs, arrays)))


def _without_gradients(function, *arrays):
    return [tf.function(function)(*map(tf.constant, arrays)).numpy()]


WAYS = [_flat, _unknown_sizes, _outside, _nested, _session, _without_gradients]
# Images, filters, strides, padding, dilations.
CONVOLUTIONS = [
    ((2, 9, 8, 3), (3, 3, 3, 6), 1, "VALID", 1),
    ((2, 9, 8, 4), (3, 2, 4, 6), 2, "SAME", 1),
    ((2, 9, 8, 4), (3, 3, 2, 6), 1, "SAME", 2),
    ((2, 9, 8, 4), (2, 3, 4, 5), 1, [[0, 0], [2, 1], [0, 2], [0, 0]], 1),
    ((2, 5, 4, 64), (1, 1, 64, 64), [2, 1], "SAME", 1),
    ((1, 5, 4, 64), (3, 3, 64, 64), 1, "SAME", 1),
    ((0, 5, 4, 3), (3, 3, 3, 2), 1, "SAME", 1),
]


def _first(array):
    return np.ascontiguousarray(np.moveaxis(array, -1, 1))


def _network(strides, padding, dilations, form):
    if isinstance(padding, list) and form == "NCHW":
        padding = [padding[i] for i in (0, 3, 1, 2)]

    def run(x, w, b):
        y = tf.nn.conv2d(x, w, strides, padding, data_format=form, dilations=dilations)
        return tf.nn.relu(tf.nn.bias_add(y, b, data_format=form))

    return run


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("images, filters, strides, padding, dilations", CONVOLUTIONS)
def test_a_convolution_with_a_vector_added_by_an_operator(images, filters, strides, padding, dilations, way, monkeypatch):
    for module in (convolutions, correlation):
        monkeypatch.setattr(module, "HUGE", 1)
    monkeypatch.setattr(convolutions, "_FAST", 1)

    def network(x, w, b):
        return tf.nn.relu(tf.nn.conv2d(x, w, strides, padding, dilations=dilations) + b)

    x, w, b = _random(0, *images), _random(1, *filters), _random(2, filters[-1])
    for dtype in (np.float32, np.float64):
        alone, fused, taken = _both(monkeypatch, way, network, *(a.astype(dtype) for a in (x, w, b)))
        _same(alone, fused)
        assert way is _unknown_sizes or not x.size or taken.pairs and all(taken.pairs)


def test_what_an_operator_adds_to_other_axes_is_no_bias(monkeypatch):
    monkeypatch.setattr(convolutions, "_FAST", 1)
    x, w = _random(0, 2, 3, 5, 5), _random(1, 3, 3, 3, 5)
    for form, added in (("NCHW", _random(2, 5)), ("NHWC", _random(2, 1)), ("NHWC", _random(2, 5, 1))):
        images = x if form == "NCHW" else np.moveaxis(x, 1, -1)
        alone, fused, taken = _both(
            monkeypatch,
            _without_gradients,
            lambda x, w, b, form=form: tf.nn.conv2d(x, w, 1, "SAME", data_format=form) + b,
            *(images, w, added),
        )
        _same(alone, fused, exact=True)
        assert not any(taken.pairs)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("images, filters, strides, padding, dilations", CONVOLUTIONS)
@pytest.mark.parametrize("huge", [1, 1 << 18])
def test_a_convolution_with_its_bias_and_activation(images, filters, strides, padding, dilations, way, huge, monkeypatch):
    for module in (convolutions, correlation):
        monkeypatch.setattr(module, "HUGE", huge)
    x, w, b = _random(0, *images), _random(1, *filters), _random(2, filters[-1])
    for form, dtype in itertools.product(("NHWC", "NCHW"), (np.float32, np.float64)):
        arrays = [a.astype(dtype) for a in (x if form == "NHWC" else _first(x), w, b)]
        alone, fused, taken = _both(monkeypatch, way, _network(strides, padding, dilations, form), *arrays)
        _same(alone, fused)
        assert taken.pairs and all(taken.pairs)
        assert taken.changed or not x.size


@pytest.mark.parametrize("form", ["NHWC", "NCHW"])
def test_half_precision_takes_each_step_on_its_own(form, monkeypatch):
    x, w, b = _random(0, 2, 5, 5, 3), _random(1, 3, 3, 3, 4), _random(2, 4)
    arrays = [a.astype(np.float16) for a in (x if form == "NHWC" else _first(x), w, b)]
    alone, fused, taken = _both(monkeypatch, _flat, _network(1, "SAME", 1, form), *arrays)
    _same(alone, fused, exact=True)
    assert not taken.pairs and not taken.changed


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("activation, together", [(tf.nn.relu, 1), (tf.nn.relu6, 1), (tf.nn.leaky_relu, 0), (tf.nn.tanh, 0)])
def test_pools_of_activations(activation, together, way, monkeypatch):
    # Many equal values, at the corners of both activations too, and windows that are all below or above.
    x = np.random.RandomState(0).randint(-2, 9, (2, 7, 6, 4)).astype(np.float32)
    x[0, :4] -= 8
    for form, padding, dtype in itertools.product(("NHWC", "NCHW"), ("SAME", "VALID"), (np.float32, np.float64)):

        def run(x, form=form, padding=padding):
            return tf.nn.max_pool2d(activation(x), 3, 2, padding, data_format=form)

        array = (x if form == "NHWC" else _first(x)).astype(dtype)
        alone, fused, taken = _both(monkeypatch, way, run, array)
        _same(alone, fused, exact=True)
        assert bool(taken.pairs) == together and all(taken.pairs)


def test_windows_of_padding_alone_are_pooled_on_their_own(monkeypatch):
    def run(x):
        return tf.nn.max_pool2d(tf.nn.relu(x), 2, 2, [[0, 0], [1, 0], [0, 1], [0, 0]])

    alone, fused, taken = _both(monkeypatch, _flat, run, _random(0, 1, 5, 5, 2))
    _same(alone, fused, exact=True)
    assert not taken.pairs


def test_a_bias_of_another_axis_is_added_on_its_own(monkeypatch):
    def run(x, w, b):
        return tf.nn.bias_add(tf.nn.conv2d(x, w, 1, "SAME"), b, data_format="NCHW")

    arrays = [_random(0, 1, 4, 3, 2), _random(1, 3, 3, 2, 4), _random(2, 4)]
    alone, fused, taken = _both(monkeypatch, _flat, run, *arrays)
    _same(alone, fused)
    assert taken.pairs == [False]


def test_not_a_number_stays_one_in_pools(monkeypatch):
    x = _random(0, 1, 4, 4, 1)
    x[0, 1, 2] = np.nan
    alone, fused, taken = _both(monkeypatch, _without_gradients, lambda x: tf.nn.max_pool2d(tf.nn.relu(x), 2, 2, "VALID"), x)
    np.testing.assert_array_equal(alone[0], fused[0])
    assert np.isnan(fused[0]).any() and taken.pairs == [True]


def _normalized(x, scale, offset):
    mean, variance = tf.nn.moments(x, [0, 1, 2])
    return tf.nn.batch_normalization(x, mean, variance, offset, scale, 1e-3)


CHAINS = {
    "conv1d": (lambda x, w, b: tf.nn.relu(tf.nn.bias_add(tf.nn.conv1d(x, w, 1, "SAME"), b)), [(2, 6, 3), (3, 3, 4), (4,)], 2),
    "conv3d": (
        lambda x, w, b: tf.nn.relu(tf.nn.bias_add(tf.nn.conv3d(x, w, [1] * 5, "SAME"), b)),
        [(1, 4, 5, 6, 2), (2, 2, 2, 2, 3), (3,)],
        2,
    ),
    "depthwise": (
        lambda x, w, b: tf.nn.relu6(tf.nn.bias_add(tf.nn.depthwise_conv2d(9 * x, w, [1, 1, 1, 1], "SAME"), b)),
        [(2, 5, 5, 3), (3, 3, 3, 2), (6,)],
        2,
    ),
    "other axis": (
        lambda x, w, b: tf.nn.bias_add(tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME"), b, data_format="NCHW"),
        [(2, 5, 4, 3), (3, 3, 3, 2), (5,)],
        0,
    ),
    "transposed": (
        lambda x, w, b: tf.nn.leaky_relu(tf.nn.bias_add(tf.nn.conv2d_transpose(x, w, [2, 8, 6, 4], 2), b)),
        [(2, 4, 3, 2), (5, 5, 4, 2), (4,)],
        2,
    ),
    "normalized": (lambda x, s, o: tf.nn.relu6(_normalized(x, s, o) + 3), [(2, 5, 5, 3), (3,), (3,)], 1),
    "residual": (
        lambda x, w, y: tf.nn.relu(y + tf.nn.conv2d(x, w, 1, "SAME")) + tf.nn.conv2d(x, -w, 1, "SAME"),
        [(2, 5, 5, 3), (3, 3, 3, 3), (2, 5, 5, 3)],
        3,
    ),
    "dense": (lambda x, w, y: tf.nn.leaky_relu(tf.matmul(x, w) + y), [(5, 4), (4, 3), (5, 3)], 1),
    "steep": (lambda x, w, y: tf.nn.leaky_relu(tf.nn.conv2d(x, w, 1, "SAME") + y, -0.5), [(1, 3, 3, 2), (2, 2, 2, 2), (1, 3, 3, 2)], 1),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CHAINS)
def test_steps_in_place(name, way, monkeypatch):
    function, shapes, changes = CHAINS[name]
    for dtype in (np.float32, np.float64):
        arrays = [_random(i, *shape, dtype=dtype) for i, shape in enumerate(shapes)]
        before = [a.copy() for a in arrays]
        alone, fused, taken = _both(monkeypatch, way, function, *arrays)
        _same(alone, fused)
        assert all(np.array_equal(a, b) for a, b in zip(arrays, before))
        if dtype is np.float32 and way is not _unknown_sizes:
            assert taken.changed == changes or name == "other axis" and way is _without_gradients


@pytest.mark.parametrize("first", [True, False])
def test_what_is_used_again_is_not_changed(first, monkeypatch):
    """A use before or after, as a result, or as what a gradient is taken by."""

    def again(x, w):
        y = tf.nn.conv2d(x, w, 1, "SAME")
        other = tf.exp(y) if first else None
        z = tf.nn.relu(y)
        return z * (tf.exp(y) if other is None else other)

    x, w = _random(0, 1, 4, 4, 2), _random(1, 3, 3, 2, 2)
    alone, fused, taken = _both(monkeypatch, _flat, again, x, w)
    _same(alone, fused, exact=True)
    assert taken.changed == 0

    @tf.function
    def shown(x, w):
        y = tf.nn.conv2d(x, w, 1, "SAME")
        return y, tf.nn.relu(y)

    y, z = shown(tf.constant(x), tf.constant(w))
    assert (y.numpy() < 0).any() and not (z.numpy() < 0).any()

    @tf.function
    def differentiated(x, w):
        with tf.GradientTape() as tape:
            y = tf.nn.conv2d(x, w, 1, "SAME")
            tape.watch(y)
            z = tf.nn.relu(y)
        return tape.gradient(z, y)

    assert sorted(np.unique(differentiated(tf.constant(x), tf.constant(w)).numpy())) == [0, 1]


def test_what_a_session_is_fed_and_asked_for():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 4, 4, 2])
        y = tf.nn.conv2d(x, tf.constant(_random(1, 3, 3, 2, 2)), 1, "SAME")
        b = tf.nn.bias_add(y, tf.constant([0.5, -0.5]))
        z = tf.nn.max_pool2d(tf.nn.relu(b), 2, 2, "SAME")
        with v1.Session() as session:
            given = _random(0, 1, 4, 4, 2)
            pooled, convolved, moved = session.run([z, y, b], {x: given})
            np.testing.assert_allclose(session.run(z, {x: given}), pooled, rtol=1e-6)
            np.testing.assert_allclose(moved, convolved + [0.5, -0.5], rtol=1e-6)
            for fed in (y, b):
                value = _random(2, 1, 4, 4, 2)
                kept = value.copy()
                expected = np.maximum(value + (np.float32([0.5, -0.5]) if fed is y else 0), 0)
                expected = expected.reshape(1, 2, 2, 2, 2, 2).max((2, 4))
                np.testing.assert_allclose(session.run(z, {fed: value}), expected, rtol=1e-6)
                np.testing.assert_array_equal(value, kept)


def test_a_gradient_of_the_users_own_takes_each_step_on_its_own(monkeypatch):
    @tf.RegisterGradient("TwiceOfFusedRelu")
    def _twice(operation, grad):
        return 2 * grad

    def compute():
        with tf.Graph().as_default() as graph:
            x = v1.placeholder(tf.float32, [1, 4, 4, 2])
            y = tf.nn.conv2d(x, tf.constant(_random(1, 3, 3, 2, 2)), 1, "SAME")
            with graph.gradient_override_map({"Relu": "TwiceOfFusedRelu"}):
                z = tf.nn.relu(y)
            gradient = tf.gradients(z, y)[0]
            with v1.Session() as session:
                return session.run([z, gradient], {x: _random(0, 1, 4, 4, 2)})

    alone, fused, _ = _both(monkeypatch, compute)
    _same(alone, fused, exact=True)
    assert (fused[1] == 2).all()


def test_errors_name_the_step_that_failed(monkeypatch):
    def compute(x, w, b):
        specs = [tf.TensorSpec([None] * len(shape), tf.float32) for shape in (x, w, b)]
        function = tf.function(_network(1, "VALID", 1, "NHWC"), input_signature=specs)
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            function(tf.ones(x), tf.ones(w), tf.ones(b))
        return str(caught.value).split("\n")[-1].split(" [Op:")[0], str(caught.value).count("BiasAdd")

    for shapes, name in [(((1, 4, 4, 2), (3, 3, 2, 3), (4,)), "BiasAdd"), (((1, 4, 4, 2), (3, 3, 3, 3), (3,)), "Conv2D")]:
        alone, fused, taken = _both(monkeypatch, compute, *shapes)
        assert alone == fused and f"node {name}" in fused[0]
        assert taken.pairs == [False]


def test_a_jacobian_by_forward_mode_and_by_batches():
    x, w, b = (tf.constant(_random(i, *shape)) for i, shape in enumerate([(1, 4, 4, 2), (3, 3, 2, 2), (2,)]))
    function = tf.function(_network(1, "SAME", 1, "NHWC"))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(b)
        y = function(x, w, b)
    by_batches = tape.jacobian(y, b).numpy()
    np.testing.assert_array_equal(by_batches.sum(-1), (y.numpy() > 0).astype(np.float32))
    with tf.autodiff.ForwardAccumulator(b, tf.constant([1.0, 2.0])) as accumulator:
        y = function(x, w, b)
    np.testing.assert_allclose(accumulator.jvp(y).numpy(), by_batches @ [1.0, 2.0], rtol=1e-6)


def test_only_the_gradients_that_are_asked_for(monkeypatch):
    """The gradient of the filters is left out where only that of the images is wanted."""
    monkeypatch.setattr(correlation, "HUGE", 1)
    asked = []

    class Mode(torch.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            if "convolution_backward" in str(function):
                asked.append(args[-1])
            return function(*args, **(kwargs or {}))

    x, w, b = (torch.from_numpy(_random(i, *s)).requires_grad_() for i, s in enumerate([(1, 2, 4, 4), (3, 2, 3, 3), (3,)]))
    y = correlation._biased(x, w, b, (1, 1), (0, 0), (1, 1), 1)
    with Mode():
        torch.autograd.grad(y.sum(), x)
    assert asked == [[True, False, False]]


@pytest.mark.filterwarnings("ignore:There is a performance drop")
@pytest.mark.parametrize("window, strides", [((3, 2), (1, 1)), ((2, 3), (2, 1)), ((1, 1), (2, 3))])
def test_the_gradient_of_windows(window, strides):
    x = torch.from_numpy(_random(0, 2, 6, 7, 2, dtype=np.float64)).requires_grad_()
    assert torch.autograd.gradcheck(lambda t: _Windows.apply(t, window, strides), x)
    assert torch.autograd.gradgradcheck(lambda t: _Windows.apply(t, window, strides).sin(), x)
    rows = _Windows.apply(x, window, strides)
    expected = torch.nn.functional.unfold(x.permute(0, 3, 1, 2), window, stride=strides)
    expected = expected.unflatten(1, (2, window[0] * window[1])).permute(0, 3, 2, 1).reshape(rows.shape)
    assert torch.equal(rows, expected)
    batched = torch.func.vmap(lambda g: torch.autograd.grad(rows, x, g, retain_graph=True)[0])(torch.ones(2, *rows.shape, dtype=x.dtype))
    assert torch.equal(batched[0], torch.autograd.grad(rows.sum(), x)[0])


@pytest.mark.parametrize("shape, kernel, strides", [((2, 4, 3, 2), (5, 5, 4, 2), 2), ((1, 5, 5, 3), (3, 2, 2, 3), (3, 2))])
def test_transposed_convolutions_in_memory_of_their_own(shape, kernel, strides, monkeypatch):
    down, right = np.broadcast_to(strides, 2)
    sizes = [shape[0], shape[1] * down, shape[2] * right, kernel[2]]
    arrays = [_random(0, *shape), _random(1, *kernel)]

    def run(x, w):
        return tf.nn.conv2d_transpose(x, w, sizes, strides)

    found = [_outside(run, *arrays), _nested(run, *arrays)]
    monkeypatch.setattr(transposed, "_LARGE", 10**9)
    for a, b in zip(found, [_outside(run, *arrays), _nested(run, *arrays)]):
        _same(b, a)
    monkeypatch.setattr(transposed, "_LARGE", 1)
    x = tf.constant(arrays[0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        made = run(x, tf.constant(arrays[1]))
    assert made._t.is_contiguous() and made._t.untyped_storage().nbytes() == made._t.nbytes


@pytest.mark.parametrize("classes", [2, 3, 7, 9])
def test_the_loss_of_few_classes(classes, monkeypatch):
    logits = 30 * _random(0, 3, 5, classes)
    labels = np.random.RandomState(1).randint(0, classes, (3, 5))

    def compute():
        x = tf.constant(logits)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, x)
        return [y.numpy(), tape.gradient(y, x).numpy()]

    by_rows = compute()
    monkeypatch.setattr(softmaxes, "_MANY", 1)
    monkeypatch.setattr(softmaxes, "_MANY_RECORDED", 1)
    monkeypatch.setitem(softmaxes._WIDTHS, torch.float32, 8)
    ways = []
    usual = losses._CROSS_ENTROPY
    monkeypatch.setattr(losses, "_CROSS_ENTROPY", lambda x, *rest: ways.append(x.ndim) or usual(x, *rest))
    _same(by_rows, compute())
    assert ways == [3 if classes < 8 else 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"label value of {classes} which is outside the valid range"):
        tf.nn.sparse_softmax_cross_entropy_with_logits([0, classes], tf.ones([2, classes]))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rows, classes", [(7, 10), (1, 1), (0, 4), (5000, 3)])
@pytest.mark.parametrize("labels", [np.int32, np.int64])
def test_the_mean_of_cross_entropies(way, rows, classes, labels, monkeypatch):
    def loss(x):
        right = tf.argmax(tf.sin(9 * x), 1, labels)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=right, logits=x))

    for dtype in (np.float32, np.float64):
        alone, fused, taken = _both(monkeypatch, way, loss, _random(0, rows, classes, dtype=dtype))
        _same(alone, fused)
        assert taken.pairs and all(taken.pairs) == (0 < rows < 4096)


def test_a_mean_over_one_axis_is_no_mean_of_all_cross_entropies(monkeypatch):
    right, logits = tf.constant(np.zeros((4, 3), np.int64)), _random(0, 4, 3, 5)

    def losses_of(axis, keepdims):
        def run(x):
            return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(right, x), axis, keepdims)

        return run

    for axis, keepdims in ((0, False), (None, True), (1, True)):
        alone, fused, taken = _both(monkeypatch, _without_gradients, losses_of(axis, keepdims), logits)
        _same(alone, fused, exact=True)
        assert not taken.pairs


def test_labels_out_of_range_are_refused_where_the_mean_is_taken_too():
    @tf.function
    def loss(labels):
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, tf.zeros([2, 3])))

    with pytest.raises(tf.errors.InvalidArgumentError, match="label value of 3 which is outside the valid range of"):
        loss(tf.constant([0, 3]))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rectifier, before, after", [("relu", 0, 1), ("relu6", 0, 1), ("relu6", 2, 0)])
def test_rectifiers_write_within_zeros(monkeypatch, way, rectifier, before, after):
    monkeypatch.setattr(_framing, "_LARGE", 1)
    paddings = ((0, 0), (before, after), (after, before), (0, before))

    def compute(x, w):
        return tf.nn.depthwise_conv2d(tf.pad(getattr(tf.nn, rectifier)(x * 2 - 1), paddings), w, (1, 2, 2, 1), "VALID")

    arrays = 9 * _random(0, 2, 5, 4, 3), _random(1, 3, 3, 3 + before, 1)
    alone, fused, taken = _both(monkeypatch, lambda *given: way(compute, *given), *arrays)
    assert taken.pairs and all(taken.pairs)
    _same(alone, fused)


def test_rectified_values_that_others_use_are_padded_apart(monkeypatch):
    monkeypatch.setattr(_framing, "_LARGE", 1)

    def compute(x):
        @tf.function
        def made(x):
            y = tf.nn.relu6(x)
            return tf.pad(y, ((1, 0), (0, 2))), y * 2

        return [t.numpy() for t in made(x)]

    alone, fused, taken = _both(monkeypatch, compute, tf.constant(9 * _random(0, 4, 5)))
    assert not taken.pairs
    for a, b in zip(alone, fused, strict=True):
        np.testing.assert_array_equal(a, b)


def test_paddings_that_do_not_fit_are_told_from_rectified_values(monkeypatch):
    monkeypatch.setattr(_framing, "_LARGE", 1)
    made = tf.function(lambda x, p: tf.pad(tf.nn.relu(x), p))
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be non-negative: -1 0"):
        made(tf.constant(_random(0, 4, 5)), tf.constant([[-1, 0], [0, 0]]))


def _changed(change, start, rate):
    """The values of two variables after `change(first, second, computed, rate)` in a function, and those that were read on the way."""
    first, second = tf.Variable(start), tf.Variable(start + 1)

    @tf.function
    def step(x, rate):
        return change(first, second, tf.sin(x), rate)

    read = step(tf.constant(start * 2), tf.constant(rate, start.dtype))
    return [t.numpy() for t in (first, second, *([] if read is None else [read]))]


def _read_before(v, w, t, rate):
    before = tf.identity(v)
    v.assign_sub(rate * t)
    return before


def _of_itself(v, w, t, rate):
    v.assign_sub(v * 0.5)
    w.assign_add(v * rate)


def _changed_between(v, w, t, rate):
    part = v * rate
    v.assign(t)
    w.assign_sub(part)


def _gradient(v, w, t, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.cos(v) * t)
    v.assign_sub(rate * tape.gradient(loss, v))
    return w.assign_add(tf.exp(t) * -0.25)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(40,), (3, 5, 7), (0, 4)])
@pytest.mark.parametrize(
    "change, fused",
    [
        (lambda v, w, t, rate: v.assign_sub(rate * t), 1),
        (lambda v, w, t, rate: v.assign_add(t * 0.5), 1),
        (lambda v, w, t, rate: w.assign_add(tf.transpose(tf.transpose(t)) * rate), 1),
        (_read_before, 1),
        (_gradient, 2),
        # What is read lies where it is changed; vectors are no scalars; what is used again is computed.
        (_of_itself, 0),
        (_changed_between, 0),
        (lambda v, w, t, rate: v.assign_sub(t * t), 0),
        (lambda v, w, t, rate: v.assign_sub(t * rate[None]), 0),
        (lambda v, w, t, rate: [v.assign_sub(d) for d in [rate * t] for _ in range(2)][-1], 0),
    ],
)
def test_variables_move_along_scaled_tensors_in_one_pass(change, fused, shape, dtype, monkeypatch):
    alone, together, taken = _both(monkeypatch, _changed, change, _random(5, *shape, dtype=dtype), 0.1)
    _same(alone, together)
    assert taken.pairs == [True] * (fused if 0 not in shape else 0)


def test_updates_of_other_shapes_are_refused_where_they_are_scaled_too():
    v = tf.Variable(tf.zeros([4], tf.float32), shape=tf.TensorShape(None))

    @tf.function
    def step(x):
        v.assign_sub(tf.sin(x) * 0.5)

    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot update variable with shape"):
        step(tf.ones([3]))
    step(tf.ones([4]))
    np.testing.assert_allclose(v.numpy(), -0.5 * np.sin(np.ones(4)), rtol=1e-6)


def test_what_a_session_subtracts(monkeypatch):
    def run():
        with tf.Graph().as_default(), v1.Session() as session:
            v = v1.get_variable("v", initializer=_random(1, 5, 3))
            x = v1.placeholder(tf.float32, [5, 3])
            moved = v1.assign_sub(v, tf.tanh(x) * 0.5)
            session.run(v1.global_variables_initializer())
            return [session.run(moved, {x: _random(2, 5, 3)}), session.run(v)]

    alone, together, taken = _both(monkeypatch, run)
    _same(alone, together)


PARTS = {
    "last": (lambda y: y[:, -1], True),
    "computed": (lambda y: y[:, tf.reduce_sum(tf.ones([2], tf.int32))], True),
    "behind an ellipsis": (lambda y: y[..., 0, :], True),
    "backwards": (lambda y: y[:, ::-7], True),
    "by its function": (lambda y: tf.strided_slice(y, [0, 1], [4, 2]), True),
    "most": (lambda y: y[:, 1:], False),
    "columns": (lambda y: y[..., 0], None),
    "some columns": (lambda y: y[:, 1, :3], None),
    "columns backwards": (lambda y: y[:, 0, ::-1], None),
    "a new axis": (lambda y: y[:, 0, None], None),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PARTS)
def test_rows_that_are_left_out_are_not_computed(name, way, monkeypatch):
    part, together = PARTS[name]
    for bias, dtype in itertools.product((True, False), ("float32", "float64")):
        dense = tf.keras.layers.Dense(5, use_bias=bias, dtype=dtype, kernel_initializer=tf.keras.initializers.GlorotUniform(3))
        dense.build([None, 8, 6])
        alone, fused, taken = _both(monkeypatch, way, lambda x, dense=dense: part(dense(x)), _random(0, 4, 8, 6, dtype=dtype))
        _same(alone, fused)
        if way is not _session:
            assert set(taken.pairs) == ({together} if together is not None else set())


def test_rows_are_computed_before_the_weights_change(monkeypatch):
    def compute():
        dense = tf.keras.layers.Dense(5, kernel_initializer=tf.keras.initializers.GlorotUniform(3))
        dense.build([None, 8, 6])

        @tf.function
        def step(x):
            y = dense(x)
            dense.kernel.assign_sub(tf.sin(dense.kernel))
            dense.bias.assign_add(tf.ones([5]))
            return y[:, -1]

        return [step(tf.constant(_random(0, 4, 8, 6))).numpy()]

    alone, fused, taken = _both(monkeypatch, compute)
    _same(alone, fused)
    assert not any(taken.pairs)


def test_rows_that_there_are_not_are_refused_where_they_alone_would_be_computed():
    dense = tf.keras.layers.Dense(5)
    step = tf.function(lambda x, place: dense(x)[:, place])
    with pytest.raises(tf.errors.InvalidArgumentError, match="slice index 9 of dimension 1 out of bounds"):
        step(tf.ones([4, 8, 6]), tf.constant(9))
