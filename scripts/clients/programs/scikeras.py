"""What users of scikeras do first: a Keras model as an estimator, in a pipeline and in a search."""

import numpy as np
import tensorflow as tf
from scikeras.wrappers import KerasClassifier, KerasRegressor
from sklearn.datasets import make_classification, make_regression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES, CLASSES = make_classification(120, 6, n_informative=4, n_classes=3, random_state=0)
INPUTS, TARGETS = make_regression(100, 5, noise=1.0, random_state=1)


def classifier(meta, hidden=8, dropout=0.0):
    model = tf.keras.Sequential([tf.keras.Input((meta["n_features_in_"],))])
    model.add(tf.keras.layers.Dense(hidden, activation="relu"))
    model.add(tf.keras.layers.Dropout(dropout))
    model.add(tf.keras.layers.Dense(meta["n_classes_"], activation="softmax"))
    return model


def regressor(meta, compile_kwargs):
    model = tf.keras.Sequential([tf.keras.Input((meta["n_features_in_"],)), tf.keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer=compile_kwargs["optimizer"])
    return model


def step_classifier():
    found = KerasClassifier(classifier, loss="sparse_categorical_crossentropy", epochs=3, verbose=0, random_state=0, hidden=5)
    found.fit(FEATURES, CLASSES)
    return {"loss": found.history_["loss"], "probabilities": found.predict_proba(FEATURES[:4]), "score": found.score(FEATURES, CLASSES)}


def step_regressor():
    found = KerasRegressor(regressor, optimizer="adam", optimizer__learning_rate=0.5, epochs=4, verbose=0, random_state=3)
    found.fit(INPUTS, TARGETS)
    return [found.predict(INPUTS[:5]), found.score(INPUTS, TARGETS)]


def step_pipeline_and_search():
    estimator = KerasClassifier(classifier, loss="sparse_categorical_crossentropy", verbose=0, random_state=0, epochs=2, hidden=4)
    search = GridSearchCV(make_pipeline(StandardScaler(), estimator), {"kerasclassifier__hidden": [3, 6]}, cv=2, refit=True)
    search.fit(FEATURES, CLASSES)
    return {"scores": search.cv_results_["mean_test_score"], "best": search.best_params_, "classes": search.predict(FEATURES[:6])}


def step_partial_fit_and_callbacks():
    estimator = KerasClassifier(
        classifier,
        loss=tf.keras.losses.SparseCategoricalCrossentropy,
        optimizer=tf.keras.optimizers.SGD,
        optimizer__learning_rate=0.1,
        callbacks=tf.keras.callbacks.EarlyStopping,
        callbacks__monitor="loss",
        verbose=0,
        random_state=5,
        model__hidden=7,
    )
    for _ in range(3):
        estimator.partial_fit(FEATURES, CLASSES)
    return [estimator.history_["loss"], estimator.current_epoch, np.asarray(estimator.predict(FEATURES[:9]))]
