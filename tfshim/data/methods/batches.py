"""Methods of `tf.data.Dataset`: elements put together in batches and windows, and taken apart again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._listing import LateBound
from tfshim.data.structures import boolean, integer
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import int64

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import BoolLike, IntLike, TensorLike, Window
    from tfshim.engine.values.dtypes import DTypeLike

# What makes datasets, of classes derived from that of the methods.
above = LateBound(
    "tfshim.data",
    {
        "composing": "bucket_by_sequence_length group_by_window ragged_batch",
        "transformations.batches": "BatchDataset DenseToSparseBatchDataset PaddedBatchDataset ParallelBatchDataset RebatchDataset "
        "UnbatchDataset",
        "transformations.grouping": "WindowDataset",
    },
)


class BatchingMixin:
    """Several elements in one."""

    _spec: Any

    def batch(
        self,
        batch_size: IntLike,
        drop_remainder: BoolLike = False,
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Self:
        """Several elements at a time, stacked along a new first axis. Mirrors `tf.data.Dataset.batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            drop_remainder: True leaves out the last batch where it would be smaller, so that the size is known in
                `element_spec`; False by default.
            num_parallel_calls: how many batches are put together side by side; None (the default) for one after the
                other. They come in the same order in any case.
            deterministic: whether the order must be kept; it always is.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of nests of tensors of shape [batch_size, ...].

        Raises:
            InvalidArgumentError: the size is below 1; or, while iterating, the shapes in a batch differ. `padded_batch`
                and `ragged_batch` take these.

        Example:
            >>> ds = tf.data.Dataset.range(5)
            >>> [x.numpy().tolist() for x in ds.batch(2)]
            [[0, 1], [2, 3], [4]]
            >>> ds.batch(2).element_spec, ds.batch(2, drop_remainder=True).element_spec
            (TensorSpec(shape=(None,), dtype=tf.int64, name=None), TensorSpec(shape=(2,), dtype=tf.int64, name=None))
        """
        if num_parallel_calls is None:
            size, drop = integer(batch_size, "batch_size", "BatchDatasetV2"), boolean(drop_remainder, "drop_remainder", "BatchDatasetV2")
            return above.BatchDataset(self, size, drop)
        size, drop = (
            integer(batch_size, "batch_size", "ParallelBatchDataset"),
            boolean(drop_remainder, "drop_remainder", "ParallelBatchDataset"),
        )
        return above.ParallelBatchDataset(self, size, drop, integer(num_parallel_calls, "num_parallel_calls", "ParallelBatchDataset"))

    def padded_batch(
        self,
        batch_size: IntLike,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Self:
        """Several elements at a time, padded at their ends to one shape. Mirrors `tf.data.Dataset.padded_batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            padded_shapes: the shape of each component after padding, in the structure of an element; None for a size is
                the largest in the batch. None (the default) for the whole pads every unknown size so.
            padding_values: scalars to pad with, in the structure of an element, or one for all; by default 0, or "" for
                strings.
            drop_remainder: True leaves out a last, smaller batch; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of nests of tensors of shape [batch_size, ...].

        Raises:
            TypeError: a padding value has another dtype than its component.
            ValueError: `padded_shapes` does not fit the elements, or the rank of a component is unknown.
            InvalidArgumentError: while iterating, an element is larger than its padded shape.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
            >>> for batch in ds.padded_batch(2, padding_values=tf.constant(-1, tf.int64)):
            ...     print(batch.numpy().tolist())
            [[1, -1], [2, 2]]
            [[3, 3, 3]]
        """
        components = len(nest.flatten(self._spec))
        op, counts = "PaddedBatchDatasetV2", {"N": components, "Toutput_types": components}
        size, drop = integer(batch_size, "batch_size", op, counts), boolean(drop_remainder, "drop_remainder", op, counts)
        return above.PaddedBatchDataset(self, size, padded_shapes, padding_values, drop)

    def ragged_batch(
        self, batch_size: IntLike, drop_remainder: BoolLike = False, row_splits_dtype: DTypeLike = int64, name: str | None = None
    ) -> Self:
        """Several elements at a time, whose shapes may differ, as ragged tensors. Mirrors `tf.data.Dataset.ragged_batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            drop_remainder: True leaves out a last, smaller batch; False by default.
            row_splits_dtype: the dtype of the row splits, int64 (the default) or int32.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset in which every component with an unknown size is a ragged tensor; components whose shape is known
            stay dense.

        Nothing is padded, so nothing has to be masked: embeddings and reductions take ragged tensors as they are.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
            >>> for batch in ds.ragged_batch(3):
            ...     print(batch)
            <tf.RaggedTensor [[1], [2, 2], [3, 3, 3]]>
        """
        return above.ragged_batch(self, batch_size, boolean(drop_remainder, "drop_remainder"), row_splits_dtype)

    def sparse_batch(self, batch_size: IntLike, row_shape: Any, name: str | None = None) -> Self:
        """Several tensors at a time, as a sparse tensor. Mirrors `tf.data.Dataset.sparse_batch`.

        Arguments:
            batch_size: how many, an integer or int64 scalar.
            row_shape: the shape of a row of the result, in which every element must have room; None for a size takes
                the largest in the batch.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of `tf.SparseTensor`s of shape [batch_size] + row_shape, which store the elements of the tensors,
            zeros included.

        Raises:
            TypeError: elements are more than one dense tensor.
            DataLossError: while iterating, a tensor is larger than a row.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
            >>> for batch in ds.sparse_batch(3, [None]):
            ...     print(tf.sparse.to_dense(batch).numpy().tolist())
            [[1, 0, 0], [2, 2, 0], [3, 3, 3]]
        """
        return above.DenseToSparseBatchDataset(self, integer(batch_size), row_shape)

    def unbatch(self, name: str | None = None) -> Self:
        """The rows of the elements, each as an element: the inverse of `batch`. Mirrors `tf.data.Dataset.unbatch`.

        Arguments:
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset whose elements have one dimension less; ragged and sparse tensors are taken apart by rows, too.
            Its length is known where the sizes of the elements are.

        Raises:
            ValueError: a component is a scalar.
            InvalidArgumentError: the components of an element have different first sizes.

        To change the size of batches `rebatch` is quicker. For elements that are datasets there is `flat_map`.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]])
            >>> [int(x) for x in ds.unbatch()]
            [1, 2, 3, 4]
        """
        return above.UnbatchDataset(self)

    def rebatch(self, batch_size: IntLike, drop_remainder: BoolLike = False, name: str | None = None) -> Self:
        """Batches of other sizes of the same rows. Mirrors `tf.data.Dataset.rebatch`.

        Arguments:
            batch_size: how many rows a batch has, an integer or int64 scalar; or a vector of sizes that are used in
                turn.
            drop_remainder: True leaves out a last, smaller batch; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the rows in the same order: what `unbatch` and `batch` would give, without taking every element
            apart.

        Raises:
            ValueError: a component is a scalar.
            InvalidArgumentError: a size is below 1.

        Example:
            >>> ds = tf.data.Dataset.range(6).batch(4)
            >>> [x.numpy().tolist() for x in ds.rebatch(3)]
            [[0, 1, 2], [3, 4, 5]]
            >>> [x.numpy().tolist() for x in ds.rebatch([1, 2])]
            [[0], [1, 2], [3], [4, 5]]
        """
        return above.RebatchDataset(self, batch_size, boolean(drop_remainder, "drop_remainder", "RebatchDatasetV2"))

    def window(
        self,
        size: TensorLike,
        shift: TensorLike | None = None,
        stride: Window = 1,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Self:
        """Datasets of neighbouring elements. Mirrors `tf.data.Dataset.window`.

        Arguments:
            size: how many elements a window has.
            shift: how far each window begins behind the one before; None (the default) is `size`, so that windows do
                not overlap.
            stride: the distance of the elements in a window, 1 by default.
            drop_remainder: True leaves out the last windows where they would be shorter; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of datasets. Where elements are tuples or dictionaries, these hold a dataset for each component.

        Raises:
            InvalidArgumentError: a number is not positive.

        `flat_map` with `batch` makes a tensor of each window: the past that a model of a time series predicts from.
        `tf.keras.utils.timeseries_dataset_from_array` does all of that for arrays.

        Example:
            >>> ds = tf.data.Dataset.range(5).window(3, shift=1, drop_remainder=True)
            >>> [x.numpy().tolist() for x in ds.flat_map(lambda w: w.batch(3))]
            [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
        """
        size = integer(size, "size", "WindowDataset")
        shift = size if shift is None else integer(shift, "shift", "WindowDataset")
        stride = integer(stride, "stride", "WindowDataset")
        return above.WindowDataset(self, size, shift, stride, boolean(drop_remainder, "drop_remainder", "WindowDataset"))

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: IntLike | None = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Self:
        """Elements gathered by a key, and each group of them turned into a dataset. Mirrors
        `tf.data.Dataset.group_by_window`.

        Arguments:
            key_func: a function of an element that gives its key, an int64 scalar.
            reduce_func: a function of a key and the dataset of up to window-size elements with it, which gives a
                dataset; most often it batches them.
            window_size: how many elements of a key make a group.
            window_size_func: a function of the key that gives the size, instead of `window_size`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements of all the datasets. A group goes out once it is full, the rest at the end.

        Raises:
            ValueError: both or neither of the two sizes are given.

        Example:
            >>> ds = tf.data.Dataset.range(7)
            >>> ds = ds.group_by_window(lambda x: x % 2, lambda key, group: group.batch(3), window_size=3)
            >>> [x.numpy().tolist() for x in ds]
            [[0, 2, 4], [1, 3, 5], [6]]
        """
        return above.group_by_window(self, key_func, reduce_func, window_size, window_size_func)

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Sequence[Any],
        bucket_batch_sizes: Sequence[Any],
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Self:
        """Padded batches of elements of similar length. Mirrors `tf.data.Dataset.bucket_by_sequence_length`.

        Arguments:
            element_length_func: a function of an element that gives its length, an int32 scalar.
            bucket_boundaries: ascending lengths; an element shorter than `bucket_boundaries[i]` goes into bucket i at
                the latest.
            bucket_batch_sizes: the size of a batch for each bucket, one more than there are boundaries.
            padded_shapes: as of `padded_batch`.
            padding_values: as of `padded_batch`.
            pad_to_bucket_boundary: True pads to the boundary of the bucket minus 1 instead of the longest in the batch;
                False by default.
            no_padding: True makes sparse batches, without padding; False by default.
            drop_remainder: True leaves out smaller batches at the end; False by default.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of batches. Little is wasted on padding, since long and short sequences are not together.

        Raises:
            ValueError: the numbers of boundaries and sizes do not go together.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([1, 5, 2, 6]).map(lambda n: tf.ones([n], tf.int32))
            >>> ds = ds.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [4], [2, 2])
            >>> [x.numpy().tolist() for x in ds]
            [[[1, 0], [1, 1]], [[1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1]]]
        """
        return above.bucket_by_sequence_length(
            self,
            element_length_func,
            bucket_boundaries,
            bucket_batch_sizes,
            padded_shapes,
            padding_values,
            pad_to_bucket_boundary,
            no_padding,
            drop_remainder,
        )
