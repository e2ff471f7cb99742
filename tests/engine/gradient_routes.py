"""Routes from a tensor or variable to a result, through loops, branches, functions and whatever else holds a graph, and ways to ask
for the derivative: what TensorFlow answers is recorded.

A route is a text such as `loop.function large apart gradients`: a function that is called within a loop, names a constant of 200 elements
from outside, gets arguments that do not depend on it, and how the derivative is taken.

    python -m tests.engine.gradient_routes [TEXT ...]

lists the routes, those of which the text holds all of TEXT, whose answers are not TensorFlow's.
"""

import collections
import importlib
import itertools
import json
import sys
import zlib
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent.parent / "data" / "gradient_routes.json"


class Constructs:
    """What calls a function `g` of a vector; each method gives a function of a vector that does.

    `scale` makes a number for gradient functions.
    """

    def __init__(self, tf, scale):
        self.tf, self.scale = tf, scale

    def plain(self, g):
        return g

    def loop(self, g):
        return lambda z: self.tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, g(a)), (0, z))[1]

    def bounded(self, g):
        return lambda z: self.tf.while_loop(lambda i, a: True, lambda i, a: (i + 1, g(a)), (0, z), maximum_iterations=2)[1]

    def condition(self, g):
        tf = self.tf
        test = lambda i, a: tf.reduce_sum(g(a)) < 30.0 * tf.cast(i, tf.float64)  # noqa: E731
        return lambda z: tf.while_loop(test, lambda i, a: (i - 1, g(a)), (2, z))[1]

    def branch(self, g):
        return lambda z: self.tf.cond(self.tf.reduce_sum(z) > -100.0, lambda: g(z), lambda: z)

    def other_branch(self, g):
        return lambda z: self.tf.cond(self.tf.reduce_sum(z) > 100.0, lambda: g(z), lambda: 2.0 * z)

    def case(self, g):
        return lambda z: self.tf.switch_case(self.tf.size(z) * 0 + 1, [lambda: z, lambda: g(z), lambda: z * z])

    def map(self, g):
        return lambda z: self.tf.map_fn(g, z)

    def scan(self, g):
        return lambda z: self.tf.scan(lambda a, e: a * 0.5 + g(e), z)

    def fold(self, g):
        return lambda z: self.tf.foldl(lambda a, e: a * 0.5 + g(e), z) * self.tf.ones_like(z)

    def vectorized(self, g):
        return lambda z: self.tf.vectorized_map(g, z)

    def function(self, g):
        return lambda z: self.tf.function(g)(z)

    def traced(self, g):
        """A function that was traced before, where nothing watches."""
        made = self.tf.function(g)
        return lambda z: made(self.before(made, z))

    def before(self, function, z):
        if not self.tf.is_symbolic_tensor(z) or z.shape.rank is not None:
            with self.tf.init_scope():
                function(self.tf.zeros(z.shape, z.dtype))
        return z

    def recomputed(self, g):
        return lambda z: self.tf.recompute_grad(lambda a: g(a))(z)

    def custom(self, g):
        tf = self.tf

        @tf.custom_gradient
        def called(z):
            def gradient(dy, variables=None):
                dz = dy * tf.cos(z) * self.scale()
                return dz if variables is None else (dz, [tf.ones_like(v) * tf.reduce_sum(dy) for v in variables])

            return g(z), gradient

        return called

    def python(self, g):
        return lambda z: self.tf.ensure_shape(self.tf.py_function(g, [z], self.tf.float64), z.shape)

    def automatic_loop(self, g):
        tf = self.tf

        def loop(z):
            for _ in tf.range(2):
                z = g(z)
            return z

        return loop

    def automatic_branch(self, g):
        tf = self.tf

        def branch(z):
            if tf.reduce_sum(z) > -100.0:
                z = g(z)
            return z

        return branch

    def array(self, g):
        tf = self.tf

        def through(z):
            made = tf.TensorArray(tf.float64, 2, clear_after_read=False, element_shape=z.shape).write(0, z)
            step = lambda i, made: (i + 1, made.write(i, g(made.read(i - 1))))  # noqa: E731
            return tf.while_loop(lambda i, made: i < 2, step, (1, made))[1].read(1)

        return through


class Ways:
    """How a derivative is asked for by the source `s` of what `route(z)` gives; `z` is a function that makes the argument."""

    def __init__(self, tf):
        self.tf = tf

    def tape(self, route, z, s, of=None):
        with self.tf.GradientTape() as tape:
            tape.watch(s)
            y = (of or self.tf.reduce_sum)(route(z()))
        return tape.gradient(y, s)

    def persistent(self, route, z, s):
        with self.tf.GradientTape(persistent=True) as tape:
            tape.watch(s)
            y = route(z())
            y = self.tf.reduce_sum(y * y)
        return tape.gradient(y, s)

    def tape_late(self, route, z, s):
        """What was computed before is no part of it."""
        y = route(z())
        with self.tf.GradientTape() as tape:
            tape.watch(s)
            y = self.tf.reduce_sum(route(z()) * y)
        return tape.gradient(y, s)

    def tape_twice(self, route, z, s):
        with self.tf.GradientTape() as outer:
            outer.watch(s)
            first = self.tape(route, z, s)
            first = None if first is None else self.tf.reduce_sum(first)
        return None if first is None else outer.gradient(first, s)

    def jacobian(self, route, z, s):
        with self.tf.GradientTape() as tape:
            tape.watch(s)
            y = route(z())
        return tape.jacobian(y, s)

    def gradients(self, route, z, s):
        return self.tf.gradients(self.tf.reduce_sum(route(z())), s)[0]

    def gradients_twice(self, route, z, s):
        first = self.gradients(route, z, s)
        return None if first is None else self.tf.gradients(self.tf.reduce_sum(first), s)[0]

    def gradients_of_tape(self, route, z, s):
        first = self.tape(route, z, s)
        return None if first is None else self.tf.gradients(self.tf.reduce_sum(first), s)[0]

    def tape_of_gradients(self, route, z, s):
        with self.tf.GradientTape() as tape:
            tape.watch(s)
            first = self.gradients(route, z, s)
            first = None if first is None else self.tf.reduce_sum(first)
        return None if first is None else tape.gradient(first, s)

    def hessians(self, route, z, s):
        return self.tf.hessians(self.tf.reduce_sum(route(z())), s)[0]

    def forward(self, route, z, s):
        direction = self.tf.cast(self.tf.range(s.shape[0]), self.tf.float64) + 1.0
        with self.tf.autodiff.ForwardAccumulator(s, direction) as accumulator:
            y = self.tf.reduce_sum(route(z()))
        return accumulator.jvp(y)


# How often the gradient is taken within what is called, by which way, and then outside.
WITHIN = {"within_tape": "tape", "within_gradients": "gradients"}
# Ways from outside of the function, where a tape watches what it names; then a way within the function.
OUTSIDE = {
    "outside_tape": ("tape", None),
    "outside_jacobian": ("jacobian", None),
    "outside_forward": ("forward", None),
    "outside_tape_of_tape": ("tape", "tape"),
    "outside_tape_of_gradients": ("tape", "gradients"),
}
ASKED = "asked_within"  # of a tape outside of the function, within it
INSIDE = [name for name in vars(Ways) if not name.startswith("_")]
NAMES = [name for name in vars(Constructs) if not name.startswith("_") and name != "before"]
SOURCES = ["small", "large", "variable", "argument", "computed"]
ARGUMENTS = ["apart", "along"]
_SIZES = {"large": 200}


def routes():
    """All routes of one construct and of two, spread evenly: any number of the first ones has some of every kind."""
    ways = [*INSIDE, *WITHIN, *OUTSIDE, ASKED]
    both = [".".join(pair) for pair in itertools.product(NAMES[1:], repeat=2)]
    one = [" ".join(p) for p in itertools.product(NAMES, SOURCES, ARGUMENTS, ways) if _meaningful(*p)]
    two = [" ".join(p) for p in itertools.product(both, SOURCES, ARGUMENTS, ways) if _meaningful(*p)]
    one, two = (sorted(texts, key=lambda text: zlib.crc32(text.encode())) for texts in (one, two))
    return [text for at, simple in enumerate(one) for text in (simple, *two[at // 3 : at // 3 + (at % 3 == 0)])]


def _meaningful(_, source, argument, way):
    return source in ("small", "large", "variable") or source == "argument" and way != ASKED or source == "computed" and way not in OUTSIDE


def value(tf, text):
    """What the route gives: a number that depends on all elements of the derivative; None where there is no derivative."""
    path, source, argument, way = text.split()
    size = _SIZES.get(source, 3)
    start = np.linspace(0.5, 1.5, size)
    s = tf.Variable(start) if source == "variable" else tf.constant(start)
    ways = Ways(tf)
    base = tf.constant([0.3, 0.7, 1.1], tf.float64)

    def asked(s, way):
        def leaf(z):
            return tf.sin(z) * tf.reduce_mean(s * s)

        constructs = Constructs(tf, lambda: tf.reduce_mean(s * s * s))
        g = leaf
        if way in WITHIN:
            within = getattr(ways, WITHIN[way])
            g = lambda z: z * tf.reduce_sum(within(leaf, lambda: z, s))  # noqa: E731
            way = "plain"
        for name in reversed(path.split(".")):
            g = getattr(constructs, name)(g)
        z = (lambda: base * 1.0) if argument == "apart" else (lambda: base * tf.reduce_mean(s))
        return g(z()) if way in (None, "plain") else getattr(ways, way)(g, z, s)

    def called(way):
        @tf.function
        def function(*given):
            own = given[0] if given else s
            return asked(own * 1.5 if source == "computed" else own, way)

        return function(*([s] if source in ("argument", "computed") else []))

    if way == ASKED:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(s)

            @tf.function
            def function():
                return tape.gradient(tf.reduce_sum(asked(s, None)), s)

            return _number(function())
    if way in OUTSIDE:
        around, within = OUTSIDE[way]
        return _number(getattr(ways, around)(lambda z: called(within), lambda: None, s))
    return _number(called(way))


def _number(x):
    """A number that depends on all elements of `x`."""
    if x is None:
        return None
    x = np.asarray(x, "float64")
    return float(np.sum(x * np.cos(np.arange(x.size)).reshape(x.shape)))


def outcome(tf, text):
    """The number to 7 digits, None, or the name of the exception behind `!`."""
    try:
        made = value(tf, text)
    except Exception as error:
        return "!" + type(error).__name__
    return made if made is None else float(f"{made:.7g}")


def differs(got, wanted):
    """How an outcome differs from TensorFlow's; None if it does not."""
    if got == wanted:
        return None
    if isinstance(got, str):
        return "raises" if not isinstance(wanted, str) else "another exception"
    if isinstance(wanted, str):
        return "answers"
    if wanted is None or got is None:
        return "zero for None" if got == 0.0 else "a value for None" if wanted is None else "None for a value"
    if abs(got - wanted) <= 1e-5 * max(1e-3, abs(wanted)):
        return None
    return "zero" if got == 0.0 else "value"


def read():
    """What TensorFlow gave: {route: outcome}."""
    return json.loads(FILE.read_text())


def main(words):
    tf = importlib.import_module("tfshim")
    counts = collections.Counter()
    for text, wanted in read().items():
        if all(w in text for w in words):
            got = outcome(tf, text)
            how = differs(got, wanted)
            counts[how] += 1
            if how:
                print(f"{how:18} {text}: {got}, TensorFlow {wanted}", flush=True)
    print(dict(counts))


if __name__ == "__main__":
    main(sys.argv[1:])
