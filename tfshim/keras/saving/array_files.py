"""Weights in files of named arrays: `.npz` of NumPy, and safetensors as transformers writes them of TensorFlow's models."""

from __future__ import annotations

import re
import zipfile
import zlib
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError, safe_open

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values.convert import convert_to_tensor

SUFFIXES = (".npz", ".safetensors")
_BY_PLACE = re.compile(r"arr_\d+")  # what `np.savez` names arrays that are given without a name


def load_weights(model: Any, path: str, by_name: bool, skip_mismatch: bool) -> None:
    """Set the weights of `model` from the arrays of the file at `path`.

    Arrays of `np.savez(path, *model.get_weights())` are taken by their places; others by the names of the variables, of which the file
    may leave out what stands in front. With `by_name` what has no counterpart stays as it is, and with `skip_mismatch` too what has
    another shape. Raises ValueError for names, numbers and shapes that do not fit, before anything is set, and DataLossError for damage.
    """
    arrays = _arrays(path)
    weights = list(model.weights)
    if arrays and all(map(_BY_PLACE.fullmatch, arrays)):
        if len(arrays) != len(weights):
            raise ValueError(f"{path} holds {len(arrays)} arrays without names, but the model {model.name} has {len(weights)} weights.")
        pairs = [(w, f"arr_{i}") for i, w in enumerate(weights)]
        if missing := [name for _, name in pairs if name not in arrays]:
            raise ValueError(f"{path} has no array {missing[0]}, but {len(arrays)} without names.")
    else:
        pairs = _by_names(model, path, weights, arrays, by_name)
    fitting = []
    for w, name in pairs:
        value = arrays[name]
        if tuple(w.shape.as_list()) == tuple(value.shape):
            fitting.append((w, value))
        elif by_name and skip_mismatch:
            get_logger().warning("Skipping the weight %s: its shape is %s, and %s in %s.", w.name, w.shape, tuple(value.shape), path)
        else:
            raise ValueError(f"The weight {w.name} has the shape {w.shape}, but {name} in {path} has {tuple(value.shape)}.")
    for w, value in fitting:
        w.assign(convert_to_tensor(value, w.dtype))


def _by_names(model: Any, path: str, weights: list[Any], arrays: dict[str, Any], partly: bool) -> list[tuple[Any, str]]:
    """The pairs of a variable and the name of its array."""
    known: dict[str, list[Any]] = {}
    for w in weights:
        parts = w.name.removesuffix(":0").split("/")
        for i in range(len(parts)):
            known.setdefault("/".join(parts[i:]), []).append(w)
    pairs, taken, strange = [], set(), []
    for name in arrays:
        plain = name.removesuffix(":0")
        found = known.get(plain, [])
        whole = [w for w in found if w.name.removesuffix(":0") == plain]
        found = whole or found
        if len(found) != 1 or id(found[0]) in taken:
            strange.append(name)
            continue
        taken.add(id(found[0]))
        pairs.append((found[0], name))
    missing = [w.name for w in weights if id(w) not in taken]
    if (strange or missing) and not partly:
        raise ValueError(
            f"The names in {path} are not those of the weights of the model {model.name}: it has {missing[:3] or 'no weight'} more, "
            f"and the file {strange[:3] or 'no array'}. Give by_name=True to set those that are found."
        )
    return pairs


def _arrays(path: str) -> dict[str, Any]:
    """Name -> array or torch tensor of a file. Raises DataLossError for damage."""
    try:
        if path.endswith(".npz"):
            with np.load(path, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        with safe_open(path, framework="pt") as file:
            return {name: _numbers(file.get_tensor(name)) for name in file.keys()}  # noqa: SIM118 - it is no dictionary
    except (SafetensorError, zipfile.BadZipFile, zlib.error, ValueError, EOFError, KeyError) as error:
        raise errors.DataLossError(None, None, f"{path} is damaged or no file of arrays ({error}).") from error


def _numbers(x: torch.Tensor) -> Any:
    # NumPy has no bfloat16.
    return (x.float() if x.dtype is torch.bfloat16 else x).numpy()
