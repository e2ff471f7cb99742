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
    """Base of the exporters: a `name` and `export`. Mirrors `tf.estimator.Exporter`."""

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The name of the directory below "export" of the estimator."""

    @abc.abstractmethod
    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Mapping[str, Any], is_the_final_export: bool
    ) -> Any:
        """Export to `export_path`, given the results of an evaluation; gives the path of what was written, or None."""


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


def _check_kept(count):
    if count is not None and count <= 0:
        raise ValueError("`exports_to_keep`, if provided, must be positive number")


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
    """Exports once, at the end of the training. Mirrors `tf.estimator.FinalExporter`."""

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
    """Exports after each evaluation, and keeps the newest `exports_to_keep` (None: all). Mirrors `tf.estimator.LatestExporter`.

    ValueError for a number that is not positive.
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
        _check_kept(exports_to_keep)
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
    """Exports after an evaluation that is better than all before, also those of earlier runs. Mirrors `tf.estimator.BestExporter`.

    `compare_fn(best_eval_result, current_eval_result)`: whether the current one is better, by default of smaller loss.
    `event_file_pattern`: the event files of earlier evaluations, below the directory of the estimator. Raises ValueError for a
    `compare_fn` with other arguments.
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
        _check_kept(exports_to_keep)
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
