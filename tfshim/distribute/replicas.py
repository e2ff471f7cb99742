"""Replicas, each in its own thread, that synchronize where they reduce values.

As in TensorFlow they take turns, and what runs side by side is what they start: kernels on several GPUs, and in a traced function all
that they do between two meetings.
"""

from __future__ import annotations

import collections
import contextlib
import threading
import weakref

from tfshim.distribute import joint_gradients
from tfshim.distribute.per_replica import PerReplica, regroup, select
from tfshim.engine.graph_gradients.replica_gradients import Asked, gradients
from tfshim.engine.graphs.devices.side_by_side import mark
from tfshim.engine.random import seeds
from tfshim.engine.runtime.context import device as device_scope
from tfshim.engine.runtime.context import in_session_graph
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.summary_state import STATE as SUMMARY
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import type_spec_from_value


class ReplicaState(threading.local):
    """Per-thread state: the scopes of strategies that were entered, and the replica that is running."""

    def __init__(self):
        self.stack = []  # (strategy, number of the replica or None between replicas)


STATE = ReplicaState()
_CARRIED = (TS, SUMMARY, seeds._frames)  # what is set in the thread that calls `run` holds in the replicas


def place():
    """The number of the replica that runs among those of this process, 0 where none does."""
    return current_replica() or 0


def strategy_here():
    """The strategy in whose scope this is; None for the default one."""
    strategy = STATE.stack[-1][0] if STATE.stack else None
    return None if strategy is None or strategy._is_default else strategy


@contextlib.contextmanager
def apart():
    """A context outside of all scopes of strategies."""
    before = STATE.stack, TS.creators, TS.replica
    STATE.stack, TS.creators, TS.replica = [], (), None
    try:
        yield
    finally:
        STATE.stack, TS.creators, TS.replica = before


def to_be_saved(called, args, kwargs):
    """Let `called`, a module's function, which TensorFlow traces in the replicas, have a trace for this call when it is saved."""
    args, kwargs = nest.map_structure(
        lambda x: type_spec_from_value(x) if isinstance(x, Tensor) else x, (select(0, tuple(args)), select(0, dict(kwargs)))
    )
    reference = weakref.ref(called)

    def trace():
        with apart():
            reference().get_concrete_function(*args, **kwargs)

    called._ran_elsewhere.setdefault(repr((args, kwargs)), trace)


@contextlib.contextmanager
def between(strategy):
    """A context between the replicas of a strategy, for reading only."""
    STATE.stack.append((strategy, None))
    try:
        yield
    finally:
        STATE.stack.pop()


def current_replica():
    """The number of the replica that runs, or None between replicas and outside of strategies."""
    return STATE.stack[-1][1] if STATE.stack else None


def check_between():
    """Raise RuntimeError within a replica."""
    if current_replica() is not None:
        raise RuntimeError("Method requires being in cross-replica context, use get_replica_context().merge_call()")


@contextlib.contextmanager
def entered(strategy, replica):
    """The scope of a strategy: of one of its replicas by number, or (None) between them."""
    around = strategy_here()
    if replica is None and around is not None and around is not strategy:
        raise RuntimeError(
            f"Mixing different tf.distribute.Strategy objects: {around} is not {strategy}. Leave the scope of one before entering that "
            "of the other."
        )
    extended = strategy.extended
    STATE.stack.append((strategy, replica))
    creators = TS.creators
    if extended._creator is not None:
        # Once, also where the scope of one strategy is entered within itself.
        TS.creators = (extended._creator, *(c for c in creators if c is not extended._creator))
    try:
        place = extended._home if replica is None else extended._devices[replica] if extended._devices else None
        with contextlib.nullcontext() if place is None else device_scope(place):
            yield strategy
    finally:
        TS.creators = creators
        STATE.stack.pop()


class _ReplicaCancelled(BaseException):
    """Ends a replica that waits while another one has failed."""


class _Replica(threading.Thread):
    """One replica: it runs until it is done or calls `merge`, then the caller goes on."""

    alone = False  # in its process

    def __init__(self, run, number, body):
        super().__init__(name=f"replica_{number}", daemon=True)
        self.run_of, self.number, self._body = run, number, body
        # Only one thread runs at a time: each of the two waits for the other's semaphore.
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self.done, self.left, self.error, self.result, self.merging = False, False, None, None, None
        self.tapes = []  # that record in the graph while it waits, where between the replicas they are to record on
        self.made = collections.Counter()  # how many variables of each name it has asked for
        self.count = run.strategy.num_replicas_in_sync
        self._carried = [dict(s.__dict__) for s in _CARRIED]
        self._tapes_around = TS.tapes
        self._stack = list(STATE.stack)
        graph = TS.graph
        self.graph, self.scopes = graph, None if graph is None else graph._scopes_of_thread()
        if in_session_graph():
            self.scopes["_variable_scopes"] = higher.scopes_of_replica(number)
        if graph is not None and number:
            self._carried[0]["name_scope"] += f"replica_{number}/"

    def proceed(self):
        """Let the replica run until it is done or waits."""
        if self.scopes is None:
            self._proceed()
            return
        # What of a graph belongs to the code that is running is that of this replica for so long.
        graph, between = TS.graph, TS.graph._scopes_of_thread()
        graph._set_scopes(self.scopes)
        try:
            self._proceed()
        finally:
            self.scopes = graph._scopes_of_thread()
            graph._set_scopes(between)

    def _proceed(self):
        if self.ident is None:
            self.start()
        else:
            self._go.release()
        self._back.acquire()

    def run(self):
        """The thread's own part."""
        # Per-thread state does not follow into a new thread by itself. Lists are copied, as each replica changes its own.
        for state, held in zip(_CARRIED, self._carried, strict=True):
            state.__dict__.update({k: list(v) if isinstance(v, list) else v for k, v in held.items()})
        STATE.stack, TS.replica = self._stack, self
        try:
            self.result = self._body(self.number)
        except _ReplicaCancelled:
            pass
        except BaseException as e:  # raised again where `run` was called
            self.error = e
        self.done = True
        self._back.release()

    def check_graph(self):
        """Raise RuntimeError within a function or branch of the replica's own, which belongs to a graph that the others do not have."""
        if TS.graph is not self.graph:
            raise RuntimeError(
                "`merge_call` called while defining a new graph or a tf.function: the replicas cannot meet, to add up gradients or draw "
                "random numbers for instance, within a tf.function, branch or loop of their own. Put the tf.function around "
                "`strategy.run` or around the whole function that it runs, and branches and loops around `strategy.run`."
            )

    def merge(self, fn, args, kwargs, recorded=False):
        """Wait for all replicas to call this; what `fn` gives between them, as this one gets it.

        `recorded`: whether the tapes of the replicas record in a graph what `fn` does.
        """
        self.check_graph()
        tapes = [t for t in joint_gradients.of_thread() if t not in self._tapes_around]
        with joint_gradients.paused(tapes):
            self.merging, self.name_scope, self.tapes = (fn, args, kwargs), TS.name_scope, tapes if recorded else []
            self._back.release()
            self._go.acquire()
            if self.left:
                raise _ReplicaCancelled
        result, self.merging = self.merged, None
        return result

    def gradients(self, tape, targets, weights, sources):
        """Gradients of `tape` in a graph where replicas have made together what `targets` depend on; a list with None for what does not."""

        def merge(strategy, asked):
            return PerReplica(gradients(asked.values))

        return self.merge(merge, (Asked(tape, targets, weights, sources),), {}, recorded=True)


class _Run:
    """One call of `Strategy.run` with several replicas."""

    def __init__(self, strategy, body):
        self.strategy = strategy
        self.created = {}  # lists of variables by name, in the order in which the first replica made them
        self._replicas = [_Replica(self, i, body) for i in range(strategy.num_replicas_in_sync)]

    def result(self):
        """What the replicas gave, put together. The first error of a replica is raised here."""
        replicas, graph = self._replicas, TS.graph
        try:
            while True:
                between = object()
                for replica in replicas:
                    traced = 0 if graph is None else len(graph._operations)
                    replica.proceed()
                    # In a session some nodes ask for the session, which belongs to a thread.
                    if graph is not None and graph.building_function:
                        mark(graph._operations[traced:], (between, replica.number))
                    if replica.error is not None:
                        raise replica.error
                waiting = [r for r in replicas if not r.done]
                if not waiting:
                    return regroup([r.result for r in replicas])
                if len(waiting) < len(replicas):
                    raise RuntimeError("Some replicas made a different number of replica_context().merge_call() calls.")
                self._merge()
        finally:
            for replica in replicas:
                # After an error the others still wait in `merge`: `proceed` wakes each to end its thread.
                if replica.ident is not None and not replica.done:
                    replica.left = True
                    replica.proceed()

    def _merge(self):
        calls = [r.merging for r in self._replicas]
        args, kwargs = regroup([c[1] for c in calls]), regroup([c[2] for c in calls])
        tapes = [t for r in self._replicas for t in r.tapes]
        with entered(self.strategy, None), self._scopes_of_all(), joint_gradients.recording(tapes):
            made = calls[0][0](self.strategy, *args, **kwargs)
        for replica in self._replicas:
            replica.merged = select(replica.number, made)

    @contextlib.contextmanager
    def _scopes_of_all(self):
        """In a graph: the names and scopes of the first replica, and the control dependencies of all of them."""
        graph, first = TS.graph, self._replicas[0]
        if graph is None:
            yield
            return
        before, names = graph._scopes_of_thread(), TS.name_scope
        controllers = [c for r in self._replicas for c in r.scopes["_controllers"]]
        graph._set_scopes({**first.scopes, "_controllers": controllers, "_reads": {}})
        TS.name_scope = first.name_scope
        try:
            yield
        finally:
            TS.name_scope = names
            graph._set_scopes(before)


def run_replicas(strategy, fn, args, kwargs):
    """`fn` in each replica with its part of the arguments; the results put together."""

    def body(number):
        with entered(strategy, number):
            return fn(*select(number, tuple(args)), **select(number, dict(kwargs)))

    return _Run(strategy, body).result()


def merge_call(strategy, fn, args, kwargs, **options):
    """What `fn(strategy, *args)` gives between the replicas, as this one gets it."""
    runner = TS.replica
    if strategy.num_replicas_in_sync > 1 and runner is not None and current_replica() is not None:
        return runner.merge(fn, args, kwargs, **options)
    with contextlib.ExitStack() as stack:
        stack.enter_context(entered(strategy, None))
        return fn(strategy, *args, **kwargs)


def made_once(make, name=None):
    """The variable that `make()` gives, which the first replica makes and the others find: by its name and the order of those of a name."""
    runner = TS.replica
    if runner is None or current_replica() is None or runner.alone:
        return make()
    created, place = runner.run_of.created.setdefault(name, []), runner.made[name]
    if place == len(created):
        created.append(make())
    runner.made[name] += 1
    return created[place]


def apply_between(optimizer, pairs, summed):
    """`optimizer.apply_gradients` once for all replicas: with the gradients added up, or those of the first one.

    `pairs`: of gradients and variables, in this replica; `summed`: False where the replicas have added them up themselves.
    """
    gradients, variables = [g for g, _ in pairs], [v for _, v in pairs]

    def merge(strategy, gradients):
        gradients = strategy._added_gradients(gradients) if summed else select(0, gradients)
        return optimizer.apply_gradients(list(zip(gradients, variables, strict=True)))

    made = TS.replica.merge(merge, (gradients,), {})
    # In a graph of sessions that is the operation which a session has to run.
    return made if in_session_graph() else optimizer.iterations
