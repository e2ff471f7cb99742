"""Normalisations of the last axis that models spell out: `(x - mean) * rsqrt(variance + epsilon)`, times a factor, plus a summand.

Or by `moments` and `batch_normalization`, as `layer_norm` of contrib does.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.graphs.programs.arrays import array_functions
from tfshim.engine.graphs.programs.merged_calls import Formulas, Merged

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation


class LayerNorms(Formulas):
    """Found by their root: `Rsqrt`, by which the difference from the mean is multiplied, or `Sqrt`, by which it is divided.

    Or by the node of `batch_normalization`.
    """

    starts = ("Rsqrt", "Sqrt", "BatchNormalization")

    def look(self, start: Operation) -> None:
        if start.type == "BatchNormalization":
            self.look_at_moments(start)
            return
        inside = [start]
        total = self.taken(start.arguments[0], "AddV2", inside)
        scaled = self.only_user(start.outputs[0])
        if total is None or scaled is None or scaled.type != ("Mul" if start.type == "Rsqrt" else "RealDiv"):
            return
        for variance, epsilon in (total.arguments[:2], total.arguments[1::-1]):
            number, square = self.number(epsilon), self.mean_square(variance, inside)
            if number is not None and square is not None:
                x = self.centred(start, scaled, square, inside)
                if x is not None:
                    self.note(x, number, scaled, inside)
                return

    def look_at_moments(self, node: Operation) -> None:
        """Note `node`, where it normalises a tensor to its own moments along the last axis."""
        x, mean, variance, summand, factor, epsilon = node.arguments[:6]
        moments = self.makers.get(id(mean))
        # The mean in the variance of `moments` counts as a constant, which second derivatives show.
        if not self.once or moments is None or moments.type != "Moments" or moments.outputs[1] is not variance:
            return
        if moments.arguments[0] is not x or not _along_last(moments) or x.dtype != mean.dtype or type(epsilon) is not float:
            return
        if not self.used_by(mean, [node]) or not self.used_by(variance, [node]):
            return
        size = x.shape[-1]
        if any(t is not None and (t.dtype != x.dtype or t.shape.rank != 1 or t.shape[0] != size) for t in (factor, summand)):
            return
        self.found[id(node)] = _call(size, epsilon, x, factor, summand)
        self.inner.add(id(moments))

    def mean_square(self, t: Any, inside: list[Any]) -> Operation | None:
        """The node of the squares whose mean along the last axis `t` is."""
        mean = self.taken(t, "Mean", inside)
        if mean is None or not _along_last(mean):
            return None
        squares = mean.arguments[0]
        return self.taken(squares, "Square", inside) or self.taken(squares, "SquaredDifference", inside)

    def centred(self, root: Operation, scaled: Operation, square: Operation, inside: list[Any]) -> Any:
        """`x`, where `scaled` takes its difference from its mean, and `square` is the square of that; else None."""
        a, b = scaled.arguments[:2]
        if scaled.type == "RealDiv" and b is not root.outputs[0]:
            return None
        difference = b if a is root.outputs[0] else a
        minus = self.makers.get(id(difference))
        if minus is None or minus.type != "Sub":
            return None
        x, mean = minus.arguments[:2]
        if square.type == "Square":
            users, users_of_mean = [square, scaled], [minus]
            known = square.arguments[0] is difference
        else:
            users, users_of_mean = [scaled], [minus, square]
            known = {id(t) for t in square.arguments[:2]} == {id(x), id(mean)}
        node = self.makers.get(id(mean))
        if not known or node is None or node.kind != "Mean" or node.arguments[0] is not x or not _along_last(node):
            return None
        if not self.used_by(difference, users) or not self.used_by(mean, users_of_mean):
            return None
        inside += [minus, node]
        return x

    def used_by(self, t: Any, nodes: list[Any]) -> bool:
        """Whether exactly `nodes` take `t`."""
        return sorted(map(id, self.users[id(t)])) == sorted(map(id, nodes))

    def note(self, x: Any, epsilon: float, node: Operation, inside: list[Any]) -> None:
        """Note the normalisation of `x` that `node` gives, with the factor and the summand that follow it."""
        size, more = x.shape[-1], []
        for kind in ("Mul", "AddV2"):
            after = self.only_user(node.outputs[0])
            if after is None or after.type != kind:
                break
            a, b = after.arguments[:2]
            other = b if a is node.outputs[0] else a
            if getattr(other, "dtype", None) != x.dtype or other.shape.rank != 1 or other.shape[0] != size:
                break
            inside.append(node)
            more.append(other)
            node = after
        self.found[id(node)] = _call(size, epsilon, *(x, *more, None, None)[:3])
        self.inner.update(map(id, inside))


def _along_last(mean: Operation) -> bool:
    """Whether the node `mean`, or of moments, keeps all axes of a tensor but the last, whose size is known, and that as one of 1."""
    x, axis, kept = mean.arguments[:3]
    rank = x.shape.rank
    if type(axis) in (tuple, list) and len(axis) == 1:
        axis = axis[0]
    return bool(rank) and kept is True and type(axis) is int and axis in (-1, rank - 1) and bool(x.shape[-1])


def _call(size: int, epsilon: float, *tensors: Any) -> Merged:
    return Merged(_normalised(size, epsilon), tensors, functools.partial(array_functions.normalised, size, epsilon))


def _normalised(size: int, epsilon: float) -> Callable[..., torch.Tensor]:
    sizes = (size,)

    def run(x: torch.Tensor, factor: torch.Tensor | None, summand: torch.Tensor | None) -> torch.Tensor:
        return torch.layer_norm(x, sizes, factor, summand, epsilon)

    return run
