"""What a Keras model is timed at: epochs of `fit`, and `predict`."""

import tensorflow as tf


class _Laps(tf.keras.callbacks.Callback):
    """Ends a lap with every epoch, and the training with the last lap."""

    def __init__(self, watch):
        super().__init__()
        self._watch = watch

    def on_epoch_end(self, epoch, logs=None):
        self.model.stop_training = self._watch.lap()


class Fit:
    """A compiled model and its data.

    Arguments:
        model: the model.
        data: `catalog.Data`.
        predict: what is timed instead of `predict` over all of x.
    """

    def __init__(self, model, data, predict=None):
        self.model, self._data = model, data
        self.predict = predict or self._predict

    def train(self, watch):
        """Train until the watch has seen enough epochs."""
        x, y, batch = self._data
        self.model.fit(x, x if y is None else y, batch_size=batch, epochs=10**6, verbose=0, callbacks=[_Laps(watch)])

    def _predict(self):
        return self.model.predict(self._data.x, batch_size=self._data.batch, verbose=0)

    def parameters(self):
        """How many trained parameters the model has."""
        return count(self.model)


def count(model):
    """How many trained parameters a model has."""
    return sum(int(v.shape.num_elements()) for v in model.trainable_variables)
