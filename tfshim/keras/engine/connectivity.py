"""The inbound nodes of a layer in functional models: its calls on Keras tensors, their arguments and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.keras.annotations import KerasTensors
    from tfshim.keras.engine.node import Node


def _same_shapes(nodes, attribute):
    return len({str(getattr(n, attribute)) for n in nodes}) <= 1


class Connected:
    """What `Layer` knows about its calls on Keras tensors."""

    @property
    def inbound_nodes(self) -> list[Node]:
        """The calls of this layer on Keras tensors."""
        return self._inbound_nodes

    @property
    def outbound_nodes(self) -> list[Node]:
        """The calls of other layers on results of this one."""
        return self._outbound_nodes

    def _at_node(self, node_index, attribute, what):
        nodes = self._inbound_nodes
        if not nodes:
            raise RuntimeError(f"The layer {self.name} has never been called and thus has no defined {what}.")
        if not len(nodes) > node_index:
            raise ValueError(f"Asked to get {what} at node {node_index}, but the layer has only {len(nodes)} inbound nodes.")
        return getattr(nodes[node_index], attribute)

    def get_input_at(self, node_index: int) -> KerasTensors:
        """The input of one of several calls on Keras tensors. Mirrors `tf.keras.layers.Layer.get_input_at`.

        Arguments:
            node_index: the number of the call, from 0.

        Returns:
            A Keras tensor, or a structure of them.

        Raises:
            RuntimeError: the layer was never called on Keras tensors.
            ValueError: it was not called so often.

        A layer that is shared by several branches of a model has one call for each; with a single call `layer.input` is the same.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> other = tf.keras.Input((3,))
            >>> again = layer(other)
            >>> layer.get_input_at(1) is other
            True
        """
        return self._at_node(node_index, "input_tensors", "input")

    def get_output_at(self, node_index: int) -> KerasTensors:
        """The output of one of several calls on Keras tensors. Mirrors `tf.keras.layers.Layer.get_output_at`.

        Arguments:
            node_index: the number of the call, from 0.

        Returns:
            A Keras tensor, or a structure of them.

        Raises:
            RuntimeError: the layer was never called on Keras tensors.
            ValueError: it was not called so often.

        A layer that is shared by several branches of a model has one call for each; with a single call `layer.output` is the same.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> other = tf.keras.Input((3,))
            >>> again = layer(other)
            >>> layer.get_output_at(1) is again
            True
        """
        return self._at_node(node_index, "output_tensors", "output")

    def get_input_shape_at(self, node_index: int) -> Any:
        """The shape of the input of one of several calls on Keras tensors. Mirrors `tf.keras.layers.Layer.get_input_shape_at`.

        Arguments:
            node_index: the number of the call, from 0.

        Returns:
            A tuple with None for sizes that are not known, or a structure of them.

        Raises:
            RuntimeError: the layer was never called on Keras tensors.
            ValueError: it was not called so often.

        A layer that is shared by several branches of a model has one call for each; with a single call `layer.input_shape` is the same.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> layer.get_input_shape_at(0)
            (None, 3)
        """
        return self._at_node(node_index, "input_shapes", "input shape")

    def get_output_shape_at(self, node_index: int) -> Any:
        """The shape of the output of one of several calls on Keras tensors. Mirrors `tf.keras.layers.Layer.get_output_shape_at`.

        Arguments:
            node_index: the number of the call, from 0.

        Returns:
            A tuple with None for sizes that are not known, or a structure of them.

        Raises:
            RuntimeError: the layer was never called on Keras tensors.
            ValueError: it was not called so often.

        A layer that is shared by several branches of a model has one call for each; with a single call `layer.output_shape` is the same.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> layer.get_output_shape_at(0)
            (None, 2)
        """
        return self._at_node(node_index, "output_shapes", "output shape")

    def get_input_mask_at(self, node_index: int) -> Any:
        """The masks that came with the inputs of one of several calls on Keras tensors.

        Mirrors `tf.keras.layers.Layer.get_input_mask_at`. A mask says which steps of a sequence count; `Embedding(mask_zero=True)` and
        `Masking` make it, and it goes along with the Keras tensors that layers pass on.

        Arguments:
            node_index: the number of the call, from 0.

        Returns:
            A Keras tensor of bools, None for an input without a mask, or a list of them where the layer has several inputs.

        Raises:
            RuntimeError: the layer was never called on Keras tensors. ValueError: it was not called so often.

        Example:
            >>> masked = tf.keras.layers.Masking()(tf.keras.Input((5, 3)))
            >>> layer = tf.keras.layers.LSTM(2)
            >>> _ = layer(masked)
            >>> layer.get_input_mask_at(0).shape
            TensorShape([None, 5])
        """
        return _masks(self.get_input_at(node_index))

    def get_output_mask_at(self, node_index: int) -> Any:
        """The masks that one of several calls on Keras tensors gave along with its outputs.

        Mirrors `tf.keras.layers.Layer.get_output_mask_at`. A layer makes a mask in `compute_mask`; one that supports masking passes
        that of its input on, and one that puts steps together, as a recurrent layer without `return_sequences`, ends it.

        Arguments:
            node_index: the number of the call, from 0.

        Returns:
            A Keras tensor of bools, None for an output without a mask, or a list of them where the layer has several outputs.

        Raises:
            RuntimeError: the layer was never called on Keras tensors. ValueError: it was not called so often.

        Example:
            >>> layer = tf.keras.layers.Embedding(10, 2, mask_zero=True)
            >>> _ = layer(tf.keras.Input((5,)))
            >>> layer.get_output_mask_at(0).shape
            TensorShape([None, 5])
        """
        return _masks(self.get_output_at(node_index))

    @property
    def input(self) -> KerasTensors:
        """What the layer was called on, in a model of Keras tensors. Mirrors `tf.keras.layers.Layer.input`.

        With it models are made of parts of others: `tf.keras.Model(model.input, model.layers[3].output)`.

        Returns:
            The Keras tensor of the first call, or a structure of them; `get_input_at` gives those of later calls.

        Raises:
            AttributeError: the layer was not called on Keras tensors.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> layer.input is inputs
            True
        """
        if not self._inbound_nodes:
            raise AttributeError(f"Layer {self.name} is not connected, no input to return.")
        return self.get_input_at(0)

    @property
    def output(self) -> KerasTensors:
        """What the first call of the layer gave, in a model of Keras tensors. Mirrors `tf.keras.layers.Layer.output`.

        With it models are made of parts of others: `tf.keras.Model(model.input, model.layers[3].output)`.

        Returns:
            The Keras tensor of the first call, or a structure of them; `get_output_at` gives those of later calls.

        Raises:
            AttributeError: the layer was not called on Keras tensors.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> layer.output is outputs
            True
        """
        if not self._inbound_nodes:
            raise AttributeError(f"Layer {self.name} has no inbound nodes.")
        return self.get_output_at(0)

    @property
    def input_mask(self) -> Any:
        """The masks of the inputs of the first call on Keras tensors. Raises AttributeError where there was none."""
        return _masks(self.input)

    @property
    def output_mask(self) -> Any:
        """The masks that the first call on Keras tensors gave. Raises AttributeError where there was none."""
        return _masks(self.output)

    @property
    def input_shape(self) -> Any:
        """The shape of the input, where it was the same in all calls on Keras tensors. Mirrors `tf.keras.layers.Layer.input_shape`.

        Returns:
            A tuple with None for sizes that are not known, as that of the batch; with several inputs a structure of them.

        Raises:
            AttributeError: the layer was not called on Keras tensors, or on tensors of several shapes.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> layer.input_shape
            (None, 3)
        """
        if not self._inbound_nodes:
            raise AttributeError(
                f'The layer "{self.name}" has never been called and thus has no defined input shape. Note that the '
                "`input_shape` property is only available for Functional and Sequential models."
            )
        if not _same_shapes(self._inbound_nodes, "input_shapes"):
            raise AttributeError(
                f'The layer "{self.name}" has multiple inbound nodes, with different input shapes. Hence the notion of '
                '"input shape" is ill-defined for the layer. Use `get_input_shape_at(node_index)` instead.'
            )
        return self._inbound_nodes[0].input_shapes

    @property
    def output_shape(self) -> Any:
        """The shape of the output, where it was the same in all calls on Keras tensors. Mirrors `tf.keras.layers.Layer.output_shape`.

        Returns:
            A tuple with None for sizes that are not known, as that of the batch; with several outputs a structure of them.

        Raises:
            AttributeError: the layer was not called on Keras tensors, or on tensors of several shapes.

        Example:
            >>> inputs = tf.keras.Input((3,))
            >>> layer = tf.keras.layers.Dense(2)
            >>> outputs = layer(inputs)
            >>> layer.output_shape
            (None, 2)
        """
        if not self._inbound_nodes:
            raise AttributeError(f'The layer "{self.name}" has never been called and thus has no defined output shape.')
        if not _same_shapes(self._inbound_nodes, "output_shapes"):
            raise AttributeError(
                f'The layer "{self.name}" has multiple inbound nodes, with different output shapes. Hence the notion of '
                '"output shape" is ill-defined for the layer. Use `get_output_shape_at(node_index)` instead.'
            )
        return self._inbound_nodes[0].output_shapes


def _masks(tensors):
    if isinstance(tensors, list):
        return [getattr(x, "_keras_mask", None) for x in nest.flatten(tensors)]
    return getattr(tensors, "_keras_mask", None)
