"""Signatures of traced functions as text."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec

if TYPE_CHECKING:
    ConcreteFunction: TypeAlias = Any  # of functions.concrete_function, above this module


def type_text(x: Any, names: _Names | None = None) -> str:
    """The type of an argument or result, as TensorFlow writes it: a spec, `Literal[3]`, `Dict[...]` and so on.

    `names` are the names of parameters: a spec that has only its parameter's is shown without a name.
    """
    if isinstance(x, Tensor):
        return repr(TensorSpec(x.shape, x.dtype))
    if isinstance(x, TensorSpec):
        # A placeholder's name that only repeats its parameter's is left out, as in TensorFlow.
        return repr(TensorSpec(x.shape, x.dtype) if names and x.name in names else x)
    if isinstance(x, TypeSpec):
        return repr(x)
    if isinstance(x, Mapping):
        return f"Dict[{', '.join(f'[{k!r}, {type_text(v, names)}]' for k, v in x.items())}]"
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        fields = ", ".join(f"[{n!r}, {type_text(v, names)}]" for n, v in zip(x._fields, x))
        return f"{type(x).__name__}[{fields}]"
    if isinstance(x, (list, tuple)):
        return f"{'List' if isinstance(x, list) else 'Tuple'}[{', '.join(type_text(v, names) for v in x)}]"
    if getattr(x, "_type_spec", None) is not None and not is_variable(x):
        return repr(x._type_spec)
    if is_variable(x):
        return (
            f"VariableSpec(shape={tuple(x.shape.as_list()) if x.shape.rank is not None else None}, dtype={x.dtype!r}, "
            f"trainable={x.trainable}, alias_id={_number(x, getattr(names, 'variables', []))})"
        )
    try:
        return f"Weakref[{weakref.ref(x)!r}])"  # TensorFlow writes the bracket
    except TypeError:
        return f"Literal[{(x if x == x else object())!r}]"  # what is not equal to itself has a stand-in


class _Names(set):
    """Names of parameters, and the variables that were shown so far."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names)
        self.variables = []


def _number(variable: Any, seen: list[Any]) -> int:
    """The place of `variable` among the variables that were shown; a new one is added."""
    at = next((i for i, v in enumerate(seen) if v is variable), len(seen))
    if at == len(seen):
        seen.append(variable)
    return at


def parameters_and_types(concrete: ConcreteFunction) -> list[tuple[inspect.Parameter, Any, str]]:
    """(parameter, what it was traced with, text of its type) for each parameter of the traced function."""
    args, kwargs = concrete.structured_input_signature
    spec = concrete._spec
    names = {*spec.names, *kwargs, *(f"{spec.further}_{i}" for i in range(len(args) - len(spec.names)))}
    names = _Names(names | {f"{n}_{i}" for n in names for i in range(1, len(concrete._graph.inputs))})

    def typed(parameter: inspect.Parameter, value: Any) -> tuple[inspect.Parameter, Any, str]:
        return parameter, value, type_text(value, names)

    positional, made = list(args), []
    takes_more = any(p.kind is p.VAR_POSITIONAL for p in spec.signature.parameters.values())
    if takes_more:
        fixed = list(zip(spec.names, positional))  # with `*args` nothing before it can be given by name
        made = [typed(inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY), a) for name, a in fixed]
        positional = positional[len(fixed) :]
    for p in spec.signature.parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            made += [typed(p.replace(name=f"{p.name}_{i}", kind=p.POSITIONAL_ONLY), a) for i, a in enumerate(positional)]
            positional = []
        elif p.kind is p.VAR_KEYWORD:
            made += [typed(p.replace(name=k, kind=p.KEYWORD_ONLY), v) for k, v in kwargs.items() if k not in spec.signature.parameters]
        elif takes_more and p.name in spec.names:
            continue
        elif p.kind is p.KEYWORD_ONLY or not positional:
            made.append(typed(p, kwargs.get(p.name, p.default if p.default is not p.empty else None)))
        else:
            made.append(typed(p, positional.pop(0)))
    return made


def _result(concrete: ConcreteFunction) -> str:
    return type_text(concrete.structured_outputs)


def pretty_signature(concrete: ConcreteFunction, verbose: bool) -> str:
    """The signature of a ConcreteFunction: several lines, or one with `verbose=False`."""
    parameters, result = [(p, t) for p, _, t in parameters_and_types(concrete)], _result(concrete)
    if not verbose:
        shown = [p.replace(annotation=_Plain(t), default=p.empty) for p, t in parameters]
        return f"{inspect.Signature(shown)} -> {result}"
    lines = ["Input Parameters:"]
    lines += [f"  {p.name} ({p.kind.name}): {t}" for p, t in parameters] or ["  None"]
    lines += ["Output Type:", f"  {result}", "Captures:"]
    lines += [f"  {identity}: {spec!r}" for identity, spec in captures(concrete)] or ["  None"]
    return "\n".join(lines)


def captures(concrete: ConcreteFunction) -> list[tuple[int, TensorSpec]]:
    """(id, type) of what a traced function uses of what is around it."""
    return [(id(outer), TensorSpec(inner.shape, inner.dtype)) for outer, inner in concrete._graph.captures]


def binding_error(concrete: ConcreteFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """Why a ConcreteFunction cannot be called with `args` and `kwargs`: neither as its Python function nor with its tensors by name.

    None if it can.
    """
    spec, (positional, keyword) = concrete._spec, concrete.structured_input_signature
    known = {**dict(zip(spec.names, positional)), **keyword}

    def literal(name: str) -> bool:
        return name in known and not any(isinstance(x, TypeSpec) for x in nest.flatten(known[name]))

    # A literal that was traced may be left out of the call.
    parameters = [p.replace(default=None) if literal(p.name) else p for p in spec.signature.parameters.values()]
    reason = None
    try:
        bound = inspect.Signature(parameters).bind(*args, **kwargs) if _in_order(parameters) else spec.signature.bind(*args, **kwargs)
    except TypeError as e:
        reason = str(e)
    else:
        wrong = [n for n, v in bound.arguments.items() if literal(n) and not _same(v, known[n])]
        if wrong:
            reason = f"Can not cast {bound.arguments[wrong[0]]!r} to {type_text(known[wrong[0]])}"
    if reason is None:
        return None
    return _cannot_bind(concrete, args, kwargs, reason)


def other_shape(concrete: ConcreteFunction, args: tuple[Any, ...], kwargs: dict[str, Any], value: Any, made: Any, wanted: Any) -> str:
    """Why `value` cannot be an argument of a ConcreteFunction: the tensor `made` of it has not the shape of the input `wanted`."""
    specs = [repr(TensorSpec(t.shape, t.dtype)) for t in (made, wanted)]
    inputs = concrete._graph.inputs
    name = getattr(concrete._spec._function, "__name__", concrete.name) if concrete._spec is not None else concrete.name
    at = next(i for i, t in enumerate(inputs) if t is wanted)
    return (
        f"Binding inputs to tf.function failed due to `Can not cast {specs[0]} to {specs[1]}`. Received args: {args} and kwargs: {kwargs} "
        f"for signature: {pretty_signature(concrete, False)}.\nFallback to flat signature also failed due to: "
        f"{name}({', '.join(t.op.name for t in inputs)}): expected argument #{at}(zero-based) to be a Tensor; got {type(value).__name__} "
        f"({value})."
    )


def _cannot_bind(concrete: ConcreteFunction, args: tuple[Any, ...], kwargs: dict[str, Any], reason: str) -> str | None:
    spec = concrete._spec
    names = [t.op.name for t in concrete._graph.inputs]
    unknown = sorted(set(kwargs) - set(names))
    missing = [n for n in names[len(args) :] if n not in kwargs]
    flat = f"{getattr(spec._function, '__name__', concrete.name)}({', '.join(names)})"
    if unknown:
        flat += f" got unexpected keyword arguments: {', '.join(unknown)}."
    elif missing:
        flat += f" missing {len(missing)} required arguments: {', '.join(missing)}."
    elif len(args) + len(kwargs) > len(names):
        flat += f" takes {len(names)} positional arguments, got {len(args)}."
    else:
        return None
    return (
        f"Binding inputs to tf.function failed due to `{reason}`. Received args: {args} and kwargs: {kwargs} for signature: "
        f"{pretty_signature(concrete, False)}.\nFallback to flat signature also failed due to: {flat}"
    )


def _in_order(parameters: Sequence[inspect.Parameter]) -> bool:
    """Whether parameters without a default come before those with one, as `inspect.Signature` wants it."""
    defaults = [p.default is not p.empty for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    return defaults == sorted(defaults)


def _same(a: Any, b: Any) -> bool:
    try:
        return bool(a is b or a == b)
    except (TypeError, ValueError):
        return False


class _Plain:
    """An annotation that shows as its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text
