"""What tensors that are handles of variables show."""

from __future__ import annotations

import itertools
from typing import Any

numbers = itertools.count()  # of variables, as they are made


def handle_text(variable: Any) -> str:
    """`<ResourceHandle(...)>`, with the name, device, dtype and shape of a variable."""
    sizes = None if variable.shape.rank is None else ",".join("?" if n is None else str(n) for n in variable.shape.as_list())
    shape = "<unknown>" if sizes is None else f"[{sizes}]"
    return (
        f'<ResourceHandle(name="{variable._handle_name}/{variable._number}", device="{variable.device}", container="Anonymous", '
        f'type="tensorflow::Var", dtype and shapes : "[ DType enum: {variable.dtype.as_datatype_enum}, Shape: {shape} ]")>'
    )
