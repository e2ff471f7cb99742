"""Names of layers and models: `dense`, `dense_1`, ..."""

import collections
import re

_counts = collections.defaultdict(int)
_observed = set()  # names that users have given


def snake_case(name):
    """`GlobalAveragePooling2D` as `global_average_pooling2d`."""
    name = re.sub(r"(?<=.)(?=[A-Z][a-z]+)|(?<=[a-z])(?=[A-Z])", "_", name).lower()
    return "private" + name if name.startswith("_") else name


def unique_name(name, avoid_observed=False):
    """`name` itself the first time, then `name_1`, `name_2`, ...; with `avoid_observed`, none that a user has given."""
    while True:
        _counts[name] += 1
        n = _counts[name] - 1
        made = name if n == 0 else f"{name}_{n}"
        if not (avoid_observed and made in _observed):
            return made


def observed(name):
    """`name`, which from now on counts as given by a user."""
    _observed.add(name)
    return name


def uid(prefix):
    """The next number for `prefix`, from 1."""
    _counts[prefix] += 1
    return _counts[prefix]


def reset():
    """Start all numbers anew."""
    _counts.clear()
    _observed.clear()
