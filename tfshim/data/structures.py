"""Elements of datasets: nested structures of tensors, where a list is not structure but a tensor to be.

Within a pipeline an element is a flat list with a *slot* for each leaf of its spec: the bare storage (a torch tensor, or
an object array) of a dense tensor, and the object itself for everything else (ragged and sparse tensors, datasets ...).
"""

from typing import Any, TypeAlias

import numpy as np
import torch

from tfshim.data.specs import stacked_datasets
from tfshim.engine.graphs.func_graph import value_from_outside
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.random.seeds import MODULUS, op_pair
from tfshim.engine.random.shuffle_buffer import DatasetSeeds
from tfshim.engine.runtime.devices import accelerated, on_processor
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import bool as bool_dtype
from tfshim.engine.values.dtypes import int64, variant
from tfshim.engine.values.protocol import DATASET_SPEC, is_tensor_array, read_if_variable
from tfshim.engine.values.specs.none import NoneTensorSpec
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.values.typespec import DenseSpec, TensorSpec, type_spec_from_value
from tfshim.extension_types.spec import ExtensionTypeSpec
from tfshim.sparse.sparse_tensor import SparseTensor

# The slots of an element, each a storage or an object.
Slots: TypeAlias = list[Any]


def is_dataset_spec(spec):
    """Whether slots of `spec` are datasets."""
    return getattr(spec, "_tfshim_kind", None) is DATASET_SPEC and spec._dataset_shape.rank == 0


def is_dense(spec):
    """Whether slots of `spec` are storages."""
    return isinstance(spec, DenseSpec)


def parts_up_to(shallow, given):
    """The parts of `given` at the leaves of `shallow`; a list is a leaf. Raises TypeError or ValueError where it has another form."""
    if not nest.is_nested(shallow) or isinstance(shallow, list):
        return [given]
    if not nest.is_nested(given) or isinstance(given, list):
        raise TypeError(f"If shallow structure is a sequence, input must also be a sequence. Input has type: '{type(given).__name__}'.")
    if nest.is_attrs(shallow):
        return nest.flatten_up_to(shallow, given, check_types=False)
    if nest.is_mapping(shallow) != nest.is_mapping(given):
        raise TypeError(
            f"The two structures don't have the same sequence type. Input structure has type '{type(given).__name__}', while shallow "
            f"structure has type '{type(shallow).__name__}'."
        )
    if len(shallow) != len(given):
        raise ValueError(
            f"The two structures don't have the same sequence length. Input structure has length {len(given)}, while shallow structure "
            f"has length {len(shallow)}."
        )
    if not nest.is_mapping(shallow):
        return [part for s, g in zip(shallow, given) for part in parts_up_to(s, g)]
    if set(shallow) != set(given):
        raise ValueError(
            f"The two structures don't have the same keys. Input structure has keys {list(given)}, while shallow structure has keys "
            f"{list(shallow)}."
        )
    return [part for key in sorted(shallow) for part in parts_up_to(shallow[key], given[key])]


def normalized(value, what, like=None):
    """`value` with every leaf, lists among them, converted to a tensor; tuples and mappings stay what they are.

    like: a structure of specs, whose dtypes leaves are converted to. Raises TypeError for what cannot be converted to a tensor.
    """
    if like is not None:
        flat = nest.flatten(like)
        leaves = nest.flatten_up_to(like, value)
        return nest.pack_sequence_as(like, [_leaf(v, what, s) for v, s in zip(leaves, flat)])
    if nest.is_composite(value) or isinstance(value, Tensor):
        return value
    if _is_value_tuple(value):
        return _leaf(value, what)
    if nest.is_mapping(value):
        made = {k: normalized(v, what) for k, v in value.items()}
        return made if type(value) is dict else nest.pack_sequence_as(value, [made[k] for k in sorted(made)])
    if isinstance(value, tuple):
        items = [normalized(v, what) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if nest.is_attrs(value):
        return nest.pack_sequence_as(value, [normalized(v, what) for v in nest.flatten(value)])
    return _leaf(value, what)


def _is_value_tuple(value):
    return type(value).__name__ in ("SparseTensorValue", "IndexedSlicesValue") and hasattr(value, "_fields")


def of_arrays(value: Any) -> Any:
    """The sparse or ragged tensor for a value of arrays of that kind; anything else as it is."""
    if _is_value_tuple(value):
        return SparseTensor.from_value(value)
    return value._tensor() if type(value).__name__ == "RaggedTensorValue" else value


def _leaf(value, what, spec=None):
    if value is None:
        return None
    value = read_if_variable(of_arrays(value))
    if nest.is_composite(value) or hasattr(value, "_type_spec") and not isinstance(value, Tensor):
        return value
    if is_tensor_array(value):
        return value
    if isinstance(value, list):
        datasets = stacked_datasets(value)
        if datasets is not None:
            return datasets
    dtype = spec.dtype if spec is not None and is_dense(spec) and not hasattr(value, "dtype") else None
    with on_processor():
        return convert_to_tensor(value, dtype)


def spec_of_leaf(x):
    """The spec of one leaf of a normalized structure."""
    if isinstance(x, Tensor):
        return TensorSpec(x.shape, x.dtype)
    if x is None:
        return NoneTensorSpec()
    return type_spec_from_value(x)


def spec_of(structure):
    """The structure of specs of a normalized structure."""
    return nest.map_structure(spec_of_leaf, structure)


def slots(structure):
    """The slots of a normalized structure of eager values."""
    return brought([x._t if type(x) is EagerTensor else x for x in nest.flatten(structure)])


def brought(storages):
    """`storages` where pipelines work, which is the processor."""
    return [_brought(x) for x in storages] if accelerated() else storages


def _brought(x):
    if type(x) is torch.Tensor:
        return x if x.is_cpu else x.cpu()
    if not nest.is_composite(x):
        return x
    parts = [wrap(_brought(p._t), p._dt) if type(p) is EagerTensor else p for p in nest.flatten(x, expand_composites=True)]
    return nest.pack_sequence_as(x, parts, expand_composites=True)


class Packer:
    """Makes elements of slots, for one structure of specs."""

    def __init__(self, spec):
        self._spec = spec
        self._dtypes = [s.dtype if is_dense(s) else None for s in nest.flatten(spec)]
        self._single = self._dtypes[0] if is_dense(spec) else None
        datasets = [s if is_dataset_spec(s) else None for s in nest.flatten(spec)]
        self._datasets = datasets if any(d is not None for d in datasets) else None

    def values(self, flat):
        """The leaves: tensors around storages."""
        return [wrap(s, d) if d is not None else s for s, d in zip(flat if self._datasets is None else self._shown(flat), self._dtypes)]

    def _shown(self, flat):
        """The slots, with datasets in them as what their spec makes of them."""
        return [spec._from_components(wrap(box(s), variant)) if spec is not None else s for s, spec in zip(flat, self._datasets)]

    def __call__(self, flat):
        if self._single is not None:
            return wrap(flat[0], self._single)
        return nest.pack_sequence_as(self._spec, self.values(flat))


def component_storages(specs, flat):
    """The storages of all component tensors in the slots `flat` of `specs`."""
    made = []
    for spec, slot in zip(specs, flat):
        if is_dense(spec):
            made.append(slot)
        elif slot is not None:
            made.extend(x._t for x in nest.flatten(spec._to_components(slot), expand_composites=True))
    return made


class Composer:
    """Builds slots from the storages of all component tensors of an element of `spec`: the inverse of `component_storages`."""

    def __init__(self, spec):
        self._plan = [
            (s, None if is_dense(s) else () if is_dataset_spec(s) else [c.dtype for c in nest.flatten(s, expand_composites=True)])
            for s in nest.flatten(spec)
        ]

    def __call__(self, storages):
        at, made = iter(storages), []
        for spec, dtypes in self._plan:
            if dtypes is None:
                made.append(next(at))
            elif dtypes == ():
                made.append(next(at)[()])
            else:
                made.append(nest.pack_sequence_as(spec, [wrap(next(at), d) for d in dtypes], expand_composites=True))
        return made


def batched_spec(spec, size):
    """The spec of `size` (None if unknown) stacked elements of `spec`."""
    return nest.map_structure(lambda s: s._batch(size), spec)


def box(item):
    """A scalar object array that holds `item`."""
    made = np.empty((), dtype=object)
    made[()] = item
    return made


def parts_of(spec: Any) -> list[Any]:
    """The specs that `spec` consists of: those of its fields if it is that of an extension type, whose own `shape` may be a field."""
    if isinstance(spec, ExtensionTypeSpec):
        return [part for component in spec._component_specs for part in parts_of(component)]
    return [spec]


def _no_scalar(name, op, counts):
    return op_error(InvalidArgumentError, f"{name} must be a scalar", op, counts=counts)


def boolean(value: Any, name: str, op: str | None = None, counts: dict[str, int] | None = None) -> Any:
    """A Python bool, or the tensor of a graph, of the argument `name`. Raises TypeError or ValueError as the conversion does."""
    if type(value) is bool:
        return value
    try:
        made = convert_to_tensor(value_from_outside(value), bool_dtype)
    except ValueError as e:
        raise ValueError(f"{name}: {e}" if isinstance(value, Tensor) else str(e)) from None
    if made.shape.rank:
        raise invalid(f"{name} must be a scalar") if op is None else _no_scalar(name, op, counts)
    return made if TS.graph is not None and hasattr(made, "_op") else bool(made)


def integer(value: Any, name: str | None = None, op: str = "", counts: dict[str, int] | None = None) -> Any:
    """A Python int, or the int64 tensor of a graph, of an integer scalar. Raises TypeError or ValueError as the conversion does.

    `name` is the argument of the operation `op` in errors, `counts` its lists of inputs.
    """
    if type(value) is int:
        return value
    made = numbers(value, name)
    if made.shape.rank and name is not None and op:
        raise _no_scalar(name, op, counts)
    return made if TS.graph is not None and hasattr(made, "_op") else int(made)


def numbers(value: Any, name: str | None = None) -> Tensor:
    """The int64 tensor of `value`, the argument `name`. Raises TypeError or ValueError, for tensors of other dtypes as well."""
    try:
        return convert_to_tensor(value_from_outside(value), int64)
    except ValueError as e:
        raise ValueError(f"{name}: {e}" if name is not None and isinstance(value, Tensor) else str(e)) from None


def seed_pair(seed: Any, op: str) -> tuple[Any, Any]:
    """The two seeds of the operation `op`, fixed when a dataset is made: a dataset that a graph rebuilds has the same ones.

    `seed` is None, a number, a tensor, or what this function gave. The second seed is a tensor where that is known only in a run.
    """
    if isinstance(seed, tuple):
        first, second = seed
        if isinstance(second, SymbolicTensor) or not isinstance(second, Tensor):
            return seed
        second = int(numbers(second)) % MODULUS
        return (first, second) if first or second else (first, MODULUS)
    if isinstance(seed, SymbolicTensor):
        return op_pair(1)[0], convert_to_tensor(seed, int64)
    return op_pair(None if seed is None else seed_number(seed, op))


def seeds_of_run(pair: tuple[Any, Any], reshuffle: bool) -> DatasetSeeds | None:
    """What draws by the seeds `pair`; None where these are known only in a run."""
    return None if isinstance(pair[1], SymbolicTensor) else DatasetSeeds(pair, reshuffle)


def seed_number(seed: Any, op: str) -> int:
    """The integer of the seed of the operation `op`. Raises TypeError or ValueError for what is no integer."""
    if not isinstance(seed, (int, float, Tensor, np.ndarray)):
        seed % 2**31  # noqa: B018 -- as TensorFlow brings seeds into the range, which says of what it cannot be done
    return integer(seed, "seed2", op) if not isinstance(seed, Tensor) else integer(numbers(seed), "seed2", op)
