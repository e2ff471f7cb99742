"""Device names, against answers recorded from TensorFlow, and what torch calls the devices."""

import pytest
import torch

from tests.engine.scope import names
from tests.recorded.cases import expressions
from tfshim.engine.runtime import device_names
from tfshim.engine.runtime.device_names import DeviceSpec, from_torch_device, to_torch_device
from tfshim.engine.runtime.errors import InvalidArgumentError

LOCAL = "/job:localhost/replica:0/task:0/device:"


@expressions("devices")
def test_recorded(case):
    case.check(**names())


def gpus(monkeypatch, *numbers):
    monkeypatch.setattr(device_names, "gpu_devices", lambda: [torch.device("cuda", n) for n in numbers])
    monkeypatch.setattr(device_names, "_names", {})


@pytest.mark.parametrize("name", ["/gpu:1", "GPU:1", "gpu:1", "/device:GPU:1", LOCAL + "GPU:1"])
def test_all_ways_to_write_a_gpu(monkeypatch, name):
    gpus(monkeypatch, 0, 1)
    assert to_torch_device(name) == torch.device("cuda", 1)
    assert from_torch_device(torch.device("cuda", 1)) == LOCAL + "GPU:1"


def test_the_cpu():
    for name in ("cpu", "/cpu:0", "CPU:0", LOCAL + "CPU:0", "", "/job:localhost", DeviceSpec(device_type="CPU")):
        assert to_torch_device(name) == torch.device("cpu")
    assert from_torch_device(torch.device("cpu")) == LOCAL + "CPU:0"


def test_visible_gpus_are_renumbered(monkeypatch):
    gpus(monkeypatch, 2, 0)
    assert to_torch_device("/gpu:0") == torch.device("cuda", 2)
    assert from_torch_device(torch.device("cuda", 0)) == LOCAL + "GPU:1"


def test_soft_placement_falls_back(monkeypatch):
    gpus(monkeypatch)
    assert to_torch_device("/gpu:0") == torch.device("cpu")
    assert to_torch_device("/cpu:3") == torch.device("cpu")
    gpus(monkeypatch, 0)
    for missing in ("/gpu:4", "/device:TPU:0", "/device:FOO:0"):
        assert to_torch_device(missing) == torch.device("cuda", 0)


def test_hard_placement_raises(monkeypatch):
    gpus(monkeypatch)
    monkeypatch.setattr(device_names._Placement, "soft", False)
    expected = (
        f"Could not satisfy device specification '{LOCAL}GPU:0'. enable_soft_placement=0. "
        f"Supported device types [CPU]. All available devices [{LOCAL}CPU:0]."
    )
    with pytest.raises(InvalidArgumentError) as caught:
        to_torch_device("/gpu:0")
    assert str(caught.value) == expected
    for missing in ("/cpu:1", "/device:FOO:0"):
        with pytest.raises(InvalidArgumentError, match="Could not satisfy"):
            to_torch_device(missing)
    assert to_torch_device("/cpu:0") == torch.device("cpu")
    assert device_names.get_soft_device_placement() is False


@pytest.mark.parametrize("name", ["/job:worker", "/task:1", "/replica:1"])
def test_devices_of_other_machines_are_unknown(name):
    with pytest.raises(InvalidArgumentError, match="^/job:.*/device:CPU:0 unknown device.$"):
        to_torch_device(name)


def test_a_process_of_a_cluster_knows_its_own_name(monkeypatch):
    monkeypatch.setattr(device_names._Placement, "task", ("worker", 0, 2))
    monkeypatch.setattr(device_names, "_names", {})
    assert to_torch_device("/job:worker/task:2/cpu:0") == torch.device("cpu")
    assert from_torch_device(torch.device("cpu")) == "/job:worker/replica:0/task:2/device:CPU:0"
    with pytest.raises(InvalidArgumentError, match="unknown device"):
        to_torch_device("/job:worker/task:1/cpu:0")


@pytest.mark.parametrize(
    ("scopes", "expected"),
    [
        (["/gpu:0"], "/device:GPU:0"),
        (["/job:ps", "/gpu:1"], "/job:ps/device:GPU:1"),
        (["/gpu:1", None], None),
        (["/gpu:1", ""], "/device:GPU:1"),
        (["/job:ps/task:1", "/cpu"], "/job:ps/task:1/device:CPU:*"),
        (["/device:GPU:*"], "/device:GPU:*"),
    ],
)
def test_graphs_keep_open_parts_open(scopes, expected):
    name = None
    for scope_name in scopes:
        name = device_names.merge_device_scope(name, scope_name, in_graph=True)
    assert name == expected
