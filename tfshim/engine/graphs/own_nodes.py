"""Nodes without a corresponding TensorFlow operation, such as gradients, as text in a GraphDef, and back.

The attribute `_tfshim` of such a node names the operation and holds its arguments, in which tensors are places among the
inputs of the node. Only operations of this package are ever found by that name, so no code comes out of a file.
"""

from __future__ import annotations

import base64
import importlib
import json
import sys
import types
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import torch

from tfshim.engine.former_modules import present_name, present_place
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.op import REGISTRY, Op
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.random.seeds import Callee
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.dtypes import DType, as_dtype, variant
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

ATTRIBUTE = "_tfshim"
RECORDED = "_tfshim_recorded"  # which outputs a tape has recorded, where a node has TensorFlow's form
# The parts of this package that hold operations, and what is fixed in them. No other module is imported because a file says so.
_HOMES = frozenset(
    """array_ops audio autodiff bitwise compat control_flow critical_section data debugging distribute engine experimental
    extension_types feature_column image initializer_ops io keras linalg logging_ops lookup looping math metrics nn quantization queue
    ragged random script_ops sets signal sparse strings structured_tensor summary tensor_array train""".split()
)
# Where functions may be kernels of nodes that are made on the spot.
_KERNEL_MODULES = """engine.graphs.control_flow engine.graphs.graph_variable engine.graph_import.imported_nodes
    engine.graph_gradients.custom_gradient engine.graphs.executor control_flow tensor_array array_ops.tensor_lists
    compat.v1.variables compat.v1.nn.functions data.graphs""".split()
# Where functions may be arguments of kernels: the steps of optimizers.
_STEP_MODULES = ("tfshim.compat.v1.train.adaptive", "tfshim.compat.v1.train.gradient_descent")
_TORCH_KERNELS = {"zeros_like": torch.zeros_like, "alias": torch.ops.aten.alias.default}


class NotPlain(Exception):
    """An argument has no form as text."""


# ---------------------------------------------------------------------- operations
_constants: dict[int, tuple[str, str]] = {}  # id of an InnerOp -> (module, name) of one that a module of this package holds
_modules: list[Any] = []  # those that were loaded when they were last looked through
_held: dict[str, dict[str, Any]] = {}  # name of each module of this package among them -> what it holds
_counts: dict[str, int] = {}  # and how many names it held then


def _place(o: InnerOp) -> tuple[str, str] | None:
    """(module, name) where a module of this package holds `o`."""
    if not _is_at(_constants.get(id(o)), o) and _has_more():
        for name, held in _held.items():
            if _counts.get(name) != len(held):
                _counts[name] = len(held)
                for key, value in list(held.items()):
                    if isinstance(value, InnerOp) and not _is_at(_constants.get(id(value)), value):
                        _constants[id(value)] = name, key
    place = _constants.get(id(o))
    return place if _is_at(place, o) else None


def _has_more() -> bool:
    """Whether modules were loaded, or hold more, since they were looked through: asked for each operation that none of them holds."""
    global _modules
    loaded = list(sys.modules.values())
    if loaded != _modules:
        _modules = loaded
        found = {name: vars(module) for name, module in list(sys.modules.items()) if name.startswith("tfshim.") and module is not None}
        for name in [name for name in _counts if found.get(name) is not _held.get(name)]:
            del _counts[name]
        _held.clear()
        _held.update(found)
    return sum(map(len, _held.values())) != sum(_counts.values())


def _is_at(place: tuple[str, str] | None, o: InnerOp) -> bool:
    module = sys.modules.get(place[0]) if place else None
    return module is not None and place is not None and vars(module).get(place[1]) is o


def _operation_text(o: Any) -> dict[str, Any]:
    if isinstance(o, Op):
        registered: Any = REGISTRY.get(o.type)
        if registered is o:
            return {"type": o.type}
        made = {"function": [o.public.__module__, o.public.__name__]}
        if _found(*made["function"]) is None:
            raise NotPlain(f"the operation {o.type}")
        return made
    known = _place(o)
    if known is not None:
        return {"inner": list(known)}
    kernel = o.kernel
    for name, function in _TORCH_KERNELS.items():
        if kernel is function:
            return {"kind": [o.type, "torch", name], "names": list(o.names), "stateful": o.stateful}
    module = getattr(kernel, "__module__", "")
    if module.removeprefix("tfshim.") not in _KERNEL_MODULES or getattr(sys.modules[module], kernel.__name__, None) is not kernel:
        raise NotPlain(f"the operation {o.type}")
    return {"kind": [o.type, module, o.kernel.__name__], "names": list(o.names), "stateful": o.stateful}


def named_in(module: Any, name: str) -> Any:
    """What is called `name` in a module of this package that holds operations; None for any other module, which is not imported."""
    parts = module.split(".") if isinstance(module, str) else []
    if len(parts) < 2 or parts[0] != "tfshim" or parts[1] not in _HOMES or any(p.startswith("__") for p in parts):
        return None
    try:
        home, own = present_place(module, name)
        return vars(importlib.import_module(home)).get(own)
    except ImportError:
        return None


def _found(module: Any, name: str) -> Any:
    found = getattr(named_in(module, name), "_tfshim_op", None)
    return None if found is None or found.outside == "Python code" else found


def _function(module: Any, name: str) -> Any:
    made = named_in(module, name)
    return made if isinstance(made, types.FunctionType) and made.__module__ == present_place(module, name)[0] else None


def _operation_of(about: dict[str, Any]) -> Any:
    if "type" in about:
        found = REGISTRY.get(about["type"])
        return None if found is None or found.outside == "Python code" else found
    if "function" in about:
        return _found(*about["function"])
    if "inner" in about:
        found = named_in(*about["inner"])
        return found if isinstance(found, InnerOp) else None
    kind, module, name = about["kind"]
    if module == "torch":
        kernel = _TORCH_KERNELS.get(name)
    elif present_name(module).removeprefix("tfshim.") in _KERNEL_MODULES:
        kernel = _function(module, name)
    else:
        kernel = None
    return None if kernel is None else InnerOp(kind, kernel, stateful=about["stateful"], names=tuple(about["names"]))


# ---------------------------------------------------------------------- writing
class Writer:
    """The text of one node. `reference`, `handle` and `function` give names for tensors, variables and graphs."""

    def __init__(
        self, node: Operation, reference: Callable[[Any], str], handle: Callable[[Any], str], function: Callable[[Any], str]
    ) -> None:
        self.node, self.inputs = node, []
        self._reference, self._handle, self._function = reference, handle, function

    def text(self) -> str:
        """The text; `inputs` are then the node's. Raises NotPlain."""
        node = self.node
        about = _operation_text(node._op_def)
        about["arguments"] = [self._value(a) for a in node.arguments]
        about["results"] = _results(node.result)
        recorded = [i for i, t in enumerate(node.outputs) if t._rec is not None]
        if recorded:
            about["recorded"] = recorded
        return json.dumps(about)

    def _input(self, name: str) -> int:
        self.inputs.append(name)
        return len(self.inputs) - 1

    def _value(self, x: Any) -> Any:
        if x is None or isinstance(x, (bool, str)) or type(x) is int:
            return x
        if type(x) is EagerTensor and x._dt is variant and x._t.ndim == 0 and hasattr(x._t[()], "element_spec"):
            return {"dataset": self._value(higher.dataset_as_plain(x._t[()]))}
        if isinstance(x, Tensor):
            return {"in": self._input(self._reference(x))}
        if is_variable(x):
            return {"variable": self._input(self._handle(x))}
        if isinstance(x, weakref.ref) and x() is not None:
            return {"weak": self._value(x())}
        if isinstance(x, (float, np.floating)):
            return {"float": float(x).hex()}
        if isinstance(x, np.integer):
            return int(x)
        if isinstance(x, bytes):
            return {"bytes": base64.b64encode(x).decode()}
        if isinstance(x, DType):
            return {"dtype": x.name}
        if isinstance(x, torch.dtype):
            return {"torch": str(x).removeprefix("torch.")}
        if isinstance(x, TensorShape):
            return {"shape": None if x.rank is None else x.as_list()}
        if hasattr(x, "structured_outputs") and hasattr(x, "program"):
            # The graph's variables are inputs, so that who cuts nodes away keeps them.
            held = [self._input(self._handle(v)) for v in x.variables]
            return {"graph": self._function(x), "called": isinstance(x, Callee), "holds": held}
        if type(x) is tuple or type(x) is list:
            return {type(x).__name__: [self._value(v) for v in x]}
        if hasattr(x, "_as_plain"):
            handle = getattr(x, "graph_handle", None)
            if handle is not None and handle.op is not self.node:
                return {"of": self._input(self._reference(handle))}
            return {"object": [_home(x), type(x).__name__, self._value(x._as_plain())]}
        if isinstance(x, types.FunctionType) and x.__module__ in _STEP_MODULES and x.__qualname__ == x.__name__:
            return {"step": [x.__module__, x.__name__]}
        raise NotPlain(f"an argument of type {type(x).__name__} of the operation {self.node.type}")


def _home(x: Any) -> str:
    """The module of the class of `x`; public classes say that they are TensorFlow's."""
    module = type(x).__module__
    return module if module.startswith("tfshim.") else type(x)._as_plain.__module__


def _results(result: Any) -> Any:
    if isinstance(result, Tensor):
        return [result.dtype.name, None if result.shape.rank is None else result.shape.as_list()]
    if isinstance(result, (tuple, list)):
        return {"tuple" if isinstance(result, tuple) else "list": [_results(r) for r in result]}
    return None


# ---------------------------------------------------------------------- reading
def refusal(error: Exception, node: Operation) -> str:
    """The text of a node that cannot be written, for the reason in `error`: it is read back as a node that raises when it runs."""
    return json.dumps({"refused": str(error), "kind": node.type, "results": _results(node.result)})


def _refused(kind: str, reason: str) -> InnerOp:
    def kernel(inputs: Any) -> NoReturn:
        raise refused("tf.import_graph_def", "refused node", reason=reason)

    return InnerOp(kind, kernel, stateful=True, names=("inputs",), grad=None)


class Reader:
    """What the text of a node of type `op_type` says.

    `tensors` are its inputs; `variable_of` and `function` look up what they stand for. Raises ValueError where the text names an
    operation on files and the type another.
    """

    def __init__(
        self, text: str, op_type: str, tensors: Sequence[Any], variable_of: Callable[[Any], Any], function: Callable[[str, bool], Any]
    ) -> None:
        self._about = json.loads(text)
        self._tensors, self._variable_of, self._function = tensors, variable_of, function
        if "refused" in self._about:
            self.operation = _refused(self._about["kind"], self._about["refused"])
        else:
            self.operation = _operation_of(self._about)
            reached = getattr(self.operation, "outside", None)
            if reached and self.operation.type != op_type:
                raise ValueError(
                    f"The node of type {op_type} would run {self.operation.type}, which reaches {reached}; such a node is "
                    "to be of that type."
                )
        self.recorded = self._about.get("recorded", ())

    def arguments(self) -> list[Any]:
        """The arguments of the operation."""
        if "refused" in self._about:
            return [list(self._tensors)]
        return [self._value(a) for a in self._about["arguments"]]

    def results(self) -> Any:
        """The leaves of its results (see `abstract`)."""
        return self._leaves(self._about["results"])

    def _leaves(self, made: Any) -> Any:
        if isinstance(made, dict):
            ((kind, items),) = made.items()
            items = [self._leaves(i) for i in items]
            return tuple(items) if kind == "tuple" else items
        return made if made is None else abstract.leaf(as_dtype(made[0]), TensorShape(made[1]))

    def _value(self, x: Any) -> Any:
        if not isinstance(x, dict):
            return x
        kind, v = next(iter(x.items()))
        if kind == "in":
            return self._tensors[v]
        if kind == "variable":
            return self._variable_of(self._tensors[v])
        if kind == "weak":
            return weakref.ref(self._value(v))
        if kind == "float":
            return float.fromhex(v)
        if kind == "bytes":
            return base64.b64decode(v)
        if kind == "dtype":
            return as_dtype(v)
        if kind == "torch":
            found = getattr(torch, v)
            return found if isinstance(found, torch.dtype) else None
        if kind == "shape":
            return TensorShape(v)
        if kind == "object":
            module, name, value = v
            cls = named_in(module, name)
            if not isinstance(cls, type) or not hasattr(cls, "_from_plain"):
                raise ValueError(f"unknown kind of value {name!r}")
            return cls._from_plain(self._value(value))
        if kind == "of":
            made = self._tensors[v]._op.arguments
            if len(made) != 1 or not hasattr(made[0], "_for_node"):
                raise ValueError(f"the input {v} is of no queue or accumulator")
            return made[0]
        if kind == "step":
            return _function(*v) if v[0] in _STEP_MODULES else None
        if kind == "dataset":
            return higher.dataset_from_plain(self._value(v))
        if kind == "graph":
            return self._function(v, x["called"])
        if kind in ("tuple", "list"):
            made = [self._value(i) for i in v]
            return made if kind == "list" else tuple(made)
        raise ValueError(f"unknown kind of value {kind!r}")
