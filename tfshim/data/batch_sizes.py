"""How many elements the batches of a dataset have."""

from __future__ import annotations

from typing import Any

from tfshim.data.dataset import Dataset
from tfshim.data.structures import parts_of
from tfshim.data.transformations.batches import _Batching as Batching
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec

# What gives the elements of its sources as they are.
_PASSING = """AssertCardinality Cache Concatenate Filter Options Prefetch Repeat Shard Shuffle Skip Take Zip""".split()


def batch_size(dataset: Any) -> int:
    """How many elements the batches of `dataset` have, but for the last one; -1 where that is not known. IndexError for scalars."""
    sizes = [_first_size(part) for spec in nest.flatten(dataset.element_spec) for part in parts_of(spec)]
    if None not in sizes:
        return sizes[0] if len(set(sizes)) == 1 else -1
    return _of_batches(dataset)


def _first_size(spec):
    shape = getattr(spec, "shape", None)
    if isinstance(spec, RaggedTensorSpec) or not isinstance(shape, TensorShape) or shape.rank is None:
        return None
    return shape.as_list()[0]  # of a scalar, IndexError


def _of_batches(dataset):
    if isinstance(dataset, Batching):
        return int(dataset._batch_size)
    if type(dataset).__name__.removeprefix("_").removesuffix("Dataset") not in _PASSING:
        return -1
    found = {_of_batches(source) for source in dataset._inputs if isinstance(source, Dataset)}
    return found.pop() if len(found) == 1 else -1
