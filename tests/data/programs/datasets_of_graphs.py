"""Datasets whose seeds, shapes and sizes only a run of a graph knows, and what is told of arguments that do not fit."""

v1 = tf.compat.v1
Dataset = tf.data.Dataset


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def case_seeds_that_a_run_knows():
    with tf.Graph().as_default():
        seed = v1.placeholder(tf.int64, [])
        for made in (
            Dataset.range(10).shuffle(10, seed=seed),
            Dataset.random(seed=seed).take(3),
            Dataset.range(10).shuffle(10, seed=tf.constant(3, tf.int64)),
        ):
            iterator = attempt(v1.data.make_initializable_iterator, made)
            element = iterator.get_next()
            with v1.Session() as sess:
                for given in (3, 0, 3, 2**31 - 1, 2**31 + 2):
                    fed = {seed: given if given < 2**31 else given - 2**31}
                    sess.run(iterator.initializer, fed)
                    print(given, [int(sess.run(element)) for _ in range(3)])


def case_seeds_of_functions():
    @tf.function
    def shuffled(seed):
        out = tf.zeros([0], tf.int64)
        for x in Dataset.range(5).shuffle(5, seed=seed):
            out = tf.concat([out, [x]], 0)
        return out

    for seed in (3, 0, 2**31 - 1):
        print(shuffled(tf.constant(seed, tf.int64)).numpy())
    tf.random.set_seed(0)
    print(shuffled(tf.constant(0, tf.int64)).numpy())


def case_padded_shapes_of_a_graph():
    with tf.Graph().as_default():
        dataset = Dataset.from_tensor_slices([[1.0, 2], [3, 4]])
        for shape in (
            tf.constant([-1], tf.int64),
            [tf.constant(3)],
            tf.constant([3], tf.int32),
            tf.constant([[3]], tf.int64),
            tf.constant([1.5]),
            tf.constant([1], tf.int64),
            v1.placeholder(tf.int64, [1]),
            v1.placeholder(tf.int64, [2]),
            v1.placeholder(tf.int64, None),
            v1.placeholder(tf.int32, [1]),
        ):
            print(attempt(lambda given: dataset.padded_batch(2, padded_shapes=given).element_spec, shape))
        sizes = v1.placeholder(tf.int64, [1])
        iterator = v1.data.make_initializable_iterator(dataset.padded_batch(2, padded_shapes=sizes))
        element = iterator.get_next()
        with v1.Session() as sess:
            for given in ([3], [-1], [2]):
                sess.run(iterator.initializer, {sizes: given})
                print(sess.run(element).tolist())
            try:
                sess.run(iterator.initializer, {sizes: [-5]})
            except Exception as e:
                print(type(e).__name__)


def case_rows_that_do_not_agree_in_a_run():
    with tf.Graph().as_default():
        first, second = v1.placeholder(tf.int32, [None]), v1.placeholder(tf.int32, None)
        iterator = v1.data.make_initializable_iterator(Dataset.from_tensors((first, second)).unbatch())
        element = iterator.get_next()
        with v1.Session() as sess:
            for given in ([1, 2], [1, 2, 3], 7, [-5]):
                sess.run(iterator.initializer, {first: [5, 6], second: given})
                try:
                    print([int(x) for x in sess.run(element)])
                except Exception as e:
                    print(type(e).__name__)


def case_types_of_generated_elements():
    def generated():
        yield [20]

    for types in ([tf.int64], (tf.int64, [tf.int64]), [tf.int64, tf.float32], {"a": [tf.int64]}):
        print(attempt(Dataset.from_generator, generated, output_types=types))
    for types in ((tf.int64,), tf.int64):
        try:
            print([x.tolist() for x in Dataset.from_generator(generated, output_types=types).as_numpy_iterator()])
        except Exception as e:
            print(type(e).__name__, str(e).partition("element was")[2][:6])


def case_names_of_files_in_datasets():
    for given in (Dataset.from_tensors(0), Dataset.from_tensors((0, "a")), Dataset.from_tensors(["a"]), Dataset.from_tensors([["a"]])):
        print(attempt(tf.data.TextLineDataset, given))
        print(attempt(tf.data.FixedLengthRecordDataset, given, 3))


def case_cycle_of_a_parallel_interleave():
    def several(x):
        return Dataset.from_tensors(x).repeat(x)

    for cycle in (None, tf.data.AUTOTUNE):
        dataset = Dataset.range(4, 8).interleave(several, cycle_length=cycle, num_parallel_calls=1)
        print([int(x) for x in dataset])


def case_elements_that_may_be_missing():
    with tf.Graph().as_default(), v1.Session() as sess:
        dataset = Dataset.from_tensor_slices({"a": [1, 2], "b": tf.sparse.from_dense([[0, 5], [6, 0]])})
        iterators = [v1.data.make_one_shot_iterator(dataset), v1.data.make_initializable_iterator(dataset)]
        handle = v1.placeholder(tf.string, [])
        types, classes = v1.data.get_output_types(dataset), v1.data.get_output_classes(dataset)
        iterators.append(v1.data.Iterator.from_string_handle(handle, types, v1.data.get_output_shapes(dataset), classes))
        another = v1.data.make_one_shot_iterator(dataset)
        fed = {handle: sess.run(another.string_handle())}
        for iterator in iterators:
            following = iterator.get_next_as_optional()
            print(type(following).__name__, following.element_spec)
            found, value = following.has_value(), following.get_value()
            print(found, value["a"], value["b"].dense_shape.shape)
            both = (found, value["a"], value["b"].values)
            try:
                print([x.tolist() for x in sess.run(both, fed)])
            except tf.errors.FailedPreconditionError as e:
                print(type(e).__name__)
                sess.run(iterator.initializer)
            print([x.tolist() for x in sess.run(both, fed)])
            for _ in range(2):
                sess.run(found, fed)
            print(sess.run(found, fed))
            try:
                sess.run(value["a"], fed)
            except tf.errors.InvalidArgumentError as e:
                print(type(e).__name__, "has no value" in str(e))
        print(tf.data.experimental.get_next_as_optional(another).has_value())
