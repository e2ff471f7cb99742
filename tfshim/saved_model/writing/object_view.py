"""The objects of a SavedModel: those below a root, its functions and their traces, with numbers and the names of their children."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import FUNCTION, is_variable
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.variables.trackable import Trackable
from tfshim.engine.variables.tracked_containers import DictWrapper, ListWrapper, TupleWrapper
from tfshim.lookup._tables import Table
from tfshim.lookup.initializers import TextFileInitializer
from tfshim.saved_model.asset import Asset
from tfshim.saved_model.restored import RestoredFunction
from tfshim.saved_model.structures import can_encode
from tfshim.saved_model.writing.library import Library, Trace, Traces
from tfshim.saved_model.writing.table_functions import Constant, TableFunctions
from tfshim.train.object_graph import SLOT, slots_among

# Attributes under which classes of this package hold functions of their own, which are not part of the object.
_OWN_FUNCTIONS = ("_function", "_captured")


class SignatureMap:
    """The signatures of a SavedModel by name."""

    def __init__(self, traces: Mapping[str, Trace]) -> None:
        self.traces = dict(traces)


class CapturedTensor:
    """A tensor `name` within the function `function`, which the gradient of a node there uses."""

    def __init__(self, name: str, function: str) -> None:
        self.name, self.function = name, function


class ObjectView:
    """Everything below `root`, breadth first: `nodes`, and `children` (name -> number) of each.

    `signatures`: what becomes the root's child of that name; `fill` fills it, to which the root's children are given. `tables`: the
    TableFunctions of tables by their ids.
    """

    def __init__(self, root: Any, signatures: SignatureMap, library: Library, fill: Callable[[dict[str, Any]], None]) -> None:
        self.library = library
        self.tables: dict[int, TableFunctions] = {}
        self._functions: dict[int, tuple[Any, Traces]] = {}
        self._assets: dict[int, tuple[Any, Asset]] = {}  # by the object that names the file, or the tensor with its name
        self._constants: dict[int, tuple[Any, Constant]] = {}
        self._found: dict[int, tuple[Any, dict[str, Any]]] = {}
        self._signatures = signatures
        self._paths = {id(asset.asset_path): asset for asset in self._tracked_assets(root)}
        # Before any function is written: where it uses the path of an asset, the path is an input of it.
        library.lifted.update((number, asset.asset_path) for number, asset in self._paths.items())
        fill(self._trackable_children(root))
        self._found.clear()  # a signature may have been traced only now, and layers have made their variables
        self.nodes: list[Any] = [root]
        self.numbers: dict[int, int] = {id(root): 0}
        self.children: list[dict[str, int]] = []
        self._expand()
        self.saveables: dict[int, tuple[int, int]] = {}  # number of an object -> those of the functions that save and restore it
        for number, x in enumerate(list(self.nodes)):
            functions = self.tables.get(id(x))
            if functions is not None and functions.save is not None:
                self.saveables[number] = self._added(functions.save), self._added(functions.restore)
        self.slots: dict[int, list[tuple[str, int, int]]] = {}  # number of an optimizer -> (name, number of a variable, of its slot)
        for number, name, original, slot in list(slots_among(self.nodes)):
            if hasattr(self.nodes[number], "add_slot"):  # by which who loads it makes slots
                self.slots.setdefault(number, []).append((name, original, self._added(slot)))
            else:
                self.children[number][f"{name}/{self.nodes[original]._shared_name}"] = self._added(slot)
        self.gradients: list[tuple[Any, list[int]]] = []  # (GradientFunction, numbers of what its last arguments are)
        for function, around, names in library.gradients():
            bound = [self._added(CapturedTensor(name, around.signature.name)) for name in names]
            self.gradients.append((function, bound + [self._number(x, function.name) for x in map(self._known, function.held)]))
        self._expand()
        signatures = list(self._signatures.traces.values())
        for at, x in enumerate([*signatures, *self.nodes]):
            for c in x.captured if isinstance(x, Trace) else ():
                self._number(c, x.name, at < len(signatures))

    def paths(self) -> dict[int, tuple[str, ...]]:
        """number of an object -> the names that lead to it"""
        found: dict[int, tuple[str, ...]] = {0: ()}
        waiting = [0]
        for number in waiting:
            for name, child in self.children[number].items():
                if child not in found:
                    found[child] = (*found[number], name)
                    waiting.append(child)
        for owner, slots in self.slots.items():
            for name, original, slot in slots:
                found[slot] = (*found[original], SLOT, *found[owner], name)
        return found

    def _number(self, x: Any, function: str, is_signature: bool = True) -> int:
        """The number of an object that `function` uses.

        Raises as TensorFlow does where the root does not lead to it: AssertionError for signatures, KeyError for other functions.
        """
        if id(x) in self.numbers:
            return self.numbers[id(x)]
        if is_signature:
            raise AssertionError(
                f"Tried to export a function which references an 'untracked' resource. TensorFlow objects (e.g. tf.Variable) captured by "
                "functions must be 'tracked' by assigning them to an attribute of a tracked object or assigned to an attribute of the main "
                f"object directly. See the information below:\n\tFunction name = {function}\n\tTrackable referencing this tensor = {x!r}"
            )
        raise KeyError(
            f"Failed to add concrete function {function!r} to object-based SavedModel as it captures {x!r}, which is not reachable "
            "from root. Assign what the function uses to an attribute of the object that is saved, or of one that it holds."
        )

    def _added(self, x: Any) -> int:
        number = self.numbers.get(id(x))
        if number is None:
            number = self.numbers[id(x)] = len(self.nodes)
            self.nodes.append(x)
        return number

    def _expand(self) -> None:
        """Number what is below the objects that are known."""
        while len(self.children) < len(self.nodes):
            at = len(self.children)
            self.children.append({name: self._added(child) for name, child in self._below(self.nodes[at]).items()})

    def _below(self, x: Any) -> dict[str, Any]:
        """The children of an object by name."""
        if isinstance(x, Traces):
            return {f"trace_{i}": trace for i, trace in enumerate(x.traces)}
        if isinstance(x, Trace):
            x.captured = [self._known(c) for c in x.captured]
            return {f"capture_{i}": c for i, c in enumerate(x.captured) if isinstance(c, (Constant, Asset))}
        if isinstance(x, SignatureMap):
            return x.traces
        if isinstance(x, (Asset, Constant, CapturedTensor)) or is_variable(x):
            return {}
        found = dict(self._trackable_children(x))
        if isinstance(x, Table):
            made = self.tables[id(x)] = TableFunctions(self.library, x, f"table_{self.numbers[id(x)]}", self._asset_of)
            found.update(made.children)
        elif isinstance(x, TextFileInitializer):
            found["_filename"] = self._asset_of(x)
        functions = {name: self._function(f) for name, f in found.items() if _is_function(f)}
        made = {name: child for name, child in found.items() if isinstance(child, (Trackable, Traces))} | functions
        if x is self.nodes[0]:
            made["signatures"] = self._signatures
        return made

    def _trackable_children(self, x: Any) -> dict[str, Any]:
        found = self._found.get(id(x))
        if found is None:
            children = {name: child for name, child in _trackable_children(x).items() if name not in _OWN_FUNCTIONS}
            found = self._found[id(x)] = x, children
        return found[1]

    def _tracked_assets(self, root: Any) -> list[Asset]:
        waiting, seen, found = deque([root]), {id(root)}, []
        while waiting:
            x = waiting.popleft()
            if isinstance(x, Asset):
                found.append(x)
                continue
            for child in self._trackable_children(x).values() if not is_variable(x) else ():
                if isinstance(child, Trackable) and id(child) not in seen:
                    seen.add(id(child))
                    waiting.append(child)
        return found

    def _known(self, captured: Any) -> Any:
        """What stands for a captured object among the nodes."""
        if not isinstance(captured, EagerTensor):
            return captured
        if id(captured) in self._paths:
            return self._paths[id(captured)]
        return self._constants.setdefault(id(captured), (captured, Constant(captured)))[1]

    def _asset_of(self, initializer: TextFileInitializer) -> Asset:
        found = self._assets.get(id(initializer))
        if found is None:
            found = self._assets[id(initializer)] = initializer, Asset(initializer._filename)
        return found[1]

    def _function(self, f: Any) -> Any:
        """The Traces of a function, the Trace of a concrete one."""
        if isinstance(f, ConcreteFunction) or hasattr(f, "concrete"):
            return self.library.trace(f)
        found = self._functions.get(id(f))
        if found is None:
            found = self._functions[id(f)] = f, self._traces(f)
        return found[1]

    def names_of(self, function: Any) -> list[str]:
        """The names in the library of the traces of a function, of a concrete one, or of those of a collection."""
        if _is_function(function):
            made = self._function(function)
            return [trace.name for trace in (made.traces if isinstance(made, Traces) else [made])]
        if not isinstance(function, Collection) or isinstance(function, (str, bytes, Mapping)):
            raise TypeError(
                f"Unsupported type {type(function)}. Functions in `function_aliases` should be created by tf.function, or concrete "
                "functions, or collections of concrete functions."
            )
        return [name for f in function for name in self.names_of(f)]

    def _traces(self, f: Any) -> Traces:
        if isinstance(f, RestoredFunction):
            return Traces([self.library.trace(c) for c in f.concrete_functions], f.parameters, f.input_signature, f.jit_compile)
        # Never called, but what it takes is known: it can be traced now.
        if not f._concrete and f.input_signature is not None:
            f.get_concrete_function()
        traces = [self.library.trace(c) for c in f._list_all_concrete_functions_for_serialization() if _can_be_called_again(c)]
        return Traces(traces, f._spec.fullargspec, f.input_signature, f._jit_compile)


def _can_be_called_again(concrete: Any) -> bool:
    """Whether a file can tell of all arguments of a trace. One that was traced with an object of a program's class is of no use there."""
    arguments = nest.flatten(concrete.structured_input_signature)
    # A variable among the arguments is refused by what writes them: without the trace, the loaded function would miss it silently.
    unknown = next((x for x in arguments if not (is_variable(x) or isinstance(x, TypeSpec) or can_encode(x))), None)
    if unknown is not None:
        get_logger().info("Unsupported signature for serialization: %s.", concrete.structured_input_signature)
    return unknown is None


def _is_function(x: Any) -> bool:
    return getattr(x, "_tfshim_kind", None) is FUNCTION


def _trackable_children(x: Any) -> dict[str, Any]:
    """The children of a trackable object; those of containers include functions."""
    with eager_mode():
        found = dict(x._trackable_children("savedmodel", cache={}))
    if "_tfshim_call" in found:  # of an object that was loaded
        found["__call__"] = found.pop("_tfshim_call")
    if isinstance(x, (ListWrapper, TupleWrapper)):
        names = getattr(x, "_fields", None) or range(len(x))
        found.update((str(n), f) for n, f in zip(names, x) if _is_function(f))
    elif isinstance(x, DictWrapper):
        found.update((name, f) for name, f in x.items() if _is_function(f) and isinstance(name, str))
    return found
