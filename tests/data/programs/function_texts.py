"""What functions say of themselves and of wrong calls."""

import functools

import numpy as np

x = tf.constant([1.0, 2.0])
one = tf.constant(1)


def case_repr():
    @tf.function
    def f(a, b=2):
        return a

    return [repr(f), str(f), type(f).__name__, f.__name__]


def case_concrete_ragged():
    @tf.function
    def f(r):
        return r

    c = f.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32))
    return "\n".join([str(c), str(c.structured_input_signature), str(c.structured_outputs)])


def case_missing_arg():
    @tf.function
    def f(a, b):
        return a

    f(x)


def case_extra_arg():
    @tf.function
    def f(a):
        return a

    f(x, x)


def case_unknown_kw():
    @tf.function
    def f(a):
        return a

    f(x, q=1)


def case_twice_arg():
    @tf.function
    def f(a):
        return a

    f(x, a=1)


def case_sig_shape():
    @tf.function(input_signature=[tf.TensorSpec([3], tf.float32)])
    def f(a):
        return a

    f(x)


def case_sig_dtype():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(a):
        return a

    f(tf.constant([1]))


def case_sig_py():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(a):
        return a

    return f([1, 2])


def case_sig_struct():
    @tf.function(input_signature=[{"a": tf.TensorSpec([]), "b": [tf.TensorSpec([])]}])
    def f(d):
        return d["a"] + d["b"][0]

    return f({"a": 1.0, "b": [2.0]})


def case_sig_kw():
    @tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([])])
    def f(a, b):
        return a - b

    return f(b=1.0, a=2.0)


def case_sig_default():
    @tf.function(input_signature=[tf.TensorSpec([])])
    def f(a, b=3.0):
        return a - b

    return f(2.0), f.get_concrete_function().structured_input_signature


def case_ret_obj():
    @tf.function
    def f(a):
        return object()

    f(x)


def case_ret_nested_obj():
    @tf.function
    def f(a):
        return {"a": [a, object()]}

    f(x)


def case_ret_fn():
    @tf.function
    def f(a):
        return lambda: 3

    f(x)


def case_ret_str():
    @tf.function
    def f(a):
        return "text", 1, None, 2.5, True, np.ones(2)

    return f(x)


def case_ret_var():
    v = tf.Variable(1.0)

    @tf.function
    def f(a):
        return v

    return f(x)


def case_ret_set():
    @tf.function
    def f(a):
        return {1, 2}

    return f(x)


def case_ret_dict_mixed():
    @tf.function
    def f(a):
        return {"b": a, "a": 1}

    return f(x)


def case_arg_list():
    n = []

    @tf.function
    def f(a):
        n.append(1)
        return a[0]

    f([1, 2])
    f([1, 2])
    f([1, 3])
    f((1, 2))
    return len(n)


def case_arg_obj():
    n = []

    class A:
        pass

    @tf.function
    def f(a):
        n.append(1)
        return one

    a = A()
    f(a)
    f(a)
    f(A())
    return len(n)


def case_var_second():
    vs = []

    @tf.function
    def f(a):
        vs.append(tf.Variable(1.0))
        return a

    f(x)


def case_var_cond():
    class S:
        v = None

    @tf.function
    def f(a):
        if S.v is None:
            S.v = tf.Variable(2.0)
        return a * S.v

    return f(x), f(one and x)


def case_var_later():
    class S:
        v = None

    @tf.function
    def f(a, make):
        if make:
            S.v = tf.Variable(2.0)
        return a

    f(x, False)
    f(x, True)


def case_leak_str():
    l = []

    @tf.function
    def f(a):
        l.append(a + 1.0)
        return a

    f(x)
    return repr(l[0]), str(l[0])


def case_leak_retrace():
    l = []

    @tf.function
    def f(a):
        l.append(a + 1.0)
        return a + l[0]

    f(x)
    f(one)


def case_leak_numpy():
    l = []

    @tf.function
    def f(a):
        l.append(a + 1.0)
        return a

    f(x)
    return l[0].numpy()


def case_bool():
    @NA
    def f(a):
        if a > 0:
            return a
        return -a

    f(one)


def case_while():
    @NA
    def f(a):
        while a > 0:
            a -= 1
        return a

    f(one)


def case_iter():
    @NA
    def f(a):
        for i in a:
            pass

    f(x)


def case_iter_scalar():
    @NA
    def f(a):
        for i in a:
            pass

    f(one)


def case_unpack():
    @NA
    def f(a):
        b, c = a
        return b

    f(x)


def case_iter_unknown():
    @tf.function(autograph=False, input_signature=[tf.TensorSpec([None])])
    def f(a):
        for i in a:
            pass

    f(x)


def case_len():
    @NA
    def f(a):
        return len(a)

    f(x)


def case_numpy():
    @NA
    def f(a):
        return a.numpy()

    f(x)


def case_np():
    @NA
    def f(a):
        return np.sum(a)

    f(x)


def case_np_array():
    @NA
    def f(a):
        return np.array(a)

    f(x)


def case_int():
    @NA
    def f(a):
        return int(a)

    f(one)


def case_float():
    @NA
    def f(a):
        return float(a)

    f(one)


def case_index():
    @NA
    def f(a):
        return [1, 2][a]

    f(one)


def case_range():
    @NA
    def f(a):
        return list(range(a))

    f(one)


def case_hash():
    @NA
    def f(a):
        return hash(a)

    f(one)


def case_dictkey():
    @NA
    def f(a):
        return {a: 1}

    f(one)


def case_in():
    @NA
    def f(a):
        return one in [a]

    f(one)


def case_format():
    @NA
    def f(a):
        return f"{a}", f"{a!r}", "%s" % a, "{:>5}".format("a")

    return f(one)


def case_format_spec():
    @NA
    def f(a):
        return f"{a:.2f}"

    return f(one)


def case_setitem():
    @NA
    def f(a):
        a[0] = 1

    f(x)


def case_del():
    @NA
    def f(a):
        del a[0]

    f(x)


def case_eval():
    @NA
    def f(a):
        return a.eval()

    f(x)


def case_and():
    @NA
    def f(a):
        return a and a

    f(t)


t = tf.constant(True)


def case_not():
    @NA
    def f(a):
        return not a

    f(t)


def case_assert():
    @NA
    def f(a):
        assert a

    f(t)


def case_max():
    @NA
    def f(a):
        return max(a, a)

    f(one)


def case_ifexp():
    @NA
    def f(a):
        return 1 if a else 2

    f(t)


def case_deepcopy():
    import copy

    @NA
    def f(a):
        return copy.deepcopy(a)

    f(one)


def case_retrace_warn():
    @tf.function
    def f(a):
        return one

    for i in range(8):
        f(i)


def case_retrace_warn_new():
    for i in range(8):

        @tf.function
        def f(a):
            return one

        f(1)


def case_retrace_lambda():
    for i in range(8):
        tf.function(lambda a: one)(1)


def case_retrace_shape():
    @tf.function
    def f(a):
        return a

    for i in range(8):
        f(tf.ones([i]))


def case_concrete_call():
    @tf.function
    def f(a, b=2):
        return a * b

    c = f.get_concrete_function(tf.TensorSpec([None]))
    return c(x), c(a=x), c(tf.constant([1.0]), b=2)


def case_concrete_bad_dtype():
    @tf.function
    def f(a):
        return a

    c = f.get_concrete_function(tf.TensorSpec([None]))
    c(tf.constant([1]))


def case_concrete_bad_shape():
    @tf.function
    def f(a):
        return a

    c = f.get_concrete_function(tf.TensorSpec([3]))
    c(x)


def case_concrete_py():
    @tf.function
    def f(a, b):
        return a * b

    c = f.get_concrete_function(tf.TensorSpec([None]), 3.0)
    return c(x), c(x, 3.0)


def case_concrete_pynum():
    @tf.function
    def f(a):
        return a

    c = f.get_concrete_function(tf.TensorSpec([]))
    return c(1.0)


def case_concrete_extra():
    @tf.function
    def f(a):
        return a

    c = f.get_concrete_function(tf.TensorSpec([]))
    return c(x[0], x[0])


def case_get_concrete_missing():
    @tf.function
    def f(a):
        return a

    f.get_concrete_function()


def case_get_concrete_many():
    @tf.function
    def f(a):
        return a

    f(x)
    f(one)
    return f.get_concrete_function(x) is f.get_concrete_function(x)


def case_nonfn():
    tf.function(3)


def case_class():
    @tf.function
    class A:
        pass


def case_bound():
    class A:
        @tf.function
        def f(self, a):
            return a

    A.f(x)


def case_static():
    class A:
        @staticmethod
        @tf.function
        def f(a):
            return a

        @classmethod
        @tf.function
        def g(cls, a):
            return a

    return A.f(one), A.g(one)


def case_attrs():
    @tf.function
    def f(a: int = 3) -> int:
        "doc"
        return a

    return f.__name__, f.__doc__, f.python_function.__name__, f.input_signature, f.experimental_get_tracing_count()
