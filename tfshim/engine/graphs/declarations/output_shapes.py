"""What TensorFlow's shape functions say of the outputs of operations, where kernels say more or less.

Kernels run on stand-ins for what is not known (`ops/static_shapes`), and tell sizes that TensorFlow's shape functions leave open: that the
gradient of `tanh` is as large as both operands, say. The table has a line for each operation of which that is so:

    Type[attribute=value,...] input:dims ... -> output output ...

of which the attributes are those that the line holds for. In the dims of an input, a small letter names a size, a capital any number
of axes, `?` any size; `:=v` names the values of the input, which are known or not. An output is

    *        of unknown rank
    =        what the kernel says
    dims     `?` or a number or a name for each axis, `m&n` for the smaller one of two sizes, `g//4` for a quotient, `=` for what the
             kernel says, and `...` for the axes that are left, of which that holds too; a comma at the end marks a list of one `=`

and each, or an axis, may be followed by `|` and names of which all have to be known: else it is not known. `{n}` repeats an output as
often as the attribute says. The last output stands for all that follow.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tfshim.engine.graphs.declarations.output_shape_table import KNOWN, TABLE
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.op_defs import by_name, definition_of, find
from tfshim.engine.ops.op_names import renamed
from tfshim.engine.ops.static_shapes.abstract import Leaf, leaf_of_sizes, map_leaves
from tfshim.engine.ops.static_shapes.size_values import SIZE_A, SIZE_B
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor

# For operations whose outputs depend on more than a line can say: {type: function of (what the kernel says, the call)}
RULES: dict[str, Callable[[list[int | None] | None, Call], list[int | None] | None]] = {}
# What is wrong with what is known of the inputs, where that takes more than a line: {type: function of the call that gives a text or None}
CHECKS: dict[str, Callable[[Call], str | None]] = {}
_LINE = re.compile(r"(\w+)(?:\[(.*?)\])?(.*)->(.*)")


class _Rule:
    """A line of the table."""

    def __init__(self, conditions: str | None, inputs: str, outputs: str) -> None:
        self.conditions = dict(c.split("=") for c in (conditions or "").split(",") if c)
        self.inputs = [tuple(part.split(":", 1)) for part in inputs.split()]
        self.outputs = outputs.split()

    def holds(self, attribute: Callable[[str], Any]) -> bool:
        return all(_text(attribute(name)) == value for name, value in self.conditions.items())


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


@functools.cache
def _rules() -> dict[str, list[_Rule]]:
    found: dict[str, list[_Rule]] = {}
    for line in TABLE.strip().split("\n"):
        op_type, *rest = _LINE.fullmatch(line).groups()  # type: ignore[union-attr]
        found.setdefault(op_type, []).append(_Rule(*rest))
    return found


@functools.cache
def _requirements() -> dict[str, list[tuple[str, str, str]]]:
    """{type: [(name of an input, what of it has to be known, what is said where it is not)]}"""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for line in KNOWN.strip().split("\n"):
        (op_type, wanted), text = line.split(" # ")[0].split(), line.split(" # ")[1]
        name, what = wanted.split(":")
        found.setdefault(op_type, []).append((name, what, text))
    return found


class Call:
    """The inputs and attributes of an operation by TensorFlow's names."""

    def __init__(self, op_type: str, given: Mapping[str, Any], o: Any = None) -> None:
        self.op_type, self._given, self._o = op_type, given, o

    def __getitem__(self, name: str) -> Any:
        """The value given for an input or attribute, the declared default of an attribute, or None."""
        ours = name if self._o is None else renamed(self.op_type, self._o, name)
        if ours is not None and ours in self._given:
            return self._given[ours]
        definition = find(self.op_type)
        attribute = None if definition is None else definition.attrs.get(name)
        return None if attribute is None else attribute.default

    def inputs(self) -> list[Any]:
        """All tensors."""
        return [x for v in self._given.values() for x in (v if isinstance(v, (list, tuple)) else (v,)) if isinstance(x, Tensor)]


def _dims(value: Any) -> list[int | None] | None:
    """The sizes of an input, as far as they are known; None for an unknown rank."""
    if isinstance(value, Tensor):
        return None if value.shape.rank is None else value.shape.as_list()
    if isinstance(value, (list, tuple)):
        return [len(value)]
    return []


def _settled(value: Any) -> int | None:
    """A number where the values of an input are known, or followed; None where they are not."""
    if not isinstance(value, Tensor) or type(value) is EagerTensor:
        return 0
    made = getattr(value, "_a", None)
    if value.dtype is dtypes.string:  # which have no stand-ins: of strings only constants are known
        return None if getattr(value, "_static", None) is None else 0
    return None if made is None or made.is_meta else 0


class _Names:
    """What is known of what a line names: sizes, axes, and whether values are known."""

    def __init__(self, rule: _Rule, call: Call) -> None:
        self.sizes: dict[str, int | None] = {}
        self.axes: dict[str, list[int | None] | None] = {}
        for name, wanted in rule.inputs:
            value = call[name]
            if wanted.startswith("="):
                self.sizes[wanted[1:]] = _settled(value)
            else:
                self._learn(wanted.split(","), _dims(value))

    def _learn(self, wanted: list[str], dims: list[int | None] | None) -> None:
        at = next((i for i, w in enumerate(wanted) if w.isupper()), None)
        more = 0 if dims is None else len(dims) - len(wanted) + (at is not None)
        if dims is not None and (more < 0 or at is None and more):
            dims = None  # of another rank, which is refused elsewhere
        if at is not None:
            self.axes.setdefault(wanted[at], None if dims is None else dims[at : at + more])
            wanted = [*wanted[:at], *["?"] * more, *wanted[at + 1 :]]
        for w, size in zip(wanted, dims if dims is not None else [None] * len(wanted)):
            if w != "?" and self.sizes.get(w) is None:
                self.sizes[w] = size

    def known(self, names: Sequence[str]) -> bool:
        return all(self.axes.get(n) is not None if n.isupper() else self.sizes[n] is not None for n in names)

    def size(self, text: str, inferred: int | None) -> int | None:
        """The size that stands for an axis."""
        text, *needed = text.split("|")
        if not self.known(needed) or text == "?":
            return None
        if text == "=":
            return inferred
        if text.isdigit():
            return int(text)
        if "//" in text:
            name, by = text.split("//")
            size = self.sizes[name]
            return None if size is None else size // int(by)
        several = [self.sizes[n] for n in text.split("&")]
        if 0 in several:
            return 0
        return None if None in several else min(s for s in several if s is not None)

    def shape(self, text: str, inferred: list[int | None] | None) -> list[int | None] | None:
        """The sizes of an output, of which the kernel says that they are `inferred`."""
        if text == "*":
            return None
        if text.startswith("=") and "," not in text:
            return inferred if self.known(text.split("|")[1:]) else None
        parts = [p for p in text.split(",") if p]
        at = next((i for i, part in enumerate(parts) if part.endswith("...")), None)
        if at is not None:
            if inferred is None or len(inferred) < len(parts) - 1:
                return None
            parts[at : at + 1] = ["?" if parts[at].startswith("?") else "="] * (len(inferred) - len(parts) + 1)
        made: list[int | None] = []
        for i, part in enumerate(parts):
            if part in self.axes:
                axes = self.axes[part]
                if axes is None:
                    return None
                made += axes
            else:
                made.append(self.size(part, inferred[i] if inferred is not None and len(inferred) == len(parts) else None))
        return made


def _declared(call: Call, inferred: Sequence[list[int | None] | None]) -> list[list[int | None] | None] | None:
    """The sizes of all outputs, of which the kernel says that they are `inferred`; None where no line tells."""
    if call.op_type in RULES:
        return [RULES[call.op_type](inferred[0], call)]
    rule = next((r for r in _rules().get(call.op_type, ()) if r.holds(call.__getitem__)), None)
    if rule is None:
        return None
    if any(call[name] is None for name, _ in rule.inputs):  # a kernel for a part of what the operation does
        return None
    names, texts = _Names(rule, call), []
    for output in rule.outputs:
        text, _, times = output.partition("{")
        texts += [text] * (call[times[:-1]] if times else 1)
    texts += texts[-1:] * (len(inferred) - len(texts))
    return [names.shape(text, dims) for text, dims in zip(texts, inferred)]


def _leaf(dtype: DType, dims: list[int | None] | None, a: Any, b: Any) -> Leaf:
    """The leaf of the sizes `dims`, with the stand-ins `a` and `b` for what is unknown where these had some."""
    if dims is None:
        return Leaf((dtype, TensorShape(None), None, None))
    unlike = a is not None and b is not None and a.ndim == len(dims) and tuple(a.shape) != tuple(b.shape)
    many = dims.count(None) > 4  # the number of elements has to fit 64 bits
    sides = []
    for made, fill in ((a, SIZE_A), (b, SIZE_B)):
        fill = fill // 70 if many else fill
        kept = (
            [fill if not unlike or x == y else made.shape[i] for i, (x, y) in enumerate(zip(a.shape, b.shape))]
            if unlike
            else [fill] * len(dims)
        )
        sides.append([k if d is None else d for d, k in zip(dims, kept)])
    return leaf_of_sizes(dtype, *sides)


def check(call: Call) -> None:
    """Raise ShapeMismatch where something is not known that TensorFlow wants known when an operation is added to a graph."""
    for name, what, text in _requirements().get(call.op_type, ()):
        for value in call.inputs() if name == "*" else (call[name],):
            if not _known_as(_dims(value), what):
                raise ShapeMismatch(re.sub(r"{(\w+)}", lambda found: str(call[found[1]]), _with_ranks(text, call)))
    if call.op_type in CHECKS and (text := CHECKS[call.op_type](call)):
        raise ShapeMismatch(text)


def _known_as(dims: list[int | None] | None, what: str) -> bool:
    """Whether the shape `dims` is known as far as `what` says."""
    if what == "rank":
        return dims is not None
    if what == "all":
        return dims is not None and None not in dims
    wanted = [w for w in what.split(",") if w != "..."]
    return dims is None or all(w == "?" or d is not None for w, d in zip(wanted, dims[len(dims) - len(wanted) :]))


def _with_ranks(text: str, call: Call) -> str:
    return re.sub(r"{rank:(\w+)}", lambda found: str(len(_dims(call[found[1]]) or ())), text)


def _call_of(o: Any, arguments: Any) -> Call | None:
    if definition_of(o) is None or not any(o.type in table for table in (_rules(), RULES, _requirements(), CHECKS)):
        return None
    return Call(o.type, by_name(o, arguments), o)


def check_operation(o: Any, arguments: Any) -> None:
    """As `check`, for `arguments` of the operation `o`."""
    call = _call_of(o, arguments)
    if call is not None:
        check(call)


def of_operation(o: Any, arguments: Any, result: Any) -> Any:
    """The leaves `result` of the operation `o` for `arguments`, with the sizes that TensorFlow says."""
    call = _call_of(o, arguments)
    if call is None:
        return result
    leaves: list[Leaf] = []
    map_leaves(result, leaves.append)
    inferred = [None if shape.rank is None else shape.as_list() for _, shape, *_ in leaves]
    found = _declared(call, inferred)
    if found is None or found == inferred:
        return result
    made = iter(zip(found, inferred))

    def turn(leaf: Leaf) -> Leaf:
        dims, had = next(made)
        return leaf if dims == had else _leaf(leaf[0], dims, *leaf[2:])

    return map_leaves(result, turn)


def of_form(op_type: str, given: Mapping[str, Any], results: Any) -> None:
    """Make the static shapes of `results`, tensors of a graph that other operations make for one of `op_type`, what TensorFlow says."""
    if op_type not in _rules() and op_type not in RULES:
        return
    tensors: list[Any] = []
    map_leaves(results, tensors.append, Tensor)
    call = Call(op_type, given)
    inputs = call.inputs()
    inferred = [_dims(t) for t in tensors]
    for t, dims, had in zip(tensors, _declared(call, inferred) or inferred, inferred):
        if dims != had and type(t) is not EagerTensor and not any(t is x for x in inputs):
            _, t._shape, t._a, t._b = _leaf(t._dt, dims, t._a, t._b)


def check_form(op_type: str, given: Mapping[str, Any]) -> None:
    """As `check`, for an operation of `op_type` that others are made for. Raises ValueError."""
    try:
        check(Call(op_type, given))
    except ShapeMismatch as e:
        raise ValueError(f"{e} for operation {op_type!r}.") from None
