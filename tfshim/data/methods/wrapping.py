"""Methods of `tf.data.Dataset`: elements kept in memory or in files, made ahead of time, left out where they fail, or under options."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._listing import LateBound
from tfshim.data.options import of_dataset as options_of
from tfshim.data.structures import integer

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import IntLike, Path, TensorLike

# What makes datasets, of classes derived from that of the methods.
above = LateBound(
    "tfshim.data",
    {
        "saving": "save snapshot",
        "transformations.wrapping": "CacheDataset IgnoreErrorsDataset OptionsDataset PrefetchDataset",
    },
)


class WrappingMixin:
    """The same elements, and when and where they are made."""

    def cache(self, filename: TensorLike = "", name: str | None = None) -> Self:
        """The elements, computed once and kept for the following iterations. Mirrors `tf.data.Dataset.cache`.

        Arguments:
            filename: where to keep them: files that begin with this path; the empty string (the default) keeps them in
                memory.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements. The first iteration that goes through to the end fills the cache; one that
            stops before does not.

        Raises:
            AlreadyExistsError: another iteration is writing these files.

        What comes before it happens once: reading and decoding. What comes behind happens every time: shuffling and
        random changes. Files stay when the program ends, and are used by the next one even if the pipeline before has
        changed.

        Example:
            >>> calls = []
            >>> def slow(x):
            ...     calls.append(int(x))
            ...     return x * 10
            >>> ds = tf.data.Dataset.range(3).map(lambda x: tf.py_function(slow, [x], tf.int64)).cache()
            >>> [int(x) for x in ds], [int(x) for x in ds]
            ([0, 10, 20], [0, 10, 20])
            >>> len(calls)
            3
        """
        return above.CacheDataset(self, filename)

    def prefetch(self, buffer_size: IntLike, name: str | None = None) -> Self:
        """The same elements, some of them made ahead of time by a thread. Mirrors `tf.data.Dataset.prefetch`.

        Arguments:
            buffer_size: how many elements may wait, an integer or int64 scalar; `tf.data.AUTOTUNE` for as many as
                serve.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements in the same order.

        While a model computes with one batch, the next one is prepared: as the last step of a pipeline it hides the
        time that reading and preparing take. After `batch` the buffer counts batches. An error of an element is raised
        when that one is asked for.

        Example:
            >>> ds = tf.data.Dataset.range(6).map(lambda x: x * x).batch(2).prefetch(tf.data.AUTOTUNE)
            >>> [x.numpy().tolist() for x in ds]
            [[0, 1], [4, 9], [16, 25]]
        """
        return above.PrefetchDataset(self, -1 if buffer_size is None else integer(buffer_size, "buffer_size", "PrefetchDataset"))

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Self:
        """The elements without those that cannot be computed. Mirrors `tf.data.Dataset.ignore_errors`.

        Arguments:
            log_warning: True logs each error as a warning; False (the default) drops it silently.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the elements that raise none of `tf.errors`; its length is unknown.

        What has to raise has to come before it in the pipeline: damaged pictures, divisions of integers by 0, checks of
        `tf.debugging`.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 0.0, 4.0])
            >>> ds = ds.map(lambda x: tf.debugging.check_numerics(1.0 / x, "not a number"))
            >>> [float(x) for x in ds.ignore_errors()]
            [1.0, 0.5, 0.25]
        """
        if log_warning is not None and not isinstance(log_warning, bool):
            raise TypeError(f"Expected bool for argument 'log_warning' not {log_warning!r}.")
        return above.IgnoreErrorsDataset(self, log_warning)

    def save(self, path: Path, compression: str | None = None, shard_func: Any = None, checkpoint_args: Any = None) -> Any:
        """Write the elements into a folder, to be read by `load`. Mirrors `tf.data.Dataset.save`.

        Arguments:
            path: the folder, which is made or replaced.
            compression: None (the default) or "GZIP".
            shard_func: a function of an element that gives the number of its shard, an int64 scalar; shards are files
                that can be read side by side. None puts all into one.
            checkpoint_args: a dictionary of arguments for a `tf.train.CheckpointManager`, with `step_counter`,
                `checkpoint_interval` and so on, so that a save that was interrupted goes on where it was.

        Returns:
            None; in a graph, as in a `tf.function`, the operation that saves when it runs.

        Raises:
            ValueError: the compression is another one, or the arguments do not fit.

        The specs of the elements are written too. TensorFlow reads what is written here, and the other way round.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices({"x": [1.5, 2.5], "y": ["a", "b"]})
            >>> ds.save("folder", compression="GZIP")
            >>> [e["y"].numpy() for e in tf.data.Dataset.load("folder", compression="GZIP")]
            [b'a', b'b']
        """
        return above.save(self, path, compression, shard_func, checkpoint_args)

    def snapshot(
        self,
        path: Path,
        compression: str = "AUTO",
        reader_func: Callable[..., Any] | None = None,
        shard_func: Any = None,
        name: str | None = None,
    ) -> Self:
        """The elements, written to a folder the first time and read from there later, by other programs as well. Mirrors
        `tf.data.Dataset.snapshot`.

        Arguments:
            path: the folder.
            compression: "AUTO" (the default), which compresses nothing here, "GZIP" or None; "SNAPPY" is refused.
            reader_func: as of `load`: how the shards are put together.
            shard_func: as of `save`: the number of an element's shard.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the same elements.

        Raises:
            ValueError: the compression is another one.

        A dataset that is made alike reads the same snapshot; one that is made otherwise writes another one beside it.
        `cache` with a file name does not look at how the dataset is made.

        Example:
            >>> ds = tf.data.Dataset.range(3).map(lambda x: x * 2).snapshot("snapshots")
            >>> [int(x) for x in ds], [int(x) for x in ds]
            ([0, 2, 4], [0, 2, 4])
        """
        return above.snapshot(self, path, compression, reader_func, shard_func)

    def options(self) -> Any:
        """The options that are in force for this dataset. Mirrors `tf.data.Dataset.options`.

        Returns:
            A `tf.data.Options`, merged from those of the datasets that this one is made of and its own. It cannot be
            changed: make a new one and set it by `with_options`.

        Options say whether the order must be deterministic, how many threads work for the pipeline, how a dataset is
        sharded among workers, and what TensorFlow may rewrite; those that only tune TensorFlow's runtime change nothing
        here.

        Example:
            >>> options = tf.data.Options()
            >>> options.deterministic = False
            >>> ds = tf.data.Dataset.range(3).with_options(options).batch(2)
            >>> ds.options().deterministic
            False
        """
        return options_of(self)

    def with_options(self, options: Any, name: str | None = None) -> Self:
        """The same elements under other options. Mirrors `tf.data.Dataset.with_options`.

        Arguments:
            options: a `tf.data.Options`. What it sets replaces what is set already; what it leaves unset stays.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset with the elements of this one.

        Raises:
            ValueError: the options cannot be merged with those that are set.

        Options hold for the whole pipeline, those steps included that were made before: it does not matter at which
        place they are set.

        Example:
            >>> options = tf.data.Options()
            >>> options.threading.private_threadpool_size = 1
            >>> ds = tf.data.Dataset.range(3).map(lambda x: x + 1, num_parallel_calls=2).with_options(options)
            >>> [int(x) for x in ds]
            [1, 2, 3]
        """
        return above.OptionsDataset(self, options)
