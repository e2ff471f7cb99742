"""What the tests of the engine share."""

import pytest

from tfshim.engine.graphs.programs.arrays import array_steps


@pytest.fixture
def served(monkeypatch):
    """Whether each call that could have run on arrays did so."""
    noted, call = [], array_steps.StepProgram.on_arrays

    def on_arrays(self, *storages):
        made = call(self, *storages)
        noted.append(made is not None)
        return made

    monkeypatch.setattr(array_steps.StepProgram, "on_arrays", on_arrays)
    return noted
