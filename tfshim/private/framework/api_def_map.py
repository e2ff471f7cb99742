"""What `tensorflow.python.framework.c_api_util` tells of all operations: how they are declared and shown."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_private
from tfshim.engine.ops import op_defs
from tfshim.engine.runtime import messages


@tf_private("tensorflow.python.framework.c_api_util.ApiDefMap")
class ApiDefMap:
    """The operations that TensorFlow declares: `get_op_def` says what one takes and gives, `get_api_def` under which names it is shown."""

    def op_names(self) -> list[str]:
        """The types of all operations."""
        return op_defs.names()

    def get_op_def(self, op_name: str) -> Any:
        """The OpDef message of the operations of type `op_name`; ValueError where there are none."""
        if op_defs.find(op_name) is None:
            raise ValueError(f"No op_def found for op name {op_name}.")
        return op_defs.op_def_message(op_name)

    def get_api_def(self, op_name: str) -> Any:
        """The ApiDef message of the operations of type `op_name`: all is shown under its own name. ValueError where there are none."""
        declared = self.get_op_def(op_name)
        made = messages.api_def.ApiDef(graph_op_name=op_name, visibility="VISIBLE", endpoint=[{"name": op_name}])
        for given, shown in ((declared.input_arg, made.in_arg), (declared.output_arg, made.out_arg)):
            for argument in given:
                shown.add(name=argument.name, rename_to=argument.name)
        made.arg_order.extend(argument.name for argument in declared.input_arg)
        for attribute in declared.attr:
            row = made.attr.add(name=attribute.name, rename_to=attribute.name)
            if attribute.HasField("default_value"):
                row.default_value.CopyFrom(attribute.default_value)
        return made
