"""`tf.RegisterGradient` and `tf.no_gradient`: gradients for operation types, registered by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op_defs import by_name
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.tensor import wrap

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op

_registry = {}
# Functions that programs have put in the place of TensorFlow's own gradients: the type of operation -> function. Gradients in graphs,
# and so in traced functions, ask them.
replaced: dict[str, Callable[..., Any] | None] = {}


@tf_export("RegisterGradient")
class RegisterGradient:
    """Decorate a function to be the gradient of a type of operations. Mirrors `tf.RegisterGradient`.

    Arguments:
        op_type: the type, such as "MyOp", which has no gradient of its own.

    Raises:
        TypeError: the name is not a str.
        KeyError: the type has a registered gradient already.

    The function gets the operation, with its `inputs` and `outputs`, and the gradient for each output; it returns one
    for each input.

    Example:
        >>> @tf.RegisterGradient("DoubledInADocstring")
        ... def doubled(op, grad):
        ...     return 2.0 * grad
        >>> try:
        ...     tf.RegisterGradient("DoubledInADocstring")(doubled)
        ... except KeyError:
        ...     print("registered already")
        registered already
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError(f"op_type must be a string, but got {type(op_type)} with value {op_type}")
        self._op_type = op_type

    def __call__(self, f: Callable[..., Any] | None) -> Callable[..., Any] | None:
        if self._op_type in _registry:
            raise KeyError(
                f"Registering two gradient with name '{self._op_type}'! (Previous registration was in "
                f"{getattr(_registry[self._op_type], '__module__', None)})"
            )
        _registry[self._op_type] = f
        return f


@tf_export("no_gradient", v1=["no_gradient", "NoGradient", "NotDifferentiable"])
def no_gradient(op_type: str) -> None:
    """Declare that operations of a type have no gradient. Mirrors `tf.no_gradient`.

    Arguments:
        op_type: the type, such as "MyOp".

    Raises:
        TypeError: the name is not a str.
        KeyError: the type has a registered gradient already.

    A gradient through such an operation is None, without an error; through one whose type has no gradient and no such
    declaration LookupError is raised. It is for operations of one's own that have been declared in a graph.

    Example:
        >>> tf.no_gradient("NothingInADocstring")
        >>> try:
        ...     tf.no_gradient("NothingInADocstring")
        ... except KeyError:
        ...     print("declared already")
        declared already
    """
    if not isinstance(op_type, str):
        raise TypeError(f"op_type must be a string, but got {type(op_type)} with value {op_type}")
    RegisterGradient(op_type)(None)


def is_known(op_type: str) -> bool:
    """Whether a program has registered a gradient for operations of that type, or declared that they have none."""
    return op_type in _registry or op_type in replaced


def lookup(op_type: str) -> Callable[..., Any] | None:
    """The registered gradient. Raises LookupError where there is none."""
    if op_type not in _registry:
        raise LookupError(f"gradient registry has no entry for: {op_type}")
    return _registry[op_type]


def check_gradient_shapes(name: str, found: Sequence[Any], shapes: Sequence[Any], first: int = 0) -> None:
    """Raise InvalidArgumentError where a gradient that a program's function gave is of another shape than its input.

    One that differs by dimensions in front is left to torch, which sums over these. TensorFlow says so while a graph is built; eagerly
    it hands on what it gets, until an operation does not take it.

    Arguments:
        name: the operation whose gradients they are.
        found: torch tensors, or None.
        shapes: those of its inputs, None for what is no torch tensor.
        first: the index of the first of these inputs.
    """
    for i, (grad, shape) in enumerate(zip(found, shapes)):
        if grad is not None and shape is not None and grad.shape != shape and not _expands_to(shape, grad.shape):
            raise errors.invalid(wrong_gradient_shape(name, first + i, tuple(shape), tuple(grad.shape)))


def wrong_gradient_shape(name: str, index: int, shape: Any, found: Any) -> str:
    """The text of the error for a gradient of the shape `found` for input `index` of the operation `name`, which is of `shape`."""
    return (
        "Incompatible shapes between op input and calculated input gradient. "
        f"Forward operation: {name}. Input index: {index}. Original input shape: {shape}. Calculated input gradient shape: {found}"
    )


def _expands_to(shape: Any, target: Any) -> bool:
    return len(shape) <= len(target) and all(a in (1, b) for a, b in zip(reversed(shape), reversed(target)))


class RanOperation:
    """What a registered gradient function sees of an operation that has run."""

    def __init__(self, o: Op, arguments: Any, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        self.type, self.name = o.type, o.type
        self.inputs, self.outputs = inputs, outputs
        self._attributes = by_name(o, arguments)

    def get_attr(self, name: str) -> Any:
        """The attribute `name`."""
        return self._attributes[name]


def gradients_by(
    function: Callable[..., Any], o: Op, arguments: Any, inputs: Sequence[Any], outputs: Sequence[Any], grads: Sequence[Any]
) -> list[Any]:
    """The gradients for `inputs` of the operation `o` that the `function` of a program gives, checked; all are torch tensors."""
    seen = RanOperation(o, arguments, [wrap(t.detach()) for t in inputs], [wrap(r.detach()) for r in outputs])
    found = function(seen, *[wrap(g.detach()) for g in grads])
    found = [None if g is None else g._t for g in (found if isinstance(found, (list, tuple)) else [found])]
    check_gradient_shapes(o.type, found, [t.shape for t in inputs])
    return found


class _Registered(Function):
    @staticmethod
    def forward(ctx: Any, o: Op, arguments: Any, result: Any, *inputs: Any) -> Any:
        ctx.o, ctx.arguments, ctx.result, ctx.inputs = o, arguments, result, inputs
        return result.view_as(result)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        function = lookup(ctx.o.type)
        if function is None:
            return (None, None, None, *([None] * len(ctx.inputs)))
        return (None, None, None, *gradients_by(function, ctx.o, ctx.arguments, ctx.inputs, [ctx.result], [grad]))


def attach(o: Op, result: Any, arguments: Any, inputs: Sequence[torch.Tensor]) -> Any:
    """`result`, a torch tensor, whose gradient is looked up in the registry going backward."""
    return _Registered.apply(o, arguments, result, *inputs)
