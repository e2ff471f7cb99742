"""Older names of `fit`, `evaluate` and `predict`, for data from generators."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tfshim.keras.annotations import Batches
    from tfshim.keras.callbacks.base import History
    from tfshim.keras.callbacks.callback_list import CallbacksLike


class GeneratorMixin:
    """What models were called with before `fit` took generators."""

    def fit_generator(
        self,
        generator: Batches,
        steps_per_epoch: int | None = None,
        epochs: int = 1,
        verbose: str | int = 1,
        callbacks: CallbacksLike = None,
        validation_data: Batches | None = None,
        validation_steps: int | None = None,
        validation_freq: int | Collection[int] = 1,
        class_weight: Mapping[int, float] | None = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        shuffle: bool | str = True,
        initial_epoch: int = 0,
    ) -> History:
        """The old name of `fit` for generators."""
        _deprecated("fit")
        return self.fit(
            generator,
            steps_per_epoch=steps_per_epoch,
            epochs=epochs,
            verbose=verbose,
            callbacks=callbacks,
            validation_data=validation_data,
            validation_steps=validation_steps,
            validation_freq=validation_freq,
            class_weight=class_weight,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            shuffle=shuffle,
            initial_epoch=initial_epoch,
        )

    def evaluate_generator(
        self,
        generator: Batches,
        steps: int | None = None,
        callbacks: CallbacksLike = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: str | int = 0,
    ) -> Any:
        """The old name of `evaluate` for generators."""
        _deprecated("evaluate")
        self._check_call_args("evaluate_generator")
        return self.evaluate(
            generator,
            steps=steps,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            verbose=verbose,
            callbacks=callbacks,
        )

    def predict_generator(
        self,
        generator: Batches,
        steps: int | None = None,
        callbacks: CallbacksLike = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: str | int = 0,
    ) -> Any:
        """The old name of `predict` for generators."""
        _deprecated("predict")
        return self.predict(
            generator,
            steps=steps,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            verbose=verbose,
            callbacks=callbacks,
        )


def _deprecated(new):
    warnings.warn(
        f"`Model.{new}_generator` is deprecated and will be removed in a future version. Please use `Model.{new}`, which "
        "supports generators.",
        stacklevel=3,
    )
