"""Exporters: what is exported after an evaluation, and kept."""

from __future__ import annotations

import abc
import glob
import os
import shutil
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import logging
from tfshim.compat.v1.train import summary_iterator

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_private("tensorflow_estimator.python.estimator.exporter.Exporter")
@tf_export("estimator.Exporter")
class Exporter(abc.ABC):
    """The base of what exports a model after evaluations. Mirrors `tf.estimator.Exporter`.

    `tf.estimator.EvalSpec(exporters=...)` takes them, for `tf.estimator.train_and_evaluate`. `FinalExporter` exports at the end,
    `LatestExporter` after each evaluation, `BestExporter` after one that is better than all before. A subclass defines the property `name`,
    of the folder below "export" in the estimator's, and `export`.

    Example:
        >>> class Told(tf.estimator.Exporter):
        ...     name = "told"
        ...     def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
        ...         print("step", int(eval_result["global_step"]), is_the_final_export)
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])).repeat(5)
        >>> estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "told_exports")
        >>> _ = tf.estimator.train_and_evaluate(
        ...     estimator, tf.estimator.TrainSpec(data, max_steps=2), tf.estimator.EvalSpec(data, steps=1, exporters=Told()))
        step 2 True
    """

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The name of the directory below "export" of the estimator."""

    @abc.abstractmethod
    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Mapping[str, Any], is_the_final_export: bool
    ) -> Any:
        """Export a model, or do not, after an evaluation. Mirrors `tf.estimator.Exporter.export`.

        `tf.estimator.train_and_evaluate` calls it after each evaluation.

        Arguments:
            estimator: the `tf.estimator.Estimator`.
            export_path: the folder of this exporter, "export/NAME" in the estimator's, a str.
            checkpoint_path: the path of the checkpoint that was evaluated.
            eval_result: the metrics, a dictionary.
            is_the_final_export: whether the training has ended, a bool.

        Returns:
            the path of what was written, as `Estimator.export_saved_model` gives it; None where nothing was.

        Example:
            >>> estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "exported_latest")
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=1)
            >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.constant([[1.0]])})
            >>> exporter = tf.estimator.LatestExporter("latest", receiver)
            >>> path = exporter.export(estimator, "latest", estimator.latest_checkpoint(), {}, False)
            >>> tf.saved_model.contains_saved_model(path.decode())
            True
        """


class _SavedModelExporter(Exporter):
    """Exports at each call."""

    def __init__(self, name, serving_input_receiver_fn, assets_extra=None, as_text=False):
        self._name, self._receiver_fn, self._assets, self._as_text = name, serving_input_receiver_fn, assets_extra, as_text

    @property
    def name(self) -> str:
        return self._name

    def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
        return estimator.export_saved_model(
            export_path, self._receiver_fn, assets_extra=self._assets, as_text=self._as_text, checkpoint_path=checkpoint_path
        )


def _check_kept(count, message):
    if count is not None and count <= 0:
        raise ValueError(f"`exports_to_keep`, if provided, must be {message}")


def _drop_old(folder, keep):
    """Delete all but the newest `keep` exports below `folder`."""
    if keep is None:
        return
    versions = sorted((n for n in os.listdir(folder) if n.isdigit()), key=int) if os.path.isdir(folder) else []
    for name in versions[: max(0, len(versions) - keep)]:
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)


@tf_private("tensorflow_estimator.python.estimator.exporter.FinalExporter")
@tf_export("estimator.FinalExporter")
class FinalExporter(Exporter):
    """Exports a model once, at the end of the training. Mirrors `tf.estimator.FinalExporter`.

    It is given to `tf.estimator.EvalSpec(exporters=...)`, for `tf.estimator.train_and_evaluate`, whose `TrainSpec` needs `max_steps` for
    the end to be known.

    Arguments:
        name: the name of the folder below "export" in the estimator's, a str.
        serving_input_receiver_fn: a function that makes the placeholders, such as `tf.estimator.export.build_raw_serving_input_receiver_fn`
            gives.
        assets_extra: files that are copied along, {path there: path} (default None).
        as_text: whether the graph is written in the text form of protocol buffers (default False).

    Example:
        >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.constant([[1.0]])})
        >>> exporter = tf.estimator.FinalExporter("final", receiver)
        >>> exporter.name
        'final'
        >>> print(exporter.export(None, "final", "", {}, is_the_final_export=False))
        None
    """

    def __init__(
        self,
        name: str,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, Path] | None = None,
        as_text: bool = False,
    ) -> None:
        self._inner = _SavedModelExporter(name, serving_input_receiver_fn, assets_extra, as_text)

    @property
    def name(self) -> str:
        return self._inner.name

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Mapping[str, Any], is_the_final_export: bool
    ) -> Any:
        if not is_the_final_export:
            return None
        logging.info("Performing the final export in the end of training.")
        return self._inner.export(estimator, export_path, checkpoint_path, eval_result, is_the_final_export)


@tf_private("tensorflow_estimator.python.estimator.exporter.LatestExporter")
@tf_export("estimator.LatestExporter")
class LatestExporter(Exporter):
    """Exports a model after each evaluation, and keeps the newest exports. Mirrors `tf.estimator.LatestExporter`.

    It is given to `tf.estimator.EvalSpec(exporters=...)`, for `tf.estimator.train_and_evaluate`.

    Arguments:
        name: the name of the folder below "export" in the estimator's, a str.
        serving_input_receiver_fn: a function that makes the placeholders, such as `tf.estimator.export.build_raw_serving_input_receiver_fn`
            gives.
        assets_extra: files that are copied along, {path there: path} (default None).
        as_text: whether the graph is written in the text form of protocol buffers (default False).
        exports_to_keep: how many exports are kept, an int (default 5); None for all.

    Raises:
        ValueError: `exports_to_keep` is not positive.

    Example:
        >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.constant([[1.0]])})
        >>> tf.estimator.LatestExporter("latest", receiver, exports_to_keep=2).name
        'latest'
    """

    def __init__(
        self,
        name: str,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, Path] | None = None,
        as_text: bool = False,
        exports_to_keep: int | None = 5,
    ) -> None:
        self._inner = _SavedModelExporter(name, serving_input_receiver_fn, assets_extra, as_text)
        _check_kept(exports_to_keep, "positive number")
        self._kept = exports_to_keep

    @property
    def name(self) -> str:
        return self._inner.name

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Mapping[str, Any], is_the_final_export: bool
    ) -> Any:
        made = self._inner.export(estimator, export_path, checkpoint_path, eval_result, is_the_final_export)
        _drop_old(export_path, self._kept)
        return made


def _loss_smaller(best_eval_result, current_eval_result):
    """Whether the loss is smaller than that of the best evaluation so far. ValueError where one has none."""
    for name, result in (("best_eval_result", best_eval_result), ("current_eval_result", current_eval_result)):
        if not result or "loss" not in result:
            raise ValueError(f"{name} cannot be empty or no loss is found in it.")
    return best_eval_result["loss"] > current_eval_result["loss"]


@tf_private("tensorflow_estimator.python.estimator.exporter.BestExporter")
@tf_export("estimator.BestExporter")
class BestExporter(Exporter):
    """Exports a model after an evaluation that is better than all before. Mirrors `tf.estimator.BestExporter`.

    Evaluations of earlier runs count too: they are read from the files of events.

    Arguments:
        name: the name of the folder below "export" in the estimator's (default "best_exporter").
        serving_input_receiver_fn: a function that makes the placeholders; it has to be given.
        event_file_pattern: the files of earlier evaluations, below the estimator's folder (default "eval/*.tfevents.*").
        compare_fn: a function of `best_eval_result` and `current_eval_result`, dictionaries, that says whether the current one is better
            (default: its loss is smaller).
        assets_extra: files that are copied along, {path there: path} (default None).
        as_text: whether the graph is written in the text form of protocol buffers (default False).
        exports_to_keep: how many exports are kept, an int (default 5); None for all.

    Raises:
        ValueError: `compare_fn` has other arguments, or a number is not positive.

    Example:
        >>> def more_accurate(best_eval_result, current_eval_result):
        ...     return best_eval_result["accuracy"] < current_eval_result["accuracy"]
        >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.constant([[1.0]])})
        >>> tf.estimator.BestExporter(serving_input_receiver_fn=receiver, compare_fn=more_accurate).name
        'best_exporter'
    """

    def __init__(
        self,
        name: str = "best_exporter",
        serving_input_receiver_fn: Callable[[], Any] | None = None,
        event_file_pattern: str | None = "eval/*.tfevents.*",
        compare_fn: Callable[..., bool] = _loss_smaller,
        assets_extra: Mapping[str, Path] | None = None,
        as_text: bool = False,
        exports_to_keep: int | None = 5,
    ) -> None:
        self._compare = compare_fn
        if compare_fn is None:
            raise ValueError("`compare_fn` must not be None.")
        self._check_compare()
        self._inner = _SavedModelExporter(name, serving_input_receiver_fn, assets_extra, as_text)
        self._pattern, self._folder, self._best, self._has_exported = event_file_pattern, None, None, False
        _check_kept(exports_to_keep, f"a positive number. Got {exports_to_keep}")
        self._kept = exports_to_keep

    def _check_compare(self):
        code = getattr(self._compare, "__code__", None)
        known = code.co_varnames[: code.co_argcount] if code is not None else ("best_eval_result", "current_eval_result")
        for name in ("best_eval_result", "current_eval_result"):
            if name not in known:
                raise ValueError(f"compare_fn ({self._compare}) must include {name} argument.")
        if others := [n for n in known if n not in ("best_eval_result", "current_eval_result")]:
            raise ValueError(f"compare_fn ({self._compare}) has following not expected args: {others}")

    @property
    def name(self) -> str:
        return self._inner.name

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Mapping[str, Any], is_the_final_export: bool
    ) -> Any:
        if self._folder != estimator.model_dir and self._pattern:
            logging.info("Loading best metric from event files.")
            self._folder = estimator.model_dir
            self._best = self._of_earlier_runs(os.path.join(self._folder, self._pattern))
        made = None
        if not self._has_exported or self._best is None or self._compare(best_eval_result=self._best, current_eval_result=eval_result):
            logging.info("Performing best model export.")
            self._best = eval_result
            made = self._inner.export(estimator, export_path, checkpoint_path, eval_result, is_the_final_export)
            _drop_old(export_path, self._kept)
            self._has_exported = True
        return made

    def _of_earlier_runs(self, pattern):
        """The best results in event files, None if there are none."""
        best = None
        for path in sorted(glob.glob(pattern)):
            for event in summary_iterator(path):
                results = {v.tag: v.simple_value for v in event.summary.value if v.HasField("simple_value")}
                if results and (best is None or self._compare(best_eval_result=best, current_eval_result=results)):
                    best = results
        return best
