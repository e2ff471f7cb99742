"""What functions on pictures share: ranks, sizes, and a batch of one for a single picture."""

import numpy as np

from tfshim import array_ops
from tfshim.debugging.assertion import Assert, with_dependencies
from tfshim.debugging.comparing import assert_equal, assert_greater_equal
from tfshim.engine.graph_export.splicing import only_shown
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.composite import in_name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.protos.tensors import get_static_value


def images_of(value):
    """`value` as a tensor of rank 3 or more, the last dimensions [height, width, channels]; ValueError otherwise."""
    image = convert_to_tensor(value, name="image")
    rank = image.shape.rank
    if rank is not None and rank < 3:
        raise ValueError(f"'image' (shape {image.shape}) must be at least three-dimensional.")
    if rank is not None and rank >= 3 and 0 in image.shape.as_list()[-3:]:
        raise ValueError(f"inner 3 dims of 'image.shape' must be > 0: {image.shape}")
    return image


def batch_of(value):
    """`value` as a tensor of rank 4, and whether it had rank 3."""
    image = convert_to_tensor(value, name="image")
    rank = image.shape.rank
    single = rank in (3, None)  # of unknown rank TensorFlow takes it for one picture
    if single:
        image = array_ops.expand_dims(image, 0)
        if rank is None:
            image.set_shape([None] * 4)
    elif rank != 4:
        raise ValueError(f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")
    if 0 in image.shape.as_list()[1:]:
        raise ValueError(f"inner 3 dims of 'image.shape' must be > 0: {image.shape}")
    return image, single


def sizes(image):
    """The dimensions of `image`: integers where they are known, else scalar tensors."""
    known = image.shape.as_list()
    if None not in known:
        return known
    dynamic = array_ops.unstack(array_ops.shape(image), num=len(known))
    return [d if k is None else k for k, d in zip(known, dynamic, strict=True)]


def number(value):
    """A Python integer for what is one, NumPy's included; a tensor, or what has axes, as it is."""
    return value if isinstance(value, Tensor) or not hasattr(value, "__index__") or np.ndim(value) else int(value)


def scalar(value, name):
    """The number in what a kernel got for the input `name`. Raises `InvalidArgumentError` for a tensor with axes."""
    if getattr(value, "ndim", 0):
        raise invalid(f"{name} must be 0-D, got shape {dims_text(value.shape)}")
    return float(value)


def known_int(x):
    """The integer that the tensor `x` is known to hold, or None."""
    value = get_static_value(x)
    return None if value is None else int(value)


def check(condition, message):
    """ValueError with `message` if `condition`, a bool, is false; for a tensor an assertion: its operation in a graph, else None."""
    if isinstance(condition, Tensor):
        return Assert(condition, [message])
    if not condition:
        raise ValueError(message)
    return None


def checked(image, *checks):
    """`image`, once each of `checks`, pairs of a condition and a text, is found true."""
    made = []
    for condition, message in checks:
        if condition is not True and (found := check(condition, message)) is not None:
            made.append(found)
    # In a graph there is a node for what is checked, whatever is known before it runs.
    return with_dependencies(made, image) if TS.graph is not None and isinstance(image, SymbolicTensor) else image


def named(value, dtype, name):
    """`value` as a tensor of `dtype`: a number as a constant `name` of the graph under construction."""
    if TS.graph is None or isinstance(value, Tensor):
        return array_ops.cast(value, dtype)
    return TS.graph._constant(convert_to_tensor(value, dtype), name)


def packed(*values):
    """`values`, integers and scalar tensors, as a vector; a constant of the graph under construction where all are numbers."""
    if TS.graph is None:
        return array_ops.stack([v if isinstance(v, Tensor) else convert_to_tensor(v, dt.int32) for v in values])
    if any(isinstance(v, Tensor) for v in values):
        return array_ops.stack(values)
    return TS.graph._constant(convert_to_tensor(values), "stack")


def three_channels(images):
    """Grey pictures with three channels that are the same."""
    shape = images.get_shape()
    made = array_ops.concat([images, images, images], -1)
    return array_ops.ensure_shape(made, [*shape.as_list()[:-1], 3]) if shape.rank is not None else made


def _shown_channels(images, name):
    if not only_shown():
        return three_channels(images)
    shape = images.get_shape()
    ranks = array_ops.expand_dims(array_ops.rank(images) - 1, 0)
    times = array_ops.concat([array_ops.ones(ranks, dt.int32), array_ops.expand_dims(3, 0)], 0)
    made = array_ops.tile(images, times, name=name)
    made.set_shape([*shape.as_list()[:-1], 3] if shape.rank is not None else None)
    return made


@in_name_scope("grayscale_to_rgb", last=True)
def three_channels_in_graph(images, name=None):
    """The same in a graph, where the sizes are checked that are not known."""
    checks = []
    if not images.get_shape().is_fully_defined():
        checks.append(assert_equal(array_ops.shape(images)[-1], 1, message="Last dimension of a grayscale image should be size 1."))
        checks.append(assert_greater_equal(array_ops.rank(images), 3, message="A grayscale image must be at least two-dimensional."))
    return higher.recorded(_shown_channels, with_dependencies(checks, convert_to_tensor(images)), name)
