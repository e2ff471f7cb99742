"""Loops that assign to variables: values, dtypes and what is left where a turn fails."""

import re


def told(call):
    """What `call()` gives, or the type of its error and the last line of what it says."""
    try:
        return tf.nest.map_structure(lambda t: t.numpy().tolist() if tf.is_tensor(t) else t, call())
    except Exception as e:
        return type(e).__name__, re.sub(r"_\d+\b", "_N", str(e).strip().splitlines()[-1])[-150:]


def looped(*variables):
    """A decorator: the function as a loop of `tf.function`, called twice, and the variables after it."""

    def run(f):
        made = tf.function(f)
        return [(told(made), [v.numpy().tolist() for v in variables]) for _ in range(2)]

    return run


def case_counts_and_sums():
    found = {}
    for dtype in (tf.int32, tf.int64, tf.float32, tf.float64, tf.float16, tf.uint8, tf.complex64):
        v, w = tf.Variable(tf.cast(3, dtype)), tf.Variable(tf.cast([1, 2], dtype))

        @looped(v, w)
        def made(v=v, w=w, dtype=dtype):
            i = tf.constant(0)
            while i < 5:
                v.assign_add(tf.cast(i, dtype))
                w.assign(w * tf.cast(2, dtype))
                w.assign_sub(tf.ones([2], dtype))
                i += 1
            return i, v.read_value(), w + tf.cast(1, dtype)

        found[dtype.name] = made
    return found


def case_what_was_read_before_stays():
    v = tf.Variable(1.0)
    w = tf.Variable([1.0, 2.0])

    @looped(v, w)
    def made():
        i, before, rows = tf.constant(0), tf.constant(0.0), tf.zeros([2])
        first = v.read_value()
        kept = w.read_value()
        while i < 4:
            old = v.read_value()
            v.assign_add(tf.cast(i, tf.float32) + 1.0)
            before, rows = before * 10.0 + old, w.read_value()
            w.assign(w + v)
            i += 1
        return first, before, rows, kept, v, w

    return made


def case_carried_reads():
    v = tf.Variable([1.0, 1.0])
    n = tf.Variable(0)

    @looped(v, n)
    def made():
        i, last, number = tf.constant(0), v.read_value(), n.read_value()
        while i < 3:
            v.assign_add([1.0, 2.0])
            n.assign_add(1)
            v.assign(v + last)
            last, number = v.read_value(), n.read_value()
            v.assign_sub([0.5, 0.5])
            n.assign(n * 2)
            i += 1
        return last, number, v, n

    return made


def case_conditions_that_read():
    n, limit = tf.Variable(0), tf.Variable(5.0)

    @looped(n, limit)
    def made():
        i = tf.constant(0)
        while n < 7 and tf.cast(i, tf.float32) < limit:
            n.assign_add(2)
            limit.assign_sub(0.25)
            i += 1
        n.assign(n % 3)
        return i, n.read_value()

    return made


def case_wrapping_and_rounding():
    big, small, half = tf.Variable(2**31 - 3), tf.Variable(0.0), tf.Variable(1.0, dtype=tf.float64)

    @looped(big, small, half)
    def made():
        i, x = tf.constant(0), tf.constant(0.1)
        for _ in tf.range(6):
            big.assign_add(1)
            x = x * 1.1 + 0.3
            small.assign_add(x)
            half.assign(half * 0.3)
            i += 1
        return i, x

    return made


def case_errors_in_the_middle():
    v, w, count = tf.Variable(0), tf.Variable([1, 2, 3]), tf.Variable(0)

    @looped(v, count)
    def gathered():
        i = tf.constant(0)
        while i < 6:
            v.assign_add(10)
            x = tf.gather(w + 0, i)
            count.assign_add(x)
            i += 1
        return i

    d = tf.Variable(4)
    total = tf.Variable(0)

    @looped(d, total)
    def divided():
        i = tf.constant(0)
        while i < 6:
            d.assign_sub(2)
            total.assign_add(8 // d)
            i += 1
        return i

    asserted_v = tf.Variable(0)

    @looped(asserted_v)
    def asserted():
        i = tf.constant(0)
        while i < 6:
            asserted_v.assign_add(1)
            tf.debugging.assert_less(i, 2)
            i += 1
        return i

    return gathered, divided, asserted


def case_shapes_that_change():
    v = tf.Variable([1.0], shape=tf.TensorShape([None]))

    @looped(v)
    def made():
        i = tf.constant(0)
        while i < 3:
            v.assign(tf.concat([v, [tf.cast(i, tf.float32)]], 0))
            i += 1
        return tf.shape(v), v

    return made


def case_strings_and_flags():
    s, flag, n = tf.Variable("a"), tf.Variable(False), tf.Variable(0)

    @looped(s, flag, n)
    def made():
        i = tf.constant(0)
        while i < 3:
            s.assign(s + tf.strings.as_string(i))
            flag.assign(tf.equal(i % 2, 0))
            n.assign(i * 2)
            i += 1
        return s, flag

    return made


def case_branches_and_nested_loops():
    v, w = tf.Variable(0), tf.Variable(0.0)

    @looped(v, w)
    def made():
        i = tf.constant(0)
        while i < 6:
            step = 3 if i % 2 == 0 else 1
            v.assign_add(step)
            if i > 3:
                w.assign_add(tf.cast(v, tf.float32))
            j = tf.constant(0)
            while j < i:
                v.assign_sub(1)
                j += 1
            if i == 4:
                break
            i += 1
        return i, v.read_value()

    return made


def case_functions_within():
    v = tf.Variable(1)

    @tf.function
    def doubled():
        v.assign(v * 2)
        return v.read_value()

    @looped(v)
    def made():
        i, seen = tf.constant(0), tf.constant(0)
        while i < 3:
            before = v.read_value()
            seen += doubled()
            v.assign_add(before)
            i += 1
        return seen

    return made


def case_functions_called_in_functions():
    v = tf.Variable(1)

    @tf.function
    def counted(n):
        i = tf.constant(0)
        while i < n:
            v.assign_add(i)
            i += 1
        return v.read_value()

    return tf.function(lambda: [counted(3) + counted(4), v.read_value()])(), v


def case_gradients():
    v, n = tf.Variable(2.0), tf.Variable(0)

    @tf.function
    def f(x):
        i = tf.constant(0)
        while i < 3:
            x = x * v
            n.assign_add(1)
            i += 1
        return x

    with tf.GradientTape() as tape:
        y = f(tf.constant(3.0))
    return y, tape.gradient(y, v), n, f(tf.constant(3.0)), n


def case_limits():
    v = tf.Variable(0)

    @tf.function
    def f(limit):
        return tf.while_loop(lambda i: i < 10, lambda i: [i + v.assign_add(1)], [0], maximum_iterations=limit)

    return f(tf.constant(0)), int(v), f(tf.constant(2)), int(v), f(tf.constant(100)), int(v)


def case_no_turns():
    v = tf.Variable(0)

    @looped(v)
    def made():
        i = tf.constant(5)
        while i < 5:
            v.assign_add(1)
            i += 1
        return i, v.read_value()

    return made


def case_two_variables_of_one_value():
    a, b = tf.Variable([1.0]), tf.Variable([2.0])

    @looped(a, b)
    def made():
        i = tf.constant(0)
        while i < 3:
            x, y = a.read_value(), b.read_value()
            a.assign(y)
            b.assign(x)
            a.assign_add(x)
            i += 1
        return a, b

    return made
