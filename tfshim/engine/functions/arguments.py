"""The arguments of traced functions: how calls are bound to parameters, and which of their values are tensors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from tfshim.engine.functions.call_keys import ARRAYS
from tfshim.engine.functions.signatures import name_in_spec, name_within
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.logger import absl_logger
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec, type_spec_from_value
from tfshim.engine.variables.variable import Variable
from tfshim.engine.variables.variable_spec import VariableSpec


def is_input(x: Any) -> bool:
    """Whether a traced function takes `x` as a tensor; everything else is part of the trace."""
    return isinstance(x, (Tensor, *ARRAYS)) and not isinstance(x, Variable)


class _Captured:
    """Stands for a default in the text of a signature."""

    def __repr__(self) -> str:
        return "<captured_default_value>"


_CAPTURED = _Captured()
_VALUES = ("RaggedTensorValue", "SparseTensorValue")  # composite tensors in arrays


def _checked_signature(signature: Any) -> tuple[Any, ...]:
    """A signature given by a user as a tuple. Raises TypeError for what is no sequence of specs."""
    if not isinstance(signature, (tuple, list)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(signature)}.")
    if any(isinstance(s, VariableSpec) for s in nest.flatten(signature)):
        raise TypeError(f"input_signature doesn't support VariableSpec, got {nest.flatten(signature)}")
    wrong = [s for s in nest.flatten(signature) if not isinstance(s, TypeSpec)]
    if wrong:
        raise TypeError(
            f"input_signature must be a possibly nested sequence of TensorSpec objects, got invalid args {wrong} with types "
            f"{[type(s) for s in wrong]}."
        )
    return tuple(signature)


def _by_valid_names(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments by names that parameters of a function in a graph may have, which are letters, digits and `_` after a letter."""
    made = {}
    for name, value in kwargs.items():
        valid = name
        if not (name[:1].isalpha() and name.replace("_", "a").isalnum()):
            valid = "".join([c if c.isalnum() else "_" for c in name])
            valid = valid if valid[:1].isalpha() else f"arg_{valid}"
            absl_logger().warning("`%s` is not a valid tf.function parameter name. Sanitizing to `%s`.", name, valid)
        made[valid] = value
    if len(made) < len(kwargs):
        raise ValueError(
            "Name collision after sanitization. Please rename tf.function input parameters. Original: "
            f"{sorted(kwargs)}, Sanitized: {sorted(made)}"
        )
    return made


class FunctionSpec:
    """How a function is called: its parameters and, if given, the signature of its inputs."""

    def __init__(self, function: Callable[..., Any], input_signature: Any) -> None:
        self._function = function
        self.signature = inspect.signature(function)
        self.input_signature = None if input_signature is None else _checked_signature(input_signature)
        parameters = list(self.signature.parameters.values())
        self.names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        self.further = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), "args")  # what `*` collects
        self.simple = all(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
        self.count = len(parameters)
        if self.input_signature is not None:
            if parameters and parameters[0].name == "self":  # a method before it is bound: the signature leaves `self` out
                parameters = parameters[1:]
            given = [p.replace(annotation=s) for p, s in zip(parameters, self.input_signature)]
            self.shown = self.signature.replace(parameters=[*given, *parameters[len(given) :]], return_annotation=inspect.Signature.empty)
            n = len(self.input_signature)
            has_star = any(p.kind is p.VAR_POSITIONAL for p in parameters)
            extra = n - sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
            bare = next((p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty), None)
            if bare is not None:
                raise TypeError(f"Since input_signature is defined, keyword-only parameter `{bare}` must have a default value")
            if extra > 0 and not has_star:
                raise TypeError(f"input_signature contains {extra} extra type constraints.")
            required = [p.name for p in parameters[n:] if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD,)]
            if required:
                raise TypeError(f"input_signature missing type constraint for {required[0]}")

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments with defaults filled in."""
        if self.simple and not kwargs and len(args) == self.count:
            return args, kwargs
        if kwargs:
            kwargs = _by_valid_names(kwargs)
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as e:
            raise self.refused(e, args, kwargs) from None
        bound.apply_defaults()
        return bound.args, bound.kwargs

    def refused(self, reason: object, args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError:
        """The error for arguments with which it cannot be called."""
        shown = self.signature if self.input_signature is None else self.shown
        parameters = [p if p.default is p.empty else p.replace(default=_CAPTURED) for p in shown.parameters.values()]
        return TypeError(
            f"Binding inputs to tf.function failed due to `{reason}`. Received args: {args} and kwargs: {kwargs} for signature: "
            f"{shown.replace(parameters=parameters)}."
        )

    @property
    def fullargspec(self) -> inspect.FullArgSpec:
        """The parameters, as `inspect.getfullargspec` gives them, without annotations."""
        return inspect.getfullargspec(self._function)._replace(annotations={})


def apply_signature(spec: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """`args` as tensors that fit the input signature. Raises TypeError where one does not."""
    n = len(spec.input_signature)
    if len(args) + len(kwargs) < n:
        raise TypeError(f"{len(args)} arguments for an input_signature of {n}.")
    made = []
    for value, want in zip(args[:n], spec.input_signature):
        flat_want = nest.flatten(want)
        if isinstance(want, TensorSpec) and isinstance(value, (list, tuple)):
            # A hint alone: a list that makes another dtype is refused below, as in TensorFlow, and not converted.
            value = convert_to_tensor(value, dtype_hint=want.dtype)
        elif type(value).__name__ in _VALUES and not isinstance(want, TensorSpec) and isinstance(want, TypeSpec):
            value = want._from_components(want._to_components(value))
        try:
            nest.assert_same_structure(want, value, expand_composites=False)
        except (ValueError, TypeError):
            raise TypeError(f"Binding inputs to tf.function failed: structure of argument {value!r} does not match {want!r}.") from None
        flat = []
        for x, w in zip(nest.flatten(value), flat_want):
            if isinstance(w, TensorSpec):
                if not isinstance(x, Tensor):
                    try:
                        x = convert_to_tensor(x, w.dtype)
                    except (TypeError, ValueError) as e:
                        raise TypeError(
                            f"Binding inputs to tf.function failed due to `{e}`. Received args: {args} and kwargs: {kwargs} for "
                            f"signature: {spec.shown}."
                        ) from None
            parts = zip(nest.flatten(w, expand_composites=True), nest.flatten(x, expand_composites=True))
            for part, t in parts if isinstance(w, TensorSpec) or nest.is_composite(x) else ():
                if isinstance(part, TensorSpec) and isinstance(t, Tensor) and not part.is_compatible_with(t):
                    raise TypeError(
                        f"Binding inputs to tf.function failed due to `Can not cast TensorSpec(shape={t.shape}, dtype={t.dtype!r}, "
                        f"name=None) to {part!r}`. Received args: {args} and kwargs: {kwargs} for signature: {spec.shown}."
                    )
            flat.append(x)
        made.append(nest.pack_sequence_as(want, flat))
    return (*made, *args[n:])


class _SpecStandIn(SymbolicTensor):
    """An argument of which only dtype and shape are given."""

    __slots__ = ("_given_name",)

    def __init__(self, spec: TensorSpec) -> None:
        super().__init__(None, 0, spec.dtype, spec.shape, None, None)
        self._given_name = spec.name


def stand_in(x: Any) -> Any:
    if isinstance(x, TensorSpec):
        return _SpecStandIn(x)
    if isinstance(x, TypeSpec):
        return nest.pack_sequence_as(x, [_SpecStandIn(s) for s in nest.flatten(x, expand_composites=True)], expand_composites=True)
    return x


def placed(key: Any, x: Any) -> Any:
    """The argument `x` with its tensors replaced by placeholders of the shapes in its key, which may be more general."""
    if isinstance(key, TypeSpec):
        # A value as it is, where it will do: making one may take more than its class can do with stand-ins.
        return x if getattr(x, "_type_spec", None) == key else stand_in(key)
    if type(key) is not tuple or len(key) != 2:
        return x
    kind, inner = key
    if isinstance(kind, DType):
        return _SpecStandIn(TensorSpec(inner, kind, name=getattr(x, "_given_name", None)))
    if kind is list or kind is tuple:
        return kind([placed(k, v) for k, v in zip(inner, x)])
    if kind is dict:
        found = {k: placed(part, x[k]) for k, part in inner}
        # The function sees the order of the caller, though keys are sorted.
        return {k: found[k] for k in x} if type(x) is dict else nest.pack_sequence_as(x, nest.flatten(found), expand_composites=False)
    if type(kind) is tuple and hasattr(x, "_fields"):
        return type(x)(*[placed(k, v) for k, v in zip(inner, x)])
    if isinstance(kind, (type, tuple)) and type(inner) is tuple and nest.is_nested(x):
        return nest.pack_sequence_as(x, [placed(k, v) for k, v in zip(inner, nest.flatten(x))])
    return x


def specs_of(structure: Any, given: Any = None, names: Sequence[str] | None = None) -> Any:
    """`structure` with a spec for each tensor, array and composite; placeholders are shown with their names, or by those in `names`.

    Of composites whose placeholders stand for those in `given`, of the same structure, the specs are of the latter, which know more.
    """

    def spec(x: Any, known: Any) -> Any:
        name = None if labels is None else next(labels)
        if nest.is_composite(x):
            return type_spec_from_value(known if nest.is_composite(known) else x)
        if not isinstance(x, SymbolicTensor):
            return x
        return TensorSpec(x.shape, x.dtype, name=x.op.name if name is None else name_in_spec(name))

    labels = None if names is None else iter(names)
    return nest.map_structure(spec, structure, structure if given is None else given)


def spec_names(spec: FunctionSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[str]:
    """What the specs of a trace are called, one for each tensor or composite: the way to it, from the name of the argument on."""
    wanted = iter([getattr(s, "name", None) for s in nest.flatten(spec.input_signature or ())])
    return [
        next(wanted, None) or getattr(x, "_given_name", None) or name_within(name, path)
        for name, value in _by_name(spec, args, kwargs)
        for path, x in nest.flatten_with_tuple_paths(value)
    ]


def _by_name(spec: FunctionSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[str, Any]]:
    """(name, value) of all arguments in their order; keywords are sorted as `nest` sorts them."""
    further = [(f"{spec.further}_{i}", a) for i, a in enumerate(args[len(spec.names) :])]
    return [*zip(spec.names, args), *further, *[(k, kwargs[k]) for k in sorted(kwargs)]]


def inputs_of(structure: Any) -> list[Tensor]:
    """The tensors of a call. ValueError for a spec, which stands for a tensor only where a function is traced."""
    made = []
    for x in nest.flatten(structure, expand_composites=True):
        if is_input(x):
            made.append(x if isinstance(x, Tensor) else convert_to_tensor(x))
        elif type(x) is TensorSpec:
            raise ValueError(f"Attempt to convert a value ({x!r}) with an unsupported type ({type(x)}) to a Tensor.")
    return made


def component_shapes(structure: Any) -> dict[int, TensorShape]:
    """The shapes of the tensors of composites, by their places among the flat tensors: what their types say, not one value alone.

    How many values a ragged or sparse tensor has is no part of its type, so a trace serves others with more of them.
    """
    made, at = {}, 0
    for x in nest.flatten(structure):
        parts = nest.flatten(x, expand_composites=True)
        if nest.is_composite(x):
            specs = nest.flatten(x._type_spec, expand_composites=True)
            if len(specs) == len(parts):
                made.update({at + i: s.shape for i, s in enumerate(specs) if isinstance(s, TensorSpec)})
        at += len(parts)
    return made


def check_unchanged(function: Callable[..., Any], spec: FunctionSpec, before: Any, after: Any) -> None:
    """Raise ValueError if tracing `function` has changed the Python structures among its arguments: later calls would not see it."""
    positional = [*spec.names, *[spec.further] * (len(before[0]) - len(spec.names))]
    keywords = next((p.name for p in spec.signature.parameters.values() if p.kind is p.VAR_KEYWORD), None)
    values = [*zip(positional, *(x[0] for x in (before, after)))]
    values += [(k if k in spec.signature.parameters else keywords, v, after[1][k]) for k, v in before[1].items()]
    changed = list(dict.fromkeys(name for name, a, b in values if _differs(a, b)))
    if changed:
        original = getattr(function, "_tfshim_original", function)
        raise ValueError(
            f"{getattr(original, '__qualname__', spec.further)}{spec.signature} should not modify its Python input arguments. Modifying a "
            f"copy is allowed. The following parameter(s) were modified: {', '.join(map(str, changed))}"
        )


def _differs(a: Any, b: Any) -> bool:
    try:
        nest.assert_same_structure(a, b)
    except (TypeError, ValueError):
        return True
    return any(x is not y for x, y in zip(nest.flatten(a), nest.flatten(b)))


def check_specs(spec: FunctionSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise TypeError if what is given for a trace is not of the input signature: a type that allows less than it asks for, or another."""
    for value, want in zip(args, spec.input_signature or ()):
        for x, wanted in zip(*(nest.flatten(s, expand_composites=True) for s in (value, want))):
            if isinstance(wanted, TensorSpec) and isinstance(x, (Tensor, TensorSpec)) and not isinstance(x, Variable):
                given = x if isinstance(x, TensorSpec) else TensorSpec(x.shape, x.dtype)
                if given.dtype != wanted.dtype or not _within(given.shape, wanted.shape) or given.name not in (None, wanted.name):
                    raise spec.refused(f"Can not cast {given!r} to {wanted!r}", args, kwargs)


def _within(shape: TensorShape, wanted: TensorShape) -> bool:
    """Whether each shape that `shape` allows is one that `wanted` allows."""
    if wanted.rank is None or shape.rank is None:
        return wanted.rank is None
    return shape.rank == wanted.rank and all(w in (None, d) for d, w in zip(shape.as_list(), wanted.as_list()))


def argument_names(spec: FunctionSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[int, str]:
    """Names for placeholders: those of the arguments."""
    names, at = {}, 0
    wanted = [getattr(s, "name", None) for s in nest.flatten(spec.input_signature or (), expand_composites=True)]
    for name, value in _by_name(spec, args, kwargs):
        for x in nest.flatten(value, expand_composites=True):
            names[at] = getattr(x, "_given_name", None) or (wanted[at] if at < len(wanted) else None) or name
            at += 1
    return names
