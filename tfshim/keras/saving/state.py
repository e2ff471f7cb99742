"""The objects within a model that hold variables, each with the path that Keras' weight files give it."""

import contextlib
import os
import tempfile
import warnings

import numpy as np

from tfshim.engine.variables.tracked_containers import DictWrapper, ListWrapper, TupleWrapper
from tfshim.keras._naming import snake_case
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.losses import Loss
from tfshim.keras.optimizers import Optimizer

_KINDS = (Layer, Optimizer, Loss)
_WRAPPERS = (ListWrapper, DictWrapper, TupleWrapper)
_SKIPPED = frozenset(
    """_self_tracked_trackables _self_edges _self_deferred _trainable_weights _non_trainable_weights _penalties _loss_functions
    _inbound_nodes _outbound_nodes _network _plan _nested_inputs _nested_outputs _flat_inputs _flat_outputs _input_layers
    _output_layers _input_specs _made_nodes _ends _compile_arguments _added_metrics compiled_loss compiled_metrics history
    _beside_layers train_function test_function predict_function train_tf_function _eval_data_handler input_spec""".split()
)


def _as_keras_3(name):
    """By what Keras 3 sorts the attributes of an object: private ones come last, the layers of a model first."""
    return (name != "layers", name.startswith("_"), name)


def _children(obj, order):
    """The attributes of `obj` with objects or containers, in the order in which Keras visits them."""
    names = set(vars(obj)) - _SKIPPED
    if isinstance(obj, Layer):
        names.add("metrics")
    if getattr(obj, "_is_container", False):
        names |= {"layers", "optimizer"}
    for name in sorted(names, reverse=True) if order is None else sorted(names, key=order):
        try:
            child = getattr(obj, name)
        except Exception:  # noqa: S112 - a property that has nothing to say yet
            continue
        if (
            isinstance(child, _KINDS)
            or isinstance(child, _WRAPPERS)
            or name in ("layers", "metrics")
            and isinstance(child, list)
            or not name.startswith("_")
            and type(child) in (list, tuple, dict)
        ):
            yield name, child


def walk(obj, path="", visited=None, order=None):
    """Pairs of path and object for `obj` and everything in it that may hold variables, each object once.

    `order`: the key by which attributes are sorted, unless they are visited as Keras 2 does.
    """
    visited = set() if visited is None else visited
    # An object that is shared is stored once, under the first path that leads to it.
    if id(obj) in visited:
        return
    visited.add(id(obj))
    yield path, obj
    for name, child in _children(obj, order):
        below = f"{path}/{name}" if path else name
        if isinstance(child, _KINDS):
            yield from walk(child, below, visited, order)
        else:
            yield from _walk_container(child, below, visited, order)


def _walk_container(container, path, visited, order):
    used = {}
    for child in list(container.values()) if isinstance(container, dict) else list(container):
        if not isinstance(child, _KINDS) or id(child) in visited:
            continue
        name = snake_case(type(child).__name__)
        if name in used:
            used[name] += 1
            name = f"{name}_{used[name]}"
        else:
            used[name] = 0
        yield from walk(child, f"{path}/{name}", visited, order)


def save_state(model, store):
    """Put the variables of `model` and all in it into `store`."""
    for path, obj in walk(model):
        if hasattr(obj, "save_own_variables"):
            obj.save_own_variables(store.of(path))


@contextlib.contextmanager
def unchanged_by_failure(model):
    """Where an exception leaves this block, the variables of `model` and all in it have the values that they had before."""
    before = {}
    for _, obj in walk(model):
        held = getattr(obj, "variables", ())
        for v in held() if callable(held) else held:
            if hasattr(v, "_store") and not getattr(v, "_in_graph_mode", False):
                before[id(v)] = v, v._t  # an assignment does not write into a storage that another holds
    try:
        yield
    except BaseException:
        for v, storage in before.values():
            v._store(storage)
        raise


def _of_optimizer(optimizer, found):
    """The variables of an optimizer without its learning rate, which Keras 3 keeps among them and in the configuration too."""
    held = optimizer.variables
    held = held() if callable(held) else held
    if len(found) != len(held) + 1 or np.ndim(found["1"]):
        return found
    kept = [found[str(i)] for i in range(len(found)) if i != 1]
    return {str(i): value for i, value in enumerate(kept)}


class _Paths:
    """Where the variables of objects within a model are in a store that Keras 2 or Keras 3 wrote."""

    def __init__(self, model, store):
        self._model, self._store, self._of_keras_3 = model, store, None

    def variables(self, path, obj):
        """The mapping with the variables of `obj`, which Keras 2 has at `path`."""
        found = self._store.of(path)
        if isinstance(obj, Optimizer) and len(found) > 1:
            return _of_optimizer(obj, found)
        if len(found):
            return found
        if self._of_keras_3 is None:
            self._of_keras_3 = {id(x): at for at, x in walk(self._model, order=_as_keras_3)}
        other = self._of_keras_3.get(id(obj), path)
        # Parts of a layer that are private here are properties there.
        for at in (other, "/".join(part.lstrip("_") for part in other.split("/"))):
            if at != path and len(there := self._store.of(at)):
                return there
        return found


def load_state(model, store, skip_mismatch=False):
    """Set the variables of `model` from `store`; with `skip_mismatch`, warn of objects whose variables differ, and leave them."""
    found = _Paths(model, store)
    for path, obj in walk(model):
        if not hasattr(obj, "load_own_variables"):
            continue
        if not skip_mismatch:
            obj.load_own_variables(found.variables(path, obj))
            continue
        try:
            obj.load_own_variables(found.variables(path, obj))
        except Exception as e:
            warnings.warn(f"Could not load weights in object {obj}. Skipping object. Exception encountered: {e}", stacklevel=2)


def save_assets(model):
    """The files that objects within `model` keep beside their variables, as bytes by path."""
    found = {}
    for path, obj in walk(model):
        if not hasattr(obj, "save_assets"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            obj.save_assets(folder)
            for at, _, names in os.walk(folder):
                for name in names:
                    full = os.path.join(at, name)
                    with open(full, "rb") as f:
                        found["/".join(filter(None, (path, *os.path.relpath(full, folder).split(os.sep))))] = f.read()
    return found


def load_assets(model, files):
    """Give the objects within `model` their files back: bytes by path, as `save_assets` gave them."""
    for path, obj in walk(model):
        if not hasattr(obj, "load_assets"):
            continue
        own = {k[len(path) + 1 if path else 0 :]: v for k, v in files.items() if not path or k.startswith(f"{path}/")}
        if not own:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for name, content in own.items():
                target = os.path.realpath(os.path.join(folder, name))
                if not target.startswith(os.path.realpath(folder) + os.sep):
                    raise ValueError(f"The file names a path outside of its folder: {name}")
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(target, "wb") as f:
                    f.write(content)
            obj.load_assets(folder)
