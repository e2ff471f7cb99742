"""The linear layer that recurrent cells and decoders of TensorFlow 1 share: one product of all inputs, joined."""

import tfshim as tf
from tfshim._export import tf_private
from tfshim.compat.v1.initializers.fixed import constant
from tfshim.compat.v1.variables.scopes import get_variable, get_variable_scope, variable_scope


def _matrices(args):
    """`args` as a list of tensors, and the size of them joined. Raises ValueError for other ranks and unknown sizes."""
    if args is None or (tf.nest.is_nested(args) and not args):
        raise ValueError("`args` must be specified")
    tensors = [tf.convert_to_tensor(x) for x in (args if tf.nest.is_nested(args) else [args])]
    shapes = [x.shape for x in tensors]
    for shape in shapes:
        if shape.rank != 2:
            raise ValueError(f"linear is expecting 2D arguments: {shapes}")
        if shape[1] is None:
            raise ValueError(f"linear expects shape[1] to be provided for shape {shape}, but saw {shape[1]}")
    return tensors, sum(shape[1] for shape in shapes)


@tf_private("tensorflow.python.ops.rnn_cell_impl._Linear")
class Linear:
    """`args`, tensors [batch, size] or one of them, times a variable "kernel", and with `build_bias` a "bias" added.

    The variables are those of the scope that it is made in; called again, it uses them wherever it is called.
    """

    def __init__(self, args, output_size, build_bias, bias_initializer=None, kernel_initializer=None):
        tensors, size = _matrices(args)
        dtype = tensors[0].dtype
        scope = get_variable_scope()
        with variable_scope(scope) as outer:
            self._kernel = get_variable("kernel", [size, output_size], dtype, kernel_initializer)
            self._bias = None
            if build_bias:
                with variable_scope(outer) as inner:
                    # A vector of biases is never taken apart.
                    inner.set_partitioner(None)
                    self._bias = get_variable("bias", [output_size], dtype, bias_initializer or constant(0.0, dtype=dtype))

    def __call__(self, args):
        tensors, _ = _matrices(args)
        made = tf.matmul(tensors[0] if len(tensors) == 1 else tf.concat(tensors, 1), self._kernel)
        return made if self._bias is None else tf.nn.bias_add(made, self._bias)


@tf_private("tensorflow.python.ops.rnn_cell_impl._linear")
def linear(args, output_size, bias, bias_initializer=None, kernel_initializer=None):
    """`args` times a variable "kernel" of this scope, and with `bias` a "bias" added."""
    return Linear(args, output_size, bias, bias_initializer, kernel_initializer)(args)
