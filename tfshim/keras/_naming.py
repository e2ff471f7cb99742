"""Names of layers and models: `dense`, `dense_1`, ..."""

import collections
import re

_counts = collections.defaultdict(int)


def snake_case(name):
    """`GlobalAveragePooling2D` as `global_average_pooling2d`."""
    name = re.sub(r"(?<=.)(?=[A-Z][a-z0-9]+)|(?<=[a-z])(?=[A-Z])", "_", name).lower()
    return "private" + name if name.startswith("_") else name


def unique_name(name):
    """`name` itself the first time, then `name_1`, `name_2`, ..."""
    _counts[name] += 1
    n = _counts[name] - 1
    return name if n == 0 else f"{name}_{n}"


def uid(prefix):
    """The next number for `prefix`, from 1."""
    _counts[prefix] += 1
    return _counts[prefix]


def reset():
    """Start all numbers anew."""
    _counts.clear()
