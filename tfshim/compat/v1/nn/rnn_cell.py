"""`tf.compat.v1.nn.rnn_cell`: recurrent cells of TensorFlow 1."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.compat.v1.initializers.fixed import constant, zeros
from tfshim.compat.v1.layers.base import Layer
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values import nest
from tfshim.keras import activations, initializers

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Initializer
    from tfshim.compat.v1.variables.scopes import Scope
    from tfshim.compat.v1.variables.store import Reuse
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import ActivationLike

__all__, __getattr__, __dir__ = exported(globals())


class LSTMStateTuple(collections.namedtuple("LSTMStateTuple", ("c", "h"))):
    """The state of an LSTM cell: its memory `c` and its output `h`. Mirrors `tf.compat.v1.nn.rnn_cell.LSTMStateTuple`.

    A named tuple: `state.c` and `state[0]` are the same. `BasicLSTMCell` and `LSTMCell` take and give one unless they were made with
    `state_is_tuple=False`. Its `dtype` is that of both parts.

    Arguments:
        c: the memory, a tensor [batch, num_units].
        h: the output of the step before, a tensor [batch, num_units], or [batch, num_proj] of a cell with a projection.

    Raises:
        TypeError: on reading `dtype`, where the two differ.

    Example:
        >>> state = tf.compat.v1.nn.rnn_cell.LSTMStateTuple(c=tf.zeros([2, 3]), h=tf.ones([2, 3]))
        >>> state.dtype, state.h.shape, state._fields
        (tf.float32, TensorShape([2, 3]), ('c', 'h'))
        >>> c, h = state
    """

    __slots__ = ()
    __module__ = "keras.src.layers.rnn.legacy_cells"

    @property
    def dtype(self) -> Any:
        """The dtype of both. Raises TypeError where they differ."""
        if self.c.dtype != self.h.dtype:
            raise TypeError(f"Inconsistent dtypes for internal state: {self.c.dtype} vs {self.h.dtype}")
        return self.c.dtype


def _zeros(batch_size, sizes, dtype):
    """Zeros for `batch_size` examples, an integer or a tensor, each of `sizes`."""
    if not one_by_one.wanted():
        return tf.zeros([batch_size, *sizes], dtype)
    whole = tf.concat(_dims(batch_size, sizes), 0)
    made = tf.zeros(whole, dtype)
    _dims(batch_size, sizes)  # which TensorFlow asks for once more, to know the static shape
    return made


def _dims(batch_size, sizes):
    first = tf.expand_dims(batch_size, 0) if isinstance(batch_size, tf.Tensor) else tf.constant([batch_size])
    return [first, tf.constant(list(sizes))]


def _sizes(size):
    """The size of a part of a state, a number or a shape, as a list."""
    return size.as_list() if isinstance(size, tf.TensorShape) else [size]


@tf_export(v1=["nn.rnn_cell.RNNCell"])
class RNNCell(Layer):
    """The base of recurrent cells: one step of a recurrence, which `tf.compat.v1.nn.dynamic_rnn` runs over time.

    Mirrors `tf.compat.v1.nn.rnn_cell.RNNCell`. A cell is called as `cell(inputs, state, scope=None)` with inputs [batch, n] and gives
    a pair (outputs [batch, output_size], new state). A cell of one's own defines `call(inputs, state)` and the properties
    `state_size` (a number, or a structure of numbers) and `output_size`; reading these from the base raises NotImplementedError.
    Variables are made in the variable scope that is open at the first call, and taken again later.

    Arguments:
        trainable: whether its variables go to TRAINABLE_VARIABLES; True by default.
        name: of the layer and its scope; None: one that is made.
        dtype: of its variables; None: that of the first inputs.

    Example:
        >>> class Counting(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return state, state + inputs
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     outputs, state = tf.compat.v1.nn.dynamic_rnn(Counting(), tf.ones([1, 3, 1]), dtype=tf.float32)
        ...     print(session.run(outputs)[0, :, 0], session.run(state))
        [0. 1. 2.] [[3.]]
    """

    __module__ = "keras.src.layers.rnn.legacy_cells"

    state_size = property(lambda self: self._not_defined(), doc="The size, or the structure of sizes, of the state.")
    output_size = property(lambda self: self._not_defined(), doc="The size of the outputs.")

    def _not_defined(self):
        raise NotImplementedError("Abstract method")

    def __call__(  # type: ignore[override]  # as in TensorFlow
        self, inputs: TensorLike, state: Any, scope: Scope | None = None
    ) -> tuple[Any, Any]:
        return super().__call__(inputs, state, scope=scope)

    def zero_state(self, batch_size: IntLike, dtype: DTypeLike) -> Any:
        """A state of zeros, from which a sequence begins. Mirrors `tf.compat.v1.nn.rnn_cell.RNNCell.zero_state`.

        `dynamic_rnn` makes one itself if it is given `dtype` and no `initial_state`. Programs that carry a state from one piece of a long
        text to the next make it themselves, and feed the last state into it.

        Arguments:
            batch_size: an integer, or a scalar integer tensor where the size of batches is not known.
            dtype: of the state.

        Returns:
            Tensors [batch_size, size] in the structure of `state_size`: one tensor, or an `LSTMStateTuple`, or a tuple with one for each
            of several cells.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.BasicLSTMCell(4)
            ...     state = cell.zero_state(2, tf.float32)
            ...     print(type(state).__name__, state.c.shape, state.h.dtype)
            LSTMStateTuple (2, 4) <dtype: 'float32'>
        """
        with name_scope(f"{type(self).__name__}ZeroState"):
            return nest.map_structure(lambda size: shown_parts.recorded(_zeros, batch_size, _sizes(size), dtype), self.state_size)

    def get_initial_state(self, inputs: TensorLike | None = None, batch_size: IntLike | None = None, dtype: DTypeLike | None = None) -> Any:
        """A state of zeros that fits given inputs, or a given size and dtype: what `tf.keras.layers.RNN` asks cells for.

        Mirrors `tf.compat.v1.nn.rnn_cell.RNNCell.get_initial_state`; a cell of one's own may give something else than zeros.

        Arguments:
            inputs: a tensor [batch, ...], from which size and dtype are taken; None by default.
            batch_size: an integer or scalar tensor; needed without `inputs`.
            dtype: of the state; needed without `inputs`.

        Returns:
            Tensors [batch, size] in the structure of `state_size`.

        Raises:
            ValueError: neither inputs, nor a size and a dtype; or a size or dtype that contradicts them.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
            ...     print(cell.get_initial_state(tf.ones([2, 5])).shape)
            ...     print(cell.get_initial_state(batch_size=7, dtype=tf.float64).dtype)
            (2, 3)
            <dtype: 'float64'>
        """
        if inputs is not None:
            inputs = tf.convert_to_tensor(inputs)
            if batch_size is not None:
                asked = tf.get_static_value(batch_size) if isinstance(batch_size, tf.Tensor) else batch_size
                if inputs.shape[0] != asked:
                    raise ValueError(
                        "batch size from input tensor is different from the input param. "
                        f"Input tensor batch: {inputs.shape[0]}, batch_size: {batch_size}"
                    )
            if dtype is not None and inputs.dtype != dtype:
                raise ValueError(
                    "dtype from input tensor is different from the input param. "
                    f"Input tensor dtype: {inputs.dtype}, dtype: {tf.as_dtype(dtype)}"
                )
            # A size that is known is one, so that the state has it in its shape.
            batch_size, dtype = inputs.shape[0] if inputs.shape[0] is not None else tf.shape(inputs)[0], inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError(
                f"batch_size and dtype cannot be None while constructing initial state: batch_size={batch_size}, dtype={dtype}"
            )
        return self.zero_state(batch_size, dtype)


def known_size(shape):
    """The last size of inputs."""
    shape = tf.TensorShape(shape)
    if shape.rank is None or shape[-1] is None:
        raise ValueError(f"Expected inputs.shape[-1] to be known, received shape: {shape}")
    return shape[-1]


def activation_of(activation):
    """The function that `activation` names or is, tanh where it is None."""
    return activations.get("tanh" if activation is None else activation)


@tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl.LayerRNNCell")
class LayerRNNCell(RNNCell):
    """A cell that is called like a layer: what `call` does not take, such as `training`, is left out."""

    __module__ = "keras.src.layers.rnn.legacy_cells"

    # Whether `call` is one that refuses integers.
    _of_floats = False

    def __call__(  # type: ignore[override]  # as in TensorFlow
        self, inputs: TensorLike, state: Any, scope: Scope | None = None, *args: Any, **kwargs: Any
    ) -> tuple[Any, Any]:
        if self._of_floats:
            for x in nest.flatten((inputs, state)):
                if isinstance(x, tf.Tensor) and not x.dtype.is_floating:
                    raise ValueError(f"RNN cell only supports floating point inputs, but received dtype: {x.dtype}")
        return Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)


@tf_export(v1=["nn.rnn_cell.BasicRNNCell"])
class BasicRNNCell(LayerRNNCell):
    """The simplest recurrent cell: `output = new state = activation([inputs, state] @ kernel + bias)`.

    Mirrors `tf.compat.v1.nn.rnn_cell.BasicRNNCell`; in TensorFlow 2: `tf.keras.layers.SimpleRNNCell`, whose kernel is in two parts.

    Arguments:
        num_units: the size of state and outputs.
        activation: a function or its name; None (default): tanh.
        reuse: whether it takes variables that its scope has already; None (default): as the scope says.
        name: of its scope, "basic_rnn_cell" by default.
        dtype: of its variables; None: that of the first inputs.

    Returns:
        A cell: `cell(inputs, state)` with tensors [batch, n] and [batch, num_units] gives (outputs, state), each [batch, num_units].
        Its variables are `kernel` [n + num_units, num_units] and `bias` [num_units], which begins with zeros.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     with tf.compat.v1.variable_scope("net", initializer=tf.compat.v1.ones_initializer()):
        ...         cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(2, activation=tf.nn.relu)
        ...         outputs, state = cell(tf.constant([[1.0, 2.0]]), tf.constant([[10.0, 20.0]]))
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(session.run(outputs), [v.name for v in cell.variables])
        [[33. 33.]] ['net/basic_rnn_cell/kernel:0', 'net/basic_rnn_cell/bias:0']
    """

    __module__ = "keras.src.layers.rnn.legacy_cells"
    _of_floats = True

    def __init__(
        self,
        num_units: int,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._activation = num_units, activation_of(activation)

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape: SizesLike) -> None:
        """Makes the variables `kernel` and `bias`. Mirrors `tf.compat.v1.nn.rnn_cell.BasicRNNCell.build`.

        Calling the cell does so the first time. The kernel is for inputs and state one behind the other.

        Arguments:
            input_shape: the shape of inputs, [batch, features], whose last size has to be known.

        Raises:
            ValueError: the number of features is not known.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(4)
            ...     cell.build([None, 3])
            ...     print([(v.name, v.shape.as_list()) for v in cell.variables])
            [('basic_rnn_cell/kernel:0', [7, 4]), ('basic_rnn_cell/bias:0', [4])]
        """
        size = known_size(input_shape)
        self._kernel = self.add_weight("kernel", [size + self._num_units, self._num_units])
        self._bias = self.add_weight("bias", [self._num_units], initializer=zeros())
        self.built = True

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step: a new state of an input and the last one. Mirrors `tf.compat.v1.nn.rnn_cell.BasicRNNCell.call`.

        It is `activation(concat([inputs, state]) @ kernel + bias)`. Call the cell itself, which makes the variables first.

        Arguments:
            inputs: a tensor [batch, features].
            state: the last state, [batch, units].

        Returns:
            A pair of the output and the new state, which are the same tensor [batch, units].

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(2, activation=lambda x: x)
            ...     x = tf.ones([1, 3])
            ...     output, state = cell(x, cell.zero_state(1, tf.float32))
            ...     print(output.shape, output is state)
            (1, 2) True
        """
        output = self._activation(tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._kernel), self._bias))
        return output, output

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }


@tf_export(v1=["nn.rnn_cell.GRUCell"])
class GRUCell(LayerRNNCell):
    """A gated recurrent unit (Cho et al., 2014). Mirrors `tf.compat.v1.nn.rnn_cell.GRUCell`; in TensorFlow 2: `tf.keras.layers.GRUCell`.

    With gates `r, u = sigmoid([x, h] @ gates)` and the candidate `c = activation([x, r * h] @ candidate)` the new state, which is the
    output as well, is `u * h + (1 - u) * c`.

    Arguments:
        num_units: the size of state and outputs.
        activation: of the candidate, a function or its name; None (default): tanh.
        reuse: whether it takes variables that its scope has already; None (default): as the scope says.
        kernel_initializer: None (default): that of the scope.
        bias_initializer: None: ones for the gates, zeros for the candidate.
        name: of its scope, "gru_cell" by default.
        dtype: of its variables; None: that of the first inputs.

    Returns:
        A cell: `cell(inputs, state)` with tensors [batch, n] and [batch, num_units] gives (outputs, state), each [batch, num_units].

    Example:
        >>> with tf.Graph().as_default():
        ...     cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
        ...     outputs, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
        ...     for v in cell.variables:
        ...         print(v.name, v.shape)
        gru_cell/gates/kernel:0 (7, 6)
        gru_cell/gates/bias:0 (6,)
        gru_cell/candidate/kernel:0 (7, 3)
        gru_cell/candidate/bias:0 (3,)
    """

    __module__ = "keras.src.layers.rnn.legacy_cells"
    _of_floats = True

    def __init__(
        self,
        num_units: int,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        kernel_initializer: Initializer | None = None,
        bias_initializer: Initializer | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._activation = num_units, activation_of(activation)
        self._kernel_initializer, self._bias_initializer = initializers.get(kernel_initializer), initializers.get(bias_initializer)

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape: SizesLike) -> None:
        """Makes the kernels and biases of the gates and of the candidate. Mirrors `tf.compat.v1.nn.rnn_cell.GRUCell.build`.

        Calling the cell does so the first time. Biases of the gates begin with ones, so that at first little is reset or updated.

        Arguments:
            input_shape: the shape of inputs, [batch, features], whose last size has to be known.

        Raises:
            ValueError: the number of features is not known.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.GRUCell(4)
            ...     cell.build([None, 3])
            ...     print({v.op.name[9:]: v.shape.as_list() for v in cell.variables})
            {'gates/kernel': [7, 8], 'gates/bias': [8], 'candidate/kernel': [7, 4], 'candidate/bias': [4]}
        """
        size, units = known_size(input_shape), self._num_units
        self._gate_kernel = self.add_weight("gates/kernel", [size + units, 2 * units], initializer=self._kernel_initializer)
        # As in TensorFlow: at first little is reset or updated.
        self._gate_bias = self.add_weight("gates/bias", [2 * units], initializer=self._bias_initializer or constant(1.0))
        self._candidate_kernel = self.add_weight("candidate/kernel", [size + units, units], initializer=self._kernel_initializer)
        self._candidate_bias = self.add_weight("candidate/bias", [units], initializer=self._bias_initializer or zeros())
        self.built = True

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step of a gated unit. Mirrors `tf.compat.v1.nn.rnn_cell.GRUCell.call`.

        A gate says how much of the state enters the candidate, and another how much of the state stays. Call the cell itself, which makes
        the variables first.

        Arguments:
            inputs: a tensor [batch, features].
            state: the last state, [batch, units].

        Returns:
            A pair of the output and the new state, which are the same tensor [batch, units].

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.GRUCell(2)
            ...     output, state = cell(tf.ones([1, 3]), cell.zero_state(1, tf.float32))
            ...     print(output.shape, output is state)
            ...     _, state = cell(tf.ones([1, 3]), state)
            ...     print(len(cell.variables))
            (1, 2) True
            4
        """
        gates = tf.sigmoid(tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._gate_kernel), self._gate_bias))
        r, u = tf.split(gates, 2, axis=1)
        joined = tf.concat([inputs, r * state], 1)
        candidate = self._activation(tf.nn.bias_add(tf.matmul(joined, self._candidate_kernel), self._candidate_bias))
        new = u * state + (1 - u) * candidate
        return new, new

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
            "kernel_initializer": initializers.serialize(self._kernel_initializer),
            "bias_initializer": initializers.serialize(self._bias_initializer),
        }


tf_export(v1=["nn.rnn_cell.LSTMStateTuple"])(LSTMStateTuple)
