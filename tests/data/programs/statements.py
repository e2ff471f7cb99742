"""Statements and builtins of Python in converted functions."""

import collections
import contextlib
import dataclasses
import functools
import sys

import numpy as np

x = tf.constant([1.0, 2.0])
one = tf.constant(1)
five = tf.constant(5)
t = tf.constant(True)
G = 10


def case_global():
    @tf.function
    def f(a):
        global G
        if a > 0:
            G = a * 2
        else:
            G = a
        return G

    global G
    r = f(one)
    k = type(G).__name__
    G = 10
    return r, k


def case_nonlocal():
    c = 1

    @tf.function
    def f(a):
        nonlocal c
        if a > 0:
            c = a * 2
        return c

    r = f(one)
    return r, type(c).__name__


def case_chained():
    @tf.function
    def f(a):
        return 0 < a < 3, 0 < a <= 1 < 2

    return f(one)


def case_chained_if():
    @tf.function
    def f(a):
        if 0 < a < 3:
            return 1
        return 2

    return f(one), f(five)


def case_logic():
    @tf.function
    def f(a):
        return (a > 0 and a < 3, a > 3 or a < 0, not a > 3, a > 0 and True, False or a > 0, None or a > 0, a > 0 and a > 1 and a > 2)

    return f(one)


def case_not_nonbool():
    @tf.function
    def f(a):
        return not a

    return f(one)


def case_logic_lazy():
    @tf.function
    def f(a, b):
        if b is not None and b > a:
            return a
        return -a

    return f(one, None), f(one, five)


def case_is():
    @tf.function
    def f(a):
        return a is a, a is not None, a == a, a != a

    return f(one)


def case_del():
    @tf.function
    def f(a):
        b = a
        del b
        l = [1, 2, 3]
        del l[0]
        return l

    return f(one)


def case_del_use():
    @tf.function
    def f(a):
        b = a
        del b
        return b

    return f(one)


def case_walrus():
    @tf.function
    def f(a):
        if (b := a * 2) > 1:
            c = b
        else:
            c = a
        return b, c

    return f(one)


def case_starargs():
    @tf.function
    def f(a, *args, k=1, **kw):
        def g(*p, **q):
            return p, sorted(q)

        return g(a, *args, k=k, **kw)

    return f(one, 2, 3, k=4, z=5)


def case_super():
    class A:
        def g(self, a):
            if a > 0:
                return a
            return -a

    class B(A):
        @tf.function
        def f(self, a):
            return super().g(a) + super().g(a)

    b = B()
    return b.f(one), b.f(-one)


def case_super_init():
    class A(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = tf.Variable(2.0)

        @tf.function
        def __call__(self, a):
            return a * self.v

    m = A()
    return m(x)


def case_decorators():
    def twice(fn):
        @functools.wraps(fn)
        def w(*a):
            return fn(*a) * 2

        return w

    @twice
    def g(a):
        if a > 0:
            return a
        return -a

    @tf.function
    def f(a):
        return g(a)

    return f(one), f(-one)


def case_property():
    class A:
        def __init__(self, v):
            self.v = v

        @property
        def p(self):
            if self.v > 0:
                return self.v
            return -self.v

    @tf.function
    def f(a):
        return A(a).p

    return f(one)


def case_callable_obj():
    class A:
        def __call__(self, a):
            if a > 0:
                return a
            return -a

    a = A()

    @tf.function
    def f(v):
        return a(v)

    return f(one), f(-one)


def case_partial():
    def g(k, a):
        if a > k:
            return a
        return -a

    @tf.function
    def f(a):
        return functools.partial(g, 0)(a)

    return f(one), tf.function(functools.partial(g, 3))(one)


def case_recursion_py():
    def fact(n):
        return 1 if n == 0 else n * fact(n - 1)

    @tf.function
    def f(a):
        return a * fact(5)

    return f(one)


def case_recursion_fn():
    @tf.function
    def f(a, n):
        if n == 0:
            return a
        return f(a * 2, n - 1)

    return f(one, 3)


def case_class_body():
    @tf.function
    def f(a):
        class C:
            k = 3

            def m(self, v):
                return v * self.k

        return C().m(a)

    return f(one)


def case_inner():
    @tf.function
    def f(a):
        def g(b):
            if b > 0:
                return b
            return -b

        h = lambda b: b * 2 if b > 0 else b
        return g(a) + h(a)

    return f(one), f(-one)


def case_closure_loop():
    @tf.function
    def f(a):
        fs = [lambda v, i=i: v + i for i in range(3)]
        return [g(a) for g in fs]

    return f(one)


def case_dataclass():
    @dataclasses.dataclass
    class P:
        a: object
        b: int = 2

        def tot(self):
            if self.a > 0:
                return self.a + self.b
            return self.b - self.a

    @tf.function
    def f(v):
        return P(v).tot()

    return f(one), f(-one)


def case_namedtuple():
    P = collections.namedtuple("P", "a b")

    @tf.function
    def f(v):
        p = P(v, 1)
        if v > 0:
            p = P(v * 2, 3)
        return p

    return f(one)


def case_match():
    @tf.function
    def f(a, k):
        match k:
            case "dbl":
                return a * 2
            case {"add": n}:
                return a + n
            case [p, q]:
                return a * p * q
            case int() if k > 3:
                return a - k
            case _:
                return a

    return [f(one, k) for k in ("dbl", "zz", 5)]


def case_comprehensions():
    @tf.function
    def f(a):
        return [i * a for i in range(3) if i], {k: a for k in "ab"}, tuple(i + a for i in [1, 2]), sorted({j for j in (3, 1)})

    return f(one)


def case_comp_tensor():
    @tf.function
    def f(a):
        return [i * 2 for i in a]

    return f(x)


def case_generator_fn():
    def gen(n):
        for i in range(n):
            yield i

    @tf.function
    def f(a):
        s = a
        for i in gen(3):
            s += i
        return s

    return f(one)


def case_generator_top():
    @tf.function
    def f(a):
        yield a

    return f(one)


def case_yield_from():
    @tf.function
    def f(a):
        def g():
            yield a

        return list(g())

    return f(one)


def case_async():
    @tf.function
    def f(a):
        async def g():
            return 1

        return a

    return f(one)


def case_fstring():
    @tf.function
    def f(a):
        s = f"{a.shape}-{a.dtype.name!r:>12}-{1 + 1}"
        print(s)
        return a

    return f(one)


def case_print_py():
    @tf.function
    def f(a):
        print("tracing", a, sep="|", end="!\n")
        return a

    f(one)
    f(five)


def case_assert_py():
    @tf.function
    def f(a, k):
        assert k > 2, f"bad {k}"
        return a

    f(one, 3)
    f(one, 1)


def case_slices():
    @tf.function
    def f(a):
        return a[0], a[-1], a[:1], a[::-1], a[..., None], a[tf.newaxis], a[one]

    return f(x)


def case_setitem():
    @tf.function
    def f(a):
        l = [1, 2]
        l[0] = a
        d = {}
        d["k"] = a
        n = np.zeros(2)
        n[0] = 3
        return l, d, n

    return f(one)


def case_setitem_tensor():
    @tf.function
    def f(a):
        a[0] = 5.0
        return a

    return f(x)


def case_aug_attr():
    class S:
        v = 1

    @tf.function
    def f(a):
        S.v += 1
        return a * S.v

    return f(one), f(five), S.v


def case_unpack():
    @tf.function
    def f(a):
        b, (c, *d), e = 1, [2, 3, 4], a
        (g, h), [i, j] = (1, 2), (3, 4)
        return b, c, d, e, g, h, i, j

    return f(one)


def case_tryexcept():
    @tf.function
    def f(a):
        try:
            if a > 0:
                b = a
            else:
                b = -a
            raise KeyError("q")
        except (KeyError, ValueError) as e:
            m = str(e)
        else:
            m = "else"
        finally:
            z = 3
        return b, m, z

    return f(one)


def case_with():
    @contextlib.contextmanager
    def c():
        yield 5

    @tf.function
    def f(a):
        with c() as v, tf.name_scope("q") as s:
            if a > 0:
                return a + v
            return a - v

    return f(one), f(-one)


def case_with_tape():
    v = tf.Variable(3.0)

    @tf.function
    def f(a):
        with tf.GradientTape() as tape:
            if a > 0:
                y = v * v
            else:
                y = v
        return tape.gradient(y, v)

    return f(one), f(-one)


def case_while_py():
    @tf.function
    def f(a):
        n = 3
        while n:
            a = a + n
            n -= 1
        return a

    return f(one)


def case_lambda_cond():
    f = tf.function(lambda a: a * 2 if a > 0 else -a)
    return f(one), f(-one)


def case_lambda_multi():
    f, g = tf.function(lambda a: a + 1), tf.function(lambda a: a + 2 if a > 0 else a)
    return f(one), g(one)


def case_exec():
    ns = {"tf": tf}
    exec("def g(a):\n  if a > 0: return a\n  return -a", ns)

    @tf.function
    def f(a):
        return ns["g"](a)

    f(one)


def case_exec_top():
    ns = {"tf": tf}
    exec("@tf.function\ndef g(a):\n  if a > 0: return a\n  return -a", ns)
    ns["g"](one)


def case_exec_noif():
    ns = {"tf": tf}
    exec("@tf.function\ndef g(a):\n  return -a", ns)
    return ns["g"](one)


def case_lru():
    @functools.lru_cache
    def g(k):
        return k * 2

    @tf.function
    def f(a):
        return a * g(3)

    return f(one)


def case_staticm():
    class A:
        @staticmethod
        def s(a):
            if a > 0:
                return a
            return -a

        @classmethod
        def c(cls, a):
            if a > 0:
                return a
            return -a

    @tf.function
    def f(a):
        return A.s(a), A.c(a), A().s(a), A().c(a)

    return f(-one)


def case_default_args():
    def g(a, k=2, *, m=3):
        if a > 0:
            return a * k * m
        return a

    @tf.function
    def f(a):
        return g(a), g(a, 3), g(a, m=1)

    return f(one)


def case_annotations():
    @tf.function
    def f(a: tf.Tensor, k: "int" = 2) -> tf.Tensor:
        b: tf.Tensor = a * k
        c: int
        return b

    return f(one)


def case_docstring():
    @tf.function
    def f(a):
        """Doc."""
        r"""raw"""
        return a

    return f(one), f.__doc__


def case_builtin_len():
    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def f(a):
        return len(a), len([1, 2])

    return f(tf.ones([2, 3]))


def case_builtin_len_unknown():
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def f(a):
        return len(a)

    return f(tf.ones([2, 3]))


def case_builtin_len_ds():
    @tf.function
    def f():
        return len(tf.data.Dataset.range(5))

    return f()


def case_builtin_len_ds_inf():
    @tf.function
    def f():
        return len(tf.data.Dataset.range(5).repeat())

    return f()


def case_builtin_len_ta():
    @tf.function
    def f():
        return len(tf.TensorArray(tf.float32, 3))

    return f()


def case_builtin_int():
    @tf.function
    def f(a, s):
        return int(a), float(a), int(s), float(s), abs(-a), int(2.5), float("1.5"), int("12", 8)

    return f(tf.constant(2.7), tf.constant("3"))


def case_builtin_int_base():
    @tf.function
    def f(s):
        return int(s, 16)

    return f(tf.constant("3"))


def case_builtin_max():
    @tf.function
    def f(a):
        return max(a, 3)

    return f(one)


def case_builtin_max1():
    @tf.function
    def f(a):
        return max(a), min(a)

    return f(x)


def case_builtin_sum():
    @tf.function
    def f(a):
        return sum([a, a]), sum(a)

    return f(x)


def case_builtin_any():
    @tf.function
    def f(a):
        return any([True, False]), all([1, 2]), any(a)

    return f(tf.constant([True, False]))


def case_builtin_any_ds():
    @tf.function
    def f():
        d = tf.data.Dataset.from_tensor_slices([False, True])
        return any(d), all(d)

    return f()


def case_builtin_any_ds_bad():
    @tf.function
    def f():
        return any(tf.data.Dataset.range(3))

    return f()


def case_builtin_sorted():
    @tf.function
    def f(a):
        return sorted(a), sorted(a, reverse=True), sorted([3, 1], key=lambda v: -v)

    return f(tf.constant([3, 1, 2]))


def case_builtin_sorted_key():
    @tf.function
    def f(a):
        return sorted(a, key=lambda v: -v)

    return f(tf.constant([3, 1, 2]))


def case_builtin_sorted_2d():
    @tf.function
    def f(a):
        return sorted(a)

    return f(tf.ones([2, 2]))


def case_builtin_range():
    @tf.function
    def f(n):
        return range(n), range(1, n), range(0, n, 2), list(range(3))

    return f(five)


def case_builtin_zip_map():
    @tf.function
    def f(a):
        return (
            list(zip([1, 2], [a, a])),
            list(map(lambda v: v * a, [1, 2])),
            list(filter(None, [0, 1])),
            list(enumerate([a], 3)),
            list(reversed([1, 2])),
        )

    return f(one)


def case_builtin_enumerate_ds():
    @tf.function
    def f():
        s = tf.constant(0, tf.int64)
        for i, v in enumerate(tf.data.Dataset.range(3), 5):
            s += i * v
        return s

    return f()


def case_builtin_pow_round():
    @tf.function
    def f(a):
        return (
            pow(a, 2),
            divmod(a, 2),
            round(2.6),
            isinstance(a, tf.Tensor),
            type(a).__name__,
            hasattr(a, "shape"),
            getattr(a, "dtype"),
            id(a) == id(a),
            callable(f),
        )

    return f(five)


def case_builtin_str():
    @tf.function
    def f(a):
        return str(a), repr(a), bool([]), tuple([a]), list((a,)), dict(k=a), slice(1, 2) == slice(1, 2)

    return f(one)


def case_builtin_bool():
    @tf.function
    def f(a):
        return bool(a)

    return f(t)


def case_print_kwargs():
    @tf.function
    def f(a):
        print(a, nope=1)

    f(one)


def case_to_code_lambda():
    f = lambda x: x + 1 if x > 0 else x
    return tf.autograph.to_code(f)


def case_to_code_nonrec():
    def f(l):
        return g(l)

    return tf.autograph.to_code(f, recursive=False)


def case_to_code_builtin():
    return tf.autograph.to_code(len)


def case_to_code_tffn():
    @tf.function
    def f(x):
        return x

    return tf.autograph.to_code(f)


def case_to_code_tffn_py():
    @tf.function
    def f(x):
        return x

    return tf.autograph.to_code(f.python_function)


def case_to_graph():
    def f(x):
        if x > 0:
            return x * x
        return -x

    g = tf.autograph.to_graph(f)
    return g(one), g.__name__


def case_to_graph_exec():
    ns = {}
    exec("def g(a): return a", ns)
    return tf.autograph.to_graph(ns["g"])


def case_to_graph_int():
    return tf.autograph.to_graph(3)


def case_to_graph_class():
    class A:
        pass

    return tf.autograph.to_graph(A)


def case_verbosity():
    tf.autograph.set_verbosity(0)
    tf.autograph.set_verbosity(1, True)
    tf.autograph.set_verbosity(0)


def case_trace():
    tf.autograph.trace("a", 1)

    @tf.function
    def f(a):
        tf.autograph.trace(a)
        return a

    f(one)


def case_dnc():
    @tf.autograph.experimental.do_not_convert
    def g(a):
        return isinstance(a, tf.Tensor)

    @tf.autograph.experimental.do_not_convert()
    def h(a):
        return 1

    @tf.function
    def f(a):
        return g(a), h(a)

    return f(one), g.__name__


def case_dnc_if():
    @tf.autograph.experimental.do_not_convert
    def g(a):
        if a > 0:
            return a
        return -a

    @tf.function
    def f(a):
        return g(a)

    f(one)


def case_feature():
    F = tf.autograph.experimental.Feature
    return [m.name for m in F], F.all(), sorted(f.name for f in F.all_but(F.LISTS)), F.ALL


def case_eq_feature():
    @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.EQUALITY_OPERATORS)
    def f(a):
        return a == 1, a != 1

    return f(one)


def case_assert_feature():
    @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.ASSERT_STATEMENTS)
    def f(a):
        assert a > 0, "must be pos"
        return a

    f(one)
    f(-one)


def case_mixed_py_tensor_if():
    @tf.function
    def f(a, flag):
        r = a
        if flag and a > 0:
            r = a * 2
        if flag or a > 0:
            r = r + 1
        return r

    return f(one, True), f(one, False), f(-one, True)


def case_nested_defs_loops():
    @tf.function
    def f(n):
        def body(i, s):
            if i % 2 == 0:
                return s + i
            return s

        s = 0
        for i in tf.range(n):
            s = body(i, s)
        return s

    return f(five)


def case_multi_assign():
    @tf.function
    def f(a):
        b = c = a
        if a > 0:
            b, c = c, b + 1
        return b, c

    return f(one)


def case_early_returns():
    @tf.function
    def f(a, k):
        if k == 1:
            return a
        if a > 0:
            if k == 2:
                return a * 2
            a = a + 1
        return a * 10

    return [f(v, k) for v in (one, -one) for k in (1, 3)]


def case_early_return_2():
    @tf.function
    def f(a):
        if a > 10:
            return a
        a = a * 2
        if a > 10:
            return -a
        a += 1
        return a

    return [f(tf.constant(v)) for v in (11, 6, 1)]


def case_return_none():
    @tf.function
    def f(a):
        a + 1

    return f(one)


def case_pass():
    @tf.function
    def f(a):
        if a > 0:
            pass
        else:
            pass
        for _ in tf.range(3):
            pass
        return a

    return f(one)


def case_semicolon():
    @tf.function
    def f(a):
        b = a
        c = b
        return c

    return f(one)


def case_multiline():
    @tf.function
    def f(a):
        return a + 1 if a > 0 else -a

    return f(one)


def _compared(x, y):
    return x == y, x != y, not (x == y)


def case_equality_operators():
    feature = tf.autograph.experimental.Feature.EQUALITY_OPERATORS
    pairs = (1, 2), ("a", "a"), (tf.constant([1, 2]), 2), (tf.Variable([1, 2]), [1, 3]), (tf.constant("a"), "a")
    for features in None, feature, (feature, tf.autograph.experimental.Feature.ASSERT_STATEMENTS):
        compare = tf.autograph.to_graph(_compared, experimental_optional_features=features)
        print(*map(lambda pair: compare(*pair), pairs), sep="\n")
    with tf.Graph().as_default() as graph:
        for features in None, feature:
            print(tf.autograph.to_graph(_compared, experimental_optional_features=features)(tf.constant([1, 2]), 2))
        print([node.op for node in graph.as_graph_def().node])


def case_not_of_eager_tensors():
    negated = tf.autograph.to_graph(lambda x: not x)
    return [negated(x) for x in (tf.constant([True, False]), tf.constant(False), 3, [])]


def case_dependencies_that_are_no_list():
    def tried(inputs):
        try:
            with tf.control_dependencies(inputs):
                tf.identity(1)
            return "entered"
        except Exception as e:
            return f"{type(e).__name__} {str(e)[:60]}"

    print(tried(tf.constant(1.0)))
    with tf.Graph().as_default():
        print(*map(tried, (tf.constant(1), tf.compat.v1.placeholder(tf.int32), None, [])), sep="\n")


def _turned(x):
    if tf.reduce_sum(x) > 0:
        return x
    return -x


def case_functions_that_are_not_converted():
    def held():
        return _turned(x)

    def in_layer(inputs):
        return tf.keras.Sequential([tf.keras.layers.Lambda(_turned)])(inputs)

    def step(i, y):
        return i + 1, _turned(y)

    traced = {
        "cond": lambda a: tf.cond(a[0] > 0, held, held),
        "case": lambda a: tf.case([(a[0] > 0, held)], held),
        "switch_case": lambda a: tf.switch_case(tf.constant(0), [held, held]),
        "while_loop": lambda a: tf.while_loop(lambda i, y: i < 2, step, [0, a])[1],
        "vectorized_map": lambda a: tf.vectorized_map(_turned, a),
        "Lambda": in_layer,
        "map_fn": lambda a: tf.map_fn(_turned, a),
        "scan": lambda a: tf.scan(lambda total, b: _turned(total + b), a),
        "inline": lambda a: tf.cond(a[0] > 0, lambda: _turned(a), lambda: _turned(a)),
    }
    for name, function in traced.items():
        try:
            print(name, tf.function(function)(x[None] if name == "Lambda" else x).numpy())
        except Exception as e:
            print(name, type(e).__name__)
