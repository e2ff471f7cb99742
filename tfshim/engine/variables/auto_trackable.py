"""Trackable objects whose attributes are the edges: `self.x = variable` makes an edge `x`."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.engine.values.protocol import FUNCTION
from tfshim.engine.variables.trackable import NoDependency, Trackable
from tfshim.engine.variables.tracked_containers import wrap_or_unwrap


@tf_export("__internal__.tracking.AutoTrackable", v1=[])
class AutoTrackable(Trackable):
    """Tracks what is assigned to its attributes. Base of `tf.Module`, Keras layers and checkpoints."""

    __module__ = "tensorflow.python.trackable.autotrackable"

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, "_self_setattr_tracking", True):
            value = sticky_attribute_assignment(self, name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        self._edges().pop(name, None)
        super().__delattr__(name)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The children by name; for a saved model its functions too, those of its class included."""
        children = super()._trackable_children(save_type, **kwargs)
        return children if save_type == "checkpoint" else {**functions_of(self), **children}

    def _no_dependency(self, value: Any) -> NoDependency:
        return NoDependency(value)


def functions_of(owner: Any) -> dict[str, Any]:
    """{name: function} of the attributes of an object, and of its class, that `tf.function` made."""
    names = {*vars(owner)} if hasattr(owner, "__dict__") else set()
    for cls in type(owner).__mro__:
        names |= {name for name, value in vars(cls).items() if getattr(value, "_tfshim_kind", None) is FUNCTION}
    found = {name: getattr(owner, name, None) for name in sorted(names) if not name.startswith("_self")}
    return {name: value for name, value in found.items() if getattr(value, "_tfshim_kind", None) is FUNCTION}


@tf_private("tensorflow.python.trackable.data_structures.sticky_attribute_assignment")
def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """Make `value` the child `name` of `trackable` as an assignment to an attribute does, and return what is to be assigned."""
    untracked = type(value) is NoDependency
    value = wrap_or_unwrap(value)
    if isinstance(value, Trackable) and not untracked:
        # An attribute may be assigned again: only a second child of one name that was given by hand is an error.
        trackable._track_trackable(value, name, overwrite=True)
    # What holds no trackable any more keeps the child that it had, and checkpoints go on saving it, as TensorFlow's do.
    return value
