"""What the raw operations of datasets share: datasets of variant tensors, and functions of flat components."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from tfshim.data.dataset import Dataset
from tfshim.data.element_functions import ElementFunction
from tfshim.data.specs import boxed
from tfshim.data.transformations.wrapping import VariantDataset
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor, static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.raw_forms._nodes import unknown, when_run
from tfshim.refusals import refused

# Operations whose handles say that a dataset has such a thing of its own.
DUMMIES = ("DummyMemoryCache", "DummySeedGenerator", "DummyIterationCounter")

# What says how fast, or under which name, and never what.
_HINTS = (
    *("metadata", "parallel_copy", "use_inter_op_parallelism", "legacy_autotune", "buffer_size_min", "slack_period", "use_fallback"),
    "use_default_device",
)


def declared(output_types: Sequence[Any], output_shapes: Sequence[Any] | None) -> tuple[TensorSpec, ...]:
    """The specs of the components of an element."""
    shapes = [None] * len(output_types) if output_shapes is None else list(output_shapes)
    return tuple(TensorSpec(_shape(s), as_dtype(t)) for t, s in zip(output_types, shapes, strict=True))


def _shape(shape: Any) -> Any:
    return [None if d == -1 else d for d in shape] if isinstance(shape, (list, tuple)) else shape


def dataset_of(variant: Any, specs: Any = None) -> Dataset:
    """The dataset in a variant tensor, whose elements are tuples of components; `specs`: theirs, for one that only a graph knows.

    Raises InvalidArgumentError for a variant that holds none.
    """
    if isinstance(variant, SymbolicTensor):
        held = _held_by(variant)
        known = getattr(held, "dataset", None) if type(held) is not EagerTensor else boxed(held._t) if held._t.ndim == 0 else None
        return VariantDataset(variant, tuple(nest.flatten(specs if known is None else known._spec)))
    variant = convert_to_tensor(variant)
    inner = boxed(variant._t) if variant._t.ndim == 0 else None
    if not isinstance(inner, Dataset):
        raise invalid("Tensor must be a Dataset object.")
    return VariantDataset(variant, tuple(nest.flatten(inner._spec)))


def _held_by(variant: SymbolicTensor) -> Any:
    """The first argument of the node that makes a dataset, of which nodes that pass it on know nothing."""
    arguments = getattr(variant.op, "arguments", None)
    if not arguments:
        return None
    if type(arguments[0]) is list and len(arguments[0]) > variant._index and isinstance(arguments[0][variant._index], SymbolicTensor):
        return _held_by(arguments[0][variant._index])
    return arguments[0]


def call(function: Any, arguments: Sequence[Any], others: Sequence[Any] = ()) -> list[Any]:
    """The flat results of a concrete function, which knows the tensors that it takes from outside without being given them."""
    if not hasattr(function, "structured_input_signature"):
        raise TypeError(f"Expected a concrete function, as `get_concrete_function` of a tf.function gives it, got {function!r}.")
    given = [*nest.flatten(list(arguments), expand_composites=True), *others]
    wanted = len(nest.flatten(function.structured_input_signature, expand_composites=True))
    made = function(*(given[:wanted] if len(given) > wanted else given))
    return [convert_to_tensor(x) for x in nest.flatten(made, expand_composites=True)]


def program(function: Any, specs: Any, what: str, others: Sequence[Any] = (), made: Callable[[list[Any]], Any] = tuple) -> ElementFunction:
    """The program of a concrete function over elements of `specs`, whose flat results `made` puts together."""
    return ElementFunction(lambda *xs: made(call(function, xs, others)), specs, what, spread=False)


def known(value: Any, op_type: str, key: str) -> Any:
    """The Python value of a scalar that has to be known when the dataset is made."""
    found = static_value(convert_to_tensor(value))
    if found is None:
        raise refused("tf.raw_ops", "attribute", op_type=op_type, key=f"{key} (known when the graph runs)")
    return found.item() if hasattr(found, "item") else found


def dataset_op(*op_types: str, wanted: str = "", result: Callable[[Dataset], Any] | None = None) -> Callable[[Any], Any]:
    """A decorator: the function makes a dataset, of the `source` among its parameters if there is one; the operations take and give
    variant tensors. `specs`, where it is a parameter, are those that the operation declares for its elements.

    `wanted`: names of arguments whose values it has to know. Where a graph does not, the dataset is made whenever that runs.
    """

    def decorate(function):
        parameters = inspect.signature(function).parameters

        def form(input_dataset=None, output_types=None, output_shapes=None, **given):
            specs = None if output_types is None else declared(output_types, output_shapes)
            given = {k: v for k, v in given.items() if k in parameters}
            if "source" in parameters:
                given["input_dataset"] = input_dataset
            if "specs" in parameters:
                given["specs"] = specs

            def make(input_dataset=None, **given):
                source = {"source": dataset_of(input_dataset, specs)} if "source" in parameters else {}
                dataset = function(**source, **given)
                return dataset._variant_tensor if result is None else result(dataset)

            if TS.graph is None or not any(_unknown(given.get(name)) for name in wanted.split()):
                return make(**given)
            tensors = {k: v for k, v in given.items() if _holds_tensors(v)}
            rest = {k: v for k, v in given.items() if k not in tensors}
            return when_run(op_types[0], make, tensors, [(dtypes.variant, [])], **rest)

        accepted = dict.fromkeys([*(p for p in parameters if p not in ("source", "specs")), "output_types", "output_shapes", *_HINTS])
        if "source" in parameters:
            accepted["input_dataset"] = None
        form.__signature__ = inspect.Signature([inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY) for n in accepted])
        raw_op(*op_types)(form)
        return function

    return decorate


def _holds_tensors(value: Any) -> bool:
    return isinstance(value, Tensor) or isinstance(value, (list, tuple)) and bool(value) and all(isinstance(x, Tensor) for x in value)


def _unknown(value: Any) -> bool:
    """Whether the value of an argument, a tensor or a list of them, or what a handle refers to, is known when a graph runs only."""
    if isinstance(value, SymbolicTensor) and value.dtype == dtypes.resource:
        return value.op.kind not in DUMMIES
    return unknown(*(value if isinstance(value, (list, tuple)) else [value]))


def names(kind: str, *others: str) -> tuple[str, ...]:
    """A type and the one that it had while it was an experiment."""
    return (kind, f"Experimental{kind}", *others)
