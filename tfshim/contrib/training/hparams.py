"""`tf.contrib.training.HParams`: named hyperparameters of fixed types."""

import json
import numbers
import re

from tfshim.refusals import refused


def _fit(name, kind, value):
    """`value` as the type of a hyperparameter. Raises ValueError where it is another."""
    message = f"Could not cast hparam '{name}' of type '{kind}' from value {value!r}"
    # For bool is a subclass of int, `isinstance` takes True for a number.
    if value is None or kind is type(None) or isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    numeric = isinstance(value, numbers.Number)
    if isinstance(value, bool) != issubclass(kind, bool) or issubclass(kind, str) or isinstance(value, str):
        raise ValueError(message)
    if issubclass(kind, numbers.Integral) and (not numeric or int(value) != value):
        raise ValueError(message)
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise ValueError(message) from None


class HParams:
    """Hyperparameters as attributes: `HParams(learning_rate=0.1, layers=[10, 10])`. Mirrors `tf.contrib.training.HParams`.

    A value keeps its type: `set_hparam` and `parse` raise ValueError for others.
    """

    def __init__(self, hparam_def=None, model_structure=None, **kwargs):
        if hparam_def is not None:
            raise refused("tf.contrib.training.HParams", "hparam_def")
        self._types, self._model_structure = {}, model_structure
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    def add_hparam(self, name, value):
        """A new hyperparameter; a list gives the type of its elements. Raises ValueError for names in use and empty lists."""
        # A hyperparameter there already, or a method, which the attribute would hide.
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        if isinstance(value, (list, tuple)):
            if not value:
                raise ValueError(f"Multi-valued hyperparameters cannot be empty: {name}")
            self._types[name] = (type(value[0]), True)
        else:
            self._types[name] = (type(value), False)
        setattr(self, name, value)

    def set_hparam(self, name, value):
        """Another value of the same type. Raises KeyError for an unknown name, ValueError for another type."""
        kind, is_list = self._types[name]
        if isinstance(value, list):
            if not is_list:
                raise ValueError(f"Must not pass a list for single-valued parameter: {name}")
            setattr(self, name, [_fit(name, kind, v) for v in value])
        elif is_list:
            raise ValueError(f"Must pass a list for multi-valued parameter: {name}.")
        else:
            setattr(self, name, _fit(name, kind, value))

    def del_hparam(self, name):
        """Remove a hyperparameter."""
        if name in self._types:
            delattr(self, name)
            del self._types[name]

    def parse(self, values):
        """Take over values from text: `"learning_rate=0.2,layers=[5,5],layers[1]=7"`. Raises ValueError for what does not fit."""
        pattern = re.compile(
            r"(?P<name>[a-zA-Z][\w.]*)(\[\s*(?P<index>\d+)\s*\])?\s*=\s*"
            r"(\[(?P<list>[^\]]*)\]|(?P<one>[^,\[]*))\s*($|,\s*)"
        )
        at = 0
        while at < len(values):
            found = pattern.match(values, at)
            if not found:
                raise ValueError(f"Malformed hyperparameter value: {values[at:]}")
            at, name = found.end(), found["name"]
            if name not in self._types:
                raise ValueError(f"Unknown hyperparameter type for {name}")
            kind, is_list = self._types[name]
            if found["list"] is not None:
                self.set_hparam(name, [self._read(name, kind, v) for v in filter(None, re.split(r"[ ,]+", found["list"].strip()))])
            elif found["index"] is not None:
                current = getattr(self, name)
                if not is_list or int(found["index"]) >= len(current):
                    raise ValueError(f"Could not parse hparam '{name}': it has no element {found['index']}")
                current[int(found["index"])] = self._read(name, kind, found["one"])
            else:
                self.set_hparam(name, self._read(name, kind, found["one"]))
        return self

    @staticmethod
    def _read(name, kind, text):
        """The value that `text` spells. Raises ValueError where it is none of the type `kind`."""
        text = text.strip()
        try:
            if issubclass(kind, bool):
                return {"true": True, "false": False, "1": True, "0": False}[text.lower()]
            return text if kind is type(None) else kind(text)
        except (KeyError, ValueError):
            raise ValueError(f"Could not parse hparam '{name}' of type '{kind.__name__}' with value '{text}' ") from None

    def override_from_dict(self, values_dict):
        """Take over values; a dictionary by name."""
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    def parse_json(self, values_json):
        """Take over values from a JSON object."""
        return self.override_from_dict(json.loads(values_json))

    def set_model_structure(self, model_structure):
        """Keep an object beside the hyperparameters."""
        self._model_structure = model_structure

    def get_model_structure(self):
        """The object that was kept."""
        return self._model_structure

    def to_json(self, indent=None, separators=None, sort_keys=False):
        """The values as JSON, functions left out."""
        kept = {name: value for name, value in self.values().items() if not callable(value)}
        return json.dumps(kept, indent=indent, separators=separators, sort_keys=sort_keys)

    def values(self):
        """{name: value}."""
        return {name: getattr(self, name) for name in self._types}

    def get(self, key, default=None):
        """The value of `key`, or `default`. Raises ValueError where that is of another type."""
        if key not in self._types:
            return default
        kind, is_list = self._types[key]
        if default is not None and isinstance(default, list) != is_list:
            raise ValueError(f"Hparam '{key}' of type '{kind}' is incompatible with default={default}")
        if default is not None:
            for value in default if is_list else [default]:
                _fit(key, kind, value)
        return getattr(self, key)

    def __contains__(self, key):
        return key in self._types

    def __str__(self):
        return str(self._shown())

    def __repr__(self):
        return f"{type(self).__name__}({self})"

    def _shown(self):
        return sorted(self.values().items())
