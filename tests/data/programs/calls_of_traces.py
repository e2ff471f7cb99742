"""How concrete functions take their arguments, which arguments a traced function refuses, and what stands for them while it is traced."""

import collections
import re
import weakref

import numpy as np

number = tf.TensorSpec([], tf.int32)
Pair = collections.namedtuple("Pair", "x y")


def c(value):
    return tf.constant(value)


def told(call):
    """What `call()` gives, or the type and text of its error without the numbers of functions."""
    try:
        return repr(call())
    except Exception as e:
        return type(e).__name__, re.sub(r"_\d+\b", "_N", re.sub(r"0x[0-9a-f]+", "0x", str(e)))


def plain(f, **options):
    return tf.function(f, autograph=False, **options)


def case_names_with_underscores():
    f = plain(lambda _, __, _x: _ + __ * _x)
    made = f.get_concrete_function(number, number, number)
    star = plain(lambda *_a: _a[0]).get_concrete_function(number, number)
    return (
        f(c(1), c(2), c(3)),
        [t.name for t in made.inputs],
        made.structured_input_signature,
        made.function_def.signature.input_arg[1].name,
        made(c(1), c(2), c(3)),
        made(_=c(1), __=c(2), _x=c(3)),
        str(made),
        [t.name for t in star.inputs],
        star.structured_input_signature,
    )


def case_inputs_by_the_names_of_their_specs():
    f = plain(lambda x, y: (x, y))
    made = f.get_concrete_function(tf.TensorSpec([], tf.int32, name="z"), tf.TensorSpec([], tf.int32, name="a"))
    calls = dict(
        names=lambda: made(z=c(1), a=c(2)),
        other_order=lambda: made(a=c(2), z=c(1)),
        parameters=lambda: made(y=c(2), x=c(1)),
        place_and_name=lambda: made(c(1), a=c(2)),
        place_and_parameter=lambda: made(c(1), y=c(2)),
        both_kinds=lambda: made(x=c(1), a=c(2)),
        twice=lambda: made(c(1), z=c(2)),
        numbers_by_name=lambda: made(z=1, a=2),
        numbers=lambda: made(1, 2),
        variables=lambda: made(tf.Variable(3), tf.Variable(4)),
        too_many=lambda: made(c(1), c(2), c(3)),
        too_few=lambda: made(c(1)),
        unknown=lambda: made(c(1), c(2), b=c(3)),
    )
    return {name: told(call) for name, call in calls.items()}


def case_nested_inputs_by_name():
    @plain
    def product(pair):
        ((a, b),) = pair
        return tf.matmul(a, b)

    spec = tf.TensorSpec([None, None], tf.float32)
    made = product.get_concrete_function([(tf.TensorSpec.from_spec(spec, name="second"), tf.TensorSpec.from_spec(spec, name="first"))])
    a, b = c([[1.0, 2.0], [3.0, 4.0]]), c([[0.0, 1.0], [1.0, 1.0]])
    return made(second=a, first=b), made(a, b), made([(a, b)])


def case_structures():
    same = plain(lambda x: x)
    made = {
        "list": same.get_concrete_function([number, number]),
        "tuple": same.get_concrete_function((number, number)),
        "dict": same.get_concrete_function({"b": number, "a": number}),
        "named": same.get_concrete_function(Pair(number, number)),
    }
    given = dict(
        list=[c(1), c(2)],
        tuple=(c(1), c(2)),
        dict={"a": c(1), "b": c(2)},
        named=Pair(c(1), c(2)),
        numbers=[1, 2],
        one=(c(1),),
        three=(c(1), c(2), c(3)),
        more={"a": c(1), "b": c(2), "c": c(3)},
        other={"a": c(1), "c": c(2)},
        tensor=c([1, 2]),
    )
    found = {(kind, name): told(lambda f=f, value=value: f(value)) for kind, f in made.items() for name, value in given.items()}
    found.update({(kind, "flat"): told(lambda f=f: f(c(1), c(2))) for kind, f in made.items()})
    return {" ".join(k): v for k, v in found.items()}


def case_python_values():
    times = plain(lambda x, n=2, y=None: x * n)
    literal = plain(lambda x, training: x)
    nested = plain(lambda x, s: x).get_concrete_function(number, ["a", number])
    calls = dict(
        defaults=lambda: times.get_concrete_function(number)(c(4)),
        three=lambda: times.get_concrete_function(number, 3)(c(4)),
        without_y=lambda: times.get_concrete_function(number, 3)(c(4), 3),
        all=lambda: times.get_concrete_function(number, 3)(c(4), 3, None),
        other=lambda: times.get_concrete_function(number, 3)(c(4), n=2),
        tensor=lambda: times.get_concrete_function(number, number)(c(4), c(5)),
        tensor_missing=lambda: times.get_concrete_function(number, number)(c(4)),
        y=lambda: times.get_concrete_function(number, 2, number)(c(4), y=c(1)),
        y_none=lambda: times.get_concrete_function(number, 2, None)(c(4), y=c(1)),
        flag=lambda: literal.get_concrete_function(number, True)(c(1), training=True),
        other_flag=lambda: literal.get_concrete_function(number, True)(c(1), training=False),
        no_flag=lambda: literal.get_concrete_function(number, True)(c(1)),
        nested=lambda: nested(c(1), ["a", c(3)]),
        nested_other=lambda: nested(c(1), ["b", c(3)]),
    )
    return {name: told(call) for name, call in calls.items()}


def case_keywords_and_more():
    by_name = plain(lambda x, *, b, a: (x, b, a)).get_concrete_function(number, b=number, a=number)
    more = plain(lambda x, **kw: (x, kw)).get_concrete_function(number, b=number, a=number)
    star = plain(lambda x, *r: (x, r)).get_concrete_function(number, number)
    calls = dict(
        by_name=lambda: by_name(c(1), b=c(2), a=c(3)),
        by_name_missing=lambda: by_name(c(1), b=c(2)),
        by_place=lambda: by_name(c(1), c(2), c(3)),
        more=lambda: more(c(1), b=c(2), a=c(3)),
        too_many=lambda: more(c(1), b=c(2), a=c(3), d=c(1)),
        too_few=lambda: more(c(1), b=c(2)),
        star=lambda: star(c(1), c(2)),
        star_missing=lambda: star(c(1)),
        star_more=lambda: star(c(1), c(2), c(3)),
        none=lambda: plain(lambda: c(5)).get_concrete_function()(),
        none_given=lambda: plain(lambda: c(5)).get_concrete_function()(c(1)),
    )
    return {name: told(call) for name, call in calls.items()}


def case_values_of_one_parameter():
    f = plain(lambda x: x)
    row = f.get_concrete_function(tf.TensorSpec([2], tf.int32))
    values = dict(list=[1, 2], longer=[1, 2, 3], tensor=c([1, 2, 3]), array=np.array([1, 2]), floats=[1.5, 2.5], none=None, text="a")
    ragged = f.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32))
    others = dict(ragged=tf.ragged.constant([[1, 2], [3]]), floats=tf.ragged.constant([[1.0], [2.0, 3.0]]))
    return {k: told(lambda v=v: row(v)) for k, v in values.items()}, {k: told(lambda v=v: ragged(v)) for k, v in others.items()}


def case_traces_called_in_functions():
    f = plain(lambda a: a + 1.0).get_concrete_function(c([1.0]))
    shapes = []

    def unknown(x):
        y = f(x)
        shapes.append((x.shape, y.shape))
        return y

    calls = dict(
        other_shape=plain(lambda: f(c([1.0, 2.0]))),
        python_list=plain(lambda: f([1.0])),
        nothing=plain(lambda: f(None)),
        eagerly=lambda: f(c([1.0, 2.0])),
        unknown=lambda: plain(unknown, input_signature=[tf.TensorSpec(None)])(c([1.0])),
    )
    return {name: told(call) for name, call in calls.items()}, shapes


def case_arguments_that_are_changed():
    def cleared(m):
        m.clear()

    def popped(m):
        return m.pop("a")

    def set_again(m):
        m["a"] = c(3.0)
        return m["a"]

    def set_first(m):
        m[0] = c(3.0)

    def moved(m):
        m[0].append(m[1].pop(0))

    def keyword(m, k=None):
        k["z"] = 1

    def annotated(x: list, y: dict = {}) -> None:  # noqa: B006
        x.append(1)
        y["a"] = 2

    def kept(m):
        m["a"] = m["a"]
        return {**m, "b": c(1.0)}

    class Owner(tf.Module):
        @tf.function
        def one(self, x):
            x.append(1)

        @tf.function
        def more(self, *x, **k):
            k["a"].append(1)

    number = {"a": c(1.0)}
    calls = dict(
        cleared=lambda: tf.function(cleared)({"a": c(1.0)}),
        popped=lambda: tf.function(popped)(number),
        set_again=lambda: tf.function(set_again)({"a": c(1.0)}),
        set_first=lambda: plain(set_first)([c(1.0)]),
        moved=lambda: plain(moved)([[c(1.0)], [c(1.0), c(2.0)]]),
        keyword=lambda: tf.function(keyword)([1], k={"z": 2}),
        annotated=lambda: tf.function(annotated)([c(1)]),
        traced=lambda: plain(set_first).get_concrete_function([tf.TensorSpec([])]),
        kept=lambda: tf.function(kept)(number),
        method=lambda: Owner().one([c(1)]),
        keywords=lambda: Owner().more([c(1)], a=[2], b=[3]),
        inner=lambda: plain(lambda d: tf.function(set_again)(d))({"a": c(1.0)}),
        mapped=lambda: list(tf.data.Dataset.from_tensors({"a": 1, "b": 2}).map(lambda d: (d.pop("a"), d)[1])),
    )
    return {name: told(call) for name, call in calls.items()}, sorted(number)


def case_weak_references():
    target = tf.Module()
    return told(lambda: plain(lambda x: 1)(weakref.ref(target)))[0]


def case_traces_outside_of_the_signature():
    f = plain(lambda a: a, input_signature=[tf.TensorSpec([2, None], tf.float32)])
    given = [tf.ones([2, 3]), tf.ones([3, 3]), tf.TensorSpec([2, None]), tf.TensorSpec([None, None]), tf.TensorSpec(None)]
    given += [tf.TensorSpec([2, 4], name="q"), tf.TensorSpec([2, 4], tf.int32), tf.TensorSpec([2])]
    return [told(lambda a=a: f.get_concrete_function(a).inputs) for a in given]


def case_values_of_composites_are_of_unknown_number():
    seen = []

    @tf.function
    def ragged(r):
        seen.append((r.values.shape, r.row_splits.shape, r.shape))
        return tf.zeros([r.values.shape[0] or 7]), tf.shape(r.values)

    @tf.function
    def sparse(s):
        seen.append((s.indices.shape, s.values.shape, s.shape))
        return tf.shape(s.values)

    @tf.function
    def slices(s):
        seen.append((s.indices.shape, s.values.shape))
        return tf.shape(s.values)

    found = [ragged(tf.ragged.constant(v)) for v in ([[1, 2], [3]], [[1, 2], [3, 4, 5]])]
    found += [sparse(tf.SparseTensor(i, v, [4])) for i, v in (([[0]], [1]), ([[0], [1]], [1, 2]))]
    found += [slices(tf.IndexedSlices(tf.ones([n, 2]), tf.range(n), c([4, 2]))) for n in (1, 2)]
    return found, seen


def case_what_operations_wait_for():
    outside, variable = tf.identity(1.0), tf.Variable(1.0)
    given = dict(eager=[outside], variable=[variable], none=[None], number=[5], text=["a"], tuple=(outside,), all=None)
    given.update(ragged=[tf.ragged.constant([[1]])], array=[np.ones(2)], list=[[outside]], call=[lambda: 1])

    def waiting(x):
        with tf.control_dependencies(x):
            return tf.identity(2.0)

    def in_graph(x):
        with tf.Graph().as_default():
            return waiting(x).name

    wrong = ("variable", "none", "number", "text", "array", "list", "call", "all")
    return {k: told(plain(lambda x=x: waiting(x))) for k, x in given.items()}, {k: told(lambda x=given[k]: in_graph(x)) for k in wrong}
