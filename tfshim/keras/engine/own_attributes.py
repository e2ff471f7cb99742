"""The attributes of a layer: weights and layers among them are kept in lists, by which they are found."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.held_weights import HeldWeights, variables_held
from tfshim.engine.variables.trackable import NoDependency, Trackable
from tfshim.engine.variables.variable import Variable
from tfshim.keras.engine.tracking import holds_weights
from tfshim.keras.mixed_precision import policy as policies
from tfshim.module import Module

# Where weights and layers within are kept, under Keras' names: subclasses append to them, and by these lists modules around a layer
# find its weights in the order in which they were made, not by name.
KEPT = ("_trainable_weights", "_non_trainable_weights", "_self_tracked_trackables")
INTERNAL = frozenset(
    (
        "_self_edges",
        "_self_deferred",
        *KEPT,
        "_beside_layers",
        "_penalties",
        "_loss_functions",
        "_inbound_nodes",
        "_outbound_nodes",
        "_given",
    )
)


class HoldsAttributes:
    """What layers do when attributes are set and deleted."""

    _attributes_kept_in = "_self_tracked_trackables"

    @property
    def _expects_training_arg(self) -> bool:
        """Whether `call` takes `training`, by its name or as any other: libraries that call it themselves ask."""
        return self._call_takes("training")

    @property
    def _expects_mask_arg(self) -> bool:
        """Whether `call` takes `mask`, by its name or as any other."""
        return self._call_takes("mask")

    def _call_takes(self, name: str) -> bool:
        taken = inspect.signature(self.call).parameters
        return name in taken or any(p.kind is p.VAR_KEYWORD for p in taken.values())

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "_dtype":  # which layers of libraries decide on only once they are called: weights have it, and what is computed
            self._set_dtype_policy(policies.get_policy(dtypes.as_dtype(value).name))
            return
        kind = getattr(type(self), name, None)
        # A property keeps no value itself: its setter stores it in attributes, which come here in turn.
        if isinstance(kind, property):
            if kind.fset is None:
                raise AttributeError(
                    f'Can\'t set the attribute "{name}", likely because it conflicts with an existing read-only '
                    "@property of the object. Please choose a different name."
                )
            object.__setattr__(self, name, value)
            return
        before = self.__dict__.get(name)
        if name == "input_spec" and isinstance(value, (list, dict)):
            value = NoDependency(value)
        super().__setattr__(name, value)
        if type(value) is NoDependency or not getattr(self, "_self_setattr_tracking", True) or name in INTERNAL:
            return
        own = self.__dict__
        # Lists and dictionaries were replaced by tracked wrappers: those are what is kept.
        value = own.get(name, value)
        place = None
        if isinstance(before, (Trackable, list, dict)) and before is not value:
            # A variable in place of another takes its place among the weights, in whose order files have them.
            if isinstance(before, Variable) and isinstance(value, Variable):
                kept = own.get("_trainable_weights", ()) if before.trainable else ()
                place = next((i for i, x in enumerate(kept) if x is before), None)
            self._forget(before)
        if isinstance(value, (Tensor, str, int, float, type(None))):
            return
        # By identity: containers would compare their items, which may be arrays.
        if isinstance(value, Module) or holds_weights(value):
            tracked = own.setdefault(self._attributes_kept_in, [])
            if not any(x is value for x in tracked):
                tracked.append(value)
        for x in _leaves(value):
            if isinstance(x, Variable):
                self._keep(x, place=place)

    def __delattr__(self, name: str) -> None:
        before = self.__dict__.get(name)
        super(AutoTrackable, self).__delattr__(name)  # which leaves it a child, as in Keras
        self._forget(before)

    def _forget(self, value):
        """Stop tracking the value of a deleted attribute, unless another attribute has it too."""
        if any(x is value for n, x in self.__dict__.items() if n not in INTERNAL):
            return
        for kept in (*KEPT, "_beside_layers"):
            at = self.__dict__.get(kept)
            if at:
                at[:] = [x for x in at if x is not value]

    def _keep(self, variable, trainable=None, place=None):
        own = self.__dict__
        trainable = variable.trainable if trainable is None else trainable
        kept = own.setdefault("_trainable_weights", []) if trainable else own.setdefault("_non_trainable_weights", [])
        # By identity: `in` would compare values.
        if not any(x is variable for x in kept):
            kept.insert(len(kept) if place is None else place, variable)

    def _keep_appended(self):
        """Track the variables that came into lists and dictionaries after these were assigned."""
        for x in self._self_tracked_trackables:
            if isinstance(x, HeldWeights):
                for variable in variables_held(x):
                    self._keep(variable)


def _leaves(value):
    # A tensor holds no variables, and modules list theirs themselves, but for those that are composite tensors.
    if isinstance(value, Variable):
        return (value,)
    if isinstance(value, (Module, Tensor)) and not (isinstance(value, Module) and nest.is_composite(value)):
        return ()
    try:
        return nest.flatten(value, expand_composites=True)
    # Dictionaries whose keys cannot be sorted hold nothing that has a place among weights.
    except (TypeError, ValueError):
        return ()
