"""Losses, metrics, weights and targets of models with several outputs, given by names, in lists, and under names that no output has."""

import numpy as np

K = tf.keras
X, Y = np.ones((4, 2), "float32"), np.ones((4, 1), "float32")


def _model(kind):
    inputs = K.Input((2,))
    a, b = (K.layers.Dense(1, name=name)(inputs) for name in "ab")
    return K.Model(inputs, {"list": [a, b], "dictionary": {"a": a, "b": b}, "one": a}[kind])


def _fitted(kind, targets, **compiled):
    """The names that the history has, or what was raised, without what differs from run to run."""
    K.backend.clear_session()
    model = _model(kind)
    model.compile("sgd", run_eagerly=True, **compiled)
    try:
        return sorted(model.fit(X, targets, verbose=0).history)
    except (TypeError, ValueError) as error:
        return type(error).__name__, str(error).strip().splitlines()[-1]


_NAMES = [{"a", "c"}, {"c"}, {"a", "b", "c"}, {"a"}, {"A", "b"}, set()]


def _compiled(kind, targets):
    told = []
    for names in _NAMES:
        given = dict.fromkeys(sorted(names), "mse")
        told.append(_fitted(kind, targets, loss=given))
        told.append(_fitted(kind, targets, loss="mse", metrics=given))
        told.append(_fitted(kind, targets, loss="mse", loss_weights=dict.fromkeys(given, 0.5)))
    return told


def case_list_of_outputs():
    return _compiled("list", [Y, Y]), _compiled("list", {"a": Y, "b": Y})


def case_dictionary_of_outputs():
    return _compiled("dictionary", [Y, Y]), _compiled("dictionary", {"a": Y, "b": Y})


def case_one_output():
    return _compiled("one", Y), _compiled("one", {"a": Y})


def case_targets():
    told = []
    for kind in ("list", "dictionary", "one"):
        for targets in ({"a": Y, "c": Y}, {"a": Y}, [Y], [Y, Y, Y], (Y, Y), {"a": Y, "b": Y, "c": Y}, Y):
            told.append(_fitted(kind, targets, loss="mse"))
            told.append(_fitted(kind, targets, loss="mse", metrics=["mae"]))
    return told


def case_lists_of_metrics():
    told = []
    for kind in ("list", "dictionary", "one"):
        for metrics in (
            ["mae", "mse"],
            [["mae"], ["mse"]],
            [["mae"], None],
            [["mae"]],
            [["mae"], ["mse"], ["mae"]],
            "mae",
            {"a": ["mae", "mse"]},
        ):
            told.append(
                _fitted(kind, [Y, Y] if kind == "list" else {"a": Y, "b": Y} if kind == "dictionary" else Y, loss="mse", metrics=metrics)
            )
    return told


def case_sample_weights():
    told = []
    w = np.full(4, 0.5, "float32")
    for kind in ("list", "dictionary"):
        for weights in (w, [w, w], {"a": w}, {"a": w, "b": w}):
            K.backend.clear_session()
            model = _model(kind)
            model.compile("sgd", "mse", run_eagerly=True)
            try:
                told.append(
                    sorted(model.fit(X, {"a": Y, "b": Y} if kind == "dictionary" else [Y, Y], sample_weight=weights, verbose=0).history)
                )
            except (TypeError, ValueError) as error:
                told.append((type(error).__name__, str(error).strip().splitlines()[-1]))
    return told
