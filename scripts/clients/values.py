"""Results of programs as JSON, and how those of tfshim are compared with the recorded ones."""

import math

import numpy as np

_DIGITS = 8


def _number(value):
    return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else value


def encoded(value):
    """`value`, made of lists, dictionaries, numbers, texts, None and NumPy arrays, as what JSON can hold."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, complex):
        return {"complex": [_number(value.real), _number(value.imag)]}
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if isinstance(value, dict):
        return {"dict": [[encoded(k), encoded(v)] for k, v in value.items()]}
    if isinstance(value, (list, tuple)):
        return [encoded(v) for v in value]
    if isinstance(value, (np.ndarray, np.generic)):
        entries = encoded(value.tolist())
        return {"array": entries, "dtype": str(value.dtype), "shape": list(value.shape)}
    raise TypeError(f"a step returns {type(value).__name__}: {value!r:.200}; lists, numbers, texts and NumPy arrays are compared")


def _flat(entries):
    if isinstance(entries, list):
        for entry in entries:
            yield from _flat(entry)
    else:
        yield entries["complex"][0] + 1j * entries["complex"][1] if isinstance(entries, dict) and "complex" in entries else entries


def _arrays_differ(place, got, expected, tolerance):
    for what in ("dtype", "shape"):
        if got[what] != expected[what]:
            return f"{place}: {what} {got[what]}, recorded {expected[what]}"
    a, b = list(_flat(got["array"])), list(_flat(expected["array"]))
    if not a or not isinstance(b[0], (int, float, complex)):
        return None if a == b else f"{place}: {a!s:.200}, recorded {b!s:.200}"
    a, b = np.array(a), np.array(b)
    if np.issubdtype(b.dtype, np.inexact):
        # Small entries beside large ones are sums of them: they are held to what rounding leaves of the largest.
        finite = np.abs(b[np.isfinite(b)])
        if np.allclose(a, b, rtol=tolerance, atol=tolerance * (finite.max() if finite.size else 0) + 1e-7, equal_nan=True):
            return None
    elif np.array_equal(a, b):
        return None
    with np.errstate(all="ignore"):
        worst = int(np.nanargmax(np.abs(np.subtract(a, b, dtype=np.result_type(a, b, np.float64)))))
    return f"{place}: entry {worst} is {a[worst]}, recorded {b[worst]}"


def difference(got, expected, tolerance, place="result"):
    """Where two encoded results differ by more than `tolerance`, as a text, or None."""
    if isinstance(expected, dict) and isinstance(got, dict) and got.keys() == expected.keys():
        if "array" in expected:
            return _arrays_differ(place, got, expected, tolerance)
        if "complex" in expected:
            return difference(got["complex"], expected["complex"], tolerance, place)
        if "dict" in expected:
            a, b = [k for k, _ in got["dict"]], [k for k, _ in expected["dict"]]
            if a != b:
                return f"{place}: keys {a}, recorded {b}"
            found = (difference(v, w, tolerance, f"{place}[{k!r}]") for (k, v), (_, w) in zip(got["dict"], expected["dict"]))
            return next(filter(None, found), None)
    if isinstance(expected, list) and isinstance(got, list):
        if len(got) != len(expected):
            return f"{place}: {len(got)} entries, recorded {len(expected)}"
        found = (difference(v, w, tolerance, f"{place}[{i}]") for i, (v, w) in enumerate(zip(got, expected)))
        return next(filter(None, found), None)
    if isinstance(expected, float) and isinstance(got, float):
        same = math.isclose(got, expected, rel_tol=tolerance, abs_tol=1e-6) or (math.isnan(got) and math.isnan(expected))
        return None if same else f"{place}: {got}, recorded {expected}"
    same = got == expected and isinstance(got, type(expected))
    return None if same else f"{place}: {got!r:.300}, recorded {expected!r:.300}"
