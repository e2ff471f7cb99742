"""What libraries ask the lower-level methods of a strategy before they write files. TensorFlow 2.15.1 answers the same."""

import pytest

import tfshim as tf

_MADE = {
    "default": tf.distribute.get_strategy,
    "one device": lambda: tf.distribute.OneDeviceStrategy("/cpu:0"),
    "mirrored": lambda: tf.distribute.MirroredStrategy(["/cpu:0"]),
    "central": lambda: tf.distribute.experimental.CentralStorageStrategy(["/cpu:0"]),
    "workers": tf.distribute.MultiWorkerMirroredStrategy,
}


@pytest.mark.parametrize("name, between", [("one device", False), ("mirrored", False), ("central", True), ("workers", True)])
def test_graphs_and_initialization(name, between):
    extended = _MADE[name]().extended
    assert extended.experimental_between_graph is between and extended.experimental_should_init is True


def test_the_default_does_not_say():
    for ask in ("experimental_between_graph", "experimental_should_init"):
        with pytest.raises(NotImplementedError, match="must be implemented in descendants"):
            getattr(tf.distribute.get_strategy().extended, ask)


@pytest.mark.parametrize("name", _MADE)
def test_one_machine_writes_everything(name):
    strategy = _MADE[name]()
    extended = strategy.extended
    assert (extended.should_checkpoint, extended.should_save_summary, extended._in_multi_worker_mode()) == (True, True, False)
    assert extended._container_strategy() is strategy and extended._num_replicas_in_sync == 1
    assert not extended._allow_variable_partition() and extended._global_batch_size is True
    assert extended._local_results(3) == (3,)
