"""`@op`: from a function on torch tensors, the kernel, to a public TensorFlow operation.

    @op("Maximum", x="T", y="T", T=REAL_NUMBERS)
    def maximum(x, y, name=None):
        '''...'''
        return torch.maximum(x, y)

The decorator's keywords describe the parameters; whatever it does not mention is an attribute and reaches the
kernel as the caller gave it. See `Param` for the kinds. Every operation has two paths. The short one (`short_path`), generated
from the signature when the operation is first called, serves inputs that are eager tensors of agreeing types
while nothing special (a tape, a graph, a device scope) is switched on in any thread: it calls the kernel and
wraps the result. Everything else takes the long path, `run`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import torch

from tfshim.engine.ops import kernels, short_path
from tfshim.engine.ops.binding import bind
from tfshim.engine.ops.composite import of_model
from tfshim.engine.ops.execution import RecordedByTorch, execute, invoke, usable
from tfshim.engine.ops.texts.eager import as_called
from tfshim.engine.runtime import promotion
from tfshim.engine.runtime.errors import OpError
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.tracebacks import Filtering
from tfshim.engine.values.dtypes import ANY, FROM_TORCH, NATIVE, as_dtype
from tfshim.engine.values.protocol import VARIABLE
from tfshim.engine.values.tensor import EagerTensor, wrap

REGISTRY = {}  # op type -> Op

# Kinds whose value the kernel gets as Python numbers, because torch takes them so (sizes, axes).
_STATIC = ("ints", "vector", "int", "axis", "shape")


class Param:
    """How one parameter of an operation is treated.

    `T`           a tensor; all parameters with the same letter have one dtype
    `T*`          a list of such tensors          `T?`   a tensor or None
    `Tidx=int32`  as `T`; Python values become int32 where no tensor decides
    `int32`       a tensor of that dtype           `any`  a tensor of any dtype (`any*`, `any?`)
    `ints`        a tuple of Python integers; given as integers, a list or an integer tensor (`ints?`: or None)
    `vector`      the same, where TensorFlow does not take a single integer for a list of one
    `shape`       as `ints`, where a TensorShape is allowed as well
    `int`         one Python integer
    `axis`        None, one integer or a tuple of integers
    `dtype`       a DType or None, given as anything that `tf.as_dtype` takes
    """

    __slots__ = ("name", "at", "kind", "var", "fixed", "default", "many", "optional")

    if TYPE_CHECKING:  # set one by one below

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, name: str, at: int, spec: Any) -> None:
        self.name, self.at = name, at  # `at`: the place among the arguments, `name` not counted
        self.var = self.fixed = self.default = None
        self.many, self.optional = spec.endswith("*"), spec.endswith("?")
        spec = spec.rstrip("*?")
        if spec in _STATIC or spec == "dtype":
            self.kind = spec
            return
        self.kind = "tensor"
        if "=" in spec:
            spec, default = spec.split("=")
            self.default = as_dtype(default)
        if spec == "any":
            pass
        elif spec[0].isupper():
            self.var = spec
        else:
            self.fixed = as_dtype(spec)


# The operations whose axes are the input `reduction_indices` in TensorFlow.
_REDUCTIONS = frozenset("All Any EuclideanNorm Max Mean Min Prod ReduceJoin Sum".split())


class Op:
    """An operation: its TensorFlow type, its kernel and how its arguments are treated."""

    __slots__ = (
        "type",
        "kernel",
        "public",
        "params",
        "tensors",
        "static_params",
        "dtype_params",
        "masks",
        "dtype_agnostic",
        "grad",
        "stateful",
        "hint",
        "scope",
        "scalar",
        "out",
        "names",
        "defaults",
        "name_index",
        "name_last",
        "dispatchers",
        "shape_fn",
        "direct",
        "objects",
        "default_name",
        "non_differentiable",
        "api",
        "shape_fallback",
        "rows",
        "outside",
        "lacking",
        "served",
        "own_attributes",
        "before",
        "all_axes_at",  # where None stands for all axes of a reduction, which TensorFlow's graphs have as an input
        "reads_within",  # operations beside this one whose reads of variables TensorFlow's graphs have
        "as_declared",  # whether its arguments are those that TensorFlow declares for its type, by our names (`op_names`)
        "compiled",  # the operation that stands for it in functions that are compiled, where TensorFlow's compiler can do more
    )

    if TYPE_CHECKING:  # the slots, which `op` sets

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __repr__(self) -> str:
        return f"<Op {self.type}>"


Kernel = TypeVar("Kernel", bound=Callable[..., Any])
Public = TypeVar("Public", bound=Callable[..., Any])


class Answer:
    """What `before` of an operation gives where it has the result already."""

    def __init__(self, result: Any) -> None:
        self.result = result


def op(
    op_type: str,
    *,
    dtype_agnostic: bool = False,
    grad: Any = "auto",
    stateful: bool = False,
    hint: bool = False,
    scope: str | None = None,
    scalar: str | None = None,
    out: Any = None,
    shape_fn: Any = None,
    shape_fallback: Any = None,
    direct: Any = None,
    objects: Any = None,
    register: bool = True,
    non_differentiable: Sequence[str] = (),
    rows: Any = None,
    own_attributes: Sequence[str] = (),
    outside: str | None = None,
    composed: bool = False,
    before: Any = None,
    as_declared: bool = False,
    **specs: Any,
) -> Callable[[Kernel], Kernel]:
    """Make an operation of the decorated kernel.

    `dtype_agnostic`: the kernel only copies elements, so it serves strings and variants too. `grad`: "auto" for torch's own
    gradient, None where TensorFlow defines none (the result is a constant), "missing" where TensorFlow raises
    LookupError. `stateful`: it has effects or draws random numbers, so a graph must not drop or merge it. `hint`:
    a Python value is converted to the first tensor's dtype if it fits and else to its own, as TensorFlow's
    arithmetic does. `scalar`: the parameter for which a Python number may take the short path. `scope`: the name
    that TensorFlow's error texts give to an unnamed call. `out`: the DType of the result, or the letter of the
    parameter that has the same, where torch's own dtype does not determine it. `shape_fn(*args)` gives the static shape
    where running the kernel on shapes alone cannot; `shape_fallback` is the same, but called only where such a run fails because
    sizes or values are unknown. `direct`: a torch function with the same positional arguments as
    the kernel, called in its stead on the short path. `objects`: a second kernel for NumPy object arrays, where
    strings are more than copied. `register`: whether it is entered in the registry of op types. `non_differentiable`: names of
    parameters that get no gradient though their dtype could have one. `rows(*args)` gives (indices, dtype of the
    shape) where the gradient for the first argument has only the rows `indices`, else None. `outside`: what it reaches
    beyond its tensors ("files", "Python code", "output"): loading a model must not run it, nor may a layer in a file name it.
    `own_attributes`: names of parameters that take other types of values than TensorFlow's attributes of the same name.
    `composed`: TensorFlow's public function is put together from other operations, so the dtypes that its operation of this
    type has kernels for do not matter. `before(*args)` looks at the arguments as they were given, before anything is converted,
    and may return others to go on with, or an `Answer` with the result; what it raises has to be raised by the kernel too, because
    the short path does not ask it. `as_declared`: of an operation that is not registered: its arguments are those that TensorFlow
    declares for the type all the same.
    Upper-case keywords restrict dtypes: `T=FLOATS`. `grad_` tells of the parameter `grad`, whose own name is taken here.
    """
    if "grad_" in specs:
        specs["grad"] = specs.pop("grad_")

    def decorate(kernel: Kernel) -> Kernel:
        o = Op()
        o.type, o.kernel, o.dtype_agnostic, o.grad, o.stateful = op_type, kernel, dtype_agnostic, grad, stateful
        o.hint, o.scope, o.scalar, o.out, o.shape_fn = hint, scope, scalar, out, shape_fn
        code = kernel.__code__
        o.names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        o.name_index = o.names.index("name") if "name" in o.names else None
        o.name_last = o.name_index is None or o.name_index == len(o.names) - 1
        o.default_name, o.reads_within, o.compiled = _default_of(kernel, o.name_index), (), None
        o.masks = {k: v for k, v in specs.items() if k[0].isupper()}
        arguments = [n for n in o.names if n != "name"]
        reduces = "axis" in arguments and o.type in _REDUCTIONS
        o.all_axes_at = arguments.index("axis") if reduces else None
        o.non_differentiable = frozenset(arguments.index(n) for n in non_differentiable)
        o.params = [Param(k, arguments.index(k), v) for k, v in specs.items() if not k[0].isupper()]
        o.params.sort(key=lambda p: p.at)
        o.tensors = [p for p in o.params if p.kind == "tensor"]
        o.static_params = [p for p in o.params if p.kind in _STATIC]
        o.dtype_params = [p for p in o.params if p.kind == "dtype"]
        everything = ANY if dtype_agnostic else NATIVE
        for p in o.tensors:
            if p.var is not None:
                o.masks.setdefault(p.var, everything)
        o.lacking = None if composed else kernels.lacking(o)
        o.served = kernels.served(o)
        o.own_attributes, o.before, o.as_declared = own_attributes, before, as_declared
        o.dispatchers, o.direct, o.objects, o.shape_fallback, o.rows, o.outside = None, direct, objects, shape_fallback, rows, outside
        # A stub, whose code the first call replaces: to generate the functions of all operations takes a tenth of a second
        # and more, which programs that call a few of them need not wait for.
        namespace = {"_op": o, "_first": _first_call, "__name__": kernel.__module__}
        public: Any = types.FunctionType(_stub_code, namespace, kernel.__name__)
        public.__doc__, public.__qualname__, public.__module__ = kernel.__doc__, kernel.__qualname__, kernel.__module__
        public.__wrapped__ = kernel
        public._tfshim_op = o
        o.public = o.api = public
        if register:
            # Several functions may be operations of one type; graphs that name the type get the one that was declared first.
            registered = REGISTRY.setdefault(op_type, o)
            o.as_declared = as_declared or registered is o
        return public

    return decorate


def compiled_as(operation: Any, compiled: Any) -> None:
    """Let `compiled` stand for `operation`, both of them public functions, in functions that are compiled."""
    operation._tfshim_op.compiled = compiled._tfshim_op
    compiled._tfshim_op.as_declared = True


def presented_by(operation: Any) -> Callable[[Public], Public]:
    """A decorator for the function in front of `operation` that users call: dispatch gets it in place of the operation's own."""

    def decorate(function: Public) -> Public:
        operation._tfshim_op.api = function
        return function

    return decorate


def _default_of(kernel: Callable[..., Any], index: int | None) -> Any:
    """The default of the positional parameter at `index`, or None."""
    defaults, count = kernel.__defaults__ or (), kernel.__code__.co_argcount
    return defaults[index - count] if index is not None and count - len(defaults) <= index < count else None


def _stub(*args: Any, **kwargs: Any) -> Any:
    return _first(_op)(*args, **kwargs)  # type: ignore[name-defined]  # noqa: F821 - both are in the function's own globals


_stub_code = _stub.__code__


def _first_call(o: Op) -> Any:
    """Replace the stub's code by the generated function; returns the function, to be called."""
    public = o.public
    namespace = public.__globals__
    source = short_path.written(o, namespace)
    namespace["_run"] = run
    local = {}
    exec(compile(source, f"<tfshim op {o.type}>", "exec"), namespace, local)
    made = local[public.__name__]
    # The function object stays the same one, because other modules and users have imported it already.
    public.__defaults__, public.__kwdefaults__ = made.__defaults__, made.__kwdefaults__
    public.__code__ = made.__code__
    return public


# ---------------------------------------------------------------------- the long path
def run(o: Op, args: Any, name: str | None) -> Any:
    """Convert `args`, then execute the operation now or record it in the graph under construction."""
    if o.grad == "auto":
        result = _under_tape(o, args)
        if result is not None:
            return result
    if promotion.hook is not None:
        result = promotion.hook(o.api, (), _by_name(o, args, name))
        if result is not NotImplemented:
            return result
    for p in o.tensors:
        value = args[p.at]
        kind = type(value)
        if kind is EagerTensor:
            continue
        # A list or tuple may hold ragged tensors or other types that dispatch.
        if o.dispatchers is not None or hasattr(kind, "_tfshim_dispatch") or kind in (list, tuple):
            result = _dispatch(o, args, name)
            if result is not NotImplemented:
                return result
            break
    for p in o.static_params:
        if hasattr(type(args[p.at]), "_tfshim_dispatch"):  # a ragged shape where sizes are expected
            result = _dispatch(o, args, name)
            if result is not NotImplemented:
                return result
    # On the arguments as they were given: conversion loses whether something was a bool, a float or a text.
    if o.before is not None:
        args = o.before(*args) or args
        if type(args) is Answer:
            return args.result
    graph = TS.graph
    if graph is not None and graph.building_function:
        graph.note_given([args[p.at] for p in o.tensors if not p.many])
        for p in o.tensors:
            if p.many and type(args[p.at]) in (list, tuple):
                graph.note_given(args[p.at])
    try:
        values, symbolic = bind(o, args, name)
        if graph is not None or symbolic:
            result = higher.record(graph, o, values, name)
        else:
            result = execute(o, values, name)
    except RecordedByTorch:  # before the kernel was called
        result = higher.recorded_by_torch(execute, o, values, name)
    except OpError as error:
        made = as_called(error, o, args, name)
        # Where in the operation's own code it failed is of no use to who called it.
        if Filtering.enabled:
            made.__traceback__ = None
        raise made from None
    except TypeError:
        result = of_model(o.api, (), _by_name(o, args, name))
        if result is NotImplemented:
            raise
        return result
    return result if _inspector is None else _inspector(o, values, result)


def _under_tape(o: Op, args: Any) -> Any:
    """The result for tensors and variables of agreeing types under a tape, which is most of a training step.

    None where something has to be converted, checked or explained: the long path does that.
    """
    ts = TS
    tape = ts.tape
    # What draws random numbers or has effects must not run twice, here and again on the long path where this one gives up.
    if tape is None or ts.graph is not None or ts.torch_device is not None or o.out is not None or o.stateful:
        return None
    if _inspector is not None or o.dispatchers is not None:
        return None
    for p in o.static_params:
        value = args[p.at]
        if not (type(value) is int and p.kind in ("axis", "int") or value is None and (p.optional or p.kind == "axis")):
            return None
    for p in o.dtype_params:
        if args[p.at] is not None:
            return None
    arguments = list(args)
    lead = None
    for p in o.tensors:
        value = args[p.at]
        if type(value) is not EagerTensor:
            if getattr(value, "_tfshim_kind", None) is not VARIABLE:  # `is_variable`, without its call
                return None
            value = value._tfshim_value()
        dtype = value._dt
        if not dtype.mask & NATIVE:
            return None
        if p.var is not None:
            if lead is None:
                lead = p.var, dtype
                if not dtype.mask & o.served[p.var]:
                    return None
            elif lead[0] != p.var or lead[1] is not dtype:
                return None
        elif p.fixed is not None and p.fixed is not dtype:
            return None
        r = value._rec
        arguments[p.at] = value._t if r is None or r is tape else usable(value, ts.tapes)
    try:
        # `invoke`, without its call where nothing follows `name`.
        result = o.kernel(*arguments) if o.name_last else invoke(o, arguments)
    except Exception:  # the long path meets it again and says what is wrong
        return None
    if type(result) is not torch.Tensor:
        return None
    for a in arguments:  # an operation that returns its own input must not hand out the tape's alias
        if a is result:
            result = torch.ops.aten.alias(result)
            break
    return wrap(result, FROM_TORCH[result.dtype], tape if result.requires_grad else None)


_inspector = None


def set_inspector(function: Callable[..., Any] | None) -> None:
    """Install `function(op, values, result)`, which gets what every operation on the long path is given, and its result, and returns the
    one to use.
    """
    global _inspector
    _inspector = function


def _dispatch(o: Op, args: Any, name: str | None) -> Any:
    """Let the types of the arguments (ragged, sparse, Keras tensors, user types) handle the call; NotImplemented if none does."""
    seen = []
    for p in (*o.tensors, *o.static_params):
        value = args[p.at]
        for item in value if isinstance(value, (list, tuple)) else (value,):
            function = getattr(type(item), "_tfshim_dispatch", None)
            if function is not None and function not in seen:
                seen.append(function)
    if not seen and o.dispatchers is None:
        return NotImplemented
    kwargs = _by_name(o, args, name)
    for function in [*(o.dispatchers or ()), *seen]:
        result = function(o.api, (), kwargs)
        if result is not NotImplemented:
            return result
    return NotImplemented


def _by_name(o: Op, args: Any, name: str | None) -> dict[str, Any]:
    """The arguments of a call by their names."""
    kwargs = dict(zip([n for n in o.names if n != "name"], args))
    if o.name_index is not None:
        kwargs["name"] = name
    return kwargs
