"""Errors raised while traced functions run."""

x = tf.constant([1.0, 2.0])
n3 = tf.constant([3])
one = tf.constant(1)
five = tf.constant(5)


def case_Assert():
    @tf.function
    def f(x):
        tf.debugging.Assert(x[0] > 5, [x, "label"])
        return x

    f(x)


def case_gather():
    @tf.function
    def f(x, i):
        return tf.gather(x, i)

    f(x, tf.constant([5]))


def case_matmul():
    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, None])])
    def f(x, y):
        return tf.matmul(x, y)

    f(tf.ones([2, 3]), tf.ones([2, 3]))


def case_add():
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None])])
    def f(x, y):
        return x + y

    f(tf.ones([2]), tf.ones([3]))


def case_concat():
    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, None])])
    def f(x, y):
        return tf.concat([x, y], 0)

    f(tf.ones([2, 3]), tf.ones([2, 4]))


def case_check_numerics():
    @tf.function
    def f(x):
        return tf.debugging.check_numerics(tf.math.log(x), "has nan")

    f(tf.constant([-1.0]))


def case_tensor_array():
    @tf.function
    def f(n):
        ta = tf.TensorArray(tf.float32, 2)
        ta = ta.write(n, 1.0)
        return ta.stack()

    f(tf.constant(5))


def case_strnum():
    @tf.function
    def f(s):
        return tf.strings.to_number(s)

    f(tf.constant("abc"))


def case_dataset_iter():
    ds = tf.data.Dataset.range(2)
    it = iter(ds)

    @tf.function
    def f():
        return next(it)

    f()
    f()
    f()


def case_cast_div():
    @tf.function
    def f(a, b):
        return a // b

    f(tf.constant(1), tf.constant(0))


def case_map_fn():
    @tf.function
    def f(x, s):
        return tf.map_fn(lambda i: tf.reshape(i, s), x)

    f(x, n3)


def case_for_return_uncond():
    @tf.function
    def f(n):
        for i in tf.range(n):
            return i
        return -1

    return f(five), f(one - 1)


def case_for_return_only_zero():
    @tf.function
    def f(n):
        for i in tf.range(n):
            return i

    return f(one - 1)


def case_for_undefined_zero():
    @tf.function
    def f(n):
        for i in tf.range(n):
            y = i * 2
        return y

    return f(one - 1)


def case_for_next():
    it = iter(tf.data.Dataset.range(5))

    @tf.function
    def f(it):
        s = tf.constant(0, tf.int64)
        for _ in tf.range(3):
            s += next(it)
        return s

    return f(it), f(it)


def case_ds_gather():
    ds = tf.data.Dataset.range(2).map(lambda i: tf.gather(x, i + 7))
    list(ds)


def case_nested_gather():
    @tf.function
    def g(x, s):
        return tf.gather(x, s) * 2.0

    @tf.function
    def f(x, s):
        return g(x + 1.0, s)

    f(x, tf.constant([5]))


def case_cond_gather():
    @tf.function
    def f(x, s):
        if x[0] > 0:
            y = tf.gather(x, s)
        else:
            y = x
        return y

    f(x, tf.constant([5]))


def case_helper_gather():
    def h(x, s):
        return tf.gather(x, s)

    @tf.function
    def f(x, s):
        y = h(x, s)
        return y

    f(x, tf.constant([5]))


def case_keras_call():
    tf.keras.backend.clear_session()

    class M(tf.keras.Model):
        def call(self, x):
            return tf.gather(x, [5])

    m = M()
    m(tf.ones([2, 2]))


def case_keras_raise():
    tf.keras.backend.clear_session()

    class M(tf.keras.Model):
        def call(self, x):
            raise ValueError("mine")

    M()(tf.ones([2, 2]))
