"""Written forms of the nodes that make datasets, begin iterations over them and take their elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.data import graphs
from tfshim.data.dataset import Dataset
from tfshim.data.specs import boxed
from tfshim.engine.graph_export.splicing import Inside, splice_around
from tfshim.written_forms.datasets.elements import VARIANT, described, is_written, leaves_of, listed, packed, unpacked
from tfshim.written_forms.datasets.transformations import Pipeline, unwritten
from tfshim.written_forms.form import raw

if TYPE_CHECKING:
    from collections.abc import Callable

    from tfshim.engine.graphs.operation import Operation

    Writer = Any  # GraphWriter of engine.graphs.graph_writer
    Form = Callable[[Writer, Operation, Inside], Any]

_HANDLE = [(tf.resource, [])]


def expansion(writer: Writer, node: Operation) -> list[Any] | None:
    """The NodeDefs for a node of datasets, iterators and optionals; None for any other, and for one that has no form in files."""
    form = _form_of(node)
    if form is None or writer.keeps_objects or not writer.functions.derivatives:
        return None
    beside = writer.functions.shown and (form is _held or form is _made)
    return splice_around(writer, node, lambda inner: form(writer, node, inner), beside)


def _form_of(node: Operation) -> Form | None:
    if node.kind == "Const":
        held = held_dataset(node)
        return None if held is None or unwritten(held) is not None else _held
    operation: Any = node._op_def
    if getattr(operation, "declared", None) is not None:
        return _as_declared
    module = getattr(operation.kernel, "__module__", None)
    if module not in ("tfshim.data.graphs", "tfshim.data.optional"):
        return None
    if operation.kernel is graphs._rebuild:
        return None if unwritten(node.arguments[0].dataset) is not None else _made
    specs = [s for a in node.arguments if hasattr(a, "specs") for s in a.specs]
    return _FORMS.get(node.kind) if all(map(is_written, specs)) else None


def held_dataset(node: Operation) -> Any:
    """The dataset that is a constant of a graph, or None."""
    value: Any = node.arguments[0]
    if value.dtype is not tf.variant or value._t.ndim:
        return None
    held = boxed(value._t)
    return held if isinstance(held, Dataset) else None


def _held(writer: Writer, node: Operation, inner: Inside) -> Any:
    pipeline, dataset = Pipeline(writer, inner, {}, node), held_dataset(node)
    user = next((n for n in node.graph._operations if any(t is node.outputs[0] for t in n.written_inputs)), node)
    return pipeline.given(pipeline.all_of(dataset), user)


def _made(writer: Writer, node: Operation, inner: Inside) -> Any:
    holder, values = node.arguments
    leaves = {id(leaf): inner(x) for leaf, x in zip(holder._leaves, values, strict=True)}
    return Pipeline(writer, inner, leaves, node).all_of(holder.dataset)


def _as_declared(writer: Writer, node: Operation, inner: Inside) -> Any:
    """A node that was made of TensorFlow's own, with the attributes that it had."""
    made = raw(node.kind, [inner(a) for a in node.arguments], [(t.dtype, t.shape) for t in node.outputs], node._op_def.declared)
    return made if node.outputs else []


def _own_name(writer: Writer, node: Operation) -> str | None:
    """The name of the operation that stands for `node`: on pages that of the node itself."""
    return f"{node.name}/" if writer.functions.shown else None


# ---------------------------------------------------------------------- iterations
def _begun(writer: Writer, node: Operation, inner: Inside) -> Any:
    dataset, elements = node.arguments
    handle = raw("AnonymousIteratorV3", [], _HANDLE, described(elements.specs))
    with tf.control_dependencies(raw("MakeIterator", [inner(dataset), handle], [])):
        return tf.identity(handle)


def _next(writer: Writer, node: Operation, inner: Inside) -> Any:
    iterator, elements = node.arguments
    about = described(elements.specs)
    found = raw("IteratorGetNext", [inner(iterator)], leaves_of(elements.specs), about, _own_name(writer, node))
    return unpacked(elements.specs, listed(found))


def _next_as_optional(writer: Writer, node: Operation, inner: Inside) -> Any:
    iterator, elements = node.arguments
    return raw("IteratorGetNextAsOptional", [inner(iterator)], VARIANT, described(elements.specs), _own_name(writer, node))


# ---------------------------------------------------------------------- optionals
def _of_value(writer: Writer, node: Operation, inner: Inside) -> Any:
    components, elements = node.arguments
    return raw("OptionalFromValue", [packed(elements.specs, inner(components))], VARIANT)


def _of_nothing(writer: Writer, node: Operation, inner: Inside) -> Any:
    return raw("OptionalNone", [], VARIANT)


def _has_value(writer: Writer, node: Operation, inner: Inside) -> Any:
    return raw("OptionalHasValue", [inner(node.arguments[0])], [(tf.bool, [])], name=_own_name(writer, node))


def _value(writer: Writer, node: Operation, inner: Inside) -> Any:
    variant, elements = node.arguments
    about = described(elements.specs)
    found = raw("OptionalGetValue", [inner(variant)], leaves_of(elements.specs), about, _own_name(writer, node))
    return unpacked(elements.specs, listed(found))


# ---------------------------------------------------------------------- values of datasets
def _reduced(writer: Writer, node: Operation, inner: Inside) -> Any:
    dataset, state, captures, reduction = node.arguments
    program, spec = reduction.program, reduction.spec
    leaves = {id(c): inner(x) for c, x in zip(program.captures, captures, strict=True)}
    name, others = Pipeline(writer, inner, leaves, node).function(program)
    given = [inner(dataset), packed(spec, inner(state)), others]
    about = {"f": name, **described(spec)}
    return unpacked(spec, listed(raw("ReduceDataset", given, leaves_of(spec), about, _own_name(writer, node))))


def _only(writer: Writer, node: Operation, inner: Inside) -> Any:
    dataset, elements = node.arguments
    about = described(elements.specs)
    found = raw("DatasetToSingleElement", [inner(dataset)], leaves_of(elements.specs), about, _own_name(writer, node))
    return unpacked(elements.specs, listed(found))


def _count(writer: Writer, node: Operation, inner: Inside) -> Any:
    return raw("DatasetCardinality", [inner(node.arguments[0])], [(tf.int64, [])], name=_own_name(writer, node))


_FORMS: dict[str, Form] = {
    "MakeIterator": _begun,
    "IteratorGetNext": _next,
    "IteratorGetNextAsOptional": _next_as_optional,
    "OptionalFromValue": _of_value,
    "OptionalNone": _of_nothing,
    "OptionalHasValue": _has_value,
    "OptionalGetValue": _value,
    "ReduceDataset": _reduced,
    "DatasetToSingleElement": _only,
    "DatasetCardinality": _count,
}
