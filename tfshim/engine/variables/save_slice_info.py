"""What a variable may say of the larger, partitioned variable that it is a part of."""

from __future__ import annotations

from typing import Any

from tfshim.engine.runtime import messages


class SaveSliceInfo:
    """The offset and shape of a variable within a larger partitioned one.

    `save_slice_info_def`: a message that says so, whose name is below `import_scope`.
    """

    __qualname__ = "Variable.SaveSliceInfo"
    __module__ = "tensorflow.python.ops.variables"

    def __init__(
        self,
        full_name: str | None = None,
        full_shape: Any = None,
        var_offset: Any = None,
        var_shape: Any = None,
        save_slice_info_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if save_slice_info_def is not None:
            given = save_slice_info_def
            full_name = f"{import_scope}/{given.full_name}" if import_scope else given.full_name
            full_shape, var_offset, var_shape = list(given.full_shape), list(given.var_offset), list(given.var_shape)
        self.full_name, self.full_shape = full_name, full_shape
        self.var_offset, self.var_shape = var_offset, var_shape

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The SaveSliceInfoDef message, with the name without `export_scope`; None if it is in another scope."""
        scope = f"{export_scope.rstrip('/')}/" if export_scope else ""
        name = self.full_name or ""
        if not name.startswith(scope):
            return None
        return messages.variable.SaveSliceInfoDef(
            full_name=name.removeprefix(scope), full_shape=self.full_shape, var_offset=self.var_offset, var_shape=self.var_shape
        )
