"""Strings and variants in operations that only move elements.

The kernel runs on torch tensors of positions, and the objects are picked up by position afterwards. Position 0
is the default element, so that what the kernel fills in with zeros becomes the empty string.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.ops.fallback import no_memory
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values.memory import shortage

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op


def call_on_objects(o: Op, arguments: Any, name: str | None, invoke: Callable[..., Any]) -> Any:
    """The result of the kernel of `o` for `arguments` of which some are NumPy object arrays; `name` is what the call was given."""
    try:
        return _moved(o, arguments, invoke)
    except (RuntimeError, MemoryError, TypeError) as e:
        if shortage(e):
            no_memory(o, arguments, name, e)
        raise


def _moved(o: Op, arguments: Any, invoke: Callable[..., Any]) -> Any:
    pools, count = [np.array([b""], dtype=object)], 1

    def positions(a: Any) -> Any:
        nonlocal count
        if type(a) is np.ndarray:
            ids = torch.arange(count, count + a.size).reshape(a.shape)
            pools.append(a.reshape(-1))
            count += a.size
            return ids
        if type(a) is list:
            return [positions(x) for x in a]
        return a

    moved = [positions(a) for a in arguments]
    pool = np.concatenate(pools)

    def pick(result: Any) -> Any:
        if isinstance(result, torch.Tensor):
            picked = pool[result.numpy()]
            if picked.__class__ is not np.ndarray:
                box = np.empty((), dtype=object)
                box[()] = picked
                return box
            return picked
        if isinstance(result, tuple):
            items = [pick(r) for r in result]
            return type(result)(*items) if hasattr(result, "_fields") else tuple(items)
        if isinstance(result, list):
            return [pick(r) for r in result]
        return result

    return pick(invoke(o, moved))


higher.install(call_on_objects=call_on_objects)
