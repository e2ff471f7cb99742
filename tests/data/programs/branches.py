"""Conditions over tensors in converted functions."""

import collections
import dataclasses
import functools

import numpy as np

x = tf.constant([1.0, 2.0])
one = tf.constant(1)
t = tf.constant(True)


def F(f, *a, **k):
    return tf.function(f)(*a, **k)


# ---- if


def case_if_undefined():
    def f(a):
        if a > 0:
            y = 1
        return y

    F(f, one)


def case_if_undefined_else():
    def f(a):
        if a > 0:
            pass
        else:
            y = 1
        return y

    F(f, one)


def case_if_undefined_unused():
    def f(a):
        if a > 0:
            y = 1
        return a

    return F(f, one)


def case_if_dtype():
    def f(a):
        if a > 0:
            y = 1
        else:
            y = 1.0
        return y

    F(f, one)


def case_if_dtype_tensor():
    def f(a):
        if a > 0:
            y = a
        else:
            y = tf.cast(a, tf.float32)
        return y

    F(f, one)


def case_if_shape():
    def f(a):
        if a > 0:
            y = tf.ones([2])
        else:
            y = tf.ones([3])
        print(y.shape)
        return y

    return F(f, one)


def case_if_struct():
    def f(a):
        if a > 0:
            y = (1, 2)
        else:
            y = 1
        return y

    F(f, one)


def case_if_struct_len():
    def f(a):
        if a > 0:
            y = [1, 2]
        else:
            y = [1]
        return y

    F(f, one)


def case_if_struct_dict():
    def f(a):
        if a > 0:
            y = {"a": 1}
        else:
            y = {"b": 1}
        return y

    F(f, one)


def case_if_none_one():
    def f(a):
        if a > 0:
            y = 1
        else:
            y = None
        return y

    F(f, one)


def case_if_none_both():
    def f(a):
        if a > 0:
            y = None
        else:
            y = None
        return y

    return F(f, one)


def case_if_str():
    def f(a):
        if a > 0:
            y = "a"
        else:
            y = "b"
        return y

    return F(f, one)


def case_if_obj():
    def f(a):
        if a > 0:
            y = object()
        else:
            y = object()
        return a

    return F(f, one)


def case_if_return_one():
    def f(a):
        if a > 0:
            return 1

    F(f, one)


def case_if_return_none():
    def f(a):
        if a > 0:
            return None
        return None

    return F(f, one)


def case_if_return_one_else_assign():
    def f(a):
        if a > 0:
            return 1
        else:
            b = 2
        return b

    return F(f, one)


def case_if_return_dtype():
    def f(a):
        if a > 0:
            return 1
        return 1.0

    return F(f, one)


def case_if_return_struct():
    def f(a):
        if a > 0:
            return 1, 2
        return 3

    return F(f, one)


def case_if_nonbool():
    def f(a):
        if a:
            return 1
        return 2

    return F(f, one)


def case_if_vector():
    def f(a):
        if a > 0:
            return 1
        return 2

    return F(f, x)


def case_if_unknown_shape():
    @tf.function(input_signature=[tf.TensorSpec(None, tf.bool)])
    def f(a):
        if a:
            return 1
        return 2

    return f(t)


def case_if_unknown_dim():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.bool)])
    def f(a):
        if a:
            return 1
        return 2

    return f(tf.constant([True]))


def case_if_elif():
    @tf.function
    def f(a):
        if a > 10:
            y = "big"
        elif a > 5:
            y = "mid"
        elif a > 0:
            y = "small"
        else:
            y = "neg"
        return y

    return [f(tf.constant(i)) for i in (11, 6, 1, -1)]


def case_if_attr():
    class A:
        pass

    @tf.function
    def f(a):
        s = A()
        s.v = 1
        if a > 0:
            s.v = 2
        return s.v

    return f(one), f(-one)


def case_if_attr_undef():
    class A:
        pass

    @tf.function
    def f(a):
        s = A()
        if a > 0:
            s.v = 2
        return s.v

    return f(one)


def case_if_item():
    @tf.function
    def f(a):
        d = {"k": 1}
        if a > 0:
            d["k"] = 2
        return d["k"]

    return f(one), f(-one)


def case_if_item_new():
    @tf.function
    def f(a):
        d = {}
        if a > 0:
            d["k"] = 2
        return d

    return f(one)


def case_if_append():
    @tf.function
    def f(a):
        l = []
        if a > 0:
            l.append(a)
        return l

    return f(one)


def case_if_effects():
    v = tf.Variable(0)

    @tf.function
    def f(a):
        if a > 0:
            v.assign_add(1)
        else:
            v.assign_sub(1)

    f(one)
    f(one)
    f(-one)
    return v


def case_if_exp():
    @tf.function
    def f(a):
        return a * 2 if a > 0 else -a

    return f(one), f(-one)


def case_if_exp_dtype():
    @tf.function
    def f(a):
        return a * 2 if a > 0 else 1.5

    return f(one)


def case_if_exp_none():
    @tf.function
    def f(a):
        return a if a > 0 else None

    return f(one)


def case_if_nested():
    @tf.function
    def f(a, b):
        if a > 0:
            if b > 0:
                r = 1
            else:
                r = 2
        else:
            if b > 0:
                r = 3
            else:
                r = 4
        return r

    return [f(p, q) for p in (one, -one) for q in (one, -one)]


def case_if_return_nested():
    @tf.function
    def f(a, b):
        if a > 0:
            if b > 0:
                return 1
            return 2
        if b > 0:
            return 3
        return 4

    return [f(p, q) for p in (one, -one) for q in (one, -one)]


def case_if_raise():
    @tf.function
    def f(a):
        if a > 0:
            return 1
        else:
            raise ValueError("neg")

    return f(one)


def case_if_ragged():
    @tf.function
    def f(a):
        if a > 0:
            r = tf.ragged.constant([[1], [2, 3]])
        else:
            r = tf.ragged.constant([[1, 2], [3]])
        return r

    return f(one)


def case_if_sparse():
    @tf.function
    def f(a):
        s = tf.sparse.from_dense([[1, 0]])
        if a > 0:
            s = tf.sparse.from_dense([[0, 1]])
        return tf.sparse.to_dense(s)

    return f(one), f(-one)


def case_if_ta():
    @tf.function
    def f(a):
        ta = tf.TensorArray(tf.int32, 1)
        if a > 0:
            ta = ta.write(0, 5)
        else:
            ta = ta.write(0, 7)
        return ta.stack()

    return f(one), f(-one)


def case_if_del():
    @tf.function
    def f(a):
        y = 1
        if a > 0:
            del y
        return a

    return f(one)


def case_if_python():
    @tf.function
    def f(a, flag):
        if flag:
            y = a
        else:
            z = a
        return y

    return f(one, True)


def case_if_python_undef():
    @tf.function
    def f(a, flag):
        if flag:
            y = a
        else:
            z = a
        return y

    return f(one, False)


def case_if_undef_attr_use():
    @tf.function
    def f(a, flag):
        if flag:
            y = a
        return y + 1

    return f(one, False)


def case_if_is_none():
    @tf.function
    def f(a, m=None):
        if m is not None:
            a = a + m
        if m is None:
            a = a * 10
        return a

    return f(one), f(one, one)


def case_if_in():
    @tf.function
    def f(a):
        if 3 in [1, 2, 3]:
            a = a + 1
        if "x" not in {"y": 1}:
            a = a + 1
        return a

    return f(one)


def case_if_tensor_in():
    @tf.function
    def f(a):
        if a in [1, 2]:
            a = a + 1
        return a

    return f(one)


def case_if_variable():
    v = tf.Variable(True)

    @tf.function
    def f(a):
        if v:
            return a
        return -a

    r = f(one)
    v.assign(False)
    return r, f(one)


def case_if_numpy_bool():
    @tf.function
    def f(a):
        if np.bool_(True):
            return a
        return -a

    return f(one)


def case_if_composite_return():
    @tf.function
    def f(a):
        if a > 0:
            return {"a": a, "b": [a, a]}
        return {"a": -a, "b": [a, -a]}

    return f(one), f(-one)


def case_if_loop_var_names():
    @tf.function
    def f(a):
        b = a
        if a > 0:
            b, (c, *d) = 1, (2, 3, 4)
        else:
            b, (c, *d) = 5, (6, 7, 8)
        return b, c, d

    return f(one)


def case_if_aug():
    @tf.function
    def f(a):
        b = 1
        if a > 0:
            b += a
        return b

    return f(one), f(-one)


def case_if_nested_undefined():
    @tf.function
    def f(a):
        if a > 0:
            if a > 1:
                z = 1
            else:
                z = 2
            y = z
        else:
            y = 3
        return y

    return f(one)


def case_shape_merge():
    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def f(a):
        if tf.reduce_sum(a) > 0:
            y = a
        else:
            y = tf.ones([3, 2])
        print(y.shape)
        return y

    return f(tf.ones([1, 2]))


def _no_conditions(make):
    told = []
    pairs = {"cond": lambda c: tf.cond(c, lambda: tf.constant(2.0), lambda: tf.constant(3.0)),
             "case": lambda c: tf.case([(c, lambda: tf.constant(2.0))], default=lambda: tf.constant(3.0)),
             "switch": lambda c: tf.switch_case(c, [lambda: tf.constant(2.0), lambda: tf.constant(3.0)]),
             "loop": lambda c: tf.while_loop(lambda i: c, lambda i: [i + 1], [tf.constant(0)]),
             "limited": lambda c: tf.while_loop(lambda i: c, lambda i: [i + 1], [tf.constant(0)], maximum_iterations=2)}  # fmt: skip
    values = {"zero": lambda: 0, "float": lambda: 0.0, "text": lambda: "", "int32": lambda: np.int32(0), "tensor": lambda: tf.constant(0),
              "text tensor": lambda: tf.constant(""), "false": lambda: tf.constant(False), "one of a vector": lambda: tf.constant([False]),
              "list": lambda: [False], "none": lambda: None}  # fmt: skip
    for what, call in pairs.items():
        for kind, value in values.items():
            if kind == "list" and what in ("loop", "limited") or (what, kind) in (("switch", "false"), ("loop", "none")):
                continue
            try:
                told.append((what, kind, make(lambda: call(value()))))
            except Exception as e:
                lines = str(e).split("\n")
                told.append((what, kind, type(e).__name__, (lines[2:3] if "Graph exec" in lines[0] else lines)[0].split("/_")[0]))
    return told


def case_conditions_that_are_no_bools():
    return _no_conditions(lambda f: np.asarray(f()).tolist())


def case_conditions_that_are_no_bools_in_functions():
    return _no_conditions(lambda f: np.asarray(tf.function(f, autograph=False)()).tolist())


def case_conditions_that_are_no_bools_in_graphs():
    def run(f):
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            return np.asarray(s.run(f())).tolist()

    told = []
    for switch in (tf.compat.v1.disable_control_flow_v2, tf.compat.v1.enable_control_flow_v2):
        switch()
        told.append(_no_conditions(run))
    return told


def case_turns_of_a_limited_loop():
    asked = []

    def goes_on(i):
        asked.append(int(i))
        return i < 5

    made = [tf.while_loop(goes_on, lambda i: [i + 1], [tf.constant(0)], maximum_iterations=n)[0].numpy().tolist() for n in (0, 2, 9)]
    return made, asked


def case_numbers_that_both_branches_have():
    kept = object()

    @tf.function
    def of_numbers(x):
        if x > 0:
            n, text, parts, thing = 3, "a", [1, 2.0], kept
        else:
            n, text, parts, thing = 3, "a", [1, 2.0], kept
        total = 0
        for i in range(n):
            total += i
        return tf.is_tensor(n), n, text, parts, total

    @tf.function
    def early(x):
        if x > 0:
            return 1
        if x < -1:
            return 2
        return 3

    return of_numbers(tf.constant(1.0)), [early(tf.constant(x)) for x in (1.0, -2.0, -0.5)]
