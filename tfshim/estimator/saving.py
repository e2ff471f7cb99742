"""Estimators as saved models."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.graphs.sessions import Session
from tfshim.compat.v1.random import set_random_seed
from tfshim.compat.v1.saved_model import signature_constants as keys
from tfshim.compat.v1.saved_model.builder import SavedModelBuilder
from tfshim.compat.v1.saved_model.signature_def_utils import is_valid_signature
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.train.sessions.scaffold import Scaffold
from tfshim.compat.v1.train.steps import create_global_step
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.runtime import errors
from tfshim.estimator.export.outputs import EvalOutput, TrainOutput
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.files.places import on_disk

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path

_TAGS = {ModeKeys.PREDICT: "serve", ModeKeys.TRAIN: "train", ModeKeys.EVAL: "eval"}
_METHODS = {
    "Classify": keys.CLASSIFY_METHOD_NAME,
    "Regress": keys.REGRESS_METHOD_NAME,
    "Predict": keys.PREDICT_METHOD_NAME,
    "Train": TrainOutput.METHOD,
    "Eval": EvalOutput.METHOD,
}
_ATTEMPTS = 10


def signatures(receiver: Any, outputs: Mapping[str, Any], serving: bool) -> dict[str, Message]:
    """The SignatureDefs of `outputs` for the tensors of a receiver, by name; which are left out is logged with the reason."""
    tensors = receiver.receiver_tensors
    tensors = tensors if isinstance(tensors, dict) else {"input": tensors}
    made, excluded = {}, {}
    for name, output in outputs.items():
        try:
            made[name] = output.as_signature_def(tensors)
        except ValueError as e:
            excluded[name] = str(e)
    for other, fed in (getattr(receiver, "receiver_tensors_alternatives", None) or {}).items():
        fed = fed if isinstance(fed, dict) else {"input": fed}
        for name, output in outputs.items():
            combined = f"{other or 'None'}:{name or 'None'}"
            try:
                made[combined] = output.as_signature_def(fed)
            except ValueError as e:
                excluded[combined] = str(e)
    _log(made, excluded)
    # Signatures for trainings are not for servers, and need not be theirs.
    return {name: s for name, s in made.items() if is_valid_signature(s)} if serving else made


def _log(made, excluded):
    for kind, method in _METHODS.items():
        names = [name for name, s in made.items() if s.method_name == method]
        logging.info("Signatures INCLUDED in export for %s: %s", kind, names or None)
    if excluded:
        logging.info("Signatures EXCLUDED from export because they cannot be be served via TensorFlow Serving APIs:")
        for name, why in excluded.items():
            logging.info("'%s' : %s", name, why)
    if not made:
        logging.warning("Export includes no signatures!")
    elif keys.DEFAULT_SERVING_SIGNATURE_DEF_KEY not in made:
        logging.warning("Export includes no default signature!")


def _outputs(mode, spec):
    if mode == ModeKeys.PREDICT:
        return spec.export_outputs
    kind, name = {ModeKeys.TRAIN: (TrainOutput, "train"), ModeKeys.EVAL: (EvalOutput, "eval")}[mode]
    return {name: kind(spec.loss, spec.predictions, spec.eval_metric_ops)}


def timestamped(base: str) -> str:
    """The path of a new directory below `base`, called after the seconds of the clock. RuntimeError when all are taken."""
    for attempt in range(1, _ATTEMPTS + 1):
        path = os.path.join(base, str(int(time.time())))
        if not os.path.exists(path):
            return path
        time.sleep(1)
        logging.warning("Directory %s already exists; retrying (attempt %s/%s)", path, attempt, _ATTEMPTS)
    raise RuntimeError(f"Failed to obtain a unique export directory name after {_ATTEMPTS} attempts.")


def export_all(
    estimator: Any,
    export_dir_base: Path,
    receivers: Mapping[str, Callable[[], Any]],
    assets_extra: Mapping[str, Path] | None,
    as_text: bool,
    checkpoint_path: Path | None,
    strip_default_attrs: bool = True,
    add_graph: Callable[..., None] | None = None,
) -> bytes:
    """Write a saved model of the graphs for the modes in `receivers`, and give its path."""
    if not all(receivers.values()):
        raise ValueError("An input_receiver_fn must be defined.")
    checkpoint_path = checkpoint_path or estimator.latest_checkpoint()
    if not checkpoint_path:
        if not estimator._warm_start_settings:
            raise ValueError(f"Couldn't find trained model at {estimator.model_dir}.")
        checkpoint_path = estimator._warm_start_settings.ckpt_to_initialize_from
    base = on_disk(export_dir_base)
    target = timestamped(base)
    beside = os.path.join(base, f"temp-{os.path.basename(target)}")
    builder, first = SavedModelBuilder(beside), True
    for mode in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.PREDICT):
        if mode in receivers:
            (add_graph or add_meta_graph)(estimator, builder, receivers[mode], checkpoint_path, mode, first, strip_default_attrs)
            first = False
    if first:
        raise ValueError(f"No valid modes for exporting found. Got {receivers.keys()}.")
    builder.save(as_text)
    for name, source in (assets_extra or {}).items():
        place = os.path.join(beside, "assets.extra", name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy(source, place)
    os.replace(beside, target)
    return os.fsencode(target)


def add_meta_graph(
    estimator: Any,
    builder: SavedModelBuilder,
    receiver_fn: Callable[[], Any],
    checkpoint_path: Path,
    mode: str,
    with_variables: bool,
    strip_default_attrs: bool,
    tags: list[str] | None = None,
) -> None:
    """Add the graph that the model function makes for `mode`; the first one comes with the variables."""
    with Graph().as_default() as graph:
        create_global_step(graph)
        set_random_seed(estimator.config.tf_random_seed)
        receiver = receiver_fn()
        features, labels = receiver.features, getattr(receiver, "labels", None)
        spec = estimator._call_model_fn(features, labels, mode, estimator.config)
        signature_def_map = signatures(receiver, _outputs(mode, spec), mode == ModeKeys.PREDICT)
        with Session(config=estimator._session_config) as session:
            start = spec.scaffold.local_init_op
            start = Scaffold.default_local_init_op() if start is None else start
            saver = spec.scaffold.saver or Saver(sharded=True)
            try:
                saver.restore(session, checkpoint_path)
            except errors.NotFoundError as e:
                raise ValueError(
                    "Could not load all requested variables from checkpoint. Please make sure your model_fn does not expect variables "
                    f"that were not saved in the checkpoint.\n\nEncountered error with mode `{mode}` while restoring checkpoint from: "
                    f"`{checkpoint_path}`. Full Traceback:\n\n{e}"
                ) from e
            options = {
                "tags": tags or [_TAGS[mode]],
                "signature_def_map": signature_def_map,
                "assets_collection": graph.get_collection(GraphKeys.ASSET_FILEPATHS),
                "main_op": start,
                "saver": saver,
                "strip_default_attrs": strip_default_attrs,
            }
            if with_variables:
                builder.add_meta_graph_and_variables(session, **options)
            else:
                builder.add_meta_graph(**options)
