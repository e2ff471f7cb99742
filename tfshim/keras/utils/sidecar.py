"""Evaluation beside training, timers, and datasets made where they are used."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.data.dataset import Dataset
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.variables.variable import Variable
from tfshim.train.checkpoint import Checkpoint
from tfshim.train.reading import checkpoints_iterator

if TYPE_CHECKING:
    from tfshim.distribute.values import InputOptions
    from tfshim.engine.values.annotations import FloatLike, IntLike, Path, TensorLike


@tf_export("keras.utils.SidecarEvaluator", "keras.experimental.SidecarEvaluator")
class SidecarEvaluator:
    """Evaluates the checkpoints of a training that another program runs, one after the other as they come.

    Mirrors `tf.keras.utils.SidecarEvaluator`. `start()` waits for checkpoints, loads the weights of the latest, calls `model.evaluate`, and
    so on; the training is not held up. Its `TensorBoard` callback writes below "validation".

    Arguments:
        model: a compiled model of the same layers.
        data: what `model.evaluate` takes: a dataset, or arrays.
        checkpoint_dir: where the training writes `tf.train.Checkpoint`s or `ModelCheckpoint`s.
        steps: how many batches each evaluation takes; None (default): all.
        max_evaluations: after how many `start` returns; None (default): never.
        callbacks: a list of callbacks for `evaluate`.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        >>> model.compile("sgd", "mse")
        >>> _ = tf.train.Checkpoint(model=model, optimizer=model.optimizer).save("checkpoints/ckpt")
        >>> data = tf.data.Dataset.from_tensors((tf.ones([4, 2]), tf.ones([4, 1])))
        >>> evaluator = tf.keras.utils.SidecarEvaluator(model, data, "checkpoints", max_evaluations=1)
        >>> evaluator.max_evaluations
        1
    """

    __module__ = "keras.src.utils.sidecar_evaluator"

    def __init__(
        self,
        model: Any,
        data: TensorLike,
        checkpoint_dir: Path,
        steps: int | None = None,
        max_evaluations: int | None = None,
        callbacks: Any = None,
    ) -> None:
        self.model, self.data, self.checkpoint_dir, self.steps = model, data, checkpoint_dir, steps
        self.max_evaluations, self.callbacks = max_evaluations, callbacks or []
        self._iterations = Variable(-1, name="iterations", dtype="int64", trainable=False)

    def start(self) -> None:
        """Wait for checkpoints and evaluate the model with each, again and again."""
        log = get_logger()
        for path in checkpoints_iterator(self.checkpoint_dir):
            # The variables of an optimizer appear with its first step, which an evaluator never makes.
            if self.model.built and hasattr(self.model.optimizer, "build"):
                self.model.optimizer.build(self.model.trainable_variables)
            try:
                Checkpoint(model=self.model, optimizer=self.model.optimizer).restore(path).expect_partial()
            except OSError as e:
                # A checkpoint may be removed while it is read.
                log.warning("SidecarEvaluator: could not load checkpoint %s: %s", path, e)
                continue
            self._iterations.assign(self.model.optimizer.iterations)
            log.info("Evaluation starts: Model weights loaded from latest checkpoint file %s", path)
            self.model.evaluate(self.data, steps=self.steps, callbacks=self.callbacks, verbose=2)
            figures = " ".join(f"{m.name}={m.result().numpy()}" for m in self.model.metrics)
            log.info("End of evaluation. Metrics: %s", figures)
            if self.max_evaluations and (self._number(path) or 0) >= self.max_evaluations:
                return

    @staticmethod
    def _number(path):
        found = re.search(r"(\d+)$", os.path.basename(path))
        return int(found.group(1)) if found else None


@tf_export("keras.utils.TimedThread")
class TimedThread:
    """A thread that does something every few seconds.

    Mirrors `tf.keras.utils.TimedThread`. Subclasses have `on_interval()`, and `on_start()` and `on_stop()` if need be. `start()` begins,
    `stop()` ends, `is_alive()` says whether it runs; it can be started again. It is a daemon: the program does not wait for it.

    Arguments:
        interval: how many seconds lie between two calls.
        **kwargs: those of `threading.Thread`, as `name`.

    Raises:
        NotImplementedError: a subclass without `on_interval`.

    Example:
        >>> class Clock(tf.keras.utils.TimedThread):
        ...     def on_interval(self):
        ...         pass
        >>> clock = Clock(interval=60)
        >>> clock.start()
        >>> clock.is_alive()
        True
        >>> clock.stop()
    """

    def __init__(self, interval: float, **kwargs: Any) -> None:
        self.interval = interval
        self.daemon = kwargs.pop("daemon", False)
        self.thread_kwargs = kwargs
        self.thread: threading.Thread | None = None
        self.thread_stop_event: threading.Event | None = None

    def _call_on_interval(self):
        while not self.thread_stop_event.is_set():
            self.on_interval()
            self.thread_stop_event.wait(self.interval)

    def start(self) -> None:
        """Start the thread, unless it runs already."""
        if self.is_alive():
            get_logger().warning("Thread is already running.")
            return
        self.thread_stop_event = threading.Event()
        self.thread = threading.Thread(target=self._call_on_interval, daemon=self.daemon, **self.thread_kwargs)
        self.thread.start()

    def stop(self) -> None:
        """Let the thread end after the present call."""
        if self.is_alive():
            self.thread_stop_event.set()

    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return bool(self.thread and self.thread.is_alive())

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exception):
        self.stop()

    def on_interval(self) -> None:
        """What to do at each interval."""
        raise NotImplementedError("Runs every x interval seconds.")


@tf_export("keras.utils.StepsPerExecutionTuner")
class StepsPerExecutionTuner(TimedThread):
    """Finds how many batches to run at once while a model trains, by measuring.

    Mirrors `tf.keras.utils.StepsPerExecutionTuner`; `compile(steps_per_execution="auto")` uses one. `start()` begins a thread that measures
    the speed now and then and changes the number in the direction that was quicker; `stop()` ends it.

    Arguments:
        optimizer: the optimizer whose `iterations` tell the speed.
        spe_variable: the variable with the number of batches.
        interval: how many seconds lie between measurements; 5.
        change_spe_interval: after how many measurements the number is changed; 10.
        change_threshold: by what share the speed must fall for the direction to turn; 0.1.

    Example:
        >>> optimizer = tf.keras.optimizers.SGD()
        >>> tuner = tf.keras.utils.StepsPerExecutionTuner(optimizer, tf.Variable(1, dtype="int64"), interval=60)
        >>> _ = tuner.start()
        >>> tuner.stop()
    """

    def __init__(
        self, optimizer: Any, spe_variable: Any, interval: IntLike = 5, change_spe_interval: IntLike = 10, change_threshold: FloatLike = 0.1
    ) -> None:
        super().__init__(interval)
        self.optimizer, self._steps_per_execution = optimizer, spe_variable
        self.interval, self.change_spe_interval, self.spe_change_threshold = interval, change_spe_interval, change_threshold
        self.steps_per_second = 0.0
        self.spe_measurement_count, self.growth_factor = 0, 1.5
        self.last_iterations, self.last_time, self.start_time = 0, time.time(), time.time()
        self._speeds, self._before = [], None

    @property
    def steps_per_execution(self) -> int:
        """How many steps run at once now."""
        return int(self._steps_per_execution.numpy() if hasattr(self._steps_per_execution, "numpy") else self._steps_per_execution)

    @steps_per_execution.setter
    def steps_per_execution(self, value: TensorLike) -> None:
        self._steps_per_execution.assign(max(1, int(value)))

    def start(self) -> None:
        """Begin to measure."""
        self.last_iterations, self.last_time = int(self.optimizer.iterations.numpy()), time.time()
        super().start()

    def on_interval(self) -> None:
        """Measure the speed and, now and then, change the number of steps."""
        iterations, now = int(self.optimizer.iterations.numpy()), time.time()
        if iterations == self.last_iterations or now == self.last_time:
            return
        self.steps_per_second = (iterations - self.last_iterations) / (now - self.last_time)
        self.last_iterations, self.last_time = iterations, now
        self._speeds.append(self.steps_per_second)
        self.spe_measurement_count += 1
        if self.spe_measurement_count % self.change_spe_interval:
            return
        speed = sum(self._speeds) / len(self._speeds)
        self._speeds = []
        # The last change made training slower: change in the other direction from now on.
        if self._before is not None and speed < self._before * (1 - self.spe_change_threshold):
            self.growth_factor = 1 / self.growth_factor
        self._before = speed
        self.steps_per_execution = round(self.steps_per_execution * self.growth_factor)


class DatasetCreator:
    """A function from a `tf.distribute.InputContext` to a `tf.data.Dataset`, called where the dataset is used.

    Mirrors `tf.keras.utils.experimental.DatasetCreator`. Raises TypeError for what is no function, or no InputOptions.
    """

    def __init__(self, dataset_fn: Callable[..., Any], input_options: InputOptions | None = None) -> None:
        if not callable(dataset_fn):
            raise TypeError(f"`dataset_fn` for `DatasetCreator` must be a `callable`. Received: {dataset_fn}")
        if input_options is not None and type(input_options).__name__ != "InputOptions":
            raise TypeError(f"`input_options` for `DatasetCreator` must be a `tf.distribute.InputOptions`. Received: {input_options}")
        self.dataset_fn, self.input_options = dataset_fn, input_options

    def __call__(self, *args: Any, **kwargs: Any) -> Dataset:
        dataset = self.dataset_fn(*args, **kwargs)
        if not isinstance(dataset, Dataset):
            raise TypeError(f"The `callable` provided to `DatasetCreator` must return a Dataset. Received: {dataset}")
        return dataset
