"""Datasets that are made of values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.data.batching import row_count, rows_of
from tfshim.data.dataset import Dataset
from tfshim.data.sources import NoRows, RangeRows, SliceRows
from tfshim.data.specs import DatasetSpec
from tfshim.data.stages import Stage
from tfshim.data.structures import brought, is_dense, normalized, of_arrays, parts_of, seed_pair, seeds_of_run, slots, spec_of
from tfshim.data.transformations.base import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, DatasetOp, named, number, refuse
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.random.philox import WordStream
from tfshim.engine.random.shuffle_buffer import DatasetSeeds
from tfshim.engine.runtime.errors import OpError, invalid
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype, int64
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.values.typespec import TensorSpec
from tfshim.script_ops import as_op_error

if TYPE_CHECKING:
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import IntLike
    from tfshim.engine.values.dtypes import DTypeLike


@named("_TensorDataset", "from_tensors_op")
class TensorDataset(DatasetOp):
    """One element."""

    def _setup(self, element: Any) -> None:
        self._spec = spec_of(element)
        if not any(x is not None for x in nest.flatten(element)):
            raise invalid(
                "Length for attr 'output_shapes' of 0 must be at least minimum 1: `tensors` holds no tensor. [Op:TensorDataset] name: ",
            )
        self._flat = slots(element)

    def _count(self) -> int:
        return 1

    def _open(self, run: Run) -> Iterator[Slots]:
        return iter([self._flat])

    def _at(self, index: int) -> Slots:
        return self._flat


@named("_TensorSliceDataset", "from_tensor_slices_op")
class TensorSliceDataset(DatasetOp):
    """The rows of tensors."""

    _columns: list[Any] | None

    def _setup(self, element: Any) -> None:
        leaves = nest.flatten(element)
        if not any(x is not None for x in leaves):
            raise ValueError("Invalid `element`. `element` should not be empty.")
        specs = [spec_of(x) for x in leaves]
        for s in specs:
            if not hasattr(s, "_unbatch"):
                raise AttributeError(f"'{type(s).__name__}' object has no attribute '_to_batched_tensor_list': such values have no slices")
        rows = [s._unbatch() for s in specs]
        self._spec = nest.pack_sequence_as(element, rows)
        first = None
        for s in [part for spec in specs for part in parts_of(spec)]:
            n = s._dataset_shape[0] if isinstance(s, DatasetSpec) else getattr(s, "shape", (None,))[0]
            if n is not None and first is not None and n != first:
                raise ValueError(f"Dimensions {first} and {n} are not compatible")
            first = first if n is None else n
        self._leaf_specs, self._source, self._columns = specs, None, None
        self._by_rows = all(map(is_dense, specs))
        if any(isinstance(x, SymbolicTensor) for x in nest.flatten(element, expand_composites=True)):
            self._length = first if first is not None else UNKNOWN_CARDINALITY
        elif self._by_rows:
            self._source = SliceRows(slots(element))
            self._length = self._source.length
        else:
            self._flat = slots(element)
            self._length = next(n for n in map(row_count, specs, self._flat) if n is not None)

    def _count(self) -> int:
        return self._length

    def _row_source(self) -> Any:
        return self._source

    def _rows(self, run: Run) -> tuple[Any, Iterator[int]]:
        return self._source, iter(range(self._source.length))

    def _open(self, run: Run) -> Iterator[Slots]:
        if self._by_rows:
            return Dataset._open(self, run)
        return map(list, zip(*self._split()))

    def _split(self) -> list[Any]:
        if self._columns is None:
            self._columns = [rows_of(s, x) for s, x in zip(self._leaf_specs, self._flat)]
        return self._columns

    def _at(self, index: int) -> Slots:
        return self._source.one(index) if self._by_rows else [c[index] for c in self._split()]


@named("_ListDataset", "from_list")
class ListDataset(DatasetOp):
    """The elements of a Python list."""

    def _setup(self, elements: list[Any]) -> None:
        if not elements:
            raise ValueError("Invalid `elements`. `elements` should not be empty.")
        if not isinstance(elements, list):
            raise ValueError("Invalid `elements`. `elements` must be a list.")
        made = [normalized(e, "from_list") for e in elements]
        specs = [spec_of(e) for e in made]
        for s in specs[1:]:
            nest.assert_same_structure(specs[0], s)
        common = []
        for leaves in zip(*map(nest.flatten, specs)):
            dtypes = {getattr(s, "dtype", None) for s in leaves}
            if len(dtypes) > 1 or len({type(s) for s in leaves}) > 1:
                raise TypeError("from_list: the elements do not have the same dtypes: " + ", ".join(sorted(map(str, dtypes))) + ".")
            s = leaves[0]
            for other in leaves[1:]:
                s = (
                    TensorSpec(s.shape.most_specific_compatible_shape(other.shape), s.dtype)
                    if is_dense(s)
                    else s.most_specific_compatible_type(other)
                )
            common.append(s)
        self._spec = nest.pack_sequence_as(specs[0], common)
        self._elements = [slots(e) for e in made]

    def _count(self) -> int:
        return len(self._elements)

    def _open(self, run: Run) -> Iterator[Slots]:
        return iter(self._elements)

    def _at(self, index: int) -> Slots:
        return self._elements[index]


@named("_RangeDataset", "range_op")
class RangeDataset(DatasetOp):
    """Integers at even distances: what `Dataset.range` makes."""

    # `replicated`: where a service divides the work, each worker has all of them.
    _by_rows = True

    def _setup(self, args: Sequence[IntLike], output_type: DTypeLike, replicated: bool = False) -> None:
        self._replicated = replicated
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}.")
        dtype = as_dtype(output_type)
        self._spec = TensorSpec([], dtype)
        numbers = [number(a) for a in args]
        self._numbers = None
        if None not in numbers:
            if len(numbers) == 3 and numbers[2] == 0:
                refuse("step must be a non-zero integer.", "RangeDataset")
            made = RangeRows if dtype.is_integer or dtype.is_floating or dtype.is_complex else NoRows
            self._numbers = made(range(*numbers), dtype)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY if self._numbers is None else self._numbers.length

    def _row_source(self) -> Any:
        return self._numbers

    def _rows(self, run: Run) -> tuple[Any, Iterator[int]]:
        return self._numbers, iter(range(self._numbers.length))

    def _at(self, index: int) -> Slots:
        return self._numbers.one(index)


class _RandomNumbers(Stage):
    def __init__(self, seeds: DatasetSeeds) -> None:
        self._seeds, self._words = seeds, seeds.iterator_words()

    def __next__(self) -> Slots:
        return [torch.tensor(next(self._words))]

    def state(self) -> list[Any]:
        return [self._words.position(), self._seeds.state()]

    def resume(self, state: list[Any]) -> None:
        position, seeds = state
        self._words = WordStream.at_position(*position)
        self._seeds.set_state(seeds)


@named("_RandomDataset", "random_op")
class RandomDataset(DatasetOp):
    """Random numbers without end."""

    _fresh = True
    _spec = TensorSpec([], int64)

    def _setup(self, seed: Any, rerandomize: bool | None) -> None:
        seed = seed_pair(seed, "RandomDataset")
        self._args = (seed, rerandomize)
        self._seeds = seeds_of_run(seed, attribute("bool", rerandomize, "rerandomize_each_iteration", False))

    def _count(self) -> int:
        return INFINITE_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return _RandomNumbers(self._seeds)


class _Generated(Stage):
    """What a generator yields, as slots."""

    def __init__(self, dataset: GeneratorDataset, values: Iterator[Any]) -> None:
        self._dataset, self._values = dataset, values

    def __next__(self) -> Slots:
        try:
            value = next(self._values)
        except StopIteration:
            raise
        except Exception as e:
            raise _within(self._dataset._node, e) from e
        try:
            return self._dataset._fitted(value)
        except TypeError as e:
            raise _within(self._dataset._node, e) from e


def _within(node: str, error: Exception) -> OpError:
    """`error` as the operation `node` of a dataset raises it."""
    made = as_op_error(error)
    return type(made)(None, None, f"{made.message}\t [[{{{{node {node}}}}}]]")


def _without_lists(types: Any) -> None:
    """Raise TypeError for a list among a structure of dtypes: it is no structure in datasets, and no dtype."""
    if isinstance(types, list):
        as_dtype(types)
    elif nest.is_nested(types):
        for part in nest._children(types, nest._kind(types)):
            _without_lists(part)


@named("_FlatMapDataset", "flat_map_op")
class GeneratorDataset(DatasetOp):
    """What a Python generator yields."""

    _calls_python = True

    def _setup(self, generator: Callable[..., Any], types: Any, shapes: Any, args: Any, signature: Any) -> None:
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        if signature is not None and types is not None:
            raise TypeError("The `output_types` argument can not be used together with the `output_signature` argument.")
        if signature is not None and shapes is not None:
            raise TypeError("The `output_shapes` argument can not be used together with the `output_signature` argument.")
        self._declared = signature
        if signature is None:
            if types is None:
                raise TypeError(
                    "To specify the output signature you need to provide either the `output_signature` argument or the "
                    "`output_types` argument."
                )
            _without_lists(types)
            dtypes = nest.map_structure(as_dtype, types)
            flat = nest.flatten(dtypes)
            given = [None] * len(flat) if shapes is None else nest.flatten_up_to(dtypes, shapes, check_types=False)
            signature = nest.pack_sequence_as(dtypes, [TensorSpec(s, d) for s, d in zip(given, flat)])
            self._declared = dtypes
        for s in nest.flatten(signature):
            if not isinstance(s, TypeSpec):
                raise TypeError(
                    f"`output_signature` must contain objects that are subclass of `tf.TypeSpec` but found {type(s)} which is not."
                )
        self._spec, self._specs = signature, nest.flatten(signature)
        # What TensorFlow calls the generator in, which texts name: in the one its elements are converted as NumPy does it, else strictly.
        plain = all(map(is_dense, self._specs)) and not (isinstance(signature, TensorSpec) and signature.shape.rank is None)
        self._node = "PyFunc" if plain else "EagerPyFunc"
        if isinstance(args, (str, bytes)):
            args = tuple(args) if isinstance(args, str) else tuple(args[i : i + 1] for i in range(len(args)))
        elif args is not None and not isinstance(args, (tuple, list)):
            raise TypeError("values must be a sequence.")
        self._tensors = tuple(convert_to_tensor(a) for a in args or ())

    def _open(self, run: Run) -> Iterator[Slots]:
        try:
            values = iter(self._args[0](*[t.numpy() for t in self._tensors]))
        except Exception as e:
            raise _within(self._node, e) from e
        return _Generated(self, values)

    @staticmethod
    def _mismatch(structure: Any, value: Any) -> TypeError:
        return TypeError(
            "`generator` yielded an element that did not match the expected structure. The expected structure was "
            f"{structure}, but the yielded element was {value}."
        )

    def _fitted(self, value: Any) -> Slots:
        try:
            parts = nest.flatten_up_to(self._spec, value)
        except (TypeError, ValueError) as e:
            types = self._spec if not all(map(is_dense, self._specs)) else nest.map_structure(lambda s: s.dtype, self._spec)
            raise self._mismatch(types, value) from e
        made = []
        for part, spec in zip(parts, self._specs):
            if not is_dense(spec):
                if not spec.is_compatible_with(part):
                    raise TypeError(f"`generator` yielded an element of {part} where an element of {spec} was expected.")
                made.append(of_arrays(part))
                continue
            made.append(self._dense(part, spec, value))
        return made

    def _dense(self, part: Any, spec: TensorSpec, value: Any) -> Any:
        try:
            # As NumPy converts: 1.5 is 1 where integers are expected.
            known = (
                self._node == "EagerPyFunc"
                or isinstance(part, EagerTensor)
                and part.dtype == spec.dtype
                or spec.dtype.as_numpy_dtype is object
            )
            made = convert_to_tensor(part if known else np.asarray(part, spec.dtype.as_numpy_dtype), spec.dtype)
        except (TypeError, ValueError, OverflowError) as e:
            if self._node == "EagerPyFunc":
                raise self._mismatch(self._spec, value) from e
            raise TypeError(
                "`generator` yielded an element that could not be converted to the expected type. The expected type was "
                f"{spec.dtype.name}, but the yielded element was {part}."
            ) from e
        if not spec.shape.is_compatible_with(made.shape):
            raise TypeError(f"`generator` yielded an element of shape {made.shape} where an element of shape {spec.shape} was expected.")
        return brought([made._t])[0]
