"""`tf.custom_gradient` and what is built on it."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType, MethodType
from typing import Any, Literal

import torch

from tfshim._export import tf_export, tf_private
from tfshim.engine.gradients.aliases import is_trainable_dtype, read_variable
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graph_gradients.graph_gradients import detach
from tfshim.engine.graph_gradients.hoisted_constants import with_watched
from tfshim.engine.graphs import func_graph
from tfshim.engine.graphs.func_graph import as_graph_tensor, returned
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.recording import in_scope, uncut
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.execution import usable
from tfshim.engine.ops.registered_gradients import check_gradient_shapes, wrong_gradient_shape
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.context import stop_recording
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS, ScopedValue
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.refusals import refused

_ALIAS = InnerOp("Identity", torch.ops.aten.alias.default)


class _Recorded(Function):
    """Passes the results of the user's function on; going backward, asks the user's gradient function.

    Forward accumulators follow the operations of the user's function instead, as in TensorFlow, and the gradient function only for
    results that these do not connect.
    """

    @staticmethod
    def forward(ctx: Any, backward: Callable[..., Any], accumulators: Any, count: int, *tensors: Any) -> Any:
        ctx.user_backward, ctx.accumulators = backward, accumulators
        ctx.total, ctx.devices = len(tensors), [t.device for t in tensors[count:]]
        ctx.count, ctx.followed = count, [t.requires_grad for t in tensors[:count]]
        ctx.shapes = [None if t is None else t.shape for t in tensors[count:]]
        results = tuple(t.view_as(t) for t in tensors[:count])
        ctx.mark_non_differentiable(*(r for r in results if not (r.is_floating_point() or r.is_complex())))
        return results

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        if any(a.asking for a in ctx.accumulators):
            own = [g if f else None for f, g in zip(ctx.followed, grads)]
            if all(ctx.followed):
                return (None, None, None, *own, *([None] * (ctx.total - ctx.count)))
            refusal = getattr(ctx.user_backward, "not_transposed", None)
            if refusal is not None:
                raise NotImplementedError(refusal)
            return (None, None, None, *own, *ctx.user_backward([torch.zeros_like(g) if f else g for f, g in zip(ctx.followed, grads)]))
        found = [g if g is None or g.device == d else g.to(d) for g, d in zip(ctx.user_backward(grads), ctx.devices)]
        check_gradient_shapes("IdentityN", found, ctx.shapes, ctx.count)
        return (None, None, None, *([None] * ctx.count), *found)


class _Watcher:
    """Collects the variables that are read within it."""

    def __init__(self) -> None:
        self.variables = []

    def __enter__(self) -> _Watcher:
        self._before = TS.watchers
        TS.watchers = (*TS.watchers, self)
        return self

    def __exit__(self, kind: object, value: object, traceback: object) -> Literal[False]:
        TS.watchers = self._before
        return False

    def note(self, variable: Any) -> None:
        """`variable` is read."""
        if not any(v is variable for v in self.variables):
            self.variables.append(variable)


def _accepts_variables(grad_fn: Callable[..., Any]) -> bool:
    spec = inspect.getfullargspec(grad_fn)
    return "variables" in spec.args + spec.kwonlyargs or spec.varkw is not None


def _used_variables(watcher: _Watcher, grad_fn: Callable[..., Any], given: set[int]) -> list[Any]:
    """The variables that were read, but for the arguments, whose ids are `given`."""
    variables = [v for v in watcher.variables if v.trainable and is_trainable_dtype(v.dtype) and id(v) not in given]
    if variables and not _accepts_variables(grad_fn):
        raise TypeError(f"@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: {variables}")
    return variables


def _input_gradients(grad_fn: Callable[..., Any], dys: list[Any], variables: Any, count: int) -> list[Any]:
    """Call the user's gradient function; flat gradients for the inputs, then for the variables."""
    if variables:
        grads, variable_grads = grad_fn(*dys, variables=variables)
        if len(variable_grads) != len(variables):
            raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
    else:
        grads, variable_grads = grad_fn(*dys), []
    flat = nest.flatten(grads)
    if len(flat) != count:
        raise ValueError(f"custom_gradient function expected to return {count} gradients, but returned {len(flat)} instead.")
    return [*flat, *variable_grads]


@tf_export("custom_gradient")
def custom_gradient(f: Callable[..., Any] | None = None) -> Any:
    """A function with a gradient of its own. Mirrors `tf.custom_gradient`.

    Arguments:
        f: a function of tensors that returns a pair (y, grad_fn). `grad_fn(*dy)` gets the gradient for each output and
            returns one for each input, or None. Where `f` reads variables, it also takes `variables`, by keyword, and
            returns a pair: gradients for the inputs and a list of those for the variables. Without `f` the result is a
            decorator.

    Returns:
        A function that gives y. Gradients of gradients are those of what `grad_fn` does.

    Raises:
        TypeError: `f` reads variables and `grad_fn` does not take them.
        ValueError: the number of gradients is another one.

    It replaces a gradient that is inexact or NaN, or clips what flows back.

    Example:
        >>> @tf.custom_gradient
        ... def clipped(x):
        ...     return x * x, lambda dy: tf.clip_by_value(dy * 2.0 * x, -1.0, 1.0)
        >>> x = tf.Variable(3.0)
        >>> with tf.GradientTape() as tape:
        ...     y = clipped(x)
        >>> tape.gradient(y, x)
        <tf.Tensor: shape=(), dtype=float32, numpy=1.0>
    """
    if f is None:
        return custom_gradient

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        return (called_eagerly if TS.graph is None else called_in_graph)(f, args, kwargs)

    return _Decorated(f, decorated)


@tf_private("tensorflow.python.ops.custom_gradient._graph_mode_decorator")
def called_in_graph(f: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """`custom_gradient(f)(*args, **kwargs)` while a graph is built, which takes no keywords."""
    if kwargs:
        raise ValueError("The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled.")
    return _called(f, nest.map_structure(_graph_input, args, expand_composites=True), {}, functools.partial(_in_graph, f=f))


@tf_private("tensorflow.python.ops.custom_gradient._eager_mode_decorator")
def called_eagerly(f: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """`custom_gradient(f)(*args, **kwargs)` outside graphs."""
    return _called(f, args, kwargs, _eagerly)


def _called(f: Callable[..., Any], args: Any, kwargs: Any, with_gradient: Callable[..., list[Any]]) -> Any:
    """What `f` gives, as `with_gradient` connects it with the gradient function of `f`."""
    with _Watcher() as watcher:
        result, grad_fn = f(*args, **kwargs)
    flat_args = nest.flatten(args, expand_composites=True)
    variables = _used_variables(watcher, grad_fn, {id(x) for x in (*flat_args, *nest.flatten(kwargs))})
    grad_fn = _of_components(grad_fn, nest.flatten(args), nest.flatten(result))
    flat = [convert_to_tensor(r) for r in nest.flatten(result, expand_composites=True)]
    return nest.pack_sequence_as(result, with_gradient(flat, flat_args, variables, grad_fn), expand_composites=True)


def _is_ragged(x: Any) -> bool:
    return hasattr(x, "with_flat_values")


def _of_components(grad_fn: Callable[..., Any], given: list[Any], made: list[Any]) -> Callable[..., Any]:
    """`grad_fn`, to which the gradients of ragged tensors are ragged, as a function of those of the tensors that they are made of.

    given, made: what the function of the user got and gave.
    """
    if not any(_is_ragged(x) for x in (*given, *made)):
        return grad_fn

    def components(*dys: Any, **kwargs: Any) -> Any:
        rest = iter(dys)
        found = grad_fn(*[dy for x in made for dy in _joined(x, rest)], **kwargs)
        grads, *others = found if kwargs else (found,)
        flat = nest.flatten(grads)
        if len(flat) == len(given):
            flat = [part for x, grad in zip(given, flat) for part in _parted(x, grad)]
        return (flat, *others) if others else flat

    return components


def _joined(x: Any, rest: Any) -> list[Any]:
    """The gradients for `x`, of which `rest` gives one for each tensor that it is made of."""
    parts = nest.flatten(x, expand_composites=True)
    taken = [next(rest) for _ in parts]
    if not _is_ragged(x):
        return taken
    return [x.with_flat_values(next(dy for part, dy in zip(parts, taken) if part is x.flat_values))]


def _parted(x: Any, grad: Any) -> list[Any]:
    """The gradient `grad` of `x` as one for each tensor that `x` is made of: of ragged tensors only the values have one."""
    if not _is_ragged(x):
        return [grad]
    values = grad.flat_values if _is_ragged(grad) else grad
    return [values if part is x.flat_values else None for part in nest.flatten(x, expand_composites=True)]


class _Decorated:
    """A function with a gradient of its own; as a method it is bound before it is called: its object is no input."""

    def __init__(self, function: Callable[..., Any], call: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self._call = call
        self.__original_wrapped__ = function  # as all that TensorFlow decorates
        with contextlib.suppress(TypeError, ValueError):  # what is written in C may have none
            self.__signature__ = inspect.signature(function)  # `getfullargspec` does not look behind a wrapper

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(*args, **kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else custom_gradient(self.__original_wrapped__.__get__(instance, owner))


def _graph_input(x: Any) -> Any:
    """A node of its own for an argument: what the gradient function uses of it is this very tensor. TensorFlow shows none."""
    given = as_graph_tensor(TS.graph, x)
    made = returned(TS.graph, given, f"{given.op.name}/Argument/")
    if made is not given:
        made.op.stands_for = given
    return made


def _eagerly(flat: list[Any], args: Any, variables: Any, grad_fn: Callable[..., Any]) -> list[Any]:
    tape, tapes = TS.tape, TS.tapes
    if tape is None:
        if any(isinstance(a, EagerTensor) and a._rec is not None and a._rec.by_torch for a in args):
            return higher.recorded_by_torch(_eagerly, flat, args, variables, grad_fn)
        return flat
    sources = [read_variable(a) if is_variable(a) else convert_to_tensor(a) for a in (*args, *variables)]
    inputs = [_torch(s, tapes) for s in sources]
    if not any(t is not None and t.requires_grad for t in inputs):
        return flat

    def backward(grads: Sequence[Any]) -> list[Any]:
        dys = [wrap(g, r._dt, TS.tape if g.requires_grad else None) for g, r in zip(grads, numeric)]
        found = _input_gradients(grad_fn, dys, variables, len(args))
        return [None if g is None or t is None or not t.requires_grad else _grad_storage(g, t) for g, t in zip(found, inputs)]

    numeric = [r for r in flat if type(r._t) is torch.Tensor]
    if hasattr(grad_fn, "not_transposed"):
        backward.not_transposed = grad_fn.not_transposed  # type: ignore[attr-defined]
    accumulators = _accumulators()
    results = [r._t if r._rec is None else usable(r, tapes) if accumulators else r._t.detach() for r in numeric]
    outputs = iter(_Recorded.apply(backward, accumulators, len(numeric), *results, *inputs))
    made = []
    for r in flat:
        if type(r._t) is torch.Tensor:
            t = next(outputs)
            made.append(wrap(t, r._dt, tape if t.requires_grad else None))
        else:
            made.append(r)
    return made


def _accumulators() -> list[Any]:
    """The recordings of this thread that are those of forward accumulators."""
    return [t for t in TS.tapes if hasattr(t, "asking")]


def _torch(x: Any, tapes: Any) -> torch.Tensor | None:
    t = x._t if x._rec is None else usable(x, tapes)
    return t if type(t) is torch.Tensor else None


def _grad_storage(g: Any, like: torch.Tensor) -> Any:
    g = convert_to_tensor(g)
    t = g._t if g._rec is None else usable(g, TS.tapes)
    t = _of_number(t, like.shape)
    return t if t.dtype == like.dtype else t.to(like.dtype)


def _of_number(t: torch.Tensor, shape: torch.Size) -> torch.Tensor:
    """The gradient `t` for an input of that shape; it may be one number, which TensorFlow would hand on as it is."""
    return t.expand(shape) if t.shape != shape and t.numel() == 1 else t


def _kernel(graph: Any, results: list[Any], inputs: list[Any], captures: list[Any], followed: bool = False) -> list[Any]:
    """The node of a custom gradient in a graph: identity forward, the traced gradient function backward."""
    accumulators = _accumulators() if followed else []
    if not any(t.requires_grad for t in inputs):
        return [torch.ops.aten.alias(r) if accumulators else r.detach() for r in results]

    def backward(grads: Sequence[Any]) -> list[Any]:
        found = graph.program()(*grads, *captures)
        return [_of_number(g, t.shape) if g is not None and t.requires_grad else None for g, t in zip(found, inputs)]

    return list(_Recorded.apply(backward, accumulators, len(results), *(r if accumulators else r.detach() for r in results), *inputs))


# Under a forward accumulator the results count as what they were computed from; otherwise only the inputs do.
_NODE, _FOLLOWED_NODE = (
    InnerOp("IdentityN", functools.partial(_kernel, followed=followed), names=("graph", "results", "inputs", "captures"))
    for followed in (False, True)
)
_NODE.non_differentiable = (1,)


# The functions whose gradient functions this thread is tracing, as `_identity` gives them.
_being_traced = ScopedValue(())


def _identity(f: Any) -> Any:
    """What calls of one function have in common, though it may be made anew for each."""
    return getattr(f, "__code__", f)


def _in_graph(flat: list[Any], args: Any, variables: Any, grad_fn: Callable[..., Any], f: Any) -> list[Any]:
    graph = TS.graph
    flat = [func_graph.as_graph_tensor(graph, r) for r in flat]
    for r in flat:  # by which TensorFlow looks for variables
        returned(graph, r)
    inputs = [*args, *(func_graph.as_graph_tensor(graph, v) for v in variables)]

    def backward(*dys: Any) -> list[Any]:
        with _being_traced.set_to((*_being_traced.value, _identity(f))):
            found = _input_gradients(grad_fn, list(dys), variables, len(args))
        return [None if g is None else convert_to_tensor(g) for g in found]

    specs = [(r.dtype, r.shape) for r in flat]
    gradient: _Hidden | _Deferred
    given: Any = ()
    if _being_traced.value.count(_identity(f)) > 1:
        # A gradient function that calls its own function has no end: TensorFlow calls it where a gradient is asked for.
        used = {id(x): x for x in (*flat, *inputs, *_within(grad_fn)) if isinstance(x, SymbolicTensor)}
        gradient = _Deferred(graph, backward, specs, list(used.values()))
        captures = [in_scope(x, graph, TS.tapes) for x in used.values()]
    else:
        traced = func_graph.trace("custom_gradient", backward, specs, outer=graph)
        run, watched = with_watched(traced, graph)
        gradient = _Hidden(run)
        outer = traced.outer_captures
        captures = [in_scope(uncut(c), graph, TS.tapes) if not isinstance(c, EagerTensor) else graph._as_node(c) for c in outer]
        captures += [in_scope(c, graph, TS.tapes) for c in watched]
        given = traced.outputs
        inputs = [detach(graph, x) if g is None and isinstance(x, Tensor) else x for x, g in zip(inputs, traced.outputs)]
    leaves = [abstract.leaf_like(r) for r in flat]
    node = graph._add(_FOLLOWED_NODE if _accumulators() else _NODE, [gradient, flat, inputs, captures], leaves)
    for i, (x, g) in enumerate(zip(inputs, given)):
        if g is not None and isinstance(x, Tensor) and not x.shape.is_compatible_with(g.shape) and node.wrong_gradient is None:
            node.wrong_gradient = wrong_gradient_shape(node.name, len(flat) + i, x.shape, g.shape)
    if TS.tape is not None and any(t._rec is not None for t in ([*inputs, *flat] if _accumulators() else inputs)):
        for t in node.outputs:
            if t._dt._kind in "fc":
                t._rec = TS.tape
    return list(node.outputs)


def _within(function: Callable[..., Any]) -> Iterator[Any]:
    """What a function made of others holds: in its closure, its defaults and the arguments that were bound to it."""
    waiting: list[Any] = [function]
    seen: set[int] = set()
    while waiting:
        x = waiting.pop()
        if id(x) in seen:
            continue
        seen.add(id(x))
        if isinstance(x, FunctionType):
            for cell in x.__closure__ or ():
                with contextlib.suppress(ValueError):  # it may be empty still
                    waiting.append(cell.cell_contents)
            waiting += [x.__defaults__, x.__kwdefaults__, getattr(x, "__wrapped__", None)]
        elif isinstance(x, _Decorated):
            waiting.append(x._call)
        elif isinstance(x, functools.partial):
            waiting += [x.func, x.args, x.keywords]
        elif isinstance(x, MethodType):
            waiting += [x.__func__, x.__self__]
        elif nest.is_nested_or_composite(x):
            with contextlib.suppress(TypeError, ValueError):  # keys without an order
                waiting += nest.flatten(x, expand_composites=True)
        else:
            yield x


def gradient_graph(node: Any) -> Any:
    """The traced gradient function of the node of a custom gradient, None for any other node.

    The other arguments of such a node are what it passes on, what the gradients go to, and what that function uses besides them.
    """
    return node.arguments[0].graph() if node._op_def in (_NODE, _FOLLOWED_NODE) else None


def node_of_gradient(graph: Any, gradient: Any, results: list[Any], inputs: list[Any], captures: list[Any], name: str) -> Any:
    """A node `name` in `graph` that passes `results` on; their gradients go to `inputs` by way of the graph `gradient`, of `captures`."""
    inputs = [detach(graph, x) if g is None else x for x, g in zip(inputs, gradient.outputs)]
    return graph._add(_NODE, [_Hidden(gradient), results, inputs, captures], [abstract.leaf_like(r) for r in results], name)


class _Hidden:
    """A graph that runs going backward only: its variables are not read going forward."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph

    def graph(self) -> Any:
        """The traced gradient function."""
        return self._graph

    def program(self) -> Any:
        """The compiled graph."""
        return self._graph.program()


class _Deferred:
    """A gradient function that is traced when the first gradient goes back to it, with the tensors that it may use, `captures`."""

    def __init__(self, outer: Any, backward: Callable[..., Any], specs: Any, captures: list[Any]) -> None:
        self._outer, self._backward, self._specs, self._captures = outer, backward, specs, captures
        self._traced: Any = None

    def graph(self) -> Any:
        """A graph cannot be written down that has no end."""
        raise refused("tf.custom_gradient", "recursive")

    def program(self) -> Any:
        """The compiled graph."""
        if self._traced is None:
            self._traced = func_graph.trace("custom_gradient", self._trace, self._specs, outer=self._outer)
            if len(self._traced.captured) > len(self._captures):
                raise refused("tf.custom_gradient", "unseen")
        return self._traced.program()

    def _trace(self, *dys: Any) -> list[Any]:
        for x in self._captures:
            TS.graph._local(x)
        return self._backward(*dys)


@tf_export("grad_pass_through")
def grad_pass_through(f: Callable[..., Any]) -> Any:
    """A function with the gradient of the identity: what comes back for its output goes to its input unchanged. Mirrors
    `tf.grad_pass_through`.

    The results have to have the shapes of the inputs.

    Arguments:
        f: a function of tensors.

    Returns:
        A function with the same values. Variables that it reads get no gradient.

    Rounding and quantization, whose own gradient is 0 or None, can so be trained through: the straight-through
    estimator.

    Example:
        >>> x = tf.Variable(2.6)
        >>> with tf.GradientTape() as tape:
        ...     y = 3.0 * tf.grad_pass_through(tf.round)(x)
        >>> float(y), float(tape.gradient(y, x))
        (9.0, 3.0)
    """

    @custom_gradient
    @functools.wraps(f, updated=())
    def wrapped(*args: Any, **kwargs: Any) -> tuple[Any, Callable[..., Any]]:
        def grad(*dys: Any, **grad_kwargs: Any) -> Any:
            variables = grad_kwargs.get("variables")
            dx = dys if len(dys) > 1 else dys[0]
            return (dx, [None] * len(variables)) if variables is not None else dx

        return f(*args, **kwargs), grad

    return wrapped


@tf_export("recompute_grad")
def recompute_grad(f: Callable[..., Any]) -> Any:
    """A function whose intermediate values are not kept for the gradient, but computed again. Mirrors `tf.recompute_grad`.

    Arguments:
        f: a function of tensors; it is called twice, so it must give the same each time.

    Returns:
        A function with the same values and gradients.

    It takes less memory, and the time of another forward pass: large blocks of a deep network are wrapped by it. What
    is random in `f` needs a stateless operation with a fixed seed.

    Example:
        >>> block = tf.recompute_grad(lambda x: tf.tanh(x) * tf.exp(x))
        >>> x = tf.Variable([0.0, 1.0])
        >>> with tf.GradientTape() as tape:
        ...     y = block(x)
        >>> np.round(tape.gradient(y, x), 3)
        array([1.   , 3.212], dtype=float32)
    """

    @custom_gradient
    @functools.wraps(f, updated=())
    def wrapped(*args: Any, **kwargs: Any) -> tuple[Any, Callable[..., Any]]:
        with stop_recording():
            result = f(*args, **kwargs)

        def grad(*dys: Any, variables: Any = None) -> Any:
            with GradientTape(persistent=False) as tape:
                inputs = [_fresh(a) if isinstance(a, Tensor) else a for a in args]
                tape.watch([a for a in inputs if _is_source(a) and is_trainable_dtype(a.dtype)])
                for v in variables or ():
                    tape.watch(v)
                again = f(*inputs, **kwargs)
            sources = [a for a in inputs if _is_source(a)]
            found = tape.gradient(again, [sources, list(variables or ())], output_gradients=_weights(again, dys))
            # A variable that is given twice has one gradient, which is that of both places.
            first = {id(s): i for i, s in reversed([*enumerate(sources)])}
            found[0] = [g if first[id(s)] == i else None for i, (s, g) in enumerate(zip(sources, found[0]))]
            return (found[0], found[1]) if variables is not None else found[0]

        grad.not_transposed = (  # type: ignore[attr-defined]
            f"recompute_grad tried to transpose grad of {getattr(f, '__name__', f)}. Consider not using recompute_grad in forward mode"
            "autodiff"
        )
        return result, grad

    return wrapped


def _weights(result: Any, dys: Sequence[Any]) -> Any:
    return nest.pack_sequence_as(result, list(dys))


def _is_source(x: Any) -> bool:
    """Whether an argument of a recomputed function is what gradients are asked for."""
    return isinstance(x, Tensor) or is_variable(x)


def _fresh(x: Any) -> Any:
    """Another tensor with the value of `x`, so that watching it does not watch `x`; outer tapes keep recording it."""
    if type(x) is EagerTensor:
        return wrap(x._t if x._rec is None else usable(x, TS.tapes), x._dt, x._rec)
    graph = TS.graph
    return graph._add(_ALIAS, [in_scope(x, graph, TS.tapes)], abstract.leaf_like(x)).outputs[0]
