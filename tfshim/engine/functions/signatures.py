"""Signatures of traced functions as text."""

from __future__ import annotations

import inspect
import re
import weakref
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.engine.variables.variable_spec import VariableSpec

if TYPE_CHECKING:
    ConcreteFunction: TypeAlias = Any  # of functions.concrete_function, above this module


def type_text(x: Any, names: Names | None = None) -> str:
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
        return repr(variable_spec(x, getattr(names, "variables", [])))
    try:
        return f"Weakref[{weakref.ref(x)!r}])"  # TensorFlow writes the bracket
    except TypeError:
        return f"Literal[{(x if x == x else object())!r}]"  # what is not equal to itself has a stand-in


class Names(set):
    """Names of parameters, and the variables that were shown so far."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names)
        self.variables = []

    @classmethod
    def of(cls, concrete: ConcreteFunction) -> Names:
        """The names that placeholders of a trace have from its parameters alone."""
        args, kwargs = concrete.traced_arguments
        spec = concrete._spec
        further = [f"{spec.further}_{i}" for i in range(len(args) - len(spec.names))]
        given = [*zip([*spec.names, *further], args), *kwargs.items()]
        names = {*spec.names, *(n for n, _ in given)}
        names |= {name_within(n, path) for n, value in given for path, _ in nest.flatten_with_tuple_paths(value)}
        names |= {name_in_spec(n) for n in names}
        return cls(names | {f"{n}_{i}" for n in names for i in range(1, len(concrete._graph.inputs))})


def name_within(name: str, path: Iterable[Any]) -> str:
    """What a tensor within the argument `name` is called: the way to it."""
    return "_".join([name, *(re.sub(r"\W", "_", str(key)) for key in path)])


def name_in_spec(name: str) -> str:
    """The name of a spec whose placeholder is called by the parameter `name`."""
    return f"tensor_{name}" if name.startswith("_") else name


def variable_spec(variable: Any, seen: list[Any]) -> VariableSpec:
    """The spec of an argument that is a variable; `seen` are those before it."""
    return VariableSpec(variable.shape, variable.dtype, variable.trainable, _number(variable, seen))


def _number(variable: Any, seen: list[Any]) -> int:
    """The place of `variable` among the variables that were shown; a new one is added."""
    at = next((i for i, v in enumerate(seen) if v is variable), len(seen))
    if at == len(seen):
        seen.append(variable)
    return at


def parameters_and_types(concrete: ConcreteFunction) -> list[tuple[inspect.Parameter, Any, str]]:
    """(parameter, what it was traced with, text of its type) for each parameter of the traced function."""
    args, kwargs = concrete.traced_arguments
    spec = concrete._spec
    names = Names.of(concrete)

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
            others = {q.name for q in spec.signature.parameters.values() if q is not p}
            made += [typed(p.replace(name=k, kind=p.KEYWORD_ONLY), v) for k, v in kwargs.items() if k not in others]
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


class _Plain:
    """An annotation that shows as its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text
