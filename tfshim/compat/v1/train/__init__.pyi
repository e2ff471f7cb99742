# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.compat.v1.train import queue_runner as queue_runner
from tfshim.compat.v1.train.adagrad import AdagradDAOptimizer as AdagradDAOptimizer, AdagradOptimizer as AdagradOptimizer
from tfshim.compat.v1.train.adagrad import FtrlOptimizer as FtrlOptimizer, ProximalAdagradOptimizer as ProximalAdagradOptimizer
from tfshim.compat.v1.train.adaptive import AdadeltaOptimizer as AdadeltaOptimizer, AdamOptimizer as AdamOptimizer
from tfshim.compat.v1.train.adaptive import RMSPropOptimizer as RMSPropOptimizer
from tfshim.compat.v1.train.averages import ExponentialMovingAverage as ExponentialMovingAverage
from tfshim.compat.v1.train.batching import batch as batch, batch_join as batch_join, maybe_batch as maybe_batch
from tfshim.compat.v1.train.batching import maybe_batch_join as maybe_batch_join, maybe_shuffle_batch as maybe_shuffle_batch
from tfshim.compat.v1.train.batching import maybe_shuffle_batch_join as maybe_shuffle_batch_join, shuffle_batch as shuffle_batch
from tfshim.compat.v1.train.batching import shuffle_batch_join as shuffle_batch_join
from tfshim.compat.v1.train.checkpoint_files import checkpoint_exists as checkpoint_exists
from tfshim.compat.v1.train.checkpoint_files import generate_checkpoint_state_proto as generate_checkpoint_state_proto
from tfshim.compat.v1.train.checkpoint_files import get_checkpoint_mtimes as get_checkpoint_mtimes, remove_checkpoint as remove_checkpoint
from tfshim.compat.v1.train.checkpoint_files import update_checkpoint_state as update_checkpoint_state
from tfshim.compat.v1.train.decays import cosine_decay as cosine_decay, cosine_decay_restarts as cosine_decay_restarts
from tfshim.compat.v1.train.decays import exponential_decay as exponential_decay, inverse_time_decay as inverse_time_decay
from tfshim.compat.v1.train.decays import linear_cosine_decay as linear_cosine_decay, natural_exp_decay as natural_exp_decay
from tfshim.compat.v1.train.decays import noisy_linear_cosine_decay as noisy_linear_cosine_decay, piecewise_constant as piecewise_constant
from tfshim.compat.v1.train.decays import piecewise_constant as piecewise_constant_decay, polynomial_decay as polynomial_decay
from tfshim.compat.v1.train.gradient_descent import GradientDescentOptimizer as GradientDescentOptimizer
from tfshim.compat.v1.train.gradient_descent import MomentumOptimizer as MomentumOptimizer
from tfshim.compat.v1.train.gradient_descent import ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer
from tfshim.compat.v1.train.hooks import FeedFnHook as FeedFnHook, FinalOpsHook as FinalOpsHook
from tfshim.compat.v1.train.hooks import GlobalStepWaiterHook as GlobalStepWaiterHook, LoggingTensorHook as LoggingTensorHook
from tfshim.compat.v1.train.hooks import NanLossDuringTrainingError as NanLossDuringTrainingError, NanTensorHook as NanTensorHook
from tfshim.compat.v1.train.hooks import ProfilerHook as ProfilerHook, StepCounterHook as StepCounterHook, StopAtStepHook as StopAtStepHook
from tfshim.compat.v1.train.hooks import SummarySaverHook as SummarySaverHook
from tfshim.compat.v1.train.initial_values import init_from_checkpoint as init_from_checkpoint
from tfshim.compat.v1.train.input import input_producer as input_producer, limit_epochs as limit_epochs
from tfshim.compat.v1.train.input import match_filenames_once as match_filenames_once, range_input_producer as range_input_producer
from tfshim.compat.v1.train.input import slice_input_producer as slice_input_producer, string_input_producer as string_input_producer
from tfshim.compat.v1.train.meta_graph import export_meta_graph as export_meta_graph
from tfshim.compat.v1.train.meta_graph_import import import_meta_graph as import_meta_graph
from tfshim.compat.v1.train.optimizer import Optimizer as Optimizer
from tfshim.compat.v1.train.queue_runner import QueueRunner as QueueRunner, add_queue_runner as add_queue_runner
from tfshim.compat.v1.train.queue_runner import start_queue_runners as start_queue_runners
from tfshim.compat.v1.train.replicas import replica_device_setter as replica_device_setter
from tfshim.compat.v1.train.saver import Saver as Saver
from tfshim.compat.v1.train.session_hooks.base import SecondOrStepTimer as SecondOrStepTimer, SessionRunArgs as SessionRunArgs
from tfshim.compat.v1.train.session_hooks.base import SessionRunContext as SessionRunContext, SessionRunHook as SessionRunHook
from tfshim.compat.v1.train.session_hooks.base import SessionRunValues as SessionRunValues
from tfshim.compat.v1.train.session_hooks.checkpoints import CheckpointSaverHook as CheckpointSaverHook
from tfshim.compat.v1.train.session_hooks.checkpoints import CheckpointSaverListener as CheckpointSaverListener
from tfshim.compat.v1.train.sessions.creators import ChiefSessionCreator as ChiefSessionCreator, SessionCreator as SessionCreator
from tfshim.compat.v1.train.sessions.creators import WorkerSessionCreator as WorkerSessionCreator
from tfshim.compat.v1.train.sessions.looper import LooperThread as LooperThread
from tfshim.compat.v1.train.sessions.monitored import MonitoredSession as MonitoredSession
from tfshim.compat.v1.train.sessions.monitored import MonitoredTrainingSession as MonitoredTrainingSession
from tfshim.compat.v1.train.sessions.monitored import SingularMonitoredSession as SingularMonitoredSession
from tfshim.compat.v1.train.sessions.scaffold import Scaffold as Scaffold
from tfshim.compat.v1.train.sessions.session_manager import SessionManager as SessionManager
from tfshim.compat.v1.train.sessions.supervisor import Supervisor as Supervisor, basic_train_loop as basic_train_loop
from tfshim.compat.v1.train.steps import assert_global_step as assert_global_step, create_global_step as create_global_step
from tfshim.compat.v1.train.steps import get_global_step as get_global_step, get_or_create_global_step as get_or_create_global_step
from tfshim.compat.v1.train.steps import global_step as global_step
from tfshim.compat.v1.train.sync_replicas import SyncReplicasOptimizer as SyncReplicasOptimizer
from tfshim.compat.v1.train.warm_starting import VocabInfo as VocabInfo, warm_start as warm_start
from tfshim.compat.v1.unsupported import do_quantize_training_on_graphdef as do_quantize_training_on_graphdef, sdca_fprint as sdca_fprint
from tfshim.compat.v1.unsupported import sdca_optimizer as sdca_optimizer, sdca_shrink_l1 as sdca_shrink_l1
from tfshim.distribute.server import Server as Server
from tfshim.io.file_ops import write_graph as write_graph
from tfshim.protos.clusters import ClusterSpec as ClusterSpec
from tfshim.train.checkpoint import Checkpoint as Checkpoint, CheckpointOptions as CheckpointOptions
from tfshim.train.coordinator import Coordinator as Coordinator
from tfshim.train.manager import CheckpointManager as CheckpointManager
from tfshim.train.reading import NewCheckpointReader as NewCheckpointReader, checkpoints_iterator as checkpoints_iterator
from tfshim.train.reading import get_checkpoint_state as get_checkpoint_state, latest_checkpoint as latest_checkpoint
from tfshim.train.reading import list_variables as list_variables, load_checkpoint as load_checkpoint, load_variable as load_variable
from collections.abc import Iterator
from tfshim.compat.v1._annotations import Message
from tfshim.engine.values.annotations import Path
BytesList: type[Any]
ClusterDef: type[Any]
Example: type[Any]
Feature: type[Any]
FeatureList: type[Any]
FeatureLists: type[Any]
Features: type[Any]
FloatList: type[Any]
Int64List: type[Any]
JobDef: type[Any]
SaverDef: type[Any]
SequenceExample: type[Any]
ServerDef: type[Any]
experimental: Any
def summary_iterator(path: Path) -> Iterator[Message]: ...
