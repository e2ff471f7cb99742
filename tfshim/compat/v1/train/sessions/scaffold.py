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
    from tfshim.engine.graphs.sessions.session import BaseSession


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
    """What a session of a training needs of its graph: initializers, a saver, a summary. Mirrors `tf.compat.v1.train.Scaffold`.

    A program gives what is special, and `finalize` makes the rest of the operations of the graph. Estimators return one in their specs.

    Arguments:
        init_op, init_feed_dict: what gives variables their values, with what it is fed.
        init_fn: a function of the scaffold and the session that is called after `init_op`.
        ready_op: gives the names of variables without a value, an empty list when all have one.
        ready_for_local_init_op: the same, for what has to be there before `local_init_op`.
        local_init_op, local_init_feed_dict: what gives local variables and tables their values, with what it is fed.
        summary_op: the summary of all, a tensor of strings.
        saver: a `tf.compat.v1.train.Saver`; or a `tf.train.Checkpoint`, whose variables are saved by the objects that hold them.
        copy_from_scaffold: another one, which has what is not given.

    Raises:
        TypeError: `copy_from_scaffold` is none.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     scaffold = tf.compat.v1.train.Scaffold(init_fn=lambda scaffold, session: w.load(5.0, session))
        ...     with tf.compat.v1.train.MonitoredSession(tf.compat.v1.train.ChiefSessionCreator(scaffold)) as sess:
        ...         print(sess.run(w))
        5.0
    """

    __module__ = "tensorflow.python.training.monitored_session"

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
        """Makes what was not given, and lets the graph have no further nodes. Mirrors `tf.compat.v1.train.Scaffold.finalize`.

        What the graph has in a collection, such as `tf.compat.v1.GraphKeys.SAVERS`, is taken; otherwise initializers of all variables, a
        saver of all and a summary of all are made. Monitored sessions call it as they begin. Calling it again changes nothing.

        Returns:
            The scaffold.

        Example:
            >>> with tf.Graph().as_default() as graph:
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     scaffold = tf.compat.v1.train.Scaffold()
            ...     print(scaffold.saver)
            ...     print(scaffold.finalize() is scaffold, scaffold.saver is not None, graph.finalized)
            None
            True True True
        """
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
        """What a collection of the graph has, or else what a function makes. Mirrors `tf.compat.v1.train.Scaffold.get_or_default`.

        What was made is put into the collection, so that the next call finds it. It is for classes that, as the scaffold does, take savers
        and initializers from the graph where these are there.

        Arguments:
            arg_name: the name of what is looked for, for the error.
            collection_key: the collection.
            default_constructor: a function without arguments.

        Returns:
            The single item of the collection, or what was made.

        Raises:
            RuntimeError: the collection has several items.

        Example:
            >>> with tf.Graph().as_default():
            ...     made = tf.compat.v1.train.Scaffold.get_or_default("limit", "limits", lambda: tf.constant(3, name="limit"))
            ...     print(made.name, tf.compat.v1.get_collection("limits") == [made])
            limit:0 True
        """
        return from_collection(arg_name, collection_key, default_constructor)

    @staticmethod
    def default_local_init_op() -> Operation | None:
        """An operation that gives local variables and tables their values. Mirrors `tf.compat.v1.train.Scaffold.default_local_init_op`.

        It is what a scaffold uses where it is given no `local_init_op`. A program that needs more than that groups it with its own
        operations, and passes the group.

        Returns:
            An operation of the default graph.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     seen = tf.compat.v1.get_local_variable("seen", initializer=4)
            ...     op = tf.compat.v1.train.Scaffold.default_local_init_op()
            ...     sess.run(op)
            ...     print(sess.run(seen))
            4
        """
        return group(local_variables_initializer(), tables_initializer())
