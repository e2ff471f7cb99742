"""Transformations that are put together from others, and the checks before them."""

import numpy as np

from tfshim import array_ops, debugging, math
from tfshim.data import graphs, reducing
from tfshim.data.dataset import AUTOTUNE
from tfshim.data.element_functions import ElementFunction
from tfshim.data.specs import DatasetSpec
from tfshim.data.structures import integer, normalized, spec_of
from tfshim.data.transformations.batches import RaggedRowsDataset
from tfshim.data.transformations.functions import InterleaveDataset, ParallelInterleaveDataset, ScanDataset
from tfshim.data.transformations.grouping import GroupByReducerDataset, GroupByWindowDataset
from tfshim.engine.autograph import convert_for_tracing
from tfshim.engine.graph_export.splicing import only_shown
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int32, int64
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.typespec import TensorSpec
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec


def _lengths(op, cycle_length, block_length):
    counts = {"Targuments": 0}
    return integer(cycle_length, "cycle_length", op, counts), integer(block_length, "block_length", op, counts)


def interleave(dataset, map_func, cycle_length, block_length, num_parallel_calls, deterministic):
    """`Dataset.interleave`."""
    if block_length is None:
        block_length = 1
    if cycle_length is None:
        cycle_length = AUTOTUNE
    program = ElementFunction(map_func, dataset._spec, "Dataset.interleave()")
    if num_parallel_calls is None:
        return InterleaveDataset(dataset, program, *_lengths("InterleaveDataset", cycle_length, block_length))
    return ParallelInterleaveDataset(
        dataset,
        program,
        *_lengths("ParallelInterleaveDatasetV4", cycle_length, block_length),
        integer(num_parallel_calls, "num_parallel_calls", "ParallelInterleaveDatasetV4", {"Targuments": 0}),
        deterministic,
    )


def scan(dataset, initial_state, scan_func):
    """`Dataset.scan`."""
    state = normalized(initial_state, "Dataset.scan")
    if only_shown():  # a dataset that runs has constants as they are
        state = graphs.named_components(state, initial_state)

    def trace(spec):
        program = ElementFunction(scan_func, (spec, dataset._spec), "Dataset.scan()", spread=False)
        made = program.element_spec
        if not (type(made) is tuple and len(made) == 2):
            raise TypeError(
                "Invalid `scan_func`. `scan_func` should return a pair consisting of new state and the output value but its "
                f"return type is {made}."
            )
        return program, made[0]

    def words(what, before, after):
        return f"Invalid `scan_func`. The element {what} for the new state must match the initial state. Expected {before}, got {after}."

    program, spec = reducing.traced_to_fixed_point(spec_of(state), trace, words)
    return ScanDataset(dataset, state, spec, program)


def group_by_window(dataset, key_func, reduce_func, window_size, window_size_func):
    """`Dataset.group_by_window`."""
    if (window_size is not None and window_size_func is not None) or (window_size is None and window_size_func is None):
        raise ValueError("Either the `window_size` argument or the `window_size_func` argument must be specified.")
    if window_size is not None:
        size = convert_to_tensor(window_size, int64)

        def window_size_func(_):
            return size

    scalar = TensorSpec([], int64)
    keys = ElementFunction(_as_int64(key_func), dataset._spec, "Dataset.group_by_window()")
    _check_key(keys)
    sizes = ElementFunction(_as_int64(window_size_func), (scalar,), "Dataset.group_by_window()", spread=False)
    if not _is_scalar(sizes.element_spec, int64):
        raise ValueError(
            "Invalid `window_size_func`. `window_size_func` must return a single `tf.int64` scalar tensor but its return "
            f"type is {sizes.element_spec}."
        )
    reduced = ElementFunction(reduce_func, (scalar, DatasetSpec(dataset._spec)), "Dataset.group_by_window()", spread=False)
    if not isinstance(reduced.element_spec, DatasetSpec):
        raise TypeError(
            "Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` object but its return type is "
            f"{reduced.element_spec}."
        )
    return GroupByWindowDataset(dataset, keys, reduced, sizes)


def _as_int64(function):
    converted = convert_for_tracing(function)
    return lambda *args: convert_to_tensor(converted(*args), int64)


def _check_key(program):
    if not _is_scalar(program.element_spec, int64):
        raise ValueError(
            f"Invalid `key_func`. `key_func` must return a single `tf.int64` scalar tensor but its return type is {program.element_spec}."
        )


def _is_scalar(spec, dtype):
    return isinstance(spec, TensorSpec) and spec.dtype == dtype and spec.shape.is_compatible_with([])


def group_by_reducer(dataset, key_func, reducer):
    """`tf.data.experimental.group_by_reducer`."""
    keys = ElementFunction(key_func, dataset._spec, "tf.data.experimental.group_by_reducer()")
    _check_key(keys)
    what = "tf.data.experimental.group_by_reducer()"
    start = ElementFunction(reducer.init_func, (TensorSpec([], int64),), what, spread=False)

    def trace(spec):
        program = ElementFunction(reducer.reduce_func, (spec, dataset._spec), what, spread=False)
        return program, program.element_spec

    step, spec = reducing.traced_to_fixed_point(
        start.element_spec,
        trace,
        lambda what, a, b: f"The element {what} for the new state must match the initial state. Expected {a}; got {b}.",
    )
    last = ElementFunction(reducer.finalize_func, spec, what)
    return GroupByReducerDataset(dataset, keys, start, step, last)


def bucket_by_sequence_length(
    dataset, length_func, boundaries, sizes, padded_shapes, padding_values, pad_to_boundary, no_padding, drop_remainder
):
    """`Dataset.bucket_by_sequence_length`."""
    if len(sizes) != len(boundaries) + 1:
        raise ValueError(
            "`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
            f"`len(bucket_batch_sizes)={len(sizes)}` and `len(bucket_boundaries)={len(boundaries)}`."
        )
    batch_sizes = array_ops.constant(sizes, dtype=int64)
    edges = list(boundaries)
    least, most = [np.iinfo(np.int32).min, *edges], [*edges, np.iinfo(np.int32).max]

    def bucket_of(*args):
        length = convert_to_tensor(length_func(*args), int32)
        inside = math.logical_and(math.less_equal(least, length), math.less(length, most))
        return math.reduce_min(array_ops.where(inside))

    def size_of(bucket):
        return batch_sizes[bucket]

    def shapes_for(bucket, shapes):
        boundary = array_ops.constant([*edges, -1], dtype=int64)[bucket] - 1

        def one(shape):
            return [boundary if d is None else d for d in TensorShape(shape).as_list()] if pad_to_boundary else shape

        return nest.map_structure_up_to(dataset._spec, one, shapes)

    def batched(bucket, grouped):
        size = size_of(bucket)
        if no_padding:
            return grouped.batch(size, drop_remainder=drop_remainder)
        shapes = padded_shapes
        if shapes is None:
            shapes = nest.map_structure(lambda s: s.shape, dataset._spec)
        if pad_to_boundary:
            refusal = "When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries)."
            debugging.assert_less(bucket, array_ops.constant(len(sizes) - 1, dtype=int64), message=refusal)
            shapes = shapes_for(bucket, shapes)
        return grouped.padded_batch(size, shapes, padding_values, drop_remainder=drop_remainder)

    return dataset.group_by_window(bucket_of, batched, window_size_func=size_of)


def ragged_batch(dataset, batch_size, drop_remainder, row_splits_dtype):
    """`Dataset.ragged_batch`."""

    def ragged(spec):
        return isinstance(spec, TensorSpec) and spec.shape.rank is not None and not spec.shape.is_fully_defined()

    def relaxed(spec):
        if isinstance(spec, TensorSpec) and spec.shape.rank is None:
            raise ValueError("Dataset.ragged_batch: a component has unknown rank; give its shape with tf.ensure_shape.")
        if not ragged(spec):
            return spec
        # As many ragged dimensions as reach the last unknown one, less the batch dimension.
        unknown = max(i for i, d in enumerate(spec.shape.as_list()) if d is None)
        return RaggedTensorSpec(spec.shape, spec.dtype, unknown, row_splits_dtype)

    spec = nest.map_structure(relaxed, dataset._spec)
    if spec != dataset._spec:
        dataset = RaggedRowsDataset(dataset, spec)
    return dataset.batch(batch_size, drop_remainder=drop_remainder)
