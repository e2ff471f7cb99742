"""Sequences whose batches workers make ahead of time, and that change at the end of an epoch."""

import numpy as np


class Epochs(tf.keras.utils.Sequence):
    """Batches that tell the epoch and their place in it."""

    def __init__(self):
        self.epoch = 0

    def __len__(self):
        return 3

    def __getitem__(self, index):
        return np.full((2, 1), 10.0 * self.epoch + index, "float32"), np.zeros((2, 1), "float32")

    def on_epoch_end(self):
        self.epoch += 1


def _losses(**workers):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", input_shape=(1,))])
    model.compile(tf.keras.optimizers.SGD(0.0), "mae")
    fitted, measured = Epochs(), Epochs()
    losses = model.fit(fitted, epochs=3, verbose=0, shuffle=False, **workers).history["loss"]
    loss, predicted = model.evaluate(measured, verbose=0, **workers), model.predict(measured, verbose=0, **workers)
    return [losses, fitted.epoch, loss, predicted[:, 0].tolist(), measured.epoch]


def case_epochs_of_threads():
    return str([_losses(), _losses(workers=2), _losses(workers=3, max_queue_size=1), _losses(workers=0)])


def case_epochs_of_processes():
    return str(_losses(workers=2, use_multiprocessing=True))


def case_batches_of_an_enqueuer():
    sequence = Epochs()
    batches = tf.keras.utils.OrderedEnqueuer(sequence)
    batches.start(2, 5)
    found = batches.get()
    values = [float(next(found)[0][0, 0]) for _ in range(8)]
    batches.stop()
    return str([values, sequence.epoch])
