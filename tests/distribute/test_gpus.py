"""Strategies on a GPU: divided into logical ones, beside the CPU, and with NCCL. Each in a process of its own, where there is one."""

import re
from pathlib import Path

import pytest
import torch

from tests import processes

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")

HERE = Path(__file__).resolve().parent


def trained(how, tmp_path, **environment):
    done = processes.tfshim(HERE / "workers" / "devices.py", how, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def numbers(text):
    """The losses, accuracies and weights of what a program printed."""
    lines = [line for line in text.splitlines() if line.startswith(("losses", "weights"))]
    return [float(n) for line in lines for n in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", line)]


@pytest.mark.parametrize("how", ["divided", "divided packs", "mixed", "mixed packs", "cpu first"])
def test_two_replicas_train_as_on_two_cpus(how, tmp_path):
    found, wanted = trained(how, tmp_path), trained("cpus", tmp_path)
    assert found.startswith("2 ")
    assert numbers(found) == pytest.approx(numbers(wanted), rel=2e-3, abs=2e-3), found + wanted
    if "divided" in how:
        assert found.splitlines()[0] == "2 ['/device:GPU:0', '/device:GPU:1']" and "device:CPU" not in found
    if "mixed" in how:
        assert "['device:GPU:0', 'device:CPU:0']" in found


@pytest.mark.parametrize("how", ["central", "one", "workers"])
def test_others_train(how, tmp_path):
    found = trained(how, tmp_path)
    losses = numbers(found)[:3]
    assert losses[2] < losses[0], found


def test_nccl_with_one_worker(tmp_path):
    environment = {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29511"}
    source = (
        "import torch, datetime\n"
        "from tfshim.distribute import collectives as c\n"
        "torch.distributed.init_process_group('cpu:gloo,cuda:nccl')\n"
        "w = c.Workers(0, 1, datetime.timedelta(seconds=60))\n"
        "x = torch.arange(6., device='cuda').reshape(2, 3)\n"
        "print([t.device.type for t in c.add_up(w, [x, x.half(), x > 1])], c.gather(w, x, 1).tolist(), c.first(w, x).tolist())\n"
        "print(c.agree(w, True))\n"
        "torch.distributed.destroy_process_group()\n"
    )
    done = processes.tfshim("-c", source, cwd=tmp_path, env=environment)
    assert done.returncode == 0 and "['cuda', 'cuda', 'cuda']" in done.stdout, done.stdout + done.stderr
