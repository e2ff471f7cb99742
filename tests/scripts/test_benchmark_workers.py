"""scripts/benchmark.py --workers: that workers train the models together (no timing)."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from tests.benchmark_modules import ROOT, SCRIPTS, imported

catalog = imported("models.catalog")
child, command = (imported(f"workers.{name}") for name in ["child", "command"])


def test_batches_are_those_of_all_workers():
    model = catalog.MODELS["mlp"]
    own, all_of_them = model.prepared()[0], child.ForAll(model, 3).prepared()[0]
    assert all_of_them.batch == 3 * own.batch
    assert len(all_of_them.x) == len(all_of_them.y) == 3 * len(own.x)
    assert np.array_equal(all_of_them.x[len(own.x) : 2 * len(own.x)], own.x)


def test_all_workers_end_after_the_same_epoch():
    epochs = child.Epochs(3)
    assert [epochs.lap() for _ in range(5)] == [False, False, False, False, True]
    assert len(epochs.times()) == 3


def test_workers_train_together():
    found = command.measure(catalog.MODELS["mlp"], "tfshim", 2, sys.executable, ROOT, SCRIPTS)
    assert len(found) == 2 and all(one["examples"] > 0 for one in found)


def test_a_worker_that_fails_is_named():
    with pytest.raises(RuntimeError, match="worker 0: .*no model"):
        command.measure(SimpleNamespace(name="no model"), "tfshim", 2, sys.executable, ROOT, SCRIPTS)
