"""The base of the layers of TensorFlow 1: variables by `get_variable` in a scope of the layer's own."""

import re

import tfshim as tf
from tfshim.compat.v1.graphs import GraphKeys
from tfshim.compat.v1.partitioned_variables import PartitionedVariable
from tfshim.compat.v1.variable_scopes import get_variable, variable_scope
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.variables.trackable import AutoTrackable


def _snake(name):
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)).lower()


def _depending(found, inputs):
    """Those of `found`, tensors and operations of a graph, that depend on one of the tensors `inputs`."""
    known = {getattr(x, "op", x): True for x in nest.flatten(inputs)} if TS.graph is not None else {}

    def depends(operation):
        stack = [operation]
        while stack:
            at = stack[-1]
            before = [x.op for x in at.inputs] + list(at.control_inputs)
            waiting = [] if at in known else [op for op in before if op not in known]
            if waiting:
                stack.extend(waiting)
            else:
                known.setdefault(at, any(known.get(op, False) for op in before))
                stack.pop()
        return known[operation]

    return [x for x in found if TS.graph is None or depends(getattr(x, "op", x))]


class Layer(AutoTrackable):
    """Base of the layers: `build(input_shape)` makes variables with `add_weight`, `call(inputs)` computes.

    Calling the layer builds it at first, in a variable scope named after it. Mirrors `tf.compat.v1.layers.Layer`.
    """

    __module__ = "tensorflow.python.keras.legacy_tf_layers.base"

    def __init__(self, trainable=True, name=None, dtype=None, **kwargs):
        self._scope_given, self._reuse = kwargs.pop("_scope", None), kwargs.pop("_reuse", None)
        if kwargs:
            raise TypeError(f"Keyword argument not understood: {', '.join(kwargs)}")
        self.trainable, self._dtype = trainable, None if dtype is None else as_dtype(dtype)
        self._given_name, self._base_name = name, name or _snake(type(self).__name__)
        self._name = name
        self._scope, self.built = None, False
        self._weights, self._losses, self._updates = [], [], []
        self._conditional, self._called_with = [], []  # losses that were added with inputs; inputs of calls in graphs

    name = property(lambda self: self._name or self._base_name, doc="The name.")
    scope_name = property(lambda self: self._scope.name if self._scope is not None else self._missing_scope(), doc="The full name.")
    dtype = property(lambda self: None if self._dtype is None else self._dtype.name, doc="The dtype of the variables.")
    weights = property(lambda self: list(self._weights), doc="All variables.")
    variables = weights
    trainable_weights = property(lambda self: [v for v in self._weights if v.trainable] if self.trainable else [], doc="Those trained.")
    trainable_variables = trainable_weights
    non_trainable_weights = property(
        lambda self: [v for v in self._weights if not any(v is t for t in self.trainable_weights)], doc="Those not trained."
    )
    non_trainable_variables = non_trainable_weights
    losses = property(lambda self: list(self._losses), doc="The penalties of regularizers.")
    updates = property(lambda self: list(self._updates), doc="Operations that are to run with each step.")

    def _missing_scope(self):
        raise ValueError(f'No name available for layer scope because the layer "{self.name}" has not been used yet.')

    def build(self, input_shape):
        """Make the variables."""
        self.built = True

    def call(self, inputs, *args, **kwargs):
        """What the layer computes."""
        raise NotImplementedError(f"{type(self).__name__} defines no call().")

    def add_loss(self, losses, inputs=None):
        """Add penalties to `losses` and the collection REGULARIZATION_LOSSES; with `inputs`, such as depend on these."""
        for loss in losses if isinstance(losses, (list, tuple)) else [losses]:
            self._losses.append(loss)
            if inputs is not None:
                self._conditional.append(loss)
            if TS.graph is not None:
                current_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)

    def add_update(self, updates, inputs=None):
        """Add operations to `updates` and the collection UPDATE_OPS."""
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            self._updates.append(update)
            if TS.graph is not None:
                current_graph().add_to_collection(GraphKeys.UPDATE_OPS, update)

    def add_weight(
        self,
        name,
        shape,
        dtype=None,
        initializer=None,
        regularizer=None,
        trainable=None,
        constraint=None,
        use_resource=None,
        synchronization=tf.VariableSynchronization.AUTO,
        aggregation=tf.VariableAggregation.NONE,
        partitioner=None,
        **kwargs,
    ):
        """A variable `name` below the layer's scope; see `tf.compat.v1.get_variable`."""
        if kwargs:
            raise TypeError(f"Unknown keyword argument: {', '.join(kwargs)}")
        made = get_variable(
            name,
            shape,
            dtype or self._dtype or tf.float32,
            initializer,
            None,
            bool(self.trainable if trainable is None else trainable and self.trainable),
            partitioner=partitioner,
            constraint=constraint,
            synchronization=synchronization,
            aggregation=aggregation,
        )
        if regularizer is not None:
            with tf.name_scope(f"{name}/Regularizer"):
                penalty = regularizer(made)
            if penalty is not None:
                self.add_loss(penalty)
        for part in made if isinstance(made, PartitionedVariable) else [made]:
            if not any(v is part for v in self._weights):
                self._weights.append(part)
        return made

    add_variable = add_weight

    def __call__(self, inputs, *args, **kwargs):
        scope = kwargs.pop("scope", None)
        if self._scope is None:
            if self._reuse:
                opened = variable_scope(self._scope_given or scope or self._base_name, reuse=self._reuse)
            elif self._given_name is not None or self._scope_given is not None:
                opened = variable_scope(self._scope_given or self._given_name, reuse=self._reuse)
            else:
                opened = variable_scope(scope, default_name=self._base_name)
        else:
            opened = variable_scope(self._scope, reuse=True if self.built and TS.graph is not None else None)
        with opened as entered:
            if self._scope is None:
                self._scope = entered
                self._name = self._name or entered.name.split("/")[-1]
            if not isinstance(inputs, (list, tuple, dict)):
                inputs = convert_to_tensor(inputs)
            if not self.built:
                first = inputs[0] if isinstance(inputs, (list, tuple)) else inputs
                if self._dtype is None and first.dtype.is_floating:
                    self._dtype = first.dtype.base_dtype
                self.build(inputs.shape if not isinstance(inputs, (list, tuple)) else [x.shape for x in inputs])
                self.built = True
            outputs = self.call(inputs, *args, **kwargs)
            regularizer = getattr(self, "activity_regularizer", None)
            if regularizer is not None:
                self.add_loss(regularizer(outputs), inputs=inputs)
        if TS.graph is not None:
            self._called_with.extend(nest.flatten(inputs))
        return outputs

    apply = __call__

    def get_losses_for(self, inputs=None):
        """The penalties that were added without inputs (None), or those with some that depend on the tensors `inputs`."""
        conditional = [x for x in self.losses if any(x is c for c in self._conditional)]
        if inputs is None:
            return [x for x in self.losses if not any(x is c for c in conditional)]
        return _depending(conditional, inputs)

    def get_updates_for(self, inputs=None):
        """The updates that depend on no input of the layer (None), or those that depend on the tensors `inputs`."""
        if inputs is None:
            conditional = _depending(self.updates, self._called_with)
            return [x for x in self.updates if not any(x is c for c in conditional)]
        return _depending(self.updates, inputs)

    def count_params(self):
        """The number of elements of all variables."""
        if not self.built:
            raise ValueError(f"You tried to call count_params on {self.name}, but the layer isn't built.")
        return sum(v.shape.num_elements() for v in self._weights)


def last_size(shape, axis, layer):
    """The static size of dimension `axis` of an input. Raises ValueError where it is not known."""
    size = None if shape.rank is None else shape.as_list()[axis]
    if size is None:
        raise ValueError(f"The channel dimension of the inputs to `{layer}` should be defined. Found `None`.")
    return size


def activated(x, activation):
    """`activation(x)`, a name standing for a function of tf.nn."""
    if activation is None:
        return x
    if isinstance(activation, str):
        activation = getattr(tf.nn, activation, None) or getattr(tf, activation)
    return activation(x)
