"""Which frames of a stack a user is shown: the user's own and Keras', not those of the machinery between them."""

import os
import sys
import sysconfig

import torch

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_LAYERS = _PACKAGE + "keras" + os.sep  # shown: its `call` and `train_step` are the user's to override
_TORCH = os.path.dirname(torch.__file__) + os.sep
_LIBRARIES = tuple({os.path.join(sysconfig.get_paths()[k], "") for k in ("stdlib", "platstdlib", "purelib", "platlib")})


class Filtering:
    """What `tf.debugging.enable_traceback_filtering` was last told."""

    enabled = True


def internal(file, called_internally=False):
    """Whether a frame of `file` is of the machinery; so is a library's that is called by such a frame."""
    if file.startswith("<tfshim") or file.startswith("<traced"):
        return True
    if file.startswith(_PACKAGE):
        return not file.startswith(_LAYERS)
    if called_internally and file.startswith(_LIBRARIES):
        return True
    malt = sys.modules.get("malt")
    return file.startswith(_TORCH) or malt is not None and file.startswith(os.path.dirname(malt.__file__) + os.sep)


def shown(files):
    """For each of `files`, those of a stack from the outside in, whether its frame is shown."""
    hidden, result = False, []
    for file in files:
        hidden = internal(file, hidden)
        result.append(not (hidden and Filtering.enabled))
    return result
