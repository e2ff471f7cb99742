"""Makes the tables of `tfshim/_tables` from the declarations `tf_export(...)` in the sources, which it reads without importing them.

    python scripts/make_tables.py

After a merge that touches the tables, take either side and run it again.
"""

import ast
import json
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "tfshim"
TABLES = PACKAGE / "_tables"
SHOWN_UNDER = re.compile(r'"((?:keras\.src|tensorflow\.python)\.[\w.]*\w)"')
DOORS = (
    "_tables",
    "activation",
    "private",
    "private_modules",
    "private_names",
    "shown_modules",
)  # these speak of such modules, and have no such classes
MADE = "Made by `make tables`, from the declarations `tf_export` in the sources and the recorded names of TensorFlow: not to be edited."


class Declaration:
    """One `tf_export(...)`: the `module` (as "math.comparison") and the name there, `own`; names below `tf` and `v1`."""

    def __init__(self, module, own, call):
        self.module, self.own = module, own
        self.names = [ast.literal_eval(a) for a in call.args]
        given = {k.arg: k.value for k in call.keywords}
        self.explicit = "v1" in given
        self.v1 = ast.literal_eval(given["v1"]) if self.explicit else self.names


def declarations(module, source):
    """The declarations in the `source` of a module, in their order."""
    for own, call in _calls(source, "tf_export"):
        yield Declaration(module, own, call)


def _calls(source, function):
    """(name, call) of what `function`, as a decorator or called, declares in `source`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                if _calls_it(decorator, function):
                    yield node.name, decorator
        elif isinstance(node, ast.Call) and _calls_it(node.func, function):
            yield node.args[0].id, node.func


def _calls_it(node, function):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function


def _sources(function, package=PACKAGE):
    """(module, source) of all that call `function`."""
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        source = path.read_text(encoding="utf-8")
        if parts != ("_export",) and f"{function}(" in source:
            yield ".".join(p for p in parts if p != "__init__"), source


def read(package=PACKAGE):
    """All declarations of the package."""
    return [d for module, source in _sources("tf_export", package) for d in declarations(module, source)]


def served():
    """{private module of TensorFlow: {module of tfshim: names}} that `tf_private` declares."""
    made, seen = {}, {}
    for module, source in _sources("tf_private"):
        for own, call in _calls(source, "tf_private"):
            for dotted in map(ast.literal_eval, call.args):
                if seen.setdefault(dotted, module) != module:
                    raise ValueError(f"{dotted} is declared twice: in {seen[dotted]} and in {module}.")
                private, _, name = dotted.rpartition(".")
                made.setdefault(private, {}).setdefault(module, []).append(name if name == own else f"{name}={own}")
    return _sorted(made)


def names_by_place(found):
    """{dotted name below tf: declaration}. Raises ValueError where two declare the same."""
    made = {}
    for d in found:
        for name in d.names:
            _once(made, name, d)
    return made


def names_by_place_v1(found):
    """The same for the names below tf.compat.v1, of which those that are declared for it come before those that are so by default."""
    made = {}
    for d in found:
        for name in d.v1 if d.explicit else ():
            _once(made, name, d)
    for d in found:
        for name in () if d.explicit else d.v1:
            made.setdefault(name, d)
    return made


def _once(made, name, d):
    if name in made:
        raise ValueError(f"{name} is declared twice: in {made[name].module} and in {d.module}.")
    made[name] = d


def by_namespace(places):
    """{namespace: {module: "name name shown=own"}} of {dotted name: declaration}."""
    tables = {}
    for dotted, d in sorted(places.items()):
        namespace, _, shown = dotted.rpartition(".")
        _enter(tables, namespace, d, shown)
    return _sorted(tables)


def _enter(tables, namespace, d, shown):
    tables.setdefault(namespace, {}).setdefault(d.module, []).append(shown if shown == d.own else f"{shown}={d.own}")


def inside(places):
    """As `by_namespace`, for each package that is no namespace of TensorFlow: what its modules define for those."""
    tables, namespaces = {}, {dotted.partition(".")[0] for dotted in places}
    for dotted, d in sorted(places.items()):
        package, _, rest = d.module.partition(".")
        if rest and package not in namespaces and package != "engine":
            _enter(tables, package, d, dotted.rpartition(".")[2])
    return _sorted(tables)


def transformations():
    """{module: names} of the dataset classes, which methods of `tf.data.Dataset` make: the classes of that name."""
    made = {}
    for path in sorted((PACKAGE / "data" / "transformations").glob("*.py")):
        classes = [n.name for n in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(n, ast.ClassDef)]
        names = sorted(n for n in classes if n.endswith("Dataset") and not n.startswith("_"))
        if names:
            made[f"data.transformations.{path.stem}"] = " ".join(names)
    return made


def shown():
    """{module of TensorFlow: names of the modules of tfshim} whose sources name it, so that their classes are shown under it."""
    made = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] not in DOORS:
            source = path.read_text(encoding="utf-8")
            declared = (
                {ast.literal_eval(a) for _, call in _calls(source, "tf_private") for a in call.args} if "tf_private(" in source else ()
            )
            for module in {*SHOWN_UNDER.findall(source)}.difference(declared):
                made.setdefault(module, set()).add(".".join(part for part in parts if part != "__init__"))
    return {module: " ".join(sorted(places)) for module, places in sorted(made.items())}


def replaced():
    """{private module of TensorFlow: the module of tfshim that says it replaces it}."""
    made = {}
    for path in sorted((PACKAGE / "private").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == "_REPLACES":
                names = ast.literal_eval(node.value)
                for name in [names] if isinstance(names, str) else names:
                    made[name] = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    return made


def _sorted(tables):
    return {n: {m: " ".join(sorted(set(names))) for m, names in sorted(t.items())} for n, t in sorted(tables.items())}


def own_v1(tables):
    """Of `tables` those of namespaces that are modules of tf.compat.v1 and use them; the others are those of `tf`."""
    return {n: t for n, t in tables.items() if not n or "exported(" in _module_v1(n)}


def lacking_v1():
    """{namespace: names} of `tf` that tf.compat.v1 has not, for namespaces that have no list of their own there."""
    return {n: names for n, names in differences("2", "1").items() if n and (not _module_v1(n) or "_views.names(" in _module_v1(n))}


def _module_v1(namespace):
    """The source of the module of a namespace of tf.compat.v1, empty if it has none."""
    path = PACKAGE.joinpath("compat", "v1", *namespace.split("."))
    found = [p for p in (path.with_suffix(".py"), path / "__init__.py") if p.exists()]
    return found[0].read_text(encoding="utf-8") if found else ""


def added_v1(found):
    """What is declared for namespaces of tf.compat.v1 that are those of `tf` but for that, in the form of `by_namespace`."""
    everywhere, of_v1 = names_by_place(found), names_by_place_v1(found)
    tables = by_namespace({name: d for name, d in of_v1.items() if everywhere.get(name) is not d})
    own = own_v1(tables)
    return {n: t for n, t in tables.items() if n not in own}


def differences(version, other):
    """{namespace: names} that `version` ("1" or "2") of the namespaces that both have lists and `other` does not, as was recorded."""
    recorded = json.loads((PACKAGE / "tensorflow_names.json").read_text(encoding="utf-8"))

    def of(version, namespace):
        table = recorded[version]
        names = table.get(namespace, "")
        return {*(table[names[1:]] if names.startswith("=") else names).split()}

    differing = {n: of(version, n) - of(other, n) for n in recorded["1"] if n in recorded["2"]}
    return {n: " ".join(sorted(names)) for n, names in sorted(differing.items()) if names}


def text(docstring, **tables):
    """The source of a module with `tables`."""
    lines = [f'"""{docstring}\n\n{MADE}\n"""']
    for name, namespaces in tables.items():
        lines += ["", f"{name} = {{"]
        for namespace, rows in namespaces.items():
            if isinstance(rows, str):
                lines.append(f'    "{namespace}": "{rows}",')
                continue
            lines += [f'    "{namespace}": {{', *(f'        "{module}": "{names}",' for module, names in rows.items()), "    },"]
        lines.append("}")
    return "\n".join(lines) + "\n"


def tables():
    """{path: text} of what is made."""
    found = read()
    places = names_by_place(found)
    explained = "{namespace: {module below tfshim: its names there}}; `a=b` is the name a for what the module calls b."
    return {
        TABLES / "__init__.py": text(
            f"The names of `tf`: {explained}\n\nINSIDE: what the modules of a package that is no namespace define for those.",
            NAMES=by_namespace(places),
            INSIDE=inside(places) | {"data.transformations": transformations()},
        ),
        TABLES / "v1.py": text(
            f"The names of `tf.compat.v1`: {explained}\n\n"
            "ADDED: those of namespaces that are otherwise the ones of `tf`. LACKING: {namespace: names} of `tf` that it has not.",
            NAMES=own_v1(by_namespace(names_by_place_v1(found))),
            ADDED=added_v1(found),
            LACKING=lacking_v1(),
        ),
        TABLES / "only_v1.py": text(
            "The names of `tf.compat.v1` that `tf` of TensorFlow 2.15 has not: {namespace: names}.",
            NAMES={n: names for n, names in differences("1", "2").items() if "." not in n},
        ),
        TABLES / "private.py": text(
            "The private modules of TensorFlow and Keras.\n\n"
            "SHOWN: {module: modules below tfshim whose classes are shown under it}. "
            "REPLACED: {module: the module below tfshim that\nstands for it}. "
            "SERVED: {module: {module below tfshim: names}} that `tf_private` declares.",
            SHOWN=shown(),
            REPLACED=replaced(),
            SERVED=served(),
        ),
    }


if __name__ == "__main__":
    for path, made in tables().items():
        path.write_text(made, encoding="utf-8")
