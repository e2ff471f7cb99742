"""tf.data: elements, orders, cardinalities and refusals."""

import numpy as np
import pytest

import tfshim as tf

Dataset = tf.data.Dataset


def numbers(dataset):
    return [np.asarray(x).tolist() for x in dataset.as_numpy_iterator()]


def test_shuffled_batches_keep_components_together():
    x = np.arange(40, dtype=np.float32).reshape(10, 4)
    ds = Dataset.from_tensor_slices((x, [str(i) for i in range(10)])).shuffle(4, seed=1).batch(3)
    assert repr(ds).startswith("<_BatchDataset element_spec=(TensorSpec(shape=(None, 4), dtype=tf.float32, name=None)")
    seen = []
    for rows, names in ds.as_numpy_iterator():
        assert [b"%d" % (r[0] // 4) for r in rows] == names.tolist()
        seen += names.tolist()
    assert sorted(seen) == sorted(b"%d" % i for i in range(10)) and len(ds) == 4


def test_row_plans_and_elements_agree():
    for build in (
        lambda d: d.take(3),
        lambda d: d.skip(3),
        lambda d: d.repeat(2),
        lambda d: d.shuffle(3, seed=5),
        lambda d: d.skip(-1),
        lambda d: d.repeat(0),
        lambda d: d.prefetch(-1),
    ):
        tf.random.set_seed(3)
        by_rows = numbers(build(Dataset.range(7)).batch(2))
        tf.random.set_seed(3)
        assert numbers(build(Dataset.range(7).cache()).batch(2)) == by_rows


def test_functions():
    assert numbers(Dataset.range(4).map(lambda x: x * 2)) == [0, 2, 4, 6]
    assert numbers(Dataset.range(6).filter(lambda x: x % 2 == 0)) == [0, 2, 4]
    pairs = Dataset.zip((Dataset.range(3), Dataset.range(5)))
    assert numbers(pairs.map(lambda a, b: a + b)) == [0, 2, 4] and len(pairs) == 3
    assert Dataset.range(5).reduce(np.int64(0), lambda s, x: s + x).numpy() == 10
    assert [(int(i), int(x)) for i, x in Dataset.range(5, 7).enumerate(1)] == [(1, 5), (2, 6)]
    assert numbers(Dataset.range(2).concatenate(Dataset.range(1))) == [0, 1, 0]


def test_generator_is_called_for_every_iteration():
    ds = Dataset.from_generator(lambda: iter([1, 2]), output_signature=tf.TensorSpec([], tf.int32))
    assert numbers(ds) == numbers(ds) == [1, 2]
    bad = Dataset.from_generator(lambda: iter([[1]]), output_signature=tf.TensorSpec([], tf.int32))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"yielded an element of shape \(1,\)"):
        list(bad)


@pytest.mark.parametrize(
    "build, error, text",
    [
        (lambda: Dataset.range(3).shuffle(0), tf.errors.InvalidArgumentError, "buffer_size must be greater than zero"),
        (lambda: Dataset.range(3).batch(0), tf.errors.InvalidArgumentError, "Batch size must be greater than zero"),
        (lambda: Dataset.range(3).prefetch(-2), tf.errors.InvalidArgumentError, "buffer_size must be >= 0"),
        (lambda: Dataset.from_tensor_slices(3), ValueError, "rank >= 1"),
        (lambda: Dataset.from_tensor_slices(([1, 2], [3])), ValueError, "Dimensions 2 and 1 are not compatible"),
        (lambda: len(Dataset.range(3).repeat()), TypeError, "infinite"),
        (lambda: len(Dataset.range(3).filter(lambda x: x > 0)), TypeError, "unknown"),
        (lambda: Dataset.range(3).filter(lambda x: x), ValueError, "must return a `tf.bool` scalar"),
        (lambda: Dataset.range(3).concatenate(Dataset.from_tensors("a")), TypeError, "Incompatible dataset elements"),
        (lambda: Dataset.range(), ValueError, "between 1 and 3"),
        (lambda: Dataset.range(3).map(3), ValueError, "must be a callable"),
        (lambda: iter(Dataset.range(0)).get_next(), tf.errors.OutOfRangeError, "End of sequence"),
    ],
)
def test_refusals(build, error, text):
    with pytest.raises(error, match=text):
        build()
