"""What a variable may say of the larger, partitioned variable that it is a part of."""

from __future__ import annotations

from typing import Any

from tfshim.refusals import refused


class SaveSliceInfo:
    """The offset and shape of a variable within a larger partitioned one."""

    __qualname__ = "Variable.SaveSliceInfo"
    __module__ = "tensorflow.python.ops.variables"

    def __init__(
        self,
        full_name: str | None = None,
        full_shape: Any = None,
        var_offset: Any = None,
        var_shape: Any = None,
        save_slice_info_def: object = None,
        import_scope: str | None = None,
    ) -> None:
        if save_slice_info_def is not None or import_scope is not None:
            raise refused("tf.Variable.SaveSliceInfo", "save_slice_info_def" if save_slice_info_def is not None else "import_scope")
        self.full_name, self.full_shape = full_name, full_shape
        self.var_offset, self.var_shape = var_offset, var_shape
