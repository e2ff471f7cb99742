"""Parts of pictures at whole pixels and borders of zeros, which run as slices and are shown as TensorFlow's operations."""

from tfshim import array_ops, math
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.image._layout import batch_of, checked, number, packed, sizes
from tfshim.protos.tensors import get_static_value


def in_scope(scope, function, *arguments):
    """`function(*arguments)`; in a graph below `scope`, where pages have the operations of TensorFlow."""
    if TS.graph is None:
        return function(*arguments)
    with name_scope(scope):
        return shown_parts.recorded(function, *arguments)


def cropped(image, offset_height, offset_width, target_height, target_width):
    """See `crop_to_bounding_box`."""
    image, single = batch_of(image)
    batch, height, width, depth = sizes(image)
    top, left, rows, columns = (number(v) for v in (offset_height, offset_width, target_height, target_width))
    image = checked(
        image,
        (left >= 0, "offset_width must be >= 0."),
        (top >= 0, "offset_height must be >= 0."),
        (columns > 0, "target_width must be > 0."),
        (rows > 0, "target_height must be > 0."),
        (width >= columns + left, "width must be >= target + offset."),
        (height >= rows + top, "height must be >= target + offset."),
    )
    if all(isinstance(n, int) for n in (top, left, rows, columns)) and not one_by_one.wanted():
        made = image[:, top : top + rows, left : left + columns, :]
    else:
        begin = packed(0, top, left, 0)
        made = array_ops.slice(image, begin, packed(array_ops.shape(image)[0], rows, columns, array_ops.shape(image)[3]))
    if not isinstance(made, EagerTensor):
        known = [r if isinstance(r, int) else None for r in (batch, rows, columns, depth)]
        if made.shape.is_compatible_with(known):  # else a check will fail when the graph runs
            made.set_shape(known)
    return array_ops.squeeze(made, axis=[0]) if single else made


def padded(image, offset_height, offset_width, target_height, target_width):
    """See `pad_to_bounding_box`."""
    image, single = batch_of(image)
    batch, height, width, depth = sizes(image)
    top, left, rows, columns = (number(v) for v in (offset_height, offset_width, target_height, target_width))
    right, bottom = columns - left - width, rows - top - height
    image = checked(
        image,
        (top >= 0, "offset_height must be >= 0"),
        (left >= 0, "offset_width must be >= 0"),
        (right >= 0, "width must be <= target - offset"),
        (bottom >= 0, "height must be <= target - offset"),
    )
    around = [0, 0, top, bottom, left, right, 0, 0]
    if one_by_one.wanted():
        made = array_ops.pad(image, array_ops.reshape(packed(*around), [4, 2]))
    elif all(isinstance(n, int) for n in around):
        made = array_ops.pad(image, [[0, 0], [top, bottom], [left, right], [0, 0]]) if any(around) else image
    else:
        made = array_ops.pad(image, array_ops.reshape(array_ops.stack(around), [4, 2]))
        made = array_ops.ensure_shape(made, [r if isinstance(r, int) else None for r in (batch, rows, columns, depth)])
    return array_ops.squeeze(made, axis=[0]) if single else made


def middle(image, central_fraction):
    """See `central_crop`."""
    if not isinstance(image, Tensor):
        image = convert_to_tensor(image, name="image")
        image = image if TS.graph is None else TS.graph._constant(image, "image")
    known = get_static_value(central_fraction) if isinstance(central_fraction, Tensor) else None
    fraction = central_fraction if known is None else float(known)
    symbolic = isinstance(fraction, Tensor)
    if not symbolic:
        if not 0 < fraction <= 1:
            raise ValueError("central_fraction must be within (0, 1]")
        if fraction == 1.0:
            return image
    else:
        within = math.logical_or(fraction > 0, fraction <= 1)  # as TensorFlow asks
        image = checked(image, (within, "central_fraction must be within (0, 1]"))
    rank = image.shape.rank
    if rank is not None and rank not in (3, 4):
        if rank < 3:
            raise ValueError(f"'image' (shape {image.shape}) must be at least three-dimensional.")
        raise ValueError(f"`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {rank}.")

    def span(size):
        if isinstance(size, int) and not symbolic:
            start = int((size - size * fraction) / 2)
            return start, size - 2 * start
        size = array_ops.cast(size, dt.float64)
        start = array_ops.cast((size - size * array_ops.cast(fraction, dt.float64)) / 2, dt.int32)
        return start, array_ops.cast(size, dt.int32) - 2 * start

    if one_by_one.wanted():
        checked(image)
        dims = image.shape.as_list()[-3:-1]
        dims = [array_ops.shape(image)[at] if n is None else n for at, n in zip((-3, -2), dims)]
        (top, rows), (left, columns) = map(span, dims)
        before, behind = ([0], [-1]) if rank == 4 else ([], [])
        return array_ops.slice(image, packed(*before, top, left, 0), packed(*behind, rows, columns, -1))
    dims = sizes(image)
    (top, rows), (left, columns) = span(dims[-3]), span(dims[-2])
    rows_at, columns_at = slice(top, top + rows), slice(left, left + columns)
    made = image[rows_at, columns_at, :] if rank == 3 else image[:, rows_at, columns_at, :]
    known = [size if isinstance(size, int) else None for size in (rows, columns)]
    if known.count(None) == 1:  # a slice up to an unknown size hides the other one
        made.set_shape([*image.shape[:-3], *known, image.shape[-1]])
    return made
