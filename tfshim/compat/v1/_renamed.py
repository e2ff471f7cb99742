"""Arguments that have an old and a new name."""


def one_of(new_name, new, old_name, old):
    """The value given under either name. Raises ValueError where both are given."""
    if old is None:
        return new
    if new is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old


def flag(new, old, default=False, names=("keepdims", "keep_dims")):
    """The boolean given under either name, else `default`."""
    value = one_of(names[0], new, names[1], old)
    return default if value is None else value
