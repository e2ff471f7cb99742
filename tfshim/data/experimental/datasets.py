"""Functions of `tf.data.experimental` that take a dataset, most of which are methods of datasets now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.data import reducing, transformations
from tfshim.data.dataset import Dataset
from tfshim.data.iterators import IteratorBase

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Path, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("data.experimental.cardinality")
def cardinality(dataset: Dataset) -> Tensor:
    """How many elements a dataset has, as far as that is known without running it. Mirrors `tf.data.experimental.cardinality`.

    Progress bars and the number of steps in an epoch are worked out from it.

    Arguments:
        dataset: a `tf.data.Dataset`.

    Returns:
        an int64 scalar: the number, or `tf.data.INFINITE_CARDINALITY` (-1) or `tf.data.UNKNOWN_CARDINALITY` (-2), as after
        `filter` or of files. `Dataset.cardinality` gives the same.

    Example:
        >>> int(tf.data.experimental.cardinality(tf.data.Dataset.range(10).batch(4)))
        3
        >>> int(tf.data.experimental.cardinality(tf.data.Dataset.range(10).filter(lambda x: x > 5)))
        -2
    """
    return dataset.cardinality()


@tf_export("data.experimental.get_single_element")
def get_single_element(dataset: Dataset) -> Any:
    """The only element of a dataset. Mirrors `tf.data.experimental.get_single_element`; `Dataset.get_single_element` is newer.

    Arguments:
        dataset: a `tf.data.Dataset` with exactly one element; the rest of a pipeline can then be used for one example or for all
            at once.

    Returns:
        the element, a nest of tensors as the dataset's `element_spec` has it.

    Raises:
        tf.errors.InvalidArgumentError: the dataset is empty or has more than one element.

    Example:
        >>> dataset = tf.data.Dataset.range(4).map(lambda x: x * x).batch(4)
        >>> tf.data.experimental.get_single_element(dataset).numpy()
        array([0, 1, 4, 9])
    """
    return dataset.get_single_element()


@tf_export("data.experimental.get_structure")
def get_structure(dataset_or_iterator: Any) -> Any:
    """The spec of the elements of a dataset or of an iterator. Mirrors `tf.data.experimental.get_structure`.

    Arguments:
        dataset_or_iterator: a `tf.data.Dataset`, or what `iter` makes of one.

    Returns:
        a nest of `tf.TypeSpec`s (shape and dtype of each component): what `element_spec` is.

    Raises:
        TypeError: `dataset_or_iterator` is neither.

    Example:
        >>> dataset = tf.data.Dataset.from_tensor_slices({"x": [[1.0, 2.0]], "y": [3]})
        >>> tf.data.experimental.get_structure(dataset)["x"]
        TensorSpec(shape=(2,), dtype=tf.float32, name=None)
        >>> tf.data.experimental.get_structure(iter(dataset))["y"]
        TensorSpec(shape=(), dtype=tf.int32, name=None)
    """
    # Iterators of TensorFlow 1's graphs are no `tf.data.Iterator`s, but know theirs, too.
    spec = getattr(dataset_or_iterator, "element_spec", None)
    if spec is not None:
        return spec
    raise TypeError(
        "Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or tf.data.Iterator object, but got "
        f"{type(dataset_or_iterator)}."
    )


@tf_export("data.experimental.get_next_as_optional")
def get_next_as_optional(iterator: IteratorBase) -> Any:
    """The next element of an iterator, or nothing at its end. Mirrors `tf.data.experimental.get_next_as_optional`.

    Arguments:
        iterator: a `tf.data.Iterator`, what `iter(dataset)` gives.

    Returns:
        a `tf.experimental.Optional`; its `has_value()` is False where the iterator is at its end, where `next` would raise
        StopIteration. So loops in a `tf.function` can run until the data ends.

    Example:
        >>> iterator = iter(tf.data.Dataset.range(1))
        >>> tf.data.experimental.get_next_as_optional(iterator).get_value().numpy()
        0
        >>> bool(tf.data.experimental.get_next_as_optional(iterator).has_value())
        False
    """
    return iterator.get_next_as_optional()


@tf_export("data.experimental.at")
def at(dataset: Dataset, index: IntLike) -> Any:
    """The element of a dataset at a place, without those before it. Mirrors `tf.data.experimental.at`.

    Arguments:
        dataset: a `tf.data.Dataset` that can give its elements by number: made of tensors or of a range, mapped, batched,
            concatenated, shuffled, repeated and the like, but not filtered. A shuffled one has one order for this, which iterations over it
            do not change.
        index: the number of the element, an integer scalar from 0.

    Returns:
        the element, a nest of tensors.

    Raises:
        tf.errors.OutOfRangeError: there is no such element.
        tf.errors.UnimplementedError: the dataset cannot give its elements by number.

    Example:
        >>> squares = tf.data.Dataset.range(1000).map(lambda x: x * x)
        >>> tf.data.experimental.at(squares, 20).numpy()
        400
    """
    return reducing.element_at(dataset, index)


@tf_export("data.experimental.to_variant")
def to_variant(dataset: Dataset) -> Tensor:
    """A dataset as a tensor, which functions that know nothing of datasets can pass on. Mirrors `tf.data.experimental.to_variant`.

    Arguments:
        dataset: a `tf.data.Dataset`.

    Returns:
        a scalar of the dtype `tf.variant` that holds the dataset; `tf.data.experimental.from_variant` makes a dataset of it again,
        for which the spec of the elements has to be kept.

    Example:
        >>> variant = tf.data.experimental.to_variant(tf.data.Dataset.range(3))
        >>> variant.dtype, variant.shape
        (tf.variant, TensorShape([]))
        >>> dataset = tf.data.experimental.from_variant(variant, tf.TensorSpec([], tf.int64))
        >>> list(dataset.as_numpy_iterator())
        [0, 1, 2]
    """
    return dataset._variant_tensor


@tf_export("data.experimental.from_variant")
def from_variant(variant: Any, structure: Any) -> Dataset:
    """The dataset that a tensor holds. Mirrors `tf.data.experimental.from_variant`.

    Arguments:
        variant: a scalar of the dtype `tf.variant`, made by `tf.data.experimental.to_variant`.
        structure: the spec of the elements, a nest of `tf.TypeSpec`s, which the tensor itself does not say:
            the `element_spec` of the dataset.

    Returns:
        a `tf.data.Dataset` with the elements of the one that was made a tensor.

    Example:
        >>> names = tf.data.Dataset.from_tensor_slices(["a", "b"])
        >>> variant = tf.data.experimental.to_variant(names)
        >>> again = tf.data.experimental.from_variant(variant, names.element_spec)
        >>> list(again.as_numpy_iterator())
        [b'a', b'b']
    """
    return transformations.VariantDataset(variant, structure)


@tf_export("data.experimental.save")
def save(
    dataset: Dataset,
    path: Path,
    compression: str | None = None,
    shard_func: Callable[..., Any] | None = None,
    checkpoint_args: dict[str, Any] | None = None,
) -> None:
    """Write the elements of a dataset into a folder, where `tf.data.experimental.load` finds them. Mirrors
    `tf.data.experimental.save`; `Dataset.save` is newer and does the same.

    Arguments:
        dataset: a `tf.data.Dataset` that ends.
        path: the folder, which is made.
        compression: None (default) or "GZIP".
        shard_func: from an element to an int64 scalar, the number of the file it goes to; one file by default.
        checkpoint_args: a dict of the arguments of `tf.train.CheckpointManager`, for long runs that may be interrupted; its "directory"
            and "step_counter" belong in it.

    Returns:
        None.

    Example:
        >>> tf.data.experimental.save(tf.data.Dataset.range(3), "numbers")
        >>> list(tf.data.experimental.load("numbers").as_numpy_iterator())
        [0, 1, 2]
    """
    dataset.save(path, compression, shard_func, checkpoint_args)


@tf_export("data.experimental.load")
def load(path: Path, element_spec: Any = None, compression: str | None = None, reader_func: Callable[..., Any] | None = None) -> Dataset:
    """A dataset that was written by `Dataset.save` or `tf.data.experimental.save`. Mirrors `tf.data.experimental.load`; `Dataset.load`
    is newer and does the same.

    Arguments:
        path: the folder that was written.
        element_spec: the spec of the elements, a nest of `tf.TypeSpec`s; by default the one that was saved along.
        compression: None (default) or "GZIP", as for `save`.
        reader_func: from a dataset of the files' datasets to the dataset of their elements: how they are read and mixed.

    Returns:
        a `tf.data.Dataset`.

    Raises:
        tf.errors.NotFoundError: nothing was saved there.

    Example:
        >>> tf.data.Dataset.from_tensor_slices([1.5, 2.5]).save("halves")
        >>> list(tf.data.experimental.load("halves").as_numpy_iterator())
        [1.5, 2.5]
    """
    return Dataset.load(path, element_spec, compression, reader_func)


@tf_export("data.experimental.sample_from_datasets")
def sample_from_datasets(
    datasets: Sequence[Dataset], weights: TensorLike | None = None, seed: int | None = None, stop_on_empty_dataset: bool = False
) -> Dataset:
    """Elements of several datasets, the next one each time drawn at random. Mirrors `tf.data.experimental.sample_from_datasets`;
    `Dataset.sample_from_datasets` is newer and does the same.

    Arguments:
        datasets: a list of datasets with elements of the same structure.
        weights: the probability of each, a list or tensor of floats, or a dataset of such; equal by default.
        seed: an int, so that the same choice is made each time.
        stop_on_empty_dataset: whether to end with the first dataset that is at its end (default False: go on with the others).

    Returns:
        a `tf.data.Dataset`.

    Raises:
        ValueError: there are no datasets, or not as many weights.

    Example:
        >>> zeros, ones = tf.data.Dataset.from_tensors(0).repeat(3), tf.data.Dataset.from_tensors(1).repeat(3)
        >>> mixed = tf.data.experimental.sample_from_datasets([zeros, ones], [0.5, 0.5], seed=1)
        >>> sorted(mixed.as_numpy_iterator())
        [0, 0, 0, 1, 1, 1]
    """
    return Dataset.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


@tf_export("data.experimental.choose_from_datasets")
def choose_from_datasets(datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = False) -> Dataset:
    """Elements of several datasets, in the order that another dataset gives. Mirrors `tf.data.experimental.choose_from_datasets`;
    `Dataset.choose_from_datasets` is newer and does the same.

    Arguments:
        datasets: a list of datasets with elements of the same structure.
        choice_dataset: a dataset of int64 scalars: the number of the dataset whose next element comes.
        stop_on_empty_dataset: whether to end where a dataset that is chosen is at its end (default False: pass over it).

    Returns:
        a `tf.data.Dataset`.

    Raises:
        ValueError: there are no datasets.
        TypeError: `choice_dataset` has other elements.

    Example:
        >>> letters = [tf.data.Dataset.from_tensors(x).repeat() for x in "abc"]
        >>> choice = tf.data.Dataset.from_tensor_slices(tf.constant([2, 0, 0], tf.int64))
        >>> list(tf.data.experimental.choose_from_datasets(letters, choice).as_numpy_iterator())
        [b'c', b'a', b'a']
    """
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)
