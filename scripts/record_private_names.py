"""Record which names of TensorFlow's and Keras' private modules are public ones under another name.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_private_names.py
Writes tfshim/_tables/private_names.json: {private module: {public namespace: "name name shown=public"}}, every module that can be
imported, also those without such names; under "" the public namespaces themselves. Where an object has several public names, the
shortest of `tf` comes before those of `tf.compat.v1`, and these before `tf.raw_ops`, which has the functions of the modules
`gen_..._ops`. And tfshim/_tables/private_imports.json: {private module: {package: "name name shown=own"}}, the private modules that
each of them imports, which are names of its own too.
"""

import importlib
import json
import pkgutil
import subprocess
import sys
import types

from recording import PACKAGE, write_rows

# Each in a process of its own: some of them register the same operations twice, which ends the process.
_ROOTS = ("tensorflow.python", "tensorflow.compiler", "tensorflow.core", "tensorflow.tsl", "keras.src", "tensorflow_estimator.python")
_NOT_IMPORTED = ("_test", ".tests.", "tf2xla.ops", "mlir_bridge", ".testing.")
_PLAIN = (int, float, complex, str, bytes, tuple, list, dict, set, frozenset, types.NoneType)  # equal ones need not be the same thing


def main():
    made, imports, namespaces = {}, {}, set()
    for root in _ROOTS:
        found = subprocess.run([sys.executable, __file__, root], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        found, imported = json.loads(found.stdout)
        namespaces |= set(found.pop("").split())
        made |= found
        imports |= imported
        print(root, sum(name.startswith(root) for name in made), "modules")
    made[""] = " ".join(sorted(namespaces))
    write_rows(PACKAGE / "_tables" / "private_names.json", made)
    write_rows(PACKAGE / "_tables" / "private_imports.json", imports)


def record(root):
    """{module below `root`: {public namespace: names}}, and {module: {package: names of modules that it imports}}."""
    import tensorflow as tf

    public = _Public(tf)
    made, imports = {"": " ".join(sorted(public.namespaces))}, {}
    for name in [
        root,
        *(info.name for info in pkgutil.walk_packages(importlib.import_module(root).__path__, f"{root}.", lambda name: None)),
    ]:
        if any(part in name for part in _NOT_IMPORTED):
            continue
        try:
            module = importlib.import_module(name)
        except BaseException as e:  # for a missing library, or as a program of its own
            print(name, type(e).__name__, e, file=sys.stderr)
            continue
        imported = _grouped(_imports(module))
        if imported:
            imports[name] = imported
        spaces = []
        for shown in sorted(vars(module)):
            dotted = public.name_of(vars(module)[shown], shown, keras=root == "keras.src")
            if dotted is not None:
                spaces.append((shown, dotted))
        made[name] = _grouped(spaces)
    return made, imports


def _imports(module):
    """(name, private module) for what `module` has imported under a name of its own."""
    for shown, value in sorted(vars(module).items()):
        if isinstance(value, types.ModuleType) and value.__name__.startswith(_ROOTS) and not shown.startswith("_"):
            if value.__name__ != f"{module.__name__}.{shown}":
                yield shown, value.__name__


def _grouped(pairs):
    """{what stands before the last dot: "name name shown=own"} of (shown, dotted name)."""
    found = {}
    for shown, dotted in pairs:
        before, _, own = dotted.rpartition(".")
        found.setdefault(before, []).append(shown if shown == own else f"{shown}={own}")
    return {before: " ".join(names) for before, names in sorted(found.items())}


class _Public:
    """The public names of objects."""

    def __init__(self, tf):
        self.objects = {}  # id -> (object, names)
        self.constants = {}  # (name, value) -> names
        self.namespaces = set()
        for prefix, module in (
            ("tf", tf),
            ("tf.compat.v1", tf.compat.v1),
            ("tf.keras", tf.keras),
            ("tf.compat.v1.keras", tf.compat.v1.keras),
        ):
            self.walk(prefix, module, set())
        # Some modules have a public function before the last of its decorators.
        self.codes = {_code(value): names for value, names in self.objects.values() if isinstance(value, types.FunctionType)}
        self.raw = {}  # of raw operations, which are copies of the functions in the modules `gen_..._ops`: code -> name
        for name in dir(tf.raw_ops):
            code = _code(getattr(tf.raw_ops, name))
            if code is not None:
                self.raw[code] = f"tf.raw_ops.{name}"

    def walk(self, prefix, module, seen):
        if id(module) in seen:
            return
        seen.add(id(module))
        self.namespaces.add(prefix)
        for name in dir(module):
            if (name.startswith("_") and name != "__internal__") or (prefix == "tf" and name == "dtensor"):
                continue
            if prefix.endswith(".compat") and name in ("v1", "v2"):  # the interface again
                continue
            try:
                value = getattr(module, name)
            except Exception:  # a lazily loaded namespace whose library is missing
                continue
            if isinstance(value, types.ModuleType):
                # `python` and others are no namespaces but the sources themselves.
                if value.__name__.startswith(("tensorflow._api", "keras.api", "tensorflow_estimator")) or "_api" in value.__name__:
                    self.walk(f"{prefix}.{name}", value, seen)
            elif not isinstance(value, _PLAIN):
                self.objects.setdefault(id(value), (value, []))[1].append(f"{prefix}.{name}")
            elif isinstance(value, (str, int)) and name.isupper():
                self.constants.setdefault((name, value), []).append(f"{prefix}.{name}")

    def name_of(self, value, shown, keras):
        """The public name of `value`, which a module has as `shown`; None if it has none."""
        if isinstance(value, (str, int)) and shown.isupper():
            names = self.constants.get((shown, value))
        elif isinstance(value, _PLAIN) or isinstance(value, types.ModuleType):
            return None
        else:
            names = self.objects.get(id(value), (None, None))[1]
        if names:
            return min(names, key=lambda n: _rank(n, keras))
        code = _code(value) if isinstance(value, types.FunctionType) else None
        if code in self.codes and code.co_name == shown:
            return min(self.codes[code], key=lambda n: _rank(n, keras))
        return self.raw.get(code)


def _rank(name, keras):
    late = (".compat.v2.", ".compat.v1.", ".estimator.", ".__internal__.", ".raw_ops.")
    return [part in name for part in late], keras and ".keras." not in name, name.count("."), len(name), name


def _code(function):
    from tensorflow.python.util import tf_decorator

    try:
        return getattr(tf_decorator.unwrap(function)[1], "__code__", None)
    except Exception:  # not a function
        return None


if __name__ == "__main__":
    if len(sys.argv) > 1:
        import os

        out = os.dup(1)  # what modules print while they are imported does not belong to the answer
        os.dup2(2, 1)
        answer = json.dumps(record(sys.argv[1]))
        with os.fdopen(out, "w") as stream:
            stream.write(answer)
    else:
        main()
