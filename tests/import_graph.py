"""Which file of the package imports which, and where the imports are cyclic."""

import ast

from tfshim import _tables
from tfshim._listing import places

ROOT = places(_tables.NAMES[""], "tfshim")


def modules_of(package):
    """{name: (path, syntax tree)} of the modules below the folder `package`."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path, ast.parse(path.read_text())
    return found


def _table(name, tree):
    """{public name: (module, name there)} of a package: what it imports, what is declared, and what its lazy table `_MODULES` says."""
    below = name.partition(".")[2]
    found = places(_tables.NAMES.get(below) or _tables.INSIDE.get(below, {}), "tfshim")
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "unlisted":
            found.update({name: ROOT[name] for name in node.value.value.split()})
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tfshim"):
            found.update({a.asname or a.name: (node.module, a.name) for a in node.names})
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and getattr(node.targets[0], "id", None) == "_MODULES":
            for key, names in zip(node.value.keys, node.value.values):
                module = getattr(key, "value", "")
                for entry in names.value.split() if isinstance(names, ast.Constant) else ():
                    shown, _, own = entry.partition("=")
                    found[shown] = (module if module.startswith("tfshim") else f"{name}.{module}"), own or shown
    return found


class Graph:
    """The imports among `modules` (as of `modules_of`), those within functions and `package.name` counted."""

    def __init__(self, modules):
        self.modules = modules
        self._tables = {n: _table(n, tree) for n, (path, tree) in modules.items() if path.name == "__init__.py"}
        self.arrows = {n: self._uses(n, tree) - {n} for n, (_, tree) in modules.items()}

    def _place(self, module, name, depth=5):
        """The module that defines `name` of `module`."""
        if f"{module}.{name}" in self.modules:
            return f"{module}.{name}"
        home = self._tables.get(module, {}).get(name)
        if home is None or depth == 0 or home[0] == module:
            return module
        return self._place(*home, depth - 1)

    def _uses(self, module, tree):
        found, packages = set(), {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {a.name for a in node.names}
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tfshim":
                for a in node.names:
                    place = self._place(node.module, a.name)
                    found.add(place)
                    if place in self._tables:
                        packages[a.asname or a.name] = place
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in packages:
                found.add(self._place(packages[node.value.id], node.attr))
        return found & self.modules.keys()

    def circles(self):
        """The sets of modules each of which leads to each other of its set: those of more than one module."""
        reached = {n: self._reached(n) for n in self.modules}
        found = {frozenset(m for m in reached[n] if n in reached[m]) for n in self.modules if n in reached[n]}
        return sorted(found, key=len)

    def _reached(self, start):
        seen, todo = set(), [start]
        while todo:
            for n in self.arrows[todo.pop()] - seen:
                seen.add(n)
                todo.append(n)
        return seen


def bound_late(tree):
    """(module, names) of the tables of `LateBound` in a syntax tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "LateBound":
            package, table = map(ast.literal_eval, node.args)
            for module, names in table.items():
                yield (module if module.startswith("tfshim.") else f"{package}.{module}"), names.split()
