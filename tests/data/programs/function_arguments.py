"""How often functions are traced for arguments of many kinds, and what their traces say of themselves."""

import collections
import dataclasses
import enum
import functools
import re

import numpy as np

x = tf.constant([1.0, 2.0])
Pair = collections.namedtuple("Pair", "first second")


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


class Scaled(tf.experimental.ExtensionType):
    values: tf.Tensor
    scale: float = 1.0


@dataclasses.dataclass
class Point:
    a: object
    b: object


@dataclasses.dataclass(frozen=True)
class FrozenPoint:
    a: int
    b: str = "b"


def text_of(error):
    return f"{type(error).__name__}: {str(error).strip()}"


def signature(concrete):
    return re.sub(r"<weakref at .*?>", "<weakref>", concrete.pretty_printed_signature(verbose=False))


def traced(function, *calls, **options):
    """The tracing counts after each of the calls, which are tuples or dictionaries of arguments, and all signatures."""
    f = tf.function(function, **options)
    seen = []
    for call in calls:
        try:
            f(**call) if isinstance(call, dict) else f(*call)
        except Exception as e:
            seen.append(text_of(e))
        seen.append(f.experimental_get_tracing_count())
    texts = [signature(c) for c in f._list_all_concrete_functions()]
    return "\n".join(map(str, [*seen, *texts]))


def nothing(a=None):
    return tf.constant(0)


def each(*values, **options):
    return traced(nothing, *[(v,) for v in values], **options)


def case_numbers():
    return each(1, 1.0, True, 2, 2.5, 1, False, 0, 0.0, -0.0, 1 + 2j, 1 + 0j)


def case_none_and_strings():
    return each(None, "a", b"a", "a", None, "", "None")


def case_nan():
    nan = float("nan")
    return each(nan, nan, float("nan"))


def case_big_integers():
    return each(10**30, 10**30, 2**63, -(2**63))


def case_enumerations():
    return each(Colour.RED, Colour.BLUE, Colour.RED)


def case_lists_and_tuples():
    return each([1, 2], (1, 2), [1, 2], [2, 1], [], (), [[]], [()], (1,), [1])


def case_nested_structures():
    return each([x, [x]], [x, (x,)], [[x], x], {"a": x, "b": [x]}, {"b": [x], "a": x}, {"a": [x], "b": x})


def case_dictionaries():
    return each(
        {"a": 1},
        {"a": 2},
        {"a": 1},
        {1: 1},
        {"a": 1, "b": 2},
        {"b": 2, "a": 1},
        {},
        collections.OrderedDict(a=1),
        collections.OrderedDict([("b", 2), ("a", 1)]),
        collections.defaultdict(int, a=1),
    )


def case_named_tuples():
    Other = collections.namedtuple("Pair", "first second")
    return each(Pair(1, 2), Pair(1, 2), (1, 2), Pair(1, 3), Other(1, 2), Pair(x, x), Pair(first=x, second=1))


def case_sets():
    return each({1, 2}, frozenset([1, 2]), frozenset([2, 1]))


def case_unhashable_slices():
    return each(slice(1, 2), slice(None))


def case_dtypes_and_shapes():
    return each(tf.float32, tf.float32, tf.int32, np.dtype("float32"), tf.TensorShape([1]), tf.TensorShape([1]), tf.TensorShape([None]), tf.TensorShape(None))


def case_specs_as_values():
    return each(tf.TensorSpec([2]), tf.TensorSpec([2]), x, tf.TensorSpec([None]), tf.ones([5]))


def case_classes_and_functions():
    def first():
        pass

    return traced(nothing, (int,), (int,), (float,), (Point,), (len,), (len,), (np.sum,), (nothing,), (nothing,)).split("\n")[:9]


def case_dataclasses():
    p = Point(1, 2)
    f = tf.function(nothing)
    seen = []
    for v in (p, p, Point(1, 2), FrozenPoint(1), FrozenPoint(1), FrozenPoint(2), Point(x, x)):
        try:
            f(v)
        except Exception as e:
            seen.append(text_of(e))
        seen.append(f.experimental_get_tracing_count())
    return seen


def case_dataclass_with_tensors():
    f = tf.function(lambda p: p.a + p.b)
    p = Point(x, x)
    first = f(p)
    p.a = x + 10
    return first.numpy().tolist(), f(p).numpy().tolist(), f.experimental_get_tracing_count()


def case_partials_as_arguments():
    p = functools.partial(nothing, 1)
    f = tf.function(nothing)
    seen = []
    for v in (p, p, functools.partial(nothing, 1)):
        f(v)
        seen.append(f.experimental_get_tracing_count())
    return seen


def case_bound_methods_as_arguments():
    class C:
        def m(self):
            return 1

    c, d = C(), C()
    f = tf.function(nothing)
    seen = []
    for v in (c.m, c.m, d.m):
        f(v)
        seen.append(f.experimental_get_tracing_count())
    return seen


def case_numpy_arrays():
    return each(np.ones(2), np.ones(2, np.float32), np.zeros(2), np.ones(3), np.array(1), np.array("a"), np.array(["a", "b"]), np.ones([0]))


def case_numpy_scalars():
    return each(np.float32(1), np.float32(2), np.float64(1), np.int32(1), np.int64(1), np.bool_(True), np.uint8(1), np.float16(1), np.bytes_(b"a"), np.complex64(1))


def case_shapes_change():
    return each(tf.ones([1]), tf.ones([2]), tf.ones([1]), tf.ones([1, 1]), tf.ones([]), tf.ones([0]))


def case_dtypes_change():
    return each(*[tf.cast([1], d) for d in (tf.float32, tf.int32, tf.float64, tf.bool, tf.int32, tf.complex64, tf.bfloat16, tf.uint8)], tf.constant(["a"]))


def case_reduced():
    return each(*[tf.ones(s) for s in ([1], [2], [3], [1, 2], [3, 2], [3, 3], [], [7])], reduce_retracing=True)


def case_reduced_structures():
    return each([tf.ones([1]), 1], [tf.ones([2]), 1], [tf.ones([3]), 2], [tf.ones([4]), 2], (tf.ones([4]), 2), (tf.ones([5]), 2), reduce_retracing=True)


def case_reduced_numbers():
    return each(1, 2, 3, 1.0, "a", "b", reduce_retracing=True)


def case_reduced_named_tuples():
    return each(Pair(tf.ones([1]), 1), Pair(tf.ones([2]), 1), Pair(tf.ones([3]), 1), Pair(tf.ones([3]), 2), reduce_retracing=True)


def case_reduced_dictionaries():
    return each({"a": tf.ones([1])}, {"a": tf.ones([2])}, {"b": tf.ones([2])}, {"a": tf.ones([9])}, reduce_retracing=True)


def case_reduced_numpy():
    return each(np.ones(1), np.ones(2), np.ones(3), tf.ones([4], tf.float64), reduce_retracing=True)


def case_reduced_dtypes():
    return each(tf.ones([1]), tf.ones([2], tf.int32), tf.ones([3]), tf.ones([3], tf.int32), tf.ones([4], tf.int32), reduce_retracing=True)


def case_ragged():
    r = tf.ragged.constant
    return each(r([[1], [2, 3]]), r([[1, 2], [3]]), r([[1], [2, 3], []]), r([[1.0], [2.0]]), r([[[1]], []]), r([[1], [2]], row_splits_dtype=tf.int32))


def case_ragged_reduced():
    r = tf.ragged.constant
    return each(r([[1], [2, 3]]), r([[1]]), r([[1], [2], [3]]), r([[1]] * 5), reduce_retracing=True)


def case_sparse():
    s = tf.sparse.from_dense
    return each(s([[1, 0]]), s([[1, 1]]), s([[1], [0]]), s([[1.0, 0.0]]), s([1, 0]))


def case_sparse_reduced():
    s = tf.sparse.from_dense
    return each(s([[1, 0]]), s([[1, 0], [0, 1]]), s([[1]]), s([[1], [2], [3]]), reduce_retracing=True)


def case_slices():
    def s(*n):
        return tf.IndexedSlices(tf.ones([*n, 2]), tf.zeros(n, tf.int32), tf.constant([4, 2]))

    return each(s(1), s(2), tf.IndexedSlices(tf.ones([1, 2]), tf.zeros([1], tf.int32)), tf.IndexedSlices(tf.ones([1, 2]), tf.zeros([1], tf.int64)), s(1))


def case_extension_types():
    m = Masked([1.0], [True])
    return each(m, m, Masked([2.0], [False]), Masked([1.0, 2.0], [True, False]), Scaled([1.0]), Scaled([1.0], 2.0), Scaled([2.0], 2.0))


def case_extension_types_reduced():
    return each(*[Masked([1.0] * n, [True] * n) for n in (1, 2, 3, 4)], Scaled([1.0]), Scaled([1.0, 2.0]), Scaled([1.0] * 3), Scaled([1.0] * 3, 2.0), reduce_retracing=True)


def case_datasets_and_iterators():
    d = tf.data.Dataset.range(3)
    return traced(nothing, (d,), (d,), (tf.data.Dataset.range(4),), (d.batch(2),)).split("\n")[:4]


def case_iterators():
    d = tf.data.Dataset.range(3)
    f = tf.function(lambda it: next(it))
    it = iter(d)
    out = [int(f(it)), int(f(it)), f.experimental_get_tracing_count()]
    out += [int(f(iter(d))), f.experimental_get_tracing_count()]
    return out


def case_optionals():
    o = tf.experimental.Optional.from_value(x)
    f = tf.function(lambda o: o.get_value())
    out = [f(o).numpy().tolist(), f(tf.experimental.Optional.from_value(x + 1)).numpy().tolist(), f.experimental_get_tracing_count()]
    return out


class Custom:
    def __init__(self, kind, tensors):
        self.kind, self.tensors = kind, tensors

    def __tf_flatten__(self):
        return (self.kind,), (self.tensors,)

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(metadata[0], components[0])


def case_custom_nests():
    f = tf.function(lambda c: tf.constant(c.kind) if c.kind > 1 else c.tensors[0])
    seen = []
    for c in (Custom(1, [x]), Custom(1, [x + 1]), Custom(2, [x]), Custom(1, [x, x])):
        seen += [f(c).numpy().tolist(), f.experimental_get_tracing_count()]
    return seen


def both(a, b=None):
    return tf.constant(0)


def case_defaults():
    return traced(both, (1,), (1, None), {"a": 1}, {"a": 1, "b": None}, {"b": None, "a": 1}, (1, 2))


def case_default_arrays():
    def f(a, b=np.ones(2)):
        return a + b

    return traced(f, (np.ones(2),), (np.ones(2), np.zeros(2)))


def case_default_tensors():
    t = tf.constant([5.0, 5.0])

    def f(a, b=t):
        return a + b

    return traced(f, (x,), (x, x), (x, t))


def case_keyword_only():
    def f(a, *, k, m=3):
        return tf.constant(0)

    return traced(f, {"a": 1, "k": 2}, {"k": 2, "a": 1}, {"a": 1, "k": 2, "m": 3}, {"a": x, "k": x}, {"m": x, "a": x, "k": 1}, (1,), (1, 2))


def case_positional_only():
    def f(a, /, b, *, c=1):
        return tf.constant(0)

    return traced(f, (1, 2), {"a": 1, "b": 2}, (x, x), {"b": 1})


def case_star_args():
    def f(a, *rest):
        return tf.constant(0)

    return traced(f, (1,), (1, 2), (1, x), (x, x, x), (x, [x, x]), {"a": x}, (x, 1, 2, 3))


def case_star_keywords():
    def f(a, **rest):
        return tf.constant(0)

    return traced(f, (1,), {"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": x, "z": x, "b": x}, {"a": x, "b": x, "z": x})


def case_all_kinds():
    def f(a, b=1, *rest, c, d=2, **others):
        return tf.constant(0)

    return traced(f, {"a": 1, "c": 2}, (1, 2, 3), {"a": x, "c": x, "e": x}, {"a": x, "c": x, "b": 5, "z": 1})


def case_lambda():
    return traced(lambda a, b=2, *c: tf.constant(0), (1,), (1, 2, 3), (x, x, x))


def case_partials():
    def f(a, b, c=3, *, d=4):
        return tf.constant(0)

    out = []
    for p in (functools.partial(f, 1), functools.partial(f, b=1), functools.partial(f, c=x), functools.partial(f, 1, d=5), functools.partial(functools.partial(f, 1), 2)):
        out.append(traced(p, (x,), {"a": x}, (x, x)))
    return "\n--\n".join(out)


class Counter:
    def __init__(self):
        self.v = None

    @tf.function
    def add(self, a, b=1):
        return tf.constant(0)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def fixed(self, a):
        return a

    @classmethod
    @tf.function
    def of_class(cls, a):
        return tf.constant(0)

    @staticmethod
    @tf.function
    def of_none(a):
        return tf.constant(0)

    @tf.function
    def __call__(self, a):
        return tf.constant(0)

    def made(self, a):
        if self.v is None:
            self.v = tf.Variable(1.0)
        return self.v * a


def case_methods():
    c, d = Counter(), Counter()
    out = []
    c.add(x)
    c.add(x)
    d.add(x)
    out += [c.add.experimental_get_tracing_count(), d.add.experimental_get_tracing_count(), Counter.add.experimental_get_tracing_count()]
    out += [c.add is c.add, c.add is d.add, c.add.name, type(c.add).__name__]
    out.append(signature(c.add.get_concrete_function(x)))
    out.append(signature(c.add.get_concrete_function(x, b=x)))
    return out


def case_methods_with_signatures():
    c = Counter()
    c.fixed(x)
    c.fixed([1.0])
    out = [c.fixed.experimental_get_tracing_count(), signature(c.fixed.get_concrete_function()), str(c.fixed.input_signature)]
    for bad in (lambda: c.fixed(), lambda: c.fixed(x, x), lambda: c.fixed(tf.ones([2, 2])), lambda: c.fixed(a=x, b=1)):
        try:
            bad()
        except Exception as e:
            out.append(re.sub(r"<\S+Counter object at 0x\w+>", "OBJECT", text_of(e)))
    return out


def case_static_and_class_methods():
    out = [int(Counter.of_none(x)), Counter.of_none.experimental_get_tracing_count(), int(Counter().of_none(x)), Counter.of_none.experimental_get_tracing_count()]
    try:
        out.append(int(Counter.of_class(x)))
    except Exception as e:
        out.append(text_of(e))
    return out


def case_callable_objects():
    c = Counter()
    c(x)
    c(x)
    return Counter.__call__.experimental_get_tracing_count(), c.__call__.experimental_get_tracing_count()


def case_bound_methods():
    c, d = Counter(), Counter()
    f, g = tf.function(c.made), tf.function(d.made)
    out = [f(x).numpy().tolist(), f(x * 2).numpy().tolist(), g(x).numpy().tolist()]
    return out + [f.experimental_get_tracing_count(), g.experimental_get_tracing_count(), signature(f.get_concrete_function(x))]


def case_functions_of_functions():
    @tf.function
    def inner(a):
        return a + 1

    @tf.function
    def outer(a):
        return inner(a) + inner(a[:1])

    outer(x)
    outer(x)
    outer(tf.ones([1]))
    return outer.experimental_get_tracing_count(), inner.experimental_get_tracing_count(), signature(outer.get_concrete_function(x))


def case_function_as_argument():
    @tf.function
    def inner(a):
        return a + 1

    @tf.function
    def outer(f, a):
        return f(a)

    seen = []
    for g in (inner, inner, tf.function(lambda a: a), inner.get_concrete_function(x)):
        outer(g, x)
        seen.append(outer.experimental_get_tracing_count())
    return seen


def case_python_number_then_tensor():
    return traced(lambda a: tf.constant(1) * tf.cast(a, tf.int32), (1,), (tf.constant(1),), (np.int32(1),), (1,))


def case_global_changes():
    state = {"n": 1.0}
    f = tf.function(lambda a: a * state["n"])
    first = f(x).numpy().tolist()
    state["n"] = 2.0
    return first, f(x).numpy().tolist(), f.experimental_get_tracing_count()


def case_names_of_specs():
    spec = tf.TensorSpec
    f = tf.function(lambda a, b: a - b)
    made = [f.get_concrete_function(spec([], name=n), spec([], name=m)) for n, m in (("x", "y"), ("p", "q"), ("x", "y"), ("x", None))]
    made.append(f.get_concrete_function(spec([]), spec([])))
    called = float(f(tf.constant(3.0), tf.constant(1.0))), float(made[1](p=tf.constant(3.0), q=tf.constant(1.0)))
    named = [made[0] is made[2], made[0] is made[3], made[0] is made[4], made[0] is made[1]]
    return named, called, f.experimental_get_tracing_count(), [[t.name for t in c.inputs] for c in made]
