"""`tf.raw_ops`: every operation by its type, with keyword arguments of TensorFlow's names.

The functions are made from the registry of operations: what is registered anywhere is here.
"""

import importlib
import inspect

from tfshim.engine import dtypes as dt
from tfshim.engine.op import REGISTRY

# The modules whose operations may be asked for.
_MODULES = """array_ops math nn linalg random image io strings sparse ragged signal bitwise quantization lookup queue sets audio
    control_flow debugging autodiff script_ops logging_ops summary tensor_array""".split()

# Operations that only differ in age from one that is there.
_OLDER = {
    "Add": "AddV2", "Concat": "ConcatV2", "Div": "RealDiv", "BatchMatMul": "BatchMatMulV2", "Gather": "GatherV2",
    "Select": "SelectV2", "RFFT1D": "RFFT", "TopK": "TopKV2", "NonMaxSuppression": "NonMaxSuppressionV3",
    "DrawBoundingBoxes": "DrawBoundingBoxesV2", "ExtractGlimpse": "ExtractGlimpseV2", "Multinomial": "Multinomial",
}  # fmt: skip

# TensorFlow's argument -> ours, where they differ for an operation or for any.
_NAMES = {
    "Split": {"num_split": "num"}, "SplitV": {"size_splits": "sizes"}, "SelectV2": {"t": "x", "e": "y"},
    "ReverseSequence": {"seq_dim": "seq_axis", "batch_dim": "batch_axis"}, "Concat": {"concat_dim": "axis"},
    "CropAndResize": {"box_ind": "box_indices"}, "ExtractImagePatches": {"ksizes": "sizes"},
    "BandedTriangularSolve": {"matrix": "bands"}, "StringNGrams": {
        "data_splits": "splits", "ngram_widths": "widths", "left_pad": "left", "right_pad": "right",
        "preserve_short_sequences": "keep_short"},
    "UnicodeEncode": {"input_values": "input", "input_splits": "splits"}, "WriteSummary": {"summary_metadata": "metadata"},
    "RaggedRange": {"Tsplits": "splits_type"},
}  # fmt: skip
_ANY_NAME = {
    "keep_dims": "keepdims", "dimension": "axis", "reduction_indices": "axis", "DstT": "dtype", "type": "dtype", "Tout": "dtype",
    "features": "logits", "sorted_inputs": "sorted_sequence", "string_tensor": "input", "ref": "resource", "bytes": "input_bytes",
    "params": "params",
}  # fmt: skip
# What may be said and changes nothing, with the values that do not.
_HINTS = {"incompatible_shape_error": (True,), "use_locking": (True, False), "validate_shape": (True, False), "Truncate": (False,),
          "sparse_gradient": (False,), "perturb_singular": (False,)}  # fmt: skip


def _load():
    for name in _MODULES:
        importlib.import_module(f"tfshim.{name}")


def _renamed(op_type, operation, key):
    """Our name for TensorFlow's argument `key`, or None."""
    names = operation.names
    if key in names:
        return key
    for table in (_NAMES.get(op_type, {}), _NAMES.get(operation.type, {}), _ANY_NAME):
        if table.get(key) in names:
            return table[key]
    first = operation.params[0].name if operation.params else None
    return first if key in ("input", "tensor", "x", "values") and first not in (None, "values") and first == names[0] else None


def _made(op_type, operation):
    defaults = {p.name: p.default for p in inspect.signature(operation.kernel).parameters.values()}

    def raw(*args, **kwargs):
        if args:
            raise TypeError(f"{op_type} only takes keyword args (possible keys: {list(operation.names)}). Please pass these args as kwargs "
                            "instead.")
        given = {}
        for key, value in kwargs.items():
            name = _renamed(op_type, operation, key)
            if name is not None:
                given[name] = value
            elif key in _HINTS and value in _HINTS[key]:
                continue
            elif key.startswith("T") and value is not None:
                _check_type(op_type, operation, key, value, kwargs)
            elif value is not None:
                raise TypeError(f"tf.raw_ops.{op_type} has no argument {key!r} here; it has {', '.join(operation.names)}.")
        missing = [n for n in operation.names if n != "name" and n not in given and defaults.get(n) is inspect.Parameter.empty]
        if missing:
            shown = ", ".join(map(repr, missing))
            raise TypeError(f"{op_type}() missing {len(missing)} required positional argument{'s' * (len(missing) > 1)}: {shown}")
        return operation.public(**given)

    raw.__name__ = raw.__qualname__ = op_type
    raw.__doc__ = f"The operation {op_type}, with keyword arguments. Mirrors `tf.raw_ops.{op_type}`."
    return raw


def _check_type(op_type, operation, key, value, kwargs):
    """TypeError if a dtype attribute is not that of the first input: here dtypes follow from the inputs."""
    first = next((kwargs[k] for k in kwargs if _renamed(op_type, operation, k) == operation.names[0]), None)
    got = getattr(first, "dtype", None)
    if key == "T" and got is not None and dt.as_dtype(value) != dt.as_dtype(got):
        raise TypeError(f"tf.raw_ops.{op_type}: {key} is {dt.as_dtype(value)!r}, but the input has {dt.as_dtype(got)!r}.")
    if key != "T" and not key.startswith("Tidx"):
        raise NotImplementedError(f"tf.raw_ops.{op_type}: the attribute {key} is not supported; leave it out.")


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'tfshim.raw_ops' has no attribute {name!r}")
    _load()
    operation = REGISTRY.get(name) or REGISTRY.get(_OLDER.get(name, ""))
    if operation is None or operation.type.startswith("_"):
        raise AttributeError(
            f"module 'tensorflow._api.v2.raw_ops' has no attribute '{name}' (tfshim has the operations that its functions are made of; "
            "see dir(tf.raw_ops))"
        )
    made = _made(name, operation)
    globals()[name] = made
    return made


def __dir__():
    _load()
    return sorted({*(t for t in REGISTRY if not t.startswith("_")), *(o for o, n in _OLDER.items() if n in REGISTRY)})
