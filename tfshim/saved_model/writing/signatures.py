"""Functions as signatures: keyword arguments in, a dictionary of tensors out."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import Function
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import FUNCTION, is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.saved_model import constants
from tfshim.saved_model._specs import input_specs
from tfshim.saved_model.restored import RestoredFunction
from tfshim.saved_model.writing.library import Library, Trace, named_by_place, parameters_of
from tfshim.saved_model.writing.messages import FunctionMessage


def concrete_of(function: Any) -> Any:
    """The one trace of a function that a signature is made of, None where there is none or more than one."""
    if isinstance(function, Function):
        if function.input_signature is not None or not inspect.signature(function.python_function).parameters:
            return function.get_concrete_function()
        return None
    if isinstance(function, ConcreteFunction) or hasattr(function, "concrete"):
        return function
    if isinstance(function, RestoredFunction) and len(function.concrete_functions) == 1:
        return function.concrete_functions[0]
    return None


def canonical(signatures: Any) -> dict[str, tuple[Any, list[Any]]]:
    """{name: (concrete function, defaults of its last arguments)} of what the argument `signatures` of `tf.saved_model.save` may be.

    Raises ValueError for other things.
    """
    if signatures is None:
        return {}
    if not isinstance(signatures, Mapping):
        signatures = {constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signatures}
    made = {}
    for name, function in signatures.items():
        concrete = concrete_of(function)
        if concrete is None:
            raise ValueError(
                f"Expected a TensorFlow function for which to generate a signature, but got {function}. Only `tf.functions` with an "
                "input signature or concrete functions can be used as a signature."
            )
        defaults = function.function_spec.fullargspec.defaults if isinstance(function, Function) else None
        made[name] = concrete, nest.flatten(defaults or ())
    return made


def written(library: Library, key: str, concrete: Any, defaults: Sequence[Any] = ()) -> Trace:
    """The function of the signature `key`, which calls `concrete`; of `defaults`, for its last arguments, tensors are kept."""
    inner = library.trace(concrete)
    inputs = nest.flatten(inner.arguments, expand_composites=True)
    specs = input_specs(inner.arguments, lambda: concrete.graph.inputs)
    if any(is_variable(x) for x in inputs):
        raise ValueError(
            f"Unable to serialize concrete_function '{inner.name}' with tf.Variable input. Functions that expect tf.Variable inputs "
            "cannot be exported as signatures."
        )
    results = _by_name(inner.results, inner.name, key)
    wanted = getattr(getattr(concrete, "_spec", None), "_function", None)
    made = FunctionMessage(library.unique(f"__inference_signature_wrapper_{getattr(wanted, '__name__', key)}"))
    given = [made.argument(name, spec.dtype, spec.shape, name) for name, spec in zip(inner.keywords, specs, strict=True)]
    taken = [as_dtype(a.type) for a in inner.message.signature.input_arg]
    given += [made.argument("unknown", dtype) for dtype in taken[len(given) :]]
    kinds = [as_dtype(a.type) for a in inner.message.signature.output_arg]
    call = made.nodes.call(inner.name, given, taken, kinds)
    if inner.message.signature.is_stateful or dtypes.resource in taken:
        made.effect(call)
    # The results of the wrapper are in the order of their names, those of the function in that of its structure.
    places = iter(range(len(kinds)))
    numbered = nest.map_structure(lambda spec: [next(places) for _ in nest.flatten(spec, expand_composites=True)], inner.results)
    at = _by_name(numbered, inner.name, key, specs=False)
    for name in sorted(results):
        for place in at[name]:
            made.result(f"{call}:output:{place}", kinds[place])
    library.add(made)
    arguments = {n: TensorSpec(s.shape, s.dtype, n) for n, s in zip(inner.keywords, specs)}
    order = sorted(arguments)
    if order != inner.keywords:
        _reorder(made.message, [inner.keywords.index(n) for n in order])
    return Trace(
        made.message,
        inner.captured,
        order,
        ((), {n: arguments[n] for n in order}),
        named_by_place(results),
        parameters_of(keyword_only=inner.keywords),
        positional=1 if len(order) == 1 else 0,
        defaults={n: d for n, d in zip(reversed(inner.keywords), reversed(defaults), strict=False) if isinstance(d, Tensor)},
    )


def _reorder(message: Any, order: list[int]) -> None:
    """Put the first arguments of a function into another order."""
    arguments = [type(message.signature.input_arg[i])() for i in order]
    about = [type(message.arg_attr[i])() for i in order]
    for made, attributes, i in zip(arguments, about, order):
        made.CopyFrom(message.signature.input_arg[i])
        attributes.CopyFrom(message.arg_attr[i])
    for i, (made, attributes) in enumerate(zip(arguments, about)):
        message.signature.input_arg[i].CopyFrom(made)
        message.arg_attr[i].CopyFrom(attributes)


def _by_name(results: Any, function: str, key: str, specs: bool = True) -> dict[str, Any]:
    """The results of a function as a dictionary; TensorFlow's ValueError for what cannot be one."""
    if hasattr(results, "_asdict"):
        results = results._asdict()
    if not isinstance(results, Mapping):
        several = isinstance(results, (list, tuple)) and (specs or not all(type(r) is int for r in results))
        results = {f"output_{i}": r for i, r in enumerate(results if several else [results])}
    for name, result in results.items():
        if not isinstance(name, str):
            raise ValueError(
                f"Got a dictionary with a non-string key {name!r} in the output of the function {function} used to generate the "
                f"SavedModel signature {key!r}."
            )
        if specs and not isinstance(result, TypeSpec):
            raise ValueError(
                f"Got a non-Tensor value {result!r} for key {name!r} in the output of the function {function} used to generate the "
                f"SavedModel signature {key!r}. Outputs for functions used as signatures must be a single Tensor, a sequence of Tensors, "
                "or a dictionary from string to Tensor."
            )
    return dict(results)


def default_of(root: Any, children: Mapping[str, Any]) -> Any:
    """The function among the children of a root that becomes its signature though none was named; None if none can."""
    named = children.get("_default_save_signature") or getattr(root, "_default_save_signature", None)
    if named is not None:
        return named
    found = []
    for function in children.values():
        if getattr(function, "_tfshim_kind", None) is not FUNCTION:
            continue
        concrete = concrete_of(function)
        if concrete is not None and _can_be_signature(concrete):
            found.append(concrete)
    return found[0] if len(found) == 1 else None


def _can_be_signature(concrete: Any) -> bool:
    flat = nest.flatten(concrete.structured_input_signature)
    results = concrete.structured_outputs
    results = results._asdict() if hasattr(results, "_asdict") else results
    values = list(results.values()) if isinstance(results, Mapping) else list(results) if isinstance(results, (list, tuple)) else [results]
    tensors = all(hasattr(v, "dtype") or nest.is_composite(v) for v in values)
    return tensors and not any(is_variable(x) for x in flat)
