"""Which names of TensorFlow a document uses, and for which TensorFlow it is written: found without running it."""

import ast
import re

from tfshim.user_programs.v1_names import only_v1

_VERSION_MAGIC = re.compile(r"^%tensorflow_version\s+(\d)")


# Plain classes: what makes one out of a list of fields would double the time that activation takes.
class Use:
    """One use of a TensorFlow name: the dotted `name` (from `tensorflow`), its position, and whether `guarded`,
    that is in a `try` that catches its absence or under an `if` that asks for TensorFlow's version. `caught`: the exceptions
    that the `try`s around it catch, "Exception" for all."""

    def __init__(self, name: str, cell: int | None, line: int, guarded: bool = False, caught: tuple = ()):
        self.name, self.cell, self.line, self.guarded, self.caught = name, cell, line, guarded, caught

    def place(self):
        """Where it is, for people: "line 3" or "cell 2, line 3"."""
        return f"line {self.line}" if self.cell is None else f"cell {self.cell}, line {self.line}"


class Call(Use):
    """A call of what `name` says, with its arguments as expressions. "X().m" is the method `m` of an object of the class X.

    `arguments`: those by position, as far as their position is known; `keywords`: {name: expression}.
    """

    def __init__(self, *use, arguments: tuple = (), keywords: dict | None = None):
        super().__init__(*use)
        self.arguments, self.keywords = arguments, {} if keywords is None else keywords


class Named:
    """Stands for the value of an expression that is a name of TensorFlow, or is made by calling one."""

    def __init__(self, name: str):
        self.name = name


def uses(pieces):
    """All uses of TensorFlow's names in `pieces` (of one document), and the syntax errors met.

    Aliases are followed: `from tensorflow import keras`, `import tensorflow.keras.layers as L`, `L = tf.keras.layers`.

    Returns:
        a list of `Use` in document order, and a list of `(Piece, SyntaxError)`.
    """
    found, _, broken = read(pieces)
    return found, broken


def read(pieces):
    """What `uses` gives, with the calls of TensorFlow's names between the two: a list of `Call`."""
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
    found, calls = [], []
    for piece, tree in trees:
        _Reader(piece.number, module, found, calls).visit(tree)
    return found, calls, broken


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


_OF_DATASETS = re.compile(r"tensorflow\.(compat\.v1\.)?data\.(experimental\.)?\w*Dataset(\.\w+)?$")

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class _Scope:
    """The names that a module, class or function binds: to a TensorFlow name (str), or to anything else (None)."""

    def __init__(self, parent, is_class=False):
        self.parent = parent
        self.is_class = is_class
        self.bound = {}
        self.kinds = {}  # name -> the dotted class of the object that it is bound to, None where there are several
        self.derived = {}  # name of a class -> (the class of TensorFlow that it is made from, what it defines itself)

    def lookup(self, name, table="bound"):
        scope, first = self, True
        while scope is not None:
            if name in scope.bound and (first or not scope.is_class):
                return getattr(scope, table).get(name)
            scope, first = scope.parent, False
        return None

    def bind_object(self, target, value):
        """Note of what class the object is that `value`, assigned to `target`, makes."""
        if isinstance(target, ast.Name):
            kind = _kind(value, self)
            self.kinds[target.id] = kind if self.kinds.get(target.id, kind) == kind else None

    def bind(self, name, value):
        # A name that is TensorFlow's anywhere in a scope stays so: `except ImportError: tf = None` changes nothing.
        self.bound[name] = value or self.bound.get(name)

    def collect(self, body, arguments=None):
        """Bind what the statements of `body` bind in this scope; nested functions and classes are left out."""
        for argument in arguments or []:
            self.bind(argument, None)
        pending, classes, opened = [], [], []
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
                if isinstance(node, ast.ClassDef):
                    classes.append(node)
            elif isinstance(node, ast.withitem) and node.optional_vars is not None:
                opened.append((node.optional_vars, node.context_expr))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.bound.setdefault(node.id, None)
        for target, value in pending:  # in order, so `k = tf.keras; L = k.layers` resolves
            pairs = [(target, value)]
            if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
                pairs = list(zip(target.elts, value.elts, strict=False))
            for name, source in pairs:
                if isinstance(name, ast.Name):
                    self.bind(name.id, _dotted(source, self))
        for node in classes:
            base = next(filter(None, (_dotted(b, self) for b in node.bases)), None)
            if base:
                self.derived[node.name] = base, {n.name for n in node.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))}
        for target, value in pending + opened:
            self.bind_object(target, value)


class _Reader(ast.NodeVisitor):
    """Walks a tree with its scopes and writes down every use."""

    def __init__(self, cell, scope, found, calls):
        self.cell, self.scope, self.found, self.calls, self.guards, self.caught = cell, scope, found, calls, 0, ()
        self.base = None  # of the class around, what it is derived from

    def note(self, name, node):
        self.found.append(Use(name, self.cell, node.lineno, self.guards > 0, self.caught))

    def visit_Call(self, node):
        made = _dotted(node, self.scope)
        if made is not None:
            # With a default the program is ready for an absent name.
            self.guards += len(node.args) > 2
            if made != "tensorflow":
                self.note(made, node)
            self.guards -= len(node.args) > 2
            return
        name, arguments = self._called(node.func), node.args
        if name is None and arguments and ast.unparse(node.func) in ("functools.partial", "partial"):
            name, arguments = self._called(arguments[0]), arguments[1:]
        if name is not None:
            known = [i for i, a in enumerate(arguments) if isinstance(a, ast.Starred)]
            keywords = {}
            for keyword in node.keywords:
                if keyword.arg is not None:
                    keywords[keyword.arg] = value_of(keyword.value, self.scope)
                elif isinstance(keyword.value, ast.Dict):
                    keywords |= {
                        k.value: value_of(v, self.scope)
                        for k, v in zip(keyword.value.keys, keyword.value.values)
                        if isinstance(k, ast.Constant)
                    }
            values = tuple(value_of(a, self.scope) for a in arguments[: known[0] if known else None])
            self.calls.append(Call(name, self.cell, node.lineno, self.guards > 0, self.caught, arguments=values, keywords=keywords))
        self.generic_visit(node)

    def _called(self, function):
        """The name of what is called: of a function or class, or "X().m" for a method of an object whose class is known."""
        name = _dotted(function, self.scope)
        if name is not None or not isinstance(function, ast.Attribute):
            return name
        owner = function.value
        if self.base and isinstance(owner, ast.Call) and ast.unparse(owner.func) == "super":
            return self.base if function.attr == "__init__" else f"{self.base}().{function.attr}"
        kind = _kind(owner, self.scope)
        if kind is None:
            return None
        base, _, own = kind.partition("|")
        return None if function.attr in own.split() else f"{base}().{function.attr}"

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
        outer = self.caught
        self.guards += catches
        self.caught += tuple(name for handler in node.handlers for name in _caught(handler.type))
        for child in node.body:
            self.visit(child)
        self.guards -= catches
        self.caught = outer
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
        outer, (self.base, self.own) = (self.base, getattr(self, "own", ())), self.scope.lookup(node.name, "derived") or (None, ())
        self._inside(node, node.body, None, is_class=True)
        self.base, self.own = outer

    def _inside(self, node, body, arguments, is_class=False):
        outer = self.scope
        self.scope = _Scope(outer, is_class)
        self.scope.collect(body, arguments)
        if arguments and self.base and outer.is_class:
            self.scope.kinds[arguments[0]] = f"{self.base}|{' '.join(sorted(self.own))}"
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
    if isinstance(node, ast.Call):
        return _looked_up(node, scope)
    return scope.lookup(node.id) if isinstance(node, ast.Name) else None


def _looked_up(node, scope):
    """The dotted name that `getattr(tf.math, "sqrt")` or `importlib.import_module("tensorflow.keras")` stand for, or None."""
    function = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
    arguments = [a.value if isinstance(a, ast.Constant) else a for a in node.args]
    if function == "getattr" and isinstance(node.func, ast.Name) and len(arguments) in (2, 3) and isinstance(arguments[1], str):
        base = _dotted(node.args[0], scope)
        return f"{base}.{arguments[1]}" if base else None
    if function == "import_module" and arguments and isinstance(arguments[0], str):
        return _canonical(arguments[0]) if arguments[0].split(".")[0] in ("tensorflow", "keras") else None
    return None


def _kind(node, scope):
    """The dotted class of TensorFlow of the object that an expression makes or names, or None.

    What a program derives is "X|a b", from the class X with the methods a and b of its own.
    """
    if isinstance(node, ast.Name):
        return scope.lookup(node.id, "kinds")
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Name) and (derived := scope.lookup(node.func.id, "derived")):
        return f"{derived[0]}|{' '.join(sorted(derived[1]))}"
    name = _dotted(node.func, scope)
    owner = _kind(node.func.value, scope) if name is None and isinstance(node.func, ast.Attribute) else name
    # What a dataset's methods give are datasets.
    return "tensorflow.data.Dataset" if owner and _OF_DATASETS.match(owner) else name


def value_of(node, scope):
    """The value of an expression as far as it can be inferred: a literal's, a `Named`, or `...` for what cannot be known."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        pass
    name = _dotted(node.func if isinstance(node, ast.Call) else node, scope)
    if name is not None:
        return Named(short(name) + ("(...)" if isinstance(node, ast.Call) else ""))
    made = isinstance(node, (ast.Dict, ast.List, ast.Tuple, ast.Set, ast.Lambda, ast.JoinedStr, ast.ListComp, ast.DictComp))
    return Named(ast.unparse(node)) if made else ...


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


def _caught(handler_type):
    """The names of the exceptions that an `except` catches."""
    if handler_type is None:
        return ["Exception"]
    types = handler_type.elts if isinstance(handler_type, ast.Tuple) else [handler_type]
    return [ast.unparse(t).rpartition(".")[2] for t in types]
