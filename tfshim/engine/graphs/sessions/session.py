"""Sessions: graphs run piece by piece, with values fed and fetched; what `tf.compat.v1.Session` is.

A session compiles the nodes that its fetches need into one `Program` for each set of fetches and feeds. It keeps the
values of the graph's variables and the states of its random operations: another session starts with none.
"""

from __future__ import annotations

import collections
import contextlib
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import torch

from tfshim._export import named_as_methods
from tfshim.engine.graphs import node_errors
from tfshim.engine.graphs.devices.placement_log import PlacementLog
from tfshim.engine.graphs.devices.session_devices import DeviceAttributes, session_devices
from tfshim.engine.graphs.devices.session_targets import LOCK, STORES, VALUES, Shared, server_at
from tfshim.engine.graphs.graph import Graph, current_graph
from tfshim.engine.graphs.graph_variable import GraphMode
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.programs import partial_runs
from tfshim.engine.graphs.sessions.arguments import Fetches, feeds_of
from tfshim.engine.graphs.sessions.default import default_session, enter_session, leave_session
from tfshim.engine.graphs.sessions.pieces import RunsInPieces
from tfshim.engine.graphs.sessions.plans import Plan, fetched
from tfshim.engine.graphs.sessions.runs import Installation, running
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.graphs.timed_run import TimedProgram, describe
from tfshim.engine.random.seeds import Frame
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode, end_recording, executing_eagerly
from tfshim.engine.runtime.processor.threads import adapt
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.arrays import place
from tfshim.engine.values.protocol import is_message
from tfshim.engine.values.tensor import EagerTensor

_opened: weakref.WeakSet[BaseSession] = weakref.WeakSet()  # for `Session.reset`
_MOST_KEPT = 256  # of the structures of fetches

SparseTensorValue = collections.namedtuple("SparseTensorValue", ["indices", "values", "dense_shape"])
SparseTensorValue.__module__ = "tensorflow.python.framework.sparse_tensor"


class BaseSession(RunsInPieces):
    """Runs operations of a graph and evaluates its tensors; mirrors `tf.compat.v1.Session`.

    `target`: "" or that of a `tf.distribute.Server` of this process, whose variables, by their names, stay when the session ends and are
    those of other sessions of the server too. `graph`: the graph, by default the default one. `config`: a `tf.compat.v1.ConfigProto` or
    None; `log_device_placement` prints where each node runs, with `isolate_session_state` nothing is shared, other settings concern devices
    and threads that torch arranges itself.
    """

    __module__ = "tensorflow.python.client.session"
    refused = None  # what is called where a session of the default graph is made while executing eagerly

    def __init__(self, target: str | bytes | None = "", graph: Graph | None = None, config: Any = None) -> None:
        if graph is None:
            if TS.graph is None and BaseSession.refused is not None:
                BaseSession.refused()
            graph = current_graph()
        elif not hasattr(graph, "get_operations"):
            raise TypeError(f'Argument `graph` must be a tf.Graph, but got "{type(graph).__name__}"')
        if not isinstance(target, (str, bytes, type(None))):
            raise TypeError(f'Argument `target` must be a string, but got "{type(target).__name__}"')
        self._target = None if target is None else _target(target)
        server = server_at(self._target.decode()) if self._target else None
        if config is not None and not is_message(config, "ConfigProto"):
            raise TypeError(f'Argument `config` must be a tf.ConfigProto, but got "{type(config).__name__}"')
        self._graph, self._config = graph, config
        self._closed = self._was_reset = False
        _opened.add(self)
        # What sessions of one server share; otherwise a variable's id is the key of its storage.
        self._shared = None if server is None or config is not None and config.isolate_session_state else Shared(server)
        self._key: Callable[[Any], Any] = id if self._shared is None else self._shared.key
        self._values: dict[Any, Any] = {} if self._shared is None else VALUES
        self._frame = Frame()
        self._plans = {}
        self._fetches: dict[Any, Fetches] = {}
        self._stores = {}
        self._partial: dict[str, partial_runs.PartialRun] = {}
        self._pieces: dict[Any, dict[Any, Any]] = {}  # of runs in pieces, by what they may fetch and be fed
        self._opened: Any = None
        self._placement = PlacementLog(graph) if config is not None and config.log_device_placement else None

    graph = property(lambda self: self._graph, doc="The graph that the session runs.")
    graph_def = property(lambda self: self._graph.as_graph_def(), doc="That graph as a message.")
    sess_str = property(lambda self: self._target, doc="The target.")

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices that operations may run on. Mirrors `tf.compat.v1.Session.list_devices`.

        There is the processor, and each accelerator that torch sees; a session on a server lists those of all its tasks.
        `tf.config.list_logical_devices` gives them without a session.

        Returns:
            A list of objects with `name`, such as "/job:localhost/replica:0/task:0/device:CPU:0", `device_type`, "CPU" or "GPU",
            `memory_limit_bytes`, and `incarnation`, a number that is another one after a restart.

        Raises:
            RuntimeError: the session was closed.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     device = sess.list_devices()[0]
            ...     print(device.name, device.device_type)
            /job:localhost/replica:0/task:0/device:CPU:0 CPU
        """
        return session_devices()

    def close(self) -> None:
        """Ends the use of the session. Mirrors `tf.compat.v1.Session.close`.

        The values of its variables, and what its queues and tables hold, are let go; another session of the same graph begins anew. A
        `with` statement does so at its end. Closing twice is no error; every run afterwards is one.

        A session on a server closes only its connection: variables live there until the server's sessions are reset.

        Example:
            >>> with tf.Graph().as_default():
            ...     x = tf.constant(1.0)
            ...     sess = tf.compat.v1.Session()
            ...     print(sess.run(x))
            ...     sess.close()
            ...     try:
            ...         sess.run(x)
            ...     except RuntimeError as error:
            ...         print(error)
            1.0
            Attempted to use a closed Session.
        """
        self._closed = True
        # Programs hold constants and queues hold elements: the memory is free with `close`, not with the last reference.
        self._values, self._plans, self._fetches, self._stores, self._partial, self._pieces = {}, {}, {}, {}, {}, {}

    def _store(self, key: Any, make: Callable[[], Any], shared_on: str | None = None) -> Any:
        """What a kernel keeps under `key` for this session; made by `make()` at first.

        `shared_on`: the device of what sessions of a server share, None for what each has of its own.
        """
        stores = self._stores
        if shared_on is not None and self._shared is not None:
            stores, key = STORES, self._shared.store(key, shared_on)
        if key not in stores:
            stores[key] = make()
        return stores[key]

    # ------------------------------------------------------------------ running
    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """Runs what a graph needs for some of its tensors and operations, and gives their values. Mirrors `tf.compat.v1.Session.run`.

        Each run computes what the fetches depend on, once, and nothing else. Variables keep their values from run to run.

        Arguments:
            fetches: a tensor, operation, variable, or name of one, or a nest of such: lists, tuples, dictionaries.
            feed_dict: a dictionary from tensors, or their names, to values that stand in for them in this run; None by default.
            options: a `tf.compat.v1.RunOptions`: `trace_level` asks for times, `output_partition_graphs` for the graph, `timeout_in_ms`
                limits how long queues are waited for; None by default.
            run_metadata: a `tf.compat.v1.RunMetadata` that gets what the options ask for; None by default.

        Returns:
            NumPy values in the structure of `fetches`, None for operations, and `tf.compat.v1.SparseTensorValue`s for sparse tensors.

        Raises:
            RuntimeError: the session was closed.
            TypeError, ValueError: something cannot be fetched or fed.
            OpError: an operation fails, one of the classes of `tf.errors`.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
            ...     fetches = {"sum": tf.reduce_sum(x), "both": [x, x * 2.0]}
            ...     print(sess.run(fetches, {x: [1.0, 2.0]}))
            ...     print(sess.run("x:0", {"x:0": [5.0]}))
            {'sum': 3.0, 'both': [array([1., 2.], dtype=float32), array([2., 4.], dtype=float32)]}
            [5.]
        """
        return self._run(fetches, feed_dict, options, run_metadata)

    def _run_with_any_shapes(self, fetches: Any, feed_dict: Any, options: Any = None, run_metadata: Any = None) -> Any:
        """As `run`, but the shapes of what is fed are not compared with the static ones: only operations raise for them."""
        return self._run(fetches, feed_dict, options, run_metadata, any_shape=True)

    def _run(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any, any_shape: bool = False) -> Any:
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        if self._was_reset:
            raise errors.CancelledError(None, None, "Graph execution error:\n\nSession has been closed.")
        if not self._graph._operations and (executing_eagerly() or not any(type(f) is EagerTensor for f in nest.flatten(fetches))):
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
        mapped = self._mapped(fetches)
        feeds = feeds_of(self._graph, feed_dict, any_shape)
        limit = getattr(options, "timeout_in_ms", 0) or getattr(self._config, "operation_timeout_in_ms", 0)
        before, running.deadline = running.deadline, time.monotonic() + limit / 1000 if limit else None
        try:
            traced = run_metadata if options is not None and options.trace_level else None
            values = self._execute(mapped.elements, feeds, traced)
        finally:
            running.deadline = before
        if run_metadata is not None and getattr(options, "output_partition_graphs", False):
            run_metadata.partition_graphs.add().CopyFrom(self.graph_def)
        return mapped.build(values)

    def _mapped(self, fetches: Any) -> Fetches:
        """`fetches`, taken apart; what is fetched again and again is known."""
        kind: Any = type(fetches)
        if kind is list or kind is tuple:
            key, elements = (kind, *map(id, fetches)), fetches
        else:
            key, elements = id(fetches), (fetches,)
        known = self._fetches.get(key)
        if known is not None and not self._graph._not_fetched:
            return known
        made = Fetches(self._graph, fetches, self)
        # Fetches hold their elements, so that their ids are theirs alone.
        if all(type(e) is SymbolicTensor or type(e) is Operation for e in elements):
            if len(self._fetches) >= _MOST_KEPT:
                self._fetches.clear()
            self._fetches[key] = made
        return made

    def _execute(self, elements: list[Any], feeds: Sequence[tuple[Any, Any]], traced: Any = None) -> list[Any]:
        adapt()
        given = {id(t): storage for t, storage in feeds}
        # A fetch that is fed gives back what was fed, and nothing is run for it.
        fed = [e for e in elements if id(e) in given] if given else ()
        wanted = [e for e in elements if id(e) not in given] if fed else elements
        key = (tuple(map(id, wanted)), tuple(given))
        plan = self._plans.get(key)
        if plan is None:
            if self._placement is not None:
                self._placement.tell()
            plan = self._plans[key] = self._planned(wanted, [t for t, _ in feeds])
        results = self._run_plan(plan, given.values(), traced)
        if not fed:
            return [None if where is None else fetched(results[where[0]], where[1]) for where in plan.results]
        made = {}
        for e, where in zip(wanted, plan.results):
            made[id(e)] = None if where is None else fetched(results[where[0]], where[1])
        return [np.asarray(fetched(given[id(e)], e.dtype)) if id(e) in given else made[id(e)] for e in elements]

    def _planned(self, elements: list[Any], fed: list[Any]) -> Plan:
        try:
            return Plan(self._graph, elements, fed, self._shared)
        except errors.OpError as e:  # a placeholder that is not fed
            raise node_errors.of_session(e, True, GraphMode.resource_variables) from None

    def _run_plan(self, plan: Any, storages: Iterable[Any], traced: Any = None) -> Sequence[Any]:
        program: Any = plan.program if traced is None else TimedProgram(plan.program)
        here = self._hold(plan.variables, plan.fetched)
        graph, scope, device, tape, tapes = TS.graph, TS.name_scope, TS.torch_device, TS.tape, TS.tapes
        TS.graphs.append(graph)
        try:
            began = time.time_ns() if traced is not None else 0
            # Kernels that call operations must not add nodes to the default graph, nor be recorded by a tape.
            TS.graph, TS.name_scope, TS.tape, TS.tapes = None, "", None, ()
            results = self._frame.run(program, *storages)
            if traced is not None:
                describe(program, began, traced)
            if plan.references:
                results = list(results)
                for at, variable in plan.references:
                    results[at] = variable._t
            return results
        except errors.OpError as e:
            raise node_errors.of_session(e, bool(self._values), GraphMode.resource_variables) from None
        finally:
            if TS.tapes:
                end_recording(())  # a run of a part of a graph may have left out the end of a tape
            TS.graphs.pop()
            TS.graph, TS.name_scope, TS.torch_device, TS.tape, TS.tapes = graph, scope, device, tape, tapes
            self._let_go(here)
            for v in plan.fetched.values():
                self._values.pop(self._key(v), None)

    def _hold(self, variables: Sequence[Any], fetched: Mapping[int, Any]) -> tuple[Installation, Any, Any]:
        """Put this session's values into `variables`, but for those `fetched` while it runs; gives what `_let_go` needs."""
        if self._shared is not None:
            self._shared.check(v for v in variables if id(v) not in fetched)
        session, installed = running.session, running.installed
        if installed:  # what a run around this one holds already has its present value there
            held = {id(v) for one in installed if one.session is self for v in one.variables}
            variables = [v for v in variables if id(v) not in held]
        here = Installation(self, variables)
        here.acquire()
        running.session, running.installed = self, (*installed, here)
        return here, session, installed

    @staticmethod
    def _let_go(held: tuple[Installation, Any, Any]) -> None:
        """Undo what `_hold` did."""
        here, running.session, running.installed = held
        here.release()

    @contextlib.contextmanager
    def _holding(self, variables: Sequence[Any]) -> Iterator[None]:
        """Within it `variables` have the values that they have in this session, and what is assigned to them stays in it."""
        here = self._hold(variables, {})
        try:
            yield
        finally:
            self._let_go(here)

    def _value_of(self, variable: Any) -> Any:
        """The storage that `variable` has in this session, or None."""
        if (parts := getattr(variable, "_parts", None)) is not None:
            return variable.in_session([self._value_of(part) for part in parts])
        if self._shared is not None and (task := self._shared.server.elsewhere(variable.device)) is not None:
            return self._shared.server.calls.read(task, variable)
        # A run in this thread holds the values of what it uses; while one in another thread does, it is waited for.
        if any(one.session is self and any(v is variable for v in one.variables) for one in running.installed):
            return variable._t
        with self._graph._session_lock:
            return self._values.get(self._key(variable))

    def _load_variable(self, variable: Any, value: Any) -> None:
        """Give `variable` the EagerTensor `value` in this session."""
        if (parts := getattr(variable, "_parts", None)) is not None:
            with eager_mode():
                shares = variable.for_parts(value)
            for part, share in zip(parts, shares, strict=True):
                self._load_variable(part, share)
            return
        if self._shared is not None and (task := self._shared.server.elsewhere(variable.device)) is not None:
            self._shared.server.calls.write(task, variable, value._t)
            return
        self._values[self._key(variable)] = place(value._t) if type(value._t) is torch.Tensor else value._t

    def _prepared(self, fetches: Sequence[str], feeds: Sequence[str], targets: Sequence[str]) -> Callable[[Sequence[Any]], list[Any]]:
        """A function from storages for the tensors named `feeds` to those of `fetches`, which runs the operations named `targets` too."""
        tensors = [self._graph.get_tensor_by_name(name) for name in feeds]
        elements = [*map(self._graph.get_tensor_by_name, fetches), *map(self._graph.get_operation_by_name, targets)]
        plan = self._planned(elements, tensors)

        def run(storages: Sequence[Any]) -> list[Any]:
            results = self._run_plan(plan, storages)
            return [results[where[0]] for where in plan.results if where is not None]

        return run

    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Callable[..., Any]:
        """A function that runs some fetches, with values for some tensors. Mirrors `tf.compat.v1.Session.make_callable`.

        It is for runs that are made again and again: what is to be fetched and fed is settled once.

        Arguments:
            fetches: a tensor, operation, variable, or name of one, or a nest of such.
            feed_list: a list of tensors, or names of tensors, whose values are the arguments of the function; None (the default) for none.
            accept_options: True lets the function take `options` and `run_metadata` as `run` does; False by default.

        Returns:
            A function of as many positional arguments as `feed_list` has items, that gives what `run` gives.

        Raises:
            TypeError: `feed_list` is no list.
            ValueError: something cannot be fetched.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     x, y = tf.compat.v1.placeholder(tf.float32, []), tf.compat.v1.placeholder(tf.float32, [])
            ...     product = sess.make_callable(x * y, feed_list=[x, y])
            ...     print(product(2.0, 3.0), product(4.0, 5.0))
            6.0 20.0
        """
        if feed_list is not None and not isinstance(feed_list, (list, tuple)):
            raise TypeError("Argument `feed_list` must be a list or tuple.")
        Fetches(self._graph, fetches, self)
        feed_list = [self._graph.as_graph_element(t, allow_operation=False) for t in feed_list or ()]

        def call(*values: Any, options: Any = None, run_metadata: Any = None) -> Any:
            if len(values) != len(feed_list):
                raise TypeError(f"Expected {len(feed_list)} values for the feed_list, got {len(values)}.")
            if not accept_options and (options is not None or run_metadata is not None):
                raise TypeError("`options` and `run_metadata` need a function of make_callable with accept_options=True.")
            return self.run(fetches, dict(zip(feed_list, values)), options, run_metadata)

        return call

    # ------------------------------------------------------------------ scopes
    @contextlib.contextmanager
    def as_default(self) -> Iterator[BaseSession]:
        """Makes the session the one that tensors and operations evaluate themselves in. Mirrors `tf.compat.v1.Session.as_default`.

        Within it `tensor.eval()`, `operation.run()` and `tf.compat.v1.get_default_session()` find it. Other than `with session:` it does
        not close the session at its end, and does not make its graph the default one.

        Returns:
            A context manager, whose value is the session.

        Example:
            >>> with tf.Graph().as_default():
            ...     x = tf.constant(2.0) * 3.0
            ...     sess = tf.compat.v1.Session()
            ...     with sess.as_default():
            ...         print(x.eval(), tf.compat.v1.get_default_session() is sess)
            ...     print(tf.compat.v1.get_default_session(), sess.run(x))
            ...     sess.close()
            6.0 True
            None 6.0
        """
        enter_session(self)
        try:
            yield self
        finally:
            if default_session() is not self:
                raise AssertionError(f"Nesting violated for default stack of {type(self)} objects")
            leave_session(self)


named_as_methods(BaseSession, RunsInPieces)


class Session(BaseSession):
    """Runs parts of a graph: evaluates tensors, executes operations, and keeps the values of variables. Mirrors `tf.compat.v1.Session`.

    As a context it makes itself and its graph the default ones, and is closed at the end. Each session has values of its own for the
    variables of its graph, which `tf.compat.v1.global_variables_initializer()` sets. TensorFlow 2 has none: operations run at once.

    Arguments:
        target: "" (default): this process; or the address of a `tf.distribute.Server`.
        graph: the graph; None (default): the default one.
        config: a `tf.compat.v1.ConfigProto`; None by default.

    Raises:
        RuntimeError: in `run`, after `close`.

    Example:
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [])
        ...     v = tf.compat.v1.get_variable("v", initializer=10.0)
        ...     with tf.compat.v1.Session() as session:
        ...         session.run(tf.compat.v1.global_variables_initializer())
        ...         print(session.run([v + x, v * x], feed_dict={x: 2.0}))
        [12.0, 20.0]
    """

    __module__ = "tensorflow.python.client.session"

    def __enter__(self) -> Session:
        if self._opened is not None:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you want to enter a session multiple times."
            )
        self._opened = contextlib.ExitStack()
        self._opened.enter_context(self._graph.as_default())
        self._opened.enter_context(self.as_default())
        return self

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> Literal[False]:
        opened, self._opened = self._opened, None
        opened.close()
        self.close()
        return False

    @staticmethod
    def reset(target: str | bytes | None, containers: Any = None, config: Any = None) -> None:
        """Ends the sessions of a server, or of this process. Mirrors `tf.compat.v1.Session.reset`.

        Their variables, queues and tables are forgotten, and later runs of these sessions raise CancelledError. It is for servers that go
        on from one training to the next.

        Arguments:
            target: the address of a server; "" or None for this process.
            containers: the names of those containers whose resources are forgotten; those of all are here, None (the default) or not.
            config: a `tf.compat.v1.ConfigProto` of the connection; None by default.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     sess = tf.compat.v1.Session()
            ...     sess.run(w.initializer)
            ...     tf.compat.v1.Session.reset("")
            ...     try:
            ...         sess.run(w)
            ...     except tf.errors.OpError as error:
            ...         print("reset")
            reset
        """
        text = None if target is None else _target(target)
        if text:
            with LOCK:
                server_at(text.decode()).reset()
            return
        for session in list(_opened):
            if session._shared is None:
                session._values, session._stores, session._was_reset = {}, {}, True


def _target(given: Any) -> bytes:
    if not isinstance(given, (str, bytes)):
        raise TypeError(f"Expected binary or unicode string, got {given!r}")
    return given.encode() if isinstance(given, str) else given


class InteractiveSession(BaseSession):
    """A session that is the default one from the start, for shells and notebooks. Mirrors `tf.compat.v1.InteractiveSession`.

    `tensor.eval()` and `operation.run()` use it without a `with` around them; `close()` ends that. Otherwise it is a
    `tf.compat.v1.Session`, with the same arguments. It makes its graph the default one as well.

    Arguments:
        target: "" (default): this process; or the address of a `tf.distribute.Server`.
        graph: the graph; None (default): the default one.
        config: a `tf.compat.v1.ConfigProto`; None by default.

    Example:
        >>> with tf.Graph().as_default():
        ...     session = tf.compat.v1.InteractiveSession()
        ...     x = tf.constant([1.0, 2.0])
        ...     print(x.eval(), (x * 2.0).eval(), tf.compat.v1.get_default_session() is session)
        ...     session.close()
        [1. 2.] [2. 4.] True
    """

    __module__ = "tensorflow.python.client.session"

    def __init__(self, target: str | bytes | None = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._opened = contextlib.ExitStack()
        if graph is not None:
            self._opened.enter_context(graph.as_default())
        enter_session(self)

    def close(self) -> None:
        """Ends the use of the session, which is the default no more. Mirrors `tf.compat.v1.InteractiveSession.close`.

        A session of this kind makes itself the default one as it is made, so that in a notebook `tensor.eval()` needs no `with`. Close it
        before the next one is made: otherwise both keep their variables, and TensorFlow warns.

        Its values are let go. Closing twice is no error; every run afterwards is one.

        Example:
            >>> with tf.Graph().as_default():
            ...     sess = tf.compat.v1.InteractiveSession()
            ...     print(tf.constant(3.0).eval(), tf.compat.v1.get_default_session() is sess)
            ...     sess.close()
            ...     print(tf.compat.v1.get_default_session())
            3.0 True
            None
        """
        if not self._closed:
            leave_session(self)
            self._opened.close()
        super().close()
