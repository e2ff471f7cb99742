"""Small programs whose outcomes were recorded from TensorFlow, and how an outcome is written down.

tests/data/programs/TOPIC.py defines functions `case_NAME()`; TOPIC.json beside it holds what each gave: what it printed
and logged, and the `repr` of its result or the type and text of its exception. `tf` is given to the module.
"""

import contextlib
import importlib.util
import io
import json
import logging
import pathlib
import re
import sys

from tests.python_texts import as_here

# Warnings that come a few times in a process only, and of how often it traced before.
_RETRACING = "triggered tf.function retracing"
# What depends on the time that others take, and on how many models the process had.
_OF_MODELS = r"^WARNING: (Callback method .* is slow|\d+ out of the last \d+ calls to <function Model\.make_)"
_FEW_TIMES = r"^WARNING: (Calling GradientTape.gradient on|The dtype of the|\d+ out of the last)"
_PASSING = {
    "outputs_by_name": "^WARNING: Gradients do not exist",  # twice a step in TensorFlow
    "gradients_around": rf"{_FEW_TIMES}|^WARNING: (Converting IndexedSlices|Using a while_loop for)",
    "mapped_rows": rf"{_RETRACING}|^WARNING: Using a while_loop for",
    "gradient_checks": "^WARNING: You are casting",  # by TensorFlow's own gradient, too
    "built_by_shapes": "Skipping full serialization of Keras layer",  # told of each layer, too
    **dict.fromkeys(  # when collected
        ("corners_of_keras", "uses_of_keras"), "deleted with unrestored values|Value in checkpoint could not be found"
    ),
    **dict.fromkeys(
        (
            "function_objects",
            "function_types",
            "function_arguments",
            "calls_of_traces",
            "private_keras",
            "private_utilities",
            "assigning_loops",
            "function_variables",
            "joint_gradients",
            "python_operations",
            "legacy_optimizers",
            "tf1_optimizers",
            "unusual_boxes",
            "wrong_windows",
            "called_functions",
        ),
        _RETRACING,
    ),
    **dict.fromkeys(
        (
            "jacobians",
            "forward",
            "tapes_in_functions",
            "custom_gradients",
            "moving_statistics",
            "small_losses",
            "derivatives",
            "derivatives_in_graphs",
            "gradient_corners",
            "tapes_around_functions",
            "continued_tapes",
            "extension_types_in_models",
        ),
        _FEW_TIMES,
    ),
}
# What TensorFlow logs of its own speed and state.
_OF_TENSORFLOW_ALONE = {
    "gradient_corners": "Converting IndexedSlices",
    "canned_estimators": "It seems that global step|Trapezoidal rule",
    **dict.fromkeys(
        ("keras_estimators", "kmeans_estimators", "tf1_transformers", "tf1_tutorials"), "It seems that global step|Trapezoidal rule"
    ),
    "tf1_networks": "util/lazy_loader",
    "notebook_cells": "adapt_step.* triggered tf.function retracing",
    "estimator_replicas": "It seems that global step|Trapezoidal rule|Partitioned variables",
    "estimators": "It seems that global step|util/lazy_loader",  # it reads the step while another thread adds to it
    **dict.fromkeys(
        ("replicas", "scopes_of_strategies", "cross_devices", "tf1_replicas", "small_things"), "eagerly has significant overhead"
    ),
    "joint_gradients": "Efficient batch_reduce",
    "parameter_servers": "encountered the following error|Start cancelling closures|without using `ClusterCoord|significant overhead",
    "fallbacks": "eagerly has significant overhead|Collective ops is not",
}

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "programs"


def cases(topic, tf):
    """The functions of a topic by name, to be run with the module `tf`."""
    path = FOLDER / f"{topic}.py"
    spec = importlib.util.spec_from_file_location(f"recorded_program_{topic}", path)
    module = importlib.util.module_from_spec(spec)
    module.tf = tf
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return {name.removeprefix("case_"): f for name, f in vars(module).items() if name.startswith("case_")}


def recorded(topic):
    """What each case of a topic gave: first what was recorded, then what still has to be, with None."""
    path = FOLDER / f"{topic}.json"
    found = {name: as_here(lines) for name, lines in json.loads(path.read_text()).items()} if path.exists() else {}
    names = re.findall(r"^def case_(\w+)", (FOLDER / f"{topic}.py").read_text(), re.MULTILINE)
    return found | {name: None for name in names if name not in found}


class _Log(logging.Handler):
    def __init__(self, lines):
        super().__init__()
        self.lines = lines

    def emit(self, record):
        if "is deprecated and will be removed" in record.getMessage():
            return  # advice for the next version of TensorFlow
        self.lines.append(f"{record.levelname}: {record.getMessage()}")


def outcome(function, topic):
    """The lines that describe what calling `function` gives."""
    printed, logged, result = io.StringIO(), [], []
    logger, handler = logging.getLogger("tensorflow"), _Log(logged)
    others, logger.handlers[:] = list(logger.handlers), [handler]
    propagate, logger.propagate = logger.propagate, False
    try:
        with contextlib.redirect_stdout(printed):
            value = function()
        result.append(value if isinstance(value, str) else repr(value))
    except Exception as e:
        result.append(f"{type(e).__module__}.{type(e).__name__}: {e}")
    finally:
        logger.handlers[:], logger.propagate = others, propagate
    return [_masked(text, topic) for text in [*([printed.getvalue()] if printed.getvalue() else []), *logged, *result]]


def _masked(text, topic):
    text = text.replace(str(FOLDER / f"{topic}.py"), "PROGRAM")
    text = re.sub(r"0[xX][0-9a-fA-F]{6,}", "0x", text)
    text = re.sub(r"__inference_(\w+?)_\d+", r"__inference_\1_N", text)
    text = re.sub(r"/\S*__autograph_generated_file\w+\.py", "CONVERTED", text)
    # The frames around the program are those of whoever runs it.
    return as_here(re.sub(r'(\(most recent call last\):\n)(?:  File "(?!PROGRAM).*\n\n)+', r"\1", text))


def lasting(lines, topic):
    """The lines but for those that depend on what the process did before."""
    passing = _PASSING.get(topic)
    return [line for line in lines if not (re.search(_OF_MODELS, line) or passing and re.search(passing, line))]


def imitated(lines, topic):
    """The recorded lines that tfshim is to give."""
    alone = _OF_TENSORFLOW_ALONE.get(topic)
    return [line for line in lasting(lines, topic) if not (alone and re.search(alone, line))]
