"""Objects whose functions work through rows that differ in number, have groups of channels, or read datasets. As those of objects.py."""

from tests.saved_model.objects import Case

MORE = {}
READ = {}  # what tfshim reads and does not write


def case(function):
    MORE[function.__name__] = function
    return function


@case
def rows_of_ragged(tf, folder):
    """Mapped rows that differ in number, and gradients that a function takes through them."""
    row = [tf.RaggedTensorSpec([None, None])]

    class Rows(tf.Module):
        def __init__(self):
            self.v, self.w = tf.Variable([1.0, 2.0, 3.0], name="v"), tf.Variable(2.0, name="w")

        @tf.function(input_signature=row)
        def scaled(self, rows):
            return tf.map_fn(lambda r: r * self.w, rows)

        @tf.function(input_signature=row)
        def summed(self, rows):
            return tf.map_fn(lambda r: tf.reduce_sum(r) * self.v, rows, fn_output_signature=tf.TensorSpec([3]))

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
        def counted(self, numbers):
            wanted = tf.RaggedTensorSpec([None], tf.float32)
            return tf.map_fn(lambda n: tf.cast(tf.range(n), tf.float32) * self.w, numbers, fn_output_signature=wanted)

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None, None])])
        def nested(self, rows):
            return tf.map_fn(lambda r: tf.reduce_sum(r) * self.w, rows, fn_output_signature=tf.TensorSpec([]))

        @tf.function(input_signature=row)
        def gradient(self, rows):
            with tf.GradientTape() as tape:
                tape.watch(rows.flat_values)
                y = tf.reduce_sum(tf.map_fn(lambda r: r * r * self.w, rows).flat_values)
            return tape.gradient(y, [self.w, rows.flat_values])

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
        def gradient_of_counted(self, numbers):
            with tf.GradientTape() as tape:
                y = tf.reduce_sum(self.counted(numbers).flat_values ** 2)
            return tape.gradient(y, self.w)

    rows, numbers = tf.ragged.constant([[1.0, 2.0], [], [3.0]]), tf.constant([2, 0, 3])
    deep = tf.ragged.constant([[[1.0], [2.0, 3.0]], [], [[], [4.0]]])
    calls = {n: lambda m, n=n: getattr(m, n)(rows) for n in ("scaled", "summed", "gradient")}
    calls |= {n: lambda m, n=n: getattr(m, n)(numbers) for n in ("counted", "gradient_of_counted")}
    return Case(Rows(), {**calls, "nested": lambda m: m.nested(deep)})


@case
def groups_of_volumes(tf, folder):
    """Convolutions of volumes whose channels fall into groups, which functions that are compiled have."""

    class Groups(tf.Module):
        def __init__(self):
            self.filters = tf.Variable(tf.reshape(tf.range(32.0) / 32.0 - 0.5, [2, 2, 1, 2, 4]), name="filters")

        @tf.function(input_signature=[tf.TensorSpec([None] * 5)], jit_compile=True)
        def of_any(self, x):
            return tf.nn.convolution(x, self.filters)

        @tf.function(input_signature=[tf.TensorSpec([1, 3, 3, 2, 4])], jit_compile=True)
        def of_these(self, x):
            return tf.nn.conv3d(x, self.filters, [1] * 5, "SAME")

    x = tf.reshape(tf.range(72.0) / 36.0 - 1.0, [1, 3, 3, 2, 4])
    return Case(Groups(), {"of_any": lambda m: m.of_any(x), "of_these": lambda m: m.of_these(x)})


def datasets_within(tf, folder):
    """Functions that make datasets: with a variable, a seed and a cache in them."""

    class Datasets(tf.Module):
        def __init__(self):
            self.by = tf.Variable(2, dtype=tf.int64, name="by")

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def summed(self, n):
            numbers = tf.data.Dataset.range(n).filter(lambda x: x % 2 == 0).map(lambda x: x * self.by)
            return numbers.reduce(tf.constant(0, tf.int64), lambda a, b: a + b)

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def counted(self, n):
            total = tf.constant(0, tf.int64)
            for i, x in tf.data.Dataset.range(n).shuffle(8, seed=1).cache().repeat(2).enumerate():
                total += i + x
            return total

    n = tf.constant(7, tf.int64)
    return Case(Datasets(), {"summed": lambda m: m.summed(n), "counted": lambda m: m.counted(n)})


READ["datasets_within"] = datasets_within
