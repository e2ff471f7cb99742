"""Loops over tensors in converted functions."""

import functools

import numpy as np

x = tf.constant([1.0, 2.0])
one = tf.constant(1)
five = tf.constant(5)


def case_for_return():
    @tf.function
    def f(n):
        for i in tf.range(n):
            if i == 3:
                return i * 10
        return -1

    return f(five), f(one)


def case_while_return():
    @tf.function
    def f(n):
        i = 0
        while i < n:
            if i == 3:
                return i * 10
            i += 1
        return -1

    return f(five), f(one)


def case_while_true_return():
    @tf.function
    def f(n):
        i = 0
        while True:
            if i == 3:
                return i * 10
            i += 1

    return f(five)


def case_while_t_true_return():
    @tf.function
    def f(n):
        i = n * 0
        while tf.constant(True):
            if i == 3:
                return i * 10
            i += 1

    return f(five)


def case_for_return_only():
    @tf.function
    def f(n):
        for i in tf.range(n):
            return i

    return f(five)


def case_for_undefined():
    @tf.function
    def f(n):
        for i in tf.range(n):
            y = i * 2
        return y

    return f(five)


def case_while_undefined():
    @tf.function
    def f(n):
        i = 0
        while i < n:
            y = [i, tf.ones([2])]
            i += 1
        return y

    return f(five)


def case_while_undef_use():
    @tf.function
    def f(n):
        i = 0
        while i < n:
            y = y + 1
            i += 1
        return y

    return f(five)


def case_while_undef_obj():
    @tf.function
    def f(n):
        i = 0
        while i < n:
            y = object()
            i += 1
        return y

    return f(five)


def case_while_none():
    @tf.function
    def f(n):
        i = 0
        y = None
        while i < n:
            y = i
            i += 1
        return y

    return f(five)


def case_while_none_stays():
    @tf.function
    def f(n):
        i = 0
        y = None
        while i < n:
            y = None
            i += 1
        return i

    return f(five)


def case_while_becomes_none():
    @tf.function
    def f(n):
        i = 0
        y = 1
        while i < n:
            y = None
            i += 1
        return y

    return f(five)


def case_while_dtype2():
    @tf.function
    def f(n):
        y = 1
        while n > 0:
            y = tf.cast(y, tf.float32) * 1.5
            n -= 1
        return y

    return f(five)


def case_while_shape():
    @tf.function
    def f(n):
        y = tf.zeros([1])
        while n > 0:
            y = tf.concat([y, y], 0)
            n -= 1
        return y

    return f(five)


def case_while_shape_inv():
    @tf.function
    def f(n):
        y = tf.zeros([1])
        while n > 0:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None]))])
            y = tf.concat([y, y], 0)
            n -= 1
        return y

    return tf.shape(f(five))


def case_while_shape_inv_bad():
    @tf.function
    def f(n):
        y = tf.zeros([1])
        while n > 0:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([2]))])
            n -= 1
        return y

    return f(five)


def case_while_shape_inv_exit():
    @tf.function
    def f(n):
        y = tf.zeros([1, 2])
        while n > 0:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None, 2]))])
            y = tf.zeros([2, 3])
            n -= 1
        return y

    return f(five)


def case_while_maxiter():
    @tf.function
    def f(n):
        i = 0
        while i < n:
            tf.autograph.experimental.set_loop_options(maximum_iterations=3, parallel_iterations=1, swap_memory=True)
            i += 1
        return i

    return f(five)


def case_loop_options_not_first():
    @tf.function
    def f(n):
        i = 0
        while i < n:
            i += 1
            tf.autograph.experimental.set_loop_options(maximum_iterations=3)
        return i

    return f(five)


def case_loop_options_outside():
    @tf.function
    def f(n):
        tf.autograph.experimental.set_loop_options(maximum_iterations=3)
        return n

    return f(five)


def case_while_struct():
    @tf.function
    def f(n):
        y = (1, 2)
        while n > 0:
            y = (1, 2, 3)
            n -= 1
        return y

    return f(five)


def case_while_struct_type():
    @tf.function
    def f(n):
        y = 1
        while n > 0:
            y = [1]
            n -= 1
        return y

    return f(five)


def case_while_obj_changes():
    @tf.function
    def f(n):
        y = object()
        while n > 0:
            y = object()
            n -= 1
        return n

    return f(five)


def case_while_str():
    @tf.function
    def f(n):
        y = "a"
        while n > 0:
            y = y + "b"
            n -= 1
        return y

    return f(five)


def case_while_nonbool():
    @tf.function
    def f(n):
        while n:
            n -= 1
        return n

    return f(five)


def case_while_vector():
    @tf.function
    def f(n):
        while n > 0:
            n -= 1
        return n

    return f(tf.constant([1, 2]))


def case_while_break():
    @tf.function
    def f(n):
        i = 0
        while True:
            i += 1
            if i > n:
                break
        return i

    return f(five)


def case_while_t_break():
    @tf.function
    def f(n):
        i = n * 0
        while tf.constant(True):
            i += 1
            if i > n:
                break
        return i

    return f(five)


def case_for_py_break():
    @tf.function
    def f(n):
        s = 0
        for i in range(10):
            if i > n:
                break
            s += i
        return s

    return f(five)


def case_for_py_return():
    @tf.function
    def f(n):
        for i in range(10):
            if i > n:
                return i
        return -1

    return f(five)


def case_for_py_continue():
    @tf.function
    def f(n):
        s = 0
        for i in range(10):
            if i > n:
                continue
            s += i
        return s

    return f(five)


def case_while_py_becomes():
    @tf.function
    def f(n):
        i = 0
        while i < 10:
            i = i + n
        return i

    return f(five)


def case_for_else():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            s += i
        else:
            s = -s
        return s

    return f(five)


def case_for_else_break():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            s += i
            if s > 3:
                break
        else:
            s = -s
        return s

    return f(five), f(one)


def case_while_else():
    @tf.function
    def f(n):
        while n > 0:
            n -= 1
        else:
            n = n + 100
        return n

    return f(five)


def case_nested_break_continue():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            for j in tf.range(n):
                if j == 2:
                    continue
                if j > i:
                    break
                s += i * 10 + j
            if s > 60:
                break
        return s

    return f(five)


def case_nested_return():
    @tf.function
    def f(n):
        for i in tf.range(n):
            for j in tf.range(n):
                if i * j == 6:
                    return i * 10 + j
        return -1

    return f(five), f(one)


def case_after_loop_var():
    @tf.function
    def f(n):
        for i in tf.range(n):
            pass
        return i

    return f(five)


def case_after_loop_var_pre():
    @tf.function
    def f(n):
        i = -1
        for i in tf.range(n):
            pass
        return i

    return f(five), f(one - 1)


def case_for_tensor():
    @tf.function
    def f(x):
        s = 0.0
        for r in x:
            s += tf.reduce_sum(r)
        return s

    return f(tf.ones([3, 2]))


def case_for_scalar():
    @tf.function
    def f(x):
        for r in x:
            pass

    return f(tf.constant(1.0))


def case_for_scalar_used():
    @tf.function
    def f(x):
        s = 0.0
        for r in x:
            s += r
        return s

    return f(tf.constant(1.0))


def case_for_tuple_target():
    @tf.function
    def f(x):
        s = 0.0
        for a, b in x:
            s += a * b
        return s

    return f(tf.constant([[1.0, 2.0], [3.0, 4.0]]))


def case_for_attr_target():
    class A:
        pass

    @tf.function
    def f(x):
        s = A()
        s.v = 0.0
        for s.v in x:
            pass
        return s.v

    return f(x)


def case_for_range_delta():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(10, n, -2):
            s = s * 10 + i
        return s

    return f(tf.constant(3))


def case_for_range_float():
    @tf.function
    def f(n):
        s = 0.0
        for i in tf.range(0.0, n, 0.5):
            s += i
        return s

    return f(tf.constant(2.0))


def case_for_range_int64():
    @tf.function
    def f(n):
        s = tf.constant(0, tf.int64)
        for i in tf.range(n):
            s += i
        return s

    return f(tf.constant(4, tf.int64))


def case_for_range_py():
    @tf.function
    def f(n):
        s = 0
        for i in range(n):
            s += i
        return s

    return f(five)


def case_for_range_py_neg():
    @tf.function
    def f(n):
        s = 0
        for i in range(n):
            s += i
        return s

    return f(tf.constant(-3))


def case_for_enumerate_tensor():
    @tf.function
    def f(x):
        s = 0.0
        for i, r in enumerate(x):
            s += r * tf.cast(i, tf.float32)
        return s

    return f(x)


def case_for_enumerate_unknown():
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def f(x):
        s = 0.0
        for i, r in enumerate(x):
            s += r
        return s

    return f(x)


def case_for_zip_tensor():
    @tf.function
    def f(x):
        s = 0.0
        for a, b in zip(x, x):
            s += a * b
        return s

    return f(x)


def case_for_ta():
    @tf.function
    def f(x):
        ta = tf.TensorArray(tf.float32, 2).unstack(x)
        s = 0.0
        for i in tf.range(ta.size()):
            s += ta.read(i)
        return s

    return f(x)


def case_for_ta_direct():
    @tf.function
    def f(x):
        ta = tf.TensorArray(tf.float32, 2).unstack(x)
        s = 0.0
        for i in ta:
            s += i
        return s

    return f(x)


def case_for_ds():
    @tf.function
    def f(n):
        s = tf.constant(0, tf.int64)
        for i in tf.data.Dataset.range(5):
            if i == 3:
                continue
            s += i
        return s

    return f(five)


def case_for_ds_return():
    @tf.function
    def f(n):
        for i in tf.data.Dataset.range(5):
            if i == 3:
                return i
        return tf.constant(-1, tf.int64)

    return f(five)


def case_for_ds_enum():
    @tf.function
    def f(n):
        s = tf.constant(0, tf.int64)
        for i, (a, b) in enumerate(tf.data.Dataset.zip((tf.data.Dataset.range(5), tf.data.Dataset.range(5, 10)))):
            s += i * a + b
        return s

    return f(five)


def case_for_ds_zip():
    @tf.function
    def f(n):
        s = tf.constant(0, tf.int64)
        for a, b in zip(tf.data.Dataset.range(5), tf.data.Dataset.range(5, 10)):
            s += a * b
        return s

    return f(five)


def case_for_ds_map_filter():
    @tf.function
    def f(n):
        s = tf.constant(0, tf.int64)
        for a in filter(lambda v: v > 1, map(lambda v: v * 2, tf.data.Dataset.range(5))):
            s += a
        return s

    return f(five)


def case_for_ds_undefined():
    @tf.function
    def f(n):
        for a in tf.data.Dataset.range(5):
            y = a
        return y

    return f(five)


def case_for_ds_shape():
    @tf.function
    def f(n):
        y = tf.zeros([1])
        for a in tf.data.Dataset.range(5):
            y = tf.concat([y, y], 0)
        return y

    return f(five)


def case_for_ds_shape_inv():
    @tf.function
    def f(n):
        y = tf.zeros([1])
        for a in tf.data.Dataset.range(5):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None]))])
            y = tf.concat([y, y], 0)
        return y

    return tf.shape(f(five))


def case_for_iterator():
    it = iter(tf.data.Dataset.range(5))

    @tf.function
    def f(it):
        s = tf.constant(0, tf.int64)
        for a in it:
            s += a
        return s

    return f(it)


def case_for_ragged():
    @tf.function
    def f(r):
        s = 0
        for row in r:
            s += tf.reduce_sum(row)
        return s

    return f(tf.ragged.constant([[1], [2, 3]]))


def case_for_ragged_break():
    @tf.function
    def f(r):
        s = 0
        for row in r:
            if tf.size(row) > 1:
                break
            s += tf.reduce_sum(row)
        return s

    return f(tf.ragged.constant([[1], [2, 3]]))


def case_for_dict():
    @tf.function
    def f(x):
        for k, v in {"a": 1.0, "b": 2.0}.items():
            x = x + v
        return x

    return f(x)


def case_for_dist():
    s = tf.distribute.get_strategy()
    ds = s.experimental_distribute_dataset(tf.data.Dataset.range(4))

    @tf.function
    def f():
        t = tf.constant(0, tf.int64)
        for a in ds:
            t += a
        return t

    return f()


def case_large_unroll():
    @tf.function
    def f(n):
        for i in range(3):
            n = n + i
        return n

    return f(five)


def case_dict_in_loop():
    @tf.function
    def f(n):
        d = {"a": 0, "b": tf.zeros([2])}
        for i in tf.range(n):
            d = {"a": d["a"] + i, "b": d["b"] + 1.0}
        return d

    return f(five)


def case_dict_item_in_loop():
    @tf.function
    def f(n):
        d = {"a": 0}
        for i in tf.range(n):
            d["a"] += i
        return d

    return f(five)


def case_attr_in_loop():
    class A:
        pass

    @tf.function
    def f(n):
        a = A()
        a.v = 0
        for i in tf.range(n):
            a.v += i
        return a.v

    return f(five)


def case_while_bool():
    @tf.function
    def f(n):
        go = True
        while go:
            n -= 1
            go = n > 0
        return n

    return f(five)


def case_while_and():
    @tf.function
    def f(n, m):
        while n > 0 and m < 3:
            n -= 1
            m += 1
        return n, m

    return f(five, tf.constant(0))


def case_while_not():
    @tf.function
    def f(n, done):
        while not done:
            n -= 1
            done = n < 2 or n == 3
        return n

    return f(five, tf.constant(False))


def case_while_walrus():
    @tf.function
    def f(n):
        while (m := n - 1) > 0:
            n = m
        return n

    return f(five)


def case_ta_loop():
    @tf.function
    def f(n):
        ta = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        for i in tf.range(n):
            ta = ta.write(i, i * i)
        return ta.stack()

    return f(five)


def case_loop_var_assert():
    v = tf.Variable(0)

    @tf.function
    def f(n):
        for i in tf.range(n):
            v.assign_add(i)
        return v.read_value()

    return f(five)


def case_try_in_loop():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            try:
                s += i
            finally:
                s += 1
        return s

    return f(five)


def case_with_in_loop():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            with tf.name_scope("a"):
                s += i
        return s

    return f(five)


def case_try_break():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            try:
                if i > 2:
                    break
                s += i
            finally:
                s += 100
        return s

    return f(five)


def case_with_break():
    @tf.function
    def f(n):
        s = 0
        while True:
            with tf.name_scope("a"):
                if s > n:
                    break
                s += 2
        return s

    return f(five)


def case_loop_in_if():
    @tf.function
    def f(n):
        s = 0
        if n > 3:
            for i in tf.range(n):
                s += i
        else:
            while s < n:
                s += 1
        return s

    return f(five), f(one)


def case_return_in_loop_in_if():
    @tf.function
    def f(n):
        if n > 3:
            for i in tf.range(n):
                if i > 2:
                    return i
        return n

    return f(five), f(one)


def case_return_struct_loop():
    @tf.function
    def f(n):
        for i in tf.range(n):
            if i > 2:
                return i, {"a": i * 2}
        return -1, {"a": -2}

    return f(five), f(one)


def case_return_none_loop():
    @tf.function
    def f(n):
        for i in tf.range(n):
            if i > 2:
                return
        return

    return f(five)


def case_static_shape_loop():
    @tf.function
    def f(n):
        y = tf.zeros([2, 3])
        for i in tf.range(n):
            y = y + 1.0
        print(y.shape)
        return y

    return f(five)


def case_vectorized_map_of_rows_of_unknown_number():
    one, three, two = tf.constant([3.1]), tf.constant([-2.0, 6.0, 9.0]), tf.constant([1.0, 2.0])

    def summed(*specs):
        return tf.function(lambda a, b: tf.vectorized_map(sum, (a, b)), input_signature=specs, autograph=False)

    def told(call):
        try:
            return call().numpy().tolist()
        except Exception as e:
            return type(e).__name__

    found = []
    for shape in ([None], None):
        f = summed(tf.TensorSpec(shape), tf.TensorSpec(shape))
        found += [told(lambda a=a, b=b: f(a, b)) for a, b in ((one, three), (three, one), (one, one), (three, three), (two, three))]
    f = summed(tf.TensorSpec([1]), tf.TensorSpec([None]))
    return found, told(lambda: f(one, three)), f.get_concrete_function().output_shapes


def case_vectorized_map_of_slices():
    rows, level = tf.constant([-2.0, 6.0]), tf.get_logger().level
    tf.get_logger().setLevel("ERROR")  # that they become dense is said with the names of nodes
    found = tf.vectorized_map(lambda x: tf.IndexedSlices(x * tf.constant([1.0, 2.0]), tf.constant([0, 2]), tf.constant([4])), rows)
    tf.get_logger().setLevel(level)
    return found


def case_loops_of_1_that_run_at_once():
    def run(body, first, limit, whole):
        loop = tf.compat.v1.while_loop
        value = loop(lambda i: i < 4, body, [tf.constant(first)], maximum_iterations=limit, return_same_structure=whole)
        return type(value).__name__, [int(x) for x in tf.nest.flatten(value)]

    bodies = (lambda i: i + 1, lambda i: [i + 1], lambda i: (i + 1,))
    made = [run(body, first, None, False) for body in bodies for first in (0, 9)] + [run(bodies[0], first, 2, False) for first in (0, 9)]
    made += [run(body, 0, None, True) for body in bodies[1:]]
    for given in (
        dict(true_fn=lambda: 1),
        dict(true_fn=lambda: 1, fn1=lambda: 1, false_fn=lambda: 1),
        dict(true_fn=1, false_fn=lambda: 1),
    ):
        try:
            tf.compat.v1.cond(tf.constant(True), **given)
        except TypeError as e:
            made.append(str(e))
    return made
