"""scripts/benchmark.py --workers N --out FOLDER: the model of the time of a step (no timing)."""

import json

import pytest

from tests.benchmark_modules import imported

scaling = imported("workers.scaling")


def test_latency_and_bandwidth_come_back():
    times = [(size, sum(scaling.exchange(2, size, 1, 2e-4, 5e8))) for size in (256, 2**14, 2**20, 2**24)]
    latency, bandwidth = scaling.fitted(times, 2)
    assert latency == pytest.approx(2e-4) and bandwidth == pytest.approx(5e8)


def test_what_limits_a_step():
    known = scaling.model(0.1, 0.13, 2, 4e6, 1, 1e-5, 1e8)
    alone, two, many = (scaling.predicted(known, n) for n in (1, 2, 1000))
    assert alone["step"] == 0.1 and alone["efficiency"] == 1 and alone["limit"] == "compute"
    assert two["step"] == pytest.approx(0.13, rel=1e-3)  # what was measured
    assert many["bytes"] == pytest.approx(2 * 0.999 * 4e6 / 1e8 * (1 - known["hidden"])) and many["latency"] == pytest.approx(1998e-5)
    assert scaling.predicted({**known, "latency": 1e-3}, 1000)["limit"] == "latency"
    assert scaling.predicted({**known, "bandwidth": 1e6}, 1000)["limit"] == "bytes"


def test_what_workers_of_one_machine_take_from_each_other_is_no_exchange():
    known = scaling.model(0.1, 0.3, 2, 4e6, 1, 1e-5, 1e8)
    assert known["hidden"] == 0 and known["sharing"] == pytest.approx(0.2 - 0.04002)
    assert scaling.predicted(known, 2)["step"] == pytest.approx(0.14002)


def test_what_is_written(tmp_path):
    pytest.importorskip("matplotlib")
    assert scaling.write({"mlp": scaling.model(0.01, 0.012, 2, 1e6, 2, 1e-4, 1e9)}, tmp_path / "out")
    found = json.loads((tmp_path / "out" / "scaling.json").read_text())["mlp"]
    assert found["measured"] == {"1": 0.01, "2": 0.012} and [p["workers"] for p in found["curve"]][-1] == 1000
    assert (tmp_path / "out" / "scaling.png").read_bytes().startswith(b"\x89PNG")
