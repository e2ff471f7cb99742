"""Objects that are saved: each by a function of the module `tf`, so that TensorFlow and tfshim make, save and load the same ones.

A case gives the object, its signatures, `calls` (name -> function of the loaded object that gives a structure of tensors), and
optionally `loss`, a function of it, with which one step of training is done.
"""

import os

CASES = {}


class Case:
    """What a function below gives.

    `write(path)` saves what is not saved by `tf.saved_model.save`, that graph of several which has the `tags`; such an object may be
    without a `root`. `keras`: inputs, targets or None, and the classes of a model that Keras reads as well. `tolerance`: how far the
    numbers may differ, relatively.
    """

    def __init__(self, root, calls, signatures=None, loss=None, fed=None, write=None, tags=None, keras=None, tolerance=1e-5):
        self.root, self.calls, self.signatures, self.loss = root, calls, signatures, loss
        self.fed = fed or {}  # name of a signature -> {name of an input: tensor}
        self._write, self.tags, self.keras, self.tolerance = write, tags, keras, tolerance

    def write(self, tf, path):
        if self._write is None:
            tf.saved_model.save(self.root, path, self.signatures)
        else:
            self._write(path)


def collatz(n):
    """The number of steps from `n` to 1: a loop with a branch in it, for functions."""
    steps = 0
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def case(function):
    CASES[function.__name__] = function
    return function


def trained(tf, loaded, loss, rate=0.125):
    """The loss, and the variables after a step of gradient descent from it, by their places among those that were watched."""
    with tf.GradientTape() as tape:
        value = loss(loaded)
    variables = tape.watched_variables()
    gradients = tape.gradient(value, variables)
    kept = [(v.name, v, g) for v, g in zip(variables, gradients) if g is not None]
    for _, v, g in kept:
        v.assign_sub(rate * tf.convert_to_tensor(g))
    return [value, *(v.read_value() for name, v, _ in sorted(kept, key=lambda k: k[0]))]


def file_of(folder, name, lines):
    """A text file in `folder`."""
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("".join(f"{line}\n" for line in lines))
    return path


@case
def dense(tf, folder):
    class Dense(tf.Module):
        def __init__(self):
            self.w = tf.Variable([[1.0, -2.0], [0.5, 4.0]], name="w")
            self.b = tf.Variable([0.5, -0.5], name="b")
            self.steps = tf.Variable(0, trainable=False, name="steps")

        @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, "x")])
        def __call__(self, x):
            return tf.nn.relu(x @ self.w + self.b)

        @tf.function(input_signature=[])
        def count(self):
            return self.steps.assign_add(1)

    x = tf.constant([[1.0, 2.0], [-1.0, 3.0]])
    made = Dense()
    return Case(
        made,
        {"call": lambda m: m(x), "count": lambda m: [m.count(), m.count()]},
        made.__call__,
        lambda m: tf.reduce_sum(m(x) ** 2),
        {"serving_default": {"x": x}},
    )


@case
def branches(tf, folder):
    class Branches(tf.Module):
        def __init__(self):
            self.v = tf.Variable(3.0, name="v")

        @tf.function
        def f(self, x, flag=True):
            if tf.reduce_sum(x) > 0.0:
                y = x * self.v
            elif tf.reduce_sum(x) < -10.0:
                y = x - self.v
            else:
                y = x * x
            return y if flag else -y

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([None])])
        def chosen(self, i, x):
            return tf.switch_case(i, [lambda: x + self.v, lambda: x * self.v, lambda: x])

    made = Branches()
    xs = [tf.constant([1.0, 2.0]), tf.constant([-1.0, -2.0]), tf.constant([-10.0, -20.0])]
    made.f(xs[0])
    made.f(xs[0], False)
    return Case(
        made,
        {
            "f": lambda m: [m.f(x) for x in xs] + [m.f(x, flag=False) for x in xs],
            "chosen": lambda m: [m.chosen(tf.constant(i), xs[0]) for i in range(3)],
        },
        {"choose": made.chosen},
        lambda m: tf.reduce_sum(m.f(xs[0])) + tf.reduce_sum(m.chosen(tf.constant(1), xs[0])),
        {"choose": {"i": tf.constant(1), "x": xs[0]}},
    )


@case
def loops(tf, folder):
    class Loops(tf.Module):
        def __init__(self):
            self.v = tf.Variable(0.5, name="v")

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
        def collatz(self, n):
            return collatz(n)

        @tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.int32)])
        def powers(self, x, n):
            for _ in tf.range(n):
                x = x * self.v
            return x

        @tf.function(input_signature=[tf.TensorSpec([None])])
        def breaks(self, xs):
            total = 0.0
            for x in xs:
                if x < 0.0:
                    break
                total += x
            return total

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
        def limited(self, n):
            return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), [0, 0], maximum_iterations=3)

    return Case(
        Loops(),
        {
            "collatz": lambda m: m.collatz(tf.constant(27)),
            "powers": lambda m: m.powers(tf.constant(8.0), tf.constant(3)),
            "breaks": lambda m: m.breaks(tf.constant([1.0, 2.0, -1.0, 4.0])),
            "limited": lambda m: m.limited(tf.constant(10)),
        },
        None,
        lambda m: m.powers(tf.constant(8.0), tf.constant(3)),
    )


@case
def arrays(tf, folder):
    class Arrays(tf.Module):
        def __init__(self):
            self.v = tf.Variable(2.0, name="v")

        @tf.function(input_signature=[tf.TensorSpec([None])])
        def built(self, x):
            made = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[])
            for i in tf.range(tf.shape(x)[0]):
                made = made.write(i, x[i] * self.v)
            return made.stack()

        @tf.function(input_signature=[tf.TensorSpec([None])])
        def mapped(self, x):
            return tf.map_fn(lambda t: t * self.v + 1.0, x)

        @tf.function(input_signature=[tf.TensorSpec([3])])
        def scanned(self, x):
            return tf.scan(lambda a, t: a + t, x)

    x = tf.constant([1.0, 2.0, 3.0])
    return Case(
        Arrays(),
        {"built": lambda m: m.built(x), "mapped": lambda m: m.mapped(x), "scanned": lambda m: m.scanned(x)},
        None,
        lambda m: tf.reduce_sum(m.built(x)),
    )


@case
def traces(tf, folder):
    class Traces(tf.Module):
        @tf.function
        def power(self, x, n=3, *, shift=None):
            y = x**n
            return y if shift is None else y + shift

    made = Traces()
    made.power(tf.constant(2.0))
    made.power(tf.constant([2.0, 3.0]), 2)
    made.power(tf.constant(2.0), shift=tf.constant(1.0))
    made.power(tf.constant(3))
    return Case(
        made,
        {
            "float": lambda m: m.power(tf.constant(2.0)),
            "vector": lambda m: m.power(tf.constant([2.0, 3.0]), 2),
            "by name": lambda m: m.power(x=tf.constant([2.0, 3.0]), n=2),
            "shifted": lambda m: m.power(tf.constant(2.0), shift=tf.constant(1.0)),
            "integer": lambda m: m.power(tf.constant(3)),
        },
    )


@case
def structures(tf, folder):
    class Structures(tf.Module):
        def __init__(self):
            self.v = tf.Variable([1.0, 2.0], name="v")

        @tf.function
        def f(self, given, pair):
            (a, b), names = pair, sorted(given)
            return {"sum": given[names[0]] + given[names[1]], "list": [a, (b, a * b)], "none": None, "v": self.v * a}

    made = Structures()
    given, pair = {"y": tf.constant(1.0), "x": tf.constant(2.0)}, (tf.constant(3.0), tf.constant([1.0, 4.0]))
    made.f(given, pair)

    @tf.function(input_signature=[tf.TensorSpec([2], name="a"), tf.TensorSpec([2], name="b")])
    def named(a, b):
        return {"second": b * made.v, "first": a}

    return Case(
        made,
        {"f": lambda m: {k: v for k, v in m.f(given, pair).items() if v is not None}},
        {"named": named},
        lambda m: tf.reduce_sum(m.f(given, pair)["v"]),
        {"named": {"a": pair[1], "b": pair[1] + 1.0}},
    )


@case
def variables(tf, folder):
    class Variables(tf.Module):
        def __init__(self):
            self.parts = [tf.Variable(1.0, name="p"), {"b": tf.Variable(2.0, name="q")}]
            self.named = {"a": tf.Variable([1, 2], name="p"), "nested": (tf.Variable(7.0, name="t"), 3)}
            self.shared = self.parts[0]
            self.free = tf.Variable([1.0], shape=[None], name="free")

        @tf.function(input_signature=[tf.TensorSpec([])])
        def f(self, x):
            return x * self.parts[0] + self.parts[1]["b"] * self.named["nested"][0], self.named["a"] + 1

        @tf.function(input_signature=[tf.TensorSpec([None])])
        def extend(self, x):
            self.free.assign(tf.concat([self.free, x], 0))
            return self.free.read_value()

    return Case(
        Variables(),
        {
            "f": lambda m: m.f(tf.constant(3.0)),
            "values": lambda m: [m.parts[0].read_value(), m.named["a"].read_value(), m.shared.read_value()],
            "extend": lambda m: [m.extend(tf.constant([2.0])), m.extend(tf.constant([3.0, 4.0]))],
            "one": lambda m: tf.constant(m.shared is m.parts[0]),
        },
        None,
        lambda m: m.f(tf.constant(3.0))[0],
    )


@case
def shared_functions(tf, folder):
    class Shared(tf.Module):
        def __init__(self):
            self.v = tf.Variable(2.0, name="v")

        @tf.function
        def inner(self, x):
            return x * self.v

        @tf.function
        def outer(self, x):
            return self.inner(x) + self.inner(x + 1.0)

        @tf.function
        def deep(self, x):
            return self.outer(x) * self.inner(x)

    made = Shared()
    x = tf.constant([1.0, 2.0])
    made.deep(x)
    made.again = made.inner
    return Case(
        made,
        {"deep": lambda m: m.deep(x), "outer": lambda m: m.outer(x), "again": lambda m: m.again(x)},
        None,
        lambda m: tf.reduce_sum(m.deep(x)),
    )


@case
def custom_gradients(tf, folder):
    @tf.custom_gradient
    def scaled(x):
        return x * 2.0, lambda d: d * 100.0

    class Module(tf.Module):
        def __init__(self):
            self.v = tf.Variable([1.0, 2.0], name="v")

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def f(self, x):
            return scaled(x * self.v) + tf.stop_gradient(self.v)

    x = tf.constant([3.0, 5.0])
    return Case(Module(), {"f": lambda m: m.f(x)}, None, lambda m: tf.reduce_sum(m.f(x)))


@case
def strings(tf, folder):
    class Strings(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, "text")])
        def f(self, text):
            return {"upper": tf.strings.upper(text), "length": tf.strings.length(text), "joined": tf.strings.join([text, "!"])}

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def split(self, text):
            return tf.strings.split(tf.strings.regex_replace(text, "[.!]", " ")).to_tensor("-")

        @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
        def number(self, text):
            return tf.strings.to_number(text), tf.strings.substr(text, 0, 2)

    made = Strings()
    text = tf.constant(["a b", "c! d. e"])
    return Case(
        made,
        {"f": lambda m: m.f(text), "split": lambda m: m.split(text), "number": lambda m: m.number(tf.constant("1.5"))},
        made.f,
        None,
        {"serving_default": {"text": text}},
    )


@case
def dtypes(tf, folder):
    class Kinds(tf.Module):
        def __init__(self):
            self.b = tf.Variable([1.5, 2.5], dtype=tf.bfloat16, name="b")
            self.h = tf.Variable([1.5, 2.5], dtype=tf.float16, name="h")
            self.c = tf.Variable([1 + 2j, 3 - 1j], dtype=tf.complex64, name="c")
            self.u = tf.Variable([1, 200], dtype=tf.uint8, name="u")
            self.l = tf.Variable([1, 1 << 40], dtype=tf.int64, name="l")
            self.t = tf.Variable([True, False], name="t")
            self.s = tf.Variable(["x", "yz"], name="s")
            self.d = tf.Variable([0.1, 0.2], dtype=tf.float64, name="d")

        @tf.function(input_signature=[])
        def f(self):
            return (
                tf.cast(self.b * 2, tf.float32), tf.cast(self.h + 1, tf.float32), tf.math.real(self.c * tf.math.conj(self.c)),
                tf.cast(self.u, tf.int32) + 1, self.l + 1, tf.logical_not(self.t), tf.strings.length(self.s), self.d * 3,
            )  # fmt: skip

        @tf.function(input_signature=[tf.TensorSpec([None], tf.bfloat16), tf.TensorSpec([], tf.complex128)])
        def g(self, x, z):
            return tf.cast(x, tf.float32), tf.math.imag(z * z)

    return Case(
        Kinds(),
        {
            "f": lambda m: m.f(),
            "g": lambda m: m.g(tf.constant([1.5, 2.0], tf.bfloat16), tf.constant(1 + 2j, tf.complex128)),
        },
        None,
        lambda m: tf.reduce_sum(m.f()[7]),
    )


@case
def constants(tf, folder):
    class Held(tf.Module):
        def __init__(self):
            self.offset = tf.constant([5.0, 6.0])
            self.large = tf.reshape(tf.range(400.0), [20, 20])
            self.v = tf.Variable(1.0, name="v")

        @tf.function(input_signature=[tf.TensorSpec([None, 20])])
        def f(self, x):
            return (x @ self.large)[:, :2] + self.offset * self.v

        @tf.function(input_signature=[tf.TensorSpec([None, 20])])
        def g(self, x):
            return self.f(x) + self.offset

    x = tf.ones([1, 20])
    return Case(Held(), {"f": lambda m: m.f(x), "g": lambda m: m.g(x)}, None, lambda m: tf.reduce_sum(m.g(x)))


@case
def tables(tf, folder):
    class Tables(tf.Module):
        def __init__(self):
            lookup = tf.lookup
            self.codes = lookup.StaticHashTable(lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
            self.scores = lookup.StaticHashTable(
                lookup.KeyValueTensorInitializer(tf.constant([1, 2], tf.int64), tf.constant([0.5, 1.5])), 0.0
            )
            path, index = file_of(folder, "words.txt", ["x", "y", "z"]), lookup.TextFileIndex
            self.words = lookup.StaticHashTable(
                lookup.TextFileInitializer(path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER), -1
            )
            self.ids = lookup.StaticVocabularyTable(
                lookup.KeyValueTensorInitializer(["u", "v"], tf.constant([0, 1], tf.int64)), num_oov_buckets=2
            )

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, "words")])
        def f(self, words):
            return {"code": self.codes.lookup(words), "word": self.words.lookup(words), "id": self.ids.lookup(words)}

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
        def g(self, x):
            return self.scores.lookup(x), self.codes.size()

    made = Tables()
    words = tf.constant(["a", "x", "u", "q"])
    return Case(
        made,
        {"f": lambda m: m.f(words), "g": lambda m: m.g(tf.constant([1, 3], tf.int64))},
        made.f,
        None,
        {"serving_default": {"words": words}},
    )


@case
def changing_tables(tf, folder):
    class Tables(tf.Module):
        def __init__(self):
            lookup = tf.lookup.experimental
            self.counts = lookup.MutableHashTable(tf.string, tf.int64, 0)
            self.rows = lookup.MutableHashTable(tf.int64, tf.float32, [0.0, 0.0])
            self.dense = lookup.DenseHashTable(tf.int64, tf.float32, -1.0, empty_key=-1, deleted_key=-2)
            self.counts.insert(["a", "b"], tf.constant([1, 2], tf.int64))
            self.rows.insert(tf.constant([1], tf.int64), [[1.0, 2.0]])
            self.dense.insert(tf.constant([4], tf.int64), [0.25])

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def count(self, words):
            before = self.counts.lookup(words)
            self.counts.insert(words, before + 1)
            return before, self.counts.lookup(words)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
        def row(self, x):
            return self.rows.lookup(x), self.dense.lookup(x)

    return Case(
        Tables(),
        {
            "count": lambda m: [m.count(tf.constant(["a", "q"])), m.count(tf.constant(["a", "q"]))],
            "row": lambda m: m.row(tf.constant([1, 4], tf.int64)),
        },
    )


@case
def assets(tf, folder):
    class Assets(tf.Module):
        def __init__(self):
            self.file = tf.saved_model.Asset(file_of(folder, "notes.txt", ["one", "two"]))
            os.makedirs(os.path.join(folder, "other"), exist_ok=True)
            self.other = tf.saved_model.Asset(file_of(os.path.join(folder, "other"), "notes.txt", ["three"]))

        @tf.function(input_signature=[])
        def read(self):
            return tf.io.read_file(self.file.asset_path), tf.io.read_file(self.other.asset_path)

    made = Assets()
    return Case(
        made,
        {"read": lambda m: m.read(), "path": lambda m: tf.io.read_file(m.file.asset_path)},
        {"read": made.read},
        None,
        {"read": {}},
    )


@case
def ragged(tf, folder):
    class Ragged(tf.Module):
        def __init__(self):
            self.v = tf.Variable(2.0, name="v")

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32)])
        def scaled(self, x):
            return x * self.v

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32)])
        def sums(self, x):
            return tf.reduce_sum(x, axis=1)

        @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None], tf.int64)])
        def made(self, values, lengths):
            return tf.RaggedTensor.from_row_lengths(values, lengths)

    x = tf.ragged.constant([[1.0, 2.0], [], [3.0]])
    return Case(
        Ragged(),
        {
            "scaled": lambda m: m.scaled(x),
            "sums": lambda m: m.sums(x),
            "made": lambda m: m.made(tf.constant([1.0, 2.0, 3.0]), tf.constant([2, 1], tf.int64)),
        },
        None,
        lambda m: tf.reduce_sum(m.scaled(x).values),
    )


@case
def sparse(tf, folder):
    class Sparse(tf.Module):
        def __init__(self):
            self.v = tf.Variable([[1.0], [2.0], [3.0]], name="v")

        @tf.function(input_signature=[tf.SparseTensorSpec([None, 3], tf.float32)])
        def product(self, x):
            return tf.sparse.sparse_dense_matmul(x, self.v)

        @tf.function(input_signature=[tf.SparseTensorSpec([None, None], tf.float32), tf.TensorSpec([], tf.float32)])
        def parts(self, x, k):
            return {"dense": tf.sparse.to_dense(x) * k, "sparse": x}

    x = tf.sparse.from_dense([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]])
    return Case(
        Sparse(),
        {"product": lambda m: m.product(x), "parts": lambda m: m.parts(x, tf.constant(2.0))},
        None,
        lambda m: tf.reduce_sum(m.product(x)),
    )


@case
def random(tf, folder):
    class Random(tf.Module):
        def __init__(self):
            self.state = tf.Variable([1, 2, 3], dtype=tf.int64, trainable=False, name="state")

        @tf.function(input_signature=[tf.TensorSpec([2], tf.int32)])
        def drawn(self, seed):
            return tf.random.stateless_uniform([3], seed), tf.random.stateless_normal([2], seed)

        @tf.function(input_signature=[])
        def shape(self):
            return tf.shape(tf.random.uniform([4, 2])), tf.shape(tf.nn.dropout(tf.ones([3]), 0.5))

    return Case(Random(), {"drawn": lambda m: m.drawn(tf.constant([1, 2])), "shape": lambda m: m.shape()})


@case
def convolutions(tf, folder):
    class Net(tf.Module):
        def __init__(self):
            self.k = tf.Variable(tf.reshape(tf.range(18.0), [3, 3, 1, 2]) / 10.0, name="k")
            self.b = tf.Variable([0.1, -0.1], name="b")

        @tf.function(input_signature=[tf.TensorSpec([None, 6, 6, 1])])
        def __call__(self, x):
            y = tf.nn.bias_add(tf.nn.conv2d(x, self.k, 1, "SAME"), self.b)
            y = tf.nn.max_pool2d(tf.nn.relu(y), 2, 2, "VALID")
            return tf.nn.softmax(tf.reshape(tf.nn.avg_pool2d(y, 3, 1, "SAME"), [-1, 18]))

    x = tf.reshape(tf.range(36.0), [1, 6, 6, 1]) / 36.0
    return Case(Net(), {"call": lambda m: m(x)}, None, lambda m: tf.reduce_sum(m(x)[:, :3]))


@case
def arithmetic(tf, folder):
    class Many(tf.Module):
        def __init__(self):
            self.v = tf.Variable([0.5, 1.5, 2.5], name="v")

        @tf.function(input_signature=[tf.TensorSpec([None, 3])])
        def f(self, x):
            y = tf.concat([x, tf.square(x) - self.v], axis=0)
            y = tf.transpose(tf.where(y > 1.0, tf.exp(-y), tf.sin(y)))
            a, b = tf.split(y, [1, 2], axis=0)
            return {
                "mean": tf.reduce_mean(y, axis=1), "max": tf.reduce_max(y), "argmax": tf.argmax(y, axis=1), "top": tf.math.top_k(a, 2),
                "stack": tf.stack([a[0], b[1]]), "pad": tf.pad(b, [[0, 1], [1, 0]]), "gather": tf.gather(y, [2, 0]),
                "slice": y[1:, ::-1], "norm": tf.norm(x), "cumsum": tf.cumsum(x, axis=1), "onehot": tf.one_hot([0, 2], 3),
                "einsum": tf.einsum("ij,kj->ik", x, x), "clip": tf.clip_by_value(x, -0.5, 0.5), "std": tf.math.reduce_std(x),
                "logsumexp": tf.reduce_logsumexp(x, axis=1), "gelu": tf.nn.gelu(x), "softplus": tf.math.softplus(x),
                "l2": tf.nn.l2_normalize(x, axis=1), "tile": tf.tile(x, [1, 2]), "range": tf.range(tf.shape(x)[0]),
            }  # fmt: skip

    x = tf.constant([[1.0, -2.0, 0.25], [0.5, 3.0, -1.0]])
    return Case(Many(), {"f": lambda m: m.f(x)}, None, lambda m: tf.reduce_sum(m.f(x)["mean"]))


@case
def losses(tf, folder):
    class Losses(tf.Module):
        def __init__(self):
            self.w = tf.Variable([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]], name="w")

        @tf.function(input_signature=[tf.TensorSpec([None, 2]), tf.TensorSpec([None], tf.int64)])
        def loss(self, x, labels):
            logits = x @ self.w
            entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            other = tf.nn.softmax_cross_entropy_with_logits(tf.one_hot(labels, 3), logits)
            sigmoid = tf.nn.sigmoid_cross_entropy_with_logits(tf.one_hot(labels, 3), logits)
            return tf.reduce_mean(entropy) + tf.reduce_mean(other) + tf.reduce_mean(sigmoid)

    x, labels = tf.constant([[1.0, 2.0], [3.0, -1.0]]), tf.constant([0, 2], tf.int64)
    return Case(Losses(), {"loss": lambda m: m.loss(x, labels)}, None, lambda m: m.loss(x, labels))


@case
def training_inside(tf, folder):
    class Trainer(tf.Module):
        def __init__(self):
            self.w = tf.Variable([1.0, 2.0], name="w")

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def step(self, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum((self.w * x - 1.0) ** 2)
            self.w.assign_sub(0.125 * tape.gradient(loss, self.w))
            return loss

    x = tf.constant([1.0, -1.0])
    return Case(Trainer(), {"steps": lambda m: [m.step(x), m.step(x), m.w.read_value()]})


@case
def embeddings(tf, folder):
    class Embedding(tf.Module):
        def __init__(self):
            self.table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], name="table")

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32, "ids")])
        def __call__(self, ids):
            return tf.nn.embedding_lookup(self.table, ids)

    ids = tf.constant([2, 0, 2])
    made = Embedding()
    return Case(made, {"call": lambda m: m(ids)}, made.__call__, lambda m: tf.reduce_sum(m(ids)), {"serving_default": {"ids": ids}})


@case
def updates(tf, folder):
    class Updates(tf.Module):
        def __init__(self):
            self.v = tf.Variable([1.0, 2.0, 3.0], name="v")
            self.m = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="m")

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None])])
        def scatter(self, at, x):
            self.v.scatter_add(tf.IndexedSlices(x, at))
            self.v.assign_sub([0.5, 0.5, 0.5])
            return self.v.read_value()

        @tf.function(input_signature=[tf.TensorSpec([])])
        def guarded(self, x):
            if x > 0.0:
                self.m.assign_add(tf.fill([2, 2], x))
            else:
                self.m.assign(tf.zeros([2, 2]))
            return self.m.read_value()

    return Case(
        Updates(),
        {
            "scatter": lambda m: m.scatter(tf.constant([0, 2]), tf.constant([10.0, 20.0])),
            "guarded": lambda m: [m.guarded(tf.constant(1.0)), m.guarded(tf.constant(-1.0))],
        },
    )


@case
def checks(tf, folder):
    class Checked(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None])])
        def f(self, x):
            tf.debugging.assert_greater(tf.size(x), 0, message="empty")
            tf.debugging.Assert(tf.reduce_all(x > -100.0), [x])
            x = tf.ensure_shape(x, [None])
            return tf.debugging.check_numerics(x, "x") * 2.0

    return Case(Checked(), {"f": lambda m: m.f(tf.constant([1.0, 2.0]))})


@case
def nested_modules(tf, folder):
    class Layer(tf.Module):
        def __init__(self, k, name=None):
            super().__init__(name=name)
            with self.name_scope:
                self.w = tf.Variable([[float(k), 1.0], [0.0, 1.0]], name="w")

        @tf.function(input_signature=[tf.TensorSpec([None, 2])])
        def __call__(self, x):
            return tf.tanh(x @ self.w)

    class Net(tf.Module):
        def __init__(self):
            super().__init__()
            self.layers = [Layer(1, "first"), Layer(2, "second")]
            self.by_name = {"a": self.layers[0], "b": Layer(3)}

        @tf.function(input_signature=[tf.TensorSpec([None, 2], name="x")])
        def __call__(self, x):
            for layer in self.layers:
                x = layer(x)
            return x + self.by_name["b"](x)

    made, x = Net(), tf.constant([[0.5, -0.25]])
    return Case(
        made,
        {"call": lambda m: m(x), "layer": lambda m: [m.layers[1](x), m.by_name["a"](x)]},
        {"serving_default": made.__call__, "first": made.layers[0].__call__.get_concrete_function()},
        lambda m: tf.reduce_sum(m(x)),
        {"serving_default": {"x": x}, "first": {"x": x}},
    )


@case
def untraced(tf, folder):
    class Untraced(tf.Module):
        def __init__(self):
            self.v = tf.Variable(1.0, name="v")

        @tf.function
        def never(self, x):
            return x

        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, "x"), tf.TensorSpec([], tf.bool, "double")])
        def known(self, x, double):
            return tf.cond(double, lambda: x * 2.0, lambda: x * self.v)

    made, x = Untraced(), tf.ones([2, 3])
    return Case(
        made,
        {"known": lambda m: [m.known(x, tf.constant(True)), m.known(x, tf.constant(False))]},
        None,
        lambda m: tf.reduce_sum(m.known(x, tf.constant(False))),
        {"serving_default": {"x": x, "double": tf.constant(True)}},
    )


@case
def many_signatures(tf, folder):
    class Many(tf.Module):
        def __init__(self):
            self.v = tf.Variable(2.0, name="v")

        @tf.function
        def f(self, zeta, alpha):
            return alpha * self.v, zeta

    made = Many()
    concrete = made.f.get_concrete_function(tf.TensorSpec([None], name="zeta"), tf.TensorSpec([None], name="alpha"))
    z, a = tf.constant([1.0]), tf.constant([2.0])
    return Case(
        made,
        {"f": lambda m: m.f(z, a)},
        {"one": concrete, "two": concrete, "train/step": concrete},
        None,
        {"one": {"zeta": z, "alpha": a}, "two": {"zeta": z, "alpha": a}, "train/step": {"zeta": z, "alpha": a}},
    )


@case
def function_lists(tf, folder):
    made = tf.Module()
    made.v = tf.Variable(3.0, name="v")
    known = tf.function(input_signature=[tf.TensorSpec([])])

    @known
    def add(x):
        return x + 1.0

    @known
    def multiply(x):
        return x * made.v

    made.steps, made.named = [add, multiply], {"add": add}
    x = tf.constant(2.0)
    return Case(made, {"f": lambda m: [m.steps[0](x), m.steps[1](x), m.named["add"](x)]}, None, lambda m: m.steps[1](x))


@case
def empty(tf, folder):
    made = tf.Module()
    made.v = tf.Variable([1.0, 2.0], name="v")
    made.inner = tf.Module()
    return Case(made, {"v": lambda m: m.v.read_value()})


@case
def star_arguments(tf, folder):
    made = tf.Module()

    @tf.function
    def total(first, *others, scale=1.0, **named):
        value = first
        for o in others:
            value = value + o
        for name in sorted(named):
            value = value - named[name]
        return value * scale

    made.total = total
    one, two = tf.constant(1.0), tf.constant(2.0)
    total(one)
    total(one, two, two)
    total(one, two, scale=2.0)
    total(one, extra=two)
    return Case(
        made,
        {
            "plain": lambda m: m.total(one),
            "others": lambda m: m.total(one, two, two),
            "scaled": lambda m: m.total(one, two, scale=2.0),
            "named": lambda m: m.total(one, extra=two),
        },
    )


@case
def linear_algebra(tf, folder):
    class Algebra(tf.Module):
        def __init__(self):
            self.a = tf.Variable([[4.0, 1.0], [1.0, 3.0]], name="a")

        @tf.function(input_signature=[tf.TensorSpec([2, None])])
        def solve(self, b):
            return {
                "solve": tf.linalg.solve(self.a, b), "inverse": tf.linalg.inv(self.a), "det": tf.linalg.det(self.a),
                "chol": tf.linalg.cholesky(self.a), "trace": tf.linalg.trace(self.a), "diag": tf.linalg.diag_part(self.a),
            }  # fmt: skip

    b = tf.constant([[1.0], [2.0]])
    return Case(Algebra(), {"solve": lambda m: m.solve(b)}, None, lambda m: tf.reduce_sum(m.solve(b)["solve"]))


@case
def images(tf, folder):
    class Images(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, None, 3], tf.uint8)])
        def f(self, x):
            y = tf.image.resize(tf.image.convert_image_dtype(x, tf.float32), [4, 4])
            return tf.image.rgb_to_grayscale(y), tf.image.flip_left_right(x), tf.image.decode_png(tf.image.encode_png(x))

    x = tf.cast(tf.reshape(tf.range(27), [3, 3, 3]), tf.uint8)
    return Case(Images(), {"f": lambda m: m.f(x)})
