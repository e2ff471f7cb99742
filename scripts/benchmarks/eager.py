"""Eager operations, training steps under a tape, importing, memory."""

import numpy as np

from benchmarks.registry import Benchmark

SIZES = (64, 32, 10)
BATCH = 32
_RNG = np.random.RandomState(0)
IMAGES = _RNG.rand(BATCH, SIZES[0]).astype("float32")
LABELS = _RNG.randint(0, SIZES[2], BATCH)


def add_tf(tf):
    a, b = tf.constant([1.0, 2.0, 3.0]), tf.constant([4.0, 5.0, 6.0])
    return lambda: a + b


def add_torch(torch):
    a, b = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([4.0, 5.0, 6.0])
    return lambda: a + b


def constant_number(tf):
    return lambda: tf.constant(1.0)


def constant_list(tf):
    return lambda: tf.constant([1.0, 2.0, 3.0])


def as_array(tf):
    x = tf.ones([32, 64])
    return x.numpy


def as_array_torch(torch):
    x = torch.ones(32, 64)
    return lambda: x.numpy().copy()  # TensorFlow's array is a copy


def as_number(tf):
    x = tf.constant(1.0)
    return lambda: float(x)


def asked_shape(tf):
    x = tf.ones([32, 64])
    return lambda: x.shape[0]


def single_item(tf):
    x = tf.constant([1.0, 2.0, 3.0])
    return lambda: x[0]


def iterated(tf):
    x = tf.range(10)
    return lambda: list(x)


def if_positive(tf):
    x = tf.constant(1.0)
    return lambda: 1 if x > 0 else 2


def casts_and_shapes(tf):
    x = tf.ones([2, 3])
    return lambda: tf.cast(tf.reshape(tf.zeros_like(x) + tf.zeros([2, 3]), [-1]), tf.int32)


def matmul_tf(tf):
    a, b = tf.ones([256, 256]), tf.ones([256, 256])
    return lambda: tf.matmul(a, b)


def matmul_torch(torch):
    a, b = torch.ones(256, 256), torch.ones(256, 256)
    return lambda: torch.matmul(a, b)


def reduce_tf(tf):
    a = tf.ones([32, 64])
    return lambda: tf.reduce_mean(a, axis=1)


def reduce_torch(torch):
    a = torch.ones(32, 64)
    return lambda: torch.mean(a, dim=1)


def parameters_tf(tf, sizes=SIZES):
    """The variables of a two-layer network."""
    w1, w2 = (tf.Variable(np.full(s, 0.01, "float32")) for s in zip(sizes, sizes[1:]))
    b1, b2 = (tf.Variable(tf.zeros([n])) for n in sizes[1:])
    return w1, b1, w2, b2


def training_tf(tf, images=IMAGES, labels=LABELS, sizes=SIZES):
    """One training step written with a tape and Keras' Adam."""
    w1, b1, w2, b2 = variables = parameters_tf(tf, sizes)
    optimizer = tf.keras.optimizers.Adam(0.001)
    x, y = tf.constant(images), tf.constant(labels)

    def step():
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(x, w1) + b1)
            logits = tf.matmul(hidden, w2) + b2
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
        gradients = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(gradients, variables))
        return loss

    return step


def training_torch(torch, images=IMAGES, labels=LABELS, sizes=SIZES):
    """The same step as a torch user writes it."""
    w1, w2 = (torch.full(s, 0.01, requires_grad=True) for s in zip(sizes, sizes[1:]))
    b1, b2 = (torch.zeros(n, requires_grad=True) for n in sizes[1:])
    optimizer = torch.optim.Adam([w1, b1, w2, b2], lr=0.001)
    x, y = torch.tensor(images), torch.tensor(labels)

    def step():
        optimizer.zero_grad()
        hidden = torch.relu(x @ w1 + b1)
        logits = hidden @ w2 + b2
        loss = torch.nn.functional.cross_entropy(logits, y)
        loss.backward()
        optimizer.step()
        return loss

    return step


def first_gradient(tf):
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x * x)
    return tape.gradient(y, x)


def first_gradient_torch(torch):
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    return torch.autograd.grad((x * x).sum(), x)


def _large(build):
    """A run of 30 steps of a network of a few million weights on batches of 256: what memory is measured on."""

    def prepare(namespace):
        rng = np.random.RandomState(0)
        images = rng.rand(256, 1024).astype("float32")
        step = build(namespace, images, rng.randint(0, 10, 256), (1024, 2048, 10))

        def run():
            for _ in range(30):
                step()

        return run

    return prepare


Benchmark("add", "a + b of two small tensors, eagerly", add_tf, add_torch, bars={"torch": 2.0, "tensorflow": 0.2})
for _name, _about, _tf in (
    ("constant", "tf.constant of a number", constant_number),
    ("constant_list", "tf.constant of a list of three numbers", constant_list),
    ("float", "float() of a tensor", as_number),
    ("shape", "the first size of a tensor", asked_shape),
    ("item", "an item of a vector", single_item),
    ("iteration", "iterating over a vector of ten", iterated),
    ("comparison", "an `if` on a tensor", if_positive),
    ("casts", "cast, reshape, zeros and zeros_like", casts_and_shapes),
):
    Benchmark(_name, _about, _tf, bars={"tensorflow": 1.0})
Benchmark("numpy", "numpy() of a small matrix", as_array, as_array_torch, bars={"tensorflow": 1.0})
Benchmark("matmul", "256 x 256 matrix product, eagerly", matmul_tf, matmul_torch)
Benchmark("reduce", "mean over one axis of a small matrix, eagerly", reduce_tf, reduce_torch)
Benchmark("tape_step", "eager training step of a two-layer network with Adam", training_tf, training_torch,
          bars={"torch": 1.5, "tensorflow": 0.1})  # fmt: skip
Benchmark("import", "import with activation, beyond torch", kind="import", bars={"absolute": 0.4})
Benchmark(
    "import_first_use",
    "the same with a first gradient",
    first_gradient,
    first_gradient_torch,
    kind="import",
    bars={"absolute": 0.4},
)
Benchmark(
    "memory",
    "peak memory of a training run",
    _large(training_tf),
    _large(training_torch),
    kind="memory",
    bars={"torch": 1.2},
)
