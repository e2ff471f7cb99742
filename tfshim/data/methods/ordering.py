"""Methods of `tf.data.Dataset`: which elements there are, how often and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._listing import LateBound
from tfshim.data.structures import integer
from tfshim.engine.values.dtypes import int64

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import IntLike, TensorLike

# What makes datasets, of classes derived from that of the methods.
above = LateBound(
    "tfshim.data",
    {
        "transformations.combining": "ConcatenateDataset ZipDataset",
        "transformations.making": "RangeDataset",
        "transformations.ordering": "RepeatDataset ShardDataset ShuffleDataset SkipDataset TakeDataset UniqueDataset",
    },
)


class OrderingMixin:
    """The elements as they are: some of them, more than once, in another order or beside others."""

    def shuffle(self, buffer_size: IntLike, seed: int | None = None, reshuffle_each_iteration: Any = None, name: str | None = None) -> Self:
        """The elements in random order, drawn from a buffer. Mirrors `tf.data.Dataset.shuffle`.

        Arguments:
            buffer_size: how many elements are held; each one that goes out is drawn from them and replaced by the next.
                A whole shuffle needs as many as the dataset has; `dataset.cardinality()` says so, and
                `tf.data.UNKNOWN_CARDINALITY` holds all.
            seed: an integer that fixes the order, together with `tf.random.set_seed`; the order then is TensorFlow's.
            reshuffle_each_iteration: whether each iteration has an order of its own; None (the default) and True do.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements.

        Raises:
            InvalidArgumentError: `buffer_size` is neither positive nor UNKNOWN_CARDINALITY.

        Put it before `batch` to mix examples, after `cache` to have a new order each epoch, and before `repeat` to have
        every element once in each epoch.

        Example:
            >>> ds = tf.data.Dataset.range(6).shuffle(6, seed=7, reshuffle_each_iteration=False)
            >>> sorted(int(x) for x in ds)
            [0, 1, 2, 3, 4, 5]
            >>> [int(x) for x in ds] == [int(x) for x in ds]
            True
        """
        return above.ShuffleDataset(self, integer(buffer_size, "buffer_size", "ShuffleDatasetV3"), seed, reshuffle_each_iteration)

    def take(self, count: IntLike, name: str | None = None) -> Self:
        """The first elements. Mirrors `tf.data.Dataset.take`.

        Arguments:
            count: how many, an integer or int64 scalar; -1, or more than there are, takes all.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of at most `count` elements.

        After `shuffle` it takes other ones in each iteration; to split a shuffled dataset into a part for training and
        one for validation, shuffle with `reshuffle_each_iteration=False`, and `take` and `skip` the same number.

        Example:
            >>> ds = tf.data.Dataset.range(10)
            >>> [int(x) for x in ds.take(3)]
            [0, 1, 2]
            >>> validation, training = ds.take(2), ds.skip(2)
            >>> len(validation), len(training)
            (2, 8)
        """
        return above.TakeDataset(self, integer(count, "count", "TakeDataset"))

    def skip(self, count: IntLike, name: str | None = None) -> Self:
        """All but the first elements. Mirrors `tf.data.Dataset.skip`.

        Arguments:
            count: how many to leave out, an integer or int64 scalar; with -1, or as many as there are, nothing is left.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements from number `count` on.

        The elements that are left out are computed all the same where they have to be, such as those of a generator or
        of a `map` that must keep its order of effects. The lines of a header in a text file are left out by it.

        Example:
            >>> [int(x) for x in tf.data.Dataset.range(5).skip(3)]
            [3, 4]
            >>> len(tf.data.Dataset.range(5).skip(-1))
            0
        """
        return above.SkipDataset(self, integer(count, "count", "SkipDataset"))

    def repeat(self, count: IntLike | None = None, name: str | None = None) -> Self:
        """The elements several times over. Mirrors `tf.data.Dataset.repeat`.

        Arguments:
            count: how often; None (the default) or -1 for without end, 0 for not at all.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset `count` times as long. Each time the dataset before it is iterated over anew: shuffled in another
            order, read from its files again.

        `Model.fit` begins anew with each epoch by itself; with `steps_per_epoch` a dataset that ends too early needs
        this. A `batch` behind it fills batches across the end of an epoch, one before it does not.

        Example:
            >>> [int(x) for x in tf.data.Dataset.range(3).repeat(2)]
            [0, 1, 2, 0, 1, 2]
            >>> [x.numpy().tolist() for x in tf.data.Dataset.range(3).repeat(2).batch(4)]
            [[0, 1, 2, 0], [1, 2]]
        """
        return above.RepeatDataset(self, -1 if count is None else integer(count, "count", "RepeatDataset"))

    def shard(self, num_shards: IntLike, index: IntLike, name: str | None = None) -> Self:
        """Every n-th element: the share of one of several workers. Mirrors `tf.data.Dataset.shard`.

        Arguments:
            num_shards: how many shares there are, an integer or int64 scalar.
            index: the number of this one, from 0 on.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements number `index`, `index + num_shards`, ...; the shares of all indices have no
            element in common and together have all.

        Raises:
            InvalidArgumentError: `index` is negative or not below `num_shards`.

        Use it early, before anything random and before files are opened, so that each worker reads its own part only.

        Example:
            >>> ds = tf.data.Dataset.range(7)
            >>> [int(x) for x in ds.shard(3, 0)]
            [0, 3, 6]
            >>> [int(x) for x in ds.shard(3, 2)]
            [2, 5]
        """
        return above.ShardDataset(self, integer(num_shards, "num_shards", "ShardDataset"), integer(index, "index", "ShardDataset"))

    def concatenate(self, dataset: Any, name: str | None = None) -> Self:
        """These elements, then those of another dataset. Mirrors `tf.data.Dataset.concatenate`.

        Arguments:
            dataset: a dataset whose elements have the same structure and dtypes; the shapes may differ, then the sizes
                are unknown in `element_spec`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset as long as both together.

        Raises:
            TypeError: the structures or dtypes differ.

        To take from several in turn there are `sample_from_datasets` and `choose_from_datasets`; to have their elements
        side by side, `zip`. `a + b` is not defined for datasets.

        Example:
            >>> a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 12)
            >>> [int(x) for x in a.concatenate(b)]
            [0, 1, 2, 10, 11]
        """
        return above.ConcatenateDataset(self, dataset)

    def enumerate(self, start: TensorLike = 0, name: str | None = None) -> Self:
        """The elements with their numbers. Mirrors `tf.data.Dataset.enumerate`.

        Arguments:
            start: the first number, 0 by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of pairs (number, element); the numbers are int64 scalars. An element that is a tuple stays one:
            (number, (x, y)).

        Behind `shuffle` it numbers the elements in the order in which they come out. In a loop over a dataset in a
        `tf.function` it gives a tensor, as the built-in `enumerate` does there, which AutoGraph turns into this.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices(["a", "b"]).enumerate(start=5)
            >>> [(int(n), x.numpy()) for n, x in ds]
            [(5, b'a'), (6, b'b')]
        """
        return above.ZipDataset((above.RangeDataset((integer(start, "start", "RangeDataset"), 2**63 - 1), int64, True), self))

    def unique(self, name: str | None = None) -> Self:
        """The different elements, each once. Mirrors `tf.data.Dataset.unique`.

        Arguments:
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements in the order in which each appears first; its length is unknown.

        Raises:
            TypeError: the elements are not single tensors of int32, int64 or strings.

        All different elements are kept in memory while it runs. The vocabulary of a text can be gathered that way; for
        a fixed-size table of the most frequent ones there is `tf.keras.layers.StringLookup.adapt`.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([3, 1, 3, 2, 1])
            >>> [int(x) for x in ds.unique()]
            [3, 1, 2]
        """
        return above.UniqueDataset(self)
