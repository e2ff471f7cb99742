"""Sizes, lengths and numbers of calls that are larger than anything that comes: they cost nothing."""

import threading

import pytest

import tfshim as tf


def _part(i):
    return tf.data.Dataset.range(2 * i, 2 * i + 2)


HUGE = {
    "map": lambda d: d.map(lambda x: x, num_parallel_calls=2**30),
    "map, as they come": lambda d: d.map(lambda x: x, num_parallel_calls=2**30, deterministic=False),
    "window": lambda d: d.window(2**62).flat_map(lambda w: w),
    "window, shifted far": lambda d: d.window(6, shift=2**62).flat_map(lambda w: w),
    "window, strided far": lambda d: d.window(1, stride=2**60).flat_map(lambda w: w),
    "interleave": lambda d: d.take(3).interleave(_part, cycle_length=2**40, block_length=2**40),
    "interleave in parallel": lambda d: d.take(3).interleave(_part, 2**30, 2**40, num_parallel_calls=2**30),
    "interleave, as they come": lambda d: d.take(3).interleave(_part, 2**30, num_parallel_calls=2**30, deterministic=False),
    "batch": lambda d: d.batch(2**62).unbatch(),
    "ragged batch": lambda d: d.ragged_batch(2**62).unbatch(),
    "padded batch": lambda d: d.padded_batch(2**62, padded_shapes=[]).unbatch(),
    "shuffle": lambda d: d.shuffle(2**62),
    "prefetch": lambda d: d.prefetch(2**40),
    "take": lambda d: d.take(2**62),
    "shard": lambda d: d.shard(2**62, 0).concatenate(d.skip(1)),
    "repeat": lambda d: d.repeat(2**62).take(6),
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_numbers(name):
    before = threading.active_count()
    iterator = iter(HUGE[name](tf.data.Dataset.range(6)))
    found = [int(next(iterator))]
    assert threading.active_count() - before <= 20
    found += [int(x) for x in iterator]
    assert sorted(found) == list(range(6))


@pytest.mark.parametrize("cycle", [1, 2, 3, 4, 5, 9])
@pytest.mark.parametrize("block", [1, 2, 3])
def test_the_order_of_an_interleaving(cycle, block):
    """Slots of the cycle are filled as its turns come to them, whether or not there will be items for all of them."""
    lengths = [3, 0, 5, 1, 2]
    made = tf.data.Dataset.range(5).interleave(
        lambda i: tf.data.Dataset.range(100 * i, 100 * i + tf.gather(tf.constant(lengths, tf.int64), i)), cycle, block
    )
    slots, at, waiting, wanted = [None] * cycle, 0, iter(range(5)), []
    left = True
    while left or any(s is not None for s in slots):
        if slots[at] is None and left:
            n = next(waiting, None)
            left = n is not None
            if left:
                slots[at] = list(range(100 * n, 100 * n + lengths[n]))
            continue
        if slots[at] is not None:
            wanted += slots[at][:block]
            ended = len(slots[at]) < block
            slots[at] = None if ended else slots[at][block:]
        at = (at + 1) % cycle
    assert [int(x) for x in made] == wanted


@pytest.mark.parametrize("numbers", [(-(2**63), 2**63 - 1, 2**61), (2**63 - 1, -(2**63), -(2**62)), (5, -6, -3), (7,), (0,)])
def test_ranges_in_batches_and_one_by_one(numbers):
    dataset = tf.data.Dataset.range(*numbers)
    assert [int(x) for x in dataset] == list(range(*numbers))
    batches = [b.numpy().tolist() for b in dataset.batch(3)]
    assert [x for b in batches for x in b] == list(range(*numbers)) and all(len(b) == 3 for b in batches[:-1])
    assert [int(x) for x in dataset.map(lambda x: x + 0)] == list(range(*numbers))
