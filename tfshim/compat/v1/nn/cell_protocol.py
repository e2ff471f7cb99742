"""What an object needs to be used as a recurrent cell of TensorFlow 1, and how it is asked for its first state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl._hasattr")
def has_attribute(obj: Any, attr_name: str) -> bool:
    """Whether `obj` has an attribute, also where asking for it raises a TypeError, as abstract properties do."""
    try:
        getattr(obj, attr_name)
    except AttributeError:
        return False
    except TypeError:
        return True
    return True


@tf_private("tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl.assert_like_rnncell")
def assert_like_rnncell(cell_name: str, cell: Any) -> None:
    """Raise TypeError where `cell`, an argument `cell_name`, has not what recurrent cells have."""
    missing = [f"'{name}' property is missing" for name in ("output_size", "state_size") if not has_attribute(cell, name)]
    if not any(has_attribute(cell, name) for name in ("zero_state", "get_initial_state")):
        missing.append("either 'zero_state' or 'get_initial_state' method is required")
    if not callable(cell):
        missing.append("is not callable")
    if missing:
        raise TypeError(f"The argument {cell_name!r} ({cell}) is not an RNNCell: {', '.join(missing)}.")


def first_state(cell: Any, batch_size: IntLike, dtype: DTypeLike | None) -> Any:
    """The state in which `cell` begins, for a batch. Raises ValueError without a dtype."""
    if dtype is None:
        raise ValueError("If no initial_state is provided, argument `dtype` must be specified")
    # Keras' cells have no other method.
    if getattr(cell, "get_initial_state", None) is not None:
        return cell.get_initial_state(inputs=None, batch_size=batch_size, dtype=dtype)
    return cell.zero_state(batch_size, dtype)
