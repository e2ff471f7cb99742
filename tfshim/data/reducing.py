"""Datasets as single values: reductions and the only element."""

import contextlib

from tfshim.data import graphs
from tfshim.data.dataset import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY
from tfshim.data.element_functions import ElementFunction
from tfshim.data.iterators import elements
from tfshim.data.structures import Composer, Packer, integer, normalized, slots, spec_of
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.typespec import TensorSpec


def checked_state(state_spec, made_spec, describe):
    """The common spec of a state before and after a step. Raises TypeError with the message of `describe`.

    A shape that changes becomes less specific.
    """
    before, after = nest.flatten(state_spec), nest.flatten(made_spec)
    result = []
    for a, b in zip(before, after):
        if type(a) is not type(b):
            raise TypeError(describe("classes", a.value_type, b.value_type))
        if getattr(a, "dtype", None) != getattr(b, "dtype", None):
            raise TypeError(describe("types", a.dtype, b.dtype))
        if isinstance(a, TensorSpec):
            result.append(TensorSpec(a.shape.most_specific_compatible_shape(b.shape), a.dtype))
        else:
            result.append(a.most_specific_compatible_type(b))
    return nest.pack_sequence_as(state_spec, result)


def traced_to_fixed_point(state_spec, trace, describe):
    """(program, spec of the state): `trace(spec)` is repeated until the state's shapes no longer change."""
    while True:
        program, made_spec = trace(state_spec)
        common = checked_state(state_spec, made_spec, describe)
        if common == state_spec:
            return program, state_spec
        state_spec = common


def _words(what, before, after):
    return f"The element {what} for the new state must match the initial state. Expected {before} but got {after}."


def reduce(dataset, initial_state, function):
    """The final state of folding `function` over the elements."""
    state = normalized(initial_state, "Dataset.reduce")
    what = "reduce()"

    def trace(spec):
        program = ElementFunction(function, (spec, dataset._spec), what, spread=False)
        made = program.element_spec
        if len(nest.flatten(made)) != len(nest.flatten(spec)):
            raise errors.op_error(
                errors.InvalidArgumentError,
                "The number of components of the initial state and the reduce function output does not "
                f"match. (initial_state={len(nest.flatten(spec))}, output={len(nest.flatten(made))}).",
                "ReduceDataset",
                counts={"Targuments": len(program.captures), "Tstate": len(nest.flatten(spec)), "output_types": len(nest.flatten(spec))},
            )
        return program, made

    program, spec = traced_to_fixed_point(spec_of(state), trace, _words)
    if TS.graph is not None:
        state = graphs.named_components(state, initial_state, "initial_state/")
    flat_state = nest.flatten(state, expand_composites=True)
    if TS.graph is not None:
        return graphs.reduce(dataset, flat_state, spec, program, _fold_components(spec))
    return Packer(spec)(_fold(dataset, slots(state), program))


def _fold(dataset, flat, program):
    step = program.opened(out_of_range=None)
    with contextlib.closing(elements(dataset)) as items:
        for element in items:
            flat = step([*flat, *element])
    return flat


def _fold_components(spec):
    compose = Composer(spec)
    return lambda dataset, storages, program: _fold(dataset, compose(storages), program)


def single_element(dataset):
    """The one element of a dataset."""
    if TS.graph is not None:
        return graphs.over_dataset("DatasetToSingleElement", _only, dataset, dataset._spec)
    return Packer(dataset._spec)(_only(dataset))


def _only(dataset):
    with contextlib.closing(elements(dataset)) as items:
        found = next(items, None)
        more = found is not None and next(items, None) is not None
    if found is None or more:
        raise errors.op_error(
            errors.InvalidArgumentError,
            "Dataset had more than one element." if more else "Dataset was empty.",
            "DatasetToSingleElement",
            counts={"output_types": max(1, len(nest.flatten(dataset._spec)))},
        )
    return found


# What finds an element by those of its input.
_ASKING_INPUTS = ("_MapDataset", "_ParallelMapDataset", "_OptionsDataset")


def element_at(dataset, index):
    """Element number `index`, where the dataset can give it by itself."""
    index = integer(index, "index", "GetElementAtIndex", {"output_types": max(1, len(nest.flatten(dataset._spec)))})
    counts = {"output_types": max(1, len(nest.flatten(dataset._spec)))}
    asked = dataset
    while type(asked).__name__ in _ASKING_INPUTS:
        asked = asked._inputs[0]
    endless = asked._count() == INFINITE_CARDINALITY
    unknown = asked._count() == UNKNOWN_CARDINALITY and hasattr(asked, "_parameters")
    compares = type(asked).__name__ in ("_BatchDataset", "_ParallelBatchDataset")  # the index with the number, whatever that is
    if endless and not compares or unknown:
        raise errors.op_error(
            errors.FailedPreconditionError,
            f"Dataset of type {type(asked).__name__.strip('_')}Op{getattr(asked, '_parameters', '')}::Dataset has "
            f"{'unknown' if unknown else 'infinite'} cardinality, which does not support random access.",
            "GetElementAtIndex",
            counts=counts,
        )
    count = dataset._count()
    if index < 0 or endless or 0 <= count <= index:
        raise errors.op_error(errors.OutOfRangeError, f"Index out of range [0, {count}):{index}", "GetElementAtIndex", counts=counts)
    return Packer(dataset._spec)(dataset._at(index))
