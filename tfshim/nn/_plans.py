"""The arguments of convolutions, checked and in one form; each combination is worked out once."""

from functools import lru_cache

from tfshim.nn._window import NO_EXPLICIT, explicit_pairs, invalid, not_in_list, sequence, spatial, unimplemented

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


@lru_cache(maxsize=1024)
def plan(op_type, n, strides, padding, data_format, dilations, explicit=True):
    """(channels first?, strides, dilations, "SAME" | "VALID" | pairs) of the spatial axes, checked."""
    if data_format not in FORMATS[n]:
        raise not_in_list(op_type, "data_format", data_format, FORMATS[n])
    first = data_format == FORMATS[n][1]
    if isinstance(padding, tuple):
        if not explicit:
            shown = [list(p) if isinstance(p, tuple) else p for p in padding]
            raise TypeError(f"Expected string for argument 'padding' not {shown}.")
        padding, (batch, channels) = explicit_pairs(padding, n, first)
        for before, after in padding:
            if before < 0 or after < 0:
                raise invalid("All elements of explicit_paddings must be nonnegative")
        if channels != (0, 0) or batch != (0, 0):
            raise invalid("Nonzero explicit padding in the batch or depth dimensions is not supported")
    elif padding not in ("SAME", "VALID"):
        if explicit and padding == "EXPLICIT":
            raise ValueError(NO_EXPLICIT)
        raise not_in_list(op_type, "padding", padding, ("SAME", "VALID", "EXPLICIT") if explicit else ("SAME", "VALID"))
    strides, others = spatial(sequence(strides, n, first, "strides"), first)
    lenient = op_type in ("Conv2D", "Conv", "Conv2DBackpropInput")  # TensorFlow's kernels differ in the kind of error
    if others != (1, 1):
        raise (unimplemented if lenient else invalid)(
            "Current implementation does not yet support strides in the batch and depth dimensions."
        )
    if min(strides) <= 0:
        raise invalid(
            "Row and column strides should be larger than 0." if n == 2 else "Spatial strides should be larger than 0."
        )
    dilations, others = spatial(sequence(dilations, n, first, "dilations"), first)
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
