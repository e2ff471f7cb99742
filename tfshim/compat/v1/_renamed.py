"""Arguments that have an old and a new name."""

from __future__ import annotations

from typing import Any


def one_of(new_name: str, new: Any, old_name: str, old: Any) -> Any:
    """The value given under either name. Raises ValueError where both are given."""
    if old is None:
        return new
    if new is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old


def flag(new: bool | None, old: bool | None, default: bool = False, names: tuple[str, str] = ("keepdims", "keep_dims")) -> bool:
    """The boolean given under either name, else `default`."""
    value = one_of(names[0], new, names[1], old)
    return default if value is None else value
