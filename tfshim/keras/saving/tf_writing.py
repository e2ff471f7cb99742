"""Keras models as SavedModels: what TensorFlow's Keras loads with their classes, and everybody else as functions and variables."""

from __future__ import annotations

import os
from typing import Any

from tfshim.engine.runtime.context import eager_mode
from tfshim.keras.saving.layer_functions import LayerAttributes
from tfshim.keras.saving.saved_functions import specs_of_call, unknown_input
from tfshim.keras.saving.tf_directory import METADATA
from tfshim.keras.saving.tf_metadata import metadata_of
from tfshim.refusals import refused
from tfshim.saved_model.options import SaveOptions
from tfshim.saved_model.saving import Written, write


class Content:
    """The files of a model as a SavedModel, before any of them is written.

    `signatures` and `options` are those of `tf.saved_model.save`; without `traces` the layers have no functions, and what their
    configurations do not tell is not saved. Raises ValueError where it is not known what the model takes.
    """

    def __init__(self, model: Any, include_optimizer: bool, signatures: Any, options: Any, traces: bool) -> None:
        if traces and specs_of_call(model) is None:
            raise unknown_input(model)
        with eager_mode():
            attributes = LayerAttributes(traces)
            attributes.add(model)
            try:
                with attributes.in_use():
                    self._written = Written(model, signatures if traces or signatures is not None else {}, options or SaveOptions())
            except NotImplementedError as error:
                raise refused("tf.keras.models.save_model", "functions", why=str(error)) from error
            self._metadata = metadata_of(self._written.view, include_optimizer)

    def write(self, folder: str) -> None:
        """Write the files into `folder`, which is there."""
        write(self._written, folder)
        with open(os.path.join(folder, METADATA), "wb") as file:
            file.write(self._metadata)
