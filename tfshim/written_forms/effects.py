"""Written forms of operations that change variables, check values or go on in the state of a generator; and of quantized values."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.debugging.assertion import guards
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.form import keep, raw, scope_name, whole_name, written


@written("engine.variables.variable_ops", "batch_scatter_update")
def batch_scatter_update(resource: Any, indices: Any, updates: Any) -> Any:
    shape = tf.shape(indices)
    depth = indices.shape.rank
    grid = tf.meshgrid(*[tf.range(shape[i]) for i in range(depth - 1)], indexing="ij") if depth > 1 else []
    size = tf.concat([shape, [1]], 0)
    columns = [tf.broadcast_to(tf.cast(tf.reshape(g, tf.concat([shape[:-1], [1, 1]], 0)), indices.dtype), size) for g in grid]
    places = tf.concat([*columns, tf.expand_dims(indices, -1)], -1)
    flat = tf.reshape(places, tf.stack([-1, depth]))
    rows = tf.reshape(updates, tf.concat([[-1], tf.shape(updates)[depth:]], 0))
    node = raw("ResourceScatterNdUpdate", [resource, flat, rows], [])
    with tf.control_dependencies(node):
        return raw("ReadVariableOp", [resource], [(resource.dtype, resource.shape)], {"dtype": resource.dtype})


@written("debugging.assertion", "_assert_op", when=lambda condition, data, summarize: guards(data))
def guarded_assert(condition: Any, data: list[Any], summarize: int) -> list[Any]:
    def fails() -> Any:
        shown = []
        for i, d in enumerate(data):
            known = d._static if d.dtype is tf.string else None
            shown.append(d if known is None else TS.graph._constant(known, f"Assert/data_{i}"))
        return raw("Assert", [condition, shown], [], {"summarize": summarize})[0]

    with tf.name_scope(scope_name().removesuffix("AssertGuard/")):
        passed = tf.cond(condition, tf.no_op, fails, name="AssertGuard")
    keep(passed)
    return []


@written("engine.ops.result_checks", "_checked")
def check_numerics(tensor: Any, report: Any) -> Any:
    return raw("CheckNumericsV2", [tensor], [(tensor.dtype, tensor.shape)], {"message": report}, name=whole_name())


@written("random.generator_ops", "draw_position")
def draw_position(resource: Any, alg: Any, delta: Any) -> Any:
    algorithm = alg if isinstance(alg, int) else tf.cast(alg, tf.int32)
    value = raw("RngReadAndSkip", [resource, tf.constant(algorithm, tf.int32), tf.cast(delta, tf.uint64)], [(tf.int64, resource.shape)])
    numbers = tf.bitcast(value, tf.uint64)
    return numbers[2:3], numbers[:2]


# ---------------------------------------------------------------------- quantization
_LEAST = {tf.qint8: -(1 << 7), tf.quint8: 0, tf.qint16: -(1 << 15), tf.quint16: 0, tf.qint32: -(1 << 31)}
_MOST = {tf.qint8: (1 << 7) - 1, tf.quint8: (1 << 8) - 1, tf.qint16: (1 << 15) - 1, tf.quint16: (1 << 16) - 1, tf.qint32: (1 << 31) - 1}


@written("quantization.quantized_types", "quantize_to")
def quantize_to(input: Any, low: Any, high: Any, mode: str, round_mode: str, narrow: bool, axis: int, dtype: Any) -> Any:  # noqa: A002
    # The range is as wide already as the operation makes it.
    given = {"T": dtype, "mode": mode, "round_mode": round_mode, "narrow_range": bool(narrow), "axis": axis, "ensure_minimum_range": 0.0}
    return raw("QuantizeV2", [input, low, high], [(dtype, input.shape), (tf.float32, low.shape), (tf.float32, high.shape)], given)[0]


@written("quantization.quantized_types", "_range_used")
def range_used(low: Any, high: Any, least: float) -> Any:
    used = tf.minimum(low, 0.0)
    width = tf.maximum(tf.maximum(tf.abs(low), tf.abs(high)), 1.0) * least
    return used, tf.maximum(tf.maximum(high, used + width), 0.0)


@written("quantization.quantized_types", "_range_of_scaled")
def range_of_scaled(low: Any, high: Any, dtype: Any, narrow: bool) -> Any:
    least, most = float(_LEAST[dtype] + bool(narrow)), float(_MOST[dtype])
    greatest = tf.constant(tf.float32.max)
    from_low = tf.where(least * low > 0, least / low, greatest)
    from_high = tf.where(most * high > 0, most / high, greatest)
    scale = tf.minimum(from_low, from_high)
    return least / scale, most / scale
