"""Write the `.pyi` files that tell editors and type checkers what is in a namespace whose names are loaded lazily.

A package that imports a name on first use (`__getattr__`) shows nothing to a reader that runs no code. Beside each such
`__init__.py` is an `__init__.pyi` with a line for every public name: where it is defined, as the package itself finds it.

    python scripts/make_stubs.py            write them
    python scripts/make_stubs.py --check    exit with 1 and the names of those that are out of date
"""

import ast
import functools
import importlib
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tfshim._tables import NAMES  # noqa: E402

PACKAGE = ROOT / "tfshim"
NOTE = "# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.\n"
WIDTH = 140
PLAIN = (bool, int, float, str, bytes, type(None))


def late_packages():
    """The packages whose names are loaded lazily, not those that define all of theirs themselves: dotted names, sorted."""
    found = []
    for path in PACKAGE.rglob("__init__.py"):
        name = ".".join(path.parent.relative_to(ROOT).parts)
        if not name.startswith("tfshim.engine") and {"__getattr__", "__all__"} <= bindings(name).keys() and not _holds_all(name):
            found.append(name)
    return sorted(found)


def _holds_all(package):
    """Whether a package defines all of its public names itself."""
    below = package.partition(".")[2]
    return {*NAMES.get(below, ())} == {below}


def source(module):
    """The path of a module's source in this repository, or None."""
    path = ROOT.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return path if path.exists() else None


@functools.cache
def bindings(module):
    """{name: how it is bound} of the top level of a module's source; empty if it has none in this repository.

    How: "import", "assignment", or the syntax tree of the definition.
    """
    path = source(module)
    found = {}
    if path is None:
        return found
    for node in _bindings(ast.parse(path.read_text()).body):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update({(item.asname or item.name).split(".")[0]: "import" for item in node.names})
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = "assignment"
    return found


def _bindings(body):
    """The syntax trees that bind the names of a module when it is imported."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.For)):
            yield from _bindings([*node.body, *getattr(node, "orelse", ())])
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            yield from (n for n in ast.walk(node) if isinstance(n, ast.Name))


def homes():
    """{id of a value: (module, name)} for what the loaded modules of tfshim define themselves.

    A definition comes before an assignment, which may only give a second name.
    """
    found = {}
    for defined in (True, False):
        for module in sorted(n for n in sys.modules if n.split(".")[0] == "tfshim"):
            values = vars(sys.modules[module])
            for name, how in bindings(module).items():
                if how != "import" and (how != "assignment") is defined and name in values:
                    if not isinstance(values[name], (*PLAIN, ModuleType)):
                        found.setdefault(id(values[name]), (module, name))
    return found


def public_values(package):
    """{name: value} of the public names of a package that can be had here."""
    module = importlib.import_module(package)
    found = {}
    for name in module.__all__:
        try:
            found[name] = getattr(module, name)
        except (AttributeError, ImportError, NotImplementedError):  # said to be missing, with a reason
            continue
    return found


def stub(package, where):
    """The text of the stub of a package; `where` as from `homes`."""
    lines, taken, plain, functions = [], {}, [], []
    for name, value in sorted(public_values(package).items()):
        home = where.get(id(value))
        if isinstance(value, ModuleType) and _is_ours(value):
            parent, _, own = value.__name__.rpartition(".")
            if parent:
                taken.setdefault(parent, []).append((own, name))
            else:
                lines.append(f"import {own} as {name}\n")
        elif home is not None and home[0] != package:
            taken.setdefault(home[0], []).append((home[1], name))
        elif home is not None and isinstance(bindings(package)[home[1]], ast.FunctionDef):
            functions.append(bindings(package)[home[1]])
            plain.append(f"def {name}{_signature(functions[-1])}: ...")
        elif isinstance(value, type):
            plain.append(f"{name}: type[Any]")
        elif isinstance(value, PLAIN):
            plain.append(f"{name}: {type(value).__name__ if value is not None else None}")
        else:
            plain.append(f"{name}: Any")
    for module, names in sorted(taken.items()):
        lines += _imports(module, [f"{own} as {shown}" for own, shown in sorted(names)])
    shown = {name for names in taken.values() for _, name in names}
    for module, names in sorted(_named(package, functions, {"Any", *shown}).items()):
        lines += _imports(module, sorted(names))
    head = ["from typing import Any\n"] if any("Any" in line for line in plain) else []
    return "".join([NOTE, *head, *lines, *(f"{line}\n" for line in plain)])


def _is_ours(module):
    """Whether a module is one of this package's files, not made while another was imported."""
    path = getattr(module, "__file__", None)
    return path is not None and Path(path).is_relative_to(PACKAGE) and sys.modules.get(module.__name__) is module


def _signature(function):
    """The parameters of a definition, with `...` for their defaults, and what it gives."""
    given = function.args
    given.defaults = [ast.Constant(...) for _ in given.defaults]
    given.kw_defaults = [d and ast.Constant(...) for d in given.kw_defaults]
    result = f" -> {ast.unparse(function.returns)}" if function.returns and not _is_wrapped(function) else ""
    return f"({ast.unparse(given)}){result}"


def _is_wrapped(function):
    """Whether decorators make something else of a definition, so that its annotation does not say what it gives."""
    return any(not ast.unparse(d).startswith("tf_export(") for d in function.decorator_list)


def _named(package, functions, known):
    """{module: the names that `package` imports from it and the annotations of its `functions` name}, those in `known` left out."""
    given = [None if _is_wrapped(f) else f.returns for f in functions]
    annotations = [
        a
        for f, returns in zip(functions, given)
        for a in (returns, *(n.annotation for n in ast.walk(f.args) if isinstance(n, ast.arg)))
        if a
    ]
    wanted = {n.id for a in annotations for n in ast.walk(a) if isinstance(n, ast.Name)} - known
    found = {}
    for node in ast.walk(ast.parse(source(package).read_text())):
        if isinstance(node, ast.ImportFrom):
            for item in node.names:
                if (item.asname or item.name) in wanted:
                    found.setdefault(node.module, []).append(f"{item.name} as {item.asname}" if item.asname else item.name)
    return found


def _imports(module, names):
    """Import statements of `names` that fit the width."""
    start = line = f"from {module} import "
    for name in names:
        if line != start and len(line) + len(name) > WIDTH:
            yield line.rstrip(", ") + "\n"
            line = start
        line += f"{name}, "
    yield line.rstrip(", ") + "\n"


def stubs():
    """{path: text} of all stubs."""
    packages = late_packages()
    for package in packages:
        public_values(package)
    where = homes()
    return {ROOT.joinpath(*package.split("."), "__init__.pyi"): stub(package, where) for package in packages}


def main(arguments):
    made = stubs()
    present = {path for path in PACKAGE.rglob("*.pyi")}
    wrong = sorted({p for p, text in made.items() if not p.exists() or p.read_text() != text} | (present - set(made)))
    if "--check" in arguments:
        for path in wrong:
            print(f"{path.relative_to(ROOT)} is out of date: run `make stubs`")
        return bool(wrong)
    for path in wrong:
        if path in made:
            path.write_text(made[path])
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
