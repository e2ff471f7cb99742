"""Files of models in folders that are not there: some make them, others say so."""

import os
import pathlib
import tempfile
import warnings

import numpy as np


def _written(write, *names):
    """What came of `write(model, path)` for each name: the error, or whether the file is there."""
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), name="d")], name="m")
    model.compile("sgd", "mse")
    found, before = [], os.getcwd()
    os.chdir(tempfile.mkdtemp())
    try:
        for name in names:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    write(model, name)
                found.append(pathlib.Path(name).exists())
            except OSError as e:
                found.append((type(e).__name__, str(e), pathlib.Path(name).parent.exists()))
    finally:
        os.chdir(before)
    return found


def case_weights():
    return _written(lambda model, path: model.save_weights(path), "a/w.h5", "b/c/w.hdf5", "d/w.weights.h5", "w.h5", "w.weights.h5")


def case_models():
    return _written(lambda model, path: model.save(path), "a/b/m.keras", "c/d/m.h5", "e/f/m", "m.keras", "./n.keras")


def case_kept_files():
    write = tf.keras.models.save_model
    return _written(lambda model, path: write(model, path, overwrite=False), "a/m.keras", "c/m.h5", "m.keras")


def case_callbacks():
    def write(model, path):
        kept = tf.keras.callbacks.ModelCheckpoint(path, save_weights_only="weights" in path)
        model.fit(np.zeros([2, 2]), np.zeros([2, 1]), verbose=0, callbacks=[kept])

    return _written(write, "a/m.keras", "b/c/m.h5", "d/m.weights.h5", "e/weights.h5")


def case_pictures():
    return _written(lambda model, path: tf.keras.utils.save_img(path, np.zeros([2, 2, 3])), "a/i.png", "i.png")
