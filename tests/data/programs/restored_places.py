"""Saved places of iterators, restored into iterators over the same, longer and other datasets."""

import os
import tempfile

D = tf.data.Dataset
R, L = D.range(10), D.from_tensor_slices([1, 2, 3, 4, 5, 6, 7])
FOLDER = tempfile.mkdtemp()


def same(x):
    return x


def following(x):
    return x + 1


def positive(x):
    return x > 0


def two(x):
    return D.range(x, x + 2)


def added(s, x):
    return s + x, s + x


def restored(saved, *others):
    iterator = iter(saved)
    for _ in range(3):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).write(os.path.join(FOLDER, "place"))
    for other in others:
        found = iter(other)
        try:
            tf.train.Checkpoint(iterator=found).read(path).expect_partial()
            print(*[next(found).numpy().tolist() for _ in range(2)])
        except tf.errors.NotFoundError as error:
            print(str(error).split("checkpoint: ")[1].split(". [Op")[0].replace(FOLDER, ""))


def case_the_same_and_longer():
    restored(R, R, D.range(20), R.prefetch(1), R.map(same), R.take(-1), R.skip(0), R.repeat(1))
    restored(R.repeat(2), R.repeat(2), R.repeat(3))
    restored(R.map(following), R.map(following, num_parallel_calls=2))
    restored(R.batch(2), R.batch(2), R.map(same).batch(2))
    restored(R.map(same).filter(positive), R.filter(positive).map(same))


def case_others():
    restored(R, L, R.shuffle(3, seed=1), R.take(4), R.cache(), R.enumerate(), R.concatenate(R), D.zip((R, L)))
    restored(L, R, D.from_tensors(3).repeat(9))
    restored(R.batch(2), R.padded_batch(2))
    restored(D.zip((R, L)), D.zip((L, R)), R)
    for saved in (
        R.shuffle(3, seed=1),
        R.take(8),
        R.repeat(),
        R.concatenate(R),
        R.enumerate(),
        R.skip(1),
        R.cache(),
        R.flat_map(two),
        R.shard(2, 0),
        R.scan(tf.constant(0, tf.int64), added),
        R.unique(),
        R.take_while(lambda x: x < 9),
        R.batch(3).unbatch(),
    ):
        restored(saved, R)
    restored(R.interleave(two), R.flat_map(two))
