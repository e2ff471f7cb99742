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
        """Evaluate the model with each new checkpoint, one after the other. Mirrors `tf.keras.utils.SidecarEvaluator.start`.

        It waits until the training has written a checkpoint, loads it into model and optimizer, calls `model.evaluate` with the data and
        callbacks, logs the results, and waits for the next one. Checkpoints that come while it is busy are left out but for the latest. One
        that vanishes while it is read is passed over with a warning.

        Returns:
            None, when the checkpoint with the number `max_evaluations` was evaluated; without such a number it never returns.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
            >>> model.compile("sgd", "mse")
            >>> _ = tf.train.Checkpoint(model=model, optimizer=model.optimizer).save("trained/ckpt")
            >>> data = tf.data.Dataset.from_tensors((tf.ones([4, 2]), tf.ones([4, 1])))
            >>> evaluator = tf.keras.utils.SidecarEvaluator(model, data, "trained", steps=1, max_evaluations=1)
            >>> evaluator.start()
            1/1 - ...
        """
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

    Mirrors `tf.keras.utils.TimedThread`. Subclasses have `on_interval()`, which it calls. `start()` begins,
    `stop()` ends, `is_alive()` says whether it runs; it can be started again. The program does not end before it, unless `daemon=True`.

    Arguments:
        interval: how many seconds lie between two calls.
        **kwargs: those of `threading.Thread`, as `name` and `daemon`.

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
        """Begin to call `on_interval` again and again, in a thread of its own. Mirrors `tf.keras.utils.TimedThread.start`.

        The first call comes at once, the next `interval` seconds after it has ended. A thread that runs already goes on, and a warning says
        so; one that was stopped can be started again. Unless `daemon=True` was given, the program does not end before the thread does: call
        `stop`, or use the object in a `with` block, which starts and stops it.

        Returns:
            None.

        Example:
            >>> class Clock(tf.keras.utils.TimedThread):
            ...     ticks = 0
            ...     def on_interval(self):
            ...         self.ticks += 1
            >>> clock = Clock(interval=0.01)
            >>> with clock:
            ...     while clock.ticks < 2:
            ...         pass
            >>> clock.ticks >= 2
            True
        """
        if self.is_alive():
            get_logger().warning("Thread is already running.")
            return
        self.thread_stop_event = threading.Event()
        self.thread = threading.Thread(target=self._call_on_interval, daemon=self.daemon, **self.thread_kwargs)
        self.thread.start()

    def stop(self) -> None:
        """Let the thread end. Mirrors `tf.keras.utils.TimedThread.stop`.

        A call of `on_interval` that runs is not broken off, and no other follows; a thread that waits for its next time ends at once. It
        does not wait for the end: `is_alive` tells when it has come. To stop one that does not run does nothing at all.

        Returns:
            None.

        Example:
            >>> class Clock(tf.keras.utils.TimedThread):
            ...     def on_interval(self):
            ...         pass
            >>> clock = Clock(interval=60)
            >>> clock.stop()
            >>> clock.start()
            >>> clock.stop()
            >>> clock.thread.join()
            >>> clock.is_alive()
            False
        """
        if self.is_alive():
            self.thread_stop_event.set()

    def is_alive(self) -> bool:
        """Whether the thread runs. Mirrors `tf.keras.utils.TimedThread.is_alive`.

        It is True from `start` until the thread has ended, which is shortly after `stop`, or after the call of `on_interval` that was under
        way. A call that raised an error has ended the thread as well: a program that depends on it looks here now and then, and starts it
        again.

        Returns:
            A bool; False before the first `start`.

        Example:
            >>> class Clock(tf.keras.utils.TimedThread):
            ...     def on_interval(self):
            ...         pass
            >>> clock = Clock(interval=60)
            >>> before = clock.is_alive()
            >>> clock.start()
            >>> before, clock.is_alive()
            (False, True)
            >>> clock.stop()
        """
        return bool(self.thread and self.thread.is_alive())

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exception):
        self.stop()

    def on_interval(self) -> None:
        """What the thread does each time; subclasses write it. Mirrors `tf.keras.utils.TimedThread.on_interval`.

        It runs in the thread, beside the program: what both read and write needs a lock, or is a single assignment. The time that it takes
        comes on top of `interval`. An error in it ends the thread and is shown on stderr, while the program goes on.
        `self.thread_stop_event` is set when `stop` was called, so that a long task can look whether to end.

        Returns:
            None; what it gives is not used.

        Raises:
            NotImplementedError: a subclass without it.

        Example:
            >>> class Counter(tf.keras.utils.TimedThread):
            ...     count = 0
            ...     def on_interval(self):
            ...         self.count += 1
            >>> counter = Counter(interval=60)
            >>> counter.on_interval()
            >>> counter.count
            1
        """
        raise NotImplementedError("Runs every x interval seconds.")


@tf_export("keras.utils.StepsPerExecutionTuner")
class StepsPerExecutionTuner(TimedThread):
    """Finds how many batches to run at once while a model trains, by measuring.

    Mirrors `tf.keras.utils.StepsPerExecutionTuner`, which TensorFlow's `fit` uses for `steps_per_execution="auto"`; here such a model takes
    one batch at a time. `start()` begins a thread that measures the speed now and then and changes the number in the direction that was
    quicker; `stop()` ends it.

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
    def steps_per_execution(self) -> Any:
        """The variable that says how many steps run at once now."""
        return self._steps_per_execution

    @steps_per_execution.setter
    def steps_per_execution(self, value: TensorLike) -> None:
        self._steps_per_execution.assign(max(1, int(value)))

    def start(self) -> None:
        """Begin to measure how many steps a second the training makes. Mirrors `tf.keras.utils.StepsPerExecutionTuner.start`.

        A loop of one's own calls it before the first step, and `stop` at the end. Every `interval` seconds the speed is computed from
        `optimizer.iterations`, and after `change_spe_interval` measurements the number of steps grows or shrinks by half.

        Returns:
            What is of no use to a program: the measuring goes on in a thread until `stop`.

        Example:
            >>> optimizer = tf.keras.optimizers.SGD()
            >>> steps = tf.Variable(1, dtype="int64")
            >>> tuner = tf.keras.utils.StepsPerExecutionTuner(optimizer, steps, interval=60)
            >>> _ = tuner.start()
            >>> int(tuner.steps_per_execution)
            1
            >>> tuner.stop()
        """
        self.last_iterations, self.last_time = int(self.optimizer.iterations.numpy()), time.time()
        super().start()

    def on_interval(self) -> None:
        """Measure the speed, and now and then change the number of steps that run at once.

        The thread that `start` begins calls it every `interval` seconds; a loop of one's own without a thread may call it as well. It looks
        how far `optimizer.iterations` has come since the last call. After `change_spe_interval` measurements the number of steps is
        multiplied by 1.5, or divided by it where the last change made the training slower by more than `change_threshold`.

        Returns:
            None. Without a step since the last call nothing is measured.

        Example:
            >>> optimizer, steps = tf.keras.optimizers.SGD(), tf.Variable(2, dtype="int64")
            >>> tuner = tf.keras.utils.StepsPerExecutionTuner(optimizer, steps, change_spe_interval=1)
            >>> _ = optimizer.apply_gradients([(tf.constant(1.0), tf.Variable(1.0))])
            >>> tuner.on_interval()
            >>> int(steps)
            3
        """
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
        self.steps_per_execution = round(int(self._steps_per_execution) * self.growth_factor)


class DatasetCreator:
    """A function that makes a dataset, called where the dataset is used. Mirrors `tf.keras.utils.experimental.DatasetCreator`.

    `fit` takes it in place of a dataset. With a parameter server each worker makes its own, from the part of the files that the function is
    told to take; without one it is called once, for one worker of one.

    Arguments:
        dataset_fn: a function of a `tf.distribute.InputContext`, which says how many workers there are and which one this is, that gives a
            batched and repeated `tf.data.Dataset`.
        input_options: a `tf.distribute.InputOptions`; None (default): the usual ones.

    Returns:
        When called, what the function gives.

    Raises:
        TypeError: no function, or no InputOptions; when called, a function that gives no dataset.

    Example:
        >>> def pairs(context):
        ...     dataset = tf.data.Dataset.from_tensor_slices((tf.ones([8, 1]), tf.ones([8, 1])))
        ...     return dataset.shard(context.num_input_pipelines, context.input_pipeline_id).repeat().batch(4)
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> model.compile("sgd", "mse")
        >>> history = model.fit(tf.keras.utils.experimental.DatasetCreator(pairs), steps_per_epoch=2, verbose=0)
        >>> list(history.history)
        ['loss']
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
