"""Types of arguments that say themselves how they are traced, and what concrete functions show."""

import collections
import re

import numpy as np

x = tf.constant([1.0, 2.0])
T = tf.types.experimental


class FruitType(T.TraceType):
    def __init__(self, kind):
        self.kind = kind

    def is_subtype_of(self, other):
        return type(other) is FruitType and (other.kind == self.kind or other.kind == "any")

    def most_specific_common_supertype(self, others):
        return self if all(o == self for o in others) else FruitType("any")

    def placeholder_value(self, ctx):
        return Fruit(self.kind, 0)

    def __hash__(self):
        return hash(self.kind)

    def __eq__(self, other):
        return type(other) is FruitType and other.kind == self.kind

    def __repr__(self):
        return f"FruitType({self.kind})"


class Fruit:
    def __init__(self, kind, n):
        self.kind, self.n = kind, n

    def __tf_tracing_type__(self, context):
        return FruitType(self.kind)


def case_protocol():
    seen = []

    @tf.function
    def f(a):
        seen.append(a.kind)
        return tf.constant(len(a.kind))

    out = [int(f(Fruit(k, n))) for k, n in (("apple", 1), ("apple", 2), ("fig", 3), ("apple", 4))]
    return repr((out, seen, f.experimental_get_tracing_count()))


def case_protocol_reduce():
    @tf.function(reduce_retracing=True)
    def f(a):
        return tf.constant(1)

    counts = []
    for k in ("apple", "fig", "plum", "apple"):
        f(Fruit(k, 1))
        counts.append(f.experimental_get_tracing_count())
    return repr(counts)


def case_protocol_instance():
    return repr((isinstance(Fruit("a", 1), T.SupportsTracingProtocol), isinstance(3, T.SupportsTracingProtocol), issubclass(tf.TensorSpec, T.TraceType)))


def case_isinstance():
    f = tf.function(lambda a: a)
    c = f.get_concrete_function(x)
    return repr((isinstance(f, T.GenericFunction), isinstance(c, T.ConcreteFunction), isinstance(f, T.ConcreteFunction), isinstance(c, T.Callable), isinstance(f, T.PolymorphicFunction)))


def case_concrete_calls():
    f = tf.function(lambda a, b: a + b)
    c = f.get_concrete_function(x, tf.TensorSpec([2]))
    out = [c(x, x).numpy().tolist(), c(x, b=x).numpy().tolist(), c(a=x, b=x).numpy().tolist()]
    for bad in (lambda: c(x), lambda: c(x, x, x), lambda: c(x, z=x), lambda: c(tf.constant([1, 2]), x), lambda: c(tf.ones([3]), tf.ones([3]))):
        try:
            out.append(bad().numpy().tolist())
        except Exception as e:
            out.append(type(e).__name__)
    return repr(out)


def case_none_and_default():
    f = tf.function(lambda a, b=None, c=2.5: a)
    return f.get_concrete_function(x).pretty_printed_signature()


def case_get_concrete_literals():
    f = tf.function(lambda a, n: a * n)
    c = f.get_concrete_function(tf.TensorSpec([None]), 3)
    out = [c(x).numpy().tolist()]
    for bad in (lambda: c(x, 3), lambda: c(x, 4)):
        try:
            out.append(bad().numpy().tolist())
        except Exception as e:
            out.append(type(e).__name__)
    return repr(out)


def case_numpy_and_lists():
    f = tf.function(lambda a: a)
    out = [type(f([1, 2])).__name__, type(f(np.array([1, 2]))).__name__, type(f((1.0, x))).__name__, f.experimental_get_tracing_count()]
    return repr(out)


def case_string_scalars():
    f = tf.function(lambda a: tf.convert_to_tensor(a))
    return repr([f(np.str_("a")).numpy(), f(np.array(["a", "b"])).numpy().tolist(), f(np.bool_(True)).numpy().tolist(), f.experimental_get_tracing_count()])


def case_bad_signature_calls():
    f = tf.function(lambda a: a, input_signature=[tf.TensorSpec([None], tf.float32)])
    out = []
    for v in (x, [1.0, 2.0], np.ones(3), tf.constant([1]), tf.ones([2, 2]), "a", 3.0):
        try:
            out.append(f(v).numpy().tolist())
        except Exception as e:
            out.append(type(e).__name__)
    return repr(out)


def case_signature_nested():
    f = tf.function(lambda d, n: d["a"] + n[0], input_signature=[{"a": tf.TensorSpec([None])}, [tf.TensorSpec([], tf.float32)]])
    return repr((f({"a": x}, [1.0]).numpy().tolist(), f.experimental_get_tracing_count()))


def case_signature_defaults():
    f = tf.function(lambda a, b=2.0: a + b, input_signature=[tf.TensorSpec([None])])
    return repr((f(x).numpy().tolist(),))


def case_variables_in_words():
    v, w = tf.Variable([1.0, 2.0]), tf.Variable(3.0, trainable=False)
    f = tf.function(lambda a, b, c: a + b)
    return f.get_concrete_function(v, w, v).pretty_printed_signature(verbose=False)


def case_variables_that_are_given_are_not_captured():
    v, w = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
    f, g = tf.function(lambda a, b: a + b), tf.function(lambda a: a + w)
    texts = [c.pretty_printed_signature() for c in (f.get_concrete_function(v, x), g.get_concrete_function(v))]
    return [re.sub(r"\d{9,}", "N", text) for text in texts]


def case_function_type():
    outer = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(a, b, n=2, *, flag=True):
        return {"sum": a + b["x"] * n, "first": outer.read_value()}

    t = f.get_concrete_function(tf.TensorSpec([3], tf.float32), {"x": x[0]}).function_type
    parts = [(p.name, p.kind.name, p.optional, repr(p.type_constraint)) for p in t.parameters.values()]
    flat = [[repr(s) for s in specs] for specs in (t.flat_inputs, t.flat_captures, t.flat_outputs)]
    return str(t), parts, repr(t.output), flat, len(t.captures), isinstance(t, T.FunctionType)


def case_function_type_without_arguments():
    t = tf.function(lambda: (tf.ones([2]), 3)).get_concrete_function().function_type
    return str(t), list(t.parameters), repr(t.output), t.flat_inputs, [repr(s) for s in t.flat_outputs]


def case_names_of_nested_arguments():
    @tf.function
    def taken(*args, **kwargs):
        return tf.constant(1)

    Pair = collections.namedtuple("Pair", "u v")
    t, named = tf.constant(1.0), tf.TensorSpec([], name="n")
    calls = [
        (({"a b": t, "c/d": [t, {"e": t}]},), {}),
        (([t, [t, (t,)]], Pair(t, [t])), {}),
        ((Pair(t, named), [named, named]), {}),
        ((), {"z": {"q": t}, "y": [t]}),
        (({1: t, 2: t}, np.ones(2)), {}),
        ((tf.ragged.constant([[1]]), [tf.sparse.from_dense([1])]), {}),
    ]
    made = [taken.get_concrete_function(*args, **kwargs) for args, kwargs in calls]
    signature = [{"a": tf.TensorSpec([]), "b": tf.TensorSpec([])}, [tf.TensorSpec([], name="k"), tf.TensorSpec([])]]
    made.append(tf.function(lambda x, y: x, input_signature=signature).get_concrete_function())
    return repr([(c.structured_input_signature, [x.name for x in c.inputs]) for c in made])
