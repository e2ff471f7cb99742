"""`tf.experimental.dtensor`: tensors laid out over a mesh of devices. All of it is refused: one device is used at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._listing import listing
from tfshim.refusals import refusing

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike

_NAMES = """DTensorCheckpoint DTensorDataset DVariable Layout Mesh barrier call_with_layout check_layout client_id copy_to_mesh
    create_distributed_mesh create_mesh create_tpu_mesh default_mesh device_name enable_save_as_bf16 fetch_layout full_job_name
    get_default_mesh heartbeat_enabled initialize_accelerator_system initialize_multi_client initialize_tpu_system job_name jobs
    local_devices name_based_restore name_based_save num_clients num_global_devices num_local_devices pack preferred_device_type
    relayout relayout_like run_on sharded_save shutdown_accelerator_system shutdown_tpu_system unpack""".split()
__all__ = [*_NAMES, "MATCH", "UNSHARDED", "is_dtensor"]
__dir__ = listing(globals())

MATCH, UNSHARDED = "match", "unsharded"  # the words of layouts


def is_dtensor(tensor: TensorLike) -> bool:
    """Whether a tensor is laid out over a mesh of devices. Mirrors `tf.experimental.dtensor.is_dtensor`.

    There is no mesh here, so none is. Libraries ask it before they treat a tensor as one whose parts lie on several devices; what
    they do otherwise is what they do with ordinary tensors. To train on several devices, see `tf.distribute`.

    It never copies a tensor's values.

    Arguments:
        tensor: a tensor, a variable or what converts to one.

    Returns:
        False.

    Example:
        >>> tf.experimental.dtensor.is_dtensor(tf.constant([1.0, 2.0]))
        False
        >>> tf.experimental.dtensor.is_dtensor(tf.Variable(1.0))
        False
    """
    return False


globals().update({name: refusing(f"tf.experimental.dtensor.{name}") for name in _NAMES})
