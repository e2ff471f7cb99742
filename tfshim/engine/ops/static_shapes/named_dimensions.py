"""Static shapes from named dimensions, where unknown sizes or ranks keep kernels from telling.

`by_names("b,bc->b")` says that the result is a vector as long as the first operand and as the rows of the second, which has two axes.
A size that one operand knows is known of all that bear its name. `...` are any leading axes, the same for all that have them; an empty
name is a scalar; `_` is a size of which nothing is known, a digit one that is known, and `?` an operand or result of any shape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.tensor import Tensor


class _Names:
    """What is known of named sizes and of the leading axes."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}
        self.lead: list[int | None] | None = None

    def learn(self, names: str, dims: list[int | None] | None) -> None:
        """Take over what the shape `dims` of an operand says; nothing if it has another rank."""
        plain = names.removeprefix("...")
        if dims is None or names == "?" or len(dims) < len(plain) or plain == names and len(dims) > len(plain):
            return
        lead = dims[: len(dims) - len(plain)]
        if plain != names and (self.lead is None or len(self.lead) == len(lead)):
            self.lead = lead if self.lead is None else [a if a is not None else b for a, b in zip(self.lead, lead)]
        for name, size in zip(plain, dims[len(lead) :]):
            if size is not None:
                self.sizes.setdefault(name, size)

    def shape(self, names: str) -> list[int | None] | None:
        """The shape with these names, as far as it is known."""
        plain = names.removeprefix("...")
        if names == "?" or plain != names and self.lead is None:
            return None
        sizes = [int(n) if n.isdigit() else None if n == "_" else self.sizes.get(n) for n in plain]
        return sizes if plain == names else [*(self.lead or ()), *sizes]


def by_names(signature: str, *dtypes: DType | int, result: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A `shape_fallback` for the operation whose operands and results have the shapes of `signature`.

    `dtypes`: of the results, a dtype or the place of the argument that has it (or is it); the first argument's where it is not given.
    `result`: what the results are put into, where they are several; a tuple if it is not given.
    """
    given, gives = ([part.strip() for part in side.split(",")] for side in signature.split("->"))
    kinds = [*dtypes, *[0] * (len(gives) - len(dtypes))]

    def shapes(*arguments: Any) -> Any:
        names = _Names()
        for text, x in zip(given, arguments):
            if isinstance(x, Tensor):
                names.learn(text, None if x.shape.rank is None else x.shape.as_list())
        made = [(_dtype_of(kind, arguments), names.shape(text)) for text, kind in zip(gives, kinds)]
        return made[0] if len(made) == 1 else tuple(made) if result is None else result(*made)

    return shapes


def _dtype_of(kind: Any, arguments: Any) -> DType:
    if isinstance(kind, DType):
        return kind
    x = arguments[kind]
    x = x[0] if type(x) is list else x
    return x if isinstance(x, DType) else x.dtype


def merged(inputs: Any, *rest: Any) -> Any:
    """A `shape_fallback`: the shape of which those of all `inputs` are partly known forms."""
    names = _Names()
    for x in inputs:
        names.learn("...", None if x.shape.rank is None else x.shape.as_list())
    return inputs[0].dtype, names.shape("...")
