"""Record TensorFlow's public names, which `tfshim check` distinguishes from typing errors.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_public_names.py
Writes tfshim/tensorflow_names.json: {"2": ..., "1": ...}, for `tensorflow` and `tensorflow.compat.v1`, each {namespace: names}.
A namespace of TensorFlow 1 that is the same in TensorFlow 2 is left out, as are those that only repeat another ("=other").
"""

import types

from recording import PACKAGE, write_json

# Python modules that namespaces hold as they are, and repetitions of the whole interface.
_NO_NAMESPACES = {"flags", "mock", "tools", "security", "tsl", "python", "core", "v1", "v2"}


def namespaces(module, path="", depth=0):
    """{dotted namespace below `module`: its names}."""
    found, names = {}, []
    for name in sorted(dir(module)):
        if name.startswith("_") or name == "contrib":
            continue
        try:
            value = getattr(module, name)
        except Exception:
            continue
        names.append(name)
        below = f"{path}.{name}".lstrip(".")
        if isinstance(value, types.ModuleType) and depth < 7 and name not in _NO_NAMESPACES and not (name == "compat" and path):
            found |= namespaces(value, below, depth + 1)
    return {path: " ".join(names), **found}


def main():
    import tensorflow as tf

    of = {"2": namespaces(tf), "1": namespaces(tf.compat.v1)}
    of["1"] = {path: names for path, names in of["1"].items() if of["2"].get(path) != names}
    for version, spaces in of.items():
        seen = {}
        for path in list(spaces):
            first = seen.setdefault(spaces[path], path)
            if first != path and len(spaces[path]) > 40:
                spaces[path] = f"={first}"
        print(version, len(spaces), "namespaces")
    write_json(PACKAGE / "tensorflow_names.json", of, indent=0)


if __name__ == "__main__":
    main()
