"""Methods of `tf.data.Dataset`: functions of the elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._listing import LateBound
from tfshim.data.element_functions import ElementFunction
from tfshim.data.structures import integer

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import IntLike, TensorLike

# What makes datasets, of classes derived from that of the methods.
above = LateBound(
    "tfshim.data",
    {
        "composing": "interleave scan",
        "reducing": "reduce single_element",
        "sampling": "rejection_resample",
        "transformations.functions": "FilterDataset FlatMapDataset MapDataset ParallelMapDataset TakeWhileDataset",
    },
)


class FunctionsMixin:
    """What functions make of elements, and which elements they choose."""

    _spec: Any

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Self:
        """A function of each element. Mirrors `tf.data.Dataset.map`.

        Arguments:
            map_func: a function that gets the element, or its components as separate arguments where it is a tuple, and
                returns tensors or a nest of them. It is traced once, as by `tf.function`: what Python does in it
                happens then, not for each element; for other libraries use `tf.py_function` or `tf.numpy_function` in
                it.
            num_parallel_calls: how many threads work ahead, `tf.data.AUTOTUNE` for as many as serve; None (the default)
                for none.
            deterministic: False lets elements overtake each other; None and True keep their order.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset as long as this one. A list that is returned becomes one tensor.

        Raises:
            TypeError: the function returns what is no tensor. What the function raises when it runs is raised while
                iterating.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices(([1, 2, 3], [10, 20, 30]))
            >>> [int(x) for x in ds.map(lambda x, y: x + y)]
            [11, 22, 33]
            >>> ds.map(lambda x, y: {"x": tf.cast(x, tf.float32), "y": y}).element_spec
            {'x': TensorSpec(shape=(), dtype=tf.float32, name=None), 'y': TensorSpec(shape=(), dtype=tf.int32, name=None)}
        """
        if num_parallel_calls is None:
            return above.MapDataset(self, ElementFunction(map_func, self._spec, "Dataset.map()"))
        calls = integer(num_parallel_calls, "num_parallel_calls", "ParallelMapDatasetV2", {"Targuments": 0})
        return above.ParallelMapDataset(self, ElementFunction(map_func, self._spec, "Dataset.map()"), calls, deterministic)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Self:
        """The elements for which a condition holds. Mirrors `tf.data.Dataset.filter`.

        Arguments:
            predicate: a function that gets the element, or its components as separate arguments where it is a tuple,
                and returns a `tf.bool` scalar. It is traced once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of these elements in their order. Its length is unknown.

        Raises:
            ValueError: `predicate` returns something other than a bool scalar.

        `take_while` stops at the first element for which it does not hold.

        Example:
            >>> ds = tf.data.Dataset.range(10)
            >>> [int(x) for x in ds.filter(lambda x: x % 3 == 0)]
            [0, 3, 6, 9]
            >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [1, 0]))
            >>> [x.numpy() for x, y in pairs.filter(lambda x, y: y == 0)]
            [b'b']
        """
        return above.FilterDataset(self, ElementFunction(predicate, self._spec, "Dataset.filter()"))

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Self:
        """The elements of the datasets that a function gives, one dataset after the other. Mirrors
        `tf.data.Dataset.flat_map`.

        Arguments:
            map_func: a function of an element (of its components, where it is a tuple) that returns a dataset. It is
                traced once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of all their elements; its length is unknown.

        Raises:
            TypeError: the function returns no dataset.

        It reads the files that a dataset names, or makes several examples of one. `interleave` takes from several of
        the datasets in turn.

        Example:
            >>> ds = tf.data.Dataset.range(1, 4)
            >>> [int(x) for x in ds.flat_map(lambda n: tf.data.Dataset.range(n))]
            [0, 0, 1, 0, 1, 2]
        """
        return above.FlatMapDataset(self, ElementFunction(map_func, self._spec, "Dataset.flat_map()"))

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: IntLike | None = None,
        block_length: IntLike | None = None,
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Self:
        """The elements of the datasets that a function gives, taken from several of them in turn. Mirrors
        `tf.data.Dataset.interleave`.

        Arguments:
            map_func: a function of an element that returns a dataset. It is traced once, as by `tf.function`.
            cycle_length: from how many datasets elements are taken in turn; None (the default) for the number of
                `num_parallel_calls`, or 1 where there is none.
            block_length: how many elements are taken from one at a time; None (the default) is 1.
            num_parallel_calls: how many threads read ahead, `tf.data.AUTOTUNE` for as many as serve; None for none.
            deterministic: False lets what is ready first go first; None and True keep the order.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of all their elements; one that ends is replaced by the next.

        Raises:
            TypeError: the function returns no dataset.
            InvalidArgumentError: a number is not positive.

        Example:
            >>> ds = tf.data.Dataset.range(3)
            >>> ds = ds.interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(3), cycle_length=2, block_length=2)
            >>> [int(x) for x in ds]
            [0, 0, 1, 1, 0, 1, 2, 2, 2]
        """
        return above.interleave(self, map_func, cycle_length, block_length, num_parallel_calls, deterministic)

    def scan(self, initial_state: TensorLike, scan_func: Callable[..., Any], name: str | None = None) -> Self:
        """The outputs of a function that carries a state from element to element. Mirrors `tf.data.Dataset.scan`.

        Arguments:
            initial_state: the first state, a tensor or nest of tensors.
            scan_func: a function of the state and an element that returns a pair (new state, output). It is traced
                once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of the outputs, as long as this one. Each iteration begins with `initial_state`.

        Raises:
            TypeError: the function returns no pair, or a state of another structure or dtype.

        For the last state alone there is `reduce`.

        Example:
            >>> ds = tf.data.Dataset.range(1, 6)
            >>> total = ds.scan(tf.constant(0, tf.int64), lambda state, x: (state + x, state + x))
            >>> [int(x) for x in total]
            [1, 3, 6, 10, 15]
        """
        return above.scan(self, initial_state, scan_func)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Self:
        """The elements before the first for which a condition does not hold. Mirrors `tf.data.Dataset.take_while`.

        Arguments:
            predicate: a function that gets the element, or its components where it is a tuple, and returns a `tf.bool`
                scalar. It is traced once, as by `tf.function`.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of these elements; its length is unknown. Nothing behind that element is computed.

        Raises:
            ValueError: `predicate` returns something other than a bool scalar.

        It ends a dataset without end; `filter` goes on behind such an element.

        Example:
            >>> ds = tf.data.Dataset.from_tensor_slices([1, 2, 7, 3])
            >>> [int(x) for x in ds.take_while(lambda x: x < 5)]
            [1, 2]
        """
        return above.TakeWhileDataset(self, ElementFunction(predicate, self._spec, "Dataset.take_while()"))

    def reduce(self, initial_state: TensorLike, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The final state of a function that carries a state from element to element. Mirrors `tf.data.Dataset.reduce`.

        Arguments:
            initial_state: the first state, a tensor or nest of tensors.
            reduce_func: a function of the state and an element that returns the new state, in the same structure and
                dtypes. It is traced once, as by `tf.function`.
            name: a name for the operation in graphs.

        Returns:
            The state after the last element: tensors in the structure of `initial_state`, which an empty dataset gives
            back.

        Raises:
            TypeError: the function returns a state of another structure or dtype.

        It goes through the dataset at once, eagerly or in a graph. `scan` gives all states.

        Example:
            >>> ds = tf.data.Dataset.range(1, 5)
            >>> ds.reduce(tf.constant(1, tf.int64), lambda state, x: state * x)
            <tf.Tensor: shape=(), dtype=int64, numpy=24>
            >>> int(ds.reduce(np.int64(0), lambda count, _: count + 1))
            4
        """
        return above.reduce(self, initial_state, reduce_func)

    def rejection_resample(
        self, class_func: Callable[..., Any], target_dist: Any, initial_dist: Any = None, seed: int | None = None, name: str | None = None
    ) -> Self:
        """Elements, some of them left out at random, so that classes come in given proportions. Mirrors
        `tf.data.Dataset.rejection_resample`.

        Arguments:
            class_func: a function of an element that gives its class, an int32 scalar from 0 on.
            target_dist: how often each class shall come, a vector of floats.
            initial_dist: how often each comes now; None (the default) estimates it while iterating.
            seed: an integer that fixes what is left out.
            name: a name for the transformation, which is shown nowhere here.

        Returns:
            A dataset of pairs (class, element): `map` with `lambda c, element: element` drops the class. It is shorter
            than this one.

        Raises:
            TypeError: `class_func` gives another dtype.

        Frequent classes are thinned out; nothing is repeated. To draw from classes as often as wanted, use
        `sample_from_datasets` with a dataset for each.

        Example:
            >>> ds = tf.data.Dataset.range(1000).rejection_resample(
            ...     lambda x: tf.cast(x % 4 == 0, tf.int32), target_dist=[0.6, 0.4], initial_dist=[0.75, 0.25], seed=3)
            >>> classes = [int(c) for c, x in ds]
            >>> bool(0.33 < sum(classes) / len(classes) < 0.47), len(classes) < 1000
            (True, False)
        """
        return above.rejection_resample(self, class_func, target_dist, initial_dist, seed)

    def get_single_element(self, name: str | None = None) -> Any:
        """The element of a dataset that has just one. Mirrors `tf.data.Dataset.get_single_element`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            The element, a nest of tensors. It may be called in a `tf.function` as well, so that the same pipeline
            prepares the requests of a served model.

        Raises:
            InvalidArgumentError: the dataset is empty or has more than one element.

        A whole dataset becomes one element by `batch` with a size that is large enough.

        Example:
            >>> ds = tf.data.Dataset.range(4).map(lambda x: x * 10)
            >>> ds.batch(100).get_single_element()
            <tf.Tensor: shape=(4,), dtype=int64, numpy=array([ 0, 10, 20, 30])>
        """
        return above.single_element(self)
