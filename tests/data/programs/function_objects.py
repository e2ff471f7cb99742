"""Traced functions as objects: arguments, signatures, retracing, methods, copies, threads."""

import collections
import copy
import functools
import gc
import pickle
import threading
import weakref

import numpy as np

x = tf.constant([1.0, 2.0])


def count(f):
    return f.experimental_get_tracing_count()


def case_implements():
    @tf.function(experimental_implements="my.op")
    def f(a):
        return a + 1.0

    return repr((f(x).numpy().tolist(), count(f)))


def case_attributes():
    @tf.function(experimental_attributes={"implements": "embedded_matmul"})
    def f(a):
        return a + 1.0

    c = f.get_concrete_function(x)
    return repr((f(x).numpy().tolist(), sorted(k for k in c.function_def.attr if not k.startswith("_"))))


def case_implements_attr():
    @tf.function(experimental_implements="my.op")
    def f(a):
        return a + 1.0

    c = f.get_concrete_function(x)
    return repr(c.function_def.attr["_implements"].s)


def case_bad_attribute():
    @tf.function(experimental_attributes={"not_there": "x"})
    def f(a):
        return a + 1.0

    f(x)


def case_follow_type_hints():
    traces = []

    @tf.function(experimental_follow_type_hints=True)
    def f(a: tf.Tensor, b: int):
        traces.append(type(a).__name__)
        return a

    f(1, 2)
    f(2, 2)
    f(2, 3)
    return repr((len(traces), traces))


def case_follow_type_hints_varargs():
    traces = []

    @tf.function(experimental_follow_type_hints=True)
    def f(*args: tf.Tensor, **kwargs: tf.Tensor):
        traces.append(1)
        return args

    f(1, 2, k=3)
    f(2, 4, k=5)
    return repr(len(traces))


def case_autograph_options():
    @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.ALL)
    def f(a):
        if tf.reduce_sum(a) > 0:
            return a
        return -a

    return repr(f(x).numpy().tolist())


def case_unknown_keyword():
    tf.function(lambda a: a, experimental_nothing=True)


def case_relax_shapes_old():
    f = tf.function(lambda a: a + 1, experimental_relax_shapes=True)
    for n in range(1, 6):
        f(tf.ones([n]))
    return repr(count(f))


def case_compile_old():
    f = tf.function(lambda a: a + 1, experimental_compile=False)
    return repr(f(x).numpy().tolist())


def relaxing(*calls, **kw):
    f = tf.function(lambda *a, **k: tf.nest.map_structure(lambda t: t, a), reduce_retracing=True, autograph=False, **kw)
    seen = []
    for c in calls:
        f(*c) if isinstance(c, tuple) else f(**c)
        seen.append(count(f))
    return repr((seen, f.pretty_printed_concrete_signatures(verbose=False)))


def case_reduce_vectors():
    return relaxing(*[(tf.ones([n]),) for n in (1, 2, 3, 4, 1)])


def case_reduce_matrix():
    return relaxing(*[(tf.ones(s),) for s in ([2, 3], [2, 4], [2, 5], [3, 5], [4, 4], [7, 7])])


def case_reduce_rank():
    return relaxing(*[(tf.ones(s),) for s in ([2], [2, 4], [3, 4], [3, 3, 3], [4], [])])


def case_reduce_dtype():
    return relaxing((tf.ones([2]),), (tf.ones([2], tf.int32),), (tf.ones([3]),), (tf.ones([3], tf.int32),), (tf.ones([4], tf.int32),))


def case_reduce_two():
    return relaxing((tf.ones([2]), tf.ones([3])), (tf.ones([2]), tf.ones([4])), (tf.ones([3]), tf.ones([4])), (tf.ones([5]), tf.ones([6])))


def case_reduce_python():
    return relaxing((tf.ones([2]), 1), (tf.ones([3]), 1), (tf.ones([4]), 2), (tf.ones([5]), 2), (tf.ones([6]), 3))


def case_reduce_structures():
    return relaxing(([tf.ones([2])],), ([tf.ones([3])],), ([tf.ones([4]), tf.ones([1])],), ({"a": tf.ones([3])},), ({"a": tf.ones([5])},), ({"a": tf.ones([6])},))


def case_reduce_ragged():
    return relaxing((tf.ragged.constant([[1], [2, 3]]),), (tf.ragged.constant([[1], [2, 3], [4]]),), (tf.ragged.constant([[1]]),))


def case_reduce_sparse():
    return relaxing((tf.sparse.from_dense([[1, 0]]),), (tf.sparse.from_dense([[1, 0], [0, 1]]),), (tf.sparse.from_dense([[1, 0], [0, 1], [1, 1]]),))


def case_reduce_kwargs():
    f = tf.function(lambda a=None, b=None: a, reduce_retracing=True)
    seen = []
    for c in ({"a": tf.ones([1])}, {"a": tf.ones([2])}, {"a": tf.ones([3])}, {"b": tf.ones([3]), "a": tf.ones([3])}):
        f(**c)
        seen.append(count(f))
    return repr(seen)


def case_no_reduce():
    f = tf.function(lambda a: a)
    seen = []
    for n in (1, 2, 3, 1, 2):
        f(tf.ones([n]))
        seen.append(count(f))
    f(tf.TensorSpec([None], tf.float32)) if False else f.get_concrete_function(tf.TensorSpec([None], tf.float32))
    seen.append(count(f))
    f(tf.ones([9]))
    seen.append(count(f))
    return repr(seen)


def case_spec_then_call():
    f = tf.function(lambda a: a)
    f.get_concrete_function(tf.TensorSpec([None, 2], tf.float32))
    f(tf.ones([3, 2]))
    f(tf.ones([4, 2]))
    a = count(f)
    f(tf.ones([4, 3]))
    return repr((a, count(f)))


def case_more_specific_later():
    f = tf.function(lambda a: a)
    f(tf.ones([3, 2]))
    c1 = f.get_concrete_function(tf.TensorSpec([None, 2], tf.float32))
    c2 = f.get_concrete_function(tf.ones([3, 2]))
    return repr((count(f), c1 is c2, c2 is f.get_concrete_function(tf.TensorSpec([3, 2], tf.float32))))


def case_python_values():
    f = tf.function(lambda a: tf.constant(a))
    seen = []
    for v in (1, 1, 2, 1.0, True, "a", b"a", None if False else 3):
        f(v)
        seen.append(count(f))
    return repr(seen)


def case_numpy_values():
    f = tf.function(lambda a: tf.convert_to_tensor(a))
    seen = []
    for v in (np.float32(1), np.float32(2), np.ones(2, np.float32), tf.ones([2]), np.zeros(2, np.float32), np.int64(3), np.ones((), np.int64)):
        f(v)
        seen.append(count(f))
    return repr(seen)


def case_objects():
    class C:
        k = 1

    f = tf.function(lambda c: tf.constant(c.k))
    a, b = C(), C()
    seen = []
    for o in (a, a, b, a):
        f(o)
        seen.append(count(f))
    a.k = 7
    return repr((seen, int(f(a))))


def case_object_freed():
    class C:
        k = 1

    f = tf.function(lambda c: tf.constant(c.k))
    a = C()
    ref = weakref.ref(a)
    f(a)
    del a
    gc.collect()
    return repr(ref() is None)


def case_namedtuple_dataclass():
    P = collections.namedtuple("P", "a b")
    f = tf.function(lambda p: p.a + p.b)
    f(P(x, x))
    f(P(x + 1, x))
    return repr((count(f), f(P(x, x)).numpy().tolist(), type(tf.function(lambda p: p)(P(x, 1))).__name__))


def case_lambda_arguments():
    f = tf.function(lambda g, a: g(a))
    h = lambda a: a + 1
    f(h, x)
    f(h, x)
    f(lambda a: a + 1, x)
    return repr(count(f))


def case_partial():
    def g(a, b, c=3):
        return a + b + c

    p = tf.function(functools.partial(g, 1.0, c=5.0))
    return repr((float(p(tf.constant(2.0))), p.name if hasattr(p, "name") else None, p.__name__ if hasattr(p, "__name__") else None))


def case_callable_object():
    class C:
        def __call__(self, a):
            return a * 2

    f = tf.function(C())
    return repr(f(x).numpy().tolist())


def case_method():
    class M:
        def __init__(self, k):
            self.k = tf.Variable(k)

        @tf.function
        def f(self, a):
            return a * self.k

    m, n = M(2.0), M(3.0)
    out = (m.f(x).numpy().tolist(), n.f(x).numpy().tolist(), m.f is m.f, m.f is n.f, type(M.f).__name__, type(m.f).__name__)
    return repr((out, count(m.f), count(n.f), count(M.f)))


def case_method_signature():
    class M:
        @tf.function(input_signature=[tf.TensorSpec([None])])
        def f(self, a):
            return a * 2

    m = M()
    m.f(x)
    m.f(tf.ones([5]))
    return repr((count(m.f), m.f.input_signature, m.f.function_spec.fullargspec if False else None))


def case_method_freed():
    class M:
        @tf.function
        def f(self, a):
            return a * 2

    m = M()
    m.f(x)
    ref = weakref.ref(m)
    del m
    gc.collect()
    return repr(ref() is None)


def case_static_class_methods():
    class M:
        k = 2.0

        @staticmethod
        @tf.function
        def s(a):
            return a + 1

        @classmethod
        @tf.function
        def c(cls, a):
            return a * cls.k

    return repr((M.s(x).numpy().tolist(), M().s(x).numpy().tolist(), M.c(x).numpy().tolist()))


def case_property():
    class M:
        @property
        @tf.function
        def p(self):
            return tf.constant(4)

    return repr(int(M().p))


def case_inheritance():
    class A:
        @tf.function
        def f(self, a):
            return a + self.k()

        def k(self):
            return 1.0

    class B(A):
        def k(self):
            return 10.0

        @tf.function
        def f(self, a):
            return super().f(a) * 2.0

    return repr((A().f(x).numpy().tolist(), B().f(x).numpy().tolist()))


def case_copy():
    f = tf.function(lambda a: a + 1)
    f(x)
    g = copy.copy(f)
    return repr((g is f, g(x).numpy().tolist()))


def case_weakref():
    f = tf.function(lambda a: a + 1)
    f(x)
    r = weakref.ref(f)
    del f
    gc.collect()
    return repr(r() is None)


def case_hash():
    f = tf.function(lambda a: a + 1)
    return repr((f == f, len({f, f}), f in [f]))


def case_threads():
    traces = []

    @tf.function
    def f(a):
        traces.append(1)
        return a + 1

    out = []
    ts = [threading.Thread(target=lambda: out.append(f(x).numpy().tolist())) for _ in range(8)]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return repr((len(out), all(o == [2.0, 3.0] for o in out), len(traces)))


def case_exception_mid_trace():
    state = {"fail": True}

    @tf.function
    def f(a):
        with tf.name_scope("inner"):
            with tf.GradientTape() as t:
                t.watch(a)
                if state["fail"]:
                    raise ValueError("first")
                y = a * a
        return t.gradient(y, a)

    try:
        f(x)
    except ValueError as e:
        first = str(e).strip().splitlines()[-1].strip()
    clean = (tf.executing_eagerly(), tf.get_current_name_scope(), tf.inside_function())
    state["fail"] = False
    return repr((first, clean, f(x).numpy().tolist(), count(f)))


def case_exception_in_cond():
    state = {"fail": True}

    @tf.function
    def f(a):
        if tf.reduce_sum(a) > 0:
            if state["fail"]:
                raise ValueError("in branch")
            y = a
        else:
            y = -a
        return y

    try:
        f(x)
    except ValueError as e:
        pass
    clean = (tf.executing_eagerly(), tf.get_current_name_scope())
    state["fail"] = False
    return repr((clean, f(-x).numpy().tolist(), int(tf.constant(1) + 1)))


def case_init_scope():
    log = []

    @tf.function
    def f(a):
        with tf.init_scope():
            log.append((tf.executing_eagerly(), type(tf.constant(1)).__name__))
            b = tf.constant(2.0) * 3.0
        log.append(tf.executing_eagerly())
        return a * b

    return repr((f(x).numpy().tolist(), log))


def case_init_scope_variable():
    class M:
        v = None

    m = M()

    @tf.function
    def f(a):
        with tf.init_scope():
            if m.v is None:
                m.v = tf.Variable(3.0)
        return a * m.v

    return repr((f(x).numpy().tolist(), f(x).numpy().tolist(), count(f)))


def case_init_scope_nested():
    @tf.function
    def g():
        with tf.init_scope():
            return tf.executing_eagerly()

    @tf.function
    def f():
        assert g() is not None
        with tf.init_scope():
            e = tf.executing_eagerly()
        return tf.constant(e)

    return repr(bool(f()))


def case_init_scope_leak():
    @tf.function
    def f(a):
        with tf.init_scope():
            return a + 1

    try:
        f(x)
    except Exception as e:
        return type(e).__name__


def case_variable_lifting_initial():
    class M:
        v = None

    m = M()

    @tf.function
    def f(a):
        if m.v is None:
            m.v = tf.Variable(tf.ones([2]) * 3.0)
        return a * m.v

    return repr(f(x).numpy().tolist())


def case_variable_lifting_input():
    class M:
        v = None

    m = M()

    @tf.function
    def f(a):
        if m.v is None:
            m.v = tf.Variable(a)
        return a * m.v

    try:
        return repr(f(x).numpy().tolist())
    except Exception as e:
        return type(e).__name__ + ": " + str(e).strip().splitlines()[-1][:80]


def case_variable_created_each_call():
    @tf.function
    def f(a):
        v = tf.Variable(1.0)
        return a * v

    try:
        f(x)
    except ValueError as e:
        return str(e).strip().splitlines()[-1]


def case_variable_second_trace():
    vs = []

    @tf.function
    def f(a):
        if len(vs) < 2:
            vs.append(tf.Variable(1.0))
        return a * vs[0]

    f(x)
    try:
        f(tf.ones([3]))
        return "fine"
    except ValueError as e:
        return str(e).strip().splitlines()[-1][:60]


def case_run_eagerly():
    log = []

    @tf.function
    def f(a):
        log.append(tf.executing_eagerly())
        return a + 1

    f(x)
    tf.config.run_functions_eagerly(True)
    try:
        f(x)
        f(x)
        log.append(tf.config.functions_run_eagerly())
    finally:
        tf.config.run_functions_eagerly(False)
    f(x)
    return repr((log, count(f)))


def case_run_eagerly_variable():
    tf.config.run_functions_eagerly(True)
    try:
        @tf.function
        def f(a):
            return a * tf.Variable(2.0)

        return repr((f(x).numpy().tolist(), f(x).numpy().tolist()))
    finally:
        tf.config.run_functions_eagerly(False)


def case_run_eagerly_signature():
    tf.config.run_functions_eagerly(True)
    try:
        f = tf.function(lambda a: a, input_signature=[tf.TensorSpec([None], tf.float32)])
        return repr((f([1.0, 2.0]), type(f([1.0, 2.0])).__name__))
    finally:
        tf.config.run_functions_eagerly(False)


class Sized:
    def __init__(self, size):
        self.size = size

    def __eq__(self, other):
        return isinstance(other, Sized) and other.size == self.size

    def __hash__(self):
        return hash(self.size)


def case_equal_objects_share_a_trace():
    traced = []

    @tf.function
    def f(x):
        traced.append(x.size if isinstance(x, Sized) else x)
        return tf.constant(0.0)

    first, second = Sized(2), Sized(3)
    for x in (first, Sized(2), second, first, Sized(3), frozenset([1]), frozenset([1]), frozenset([2])):
        f(x)
    f([first, Sized(3)])
    f([Sized(2), second])
    del first
    f(Sized(2))
    return len(traced), f.experimental_get_tracing_count()
