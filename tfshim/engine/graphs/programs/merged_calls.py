"""Several nodes that one call serves: a product with a sum, formulas spelled out, and updates of many variables side by side."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from tfshim.engine.graphs.operation import everything, use_counts
from tfshim.engine.ops.products import addmm
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


def affine(nodes: Sequence[Operation], outputs: Sequence[Any]) -> dict[int, Operation]:
    """Sums of a vector and a product of matrices that nothing else uses: id of the sum -> the node of the product."""
    uses = use_counts(nodes)
    for t in outputs:
        uses[id(t)] = 2  # a product that is itself a result has to be computed on its own
    products = {id(n.outputs[0]): n for n in nodes if n.kind == "MatMul" and n.arguments[2:4] in ([], [False, False])}
    found = {}
    for node in nodes:
        if node.kind not in ("AddV2", "BiasAdd") or not products:
            continue
        both = node.arguments[:2]
        for t, bias in (both, both[::-1]) if node.kind == "AddV2" else (both,):
            product = products.get(id(t))
            if product is None or uses[id(t)] != 1 or t.dtype not in (dtypes.float32, dtypes.float64) or not isinstance(bias, Tensor):
                continue
            if t.shape.rank == 2 and bias.shape.rank == 1 and bias.shape[0] is not None and t.shape[1] == bias.shape[0]:
                found[id(node)] = product
                break
    return found


def product_and_sum(product: Operation, total: Operation) -> Callable[..., torch.Tensor]:
    """One call for both; where the shapes do not fit, the operations themselves say so."""
    # The fused call costs one pass over the result less, and records one node for the gradient instead of two.
    multiply, add, more = product._op_def.kernel, total._op_def.kernel, total.arguments[2:]

    def run(bias: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        try:
            return addmm(bias, x, w)
        except RuntimeError:
            return add(multiply(x, w), bias, *more)

    return run


def groups(nodes: Sequence[Operation]) -> dict[int, list[Operation]]:
    """Nodes side by side whose kernels have a form for all of them together: id of the first -> all.

    The attribute `together` of such a kernel is what makes this form for a list of nodes, and the places of the arguments that have to
    be the same.
    """
    found: list[list[Operation]] = []
    before = None
    for node in nodes:
        together = getattr(node._op_def.kernel, "together", None)
        if together is not None and node.rng is None and len(node.outputs) == 1:
            if (
                before is not None
                and before._op_def is node._op_def
                and all(_same(before.arguments[i], node.arguments[i]) for i in together[1])
            ):
                found[-1].append(node)
            else:
                found.append([node])
            before = node
        else:
            before = None
    return {id(group[0]): group for group in found if len(group) > 1}


def _same(a: Any, b: Any) -> bool:
    if type(a) is list:
        return type(b) is list and len(a) == len(b) and all(map(_same, a, b))
    return a is b


class Merged(NamedTuple):
    """One call of `function` with the values of `tensors`, some of them None.

    `on_arrays` makes the same for NumPy's arrays of a dtype, if there is such.
    """

    function: Callable[..., torch.Tensor]
    tensors: tuple[Any, ...]
    on_arrays: Callable[[Any], Callable[..., Any]] | None = None


class Formulas(ABC):
    """What models spell out by many nodes and one function of torch computes.

    `found`: id of the node that gives the value -> the call. `inner`: ids of the nodes that go into it and into nothing else.
    """

    starts: tuple[str, ...]  # the types of the nodes that a formula is found by

    def __init__(self, nodes: Sequence[Operation], outputs: Sequence[Any], constants: dict[int, Any], once: bool = False) -> None:
        """`once`: whether it is known that no derivative is taken of another."""
        self.found: dict[int, Merged] = {}
        self.inner: set[int] = set()
        self.once = once
        starts = [n for n in nodes if n.kind in self.starts and n.outputs[0].dtype in (dtypes.float32, dtypes.float64)]
        if not starts:
            return
        self.constants = constants
        self.makers = {id(t): node for node in nodes for t in node.outputs}
        self.users: dict[int, list[Any]] = {id(t): [None, None] for t in outputs}
        for node in nodes:
            for x in everything(node.arguments):
                self.users.setdefault(id(x), []).append(node)
        for node in starts:
            self.look(node)

    @abstractmethod
    def look(self, start: Operation) -> None:
        """Note the formula that the node `start` is part of, if it is."""

    def number(self, t: Any) -> float | None:
        """The number that `t` is, or None."""
        x = self.constants.get(id(t))
        return x._t.item() if x is not None and x._rec is None and x._t.ndim == 0 else None

    def taken(self, t: Any, kind: str, passed: list[Any]) -> Operation | None:
        """The node of type `kind` that gives `t` to one other node alone, noted in `passed`; None if there is no such."""
        made = self.makers.get(id(t))
        if made is None or made.type != kind or len(self.users[id(t)]) != 1:
            return None
        passed.append(made)
        return made

    def only_user(self, t: Any) -> Operation | None:
        """The only node that takes `t`, where it is no result."""
        users = self.users.get(id(t), ())
        return users[0] if len(users) == 1 else None

    def factors(self, t: Any, passed: list[Any]) -> tuple[float, list[Any]]:
        """The product of the numbers that are factors of `t`, and its other factors."""
        number = self.number(t)
        if number is not None:
            return number, []
        product = self.taken(t, "Mul", passed)
        if product is None:
            return 1.0, [t]
        (a, left), (b, right) = (self.factors(x, passed) for x in product.arguments[:2])
        return a * b, left + right
