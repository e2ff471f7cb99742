"""The names by which Keras knows initializers: those of TensorFlow 2, or those of TensorFlow 1 where its behaviour is asked for."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tfshim.engine.runtime.state import Initial
from tfshim.keras._serialization import PublicNames

_OF_TENSORFLOW = ("Constant", "GlorotNormal", "GlorotUniform", "Identity", "Ones", "Orthogonal", "VarianceScaling", "Zeros")
_OF_FAN = ("HeNormal", "HeUniform", "LecunNormal", "LecunUniform")
_OF_KERAS = ("RandomNormal", "RandomUniform", "TruncatedNormal", *_OF_FAN)
_SHORT = {"uniform": "RandomUniform", "normal": "RandomNormal", "one": "Ones", "zero": "Zeros"}


def _snake(name):
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _of_second_version():
    """{name: place} of what the classes of TensorFlow 2 are called in either version, to be told from those of TensorFlow 1."""
    names = {f"{name}V2": f"keras.initializers.{name}" for name in (*_OF_TENSORFLOW, *_OF_KERAS)}
    names.update({f"{_snake(name)}V2": f"keras.initializers.{name}" for name in ("GlorotNormal", "GlorotUniform", *_OF_FAN)})
    return names


def _of_first_version():
    """{name: place} of the classes of TensorFlow 1, whose numbers follow the seed of the graph and of the operation."""
    classes = {name: f"compat.v1.initializers.{_snake(name)}" for name in _OF_TENSORFLOW}
    classes.update({name: f"compat.v1.keras.initial_values.{name}" for name in _OF_KERAS})
    names = classes | {_snake(name): place for name, place in classes.items()}
    return names | {short: classes[name] for short, name in _SHORT.items()}


class Names(Mapping):
    """{name: class} of the version whose behaviour is asked for now."""

    def __init__(self) -> None:
        self._second = PublicNames("keras.initializers", also=_SHORT | _of_second_version())
        self._first = PublicNames("keras.initializers", without=(*self._second,), also=_of_first_version() | _of_second_version())

    def _now(self):
        return self._second if Initial.v2 else self._first

    def __getitem__(self, name: str) -> Any:
        return self._now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())
