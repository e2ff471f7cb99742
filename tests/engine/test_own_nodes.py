"""By what name an operation of this package's own stands in a written graph."""

import sys
import types

import pytest

from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.operation import InnerOp


@pytest.fixture
def module(monkeypatch):
    made = types.ModuleType("tfshim.holds_an_operation")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    return made


def test_an_operation_is_called_as_in_the_module_that_holds_it(module):
    operation, other = InnerOp("Held"), InnerOp("Other")
    assert own_nodes._place(operation) is None
    module.first = operation  # as a module that was not wholly loaded when it was looked through
    assert own_nodes._place(operation) == (module.__name__, "first")
    module.second = other
    assert own_nodes._place(other) == (module.__name__, "second") and own_nodes._place(InnerOp("Held")) is None


def test_an_operation_that_left_its_place_is_not_found_there(module):
    module.held = operation = InnerOp("Held")
    assert own_nodes._place(operation) == (module.__name__, "held")
    module.held = InnerOp("Held")
    assert own_nodes._place(operation) is None
    module.again = operation
    assert own_nodes._place(operation) == (module.__name__, "again")
