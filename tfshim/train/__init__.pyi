# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.compat.v1.train.averages import ExponentialMovingAverage as ExponentialMovingAverage
from tfshim.protos.clusters import ClusterSpec as ClusterSpec
from tfshim.train import experimental as experimental
from tfshim.train.checkpoint import Checkpoint as Checkpoint, CheckpointOptions as CheckpointOptions
from tfshim.train.coordinator import Coordinator as Coordinator
from tfshim.train.manager import CheckpointManager as CheckpointManager
from tfshim.train.reading import checkpoints_iterator as checkpoints_iterator, get_checkpoint_state as get_checkpoint_state
from tfshim.train.reading import latest_checkpoint as latest_checkpoint, list_variables as list_variables
from tfshim.train.reading import load_checkpoint as load_checkpoint, load_variable as load_variable
from tfshim.train.views import CheckpointView as CheckpointView, TrackableView as TrackableView
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
SequenceExample: type[Any]
ServerDef: type[Any]
