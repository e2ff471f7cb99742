"""Objects whose functions make datasets and go through them. As those of objects.py."""

from tests.saved_model.objects import Case, file_of

DATASETS = {}


def case(function):
    DATASETS[function.__name__] = function
    return function


def longs(tf, *numbers):
    return tf.constant(numbers, tf.int64)


@case
def pipelines(tf, folder):
    """Transformations of every kind, each in a function that collects the elements."""
    D = tf.data.Dataset

    class Pipelines(tf.Module):
        def __init__(self):
            self.by, self.words = tf.Variable(2, dtype=tf.int64, name="by"), tf.Variable(["x", "yy", ""], name="words")

        def all_of(self, dataset, dtype=tf.int64):
            """The sum of the elements of each element, in a row."""
            start = tf.zeros([0], dtype)
            return dataset.reduce(start, lambda a, x: tf.concat([a, tf.reshape(tf.reduce_sum(tf.cast(x, dtype)), [1])], 0))

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
        def mapped(self, x):
            made = D.from_tensor_slices(x).map(lambda v: v * self.by + tf.cast(tf.size(x), tf.int64))
            made = made.map(lambda v: v + 1, num_parallel_calls=2, deterministic=True)
            return self.all_of(made.filter(lambda v: v % 3 > 0))

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def batched(self, n):
            made = D.range(n).batch(2).map(tf.reduce_sum).batch(2, drop_remainder=True)
            return self.all_of(made), self.all_of(D.range(n).batch(3).unbatch().batch(2).rebatch([1, 2])), D.range(n).batch(2).cardinality()

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def ordered(self, n):
            made = D.range(n).skip(1).take(4).repeat(2).shard(2, 1)
            both = D.zip((made, D.range(100, 200, 7))).map(lambda a, b: a * b)
            return self.all_of(both.concatenate(D.from_tensors(n))), self.all_of(D.from_tensor_slices(longs(tf, 3, 1, 3)).unique())

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def shuffled(self, n):
            return self.all_of(D.range(n).shuffle(4, seed=3).prefetch(2).cache())

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def nested(self, n):
            flat = D.range(n).flat_map(lambda i: D.range(i).map(lambda j: j * 10 + i * self.by))
            turns = D.range(n).interleave(lambda i: D.from_tensors(i).repeat(3), cycle_length=2, block_length=2)
            ahead = D.range(n).interleave(lambda i: D.range(i), cycle_length=2, num_parallel_calls=2, deterministic=True)
            return [self.all_of(d) for d in (flat, turns, ahead)]

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def windows(self, n):
            made = D.range(n).window(3, shift=2).flat_map(lambda w: w.batch(3))
            groups = D.range(n).group_by_window(lambda v: v % 2, lambda key, d: d.batch(2), window_size=2)
            sums = tf.data.experimental.Reducer(lambda key: key * 0, lambda state, v: state + v, lambda state: state)
            return (
                self.all_of(made),
                self.all_of(groups),
                self.all_of(D.range(n).apply(tf.data.experimental.group_by_reducer(lambda v: v % 2, sums))),
            )

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def states(self, n):
            sums = D.range(n).scan((tf.constant(0, tf.int64), n), lambda state, v: ((state[0] + v, state[1]), state[0] * v + state[1]))
            return self.all_of(sums.take_while(lambda v: v < 40)), self.all_of(D.range(n).enumerate(5).map(lambda i, v: i * v))

        @tf.function(input_signature=[])
        def padded(self):
            made = D.from_tensor_slices(self.words).map(lambda w: tf.strings.bytes_split(w)).padded_batch(2, padding_values="-")
            texts = made.reduce(tf.constant(""), lambda a, x: a + tf.strings.reduce_join(x))
            rows = D.range(4).map(lambda i: (tf.fill([i], i), tf.cast(i, tf.float32)))
            first = rows.padded_batch(4, padded_shapes=([5], []), padding_values=(tf.constant(-1, tf.int64), 0.0)).get_single_element()
            return texts, first

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def chosen(self, n):
            choice = D.range(2).repeat(3)
            made = D.choose_from_datasets([D.range(n), D.range(100, 110)], choice)
            return self.all_of(made), self.all_of(D.range(n).ignore_errors().apply(tf.data.experimental.assert_cardinality(n)))

    made, n = Pipelines(), tf.constant(5, tf.int64)
    calls = {name: lambda m, name=name: getattr(m, name)(n) for name in "batched ordered shuffled nested windows states chosen".split()}
    calls |= {"mapped": lambda m: m.mapped(longs(tf, 4, 1, 7)), "padded": lambda m: m.padded()}
    return Case(made, calls)


@case
def loops_over_datasets(tf, folder):
    D = tf.data.Dataset

    class Loops(tf.Module):
        def __init__(self):
            self.seen = tf.Variable(0, dtype=tf.int64, name="seen")
            self.scale = tf.Variable(0.5, name="scale")

        @tf.function(input_signature=[tf.TensorSpec([None, 2])])
        def sums(self, x):
            total = tf.zeros([2])
            for row in D.from_tensor_slices(x):
                total += row * self.scale
                self.seen.assign_add(1)
            return total, self.seen.read_value()

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def left(self, n):
            total, rows = tf.constant(0, tf.int64), iter(D.range(n))
            for i in rows:
                if i > 2:
                    break
                if i == 1:
                    continue
                total += i
            return total, next(rows), next(rows)

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def asked(self, n):
            rows = iter(D.range(n).map(lambda v: {"v": v, "w": (tf.cast(v, tf.float32), tf.strings.as_string(v))}))
            first, second = next(rows), rows.get_next_as_optional()
            third = rows.get_next_as_optional()
            last = tf.cond(third.has_value(), lambda: third.get_value()["v"], lambda: tf.constant(-1, tf.int64))
            return first, second.get_value(), last

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def within(self, n):
            made = tf.TensorArray(tf.int64, 0, dynamic_size=True)
            k = 0
            for i in D.range(n):
                for j in D.range(i):
                    if j % 2 == 0:
                        made = made.write(k, i * 10 + j)
                        k += 1
            return made.stack()

        @tf.function(input_signature=[tf.TensorSpec([], tf.bool), tf.TensorSpec([], tf.int64)])
        def in_a_branch(self, flag, n):
            if flag:
                made = D.range(n).reduce(tf.constant(1, tf.int64), lambda a, v: a * (v + 1))
            else:
                made = D.range(n).map(lambda v: v * n).batch(2).get_single_element()[0]
            return made

    made, n = Loops(), tf.constant(6, tf.int64)
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    calls = {name: lambda m, name=name: getattr(m, name)(n) for name in ("left", "asked", "within")}
    calls |= {
        "short": lambda m: m.asked(tf.constant(2, tf.int64)),
        "sums": lambda m: m.sums(x),
        "branch": lambda m: m.in_a_branch(tf.constant(True), n),
        "other branch": lambda m: m.in_a_branch(tf.constant(False), tf.constant(2, tf.int64)),
    }
    return Case(made, calls, made.within, None, {"serving_default": {"n": n}})


@case
def elements_of_rows(tf, folder):
    """Elements that are ragged and sparse, or none."""
    D = tf.data.Dataset

    class Rows(tf.Module):
        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
        def ragged(self, x):
            made = D.from_tensor_slices((x, tf.range(x.nrows()))).map(
                lambda r, i: (r * 2, tf.RaggedTensor.from_row_lengths(r, [tf.size(r), 0]))
            )
            total, count = tf.constant(0), tf.constant(0, tf.int64)
            for row, parts in made:
                total += tf.reduce_sum(row)
                count += parts.nrows()
            return total, count

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
        def batches(self, x):
            made = D.from_tensor_slices(x).map(lambda r: tf.RaggedTensor.from_row_lengths(r, [tf.size(r)])).batch(2)
            return made.reduce(tf.constant(0), lambda a, b: a * 10 + tf.reduce_sum(b)), D.from_tensor_slices(x).ragged_batch(
                2
            ).get_single_element()

        @tf.function(input_signature=[tf.SparseTensorSpec([None, 3])])
        def sparse(self, x):
            made = D.from_tensor_slices(x).map(lambda r: tf.sparse.map_values(tf.multiply, r, 2.0)).batch(2)
            return made.reduce(tf.constant(0.0), lambda a, b: a + tf.reduce_sum(tf.sparse.to_dense(b)))

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def rows_of_dense(self, n):
            made = D.range(n).map(lambda i: tf.range(i)).apply(tf.data.experimental.dense_to_ragged_batch(3))
            return made.get_single_element()

    x, s = tf.ragged.constant([[1, 2], [3]], dtype=tf.int32), tf.sparse.from_dense([[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 0.0, 0.0]])
    calls = {
        "ragged": lambda m: m.ragged(x), "batches": lambda m: m.batches(x), "sparse": lambda m: m.sparse(s),
        "rows": lambda m: m.rows_of_dense(tf.constant(3, tf.int64)),
    }  # fmt: skip
    return Case(Rows(), calls)


@case
def files_of_rows(tf, folder):
    """Functions that read files, whose names they are given, under options; and a table in the function of a dataset."""
    D = tf.data.Dataset
    lines = file_of(folder, "lines.txt", ["a b", "c", "a"])

    class Files(tf.Module):
        def __init__(self):
            start = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([1, 2], tf.int64))
            self.table = tf.lookup.StaticHashTable(start, -1)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def words(self, names):
            options = tf.data.Options()
            options.deterministic, options.threading.private_threadpool_size = True, 2
            made = tf.data.TextLineDataset(names).flat_map(lambda t: D.from_tensor_slices(tf.strings.split(t))).with_options(options)
            return made.map(self.table.lookup).reduce(tf.constant(0, tf.int64), lambda a, v: a * 10 + v + 1)

    with tf.io.TFRecordWriter(f"{folder}/records") as writer:
        for text in (b"xyz", b"", b"w"):
            writer.write(text)

    class Records(Files):
        @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
        def lengths(self, name):
            made = tf.data.TFRecordDataset(name).map(tf.strings.length)
            return made.batch(10).get_single_element()

    names, records = open(lines).read(), open(f"{folder}/records", "rb").read()

    def written(m, name, content, call):
        path = f"{folder}-{name}"
        tf.io.write_file(path, content)
        made = call(m, path)
        tf.io.gfile.remove(path)
        return made

    calls = {
        "words": lambda m: written(m, "lines", names, lambda m, p: m.words(tf.constant([p, p]))),
        "records": lambda m: written(m, "records", records, lambda m, p: m.lengths(tf.constant(p))),
    }
    return Case(Records(), calls)


@case
def datasets_as_values(tf, folder):
    """Datasets that functions take and give, capture, and that modules hold."""
    D = tf.data.Dataset

    class Values(tf.Module):
        def __init__(self):
            self.data = D.from_tensor_slices([1.0, 2.0, 4.0]).map(lambda v: v * 3.0)

        @tf.function(input_signature=[])
        def captured(self):
            return self.data.reduce(0.0, lambda a, v: a + v)

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def given(self, n):
            return self.inner(D.range(n)), self.both(D.range(n), D.range(n).map(lambda v: v * v))

        @tf.function
        def inner(self, dataset):
            return dataset.reduce(tf.constant(0, tf.int64), lambda a, v: a + v)

        @tf.function
        def both(self, a, b):
            total = tf.constant(0, tf.int64)
            for x, y in D.zip((a, b)):
                total += x * y
            return total

    made, n = Values(), tf.constant(4, tf.int64)
    return Case(made, {"captured": lambda m: m.captured(), "given": lambda m: m.given(n)})
