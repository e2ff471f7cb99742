"""What transformations of datasets refuse, and what they know of sizes before anything is read."""

D, E = tf.data.Dataset, tf.data.experimental


def tried(f):
    try:
        print(f())
    except (TypeError, ValueError, tf.errors.OpError) as error:
        print(type(error).__name__, str(error).split("\n")[0].replace(" [Op:IteratorGetNext] name: ", "")[:330])


def sparse(*rows):
    return D.from_tensor_slices(tf.sparse.from_dense(list(rows)))


def case_batches_of_several_sizes():
    for components in (([1, 2], [3], [4]), ([1], [3, 4], [4]), {"a": [1, 2], "b": [1]}, ([1, 2], [3, 4], [5]), ([1], ([2], [3, 3]))):
        dataset = D.from_tensors(components)
        tried(lambda dataset=dataset: dataset.rebatch(2))
        tried(lambda dataset=dataset: dataset.rebatch(2, drop_remainder=True).element_spec)
        tried(lambda dataset=dataset: dataset.unbatch())
    open_sizes = tf.TensorSpec([None], tf.int32)
    uneven = D.from_generator(lambda: iter([([1, 2], [3])]), output_signature=(open_sizes, open_sizes))
    tried(lambda: list(uneven.unbatch()))
    tried(lambda: list(uneven.rebatch(2)))
    tried(lambda: list(sparse([1, 0], [0, 2]).unbatch()))
    tried(lambda: list(sparse([1, 0], [0, 2]).rebatch(1)))


def case_static_sizes_of_rebatch():
    for size in (1, 2, 3, [2, 2], [1, 2]):
        for drop in (False, True):
            for dataset in (D.from_tensor_slices(tf.zeros([3, 4, 2])), sparse([[1], [0]], [[0], [2]]), D.range(8).batch(4)):
                tried(lambda: dataset.rebatch(size, drop_remainder=drop).element_spec)
    tried(lambda: D.range(3).rebatch(2))
    tried(lambda: D.range(3).rebatch(2, drop_remainder=True))


def case_single_components():
    for dataset in (D.from_tensors({"a": 1}), D.from_tensors((1,)), D.from_tensors(((1, 2), 3.0)), sparse([1, 0]), D.from_tensors(1)):
        tried(lambda: dataset.sparse_batch(2, [4]))
    tried(lambda: list(D.from_tensors(1).apply(E.dense_to_sparse_batch(2, [4]))))
    tried(lambda: list(D.from_tensors([1, 2]).apply(E.dense_to_sparse_batch(2, [1, None]))))
    tried(lambda: list(D.from_tensors(tf.ragged.constant([[1]])).apply(E.dense_to_sparse_batch(2, [3]))))
    ragged = D.from_tensor_slices(tf.ragged.constant([[1, 2], []]))
    for dataset in (sparse([1, 0]), ragged, D.range(3).window(2), D.from_tensors((1, 2)), D.from_tensors(1.0)):
        tried(lambda: dataset.unique())


def case_calls_at_a_time():
    for cycle in (1, 3):
        for calls in (1, 3, 4, 0, -2, -1):
            tried(lambda: D.range(3).interleave(lambda x: D.range(2), cycle_length=cycle, num_parallel_calls=calls).element_spec)
    tried(lambda: D.range(3).interleave(lambda x: D.range(2), num_parallel_calls=5).element_spec)
    tried(lambda: D.range(3).map(lambda x: x, num_parallel_calls=0))


def case_cardinalities_of_parts():
    unknown = D.range(4).filter(lambda x: True)
    for dataset in (unknown, D.range(4), D.range(4).repeat(), D.range(0).repeat(), D.range(4).flat_map(lambda x: D.range(2))):
        print(
            [int(dataset.take(n).cardinality()) for n in (-1, 0, 1, 9)],
            [int(dataset.skip(n).cardinality()) for n in (-1, 0, 1, 9)],
            [int(dataset.repeat(n).cardinality()) for n in (-1, 0, 1, 2)],
        )
    for dataset in (D.range(3), D.range(3).repeat(), unknown):
        print(int(dataset.ignore_errors().cardinality()), int(dataset.ignore_errors().repeat().cardinality()))
    pairs = tf.sparse.from_dense([[[1], [0]], [[0], [2]]])
    for dataset in (D.from_tensor_slices(pairs), D.from_tensors(tf.ragged.constant([[1], [2, 3]])), D.from_tensors((tf.zeros([2]), pairs))):
        print(int(dataset.unbatch().cardinality()), dataset.unbatch().element_spec)


def case_padded_shapes_and_values():
    rows = D.range(3).map(lambda x: tf.fill([x], x))
    pairs = D.zip((rows, D.range(3)))
    tried(lambda: D.range(4).window(2).padded_batch(2))
    shapes = (
        [1.5],
        [[1], [1]],
        [1, 1],
        [-1],
        "a",
        1.5,
        (1,),
        None,
        tf.constant([1.5]),
        tf.constant([[1]]),
        tf.constant([-1]),
        tf.constant([3]),
    )
    for shape in (*shapes, tf.constant([-1], tf.int64), {"a": [1]}, ([1],), tf.TensorShape([4]), [None], [True]):
        tried(lambda shape=shape: [x.numpy().tolist() for x in rows.take(2).padded_batch(2, padded_shapes=shape)])
        tried(lambda shape=shape: pairs.padded_batch(2, padded_shapes=(shape, [])).element_spec)
        tried(lambda shape=shape: pairs.padded_batch(2, padded_shapes=shape).element_spec)
    tried(lambda: pairs.map(lambda a, b: {"a": a, "b": b}).padded_batch(2, padded_shapes={"a": [3], "b": []}).element_spec)
    nested = D.range(3).map(lambda x: (tf.fill([x], x), (tf.fill([x], tf.strings.as_string(x)), tf.fill([x], "s"))))
    end = tf.constant(-1, tf.int64)
    values = (
        1,
        (1, 2),
        (end, "<end>"),
        (end, ("<end>", None)),
        (None, ("x", 2)),
        (end, ("<end>",)),
        None,
        (None, None),
        (end, None),
        [1, 2],
    )
    for value in (*values, (None, ("x", None)), {"a": 1}, (1, 2, 3)):
        tried(
            lambda value=value: [
                tf.nest.map_structure(lambda t: t.numpy().tolist(), x) for x in nested.padded_batch(3, padding_values=value)
            ]
        )


def case_functions_that_give_no_dataset():
    for transformation in (D.flat_map, D.interleave, lambda d, f: d.interleave(f, num_parallel_calls=2)):
        tried(lambda transformation=transformation: transformation(D.range(2), lambda x: (x, x)))
        tried(lambda transformation=transformation: transformation(D.range(2), lambda x: {"a": x}))


def case_nothing_to_zip():
    for nothing in ((), {}, ((), {})):
        try:
            print(D.zip(nothing))
        except tf.errors.InvalidArgumentError as error:
            print(type(error).__name__, "must be at least minimum 1" in str(error))


def case_how_many_of_endless_ones():
    def one(x):
        return 1

    endless, unknown, five = D.range(5).repeat(), D.range(5).filter(lambda x: x > 0), D.range(5)
    for name, made in {
        "buckets": lambda d: d.bucket_by_sequence_length(one, [2], [2, 2]),
        "groups": lambda d: d.group_by_window(lambda x: x, lambda k, group: group.batch(2), window_size=2),
        "rows": lambda d: d.batch(2).unbatch(),
        "pairs": lambda d: d.map(lambda x: [x, x]).unbatch(),
        "in turn": lambda d: d.interleave(lambda x: D.range(3)),
        "in parallel": lambda d: d.interleave(lambda x: D.range(3), num_parallel_calls=2),
        "flat": lambda d: d.flat_map(lambda x: D.range(3)),
        "sampled": lambda d: D.sample_from_datasets([d, five]),
        "sampled to an end": lambda d: D.sample_from_datasets([d, five], stop_on_empty_dataset=True),
        "chosen": lambda d: D.choose_from_datasets([five, d], five),
        "resampled": lambda d: d.rejection_resample(lambda x: 0, [1.0]),
        "moved": lambda d: d.apply(E.copy_to_device("/cpu:0")),
        "while": lambda d: d.take_while(lambda x: x < 3),
        "scanned": lambda d: d.scan(0, lambda s, x: (s, x)),
    }.items():
        print(name, [int(made(d).cardinality()) for d in (endless, unknown, five, five.take(0))])
