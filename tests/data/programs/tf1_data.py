"""Datasets in graphs: iterators of all kinds, and what their functions take from the graph."""

import functools
import os
import tempfile

import numpy as np

v1 = tf.compat.v1
Dataset = v1.data.Dataset


def _why(f):
    try:
        return f()
    except Exception as e:
        lines = getattr(e, "message", str(e)).split("\n\t")[0].split("\n")
        return type(e).__name__, lines[-1].split(": b'")[0]


def _plain(x):
    return tf.nest.map_structure(lambda a: a.tolist() if hasattr(a, "tolist") else a, x)


def case_types_of_a_dataset():
    with tf.Graph().as_default():
        made = Dataset.zip((Dataset.range(3), Dataset.from_tensor_slices({"a": [1, 2, 3], "b": ["x", "y", "z"]}))).batch(2)
        print(v1.data.get_output_types(made), v1.data.get_output_shapes(made), made)
        print(isinstance(made, v1.data.Dataset))
        sparse = Dataset.from_tensors(tf.sparse.from_dense([[1, 0, 2]]))
        return v1.data.get_output_classes(sparse).__name__, v1.data.get_output_shapes(sparse)


def case_feedable_iterators():
    with tf.Graph().as_default(), v1.Session() as s:
        training = Dataset.from_tensor_slices((np.arange(4.0).reshape(2, 2), np.array([0, 1]))).repeat()
        validation = Dataset.from_tensor_slices((10 + np.arange(6.0).reshape(3, 2), np.array([7, 8, 9])))
        handle = v1.placeholder(tf.string, shape=[])
        feedable = v1.data.Iterator.from_string_handle(handle, v1.data.get_output_types(training), v1.data.get_output_shapes(training))
        element = feedable.get_next()
        once, again = v1.data.make_one_shot_iterator(training), v1.data.make_initializable_iterator(validation)
        a, b = s.run(once.string_handle()), s.run(again.string_handle())
        print(type(a).__name__, element, type(feedable).__name__, once.string_handle() is once.string_handle(), again.initializer.type)
        for _ in range(3):
            print(_plain(s.run(element, {handle: a})))
        print(_why(lambda: s.run(element, {handle: b})))
        s.run(again.initializer)
        for _ in range(4):
            print(_why(lambda: _plain(s.run(element, {handle: b}))))
        s.run(again.initializer)
        print(_plain(s.run(element, {handle: b})), _plain(s.run(element, {handle: a})))
        print(_why(lambda: s.run(element, {handle: b"junk"})))


def case_reinitializable_iterators():
    with tf.Graph().as_default(), v1.Session() as s:
        iterator = v1.data.Iterator.from_structure((tf.float32, tf.int64), ([2], []))
        element = iterator.get_next()
        first = Dataset.from_tensor_slices((np.ones((2, 2), np.float32), np.array([0, 1])))
        second = Dataset.range(5).map(lambda i: (tf.cast([i, i], tf.float32), i * 10))
        starts = [iterator.make_initializer(first), iterator.make_initializer(second, name="second")]
        print([o.name for o in starts], iterator.element_spec)
        print(_why(lambda: s.run(element)), _why(lambda: iterator.initializer))
        for start in (0, 1, 1, 0):
            s.run(starts[start])
            print(_plain(s.run(element)))
        one = v1.data.Iterator.from_structure(tf.int64, [])
        print(_why(lambda: one.make_initializer(Dataset.from_tensors(1.0))))
        print(_why(lambda: one.make_initializer(Dataset.from_tensors(tf.constant([1], tf.int64)))))
        print(_why(lambda: one.make_initializer(first))[0])


def case_sparse_elements():
    with tf.Graph().as_default(), v1.Session() as s:
        iterator = v1.data.Iterator.from_structure((tf.int64, tf.float32), ([], [None]), output_classes=(tf.Tensor, tf.SparseTensor))
        number, row = iterator.get_next()
        s.run(iterator.make_initializer(Dataset.range(2).map(lambda i: (i, tf.sparse.from_dense([0.0, 1.0, tf.cast(i, tf.float32)])))))
        print(type(row).__name__, row.dtype)
        for _ in range(2):
            n, r = s.run([number, row])
            print(int(n), r.indices.tolist(), r.values.tolist(), r.dense_shape.tolist())


def case_fed_when_it_starts():
    with tf.Graph().as_default(), v1.Session() as s:
        x, size, limit = v1.placeholder(tf.float32, [None, 2]), v1.placeholder(tf.int64, []), v1.placeholder(tf.int64, [])
        rows = Dataset.from_tensor_slices(x).batch(size)
        iterator = v1.data.make_initializable_iterator(rows)
        element = iterator.get_next()
        numbers = v1.data.make_initializable_iterator(Dataset.range(limit), shared_name="numbers")
        number = numbers.get_next(name="mine")
        print(element.shape, number, iterator.initializer.name)
        print(_why(lambda: v1.data.make_one_shot_iterator(rows))[0])
        for n in (2, 3):
            s.run(iterator.initializer, {x: np.arange(6).reshape(3, 2), size: n})
            print(_plain(s.run(element)))
        s.run(numbers.initializer, {limit: 1})
        print(int(s.run(number)), _why(lambda: s.run(number)), _why(lambda: s.run(numbers.initializer))[0])


def case_what_functions_take_from_the_graph():
    with tf.Graph().as_default(), v1.Session() as s:
        three, x = tf.constant(3), v1.placeholder(tf.int32, [])
        v = v1.get_variable("v", initializer=10)
        fixed = v1.data.make_one_shot_iterator(Dataset.from_tensor_slices([1, 2]).map(lambda a: a + three)).get_next()
        fed = v1.data.make_initializable_iterator(Dataset.from_tensor_slices([1, 2]).map(lambda a: a + x * three))
        kept = v1.data.make_initializable_iterator(Dataset.from_tensor_slices([1, 2, 3]).map(lambda a: a * v))
        element, product = fed.get_next(), kept.get_next()
        print(_why(lambda: v1.data.make_one_shot_iterator(Dataset.range(2).map(lambda a: a + tf.cast(v, tf.int64))))[0])
        print(int(s.run(fixed)))
        for n in (5, 7):
            s.run(fed.initializer, {x: n})
            print(int(s.run(element)))
        s.run(v.initializer)
        s.run(kept.initializer)
        print(int(s.run(product)))
        s.run(v.assign(20))
        s.run(kept.initializer)
        print(int(s.run(product)))


def case_tables_in_functions():
    with tf.Graph().as_default(), v1.Session() as s:
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
        iterator = v1.data.make_initializable_iterator(Dataset.from_tensor_slices(["a", "q"]).map(table.lookup))
        element = iterator.get_next()
        s.run(v1.tables_initializer())
        s.run(iterator.initializer)
        return int(s.run(element)), int(s.run(element))


def case_seeds_of_the_graph():
    with tf.Graph().as_default(), v1.Session() as s:
        v1.set_random_seed(7)
        shuffled = v1.data.make_one_shot_iterator(Dataset.range(8).shuffle(8).batch(8)).get_next()
        seeded = v1.data.make_one_shot_iterator(Dataset.range(8).shuffle(8, seed=3).repeat(2).batch(16)).get_next()
        drawn = v1.data.make_initializable_iterator(Dataset.range(3).map(lambda i: tf.random.uniform([], seed=1)))
        number = drawn.get_next()
        print(s.run(shuffled).tolist(), s.run(seeded).tolist())
        for _ in range(2):
            s.run(drawn.initializer)
            print(round(float(s.run(number)), 5), round(float(s.run(number)), 5))


def case_generators_and_padding():
    with tf.Graph().as_default(), v1.Session() as s:
        made = Dataset.from_generator(lambda: iter([(1, [1, 2]), (2, [3])]), (tf.int64, tf.int32), ([], [None])).padded_batch(2, ([], [None]))
        element = v1.data.make_one_shot_iterator(made).get_next()
        print(element)
        return _plain(s.run(element))


def case_windows_and_interleaving():
    with tf.Graph().as_default(), v1.Session() as s:
        windows = v1.data.make_one_shot_iterator(Dataset.range(4).window(2).flat_map(lambda w: w.batch(2))).get_next()
        mixed = v1.data.make_one_shot_iterator(
            Dataset.range(2).interleave(lambda i: Dataset.range(2).map(lambda j: i * 10 + j), cycle_length=2).batch(4)).get_next()
        several = v1.data.make_one_shot_iterator(Dataset.range(4).map(lambda i: i * 2, num_parallel_calls=2).prefetch(2)).get_next()
        print(s.run(windows).tolist(), s.run(windows).tolist(), s.run(mixed).tolist())
        print([int(x) for x in s.run([several, several])], int(s.run(several)))


def case_reduced():
    with tf.Graph().as_default(), v1.Session() as s:
        x = v1.placeholder(tf.int64, [])
        total = Dataset.range(x).reduce(tf.constant(0, tf.int64), lambda a, b: a + b)
        only = tf.data.experimental.get_single_element(Dataset.range(5, 6))
        print(total.dtype, total.shape, only.dtype)
        return int(s.run(total, {x: 5})), int(s.run(total, {x: 4})), int(s.run(only))


def case_each_session_has_its_own_place():
    with tf.Graph().as_default():
        element = v1.data.make_one_shot_iterator(Dataset.range(9)).get_next()
        a, b = v1.Session(), v1.Session()
        return [int(s.run(element)) for s in (a, a, b, a, b)]


def case_started_with_the_tables():
    with tf.Graph().as_default():
        iterator = v1.data.make_initializable_iterator(Dataset.range(2))
        v1.add_to_collection(v1.GraphKeys.TABLE_INITIALIZERS, iterator.initializer)
        element = iterator.get_next()
        with v1.train.MonitoredSession() as session:
            while not session.should_stop():
                print(int(session.run(element)))


def case_loops_over_datasets_in_graphs():
    with tf.Graph().as_default():
        for _ in Dataset.range(3):
            pass


def case_iterators_while_executing_eagerly():
    print(_why(lambda: v1.data.make_initializable_iterator(Dataset.range(2)))[0])
    return [int(x) for x in v1.data.make_one_shot_iterator(Dataset.range(2))]


def case_made_by_experimental_functions():
    path = os.path.join(tempfile.mkdtemp(), "table.csv")
    with open(path, "w") as file:
        file.write("x,y\n1,a\n2,b\n3,c\n4,d\n")
    e = v1.data.experimental
    with tf.Graph().as_default(), v1.Session() as s:
        def taken(dataset, times=1):
            element = v1.data.make_one_shot_iterator(dataset).get_next()
            return [_plain(s.run(element)) for _ in range(times)]

        print(taken(e.CsvDataset(path, [tf.int32, tf.string], header=True), 2))
        features, label = taken(e.make_csv_dataset(path, 2, label_name="x", num_epochs=1, shuffle=False))[0]
        print(dict(features), label)
        print(taken(e.choose_from_datasets([Dataset.range(3), Dataset.range(10, 13)], Dataset.from_tensor_slices(np.array([0, 1, 1, 0]))), 4))
        print(_plain(s.run(e.get_single_element(Dataset.range(3).batch(3)))))
        print(taken(Dataset.range(6).apply(e.group_by_window(lambda x: x % 2, lambda k, w: w.batch(3), window_size=3)), 2))
        print(taken(Dataset.range(5).apply(e.map_and_batch_with_legacy_function(lambda x: x + 1, 2)), 2))
        names = v1.placeholder(tf.string, [None])
        lines = v1.data.TextLineDataset(names).skip(1).map(lambda line: v1.decode_csv(line, [[0], [""]])).batch(2)
        iterator = v1.data.make_initializable_iterator(lines)
        element = iterator.get_next()
        s.run(iterator.initializer, {names: [path]})
        print(element, _plain(s.run(element)))
    return e.TensorStructure(tf.int32, [2]), e.SparseTensorStructure(tf.int32, [2]), e.RaggedTensorStructure(tf.int32, [2, None], 1)


def case_structures_of_iterators():
    made = []
    with tf.Graph().as_default():
        dataset = tf.compat.v1.data.Dataset.range(3).batch(2).map(lambda x: {"a": x})
        for iterator in (
            tf.compat.v1.data.make_one_shot_iterator(dataset),
            tf.compat.v1.data.make_initializable_iterator(dataset),
            tf.compat.v1.data.Iterator.from_structure(tf.int32, [None]),
        ):
            made.append(tf.data.experimental.get_structure(iterator))
    try:
        tf.data.experimental.get_structure(3)
    except TypeError as e:
        made.append(str(e))
    return repr(made)


def case_files_written_by_graphs():
    folder = tempfile.mkdtemp()
    data, writer, made = tf.compat.v1.data.Dataset, tf.data.experimental.TFRecordWriter, []

    def saved(name, **options):
        return sorted(int(x) for x in tf.data.Dataset.load(f"{folder}/{name}", **options))

    def records(name, kind=None):
        return [x.numpy() for x in tf.data.TFRecordDataset(f"{folder}/{name}", kind)]

    @tf.function
    def write(n, path):
        numbers = tf.data.Dataset.range(n)
        numbers.map(lambda x: x * 2).save(f"{folder}/doubled", compression="GZIP")
        numbers.save(f"{folder}/sharded", shard_func=lambda x: x % 2)
        writer(path, "GZIP").write(numbers.map(tf.strings.as_string))

    for n in 3, 5:
        write(tf.constant(n, tf.int64), tf.constant(f"{folder}/records"))
        made += [saved("doubled", compression="GZIP"), saved("sharded"), records("records", "GZIP")]
    for source in data, tf.data.Dataset:
        with tf.Graph().as_default():
            count = tf.compat.v1.placeholder(tf.int64, [])
            path = tf.compat.v1.placeholder(tf.string, [])
            numbers = source.range(count)
            steps = numbers.save(f"{folder}/{source.__name__}"), writer(path).write(numbers.map(tf.strings.as_string))
            made.append([(type(step).__name__, step.type) for step in steps])
            with tf.compat.v1.Session() as session:
                made.append(session.run(steps, {count: 3, path: f"{folder}/{source.__name__}.records"}))
        made += [saved(source.__name__), records(f"{source.__name__}.records")]
    for f in (
        lambda path: tf.data.Dataset.range(3).save(path),
        lambda path: writer(path).write(tf.data.Dataset.range(3)),
        lambda path: writer(path).write([path]),
    ):
        try:
            tf.function(f, autograph=False)(tf.constant("x"))
        except TypeError as e:
            made.append(str(e))
    try:
        writer(f"{folder}/none/x").write(tf.data.Dataset.from_tensors("a"))
    except tf.errors.NotFoundError as e:
        made.append(e.message.split("}}")[0] + e.message.split(";")[-1])
    return repr(made)


def case_functions_for_apply_of_placeholders():
    """What `apply` is given may use tensors of the graph, itself or in the functions of the library."""
    library = tf.data.experimental

    def own(data, n):
        return data.batch(n * 2).map(lambda x: x + n)

    made = []
    for f in (
        lambda data, n: data.apply(library.map_and_batch(lambda x: x * n, n, drop_remainder=n > 2)),
        lambda data, n: data.apply(lambda d: d.batch(n * 2)),
        lambda data, n: data.apply(functools.partial(own, n=n)),
        lambda data, n: data.apply(library.shuffle_and_repeat(n, count=n, seed=1)),
        lambda data, n: data.apply(library.group_by_window(lambda x: x % 2, lambda k, w: w.batch(3), n)),
        lambda data, n: data.apply(library.dense_to_ragged_batch(n)),
        lambda data, n: data.apply(library.enumerate_dataset(n)),
        lambda data, n: data.apply(lambda d: 3),
    ):
        try:
            with tf.Graph().as_default(), tf.compat.v1.Session() as session:
                n = tf.compat.v1.placeholder(tf.int64, [])
                iterator = tf.compat.v1.data.make_initializable_iterator(f(tf.compat.v1.data.Dataset.range(6), n))
                following = iterator.get_next()
                session.run(iterator.initializer, {n: 3})
                made.append(str(session.run(following)))
        except TypeError as e:
            made.append(str(e))
    return made
