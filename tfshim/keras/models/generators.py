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
        """Train on the batches of a generator: the name that `fit` had for this in Keras 1 and early Keras 2.

        Mirrors `tf.keras.Model.fit_generator`, and warns as that does. `fit` takes generators, `tf.keras.utils.Sequence` and datasets
        itself and does the same, so a program is brought up to date by another name.

        Arguments:
            generator: gives batches `(x, y)` or `(x, y, sample_weight)`; an endless one needs `steps_per_epoch`.
            steps_per_epoch, epochs, verbose, callbacks, validation_data, validation_steps, validation_freq, class_weight, max_queue_size,
                workers, use_multiprocessing, shuffle, initial_epoch: those of `fit`.

        Returns:
            A `tf.keras.callbacks.History`.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> batches = iter([(np.ones([2, 3]), np.ones([2, 1]))] * 2)
            >>> len(model.fit_generator(batches, steps_per_epoch=2, verbose=0).epoch)
            1
        """
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
        """Compute loss and metrics on the batches of a generator: the name that `evaluate` had for this in early Keras.

        Mirrors `tf.keras.Model.evaluate_generator`, and warns as that does. `evaluate` takes generators, `tf.keras.utils.Sequence` and
        datasets itself and does the same.

        Arguments:
            generator: gives batches `(x, y)` or `(x, y, sample_weight)`; an endless one needs `steps`.
            steps, callbacks, max_queue_size, workers, use_multiprocessing, verbose: those of `evaluate`.

        Returns:
            The loss, or a list of the loss and the metrics that the model was compiled with.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile("sgd", "mse")
            >>> model.evaluate_generator(iter([(np.ones([2, 3]), np.ones([2, 1]))]), steps=1)
            1.0
        """
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
        """The outputs for the batches of a generator: the name that `predict` had for this in early Keras.

        Mirrors `tf.keras.Model.predict_generator`, and warns as that does. `predict` takes generators, `tf.keras.utils.Sequence` and
        datasets itself and does the same; targets that a batch holds are passed over.

        Arguments:
            generator: gives batches of inputs, or tuples that begin with them; an endless one needs `steps`.
            steps, callbacks, max_queue_size, workers, use_multiprocessing, verbose: those of `predict`.

        Returns:
            A NumPy array, or a structure of them: the outputs of all batches, one behind the other.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            >>> model.predict_generator(iter([np.ones([2, 3])]), steps=1).tolist()
            [[3.0], [3.0]]
        """
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
