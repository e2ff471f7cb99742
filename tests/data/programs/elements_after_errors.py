"""Which elements a pipeline still gives after one that fails."""

D, E = tf.data.Dataset, tf.data.experimental
R = D.range


def checked(x, n=5, k=2):
    tf.debugging.assert_none_equal(x % n, tf.constant(k, tf.int64))
    return x


def shown(*pipelines, most=14):
    for i, dataset in enumerate(pipelines):
        iterator, seen = iter(dataset), []
        for _ in range(most):
            try:
                seen.append(str(tf.nest.map_structure(lambda x: x.numpy().tolist(), next(iterator))))
            except StopIteration:
                seen.append("end")
                break
            except tf.errors.OpError as error:
                seen.append(type(error).__name__[:12])
        print(i, *seen)


def case_side_by_side():
    b = R(9).map(lambda x: checked(x, 3))
    shown(
        D.zip((b, R(9))),
        D.zip((R(9), b)),
        D.zip((b, b, R(9))),
        D.zip((b, R(2))),
        D.zip((b, R(3))),
        D.zip((b.enumerate(), R(9))),
        D.zip(({"a": b}, R(9).map(lambda x: checked(x, 4, 1)))),
        D.zip((b, R(9))).ignore_errors(),
        D.zip((b, R(9))).batch(2).ignore_errors(),
        D.choose_from_datasets([R(4), R(10, 15)], b.map(lambda x: x % 2)),
        D.choose_from_datasets([b, R(10, 15)], R(10).map(lambda x: x % 2)),
    )


def case_batches():
    b = R(18).map(checked)
    words = D.from_tensor_slices(["1", "2", "x", "4", "5", "6", "7"]).map(tf.strings.to_number)
    many = D.from_tensor_slices([*map(str, range(30)), "x", *map(str, range(300))]).map(tf.strings.to_number)
    apart, plain, still = tf.data.Options(), tf.data.Options(), tf.data.Options()
    apart.experimental_optimization.map_and_batch_fusion = False
    plain.experimental_optimization.apply_default_optimizations = False
    still.experimental_optimization.apply_default_optimizations = False
    still.experimental_optimization.map_and_batch_fusion = True
    shown(
        b.batch(4),
        b.batch(4, drop_remainder=True),
        b.batch(4, num_parallel_calls=2),
        b.prefetch(1).batch(4),
        *(b.batch(4).with_options(options) for options in (apart, plain, still)),
        b.with_options(apart).batch(4),
        b.filter(lambda x: x > -1).batch(4),
        b.padded_batch(4),
        R(18).map(checked, num_parallel_calls=2).batch(4),
        R(3).flat_map(lambda y: R(18).map(checked).batch(4)),
        R(18).map(lambda x: tf.py_function(checked, [x], tf.int64)).batch(4),
        R(18).shuffle(3, seed=1).map(checked).batch(4),
        D.from_tensor_slices(tf.range(18, dtype=tf.int64)).map(checked).batch(4),
        D.from_tensor_slices(tf.range(18, dtype=tf.int64)).map(checked).batch(4, num_parallel_calls=2),
        words.batch(3),
        words.batch(3, num_parallel_calls=2),
        words.filter(lambda x: x > 0).batch(3),
        words.map(lambda x: x + 1).batch(2),
        many.filter(lambda x: x > 20).map(lambda x: x + 1).batch(5).take(9),
        many.batch(20).take(5).map(tf.reduce_sum),
        many.batch(20).take(5).map(tf.reduce_sum).with_options(apart),
        b.batch(4).ignore_errors(),
        R(9).map(lambda x: tf.fill([x // 2], x)).batch(3),
        R(9).apply(E.map_and_batch(checked, 4)),
    )


def case_windows_and_other_sizes():
    b = R(9).map(lambda x: checked(x, 3))

    def windows(*sizes, **more):
        return b.window(*sizes, **more).map(lambda x: x.reduce(tf.constant(0, tf.int64), lambda a, c: a + c))

    shown(
        windows(2),
        windows(3),
        windows(2, 1),
        windows(2, 3),
        windows(2, 3, 2),
        windows(3, 2, 2, drop_remainder=True),
        b.batch(1).rebatch(2),
        b.batch(1).rebatch([1, 2]),
        b.batch(1).rebatch([2, 1], drop_remainder=True),
        R(20).batch(5).map(lambda x: x + 0 * checked(x[0], 10, 5)).rebatch(3),
        b.shard(3, 0),
        b.shard(2, 1),
        b.skip(3),
        b.apply(E.assert_cardinality(9)),
    )


def case_in_turn():
    def twice(x):
        return D.from_tensors(checked(x, 3)).repeat(2)

    def four(x):
        return R(x, x + 4).map(lambda x: checked(x, 3))

    b = R(9).map(lambda x: checked(x, 3))
    for items, parts in ((b, twice), (b, four), (R(9), twice), (R(9), four)):
        shown(
            items.interleave(parts, cycle_length=2),
            items.interleave(parts, cycle_length=2, num_parallel_calls=2),
            items.interleave(parts, cycle_length=3, block_length=3, num_parallel_calls=2),
            items.interleave(parts, cycle_length=3, num_parallel_calls=tf.data.AUTOTUNE),
            items.flat_map(parts),
            most=30,
        )


def case_groups():
    def same(x):
        return x

    def added(s, x):
        return s + x

    def checked_sum(s, x):
        return s + checked(x, 3)

    def parity(x):
        return x % 2

    def third(x):
        return x % 3

    def batches(key, group):
        return group.map(lambda x: checked(x, 3)).batch(2)

    shown(
        R(9).map(lambda x: checked(x, 3)).apply(E.group_by_reducer(parity, E.Reducer(same, added, same))),
        R(9).apply(E.group_by_reducer(third, E.Reducer(same, checked_sum, same))),
        R(9).group_by_window(third, batches, window_size=2),
    )
