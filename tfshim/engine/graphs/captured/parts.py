"""The parts of a program around the one that only computes: what changes something before that, and what does after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.captured.torch_calls import Unsuitable
from tfshim.engine.graphs.operation import everything, tensors_in
from tfshim.engine.graphs.programs.effects import Written, is_function
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

READ = "ReadVariableOp"
_GRADIENTS = ("_Gradient", "_Gradients")  # of tapes, and of TensorFlow 1
_CONST, _INPUT = "Const", "Placeholder"
_TAPES = frozenset(("_TapeOpen", "_TapePush", "_TapePop", "_TapeAlias", "_Gradient"))
_OF_SEEDS = "Stateless"  # how the types begin of what draws by seeds that are tensors, whose numbers it reads
_NO_TENSORS = (dtypes.string, dtypes.resource, dtypes.variant)


class Parts:
    """`before`, `first` and `rest`: nodes that run one after the other; `first` has the gradients, and changes nothing.

    `handed`: the tensors that the others take from `before`; `crossing`: those that `rest` takes from `first`.
    """

    def __init__(self, before: list[Operation], first: list[Operation], rest: list[Operation], outputs: Sequence[Any]) -> None:
        wanted = [*_taken(rest), *outputs]
        again = {id(t) for n in first for t in n.outputs}
        self.handed = [t for t in _made_by(before, [*_taken(first), *wanted]) if id(t) not in again]
        self.crossing = _made_by(first, wanted)
        if any(t.dtype.torch is None for t in (*self.handed, *self.crossing)):
            raise Unsuitable("what is no tensor")
        self.before = _needed(before, self.handed)
        self.first, self.rest = _needed(first, self.crossing), _needed(rest, outputs)


def divided(nodes: Sequence[Operation], outputs: Sequence[Any]) -> Parts:
    """The parts of a program of `nodes`. Raises Unsuitable where the gradients do not come before what changes something."""
    last = max((i for i, n in enumerate(nodes) if n.kind in _GRADIENTS), default=-1)
    if last < 0:
        raise Unsuitable("no gradients")
    if any(getattr(n._op_def.kernel, "early", None) is not None for n in nodes):
        raise Unsuitable("what sends gradients to other workers while others are computed")
    before = _before(nodes, last)
    drawn = _results_of_changes(nodes, before)
    first: list[Operation] = []
    rest: list[Operation] = []
    late: set[int] = set()  # ids of tensors that the rest makes
    changed = Written()
    for at, node in enumerate(nodes):
        if node.kind in (_CONST, _INPUT):
            first.append(node)
            rest.append(node)
            continue
        if id(node) in drawn:
            continue
        # What comes after the gradients, metrics as a rule, is little, and often not computed by torch alone.
        early = at <= last and only_computes(node) and not any(id(t) in late for t in tensors_in(node.arguments))
        if early and node.kind == READ:
            early = not changed.has(node.arguments[0])
            if early:  # the rest reads for itself: nothing is changed in between
                rest.append(node)
        if early:
            first.append(node)
            continue
        if node.kind in _TAPES:
            raise Unsuitable("a tape around what changes something")
        if not only_computes(node):
            changed.note(node)
        late.update(map(id, node.outputs))
        rest.append(node)
    return Parts([n for n in nodes if id(n) in before or before and n.kind in (_CONST, _INPUT)], first, rest, outputs)


def _before(nodes: Sequence[Operation], last: int) -> set[int]:
    """The ids of nodes that change something, as generators of random numbers do, or read seeds, and that gradients depend on.

    With them those that they depend on. Raises Unsuitable where they cannot run ahead of all others.
    """
    needed: set[int] = set()  # ids of tensors
    ahead: set[int] = set()  # and of nodes
    own: set[int] = set()  # what these take
    for node in reversed(nodes[: last + 1]):
        wanted = any(id(t) in needed for t in node.outputs)
        if node.kind in _GRADIENTS or wanted:
            needed.update(id(t) for t in tensors_in(node.arguments))
        if wanted and (not only_computes(node) or node.kind.startswith(_OF_SEEDS)) or any(id(t) in own for t in node.outputs):
            ahead.add(id(node))
            own.update(id(t) for t in tensors_in(node.arguments))
    passed = Written()
    read: set[int] = set()
    for node in nodes[: last + 1]:
        if id(node) not in ahead:
            if node.kind == READ:
                read.add(id(node.arguments[0]))
            elif not only_computes(node):
                passed.note(node)
            continue
        if node.kind in (_CONST, _INPUT):
            continue
        used = [x for x in everything(node.arguments) if is_variable(x)]
        if (
            node.kind in _TAPES
            or node.kind == READ
            and node.outputs[0].dtype.is_floating
            or any(map(is_function, everything(node.arguments)))
        ):
            raise Unsuitable("a tape around what changes something")
        if any(passed.has(v) or id(v) in read for v in used) or node.stateful and node.rng is None and not used:
            raise Unsuitable("what changes something cannot come first")
    return ahead


def _results_of_changes(nodes: Sequence[Operation], before: set[int]) -> set[int]:
    """The ids of those of the nodes `before` that depend on a change or a draw: sizes, for one, are computed again where they are used."""
    found: set[int] = set()
    made: set[int] = set()
    for node in nodes:
        if id(node) not in before:
            continue
        moves = not only_computes(node) or node.kind.startswith(_OF_SEEDS) or node.rng is not None
        if moves or any(id(t) in made for t in tensors_in(node.arguments)):
            found.add(id(node))
            made.update(map(id, node.outputs))
    return found


def only_computes(node: Operation) -> bool:
    """Whether `node` changes nothing but its own random state, runs no function, and makes tensors of numbers."""
    if node.kind in _TAPES or node.kind in ("_Detach", READ, _CONST, _INPUT):
        return True
    if node.stateful and node.rng is None or node.part is not None:
        return False
    if any(t.dtype in _NO_TENSORS for t in (*node.outputs, *tensors_in(node.arguments))):
        return False
    return not any(is_variable(x) or is_function(x) for x in everything(node.arguments))


def _taken(nodes: Iterable[Operation]) -> list[Any]:
    return [x for n in nodes for x in tensors_in(n.arguments)]


def _made_by(nodes: Sequence[Operation], wanted: Iterable[Any]) -> list[Any]:
    """The tensors among `wanted` that `nodes` make, reads and constants aside."""
    made = {id(t) for n in nodes if n.kind not in (READ, _CONST, _INPUT) for t in n.outputs}
    found = {id(x): x for x in wanted if isinstance(x, Tensor) and type(x) is not EagerTensor and id(x) in made}
    return list(found.values())


def _needed(nodes: Sequence[Operation], outputs: Sequence[Any]) -> list[Operation]:
    """`nodes` without reads and constants that nothing takes."""
    taken = set(map(id, (*_taken(nodes), *outputs)))
    return [n for n in nodes if n.kind not in (READ, _CONST) or any(id(t) in taken for t in n.outputs)]
