"""Keras Tuner: spaces of hyperparameters, searches of every kind over small models, their results, and reloading them."""

import contextlib
import io
import json
import os
import tempfile

import keras_tuner as kt
import numpy as np
from tensorflow import keras

TOLERANCE = {"step_hyperband": 1e-3}


def _data():
    rng = np.random.RandomState(0)
    x = rng.randn(32, 4).astype("float32")
    return x, (x.sum(1, keepdims=True) > 0).astype("float32")


def _build(hp):
    """A model whose initial weights are drawn from seeds."""
    model = keras.Sequential()
    for i in range(hp.Int("layers", 1, 2)):
        units = hp.Int(f"units_{i}", 4, 12, step=4)
        model.add(
            keras.layers.Dense(units, hp.Choice("activation", ["relu", "tanh"]), kernel_initializer=keras.initializers.GlorotUniform(i))
        )
    if hp.Boolean("dropout"):
        model.add(keras.layers.Dropout(0.0))
    model.add(keras.layers.Dense(1, "sigmoid", kernel_initializer=keras.initializers.GlorotUniform(7)))
    rate = hp.Float("rate", 1e-3, 1e-1, sampling="log")
    model.compile(keras.optimizers.Adam(rate), "binary_crossentropy", metrics=["accuracy"])
    return model


def _quiet(function, *args, **kwargs):
    """The text that is printed, and what is returned."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        result = function(*args, **kwargs)
    return printed.getvalue(), result


def _search(tuner, **options):
    x, y = _data()
    _quiet(tuner.search, x, y, validation_data=(x[:16], y[:16]), shuffle=False, batch_size=16, verbose=0, **options)
    return [[t.status, t.hyperparameters.values, t.score, t.best_step] for t in tuner.oracle.get_best_trials(20)]


def step_hyperparameters():
    """The kinds of hyperparameters, their defaults, conditions and what they draw."""
    hp = kt.HyperParameters()
    made = [
        hp.Int("i", 1, 9, step=2),
        hp.Int("j", 2, 64, step=2, sampling="log"),
        hp.Float("f", 0.1, 0.9, step=0.2),
        hp.Float("g", 1e-4, 1.0, sampling="log", default=0.01),
        hp.Choice("c", ["a", "b", "d"], default="b"),
        hp.Choice("n", [3, 1, 2], ordered=True),
        hp.Boolean("o"),
        hp.Fixed("k", 5),
    ]
    with hp.conditional_scope("c", ["b"]):
        made.append(hp.Int("below", 0, 3))
    with hp.name_scope("inner"):
        made.append(hp.Float("f", 5.0, 6.0))
    made += [dict(hp.values), [p.name for p in hp.space], hp.get("inner/f"), "o" in hp, hp.is_active("below")]
    made += [[p.random_sample(seed=s) for s in (1, 2, 3)] for p in hp.space]
    made += [[p.prob_to_value(0.3), p.value_to_prob(p.default)] for p in hp.space]
    return made


def step_configuration():
    """Hyperparameters as configuration and back, copies, and errors."""
    hp = kt.HyperParameters()
    _build(hp)
    again = kt.HyperParameters.from_config(json.loads(json.dumps(hp.get_config())))
    copied = hp.copy()
    copied.values["layers"] = 2
    made = [hp.get_config(), again.values == hp.values, [repr(p) for p in again.space][:3], copied.get("layers"), hp.get("layers")]
    for wrong in (
        lambda: hp.get("nothing"),
        lambda: hp.Choice("mixed", [1, "a"]),
        lambda: hp.Int("real", 0.5, 2),
        lambda: hp.Float("log", 0.0, 1.0, sampling="log"),
        lambda: kt.Objective("loss", "sideways"),
    ):
        try:
            wrong()
            made.append("nothing")
        except Exception as error:
            made.append([type(error).__name__, str(error)[:50]])
    return made


def step_random_search():
    """A random search over a function that builds a model."""
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(_build, objective="val_loss", max_trials=3, seed=5, directory=folder, project_name="p")
        found = _search(tuner, epochs=2)
        best = tuner.get_best_models(1)[0]
        x, y = _data()
        files = sorted(os.path.relpath(os.path.join(d, f), folder).split(os.sep)[1][:5] for d, _, fs in os.walk(folder) for f in fs)
        return [found, best.evaluate(x[:16], y[:16], verbose=0), tuner.get_best_hyperparameters()[0].values, sorted(set(files))]


def step_executions():
    """Several runs for each trial, whose results are averaged, with an objective of a metric."""
    with tempfile.TemporaryDirectory() as folder:
        objective = kt.Objective("val_accuracy", direction="max")
        tuner = kt.RandomSearch(_build, objective, max_trials=2, executions_per_trial=2, seed=1, directory=folder)
        found = _search(tuner, epochs=1)
        histories = [
            [h.step, [float(v) for v in h.value]] for t in tuner.oracle.get_best_trials(2) for h in t.metrics.get_history("val_loss")
        ]
        return [found, histories]


def step_hyperband():
    """Hyperband: brackets, rounds, and models that are trained on."""
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.Hyperband(_build, "val_loss", max_epochs=4, factor=2, hyperband_iterations=1, seed=2, directory=folder)
        return _search(tuner)


def step_bayesian_optimization():
    """Points chosen by a Gaussian process."""
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.BayesianOptimization(_build, "val_loss", max_trials=4, num_initial_points=3, seed=3, directory=folder)
        trials = _search(tuner, epochs=1)
        return [len(trials), [t[0] for t in trials], sorted(trials[0][1])]


def step_grid_search():
    """Every combination of a small space."""

    def build(hp):
        model = keras.Sequential([keras.layers.Dense(1, use_bias=hp.Boolean("bias"), kernel_initializer="ones")])
        model.compile(keras.optimizers.SGD(hp.Choice("rate", [0.01, 0.1])), "mse")
        return model

    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.GridSearch(build, "val_loss", directory=folder)
        return _search(tuner, epochs=1)


def step_hypermodel():
    """A class that builds and fits, with hyperparameters of the fit."""

    class Model(kt.HyperModel):
        def build(self, hp):
            return _build(hp)

        def fit(self, hp, model, *args, **kwargs):
            return model.fit(*args, batch_size=hp.Choice("batch", [8, 16]), shuffle=False, **kwargs)

    x, y = _data()
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(Model("m"), "val_loss", max_trials=2, seed=4, directory=folder)
        _quiet(tuner.search, x, y, validation_data=(x, y), epochs=1, verbose=0)
        return [[t.hyperparameters.values, t.score] for t in tuner.oracle.get_best_trials(2)]


def step_objective_of_the_fit():
    """`fit` returns what is compared: numbers, dictionaries, histories, averages of several."""

    class Numbers(kt.HyperModel):
        def build(self, hp):
            hp.Float("x", -1.0, 1.0)
            return keras.Sequential([keras.layers.Dense(1)])

        def fit(self, hp, model, *args, **kwargs):
            return {"distance": abs(hp.get("x") - 0.25), "other": 1.0}

    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(Numbers(), kt.Objective("distance", "min"), max_trials=4, seed=9, directory=folder)
        _quiet(tuner.search)
        return [[t.hyperparameters.values, t.score] for t in tuner.oracle.get_best_trials(4)]


def step_own_tuner():
    """A tuner that overrides `run_trial`, without a model."""

    class Tuner(kt.RandomSearch):
        def run_trial(self, trial, *args, **kwargs):
            hp = trial.hyperparameters
            return (hp.Float("x", -2.0, 2.0) - 1) ** 2 + hp.Int("y", 0, 3)

    with tempfile.TemporaryDirectory() as folder:
        tuner = Tuner(max_trials=5, seed=6, directory=folder)
        _quiet(tuner.search)
        return [[t.hyperparameters.values, t.score] for t in tuner.oracle.get_best_trials(5)]


def step_own_loop():
    """A hypermodel with a training loop of its own, which calls the callbacks itself."""
    import tensorflow as tf

    class Loop(kt.HyperModel):
        def build(self, hp):
            return keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])

        def fit(self, hp, model, x, y, validation_data, callbacks=None, **kwargs):
            optimizer, loss = keras.optimizers.SGD(hp.Float("rate", 0.01, 0.5, sampling="log")), keras.losses.MeanSquaredError()
            average = keras.metrics.Mean()

            @tf.function
            def step(images, labels):
                with tf.GradientTape() as tape:
                    value = loss(labels, model(images))
                optimizer.apply_gradients(zip(tape.gradient(value, model.trainable_variables), model.trainable_variables))

            for callback in callbacks:
                callback.set_model(model)
            best = float("inf")
            for epoch in range(2):
                for images, labels in tf.data.Dataset.from_tensor_slices((x, y)).batch(16):
                    step(images, labels)
                average.update_state(loss(validation_data[1], model(validation_data[0])))
                value = float(average.result().numpy())
                average.reset_states()
                for callback in callbacks:
                    callback.on_epoch_end(epoch, logs={"my_metric": value})
                best = min(best, value)
            return best

    x, y = _data()
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(Loop(), kt.Objective("my_metric", "min"), max_trials=2, seed=8, directory=folder)
        _quiet(tuner.search, x, y, validation_data=(x, y))
        model = tuner.get_best_models()[0]
        model.build((None, 4))
        return [[[t.hyperparameters.values, t.score] for t in tuner.oracle.get_best_trials(2)], [w.shape for w in model.get_weights()]]


def step_tune_some():
    """Fixed and replaced hyperparameters, a changed compilation."""
    hp = kt.HyperParameters()
    hp.Fixed("rate", 0.05)
    hp.Choice("activation", ["tanh"])
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(
            _build, "val_loss", max_trials=2, hyperparameters=hp, seed=3, directory=folder, optimizer=keras.optimizers.SGD(0.1), loss="mse"
        )
        first = _search(tuner, epochs=1)
        only = kt.RandomSearch(
            _build, "val_loss", max_trials=2, hyperparameters=hp, tune_new_entries=False, seed=3, directory=folder, project_name="only"
        )
        return [first, [t[1] for t in _search(only, epochs=1)]]


def step_summaries():
    """What is printed of a space, and of results."""
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(_build, "val_loss", max_trials=2, seed=5, directory=folder, project_name="p")
        space, _ = _quiet(tuner.search_space_summary)
        _search(tuner, epochs=1)
        results, _ = _quiet(tuner.results_summary, 2)
        lines = [line for line in results.splitlines() if not line.startswith(("Results in", "Score"))]
        return [space.splitlines(), lines]


def step_printed_while_searching():
    """What a search prints of its trials."""
    x, y = _data()
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(_build, "val_loss", max_trials=1, seed=5, directory=folder)
        text, _ = _quiet(tuner.search, x, y, epochs=1, validation_data=(x, y), verbose=1)
        return [line for line in text.splitlines() if "|" in line][:8]


def step_reload():
    """A tuner that goes on with what an earlier one left in its folder."""
    with tempfile.TemporaryDirectory() as folder:
        first = kt.RandomSearch(_build, "val_loss", max_trials=2, seed=5, directory=folder, project_name="p")
        found = _search(first, epochs=1)
        text, second = _quiet(
            kt.RandomSearch, _build, "val_loss", max_trials=3, seed=5, directory=folder, project_name="p", overwrite=False
        )
        seen = len(second.oracle.trials)
        more = _search(second, epochs=1)
        return [text.startswith("Reloading Tuner"), seen, len(more), sorted(t[2] for t in found)[0] in [t[2] for t in more]]


def step_callbacks():
    """Callbacks of the search: stopping early, TensorBoard with its hyperparameters."""
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.RandomSearch(_build, "val_loss", max_trials=2, seed=5, directory=folder, project_name="p")
        stop = keras.callbacks.EarlyStopping("val_loss", patience=1, min_delta=10.0)
        found = _search(tuner, epochs=5, callbacks=[stop, keras.callbacks.TensorBoard(os.path.join(folder, "logs"))])
        return [found, sorted(os.listdir(os.path.join(folder, "logs"))) == sorted(tuner.oracle.trials)]


def step_failures():
    """Trials that fail are tried again, and end a search if there are too many."""

    def broken(hp):
        if hp.Int("a", 0, 100) > 0:
            raise ValueError("broken")
        return large(hp)

    def large(hp):
        hp.Int("a", 0, 100)
        model = keras.Sequential([keras.layers.Dense(1000, input_shape=(4,))])
        model.compile(loss="mse")
        return model

    made = []
    with tempfile.TemporaryDirectory() as folder:
        for name, build in (("broken", broken), ("large", large)):
            try:
                tuner = kt.RandomSearch(build, "val_loss", max_trials=3, max_model_size=100, directory=folder, project_name=name, seed=1)
                with contextlib.redirect_stderr(io.StringIO()):
                    made.append(_search(tuner, epochs=1))
            except (RuntimeError, ValueError) as error:
                made.append(str(error).splitlines()[0])
    return made


def step_ready_made():
    """The hypermodels that come with the library."""
    hp = kt.HyperParameters()
    made = []
    for kind, values in (
        (kt.applications.HyperResNet, {"version": "v2", "conv3_depth": 4, "conv4_depth": 6}),
        (
            kt.applications.HyperXception,
            {"num_dense_layers": 1, "sep_num_filters": 128, "num_residual_blocks": 2, "conv2d_num_filters": 32},
        ),
    ):
        hp = kt.HyperParameters()
        hp.values.update(values)
        model = kind(input_shape=(32, 32, 3), classes=3).build(hp)
        made.append([model.count_params(), len(model.layers), list(model.output_shape), model.optimizer.__class__.__name__, len(hp.space)])
    augment = kt.applications.HyperImageAugment(input_shape=(8, 8, 3), augment_layers=2).build(kt.HyperParameters())
    return [*made, [layer.__class__.__name__ for layer in augment.layers][:3], list(augment(np.ones((1, 8, 8, 3), "float32")).shape)]


def step_scikit_learn():
    """Estimators of scikit-learn, cross-validated."""
    from sklearn import ensemble, linear_model, metrics, model_selection

    def build(hp):
        if hp.Choice("kind", ["forest", "ridge"]) == "forest":
            return ensemble.RandomForestClassifier(n_estimators=hp.Int("n", 5, 15, step=5), random_state=0)
        return linear_model.RidgeClassifier(alpha=hp.Float("alpha", 1e-3, 1, sampling="log"))

    x, y = _data()
    with tempfile.TemporaryDirectory() as folder:
        tuner = kt.SklearnTuner(
            oracle=kt.oracles.BayesianOptimizationOracle(objective=kt.Objective("score", "max"), max_trials=3, seed=1),
            hypermodel=build,
            scoring=metrics.make_scorer(metrics.accuracy_score),
            cv=model_selection.StratifiedKFold(3),
            directory=folder,
        )
        _quiet(tuner.search, x, y[:, 0])
        return [[t.hyperparameters.values, t.score] for t in tuner.oracle.get_best_trials(3)]
