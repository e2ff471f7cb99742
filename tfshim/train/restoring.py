"""Restoring: which objects of a program are which of a checkpoint, and what its status says of them."""

from typing import Any

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode, in_session_graph
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.trackable import VARIABLE_VALUE
from tfshim.engine.variables.variable import Variable
from tfshim.train import _files
from tfshim.train.object_graph import ObjectGraph, children_of, graph_proto, saved_values


class Restoration:
    """One restore: which saved node became which object, and what still waits for its object."""

    def __init__(self, prefix):
        self.prefix = prefix
        self._contents = _files.opened(prefix)
        # All of it, before anything is changed: what is read afterwards is taken as it is.
        self._contents.check()
        self.nodes, self.specs = self._contents.nodes, self._contents.specs
        self.matched = {}  # node number -> object
        self._in_graph = in_session_graph()
        self.waiting = []  # variables of graphs, which have values in sessions alone, as pairs with {local name: key}
        self._have_values = set()  # the identities of those that are given some

    def match(self, node, x):
        """Let the object `x` be the saved node number `node`, and its children likewise."""
        plan = []
        self._collect(node, x, plan)
        # Nothing is assigned before everything fits; of several that do not, the first key is told of, as TensorFlow restores them sorted.
        for target, keys in sorted(plan, key=lambda pair: pair[1].get(VARIABLE_VALUE, "")):
            self._check(target, keys)
        self.restore(plan)
        self._match_slots()

    def restore(self, plan):
        """Give objects their values: pairs of an object and {local name: key}. Variables of graphs wait for a session."""
        if self._in_graph:
            self.waiting += [(x, keys) for x, keys in plan if _is_of_graph(x)]
            plan = [(x, keys) for x, keys in plan if not _is_of_graph(x)]
        plain = {keys[VARIABLE_VALUE]: x for x, keys in plan if self._is_plain(x, keys)}
        others = [(x, keys) for x, keys in plan if plain.get(keys.get(VARIABLE_VALUE)) is not x]
        # What else has a state can still refuse it; variables cannot.
        for x, keys in sorted(others, key=lambda pair: isinstance(pair[0], Variable)):
            self._assign(x, keys)
        # Into the memory that the variables have, so that the weights are there only once.
        with in_place(*plain.values()) as storages:
            left = self._contents.fill(dict(zip(plain, storages)))
        for key in left:
            self._assign(plain[key], {VARIABLE_VALUE: key})

    def run_in(self, session):
        """Give the variables of graphs that were matched so far their values in `session`."""
        for x, keys in self.waiting:
            session._load_variable(x, self._contents.tensor(keys[VARIABLE_VALUE]))

    def run_where_waiting(self):
        """The same in the default session or Keras', if any variable waits for one."""
        if self.waiting:
            self.run_in(session_for_values())

    def _assign(self, x, keys):
        with eager_mode():
            x._restore_from_tensors({local: self._contents.tensor(key) for local, key in keys.items()})

    def _is_plain(self, x, keys):
        """Whether `x` is a variable whose value is in its own storage, and is all that it takes."""
        if not isinstance(x, Variable) or type(x)._restore_from_tensors is not Variable._restore_from_tensors:
            return False
        if keys.keys() != {VARIABLE_VALUE} or x.dtype != self.specs[keys[VARIABLE_VALUE]][0]:
            return False
        return x._stands_for is None and x.updates_elsewhere is None and not getattr(x, "_in_graph_mode", False)

    def _match_slots(self):
        """Give optimizers what TensorFlow keeps beside a variable and not below the optimizer, once both are there."""
        # A copy: each slot that is matched adds to it.
        for number, x in list(self.matched.items()):
            for name, original, slot in self.nodes[number].get("slots", ()):
                variable = self.matched.get(original)
                if variable is None or slot in self.matched or not hasattr(x, "_slot_for"):
                    continue
                shapes = [self.specs[key][1] for _, key, _ in self.nodes[slot]["attributes"] if key in self.specs]
                with eager_mode():
                    made = x._slot_for(variable, name, shapes[0] if shapes else None)
                self.match(slot, made)

    def _collect(self, node, x, plan):
        """Match `x` and what is below it; what is to be assigned goes into `plan`."""
        if node in self.matched:
            if self.matched[node] is not x:
                get_logger().warning(
                    "Inconsistent references when loading the checkpoint into this object graph. For example, in the saved "
                    "checkpoint object, %r and %r are one object.",
                    self.matched[node],
                    x,
                )
            return
        # What was two objects and is one has the values of the first.
        again = id(x) in self._have_values
        self.matched[node] = x
        saved = self.nodes[node]
        if saved["attributes"] and not again:
            self._have_values.add(id(x))
            plan.append((x, saved_values(saved, self.specs)))
        children = None
        for name, child in saved["children"]:
            found = x._lookup_dependency(name)
            if found is None:
                children = children_of(x) if children is None else children
                found = children.get(name)
            if found is not None:
                self._collect(child, found, plan)
            else:
                # Layers make their weights when they are first called: the value waits for the child.
                x._defer(name, lambda made, child=child: self.match(child, made))

    def _check(self, x, keys):
        if not isinstance(x, Variable) or VARIABLE_VALUE not in keys:
            return
        key = keys[VARIABLE_VALUE]
        dtype, shape = self.specs[key]
        if not x.shape.is_compatible_with(shape):
            raise ValueError(
                f"Received incompatible tensor with shape {TensorShape(shape)} when attempting to restore variable with "
                f"shape {x.shape} and name {x.name}."
            )
        if dtype != x.dtype:
            message = f"tensor_name = {key}; expected dtype {x.dtype.proto_name} does not equal original dtype {dtype.proto_name}"
            raise errors.op_error(errors.InvalidArgumentError, message, "RestoreV2", None, counts={"dtypes": 1})


def session_for_values():
    """The default session, or Keras', in which variables of graphs have their values. Raises RuntimeError where there is none."""
    session = higher.session_of_values()
    if session is None:
        raise RuntimeError("Checkpoints of variables of a graph need a session: use `with tf.compat.v1.Session():` around them.")
    return session


def _is_of_graph(x):
    return isinstance(x, Variable) and x._in_graph_mode


class _Status:
    """`_restoration`: what was restored, None for nothing; `_root`: the object that was to be."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"
    _restoration: Any
    _root: Any

    def expect_partial(self):
        """Keep silent about saved values that find no object."""
        return self

    def initialize_or_restore(self, session=None):
        """In graphs: give variables their saved values in `session` (by default the default one), and all others their first ones.

        Elsewhere restoring happens at once; nothing is left to do.
        """
        if not in_session_graph():
            return
        session = session_for_values() if session is None else session
        restored = {id(x) for x, _ in self._restoration.waiting} if self._restoration is not None else set()
        others = [x for x in ObjectGraph(self._root).objects if _is_of_graph(x) and id(x) not in restored]
        session.run([x.initializer for x in others if x is not getattr(self._root, "_save_counter", None) or session._value_of(x) is None])
        if self._restoration is not None:
            self._restoration.run_in(session)

    def run_restore_ops(self, session=None):
        """In graphs: give the variables that were found their saved values in `session` (by default the default one).

        Elsewhere restoring happens at once; nothing is left to do.
        """
        if self._restoration is not None and in_session_graph():
            self._restoration.run_in(session_for_values() if session is None else session)


class CheckpointLoadStatus(_Status):
    """The status of a restore; mirrors the object that `tf.train.Checkpoint.restore` returns."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, restoration, root):
        self._restoration, self._root = restoration, root

    def assert_consumed(self):
        """Raise AssertionError unless every saved value has found its object and every object its value."""
        self.assert_existing_objects_matched()
        r = self._restoration
        for number, node in enumerate(r.nodes):
            if number not in r.matched and node["attributes"]:
                text = graph_proto(r.nodes).nodes[number]
                raise AssertionError(f"Unresolved object in checkpoint {self._where(number)}: {text}")
        return self

    def _where(self, number):
        """The names that lead to the saved node `number`."""
        paths = {0: "(root)"}
        for i, node in enumerate(self._restoration.nodes):
            for name, child in node["children"]:
                if i in paths:
                    paths.setdefault(child, f"{paths[i]}.{name}")
        return paths.get(number, "(root)")

    def assert_existing_objects_matched(self):
        """Raise AssertionError unless every object that exists now has found its saved counterpart."""
        matched = {id(x) for x in self._restoration.matched.values()}
        objects = ObjectGraph(self._root).objects
        without = [x for x in objects if id(x) not in matched and (_is_of_graph(x) or x._serialize_to_tensors())]
        if without:
            shown = without[:10]
            raise AssertionError(
                f"Found {len(without)} Python objects that were not bound to checkpointed values, likely due to changes "
                f"in the Python program. Showing {len(shown)} of {len(without)} unmatched objects: {shown}"
            )
        return self

    def assert_nontrivial_match(self):
        """Raise AssertionError if nothing but the root was matched."""
        if not any(x is not self._root for x in self._restoration.matched.values()):
            without = [x for x in ObjectGraph(self._root).objects if x is not self._root and (_is_of_graph(x) or x._serialize_to_tensors())]
            if not without:
                raise AssertionError(
                    f"Nothing to load. No dependencies have been added to {getattr(self._root, '_root', None) or self._root} yet."
                )
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint does not match the "
                f"Python program. The following objects have no matching checkpointed value: {without}"
            )
        return self


class NameBasedSaverStatus(_Status):
    """The status of a restore from a checkpoint of TensorFlow 1, which has variables by name only; making it restores them."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, restoration, root):
        self._restoration, self._root = restoration, root
        self._missing, plan = [], []
        for x in ObjectGraph(root).objects:
            # It is TensorFlow 2's: those checkpoints have none.
            if not isinstance(x, Variable) or x is getattr(root, "_save_counter", None):
                continue
            if x._shared_name not in restoration.specs:
                self._missing.append(x)
                continue
            plan.append((x, {VARIABLE_VALUE: x._shared_name}))
            restoration._check(*plan[-1])
        restoration.restore(plan)

    def assert_consumed(self):
        """Raise AssertionError unless every variable found its value."""
        if self._missing:
            rows = (f"\n    {x}: ['{x._shared_name}']" for x in self._missing)
            raise AssertionError(f"Some objects had attributes which were not restored: {''.join(rows)}")
        return self

    def assert_existing_objects_matched(self):
        """Raise AssertionError unless every variable found its value."""
        return self.assert_consumed()

    def assert_nontrivial_match(self):
        """Raise AssertionError unless every variable found its value."""
        return self.assert_consumed()


class InitializationOnlyStatus(_Status):
    """What `restore(None)` returns: nothing was restored."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, root):
        self._restoration, self._root = None, root

    def _nothing(self):
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    def assert_consumed(self):
        """Raises AssertionError."""
        self._nothing()

    def assert_existing_objects_matched(self):
        """Raises AssertionError."""
        self._nothing()

    def assert_nontrivial_match(self):
        """Raises AssertionError."""
        self._nothing()

    def run_restore_ops(self, session=None):
        """Raises AssertionError."""
        self._nothing()
