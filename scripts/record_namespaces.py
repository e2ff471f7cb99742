"""Record what TensorFlow's public modules list, bind by a star import and say about themselves: run with real TensorFlow.

    python scripts/record_namespaces.py

Writes tests/data/namespaces.json: for each public module that `tensorflow` and `keras` reach by attributes, its names; where it differs
from them, what `from MODULE import *` binds; whether it can be imported under that path; and TensorFlow's versions.
Writes tests/data/v1_interface.json: what each name below `tensorflow.compat.v1` is, its arguments and the members of classes.
"""

import importlib
import inspect
import json
import subprocess
import sys
import types

from recording import DATA, write_json, write_rows

# Whose modules are public: what the paths of their own names begin with.
PUBLIC = (
    "tensorflow._api.",
    "tensorflow.compat",
    "keras.api.",
    "tensorflow_estimator.python.estimator.api.",
    "tensorboard.summary",
    "tensorflow.",
    "keras.",
)
NOT_PUBLIC = (
    "tensorflow.python",
    "tensorflow.core",
    "tensorflow.dtensor",
    "tensorflow.tools",
    "tensorflow.tsl",
    "tensorflow.security",
    "tensorflow.lite.",
    "keras.src",
    "keras.protobuf",
)
# A namespace within itself, again and again: `tf.compat.v1.compat.v1...` goes no further than its first list of names.
REPEATED = (".compat.v1.compat", ".compat.v2.compat")


def public(module):
    name = getattr(module, "__name__", "")
    return name.startswith(PUBLIC) and not name.startswith(NOT_PUBLIC)


def modules(root):
    """(path, module) of the public modules below `root`, itself first."""
    found = importlib.import_module(root)
    waiting = [(root, found)]
    while waiting:
        path, module = waiting.pop(0)
        yield path, module
        if path.endswith(REPEATED):
            continue
        for name in listed(module):
            value = getattr(module, name)
            if isinstance(value, types.ModuleType) and public(value):
                waiting.append((f"{path}.{name}", value))


def listed(module):
    return sorted(n for n in dir(module) if not n.startswith("_"))


def recorded(root):
    return {path: {"names": " ".join(listed(module))} for path, module in modules(root)}


def star(path):
    """What `from path import *` binds; None where it cannot be imported."""
    bound = {}
    try:
        exec(f"from {path} import *", bound)
    except ImportError:
        return None
    return sorted(set(bound) - {"__builtins__"})


def versions():
    import keras
    import tensorflow as tf

    recorded = {
        f"tf.{n}": getattr(tf, n)
        for n in dir(tf)
        if n.startswith("__")
        and isinstance(getattr(tf, n), (str, int))
        and n not in ("__doc__", "__file__", "__name__", "__package__", "__cached__")
    }
    recorded |= {f"tf.version.{n}": getattr(tf.version, n) for n in listed(tf.version)}
    return recorded | {"tf.keras.__version__": getattr(tf.keras, "__version__", None), "keras.__version__": keras.__version__}


# What the messages of protobuf's older versions have, and those of its newer ones not.
_OF_OLD_PROTOBUF = {"RegisterExtension"}
_STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def arguments(value):
    """The names of what `value` takes, with their stars, "=" behind those that have a default; None where Python cannot tell."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    return " ".join(_STARS.get(p.kind, "") + p.name + ("=" if p.default is not p.empty else "") for p in parameters)


def interface(root):
    """{dotted name below the module `root`: its kind, arguments and members}; for what has several names, all but the first are alike."""
    found, first, alike = {}, {}, {}
    for path, module in modules(root):
        if path.endswith("raw_ops"):
            continue
        for name in listed(module):
            value, dotted = getattr(module, name), f"{path}.{name}"
            if isinstance(value, types.ModuleType):
                continue
            if not callable(value):
                found[dotted] = {"kind": "value"}
            elif id(value) in first:
                found[dotted] = {"as": first[id(value)]}
            else:
                first[id(value)] = dotted
                found[dotted] = {"kind": "class" if isinstance(value, type) else "function", "args": arguments(value)}
                if isinstance(value, type):
                    found[dotted]["members"] = " ".join(m for m in listed(value) if m not in _OF_OLD_PROTOBUF)
    for dotted, facts in found.items():  # many classes have only the members of their base
        members = facts.get("members", "")
        if len(members) > 100 and alike.setdefault(members, dotted) != dotted:
            facts["members"] = {"as": alike[members]}
    return found


def in_fresh_process(what):
    # an import of a dotted path puts a second module in the place of the first, so each has a process of its own
    done = subprocess.run([sys.executable, __file__, *what], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    if sys.argv[1:2] == ["modules"]:
        print(json.dumps(recorded(sys.argv[2])))
    elif sys.argv[1:2] == ["star"]:
        print(json.dumps({path: star(path) for path in sys.stdin.read().split()}))
    elif sys.argv[1:2] == ["versions"]:
        print(json.dumps(versions()))
    elif sys.argv[1:2] == ["interface"]:
        print(json.dumps(interface("tensorflow.compat.v1")))
    else:
        found = in_fresh_process(["modules", "tensorflow"]) | in_fresh_process(["modules", "keras"])
        done = subprocess.run([sys.executable, __file__, "star"], input=" ".join(found), capture_output=True, text=True, check=True)
        for path, names in json.loads(done.stdout.splitlines()[-1]).items():
            facts = found[path]
            if names is None:
                facts["not importable"] = True
            elif names != facts["names"].split():
                facts["star"] = {
                    "more": sorted(set(names) - set(facts["names"].split())),
                    "less": sorted(set(facts["names"].split()) - set(names)),
                }
        for path, facts in found.items():  # most occur several times
            same = path.replace("tensorflow.compat.v1", "tensorflow").replace("tensorflow.compat.v2", "tensorflow")
            same = "tensorflow." + same if same.startswith("keras") else same
            if same != path and found.get(same, {}).get("names") == facts["names"]:
                facts["names"] = {"as": same}
        facts = {"versions": in_fresh_process(["versions"]), "modules": found}
        write_json(DATA / "namespaces.json", facts, indent=1, sort_keys=True)
        write_rows(DATA / "v1_interface.json", in_fresh_process(["interface"]))


if __name__ == "__main__":
    main()
