"""Where the random numbers of a pipeline begin again, and where they go on: with each session, initializer, iteration and repetition."""

v1 = tf.compat.v1
D = tf.data.Dataset


def _number(i):
    return tf.random.uniform([], 0, 100, tf.int32, seed=3)


def _sum_of_numbers(i):
    return _number(i) + tf.random.uniform([], 0, 100, tf.int32, seed=4)


def _iterations(dataset, count):
    """Three times the elements of an iterator of a graph, then those of another session."""
    it = v1.data.make_initializable_iterator(dataset)
    element, made = it.get_next(), []
    for times in (2, 1):
        with v1.Session() as sess:
            for _ in range(times):
                sess.run(it.initializer)
                made.append([sess.run(element).tolist() for _ in range(count)])
    return made


def _in_a_graph(pipeline, count, seed=None):
    with tf.Graph().as_default():
        v1.set_random_seed(seed)
        return _iterations(pipeline(), count)


def case_shuffled():
    return _in_a_graph(lambda: D.range(8).shuffle(4, seed=1), 8)


def case_shuffled_as_the_graph_says():
    return _in_a_graph(lambda: v1.data.Dataset.range(8).shuffle(4), 8, seed=3)


def case_shuffled_and_repeated():
    return _in_a_graph(lambda: D.range(4).shuffle(4, seed=1).repeat(3), 12), _in_a_graph(lambda: D.range(3).repeat(4).shuffle(4, seed=1), 12)


def case_shuffled_once():
    return _in_a_graph(lambda: D.range(8).shuffle(4, seed=1, reshuffle_each_iteration=False).repeat(2), 16)


def case_sampled():
    return _in_a_graph(lambda: D.sample_from_datasets([D.range(8), D.range(10, 18)], [0.5, 0.5], seed=2), 8)


def case_kept():
    return _in_a_graph(lambda: D.range(6).map(_number).cache().repeat(2), 12), _in_a_graph(lambda: D.range(4).shuffle(4, seed=1).cache(), 4)


def case_two_iterators_of_a_dataset():
    with tf.Graph().as_default():
        dataset = v1.data.Dataset.range(8).shuffle(4, seed=1)
        first, second = (v1.data.make_one_shot_iterator(dataset).get_next() for _ in range(2))
        with v1.Session() as sess:
            return [[int(sess.run(t)) for _ in range(8)] for t in (first, second)]


def case_two_initializers():
    with tf.Graph().as_default():
        it = v1.data.Iterator.from_structure(tf.int64, [])
        element = it.get_next()
        starts = [it.make_initializer(D.range(8).shuffle(size, seed=size)) for size in (4, 8)]
        with v1.Session() as sess:
            made = []
            for start in starts * 2:
                sess.run(start)
                made.append([int(sess.run(element)) for _ in range(8)])
            return made


def case_numbers_of_a_function():
    return _in_a_graph(lambda: D.range(4).map(_number).repeat(2), 8), _in_a_graph(lambda: D.range(4).map(_sum_of_numbers).repeat(2), 8)


def _twice(dataset):
    return [[x.numpy().tolist() for x in dataset] for _ in range(2)]


def case_numbers_of_repetitions():
    return _twice(D.range(4).map(_number).repeat(2)), _twice(D.range(2).repeat(2).map(_sum_of_numbers).repeat(2))


def case_numbers_of_inner_datasets():
    return _twice(D.range(3).flat_map(lambda i: D.range(2).map(_number))), _twice(D.range(2).interleave(lambda i: D.range(2).map(_number)))


def case_admitted_by_numbers():
    return _twice(D.range(6).filter(lambda i: _number(i) > 40).repeat(3)), _twice(D.range(4).scan(0, lambda s, i: (s + _number(i), s)).repeat(2))


def case_numbers_of_batches():
    return _twice(D.range(4).batch(2).map(lambda x: tf.random.uniform([2], seed=5)).repeat(2))


def case_numbers_of_threads():
    return _twice(D.range(4).map(_number, num_parallel_calls=1).repeat(2))


def case_flipped_pictures():
    pictures = tf.reshape(tf.range(8.0), [2, 2, 2, 1])
    flipped = D.from_tensor_slices(pictures).map(lambda x: tf.image.random_flip_left_right(x, seed=1)).repeat(4)
    return [x.numpy()[0, :, 0].tolist() for x in flipped]
