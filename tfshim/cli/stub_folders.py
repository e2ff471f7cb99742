"""Stub-only packages (PEP 561) in an environment where tfshim is enabled: what editors and type checkers find as `tensorflow`.

They run no code, so the aliases that `import tensorflow` goes through are nothing to them. Each module of `tensorflow-stubs` says that
it has the names of one of tfshim's, whose own stubs and sources they read.
"""

import ast
from pathlib import Path

from tfshim.cli import site_folders

_NOTE = "# Made by `tfshim enable`, removed by `tfshim disable`.\n"
_OURS = Path(__file__).resolve().parent.parent


def put(site, packages):
    """Make the stubs in `site` for each of `packages`, unless somebody else's are there; those of an earlier call go.

    Args:
        site: the folder of installed packages, a Path.
        packages: {name of a package: the module of tfshim that it stands for}.

    Returns:
        The files that are there now, as a list of names relative to `site`. Raises OSError if they cannot be written.
    """
    remove(site, packages)
    made = []
    for package, module in packages.items():
        folder = _folder(site, package)
        if folder.exists():
            continue
        files = texts(module)
        site_folders.write(folder, files)
        made += [f"{folder.name}/{name}" for name in files]
    return made


def present(site, packages):
    """The folders in `site` that `put` made for any of `packages`."""
    return [folder for folder in (_folder(site, package) for package in packages) if _is_made_here(folder)]


def remove(site, packages):
    """Remove what `put` made in `site`. Raises OSError."""
    for folder in present(site, packages):
        site_folders.remove(folder)


def texts(module):
    """{file: text} of a package that has the names of `module` and of its namespaces, those below them included."""
    made, todo = {}, [(module, "")]
    while todo:
        name, below = todo.pop()
        folder = _OURS.joinpath(*name.split(".")[1:])
        source = next((path for path in (folder / "__init__.pyi", folder / "__init__.py") if path.exists()), None)
        if source is None:
            made[f"{below.rstrip('/')}.pyi"] = _text(name, [])
            continue
        names = ast.parse(source.read_text(encoding="utf-8")).body
        made[f"{below}__init__.pyi"] = _text(name, _private(names))
        todo += [(f"{name}.{own}", f"{below}{shown}/") for own, shown in _namespaces(name, names, folder)]
    return made


def _text(module, private):
    """A module with the names of `module`; `private` are those that `*` leaves out."""
    named = f"from {module} import {', '.join(f'{n} as {n}' for n in private)}\n" if private else ""
    return f"{_NOTE}from {module} import *\n{named}"


def _private(body):
    """The names with an underscore that a stub declares."""
    declared = [n.target.id for n in body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
    return sorted(name for name in declared if name.startswith("_"))


def _namespaces(module, body, folder):
    """(name in `module`, name shown) of the modules in `folder` that the package `module` lists as its own."""
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module == module:
            for item in node.names:
                path = folder / item.name
                if not item.name.startswith("_") and (path.is_dir() or path.with_suffix(".py").exists()):
                    yield item.name, item.asname or item.name


def _folder(site, package):
    return site / f"{package}-stubs"


def _is_made_here(folder):
    try:
        return (folder / "__init__.pyi").read_text().startswith(_NOTE)
    except OSError:
        return False
