"""SlurmClusterResolver: clusters, tasks and errors as TensorFlow 2.15.1 gives them for the same variables."""

import os

import pytest

import tfshim as tf
from tfshim.distribute.servers import slurm

Resolver = tf.distribute.cluster_resolver.SlurmClusterResolver


@pytest.fixture
def step(monkeypatch):
    def set_to(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(f"SLURM_{name}", value)

    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0,1,2")  # restored afterwards
    set_to(PROCID="3", STEP_NUM_TASKS="5", STEP_NODELIST="t02n[13,41]", STEP_TASKS_PER_NODE="3,2")
    return set_to


def test_the_workers_of_a_step(step):
    resolver = Resolver()
    assert (resolver.task_type, resolver.task_id) == (None, None)
    hosts = ["t02n13:8888", "t02n13:8889", "t02n13:8890", "t02n41:8888", "t02n41:8889"]
    assert resolver.cluster_spec().as_dict() == {"worker": hosts}
    assert (resolver.task_type, resolver.task_id) == resolver.get_task_info() == ("worker", 3)
    assert resolver.master() == "grpc://t02n41:8888"
    assert resolver.master("worker", 1) == "grpc://t02n13:8889" and resolver.master("worker", 1, "x") == "x://t02n13:8889"
    assert resolver.num_accelerators() == {"GPU": 1} and resolver.environment == ""
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"


def test_jobs_and_machines_that_are_given(step):
    tasks = {"b": 2, "a": 3}
    resolver = Resolver(
        {"worker": 4, "ps": 1}, 1, gpus_per_node=6, gpus_per_task=2, tasks_per_node=tasks, auto_set_gpu=False, rpc_layer=None
    )
    assert resolver.cluster_spec().as_dict() == {"ps": ["a:1"], "worker": ["a:2", "a:3", "b:1", "b:2"]}
    assert resolver.get_task_info() == ("worker", 2) and resolver.master() == "b:1"
    assert resolver.num_accelerators() == {"GPU": 2}
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0,1,2"


def test_machines_without_gpus(step, monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    resolver = Resolver()
    assert len(resolver.cluster_spec().as_dict()["worker"]) == 5 and resolver.num_accelerators() == {}


def test_lists_of_machines(step):
    step(STEP_NODELIST="n[1-2],m5,o[3-4,06]", STEP_TASKS_PER_NODE="3(x2),2,1(x3)", STEP_NUM_TASKS="11")
    cluster = Resolver(gpus_per_node=3, gpus_per_task=1).cluster_spec().as_dict()["worker"]
    assert [f"{h}:{8888 + i}" for h, n in (("m5", 2), ("n1", 3), ("n2", 3), ("o06", 1), ("o3", 1), ("o4", 1)) for i in range(n)] == cluster
    assert slurm.hosts("a[08-11]") == ["a08", "a09", "a10", "a11"] and slurm.hosts("login,node[1,2]") == ["login", "node1", "node2"]


NO_LISTS = {
    "n[1": "Invalid part: n[1",
    "n[1-2]x": "Invalid part: n[1-2]x",
    "a,,b": "",
    "n[a-b]": "invalid literal for int() with base 10: 'a'",
}


@pytest.mark.parametrize("text, cause", NO_LISTS.items())
def test_lists_that_are_none(step, text, cause):
    step(STEP_NODELIST=text)
    with pytest.raises(ValueError) as e:
        Resolver()
    assert str(e.value) == f'Invalid hostlist format "{text}": {cause}'


def test_what_does_not_fit(step, monkeypatch):
    with pytest.raises(RuntimeError, match="Requested more GPUs per node than available"):
        Resolver(gpus_per_node=1, gpus_per_task=1)
    with pytest.raises(RuntimeError, match="Requested 4 tasks but only 5 were assigned"):
        Resolver({"ps": 1, "worker": 3})
    step(STEP_TASKS_PER_NODE="3(x")
    with pytest.raises(ValueError, match=r'Invalid tasks-per-node list format "3\(x"'):
        Resolver()
    monkeypatch.delenv("SLURM_PROCID")
    with pytest.raises(RuntimeError, match="SLURM_PROCID not found in environment. Not running inside a SLURM step"):
        Resolver()
