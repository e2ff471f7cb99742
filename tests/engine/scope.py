"""The names that recorded expressions use, from the engine's own modules."""

import types

import tfshim
from tfshim import errors as public_errors
from tfshim.engine.runtime import context, errors, state
from tfshim.engine.runtime import device_names as devices
from tfshim.engine.values import composite_tensor, convert, dtypes, nest, nest_items, shapes, trace_type, typespec
from tfshim.engine.values.shape_parts import dimensions
from tfshim.engine.variables.variable import Variable

_NEST = types.SimpleNamespace(**vars(nest), flatten_dict_items=nest_items.flatten_dict_items)


def _tf():
    plain = {name: getattr(dtypes, name) for name in ("float32", "float64", "int32", "int64", "string")}
    return types.SimpleNamespace(
        **plain,
        nest=_NEST,
        errors=public_errors,
        device=context.device,
        constant=convert.convert_to_tensor,
        Variable=Variable,
        TensorShape=shapes.TensorShape,
        DType=dtypes.DType,
        TypeSpec=typespec.TypeSpec,
        TensorSpec=typespec.TensorSpec,
        DeviceSpec=devices.DeviceSpec,
        type_spec_from_value=typespec.type_spec_from_value,
        broadcast_static_shape=shapes.broadcast_static_shapes,
        types=types.SimpleNamespace(experimental=types.SimpleNamespace(TraceType=trace_type.TraceType)),
        compat=types.SimpleNamespace(
            dimension_value=dimensions.dimension_value,
            dimension_at_index=shapes.dimension_at_index,
            v1=types.SimpleNamespace(Dimension=dimensions.Dimension, DeviceSpec=devices.DeviceSpecV1),
        ),
    )


def names():
    """The names that expressions of a topic may use."""
    tfshim.constant(0)  # whatever hands out tensors gives them their operators
    return {
        "tf": _tf(),
        "nest": _NEST,
        "errors": errors,
        "tensor_shape": types.SimpleNamespace(**vars(dimensions) | vars(shapes)),
        "type_spec": typespec,
        "tensor_spec": typespec,
        "composite_tensor": composite_tensor,
        "use_v2_shapes": shapes.set_v2_tensorshape,
        "current_device": lambda: state.TS.device or "",
    }
