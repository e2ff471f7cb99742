"""What the classes of datasets share."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from tfshim.data.dataset import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from tfshim.data.vectorized import opened
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.dtypes import DType

T = TypeVar("T")
__all__ = [
    "INFINITE_CARDINALITY",
    "UNKNOWN_CARDINALITY",
    "UnaryDatasetOp",
    "DatasetOp",
    "named",
    "number",
    "refuse",
    "scaled",
    "tensor_argument",
]


def named(name: str, module: str, package: str = "ops") -> Callable[[T], T]:
    """Give a class the name and module that TensorFlow's has, which `repr` shows."""

    def decorate(cls):
        cls.__name__ = cls.__qualname__ = name
        cls.__module__ = f"tensorflow.python.data.{package}.{module}"
        return cls

    return decorate


def refuse(message: str, op_type: str, **counts: int) -> NoReturn:
    """Raise the InvalidArgumentError of an operation that makes a dataset."""
    raise errors.op_error(errors.InvalidArgumentError, message, op_type, counts=counts or None)


def checked_calls(calls: Any, op_type: str, **counts: int) -> int | None:
    """The number of calls at a time, -1 for as many as there are processors; None for a tensor of a graph."""
    n = number(calls)
    if n is not None and n != -1 and n < 1:
        refuse("num_parallel_calls must be greater than zero.", op_type, **counts)
    return n


def fail(message: str, kind: type[errors.OpError] = errors.InvalidArgumentError) -> NoReturn:
    """Raise an error of an iteration; the iterator completes the text."""
    raise kind(None, None, message)


def number(value: Any) -> int | None:
    """A Python int of an int or eager tensor; None for a tensor of a graph, which is not known yet."""
    return None if isinstance(value, SymbolicTensor) else int(value)


def tensor_argument(index: int, dtype: DType) -> Any:
    """A property: an argument of a dataset as the tensor that TensorFlow's keeps under a private name, which libraries read."""
    return property(lambda self: convert_to_tensor(self._args[index], dtype))


def scaled(count: int, function: Callable[[int], int]) -> int:
    """`function(count)` where the count is known and finite."""
    return count if count < 0 else function(count)


_kinds: dict[type, bool] = {}


def is_dataset(x: Any) -> bool:
    """Whether `x` is a dataset. Windows are made by thousands, and Python looks long for instances of abstract classes."""
    kind = type(x)
    known = _kinds.get(kind)
    if known is None:
        known = _kinds[kind] = issubclass(kind, Dataset)
    return known


# For classes that only choose and order what they read.
# Of what gives elements, and errors, as they come.
by_rows_as_source = property(lambda self: self._args[0]._by_rows)
as_source_has = property(lambda self: self._source._by_records)


def infinite_or_unknown(dataset: Dataset) -> int:
    """The number of elements of a dataset that is endless where one of its inputs is, and not known otherwise."""
    endless = any(d._count() == INFINITE_CARDINALITY for d in dataset._inputs)
    return INFINITE_CARDINALITY if endless else UNKNOWN_CARDINALITY


_counter = itertools.count()


class DatasetOp(Dataset):
    """A dataset that is defined by arguments: other datasets, tensors, programs and plain values.

    `_setup(*args)` takes them. Tensors among them may belong to a graph; then only the spec has to come out, and the
    dataset is made once more, of values, each time the graph runs. `_fresh`: whether a dataset that is made in a graph is
    a new one with each run even if no tensor of the graph is in it, because it holds state.
    """

    _fresh = False

    def __init__(self, *args: Any) -> None:
        self._args = args
        inputs = []
        for a in args:
            if is_dataset(a):
                inputs.append(a)
            elif isinstance(a, (tuple, dict)):
                inputs.extend(filter(is_dataset, nest.flatten(a)))
        self._inputs = tuple(inputs)
        self._made_in_graph = self._fresh and TS.graph is not None
        if TS.graph is not None:
            self._made_in = TS.graph, next(_counter)  # the graph, and the turn among those that were made in it
        self._setup(*args)

    def _setup(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError

    def _with_arguments(self, args: Sequence[Any]) -> Self:
        """A dataset like this one of the values of a run. A class that can keep what `_setup` inferred from the specs overrides it."""
        made = object.__new__(type(self))
        try:
            DatasetOp.__init__(made, *args)
        except (TypeError, ValueError) as e:
            # What the program would have been told while it makes a dataset, an operation tells as it runs.
            raise invalid(str(e)) from e
        return made

    def _copied(self, args: Sequence[Any]) -> Self:
        """A copy of this dataset with other arguments, for `_with_arguments`; what is set up is the same."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        for name in ("_options_in_force", "_variants"):
            made.__dict__.pop(name, None)
        made._args, made._made_in_graph = tuple(args), False
        made._inputs = tuple(filter(is_dataset, args))
        return made


class UnaryDatasetOp(DatasetOp):
    """A dataset with the elements of another in some order."""

    @property
    def _source(self) -> Dataset:
        return self._args[0]

    _input_dataset = _source  # by which libraries look for what a dataset is made from

    @property
    def _spec(self) -> Any:
        return self._args[0]._spec

    def _setup(self, source: Dataset, *args: Any) -> None:
        """Nothing to prepare."""

    @property
    def _by_rows(self) -> bool:  # type: ignore[override]
        return self._args[0]._by_rows and not self._args[0]._may_fail

    @property
    def _may_fail(self) -> bool:  # type: ignore[override]
        return self._args[0]._may_fail

    def _count(self) -> int:
        return self._source._count()

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        """An iterator over what `open_input()`, which may be called repeatedly, gives."""
        raise NotImplementedError

    def _row_source(self) -> Any:
        return self._source._row_source()

    def _rows(self, run: Run) -> tuple[Any, Iterator[int]]:
        return self._row_source(), self._ordered(lambda: self._source._rows(run)[1], run)

    def _threads(self, run: Run) -> int:
        return self._source._threads(run)

    def _open(self, run: Run) -> Iterator[Slots]:
        if self._by_rows:
            return opened(self, run) or Dataset._open(self, run)
        return self._ordered(lambda: self._source._open(run), run)
