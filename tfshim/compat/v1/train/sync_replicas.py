"""Steps of an optimizer for the gradients of several threads, which wait for one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import fill
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.accumulators import ConditionalAccumulator, SparseConditionalAccumulator
from tfshim.compat.v1.graphs.graphs import GraphKeys, colocate_with
from tfshim.compat.v1.train.hooks import SessionRunHook
from tfshim.compat.v1.train.optimizer import Optimizer
from tfshim.compat.v1.train.queue_runner import QueueRunner
from tfshim.compat.v1.variables.variables import Variable, global_variables, report_uninitialized_variables
from tfshim.control_flow import control_dependencies, group, no_op
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.context import device, name_scope
from tfshim.queue.kinds import FIFOQueue

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.train.coordinator import Coordinator


@tf_export(v1=["train.SyncReplicasOptimizer"])
class SyncReplicasOptimizer(Optimizer):
    """Takes each step on the mean of the gradients of several replicas. Mirrors `tf.compat.v1.train.SyncReplicasOptimizer`.

    Replicas are threads that run the training operation in one session. A gradient from before the last step counts no more. The queue
    runner of the chief, which `make_session_run_hook` starts, takes the steps.

    Arguments:
        opt: the optimizer that takes them.
        replicas_to_aggregate: how many gradients a step needs.
        total_num_replicas: how many replicas there are; None (the default) for as many. One alone gives as many as are needed, one after
            the other.
        variable_averages: a `tf.compat.v1.train.ExponentialMovingAverage` that is applied after each step; None by default.
        variables_to_average: what it is applied to; None by default.
        use_locking: a hint; False by default.
        name: the name of its operations, "sync_replicas" by default.

    Example:
        >>> with tf.Graph().as_default():
        ...     w, step = tf.compat.v1.get_variable("w", initializer=1.0), tf.compat.v1.train.create_global_step()
        ...     plain = tf.compat.v1.train.GradientDescentOptimizer(0.25)
        ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(plain, replicas_to_aggregate=1)
        ...     train = optimizer.minimize(w * w, global_step=step)
        ...     hook = optimizer.make_session_run_hook(is_chief=True)  # for a monitored session
        ...     print(optimizer.get_name(), optimizer.get_slot_names())
        sync_replicas []
    """

    __module__ = "tensorflow.python.training.sync_replicas_optimizer"

    def __init__(
        self,
        opt: Optimizer,
        replicas_to_aggregate: int,
        total_num_replicas: int | None = None,
        variable_averages: Any = None,
        variables_to_average: Sequence[Any] | None = None,
        use_locking: bool = False,
        name: str = "sync_replicas",
    ) -> None:
        total_num_replicas = replicas_to_aggregate if total_num_replicas is None else total_num_replicas
        super().__init__(use_locking, name)
        logging.info("SyncReplicasV2: replicas_to_aggregate=%s; total_num_replicas=%s", replicas_to_aggregate, total_num_replicas)
        self._opt, self._wanted, self._total = opt, replicas_to_aggregate, total_num_replicas
        self._averages, self._averaged = variable_averages, variables_to_average
        self._runner: QueueRunner | None = None
        self._step: Any = None
        self._tokens: Any = None

    def compute_gradients(self, *args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        """The gradients of a loss, as the optimizer within computes them. Mirrors
        `tf.compat.v1.train.SyncReplicasOptimizer.compute_gradients`.

        Each replica computes its own, of its part of the data. `apply_gradients` gives them to the step that all take together.

        Arguments:
            args, kwargs: those of `tf.compat.v1.train.Optimizer.compute_gradients`.

        Returns:
            A list of pairs of a gradient, None where there is none, and its variable.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     plain = tf.compat.v1.train.GradientDescentOptimizer(0.25)
            ...     (pair,) = tf.compat.v1.train.SyncReplicasOptimizer(plain, 2).compute_gradients(w * w, [w])
            ...     sess.run(w.initializer)
            ...     print(sess.run(pair[0]), pair[1] is w)
            6.0 True
        """
        return self._opt.compute_gradients(*args, **kwargs)

    def apply_gradients(  # type: ignore[override]  # as in TensorFlow
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Any:
        """What a replica runs: it gives its gradients, and waits for the step. Mirrors
        `tf.compat.v1.train.SyncReplicasOptimizer.apply_gradients`.

        The step itself is taken by the queue runner of the chief, once there are enough gradients. `minimize` calls it.

        Arguments:
            grads_and_vars: a list of pairs of a gradient and its variable, as `compute_gradients` gives them.
            global_step: the variable that counts steps, which has to be given.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation that a replica runs.

        Raises:
            ValueError: there are no variables, or no `global_step`.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), 2)
            ...     try:
            ...         optimizer.apply_gradients([(tf.constant(1.0), w)])
            ...     except ValueError as error:
            ...         print(error)
            Global step is required to check staleness
        """
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required to check staleness")
        self._step, dtype = global_step, global_step.dtype.base_dtype
        # Each worker has its own, where a device function would put variables on a task that all share.
        with colocate_with(no_op()):
            own = Variable(0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], dtype=dtype, name="sync_rep_local_step")
        self.local_step_init_op = own.assign(global_step)
        self.ready_for_local_init_op = report_uninitialized_variables(global_variables())
        with name_scope(f"{self._name}/"):
            given, means, accumulators = [], [], []
            for gradient, variable in pairs:
                if gradient is None:
                    means.append((None, variable))
                    continue
                with device(variable.device):
                    accumulator, added, taken = self._gathered(gradient, variable, own)
                accumulators.append(accumulator)
                given.append(added)
                means.append((taken, variable))
            with device(global_step.device), name_scope(""):
                update = self._opt.apply_gradients(means, global_step)
                self._tokens = FIFOQueue(-1, dtype, shapes=(), name="sync_token_q", shared_name="sync_token_q")
                with control_dependencies(given):
                    token = self._tokens.dequeue()
                waited = own.assign(token)
                with control_dependencies([update]):
                    done = self._tokens.enqueue_many((fill([max(self._total, self._wanted)], global_step),))
                if self._averages is not None:
                    with control_dependencies([done]):
                        done = self._averages.apply(self._averaged)
            self._runner = QueueRunner(self._tokens, [done])
            steps = []
            for a in accumulators:
                with device(a.accumulator_ref.device):
                    steps.append(a.set_global_step(global_step, name="SetGlobalStep"))
            self.chief_init_op = group(self.local_step_init_op, *steps)
        return waited

    def _gathered(self, gradient: Any, variable: Any, own_step: Any) -> tuple[Any, Any, Any]:
        """An accumulator for the gradients by `variable`, what gives it `gradient`, and what takes the mean."""
        key = f"{variable.name}/grad_accum"
        if isinstance(gradient, IndexedSlices):
            rows = SparseConditionalAccumulator(gradient.dtype, variable.shape, key)
            return rows, rows.apply_indexed_slices_grad(gradient, own_step), rows.take_indexed_slices_grad(self._wanted)
        whole = ConditionalAccumulator(gradient.dtype, variable.shape, key)
        return whole, whole.apply_grad(gradient, own_step), whole.take_grad(self._wanted)

    def get_chief_queue_runner(self) -> QueueRunner:
        """What takes the steps, in a thread of the chief. Mirrors `tf.compat.v1.train.SyncReplicasOptimizer.get_chief_queue_runner`.

        `make_session_run_hook` starts it in a monitored session. A program with a session of its own starts its threads, by
        `create_threads`.

        Returns:
            A `tf.compat.v1.train.QueueRunner`.

        Raises:
            ValueError: `apply_gradients` was not called before.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, step = tf.compat.v1.get_variable("w", initializer=1.0), tf.compat.v1.train.create_global_step()
            ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), 2)
            ...     train = optimizer.minimize(w * w, global_step=step)
            ...     print(type(optimizer.get_chief_queue_runner()).__name__)
            QueueRunner
        """
        if self._runner is None:
            raise ValueError("Should be called after apply_gradients().")
        return self._runner

    def get_init_tokens_op(self, num_tokens: int = -1) -> Operation:
        """An operation that lets replicas begin. Mirrors `tf.compat.v1.train.SyncReplicasOptimizer.get_init_tokens_op`.

        A replica that has given its gradients waits for a token, of which each step gives out some. Before the first step there have to be
        enough of them where a step needs more gradients than there are replicas. The hook of the chief runs it.

        Arguments:
            num_tokens: how many; -1 (the default) for as many as a step needs.

        Returns:
            The operation.

        Raises:
            ValueError: there would be too few, or `apply_gradients` was not called before.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, step = tf.compat.v1.get_variable("w", initializer=1.0), tf.compat.v1.train.create_global_step()
            ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), 2)
            ...     train = optimizer.minimize(w * w, global_step=step)
            ...     print(optimizer.get_init_tokens_op().type)
            QueueEnqueueManyV2
        """
        if self._runner is None:
            raise ValueError("get_init_tokens_op() should be called after apply_gradients().")
        needed = self._wanted - self._total
        if num_tokens == -1:
            num_tokens = self._wanted
        elif num_tokens < needed:
            raise ValueError(f"Too few tokens to finish the first step: {num_tokens} (given) vs {needed} (needed)")
        if num_tokens <= 0:
            return no_op(name="no_init_tokens")
        with device(self._step.device), name_scope(""):
            return self._tokens.enqueue_many((fill([num_tokens], self._step),))

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """What the optimizer within keeps beside a variable. Mirrors `tf.compat.v1.train.SyncReplicasOptimizer.get_slot`.

        Slots belong to the optimizer that takes the steps; this one has none of its own. They are made by `apply_gradients` or `minimize`.

        Arguments:
            args, kwargs: the variable, and the name of the slot.

        Returns:
            A variable; None where there is no such slot.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, step = tf.compat.v1.get_variable("w", initializer=1.0), tf.compat.v1.train.create_global_step()
            ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(tf.compat.v1.train.MomentumOptimizer(0.1, 0.9), 2)
            ...     train = optimizer.minimize(w * w, global_step=step)
            ...     print(optimizer.get_slot(w, "momentum").op.name, optimizer.get_slot(w, "other"))
            w/Momentum None
        """
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """The names of what the optimizer within keeps beside variables. Mirrors `tf.compat.v1.train.SyncReplicasOptimizer.get_slot_names`.

        Slots belong to the optimizer that takes the steps; this one has none of its own. The list is empty before `apply_gradients` or
        `minimize`.

        Arguments:
            args, kwargs: none.

        Returns:
            A sorted list of str, each an argument of `get_slot`.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, step = tf.compat.v1.get_variable("w", initializer=1.0), tf.compat.v1.train.create_global_step()
            ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(tf.compat.v1.train.MomentumOptimizer(0.1, 0.9), 2)
            ...     train = optimizer.minimize(w * w, global_step=step)
            ...     print(optimizer.get_slot_names())
            ['momentum']
        """
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> list[Any]:
        """The variables of the optimizer within. Mirrors `tf.compat.v1.train.SyncReplicasOptimizer.variables`.

        Those are its slots and the like. The local variable in which a replica keeps the step of its weights is not among them, nor are the
        variables that are trained.

        Returns:
            A list of variables.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, step = tf.compat.v1.get_variable("w", initializer=1.0), tf.compat.v1.train.create_global_step()
            ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(tf.compat.v1.train.MomentumOptimizer(0.1, 0.9), 2)
            ...     train = optimizer.minimize(w * w, global_step=step)
            ...     print([v.op.name for v in optimizer.variables()])
            ['w/Momentum']
        """
        return self._opt.variables()

    def make_session_run_hook(self, is_chief: bool, num_tokens: int = -1) -> SessionRunHook:
        """A hook for a monitored session, by which replicas step together. Mirrors
        `tf.compat.v1.train.SyncReplicasOptimizer.make_session_run_hook`.

        In the session of the chief it starts what takes the steps, and gives the first tokens; in those of others it only sets the step
        that their weights are of.

        Arguments:
            is_chief: whether it is the session of the chief.
            num_tokens: how many tokens there are before the first step; -1 (the default) for as many as a step needs.

        Returns:
            A `tf.compat.v1.train.SessionRunHook`.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, step = tf.compat.v1.get_variable("w", initializer=1.0), tf.compat.v1.train.create_global_step()
            ...     optimizer = tf.compat.v1.train.SyncReplicasOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), 2)
            ...     train = optimizer.minimize(w * w, global_step=step)
            ...     print(isinstance(optimizer.make_session_run_hook(is_chief=True), tf.compat.v1.train.SessionRunHook))
            True
        """
        return _Hook(self, is_chief, num_tokens)


class _Hook(SessionRunHook):
    def __init__(self, optimizer, is_chief, num_tokens):
        self._optimizer, self._is_chief, self._count = optimizer, is_chief, num_tokens

    def begin(self) -> None:
        optimizer = self._optimizer
        if optimizer._runner is None:
            raise ValueError("SyncReplicasOptimizer.apply_gradient should be called before using the hook.")
        self._start = optimizer.chief_init_op if self._is_chief else optimizer.local_step_init_op
        self._first = optimizer.get_init_tokens_op(self._count) if self._is_chief else None

    def after_create_session(self, session: BaseSession, coord: Coordinator) -> None:
        missing = session.run(self._optimizer.ready_for_local_init_op)
        if len(missing):
            raise RuntimeError(
                "Init operations did not make model ready for local_init. Init op: None, init fn: None, error: Variables not initialized: "
                f"{', '.join(name.decode() for name in missing)}"
            )
        session.run(self._start)
        if self._first is not None:
            session.run(self._first)
            self._optimizer.get_chief_queue_runner().create_threads(session, coord=coord, daemon=True, start=True)
