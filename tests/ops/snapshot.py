"""Turning results into plain data that can be written down, and comparing two of them."""

import math

import numpy as np

# Relative tolerance per dtype; the absolute one is the same times the largest expected magnitude.
_TOLERANCE = {
    "float16": 2e-3, "bfloat16": 1.6e-2, "float32": 1e-5, "float64": 1e-9, "complex64": 1e-5, "complex128": 1e-9,
}  # fmt: skip


def leaves(tf, value):
    """The tensors in a result, in order."""
    if isinstance(value, dict):
        return [leaf for key in sorted(value) for leaf in leaves(tf, value[key])]
    if isinstance(value, (list, tuple)) and not _composite(tf, value):
        return [leaf for item in value for leaf in leaves(tf, item)]
    return [value]


def snapshot(tf, value):
    """Plain data (for JSON) of all that a user sees of a result: structure, dtype, shape and values."""
    kind = _composite(tf, value)
    if kind:
        return {"kind": kind, "parts": [snapshot(tf, p) for p in _parts(kind, value)]}
    if isinstance(value, dict):
        return {"kind": "dict", "keys": sorted(value), "parts": [snapshot(tf, value[k]) for k in sorted(value)]}
    if isinstance(value, (tf.Tensor, tf.Variable)):
        return _tensor(tf, value)
    if isinstance(value, tf.TensorShape):
        return {"kind": "TensorShape", "value": None if value.rank is None else value.as_list()}
    if isinstance(value, tf.DType):
        return {"kind": "DType", "value": value.name}
    if isinstance(value, tuple):
        named = [type(value).__name__, *value._fields] if hasattr(value, "_fields") else None
        return {"kind": "tuple", "keys": named, "parts": [snapshot(tf, v) for v in value]}
    if isinstance(value, list):
        return {"kind": "list", "parts": [snapshot(tf, v) for v in value]}
    if isinstance(value, np.ndarray):
        return {"kind": "ndarray", **_array(value.dtype.name, value)}
    if isinstance(value, np.generic):
        return {"kind": "numpy scalar", **_array(value.dtype.name, np.asarray(value))}
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"kind": type(value).__name__, "value": value}
    if isinstance(value, bytes):
        return {"kind": "bytes", "value": value.decode("latin-1")}
    return {"kind": type(value).__name__}


def _composite(tf, value):
    for name in ("RaggedTensor", "SparseTensor", "IndexedSlices"):
        if isinstance(value, getattr(tf, name, ())):
            return name
    return None


def _parts(kind, value):
    if kind == "RaggedTensor":
        return [value.values, value.row_splits]
    if kind == "SparseTensor":
        return [value.indices, value.values, value.dense_shape]
    return [value.values, value.indices, value.dense_shape]


def _tensor(tf, value):
    dtype = value.dtype.name
    if dtype in ("bfloat16",) or dtype.startswith("float8"):
        array = tf.cast(tf.convert_to_tensor(value), tf.float32).numpy()
    else:
        array = np.asarray(value.numpy())
    kind = "Variable" if isinstance(value, tf.Variable) else "Tensor"
    return {
        "kind": kind,
        **_array(dtype, array),
        "shape": value.shape.as_list() if value.shape.rank is not None else None,
    }


def _array(dtype, array):
    if array.dtype == object or array.dtype.kind in "SU":
        flat = [v.decode("latin-1") if isinstance(v, bytes) else str(v) for v in array.ravel().tolist()]
    elif array.dtype.kind == "c":
        flat = [_short(p) for v in array.ravel() for p in (v.real, v.imag)]
    elif array.dtype.kind == "f":
        flat = [_short(v) for v in array.ravel()]
    else:
        flat = [int(v) for v in array.ravel().tolist()]
    return {"dtype": "string" if array.dtype == object else dtype, "shape": list(array.shape), "values": flat}


def _short(number):
    """The shortest decimal that gives the same float of this precision: keeps the files small."""
    return float(str(number)) if math.isfinite(number) else float(number)


def compare(got, want, tol=1.0, where="result", poles=False):
    """Say how two snapshots differ (None if they agree within the dtype's tolerance times `tol`).

    With `poles`, inf and NaN count as equal: at a pole of a derivative either is as good as the other.
    """
    for key in ("kind", "keys", "dtype", "shape", "value"):
        if got.get(key) != want.get(key):
            if key == "value" and got["kind"] == "float" and math.isclose(got[key], want[key], rel_tol=1e-6):
                continue
            if got.get(key) != got.get(key) and want.get(key) != want.get(key):  # NaN
                continue
            return f"{where}: {key} is {got.get(key)!r}, expected {want.get(key)!r}"
    if "parts" in want:
        if len(got["parts"]) != len(want["parts"]):
            return f"{where}: {len(got['parts'])} parts, expected {len(want['parts'])}"
        differences = (compare(g, w, tol, f"{where}[{i}]", poles) for i, (g, w) in enumerate(zip(got["parts"], want["parts"])))
        return next((d for d in differences if d), None)
    if "values" in want and got["values"] != want["values"]:
        return _values(got["values"], want["values"], want["dtype"], tol, where, poles)
    return None


def _values(got, want, dtype, tol, where, poles):
    if dtype not in _TOLERANCE:
        return f"{where}: values {_head(got)}, expected {_head(want)}"
    got_array, want_array = np.array(got, np.float64), np.array(want, np.float64)
    finite = np.abs(want_array[np.isfinite(want_array)])
    rtol = _TOLERANCE[dtype] * tol
    atol = rtol * min(max(finite.max(initial=0.0), 1e-3), 1e3)
    with np.errstate(invalid="ignore"):
        close = np.isclose(got_array, want_array, rtol=rtol, atol=atol, equal_nan=True)
    if poles:
        close |= ~np.isfinite(got_array) & ~np.isfinite(want_array)
    if close.all():
        return None
    at = int(np.argmin(close))
    return f"{where}: element {at} is {got[at]!r}, expected {want[at]!r} ({(~close).sum()} of {close.size} differ)"


def _head(values):
    return repr(values[:12]) + ("..." if len(values) > 12 else "")
