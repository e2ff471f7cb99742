"""Replaces `tensorflow.python.util.tf_export`: decorators that note under which names something is public."""

import functools

_REPLACES = "tensorflow.python.util.tf_export"


class api_export:  # noqa: N801 - TensorFlow's name
    """Decorator that leaves its object as it is and notes its public names in `_tf_api_names` and the like.

    Args:
        names: the public names, such as `"math.add"`.
        v1: the names for TensorFlow 1, if they differ (list of str).
        api_name: `"tensorflow"` or `"keras"`.
        allow_multiple_exports: accepted for TensorFlow's callers; several exports are always allowed.
    """

    def __init__(self, *names, v1=None, api_name="tensorflow", allow_multiple_exports=True):
        prefix = {"tensorflow": "_tf", "keras": "_keras"}.get(api_name)
        if prefix is None:
            raise ValueError(f"api_name must be 'tensorflow' or 'keras', not {api_name!r}")
        self._notes = {f"{prefix}_api_names": names, f"{prefix}_api_names_v1": tuple(names if v1 is None else v1)}

    def __call__(self, target):
        for attribute, names in self._notes.items():
            setattr(target, attribute, names)
        return target


tf_export = functools.partial(api_export, api_name="tensorflow")
keras_export = functools.partial(api_export, api_name="keras")


def kwarg_only(f):
    """Decorator: `f` may be called with keyword arguments only; a positional one raises TypeError."""

    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        if args:
            names = f.__code__.co_varnames[: f.__code__.co_argcount]
            raise TypeError(f"{f.__name__} only takes keyword args (possible keys: {names}). Please pass these args as kwargs instead.")
        return f(**kwargs)

    return wrapper
