"""The arguments of convolutions and pools, checked and in one form; each combination is worked out once."""

from functools import lru_cache

from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.runtime.errors import invalid
from tfshim.nn.windows.arguments import (
    NO_EXPLICIT,
    as_key,
    check_pairs,
    not_explicit,
    not_in_list,
    padding_key,
    sequence,
    spatial,
    unimplemented,
)
from tfshim.refusals import refused

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def listed(padding, n):
    """Whether `padding` is a list of pairs, checked."""
    if isinstance(padding, tuple):
        check_pairs(padding, n)
        return True
    if padding == "EXPLICIT":
        raise ValueError(NO_EXPLICIT)
    return False


def check_text(padding, given=False):
    """Raise TypeError for a `padding` that is not a string, unless it is `given` as a list of pairs."""
    if not given and not isinstance(padding, str):
        shown = [list(p) if isinstance(p, tuple) else p for p in padding] if isinstance(padding, tuple) else padding
        raise TypeError(f"Expected string for argument 'padding' not {shown!r}.")


def check_windows(n, values, padding, data_format, explicit):
    """Raise what TensorFlow raises before it looks at a tensor: for `padding` and the `values`, {name: numbers of the axes}."""
    given = explicit and isinstance(padding, (list, tuple))
    if given:
        check_pairs(as_key(padding), n)
    elif explicit:
        not_explicit(padding)
    first = data_format is not None and data_format.startswith("NC")
    for name, value in values.items():
        sequence(as_key(value, name), n, first, name)
    if not given:
        padding_key(padding, False)


def _check_steps(strides, error=invalid):
    for s in strides:
        if s <= 0:
            raise error(f"Stride must be > 0, but got {s}")


@lru_cache(maxsize=1024)
def check_moves(n, strides, data_format, dilations=None):
    """Raise what the shape of windows over `n` axes that stand still, or whose elements do, raises while a graph is built."""
    first = data_format.startswith("NC")
    for d in spatial(sequence(dilations, n, first, "dilations"), first)[0]:
        if d <= 0:
            raise ShapeMismatch(f"Dilation rate must be >= 1, but got {d}")
    _check_steps(spatial(sequence(strides, n, first, "strides"), first)[0], ShapeMismatch)


@lru_cache(maxsize=1024)
def plan(op_type, n, strides, padding, data_format, dilations, explicit=True):
    """(channels first?, strides, dilations, "SAME" | "VALID" | pairs) of the spatial axes, checked."""
    first = data_format.startswith("NC")
    given = explicit and listed(padding, n)
    strides, dilations = sequence(strides, n, first, "strides"), sequence(dilations, n, first, "dilations")
    check_text(padding, given)
    if data_format not in FORMATS[n]:
        raise not_in_list(op_type, "data_format", data_format, FORMATS[n])
    if given:
        padding, (batch, channels) = spatial(padding, first)
        for before, after in padding:
            if before < 0 or after < 0:
                raise invalid("All elements of explicit_paddings must be nonnegative")
        if channels != (0, 0) or batch != (0, 0):
            raise invalid("Nonzero explicit padding in the batch or depth dimensions is not supported")
    elif padding not in ("SAME", "VALID"):
        raise not_in_list(op_type, "padding", padding, ("SAME", "VALID", "EXPLICIT") if explicit else ("SAME", "VALID"))
    strides, others = spatial(strides, first)
    lenient = op_type in ("Conv2D", "Conv", "Conv2DBackpropInput")  # TensorFlow's kernels differ in the kind of error
    if others != (1, 1):
        raise (unimplemented if lenient else invalid)(
            "Current implementation does not yet support strides in the batch and depth dimensions."
        )
    if min(strides) <= 0:
        raise invalid("Row and column strides should be larger than 0." if n == 2 else "Spatial strides should be larger than 0.")
    dilations, others = spatial(dilations, first)
    if others != (1, 1):
        raise (unimplemented if lenient else invalid)(
            "Current implementation does not yet support dilations in the batch and depth dimensions."
        )
    for d in dilations:
        if d <= 0:
            raise invalid("Dilated rates should be larger than 0.")
    return first, strides, dilations, padding


@lru_cache(maxsize=256)
def plan_1d(stride, padding, data_format, dilations):
    """`plan` for sequences as images of height 1."""
    first = data_format == "NCW"
    s = sequence(stride, 1, first, "stride")
    d = sequence(dilations, 1, first, "dilations")
    s, d = ((t[0], t[1], 1, t[2]) if first else (t[0], 1, t[1], t[2]) for t in (s, d))
    return plan("Conv2D", 2, s, padding, "NCHW" if first else "NHWC", d, explicit=False)


def check_five(op_type, name, value):
    """Raise unless `value` has an entry for each axis of a batch of volumes."""
    if not isinstance(value, tuple):
        raise TypeError(f"Expected list for '{name}' argument to '{op_type.lower()}' Op, not {value}.")
    if len(value) != 5:
        raise invalid(
            f"Length for attr '{name}' of {len(value)} must be at least minimum 5\n"
            f"\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}> [Op:{op_type}] name: "
        )


@lru_cache(maxsize=1024)
def pool_plan(op_type, n, ksize, strides, padding, data_format, explicit):
    """(channels first?, window, strides, padding, window over channels) of a pool, checked."""
    formats = FORMATS[n]
    first = data_format.startswith("NC")
    given = explicit and listed(padding, n)
    ksize, strides = sequence(ksize, n, first, "ksize"), sequence(strides, n, first, "strides")
    check_text(padding, given)
    if data_format not in formats:
        if data_format == "NCHW_VECT_C" and op_type == "MaxPool":
            raise refused("tf.nn.max_pool", "format", op_type=op_type)
        shown = (*formats, "NCHW_VECT_C") if op_type == "MaxPool" else formats
        raise not_in_list(op_type, "data_format", data_format, shown)
    if given:
        padding, others = spatial(padding, first)
        if others != ((0, 0), (0, 0)):
            raise invalid("Nonzero explicit padding in the batch or depth dimensions is not supported")
    elif padding not in ("SAME", "VALID"):
        raise not_in_list(op_type, "padding", padding, ("SAME", "VALID", "EXPLICIT") if explicit else ("SAME", "VALID"))
    for i, k in enumerate(ksize):
        if k <= 0:
            what = "was zero" if k == 0 else f"must be positive, but got {k}"
            raise invalid(f"Sliding window ksize for dimension {i} {what}.")
    window, (over_batch, depth) = spatial(ksize, first)
    steps, (batch_step, depth_step) = spatial(strides, first)
    if over_batch != 1 or batch_step != 1:
        raise unimplemented("Pooling is not yet supported on the batch dimension.")
    _check_steps(steps)
    if depth != 1:
        if any(k != 1 for k in window):
            raise unimplemented("MaxPooling supports exactly one of pooling across depth or pooling across width/height.")
        if depth != depth_step:
            raise unimplemented("Depthwise max pooling requires the depth window to equal the depth stride")
    if isinstance(padding, tuple):
        for (before, after), k, (one, two) in zip(padding, window, (("Top", "Bottom"), ("Left", "Right"))):
            for amount, which in ((before, one), (after, two)):
                if amount < 0:
                    raise invalid("All elements of explicit_paddings must be nonnegative")
                if amount >= k:
                    raise invalid(f"{which} padding {amount} needs to be smaller than the window size {k}")
    return first, window, steps, padding, depth
