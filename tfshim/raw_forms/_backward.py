"""Operations that are the gradient of another one: they differentiate that one."""

from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.values.convert import convert_to_tensor


def backward(function, inputs, grad):
    """The gradients of `function(*inputs)` for each of its inputs, for the gradient `grad` of its result."""
    inputs = [convert_to_tensor(x) for x in inputs]
    with GradientTape() as tape:
        tape.watch(inputs)
        result = function(*inputs)
    return tape.gradient(result, inputs, output_gradients=grad, unconnected_gradients="zero")
