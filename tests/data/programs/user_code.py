"""Exceptions raised while functions are traced."""

import functools

x = tf.constant([1.0, 2.0])


def case_value_error():
    @tf.function
    def f(x):
        raise ValueError("bad value")

    f(x)


def case_nested_plain():
    def g(x):
        return h(x) + 1

    def h(x):
        raise TypeError("in h\nsecond line")

    @tf.function
    def f(x):
        y = x + 1
        return g(y)

    f(x)


def case_nested_tf_function():
    @tf.function
    def g(x):
        raise RuntimeError("inner")

    @tf.function
    def f(x):
        y = x + 1
        return g(y)

    f(x)


def case_autograph_false():
    @tf.function(autograph=False)
    def f(x):
        raise ValueError("plain")

    f(x)


def case_outer_ag_false():
    @tf.function
    def g(x):
        raise RuntimeError("inner")

    @tf.function(autograph=False)
    def f(x):
        return g(x)

    f(x)


def case_inner_ag_false():
    @tf.function(autograph=False)
    def g(x):
        raise RuntimeError("inner")

    @tf.function
    def f(x):
        return g(x)

    f(x)


def case_dnc():
    @tf.autograph.experimental.do_not_convert
    def g(x):
        raise RuntimeError("inner")

    @tf.function
    def f(x):
        return g(x)

    f(x)


def case_custom_exc():
    class MyErr(Exception):
        pass

    @tf.function
    def f(x):
        raise MyErr("a", 1)

    f(x)


def case_custom_exc_init():
    class MyErr(Exception):
        def __init__(self, a, b):
            super().__init__(a)
            self.b = b

    @tf.function
    def f(x):
        raise MyErr("a", 1)

    f(x)


def case_sub_valueerror():
    class MyErr(ValueError):
        pass

    @tf.function
    def f(x):
        raise MyErr("a")

    f(x)


def case_keyerror():
    @tf.function
    def f(x):
        return {}["k"]

    f(x)


def case_indexerror():
    @tf.function
    def f(x):
        return [][3]

    f(x)


def case_zerodiv():
    @tf.function
    def f(x):
        return 1 / 0

    f(x)


def case_nameerror():
    @tf.function
    def f(x):
        return undefined_thing

    f(x)


def case_unbound():
    @tf.function
    def f(x):
        y = z
        z = 1
        return y

    f(x)


def case_assertion():
    @tf.function
    def f(x):
        assert False, "never"

    f(x)


def case_operr():
    @tf.function
    def f(x):
        raise tf.errors.InvalidArgumentError(None, None, "own")

    f(x)


def case_operr_eager_inside():
    @tf.function
    def f(x):
        with tf.init_scope():
            return tf.reshape(tf.constant([1.0, 2.0]), [3])

    f(x)


def case_notimpl():
    @tf.function
    def f(x):
        raise NotImplementedError()

    f(x)


def case_stopiter():
    @tf.function
    def f(x):
        return next(iter([]))

    f(x)


def case_in_if():
    @tf.function
    def f(x):
        if x[0] > 0:
            raise ValueError("in branch")
        return x

    f(x)


def case_in_while():
    @tf.function
    def f(x):
        while x[0] > 0:
            raise ValueError("in body")
        return x

    f(x)


def case_in_for():
    @tf.function
    def f(x):
        s = 0.0
        for i in x:
            s += g(i)
        return s

    def g(x):
        raise ValueError("in g")

    f(x)


def case_method():
    class A:
        @tf.function
        def f(self, x):
            return self.g(x)

        def g(self, x):
            raise ValueError("m")

    A().f(x)


def case_callable():
    class A:
        def __call__(self, x):
            raise ValueError("m")

    a = A()

    @tf.function
    def f(x):
        return a(x)

    f(x)


def case_callable_top():
    class A:
        def __call__(self, x):
            raise ValueError("m")

    tf.function(A())(x)


def case_partial():
    def g(a, b):
        raise ValueError("p")

    @tf.function
    def f(x):
        return functools.partial(g, 1)(x)

    f(x)


def case_partial_top():
    def g(a, b):
        raise ValueError("p")

    tf.function(functools.partial(g, 1))(x)


def case_listcomp():
    def g(a):
        raise ValueError("p")

    @tf.function
    def f(x):
        return [g(i) for i in [x, x]]

    f(x)


def case_map_fn_def():
    def g(i):
        raise ValueError("mp")

    @tf.function
    def f(x):
        return tf.map_fn(g, x)

    f(x)


def case_sorted_key():
    def key(a):
        raise ValueError("k")

    @tf.function
    def f(x):
        return sorted([1, 2], key=key)

    f(x)


def case_reraise():
    @tf.function
    def f(x):
        try:
            g(x)
        except ValueError as e:
            raise KeyError("other") from e

    def g(x):
        raise ValueError("first")

    f(x)


def case_caught():
    @tf.function
    def f(x):
        try:
            g(x)
        except ValueError as e:
            return x, str(e)

    def g(x):
        raise ValueError("first")

    f(x)


def case_decorated():
    def deco(fn):
        @functools.wraps(fn)
        def w(*a):
            return fn(*a)

        return w

    @deco
    def g(x):
        raise ValueError("dec")

    @tf.function
    def f(x):
        return g(x)

    f(x)


def case_decorated_top():
    def deco(fn):
        @functools.wraps(fn)
        def w(*a):
            return fn(*a)

        return w

    @tf.function
    @deco
    def g(x):
        raise ValueError("dec")

    g(x)


def case_class_ctor():
    class A:
        def __init__(self, x):
            raise ValueError("ctor")

    @tf.function
    def f(x):
        return A(x)

    f(x)


def case_generator():
    def gen():
        yield 1
        raise ValueError("gen")

    @tf.function
    def f(x):
        for i in gen():
            x += i
        return x

    f(x)


def case_concrete():
    @tf.function
    def f(x):
        raise ValueError("bad value")

    f.get_concrete_function(x)


def case_dataset_map():
    def g(x):
        raise ValueError("ds")

    tf.data.Dataset.range(3).map(g)


def case_dataset_map_nested():
    def h(x):
        raise ValueError("ds")

    def g(x):
        return h(x)

    tf.data.Dataset.range(3).filter(g)


def case_custom_gradient():
    @tf.custom_gradient
    def g(x):
        raise ValueError("gr")

    @tf.function
    def f(x):
        return g(x)

    f(x)


def case_multiline_call():
    def g(a, b):
        raise ValueError("p")

    @tf.function
    def f(x):
        return g(
            x,
            x + 1,
        )

    f(x)
