"""`tf.compat.v1.train`: optimizers, saving and what drives a training in TensorFlow 1."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tfshim._listing import listing
from tfshim.compat import messages_v1
from tfshim.compat.v1._views import resolve
from tfshim.io.tf_record import RecordReader

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path

_WHERE = {
    "steps": "create_global_step get_global_step get_or_create_global_step global_step assert_global_step",
    "optimizer": "Optimizer",
    "gradient_descent": "GradientDescentOptimizer MomentumOptimizer ProximalGradientDescentOptimizer",
    "adaptive": "AdadeltaOptimizer AdagradDAOptimizer AdagradOptimizer AdamOptimizer FtrlOptimizer ProximalAdagradOptimizer "
    "RMSPropOptimizer",
    "decays": """cosine_decay cosine_decay_restarts exponential_decay inverse_time_decay linear_cosine_decay natural_exp_decay
        noisy_linear_cosine_decay piecewise_constant piecewise_constant_decay polynomial_decay""",
    "saver": """Saver checkpoint_exists generate_checkpoint_state_proto get_checkpoint_mtimes init_from_checkpoint remove_checkpoint
        update_checkpoint_state""",
    "meta_graph": "export_meta_graph",
    "meta_graph_import": "import_meta_graph",
    "looper": "LooperThread",
    "scaffold": "Scaffold",
    "session_manager": "SessionManager",
    "supervisor": "Supervisor basic_train_loop",
    "monitored": """ChiefSessionCreator MonitoredSession MonitoredTrainingSession SessionCreator SingularMonitoredSession
        WorkerSessionCreator""",
    "hooks": """CheckpointSaverHook CheckpointSaverListener FeedFnHook FinalOpsHook GlobalStepWaiterHook LoggingTensorHook
        NanLossDuringTrainingError NanTensorHook ProfilerHook SecondOrStepTimer SessionRunArgs SessionRunContext SessionRunHook
        SessionRunValues StepCounterHook StopAtStepHook SummarySaverHook""",
    "averages": "ExponentialMovingAverage",
    "replicas": "SyncReplicasOptimizer replica_device_setter",
    "warm_starting": "VocabInfo warm_start",
    "queue_runner": "QueueRunner add_queue_runner start_queue_runners",
    "input": """batch batch_join input_producer limit_epochs match_filenames_once maybe_batch maybe_batch_join maybe_shuffle_batch
        maybe_shuffle_batch_join range_input_producer shuffle_batch shuffle_batch_join slice_input_producer string_input_producer""",
}
_MODULES = {name: module for module, names in _WHERE.items() for name in names.split()}
_NAMESPACES = frozenset(["queue_runner"])
_SHARED = frozenset(
    """Coordinator Checkpoint CheckpointManager CheckpointOptions
    checkpoints_iterator get_checkpoint_state latest_checkpoint
    list_variables load_checkpoint load_variable BytesList ClusterDef ClusterSpec Example Feature FeatureList FeatureLists Features
    FloatList Int64List JobDef SequenceExample ServerDef""".split()
)
_ALIASES = {
    "experimental": "train.experimental",
    "write_graph": "io.write_graph",
    "Server": "distribute.Server",
    "NewCheckpointReader": "train.load_checkpoint",
}


def summary_iterator(path: Path) -> Iterator[Message]:
    """The Event messages of the event file `path`, one after the other. Mirrors `tf.compat.v1.train.summary_iterator`."""
    event = messages_v1.message("Event")
    for record in RecordReader(path):
        yield event.FromString(record)


def __getattr__(name):
    if name in _MODULES:
        return getattr(importlib.import_module(f"tfshim.compat.v1.train.{_MODULES[name]}"), name)
    if name in _NAMESPACES:
        return importlib.import_module(f"tfshim.compat.v1.train.{name}")
    if name in _ALIASES:
        return resolve(_ALIASES[name])
    if name in _SHARED:
        return resolve(f"train.{name}")
    if name == "SaverDef":
        return messages_v1.message(name)
    raise AttributeError(f"tf.compat.v1.train.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same).")


__all__ = sorted({*_MODULES, *_SHARED, *_ALIASES, *_NAMESPACES, "SaverDef", "summary_iterator"})
__dir__ = listing(globals())
