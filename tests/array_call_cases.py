"""Calls of `tf.TensorArray`, eagerly and in functions, most of them wrong: what they give, or the error."""

import numpy as np

_PLACES = {
    "whole": 1,
    "float": 1.0,
    "half": 1.5,
    "text": "a",
    "nothing": None,
    "NumPy float": np.float32(1),
    "NumPy int64": np.int64(1),
    "NumPy int32": np.int32(1),
    "negative": -1,
    "far": 7,
}
_LISTS = {
    "whole": [0, 1],
    "floats": [0.0, 1.0],
    "NumPy int64": np.array([0, 1]),
    "NumPy floats": np.array([0.0, 1.0]),
    "three": [0, 1, 2],
}
_LENGTHS = {"vector": [1, 1, 1], "scalar": 1, "short": [1, 1], "long": [1, 1, 2], "matrix": [[1, 2]], "two": [1, 2]}
CASES = {}


def _array(tf, size=3):
    return tf.TensorArray(tf.float32, size, clear_after_read=False)


def _full(tf):
    return _array(tf).unstack(tf.ones((3, 2)))


for _name, _value in _PLACES.items():
    if _name not in ("negative", "far"):  # of which a function tells with its own name
        CASES[f"read {_name}, function"] = lambda tf, v=_value: _full(tf).read(v)
        CASES[f"write {_name}, function"] = lambda tf, v=_value: _array(tf).write(v, [1.0, 2.0]).size()
        CASES[f"size {_name}, function"] = lambda tf, v=_value: _array(tf, v).size()
    CASES[f"read {_name}"] = lambda tf, v=_value: _full(tf).read(v)
    CASES[f"write {_name}"] = lambda tf, v=_value: _array(tf).write(v, [1.0, 2.0]).size()
    if _name != "far":
        CASES[f"size {_name}"] = lambda tf, v=_value: _array(tf, v).size()
for _name, _value in _LISTS.items():
    if _name != "three":
        CASES[f"gather {_name}, function"] = lambda tf, v=_value: _full(tf).gather(v)
        CASES[f"scatter {_name}, function"] = lambda tf, v=_value: _array(tf).scatter(v, tf.ones((2, 2))).size()
    CASES[f"gather {_name}"] = lambda tf, v=_value: _full(tf).gather(v)
    CASES[f"scatter {_name}"] = lambda tf, v=_value: _array(tf).scatter(v, tf.ones((2, 2))).size()
for _name, _value in _LENGTHS.items():
    CASES[f"split {_name}"] = lambda tf, v=_value: _array(tf).split(tf.ones((3, 2)), v).size()
CASES["split a scalar"] = lambda tf: _array(tf).split(1.0, [1]).size()
CASES["gather from the end"] = lambda tf: _full(tf).gather([-1, 0])
CASES["gather far"] = lambda tf: _full(tf).gather([0, 7])


def outcome(tf, name):
    call = CASES[name]
    try:
        found = tf.function(lambda: call(tf))() if name.endswith(", function") else call(tf)
    except Exception as e:
        lines = [line.strip() for line in str(e).splitlines() if line.strip()]
        return [type(e).__name__, lines[-1]]
    return np.asarray(found).tolist()
