"""Which names of TensorFlow a document uses, and for which TensorFlow it is written: found without running it."""

import ast
import re
from dataclasses import dataclass

from tfshim.cli.v1_names import only_v1

_VERSION_MAGIC = re.compile(r"^%tensorflow_version\s+(\d)")


@dataclass(frozen=True)
class Use:
    """One use of a TensorFlow name: the dotted `name` (from `tensorflow`), where it stands, and whether `guarded`,
    that is in a `try` that catches its absence or under an `if` that asks for TensorFlow's version."""

    name: str
    cell: int | None
    line: int
    guarded: bool = False

    def place(self):
        """Where it is, for people: "line 3" or "cell 2, line 3"."""
        return f"line {self.line}" if self.cell is None else f"cell {self.cell}, line {self.line}"


def uses(pieces):
    """All uses of TensorFlow's names in `pieces` (of one document), and the syntax errors met.

    Aliases are followed: `from tensorflow import keras`, `import tensorflow.keras.layers as L`, `L = tf.keras.layers`.

    Returns:
        a list of `Use` in document order, and a list of `(Piece, SyntaxError)`.
    """
    trees, broken = [], []
    for piece in pieces:
        try:
            trees.append((piece, piece.tree()))
        except (SyntaxError, ValueError) as e:
            broken.append((piece, e))
    # The cells of a notebook share one module scope, and a function may use what a later cell binds.
    module = _Scope(None)
    for _, tree in trees:
        module.collect(tree.body)
    found = []
    for piece, tree in trees:
        _Reader(piece.number, module, found).visit(tree)
    return found, broken


def written_for_v1(pieces, found):
    """Why a document is for TensorFlow 1, as text ("cell 2, line 3 uses tf.Session"), or None if it is not.

    `%tensorflow_version` decides if it is there; otherwise any unguarded use of a name that only TensorFlow 1 has does.
    """
    for piece in pieces:
        for magic in piece.magics:
            asked = _VERSION_MAGIC.match(magic)
            if asked:
                return f"it says {magic}" if asked[1] == "1" else None
    for use in found:
        if only_v1(use.name) and not use.guarded:
            return f"{use.place()} uses {short(use.name)}"
    return None


def short(name):
    """`tensorflow.X` as people write it: `tf.X`."""
    return "tf" + name.removeprefix("tensorflow") if name.split(".")[0] == "tensorflow" else name


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda,
           ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class _Scope:
    """The names that a module, class or function binds: to a TensorFlow name (str), or to anything else (None)."""

    def __init__(self, parent, is_class=False):
        self.parent = parent
        self.is_class = is_class
        self.bound = {}

    def lookup(self, name):
        scope, first = self, True
        while scope is not None:
            if name in scope.bound and (first or not scope.is_class):
                return scope.bound[name]
            scope, first = scope.parent, False
        return None

    def bind(self, name, value):
        # A name that is TensorFlow's anywhere in a scope stays so: `except ImportError: tf = None` changes nothing.
        self.bound[name] = value or self.bound.get(name)

    def collect(self, body, arguments=None):
        """Bind what the statements of `body` bind in this scope; nested functions and classes are left out."""
        for argument in arguments or []:
            self.bind(argument, None)
        pending = []
        for node in _own_nodes(body):
            if isinstance(node, ast.Import):
                for item in node.names:
                    known = item.name.split(".")[0] in ("tensorflow", "keras")
                    if known:
                        name = item.name if item.asname else item.name.split(".")[0]
                        self.bind(item.asname or name, _canonical(name))
                    else:
                        self.bind(item.asname or item.name.split(".")[0], None)
            elif isinstance(node, ast.ImportFrom):
                known = not node.level and (node.module or "").split(".")[0] in ("tensorflow", "keras")
                for item in node.names:
                    self.bind(item.asname or item.name, _canonical(f"{node.module}.{item.name}") if known else None)
            elif isinstance(node, ast.Assign):
                pending += [(target, node.value) for target in node.targets]
            elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
                pending.append((node.target, node.value))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.bind(node.name, None)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.bound.setdefault(node.id, None)
        for target, value in pending:  # in order, so `k = tf.keras; L = k.layers` resolves
            pairs = [(target, value)]
            if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
                pairs = list(zip(target.elts, value.elts, strict=False))
            for name, source in pairs:
                if isinstance(name, ast.Name):
                    self.bind(name.id, _dotted(source, self))


class _Reader(ast.NodeVisitor):
    """Walks a tree with its scopes and writes down every use."""

    def __init__(self, cell, scope, found):
        self.cell, self.scope, self.found, self.guards = cell, scope, found, 0

    def note(self, name, node):
        self.found.append(Use(name, self.cell, node.lineno, self.guards > 0))

    def visit_Import(self, node):
        for item in node.names:
            if item.name.split(".")[0] in ("tensorflow", "keras") and "." in item.name:
                self.note(_canonical(item.name), node)

    def visit_ImportFrom(self, node):
        if not node.level and (node.module or "").split(".")[0] in ("tensorflow", "keras"):
            for item in node.names:
                self.note(_canonical(node.module if item.name == "*" else f"{node.module}.{item.name}"), node)

    def visit_Attribute(self, node):
        name = _dotted(node, self.scope)
        if name is None:
            self.generic_visit(node)
        elif name != "tensorflow":
            self.note(name, node)

    def visit_Name(self, node):
        # The bare use of a name imported by `from tensorflow... import` was noted with the import.
        return

    def visit_Try(self, node):
        catches = any(handler.type is None or _catches_absence(handler.type) for handler in node.handlers)
        self.guards += catches
        for child in node.body:
            self.visit(child)
        self.guards -= catches
        for child in [*node.handlers, *node.orelse, *node.finalbody]:
            self.visit(child)

    visit_TryStar = visit_Try

    def visit_If(self, node):
        self.visit(node.test)
        asks = "version" in ast.unparse(node.test).lower() or "hasattr" in ast.unparse(node.test)
        self.guards += asks
        for child in node.body + node.orelse:
            self.visit(child)
        self.guards -= asks

    def visit_FunctionDef(self, node):
        outside = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        annotations = [a.annotation for a in _arguments(node.args)] + [node.returns]
        for child in outside + list(filter(None, annotations)):
            self.visit(child)
        self._inside(node, node.body, [a.arg for a in _arguments(node.args)])

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        for child in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(child)
        self._inside(node, [node.body], [a.arg for a in _arguments(node.args)])

    def visit_ClassDef(self, node):
        for child in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(child)
        self._inside(node, node.body, None, is_class=True)

    def _inside(self, node, body, arguments, is_class=False):
        outer = self.scope
        self.scope = _Scope(outer, is_class)
        self.scope.collect(body, arguments)
        # `global tf` binds outside; what the scope says of that name is then not its own.
        for inner in _own_nodes(body):
            if isinstance(inner, (ast.Global, ast.Nonlocal)):
                for name in inner.names:
                    self.scope.bound.pop(name, None)
        for child in body:
            self.visit(child)
        self.scope = outer


def _dotted(node, scope):
    """The dotted TensorFlow name that an expression is (`tf.keras.layers`), or None."""
    if isinstance(node, ast.Attribute):
        base = _dotted(node.value, scope)
        return f"{base}.{node.attr}" if base else None
    return scope.lookup(node.id) if isinstance(node, ast.Name) else None


def _canonical(name):
    return "tensorflow." + name if name.split(".")[0] == "keras" else name


def _own_nodes(body):
    """The nodes below `body` that belong to its scope: not into nested functions, classes and comprehensions."""
    stack = list(reversed(body))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, _SCOPES):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))


def _arguments(args):
    return [a for a in [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg] if a is not None]


def _catches_absence(handler_type):
    wanted = {"ImportError", "ModuleNotFoundError", "AttributeError", "Exception", "BaseException"}
    return any(isinstance(n, ast.Name) and n.id in wanted for n in ast.walk(handler_type))
