"""Steps of training on small tensors, taken on NumPy's arrays.

In a session of TensorFlow 1 a step is a list of nodes: what the loss is computed from, the gradients, what an optimizer makes of them,
and updates of variables. For a network of a few thousand numbers, calls of torch and what its autograd records take longer than what
they compute. So all that comes before the first update becomes one function on arrays, with the derivatives written out; what has no
form for arrays is a call of its kernel, and where it is differentiated, torch does that for this one operation. The rest is a program
that is given the results. Whatever the function raises is dropped, and the ordinary program runs: nothing has been changed yet.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.graphs.executor import Program
from tfshim.engine.graphs.operation import everything, tensors_in
from tfshim.engine.graphs.programs import called
from tfshim.engine.graphs.programs.arrays import array_calls
from tfshim.engine.graphs.programs.arrays.array_derivatives import FLOATS, RULES, NoRule, add_rows, put, sum_to, where
from tfshim.engine.graphs.programs.arrays.array_gradients import passes_on
from tfshim.engine.graphs.programs.arrays.array_loops import ArrayWriter, Unsuitable, _own
from tfshim.engine.graphs.programs.arrays.array_losses import TOGETHER
from tfshim.engine.graphs.programs.arrays.array_products import tensor_of
from tfshim.engine.graphs.programs.effects import Written
from tfshim.engine.graphs.programs.simplification import simplified
from tfshim.engine.random.seeds import rewinding
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_MOST = 1 << 14  # elements of what is computed on the way
_MOST_GIVEN = 1 << 16  # of what is fed or read, and of the gradients
_ANY = 1 << 62
_MOST_FAILURES = 8  # one after the other
_WORTH = 3  # calls of NumPy for each call of a kernel
_READ, _WANTED, _CONST = "ReadVariableOp", "_Gradients", "Const"
_KNOWN = frozenset((_WANTED, "_GatheredRows", "_ShapeOfRows"))
_AFTER = array_calls.TYPES | {"L2Loss"}


def _with_gradient(x: Any) -> torch.Tensor:
    """A tensor that torch differentiates by."""
    return tensor_of(x).requires_grad_()


def _pulled(y: torch.Tensor, by: Sequence[torch.Tensor], g: Any) -> list[Any]:
    """The gradients of `y` by tensors, as arrays."""
    found = torch.autograd.grad(y, by, tensor_of(g), retain_graph=True, allow_unused=True)  # another gradient may flow through it
    return [np.zeros(x.shape, x.detach().numpy().dtype) if d is None else d.to_dense().numpy() for d, x in zip(found, by)]


def _owned(results: Sequence[Any]) -> list[torch.Tensor]:
    """Tensors with the memory of arrays to themselves: one tensor for what is one array."""
    made: dict[int, torch.Tensor] = {}
    for x in results:
        if id(x) not in made:
            made[id(x)] = _own(x)
    return [made[id(x)] for x in results]


class _StepWriter(ArrayWriter):
    """Writes the nodes before the first update as one function."""

    by_node = True  # as the rules of derivatives are

    def __init__(self, nodes: Sequence[Operation], feeds: Sequence[Any], outputs: Sequence[Any], by_torch: set[int]) -> None:
        self.by_torch = by_torch  # ids of nodes that torch differentiates
        self.every = self.active = _active(nodes)  # ids of what gradients flow into: of all, and of those that are being written
        self.kept: dict[int, str] = {}  # id of a node -> what its derivative needs
        self.leaves: dict[int, str] = {}
        self.flowing: dict[int, str] = {}  # id of a tensor -> its gradient so far
        self.begin(nodes, feeds, outputs, "session")
        self.sources, self.uses, self.starts = {}, {}, set()
        self.namespace.update(
            SUM_TO=sum_to, PUT=put, ROWS=add_rows, WHERE=where, LEAF=_with_gradient, PULL=_pulled, OWNED=_owned, ones_like=np.ones_like
        )
        self.lines, self.origin, self.kernels = [], [], []
        used = {id(t) for n in nodes for t in tensors_in(n.arguments)}
        for i, t in enumerate(feeds):
            if id(t) in used:
                self.check(t)
                self.line(f"a{i} = {self.opening(t)}(a{i}, {_most_fed(t, nodes)})")
        for node in nodes:
            self.node(node)
        results = "".join(f"np.array({n}), " if n in self.constant_names else f"{n}, " for n in map(self.tensor, outputs))
        self.source_text = "\n".join(
            [
                *self.before,
                f"def run({', '.join(f'a{i}' for i in range(len(feeds)))}):",
                *self.lines,
                f"    return OWNED(({results}))",
            ]
        )

    def check(self, t: Any) -> None:
        super().check(t)
        if self.is_list(t):
            raise Unsuitable

    @staticmethod
    def is_recorded(t: Any) -> bool:
        return False  # no tape sees what a session runs

    def is_active(self, t: Any) -> bool:
        """Whether gradients flow into `t`."""
        return id(t) in self.active

    def value(self, t: Any) -> str:
        """The name of `t`."""
        return self.tensor(t)

    def tensor(self, t: Any) -> str:
        leaf = self.leaves.get(id(t))
        return super().tensor(t) if leaf is None else leaf

    def node(self, node: Operation) -> None:
        if node.kind == _READ:
            t = node.outputs[0]
            self.check(t)
            reference = self.bind(weakref.ref(node.arguments[0]), "v")
            if t.shape.is_fully_defined():
                self.line(f"{self.target(node)} = {reference}()._t.numpy(){'' if t.shape.rank else '[()]'}", node)
            else:
                most = _ANY if _only_rows(t, self.nodes) else _MOST_GIVEN
                self.line(f"{self.target(node)} = {self.opening(t)}({self.bind(called.read, 'r')}({reference}), {most})", node)
            self.at += 1
        elif node.kind == _WANTED:
            self.gradients(node)
            self.at += 1
        else:
            super().node(node)

    def call(self, node: Operation, o: Any) -> None:
        active = any(map(self.is_active, node.outputs)) and any(map(self.is_active, tensors_in(node.arguments)))
        if active and id(node) in self.by_torch:
            self.recorded_call(node, o)
            return
        if node.kind in TOGETHER and TOGETHER[node.kind].suits(node):
            name = self.kept[id(node)] = f"s{len(self.kept)}"
            given = ", ".join(self.argument(node, i, v) for i, v in enumerate(node.arguments))
            forward = self.bind(TOGETHER[node.kind].forward, "k")
            if node.rng is None:
                call = f"{forward}({given})"
            else:
                call = f"RNG({self.bind(node.rng, 's')}, {forward}, {self.bind(o.kernel, 'k')}, {given})"
                self.bridged += 1
            self.line(f"{self.target(node)}, {name} = {call}", node)
            self.native += 1
            return
        bridged = self.bridged
        super().call(node, o)
        if active and self.bridged != bridged:
            raise NoRule(node)

    def recorded_call(self, node: Operation, o: Any) -> None:
        """A call of the kernel that torch differentiates."""
        if len(node.outputs) != 1 or not isinstance(node.result, Tensor):
            raise Unsuitable
        for t in _distinct_tensors(node):
            if self.is_active(t):
                name = f"u{len(self.namespace)}_{len(self.leaves)}"
                self.line(f"{name} = LEAF({self.tensor(t)})")
                self.leaves[id(t)] = name
        leaves, self.bridging = dict(self.leaves), True
        self.sources = {0: None}  # a kernel's `direct` form may have another gradient
        super(ArrayWriter, self).call(node, o)
        self.sources, self.bridging, self.leaves = {}, False, {}
        self.bridged += 2
        name, kept = self.names[id(node.outputs[0])], f"s{len(self.kept)}"
        self.kept[id(node)] = kept
        self.line(f"{kept} = {name}, ({''.join(x + ', ' for x in leaves.values())})")
        self.line(f"{name} = N({name}.detach())")

    def gradients(self, node: Operation) -> None:
        """Write what the node of gradients gives."""
        ys, weights, xs, stops = [*node.arguments, ()][:4]
        if stops:
            raise Unsuitable
        self.flowing = {}
        between = _between(self.nodes, xs)
        before, self.active = self.active, between
        for y, weight in zip(ys, weights):
            if id(y) not in between:
                continue
            if weight is not None:
                sizes = array_calls.sizes_of(y)
                same = sizes is not None and sizes == array_calls.sizes_of(weight)
                self.add(y, self.tensor(weight) if same else f"WIDE({self.tensor(weight)}, {self.tensor(y)}.shape)")
            elif y.shape.rank == 0:
                self.add(y, self.bind(y._dt.as_numpy_dtype(1), "x"))
            else:
                self.add(y, f"ones_like({self.tensor(y)})")
        for inner in reversed(self.nodes[: self.at]):
            flowing = [self.flowing.get(id(t)) for t in inner.outputs]
            if any(flowing) and inner.kind != _READ and any(map(self.is_active, tensors_in(inner.arguments))):
                self.derivative(inner, flowing)
        self.active = before
        for x, t in zip(xs, node.outputs):
            self.check(t)
            known = self.flowing.get(id(x))
            self.count += 1
            name = self.names[id(t)] = f"t{self.count}"
            self.line(f"{name} = {known or f'np.zeros_like({self.tensor(x)})'}", node)

    def derivative(self, node: Operation, flowing: Sequence[str | None]) -> None:
        """Write what flows through `node` to its operands."""
        kept = self.kept.get(id(node))
        if id(node) in self.by_torch:
            by = [t for t in _distinct_tensors(node) if id(t) in self.every]
            names = [self.new_name() for _ in by]
            self.line(f"{''.join(n + ', ' for n in names)} = PULL(*{kept}, {flowing[0]})", node)
            for t, name in zip(by, names):
                self.add(t, name)
        elif kept is not None:
            both = TOGETHER[node.kind]
            wanted = [i for i, a in enumerate(node.arguments) if isinstance(a, Tensor) and self.is_active(a)]
            if not flowing[0] or any(flowing[1:]) or not set(wanted) <= {*both.by}:
                raise NoRule(node)
            names = [self.new_name() for _ in both.by]
            self.line(f"{''.join(n + ', ' for n in names)} = {self.bind(both.back, 'k')}({kept}, {flowing[0]})", node)
            self.native += 1
            for i, name in zip(both.by, names):
                if i in wanted:
                    self.add(node.arguments[i], name)
        else:
            try:
                for t, text in RULES[node.kind](self, node, flowing):
                    self.add(t, text)
                self.native += 1
            except (KeyError, NoRule):
                raise NoRule(node) from None

    def new_name(self) -> str:
        """A name for a part of a gradient."""
        self.count += 1
        return f"g{self.count}"

    def add(self, t: Any, text: str) -> None:
        """Write that the expression `text` is a part of the gradient of `t`."""
        known = self.flowing.get(id(t))
        if known is not None:
            self.line(f"{known} = {known} + {text}")
        elif self.is_active(t):
            name = self.flowing[id(t)] = self.new_name()
            self.line(f"{name} = {text}")


# ---------------------------------------------------------------------- which nodes, and how large
def _distinct_tensors(node: Operation) -> list[Any]:
    """The tensors among the arguments of `node`, each once."""
    return list({id(t): t for t in tensors_in(node.arguments)}.values())


def _between(nodes: Sequence[Operation], xs: Sequence[Any]) -> set[int]:
    """The ids of `xs` and of what depends on them by operations with a gradient."""
    found = set(map(id, xs))
    for node in nodes:
        if node.kind != _WANTED and any(id(t) in found for t in tensors_in(node.arguments)) and passes_on(node):
            outputs = node.outputs[:1] if node.kind in TOGETHER else node.outputs
            found.update(id(t) for t in outputs if t._dt in FLOATS)
    return found


def _active(nodes: Sequence[Operation]) -> set[int]:
    """The ids of the tensors into which gradients flow."""
    found: set[int] = set()
    for node in nodes:
        if node.kind == _WANTED:
            found |= _between(nodes, node.arguments[2])
    return found


def _only_rows(t: Any, nodes: Sequence[Operation]) -> bool:
    """Whether the nodes take nothing but rows of `t`."""
    uses = [n for n in nodes if any(x is t for x in tensors_in(n.arguments))]
    return all(n.kind == "GatherV2" and not any(x is t for x in tensors_in(n.arguments[1:])) for n in uses)


def _unknown(t: Any) -> tuple[int, int]:
    """How many sizes of `t` are not known, and the number of elements for each choice of them."""
    if t.shape.rank is None:
        raise Unsuitable
    sizes = t.shape.as_list()
    return sizes.count(None), int(np.prod([d for d in sizes if d is not None]))


def _most_fed(t: Any, nodes: Sequence[Operation]) -> int:
    """How many elements the fed tensor `t` may have for the others to be small, if all sizes that are not known are alike."""
    open_sizes, rest = _unknown(t)
    if not open_sizes:
        return _MOST_GIVEN
    least = float(_MOST_GIVEN)
    for node in nodes:
        for x in () if node.kind == _READ else node.outputs:
            count, known = _unknown(x)
            if count and known:
                least = min(least, (_MOST / known) ** (1 / count))
    return int(min(least**open_sizes * rest, _MOST_GIVEN))


def _check_sizes(nodes: Sequence[Operation]) -> None:
    """Raise `Unsuitable` where what is computed is known to be large."""
    for node in nodes:
        for t in node.outputs:
            open_sizes, elements = _unknown(t)
            read = node.kind == _READ and not _only_rows(t, nodes)
            given = read or node.kind == _WANTED or node.kind in ("_GatheredRows",)
            if node.kind != _READ and elements > (_MOST_GIVEN if given else _MOST) or read and not open_sizes and elements > _MOST_GIVEN:
                raise Unsuitable


def _is_pure(node: Operation) -> bool:
    """Whether `node` computes something from its operands, from variables or at random, and does nothing else."""
    if node.kind.startswith("_") and node.kind not in _KNOWN:
        return False
    if node.stateful and node.rng is None and node.kind != _READ:
        return False
    return not any(hasattr(x, "building_function") or hasattr(x, "trainable_variables") for x in everything(node.arguments))


def _reached(nodes: Sequence[Operation], feeds: Sequence[Any]) -> list[Operation]:
    """What the gradients among `nodes` are computed from, they themselves, and what is computed from them alone."""
    given = set(map(id, feeds))
    late = _late(nodes)
    needed: set[int] = set()  # ids of tensors
    chosen: set[int] = set()  # ids of nodes
    for node in reversed(nodes):
        if node.kind == _WANTED or any(id(t) in needed for t in node.outputs):
            chosen.add(id(node))
            needed.update(id(t) for t in tensors_in(node.arguments) if id(t) not in given)
            if not _is_pure(node):
                raise Unsuitable
    known, written = set(given), Written()
    for node in nodes:
        if id(node) in chosen:
            if node.kind == _READ and written.has(node.arguments[0]):
                raise Unsuitable
        elif _is_pure(node):
            if not _follows(node, known, late):
                continue
            chosen.add(id(node))
            needed.update(map(id, tensors_in(node.arguments)))
        else:
            written.note(node)
            continue
        known.update(map(id, node.outputs))
    return [n for n in nodes if id(n) in chosen or n.kind == _CONST and id(n.outputs[0]) in needed]


def _late(nodes: Sequence[Operation]) -> set[int]:
    """The ids of what is computed from gradients. Raises `Unsuitable` where that is differentiated."""
    late: set[int] = set()
    for node in nodes:
        if node.kind.startswith("_") and node.kind not in _KNOWN:
            raise Unsuitable
        depends = any(id(t) in late for t in tensors_in(node.arguments))
        if node.kind == _WANTED and depends:
            raise Unsuitable
        if depends or node.kind == _WANTED:
            late.update(map(id, node.outputs))
    return late


def _follows(node: Operation, known: set[int], late: set[int]) -> bool:
    """Whether `node` has a form for arrays, and all that it is computed from is an array, some of it from gradients."""
    if node.kind not in _AFTER or node.rng is not None or not any(id(t) in late for t in tensors_in(node.arguments)):
        return False
    return all(id(t) in known or not hasattr(t, "_op") or t._op.kind == _CONST for t in tensors_in(node.arguments))


class StepProgram(Program):
    """A program whose part before the first update runs on arrays where that is possible."""

    def __init__(
        self, nodes: list[Operation], inputs: Sequence[Any], outputs: Sequence[Any], name: str = "function", outermost: bool = False
    ) -> None:
        super().__init__(nodes, inputs, outputs, name, outermost)
        self._step: Any = None
        self._rest: Any = None
        self._streams: list[Any] = []
        self._failures = 0
        self._prepare()

    def _prepare(self) -> None:
        """Write the function on arrays, if there is one."""
        try:
            self._write(self._flat_nodes())
        except Exception:  # also what a form did not foresee: the ordinary program gives, or raises, what is right
            self._step = None

    def _flat_nodes(self) -> Sequence[Operation]:
        """The nodes, without tapes."""
        return self._nodes

    def _write(self, every: Sequence[Operation]) -> None:
        nodes = _reached(every, self._inputs)
        inside = set(map(id, nodes))
        again = {id(n) for n in nodes if n.kind in (_READ, _CONST, "Placeholder")}  # in both
        rest = [n for n in every if id(n) not in inside or id(n) in again]
        wanted = {id(t) for n in rest for t in tensors_in(n.arguments)} | {id(t) for t in self._outputs}
        results = [t for n in nodes if id(n) not in again for t in n.outputs if id(t) in wanted]
        nodes = simplified(nodes, self._inputs, results)
        _check_sizes(nodes)
        by_torch: set[int] = set()
        while True:
            try:
                writer = _StepWriter(nodes, self._inputs, results, by_torch)
                break
            except NoRule as e:
                if not e.args or id(e.args[0]) in by_torch:
                    raise
                by_torch.add(id(e.args[0]))
        if writer.native < _WORTH * writer.bridged:
            raise Unsuitable
        exec(compile(writer.source_text, "<step on arrays>", "exec"), writer.namespace)
        rest = Program(rest, [*self._inputs, *results], self._outputs, self.name, outermost=True)
        self._streams, self._rest, self._step = writer.streams, rest, writer.namespace["run"]

    def __call__(self, *storages: Any) -> tuple[Any, ...]:
        made = self.on_arrays(*storages)
        if made is not None:
            return self._rest(*storages, *made)
        return super().__call__(*storages)

    def on_arrays(self, *storages: Any) -> list[torch.Tensor] | None:
        """What comes before the first update, or None where the ordinary program has to run."""
        if self._step is None or TS.tapes:
            return None
        rewind = rewinding(self._streams)
        try:
            with np.errstate(all="ignore"):
                made = self._step(*storages)
        except Exception as e:  # the ordinary program raises TensorFlow's error, or does what NumPy cannot
            rewind()
            self._failures += type(e) is not Unsuitable  # which says that something is too large this time
            if self._failures > _MOST_FAILURES:
                self._step = None
            return None
        self._failures = 0
        return made
