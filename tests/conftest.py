"""Settings that all tests share."""

import contextlib
import gc
import logging
import os
import random
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

try:
    from hypothesis.internal.conjecture import providers
except ImportError:  # older versions
    providers = None

# One thread each: the tests are many small tensors, and machines that run them run several at a time.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# torch would compile a program, and start a process that loads it, for each kind of vector instructions that the processor has.
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")
# Many tests start processes of their own: what one has compiled, none of the others compiles again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

# no deadline: on a busy machine the time of an example is meaningless; the oldest Hypothesis counts what it shrinks as too large
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.load_profile("tests")
# Hypothesis would read the sources of all modules for numbers and texts to try, those that AutoGraph makes too: seconds in each process,
# and what it draws would depend on which tests came before.
if hasattr(providers, "_get_local_constants"):
    providers._get_local_constants = lambda: providers._local_constants


@pytest.hookimpl(hookwrapper=True)
def pytest_collection():
    """What is collected stays: the garbage collector need not look through a million objects while they are made, nor ever after."""
    gc.disable()
    yield
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 10, 5)  # small tests leave few cycles: looking for them took a fourteenth of the time at 5000, 10, 10


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Every node that is made notes the frames around it: the fifty of pytest are looked at once a test."""
    tracebacks = sys.modules.get("tfshim.engine.runtime.tracebacks")
    if tracebacks is None:
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    with tracebacks.StackFromHere():
        pyfuncitem.obj(**given)
    return True


@pytest.fixture(scope="module")
def uncollected():
    """For what reads all sources: the garbage collector would look through their syntax trees, which have no cycles, again and again."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _loggers_of_torch_propagate():
    """pytest adds its handlers to every logger that does not, six times a test, and torch has forty of these for its compiler."""
    import torch._logging  # noqa: F401

    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger) and logger.name.partition(".")[0] == "torch":
            logger.propagate = True


@pytest.fixture(autouse=True, scope="session")
def _readers_of_tensorboard_go_on():
    """TensorBoard keeps the TensorFlow that it found first, and enters one context twice for its readers where that is gone again."""
    loader = sys.modules.get("tensorboard.backend.event_processing.event_file_loader")
    if loader is not None:
        loader._NULLCONTEXT = contextlib.nullcontext()


@pytest.fixture(autouse=True)
def _fresh_seeds():
    """Each test starts with the random numbers of a new process: no global seed, no stream begun.

    What no seed determines is the same in each run of a test: one that trains on it passes always or never.
    """
    import numpy as np
    import torch

    from tfshim.engine.random import free, seeds
    from tfshim.engine.random.philox import Philox

    seeds.set_seed(None)
    seeds._process.entropy = Philox(1, 0)
    free._generator(free._CPU).manual_seed(1)
    free._bits.generator = np.random.SFC64(1)
    torch.default_generator.manual_seed(1)  # `torch.manual_seed` notes where it was called, once for every kind of device there might be
    if torch.cuda.is_initialized():
        torch.cuda.manual_seed_all(1)
    np.random.seed(1)
    random.seed(1)
    if (keras := sys.modules.get("tfshim.keras._random")) is not None:
        vars(keras._source).clear()


@pytest.fixture
def active():
    """`import tensorflow` gives tfshim within the test."""
    from tfshim import activation

    was = activation.status()
    activation.activate()
    yield
    if not was:
        activation.deactivate()


def _settings():
    """What a program may set for the whole process, as far as it is loaded."""
    from tfshim.engine.functions import function
    from tfshim.engine.runtime import state
    from tfshim.engine.values.shapes import TensorShape

    found = {
        "sizes of shapes as integers": TensorShape._v2_behavior,
        "functions run eagerly": function.functions_run_eagerly(),
        "operations on the long path": state.S.special,
        "scopes of this thread": (state.TS.graph is None, len(state.TS.graphs), state.TS.name_scope, state.TS.device, len(state.TS.tapes)),
    }
    keras = sys.modules.get("tfshim.keras.backend.settings")
    if keras is not None:
        found["Keras' settings"] = keras.floatx(), keras.epsilon(), keras.image_data_format()
    policy = sys.modules.get("tfshim.keras.mixed_precision.policy")
    found["the global policy"] = policy and policy._global and policy._global.name
    return found


@pytest.fixture(autouse=True)
def _nothing_stays_set():
    """A test that leaves a setting changed fails itself, and not, in another order, another one."""
    before = _settings()
    yield
    changed = {name: (before[name], now) for name, now in _settings().items() if before.get(name, now) != now}
    assert not changed, f"left as it was not: {changed}"


@pytest.fixture(autouse=True)
def _names_of_layers_begin_anew():
    """The first `Dense` of a test is called `dense`, whatever other tests made in this process."""
    naming = sys.modules.get("tfshim.keras._naming")
    if naming is not None:
        naming.reset()


@pytest.fixture(autouse=True)
def _default_graph_begins_empty():
    """What a test adds to TensorFlow 1's default graph is not there for the next, which may look at whether it is empty."""
    yield
    graph = sys.modules.get("tfshim.engine.graphs.graph")
    scopes = sys.modules.get("tfshim.compat.v1.variables.scopes")  # of which names are taken without an operation
    if graph is not None and (graph.default_graph().version or scopes is not None and scopes._scopes().opened):
        from tfshim.compat.v1.graphs.graphs import reset_default_graph

        reset_default_graph()


@pytest.fixture
def steps_on_tensors(monkeypatch):
    """Small training steps in sessions and functions run on torch's tensors too, as large ones do."""
    from tfshim.engine.functions import concrete_function
    from tfshim.engine.graphs import executor
    from tfshim.engine.graphs.sessions import plans

    monkeypatch.setattr(plans, "CapturingStep", executor.Program)
    monkeypatch.setattr(concrete_function, "for_calls", lambda program: program)
