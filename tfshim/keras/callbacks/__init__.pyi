# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.callbacks import experimental as experimental
from tfshim.keras.callbacks.backup import BackupAndRestore as BackupAndRestore
from tfshim.keras.callbacks.base import Callback as Callback, History as History
from tfshim.keras.callbacks.callback_list import CallbackList as CallbackList
from tfshim.keras.callbacks.checkpoints import ModelCheckpoint as ModelCheckpoint
from tfshim.keras.callbacks.checkpoints import SidecarEvaluatorModelExport as SidecarEvaluatorModelExport
from tfshim.keras.callbacks.learning_rates import LearningRateScheduler as LearningRateScheduler, ReduceLROnPlateau as ReduceLROnPlateau
from tfshim.keras.callbacks.logs import CSVLogger as CSVLogger, RemoteMonitor as RemoteMonitor
from tfshim.keras.callbacks.progress import ProgbarLogger as ProgbarLogger
from tfshim.keras.callbacks.simple import BaseLogger as BaseLogger, LambdaCallback as LambdaCallback, TerminateOnNaN as TerminateOnNaN
from tfshim.keras.callbacks.stopping import EarlyStopping as EarlyStopping
from tfshim.keras.callbacks.tensorboard import TensorBoard as TensorBoard
