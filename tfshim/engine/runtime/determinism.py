"""`tf.config.experimental.enable_op_determinism`: whether operations have to give the same numbers on each run."""

import torch


class _Determinism:
    enabled = False


def enable() -> None:
    """Switch it on, for the rest of the process."""
    _Determinism.enabled = True
    torch.use_deterministic_algorithms(True, warn_only=True)


def disable() -> None:
    """Switch it off again."""
    _Determinism.enabled = False
    torch.use_deterministic_algorithms(False)


def enabled() -> bool:
    """Whether it is on."""
    return _Determinism.enabled
