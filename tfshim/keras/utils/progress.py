"""`tf.keras.utils.Progbar`."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.keras.utils.interaction import print_message

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike


@tf_export("keras.utils.Progbar")
class Progbar:
    """A progress bar on standard output, with numbers behind it; what `fit` shows, for loops of one's own.

    Mirrors `tf.keras.utils.Progbar`. `update(current, values=[(name, value), ...])` says how far it is, `add(n, values)` how much was done
    since; of numbers the mean over steps is shown.

    Arguments:
        target: how many steps there are; None: not known.
        width: of the bar in characters; 30 by default.
        verbose: 1 (default): the bar; 2: a line at the end; 0: nothing.
        interval: how many seconds lie between updates at least; 0.05.
        stateful_metrics: names whose numbers are shown as they are; None: none.
        unit_name: what a step is called; "step" by default.

    Example:
        >>> bar = tf.keras.utils.Progbar(target=3, verbose=2)
        >>> for step in range(3):
        ...     bar.add(1, values=[("loss", 1.0 + step)])
        3/3 - ... - loss: 2.0000 - ...
    """

    __module__ = "keras.src.utils.generic_utils"

    def __init__(
        self,
        target: int | None,
        width: IntLike = 30,
        verbose: Any = 1,
        interval: FloatLike = 0.05,
        stateful_metrics: Iterable[str] | None = None,
        unit_name: str = "step",
    ) -> None:
        self.target, self.width, self.verbose, self.interval, self.unit_name = target, width, verbose, interval, unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        # Keras' test: `posix` is loaded everywhere but on Windows, so there a log file has the backspaces too.
        self._redraws = (
            getattr(sys.stdout, "isatty", bool)() or "ipykernel" in sys.modules or "posix" in sys.modules or "PYCHARM_HOSTED" in os.environ
        )
        self._shown = 0  # length of the line that is displayed now
        self._seen = 0
        self._values = {}  # name -> [sum, weight]
        self._start = self._epoch_start = time.time()
        self._last_update = 0.0
        self._epoch_end: float | None = None
        self._first_step: float | None = None

    def update(self, current: int, values: TensorLike | None = None, finalize: bool | None = None) -> None:
        """Show how far it has come. Mirrors `tf.keras.utils.Progbar.update`.

        Arguments:
            current: how many steps are done, an int.
            values: pairs of a name and a value, a list. The mean over the steps is shown, or the last value of a name that is among
                `stateful_metrics`; None: nothing beside the bar.
            finalize: whether this is the last time, so that the line ends; None: it is once `current` reaches `target`.

        Returns:
            None. With `verbose=1` it draws the bar anew, though not more often than each `interval` seconds; with `verbose=2` it writes
            one line at the end; with 0 nothing.

        Example:
            >>> bar = tf.keras.utils.Progbar(3, verbose=0)
            >>> for step in range(3):
            ...     bar.update(step + 1, values=[("loss", 1.0 / (step + 1))])
        """
        if finalize is None:
            finalize = self.target is not None and current >= self.target
        self._take(current, values or ())
        now = time.time()
        if current == self.target:
            self._epoch_end = now
        if self.verbose == 1:
            if now - self._last_update < self.interval and not finalize:
                return
            self._draw(current, now, finalize)
        elif self.verbose == 2 and finalize:
            self._line(current, now)
        self._last_update = now

    def _is_due(self) -> bool:
        """Whether an update now would be shown."""
        return time.time() - self._last_update >= self.interval

    def add(self, n: IntLike, values: TensorLike | None = None) -> None:
        """Show that some steps more are done. Mirrors `tf.keras.utils.Progbar.add`.

        Arguments:
            n: how many steps, an int.
            values: pairs of a name and a value, a list, as for `update`; None: nothing beside the bar.

        Returns:
            None.

        It is `update` for loops that do not count: what is done so far is what the calls before said. Once the number reaches `target`
        the line ends; a bar without a target, which is made with None, shows the number alone and goes on. Its time per step counts all
        steps of a call alike.

        Example:
            >>> bar = tf.keras.utils.Progbar(8, verbose=0)
            >>> for batch in tf.data.Dataset.range(8).batch(4):
            ...     bar.add(len(batch), values=[("mean", float(tf.reduce_mean(batch)))])
        """
        self.update(self._seen + n, values)

    def _take(self, current, values):
        for name, value in values:
            if name in self.stateful_metrics:
                self._values[name] = [value, 1]
                continue
            # One update may stand for several steps, when a call of the compiled function makes several.
            weight = max(current - self._seen, 1)
            total = self._values.setdefault(name, [0, 0])
            total[0], total[1] = total[0] + value * weight, total[1] + weight
        self._seen = current

    def _draw(self, current, now, finalize):
        before = self._shown
        text = "\b" * before + "\r" if self._redraws else "\n"
        bar = self._bar(current)
        each = self._step_duration(current, now)
        if self.target is None or finalize:
            info = f" - {now - self._start:.0f}s{_per_unit(each, self.unit_name)}"
        else:
            info = f" - ETA: {_clock(each * (self.target - current))}"
        info += self._metrics(absolute=True)
        self._shown = len(bar) + len(info)
        info += " " * (before - self._shown)
        print_message(text + bar + info + ("\n" if finalize else ""), line_break=False)

    def _bar(self, current):
        if self.target is None:
            return f"{current:7d}/Unknown"
        done = int(self.width * (current / self.target))
        bar = "=" * (done - 1) + (">" if current < self.target else "=") if done > 0 else ""
        return f"{self._count(current)} [{bar}{'.' * (self.width - done)}]"

    def _count(self, current):
        return f"{int(current):{int(math.log10(self.target)) + 1}d}/{int(self.target)}"

    def _line(self, current, now):
        text = f"{self._count(current)} - {now - self._start:.0f}s{self._metrics(absolute=False)}"
        if self._epoch_end:
            took = self._epoch_end - self._epoch_start
            self._epoch_start, self._epoch_end = now, None
            text += f" -{_per_unit(took, 'epoch')} -{_per_unit(took / self.target, self.unit_name)}\n"
        print_message(text, line_break=False)

    def _metrics(self, absolute):
        text = ""
        for name, (total, weight) in self._values.items():
            mean = np.mean(total / max(1, weight))
            text += f" - {name}: " + (f"{mean:.4f}" if (abs(mean) if absolute else mean) > 1e-3 else f"{mean:.4e}")
        return text

    def _step_duration(self, current, now):
        if not current:
            return 0
        if self._first_step is not None and current > 1:
            return (now - self._first_step) / (current - 1)
        if current == 1:
            self._first_step = now
        return (now - self._start) / current

    def _update_stateful_metrics(self, stateful_metrics):
        self.stateful_metrics |= set(stateful_metrics)


def _per_unit(seconds, unit):
    if seconds >= 1 or seconds == 0:
        return f" {seconds:.0f}s/{unit}"
    if seconds >= 1e-3:
        return f" {seconds * 1e3:.0f}ms/{unit}"
    return f" {seconds * 1e6:.0f}us/{unit}"


def _clock(seconds):
    seconds = int(seconds)
    if seconds > 3600:
        return f"{seconds // 3600}:{seconds % 3600 // 60:02d}:{seconds % 60:02d}"
    return f"{seconds // 60}:{seconds % 60:02d}" if seconds > 60 else f"{seconds}s"
