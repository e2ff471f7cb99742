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
    from tfshim.engine.graphs.session import BaseSession
    from tfshim.train.coordinator import Coordinator


@tf_export(v1=["train.SyncReplicasOptimizer"])
class SyncReplicasOptimizer(Optimizer):
    """Takes a step of `opt` on the mean of `replicas_to_aggregate` gradients. Mirrors `tf.compat.v1.train.SyncReplicasOptimizer`.

    The gradients are those of threads that run the training operation in one session, `total_num_replicas` of them; one alone gives as
    many as it needs, one after the other. A gradient from before the last step counts no more. The queue runner of the chief, which
    `make_session_run_hook` starts, takes the steps. `variable_averages` is applied to `variables_to_average` after each.
    """

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
        """Those of the optimizer within."""
        return self._opt.compute_gradients(*args, **kwargs)

    def apply_gradients(  # type: ignore[override]  # as in TensorFlow
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Any:
        """What a replica runs: it gives its gradients, and waits for the step that they are part of.

        Raises ValueError without variables, and without `global_step`.
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
        """What takes the steps in a thread of the chief. ValueError before `apply_gradients`."""
        if self._runner is None:
            raise ValueError("Should be called after apply_gradients().")
        return self._runner

    def get_init_tokens_op(self, num_tokens: int = -1) -> Operation:
        """What lets replicas begin: so many gradients may come before the first step. ValueError for too few, or too early."""
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
        """A slot of the optimizer within."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """The names of the slots of the optimizer within."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> list[Any]:
        """The variables of the optimizer within."""
        return self._opt.variables()

    def make_session_run_hook(self, is_chief: bool, num_tokens: int = -1) -> SessionRunHook:
        """A hook for a monitored session, which starts what takes the steps where `is_chief`."""
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
