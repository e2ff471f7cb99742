"""What is in the directory of an estimator, and what is written from it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim.compat.v1 import logging
from tfshim.estimator import saving
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.estimator.run_config import RunConfig, session_configuration
from tfshim.train.reading import latest_checkpoint, list_variables, load_variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


class Directory:
    """The part of an estimator that reads its checkpoints and exports them; `model_dir` is given by the estimator."""

    model_dir: Any

    def get_variable_value(self, name: str) -> Any:
        """The value of a variable in the last checkpoint. Mirrors `tf.estimator.Estimator.get_variable_value`.

        The names are those of `get_variable_names`: the model's own variables, the slots of the optimizer and "global_step". Weights of a
        linear model are looked at by it.

        Arguments:
            name: the name of the variable, a str.

        Returns:
            an array of its shape and dtype.

        Raises:
            ValueError: there is no checkpoint yet.
            tf.errors.NotFoundError: the checkpoint has no variable of that name.

        Example:
            >>> estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "looked_at")
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=1)
            >>> estimator.get_variable_value("linear/linear_model/x/weights").shape
            (1, 1)
            >>> int(estimator.get_variable_value("global_step"))
            1
        """
        self._need_checkpoint()
        return load_variable(self.model_dir, name)

    def get_variable_names(self) -> list[str]:
        """The names of all variables in the last checkpoint. Mirrors `tf.estimator.Estimator.get_variable_names`.

        They are what `get_variable_value` takes: the model's own variables, the slots of the optimizer and "global_step". It takes no
        arguments.

        Returns:
            a list of texts, in the order of letters.

        Raises:
            ValueError: there is no checkpoint yet: train first.

        Example:
            >>> estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "named", optimizer="SGD")
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=1)
            >>> "linear/linear_model/bias_weights" in estimator.get_variable_names()
            True
            >>> "global_step" in estimator.get_variable_names()
            True
        """
        self._need_checkpoint()
        return [name for name, _ in list_variables(self.model_dir)]

    def latest_checkpoint(self) -> str | None:
        """The path of the last checkpoint in the directory of the model. Mirrors `tf.estimator.Estimator.latest_checkpoint`.

        It is what `evaluate`, `predict` and `export_saved_model` use where no `checkpoint_path` is given, and what `train` goes on from. It
        takes no arguments.

        Returns:
            a str, the path without the ending of the files: "model_dir/model.ckpt-100" after 100 steps; None before the first training.

        Example:
            >>> import os
            >>> estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "latest")
            >>> print(estimator.latest_checkpoint())
            None
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=1)
            >>> os.path.basename(estimator.latest_checkpoint())
            'model.ckpt-1'
        """
        return latest_checkpoint(self.model_dir)

    def _need_checkpoint(self):
        if not latest_checkpoint(self.model_dir):
            raise ValueError(f"Could not find trained model in model_dir: {self.model_dir}.")

    def eval_dir(self, name: str | None = None) -> str:
        """The folder that the summaries of an evaluation are written into. Mirrors `tf.estimator.Estimator.eval_dir`.

        TensorBoard, given the directory of the model, shows each such folder as a run beside the training. Nothing is made: the folder is
        there after the first evaluation.

        Arguments:
            name: the `name` that `evaluate` was given, a str (default None: an evaluation without one).

        Returns:
            a str, "model_dir/eval_name", or "model_dir/eval" without a name.

        Example:
            >>> estimator = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")], "models/linear")
            >>> estimator.eval_dir()
            'models/linear/eval'
            >>> estimator.eval_dir("holidays")
            'models/linear/eval_holidays'
        """
        return os.path.join(self.model_dir, f"eval_{name}" if name else "eval")

    def export_saved_model(
        self,
        export_dir_base: Path,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: Mapping[str, Path] | None = None,
        as_text: bool = False,
        checkpoint_path: Path | None = None,
        experimental_mode: str = ModeKeys.PREDICT,
    ) -> bytes:
        """Write the model for prediction into a new folder, as a SavedModel. Mirrors `tf.estimator.Estimator.export_saved_model`.

        Arguments:
            export_dir_base: the folder below which a folder is made whose name is the time in seconds.
            serving_input_receiver_fn: a function that makes the placeholders, such as
                `tf.estimator.export.build_raw_serving_input_receiver_fn` gives.
            assets_extra: files that are copied along, {path there: path} (default None).
            as_text: whether the graph is written in the text form of protocol buffers (default False).
            checkpoint_path: another checkpoint, a path (default None: the last).
            experimental_mode: the mode of the model function, a member of `tf.estimator.ModeKeys` (default PREDICT).

        Returns:
            the path of the new folder, bytes.

        Raises:
            ValueError: there is no checkpoint, or the model function gives no `export_outputs`.

        Example:
            >>> x = tf.feature_column.numeric_column("x")
            >>> estimator = tf.estimator.LinearRegressor([x], "exported")
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=1)
            >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.constant([[1.0]])})
            >>> path = estimator.export_saved_model("served", receiver)
            >>> sorted(tf.io.gfile.listdir(path.decode()))
            ['saved_model.pb', 'variables']
        """
        return saving.export_all(
            self, export_dir_base, {experimental_mode: serving_input_receiver_fn}, assets_extra, as_text, checkpoint_path
        )

    def experimental_export_all_saved_models(
        self,
        export_dir_base: Path,
        input_receiver_fn_map: Mapping[str, Callable[[], Any]],
        assets_extra: Mapping[str, Path] | None = None,
        as_text: bool = False,
        checkpoint_path: Path | None = None,
    ) -> bytes:
        """Write the model for several modes into one SavedModel. Mirrors `tf.estimator.Estimator.experimental_export_all_saved_models`.

        For training that goes on elsewhere from what was exported: the SavedModel has a graph for each mode, with tags "train", "eval" and
        "serve".

        Arguments:
            export_dir_base: the folder below which a folder is made whose name is the time in seconds.
            input_receiver_fn_map: {member of `tf.estimator.ModeKeys`: function that makes the placeholders for it}.
            assets_extra: files that are copied along, {path there: path} (default None).
            as_text: whether graphs are written in the text form of protocol buffers (default False).
            checkpoint_path: another checkpoint, a path (default None: the last).

        Returns:
            the path of the new folder, bytes.

        Raises:
            ValueError: there is no checkpoint, or a mode is none.

        Example:
            >>> x = tf.feature_column.numeric_column("x")
            >>> estimator = tf.estimator.LinearRegressor([x], "exported_all")
            >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])), steps=1)
            >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.constant([[1.0]])})
            >>> path = estimator.experimental_export_all_saved_models("served_all", {tf.estimator.ModeKeys.PREDICT: receiver})
            >>> tf.saved_model.contains_saved_model(path.decode())
            True
        """
        return saving.export_all(self, export_dir_base, input_receiver_fn_map, assets_extra, as_text, checkpoint_path)


def with_directory(config, model_dir):
    """The configuration with a directory and what sessions are configured with."""
    if config is None:
        config = RunConfig()
        logging.info("Using default config.")
    if not isinstance(config, RunConfig):
        raise ValueError(f"config must be an instance of `RunConfig`, but provided {config}.")
    model_dir = None if model_dir is None else os.fspath(model_dir)
    if config.session_config is None:
        config = config.replace(session_config=session_configuration())
    if model_dir is not None:
        if config.model_dir is not None and config.model_dir != model_dir:
            raise ValueError(
                "`model_dir` are set both in constructor and `RunConfig`, but with different values. In constructor: "
                f"'{model_dir}', in `RunConfig`: '{config.model_dir}' "
            )
        if model_dir:
            config = config.replace(model_dir=model_dir)
    if config.model_dir is None:
        config = config.replace(model_dir=tempfile.mkdtemp())
        logging.warning("Using temporary folder as model directory: %s", config.model_dir)
    return config
