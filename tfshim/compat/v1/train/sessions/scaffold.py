"""What a monitored session needs of its graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.summary.operations import merge_all
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.variables.variables import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
    tables_initializer,
)
from tfshim.control_flow import group
from tfshim.train.checkpoint import Checkpoint

if TYPE_CHECKING:
    from typing import Self

    from tfshim.compat.v1._annotations import FeedDict
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.graphs.session import BaseSession


def from_collection(name: str, key: str, make: Callable[[], Any]) -> Any:
    """The one member of the collection `key`; where it is empty, what `make()` gives, which is put there.

    Raises RuntimeError for a collection of several, whose message asks for the argument `name`.
    """
    graph = get_default_graph()
    found = graph.get_collection(key)
    if len(found) > 1:
        raise RuntimeError(
            f'More than one item in the collection "{key}". Please indicate which one to use by passing it to the '
            f"tf.Scaffold constructor as:  tf.Scaffold({name}=item to use)"
        )
    if found:
        return found[0]
    made = make()
    if made is not None:
        graph.add_to_collection(key, made)
    return made


@tf_export(v1=["train.Scaffold"])
class Scaffold:
    """What a monitored session needs: initializers, a saver, a summary. What is not given is made by `finalize`.

    `init_fn(scaffold, session)` is called after `init_op`. `ready_op` and `ready_for_local_init_op` give the names of what lacks
    a value. `copy_from_scaffold`: another one that has what is not given. `saver`: a `Saver`, or a `tf.train.Checkpoint` whose variables
    are saved by the objects that hold them, so that a `tf.train.Checkpoint` of the same objects restores them. Mirrors
    `tf.compat.v1.train.Scaffold`.
    """

    def __init__(
        self,
        init_op: Any = None,
        init_feed_dict: FeedDict | None = None,
        init_fn: Callable[[Scaffold, BaseSession], None] | None = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        local_init_op: Any = None,
        summary_op: Any = None,
        saver: Saver | Checkpoint | None = None,
        copy_from_scaffold: Scaffold | None = None,
        local_init_feed_dict: FeedDict | None = None,
    ) -> None:
        other = copy_from_scaffold
        if other is not None and not isinstance(other, Scaffold):
            raise TypeError("copy_from_scaffold is not a Scaffold instance.")

        def either(value, name):
            return value if value is not None or other is None else getattr(other, name)

        self._init_op, self._init_feed_dict = either(init_op, "init_op"), either(init_feed_dict, "init_feed_dict")
        self._user_init_fn = init_fn or (None if other is None else other._user_init_fn)
        self._ready_op = either(ready_op, "ready_op")
        self._ready_for_local_init_op = either(ready_for_local_init_op, "ready_for_local_init_op")
        self._local_init_op = either(local_init_op, "local_init_op")
        self._local_init_feed_dict = either(local_init_feed_dict, "local_init_feed_dict")
        self._summary_op, self._saver = either(summary_op, "summary_op"), either(saver, "saver")
        if isinstance(self._saver, Checkpoint):
            self._saver = Saver._of_objects(self._saver)

    @property
    def init_fn(self) -> Callable[[BaseSession], None] | None:
        """A function of a session that calls what was given as `init_fn`, or None."""
        if self._user_init_fn is None:
            return None
        return lambda session: self._user_init_fn(self, session)

    init_op = property(lambda self: self._init_op, doc="The operation that gives the variables their first values.")
    init_feed_dict = property(lambda self: self._init_feed_dict, doc="What is fed to it.")
    ready_op = property(lambda self: self._ready_op, doc="The names of what lacks a value.")
    ready_for_local_init_op = property(lambda self: self._ready_for_local_init_op, doc="The same for `local_init_op`.")
    local_init_op = property(lambda self: self._local_init_op, doc="The operation that initializes local variables and tables.")
    local_init_feed_dict = property(lambda self: self._local_init_feed_dict, doc="What is fed to it.")
    summary_op = property(lambda self: self._summary_op, doc="The summaries.")
    saver = property(lambda self: self._saver, doc="The saver.")

    def finalize(self) -> Self:
        """Make what was not given, and finalize the graph."""
        if self._init_op is None:
            self._init_op = from_collection("init_op", GraphKeys.INIT_OP, lambda: group(global_variables_initializer()))
        if self._ready_op is None:
            self._ready_op = from_collection("ready_op", GraphKeys.READY_OP, report_uninitialized_variables)
        if self._ready_for_local_init_op is None:
            self._ready_for_local_init_op = from_collection(
                "ready_for_local_init_op", GraphKeys.READY_FOR_LOCAL_INIT_OP, lambda: report_uninitialized_variables(global_variables())
            )
        if self._local_init_op is None:
            self._local_init_op = from_collection("local_init_op", GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op)
        if self._summary_op is None:
            self._summary_op = from_collection("summary_op", GraphKeys.SUMMARY_OP, merge_all)
        if self._saver is None:
            self._saver = from_collection("saver", GraphKeys.SAVERS, lambda: Saver(allow_empty=True))
        self._saver.build()  # one whose building was put off
        get_default_graph().finalize()
        logging.info("Graph was finalized.")
        return self

    @staticmethod
    def get_or_default(arg_name: str, collection_key: str, default_constructor: Callable[[], Any]) -> Any:
        """What the collection has, or else what `default_constructor()` makes for it. RuntimeError for several."""
        return from_collection(arg_name, collection_key, default_constructor)

    @staticmethod
    def default_local_init_op() -> Operation | None:
        """An operation that initializes the local variables and the tables."""
        return group(local_variables_initializer(), tables_initializer())
