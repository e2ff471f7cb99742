"""TensorFlow 1's first control flow in a program: Switch and Merge, and the frames between Enter and Exit.

In a graph with these nodes a tensor may have no value: Switch gives its data to one of its two outputs, the other is dead, and so is
what is computed from it, up to a Merge, which passes on the input that has a value. Between Enter and Exit, in a frame, nodes run once
for each iteration, until nothing alive comes to a NextIteration.

Here each node gets its condition: the switches that must have gone which way, and the values that must be there, for it to run. Nodes
of the same condition are one program, which is called where that holds; a frame is a program that is called for each iteration. What
remains is a list of nodes without cycles, of which an ordinary program is written.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.gradients.aliases import read_variable
from tfshim.engine.graphs.operation import IDENTITY, InnerOp, Operation, tensors_in
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    # Of a tensor that decides, by its key: the side that it chose, or of several (side, number of sides); None where it is only there.
    Side: TypeAlias = bool | tuple[int, int] | None
    Condition: TypeAlias = frozenset[tuple[int, Side]]

SWITCHES = frozenset(("Switch", "RefSwitch", "_SwitchN"))
MERGES = frozenset(("Merge", "RefMerge"))
ENTERS = frozenset(("Enter", "RefEnter"))
EXITS = frozenset(("Exit", "RefExit"))
NEXTS = frozenset(("NextIteration", "RefNextIteration"))
TYPES = SWITCHES | MERGES | ENTERS | EXITS | NEXTS | {"LoopCond", "ControlTrigger"}
REFERENCES = frozenset(("VariableV2", "Variable"))
_ALWAYS: Condition = frozenset()
_INDICES = [torch.tensor(i, dtype=torch.int32) for i in range(8)]


class _Dead:
    """The place of a value that is not computed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "dead"


DEAD = _Dead()


# ---------------------------------------------------------------------- kernels
def _content(x: Any) -> Any:
    if not is_variable(x):
        return x
    return x._t if TS.tape is None or x._t is None else read_variable(x)._t


def _switch(data: Any, pred: Any) -> tuple[Any, Any]:
    data = _content(data)
    if data is DEAD or pred is DEAD:
        return DEAD, DEAD
    return (DEAD, data) if pred else (data, DEAD)


def _switch_several(count: int) -> InnerOp:
    """The operation that gives its data to one of `count` outputs."""

    def kernel(data: Any, index: Any) -> list[Any]:
        data = _content(data)
        made = [DEAD] * count
        if data is not DEAD and index is not DEAD:
            made[_chosen(index, count)] = data
        return made

    return InnerOp("_SwitchOfSeveral", kernel, stateful=True, names=("data", "output_index"))


def _chosen(index: Any, count: int) -> int:
    """The side that an index chooses: the last where there is none of that number."""
    i = int(index)
    return i if 0 <= i < count else count - 1


def _merge(inputs: Sequence[Any]) -> tuple[Any, Any]:
    for i, x in enumerate(inputs):
        x = _content(x)
        if x is not DEAD:
            return x, _INDICES[i] if i < len(_INDICES) else torch.tensor(i, dtype=torch.int32)
    return DEAD, DEAD


def _passed(data: Any) -> Any:
    return _content(data)


def _triggered() -> list[Any]:
    return []


def _has_value(x: Any) -> Any:
    if x is DEAD:
        raise invalid("Retval[0] does not have value")
    return x


_SWITCH = InnerOp("_Switch", _switch, stateful=True, names=("data", "pred"))
_MERGE = InnerOp("_Merge", _merge, stateful=True, names=("inputs",))
_PASSED = InnerOp("_Passed", _passed, stateful=True, names=("data",))
_TRIGGERED = InnerOp("_Triggered", _triggered, stateful=True, names=())
_FETCHED = InnerOp("_Fetched", _has_value, stateful=True, names=("value",))
# Within a program what has been arranged has other names than in the graph, so that it is not arranged again.
_KERNELS = {
    **dict.fromkeys(SWITCHES, _SWITCH),
    **dict.fromkeys(MERGES, _MERGE),
    "LoopCond": _PASSED,
    "ControlTrigger": _TRIGGERED,
}


def _goes(token: Any, side: Side) -> bool:
    """Whether what is alive if `token` chose `side` is alive."""
    if token is DEAD:
        return False
    if type(side) is tuple:
        return _chosen(token, side[1]) == side[0]
    return side is None or bool(token) is side


def _branch(program: Any, sides: Sequence[Side], count: int) -> Callable[..., list[Any]]:
    """The kernel of nodes that run only where all their conditions hold."""
    dead = [DEAD] * count

    def run(inputs: list[Any], tokens: list[Any]) -> list[Any]:
        for token, side in zip(tokens, sides):
            if not _goes(token, side):
                return dead
        return list(program(*inputs))

    return run


def _iterations(program: Any, constant: Sequence[bool], nexts: int, exits: int) -> Callable[..., list[Any]]:
    """The kernel of a frame, whose `program` takes what enters, what the iteration before gave, and what comes from outside."""

    def run(entering: list[Any], captured: list[Any]) -> list[Any]:
        entering = [_content(x) for x in entering]
        # What is no constant of the loop has a value in its first iteration alone.
        later = [x if stays else DEAD for x, stays in zip(entering, constant)]
        back, left = [DEAD] * nexts, [DEAD] * exits
        while True:
            results = program(*entering, *back, *captured)
            back = list(results[:nexts])
            left = [new if old is DEAD else old for old, new in zip(left, results[nexts:])]
            if all(x is DEAD for x in back):
                return left
            entering = later

    return run


# ---------------------------------------------------------------------- the way to them
def with_frames(
    nodes: Sequence[Operation], inputs: Sequence[Any], outputs: Sequence[Any], make: Callable[..., Any], name: str
) -> list[Operation]:
    """`nodes`, some of them of TensorFlow 1's control flow, as a list without such; `make(nodes, inputs, outputs, name)` makes programs."""
    nodes = _without_unread(nodes, outputs)
    frames = _Frames(nodes, inputs, make, name)
    for t in outputs:
        maker = frames.makers.get(id(t))
        if maker is not None and frames.beyond(maker):
            raise errors.InternalError(None, None, "Retval[0] has already been set.")
    made = _Level(frames, (), nodes, outputs)
    operations = made.operations()
    for n in nodes:
        if n.kind == "_Gradients" and any(made.condition_of_output(t) for t in n.arguments[2]):
            raise refused("tf.gradients", "frame", node=n.name)
    for t in outputs:
        if made.condition_of_output(t):
            operations.append(_node(_FETCHED, frames.makers[id(t)], [t], [t], single=True))
    return operations


def _without_unread(nodes: Sequence[Operation], outputs: Sequence[Any]) -> list[Operation]:
    """`nodes` without references to variables that nothing reads: they need not be initialized."""
    used = {id(t) for t in outputs}
    for n in nodes:
        if n.kind not in TYPES:
            used.update(map(id, tensors_in(n.arguments)))
    return [n for n in nodes if n.kind not in REFERENCES or id(n.outputs[0]) in used]


def _node(op: InnerOp, like: Operation, arguments: list[Any], outputs: list[Any], single: bool = False) -> Operation:
    """A node of a program alone, which gives the tensors `outputs`."""
    made: Any = copy.copy(like)
    made.type, made.kind, made._op_def, made.arguments, made.stateful = op.type, op.type, op, arguments, True
    made.outputs, made.result = outputs, outputs[0] if single else list(outputs)
    made.rng = made.static_inputs = made.flow = None
    made.control_inputs, made.original = [], getattr(like, "original", like)
    return made


class _Frames:
    """What is known of all nodes: what each takes, and in which frame it is."""

    def __init__(self, nodes: Sequence[Operation], inputs: Sequence[Any], make: Callable[..., Any], name: str) -> None:
        self.make, self.name = make, name
        self.given = {id(t) for t in inputs}
        self.makers = {id(t): n for n in nodes for t in n.outputs if id(t) not in self.given}
        self.known = {id(n): n for n in nodes}
        self.taken = {id(n): self._sources(n) for n in nodes}
        self.tokens: dict[int, Any] = {}  # id of a tensor that decides -> the tensor
        self.paths: dict[int, tuple[Any, ...]] = {}
        for n in nodes:
            path: tuple[Any, ...] = ()
            for m, _ in self.taken[id(n)]:
                there = self.paths.get(id(m))
                if there is None:  # the way back of a loop
                    continue
                if m.type in EXITS:
                    there = there[:-1]
                longer, shorter = (there, path) if len(there) > len(path) else (path, there)
                if longer[: len(shorter)] != shorter:
                    where = f"The input {{{{node {m.name}}}}} is in frame '{there[-1]}'."
                    raise invalid(f"{{{{node {n.name}}}}} has inputs from different frames. {where}")
                path = longer
            if n.kind in ENTERS:
                path = (*path, n._op_def.attributes["frame_name"])
            elif n.kind in EXITS and not path:
                raise invalid(f"{{{{node {n.name}}}}} leaves a frame that nothing enters.")
            if path and n.kind == "_Gradients":
                raise refused("tf.gradients", "frame", node=n.name)
            self.paths[id(n)] = path

    def _sources(self, node: Operation) -> list[tuple[Operation, Any]]:
        """[(node, its tensor or None for an order alone)] of what `node` takes."""
        found: dict[tuple[int, int], tuple[Operation, Any]] = {}
        taken = [t for t in tensors_in(node.arguments) if type(t) is not EagerTensor]
        before = list(node.control_inputs)
        for operation, index in node.flow or ():
            if index is None:
                before.append(operation)
            else:
                taken.append(operation.outputs[index])
        for t in taken:
            maker = self.makers.get(id(t))
            if maker is not None:
                found[id(maker), id(t)] = maker, t
        for operation in before:
            if id(operation) in self.known:
                found[id(operation), 0] = operation, None
        return list(found.values())

    def beyond(self, maker: Operation) -> bool:
        """Whether what `maker` gives is within a frame."""
        return len(self.paths[id(maker)]) > (maker.type in EXITS)

    def decider(self, t: Any) -> int:
        """The key of the tensor that decides where `t` does: the same for all that only pass it on."""
        while (maker := self.makers.get(id(t))) is not None and (maker._op_def is IDENTITY or maker.type == "LoopCond"):
            t = maker.arguments[0]
        self.tokens[id(t)] = t
        return id(t)


class _Level:
    """The nodes of one frame, or of the graph around all frames; frames in it are units of their own."""

    def __init__(self, frames: _Frames, path: tuple[Any, ...], nodes: Sequence[Operation], outputs: Sequence[Any]) -> None:
        self.frames, self.path, self.nodes, self.outputs = frames, path, nodes, outputs
        self.inside = {id(n) for n in nodes}
        self.units: dict[Hashable, list[Operation]] = {}
        for n in nodes:
            self.units.setdefault(self.unit(n), []).append(n)
        self.needs = {key: self._needs(key, members) for key, members in self.units.items()}
        self.order = _in_order(self.units, self.needs)
        self.loops_plainly = True
        self.conditions: dict[int, Condition] = {}  # id of a node, or of the Exit of a frame in here
        self.partly: set[int] = set()  # ids of Enters of this level's frame that may bring nothing
        self.within: dict[Hashable, tuple[Operation, Condition]] = {}  # the frames in here

    def unit(self, node: Operation) -> Hashable:
        """What `node` is a part of at this level: a frame in it, or itself."""
        path = self.frames.paths[id(node)]
        return path[: len(self.path) + 1] if len(path) > len(self.path) else id(node)

    def _needs(self, key: Hashable, members: Iterable[Operation]) -> list[Hashable]:
        found: dict[Hashable, None] = {}
        for n in members:
            if self.is_edge(n):
                continue
            for m, _ in self.frames.taken[id(n)]:
                if id(m) in self.inside and self.unit(m) != key and not self.is_way_back(m):
                    found[self.unit(m)] = None
        return list(found)

    def is_way_back(self, node: Operation) -> bool:
        """Whether `node` gives a value to the next iteration of this level's frame."""
        return node.kind in NEXTS and self.frames.paths[id(node)] == self.path

    def is_edge(self, node: Operation) -> bool:
        """Whether `node` brings a value into this level's frame."""
        return node.kind in ENTERS and self.frames.paths[id(node)] == self.path

    # ------------------------------------------------------------------ conditions
    def find_conditions(self) -> None:
        """Say of each node when it runs."""
        self._find()
        if self.path and not self._is_plain_loop():
            self.loops_plainly = False
            self._find()

    def _find(self) -> None:
        self.conditions, self.within = {}, {}
        for key in self.order:
            members = self.units[key]
            if type(key) is tuple:
                self._frame(key, members)
                continue
            (n,) = members
            if n.kind in MERGES:
                self.conditions[id(n)] = self._merged(n)
            elif n.kind == "ControlTrigger" or self.is_edge(n):
                self.conditions[id(n)] = _ALWAYS
            else:
                self.conditions[id(n)] = self._all(n)

    def _all(self, n: Operation) -> Condition:
        """The conditions of all that `n` takes."""
        return _ALWAYS.union(*(self._condition(m, t, n) for m, t in self.frames.taken[id(n)]))

    def _condition(self, maker: Operation, t: Any, taker: Operation | None = None) -> Condition:
        """When the output `t` of `maker` is there; of None, when `maker` runs."""
        if id(maker) not in self.inside:
            return _ALWAYS
        if self.is_edge(maker):
            once = not maker._op_def.attributes["is_constant"] and (taker is None or taker.type not in MERGES)
            return self._if_there(maker.outputs[0]) if once or id(maker) in self.partly else _ALWAYS
        found = self.conditions.get(id(maker), _ALWAYS)
        if maker.type in SWITCHES and t is not None:
            side = (t.value_index, len(maker.outputs)) if maker.type == "_SwitchN" else t.value_index == 1
            return found | {(self.frames.decider(maker.arguments[1]), side)}
        return found

    def _if_there(self, t: Any) -> Condition:
        self.frames.tokens[id(t)] = t
        return frozenset([(id(t), None)])

    def _merged(self, n: Operation) -> Condition:
        taken = self.frames.taken[id(n)]
        if any(self.is_way_back(m) for m, _ in taken):
            return _ALWAYS if self.loops_plainly else self._if_there(n.outputs[0])
        # What it only waits for may be dead, as are the ends of branches that are not taken.
        values = [self._condition(m, t, n) for m, t in taken if t is not None]
        both = values[0].intersection(*values[1:]) if values else _ALWAYS
        apart = [v - both for v in values]
        if len(values) > 1 and all(len(v) == 1 for v in apart):
            ways = [way for v in apart for way in v]
            if len({key for key, _ in ways}) == 1 and _are_all({side for _, side in ways}):
                return both
        return self._if_there(n.outputs[0])

    def _is_plain_loop(self) -> bool:
        """Whether all values go round exactly while one condition, of each iteration, holds."""
        if self.partly:
            return False
        here = [n for n in self.nodes if self.frames.paths[id(n)] == self.path]
        conditions = {self.conditions[id(n)] for n in here if n.kind in NEXTS}
        return len(conditions) == 1 and conditions <= {frozenset([(key, True)]) for key in self._deciders(here)}

    def _deciders(self, here: Iterable[Operation]) -> list[int]:
        loops = [n for n in here if n.kind == "LoopCond" and not self.conditions[id(n)]]
        return [self.frames.decider(n.outputs[0]) for n in loops]

    def _frame(self, key: Any, members: Sequence[Operation]) -> None:
        """Make the one node that a frame in here is, and say when it runs."""
        frames = self.frames
        here = [n for n in members if frames.paths[id(n)] == key]
        enters = [n for n in here if n.kind in ENTERS]
        nexts = [n for n in here if n.kind in NEXTS]
        exits = [n for n in here if n.kind in EXITS]
        each = [self._all(n) for n in enters]
        runs = each[0].intersection(*each[1:]) if each else _ALWAYS
        given = [n.arguments[0] for n in (*nexts, *exits)]
        level = _Level(frames, key, members, given)
        level.partly = {id(n) for n, c in zip(enters, each) if c != runs}
        operations = level.operations()
        inside = {id(t) for n in members for t in n.outputs}
        captured = _unique(t for o in operations for t in tensors_in(o.arguments) if type(t) is not EagerTensor and id(t) not in inside)
        inputs = [*(n.outputs[0] for n in enters), *(n.outputs[0] for n in nexts), *captured]
        program = frames.make(operations, inputs, given, frames.name)
        constant = [bool(n._op_def.attributes["is_constant"]) for n in enters]
        kernel = _iterations(program, constant, len(nexts), len(exits))
        op = InnerOp("_Frame", kernel, stateful=True, names=("entering", "captured"))
        entering = [_reference_of(n.arguments[0]) for n in enters]
        self.within[key] = _node(op, members[0], [entering, captured], [n.outputs[0] for n in exits]), runs
        ended = {frozenset([(k, False)]) for k in level._deciders(here)} if level.loops_plainly else set()
        for n in exits:
            self.conditions[id(n)] = runs if level.conditions[id(n)] in ended else runs | self._if_there(n.outputs[0])

    def condition_of_output(self, t: Any) -> Condition:
        """When the tensor `t` has a value."""
        maker = self.frames.makers.get(id(t))
        return _ALWAYS if maker is None else self._condition(maker, t)

    # ------------------------------------------------------------------ programs
    def operations(self) -> list[Operation]:
        """The nodes of this level in order, those that run under conditions put together."""
        self.find_conditions()
        groups: dict[Hashable, list[Hashable]] = {}
        group_of: dict[Hashable, Hashable] = {}
        depths: dict[Hashable, int] = {}
        for key in self.order:
            condition = self._groups(key)
            depth = 0
            for other in self.needs[key]:
                together = condition and self._groups(other) == condition
                depth = max(depth, depths[other] + (not together))
            depths[key] = depth
            group = group_of[key] = ("group", condition, depth) if condition else key
            groups.setdefault(group, []).append(key)
        needs: dict[Hashable, list[Hashable]] = {}
        for group, keys in groups.items():
            before = {group_of[other] for key in keys for other in self.needs[key]}
            before |= {group_of[self.unit(maker)] for maker in self._token_makers(group)}
            needs[group] = [other for other in groups if other in before and other != group]
        order = _in_order(groups, needs)
        users: dict[int, set[Hashable]] = {}
        for t in self.outputs:
            users.setdefault(id(t), set()).add(None)
        for group, keys in groups.items():
            for t in [*(t for key in keys for o in self._written(key) for t in tensors_in(o.arguments)), *self._tokens(group)]:
                users.setdefault(id(t), set()).add(group)
        made: list[Operation] = []
        for group in order:
            inner = [o for key in groups[group] for o in self._written(key)]
            if not self._is_group(group):
                made.extend(inner)
            elif inner:
                made.append(self._branch(group, inner, users))
        return made

    def _groups(self, key: Hashable) -> Condition:
        """The condition under which the unit `key` runs with others; none for what deals with dead values itself."""
        if type(key) is tuple:
            return self.within[key][1]
        n = self.units[key][0]
        if n.kind in TYPES and n.kind not in ("LoopCond",) or self.is_edge(n):
            return _ALWAYS
        return self.conditions[id(n)]

    @staticmethod
    def _is_group(group: Any) -> bool:
        return type(group) is tuple and group[0] == "group" and len(group) == 3 and type(group[1]) is frozenset

    def _tokens(self, group: Any) -> list[Any]:
        return [self.frames.tokens[key] for key, _ in sorted(group[1], key=str)] if self._is_group(group) else []

    def _token_makers(self, group: Any) -> list[Operation]:
        found = (self.frames.makers.get(id(t)) for t in self._tokens(group))
        return [m for m in found if m is not None and id(m) in self.inside]

    def _written(self, key: Hashable) -> list[Operation]:
        """The nodes that the unit `key` is in a program."""
        if type(key) is tuple:
            return [self.within[key][0]]
        n = self.units[key][0]
        if n.kind in NEXTS or n.kind in ENTERS or n.kind in EXITS:
            return []
        op = _KERNELS.get(n.kind) if n.kind != "_SwitchN" else _switch_several(len(n.outputs))
        if op is None:
            return [n]
        if n.kind == "ControlTrigger":
            return [_node(op, n, [], [])]
        if n.kind in MERGES:
            return [_node(op, n, [[_reference_of(t) for t in n.arguments[0]]], n.outputs)]
        return [_node(op, n, [_reference_of(n.arguments[0]), *n.arguments[1:]], n.outputs, single=len(n.outputs) == 1)]

    def _branch(self, group: Any, inner: list[Operation], users: dict[int, set[Hashable]]) -> Operation:
        produced = {id(t): t for o in inner for t in o.outputs}
        taken = (t for o in inner for t in tensors_in(o.arguments))
        inputs = _unique(t for t in taken if type(t) is not EagerTensor and id(t) not in produced)
        outputs = [t for key, t in produced.items() if users.get(key, set()) - {group}]
        program = self.frames.make(inner, inputs, outputs, self.frames.name)
        sides = [side for _, side in sorted(group[1], key=str)]
        op = InnerOp("_Branch", _branch(program, sides, len(outputs)), stateful=True, names=("inputs", "tokens"))
        return _node(op, inner[0], [inputs, self._tokens(group)], outputs)


def _are_all(sides: set[Side]) -> bool:
    """Whether one of `sides`, of one tensor that decides, is taken in any case."""
    several = next((side for side in sides if type(side) is tuple), None)
    return sides == ({(i, several[1]) for i in range(several[1])} if several is not None else {False, True})


def _reference_of(t: Any) -> Any:
    """The variable that `t` refers to, whose value may be missing yet, or `t`."""
    return t._handle if getattr(t, "_handle", None) is not None and t.op.kind in REFERENCES else t


def _unique(tensors: Iterable[Any]) -> list[Any]:
    return list({id(t): t for t in tensors}.values())


def _in_order(keys: Iterable[Hashable], needs: dict[Hashable, list[Hashable]]) -> list[Hashable]:
    """`keys`, each after those that it needs, and else in their order."""
    made: list[Hashable] = []
    done: set[Hashable] = set()
    open_: set[Hashable] = set()
    for first in keys:
        stack = [first]
        while stack:
            key = stack[-1]
            if key in done:
                stack.pop()
                continue
            waiting = [k for k in needs[key] if k not in done]
            if not waiting:
                done.add(key)
                made.append(key)
                stack.pop()
                continue
            if key in open_:
                raise refused("tf.import_graph_def", "frame")
            open_.add(key)
            stack.extend(reversed(waiting))
    return made
