"""`tf.keras.callbacks`: what is called while a model is trained, evaluated or used."""

from tfshim._listing import listing
from tfshim.keras.callbacks import experimental
from tfshim.keras.callbacks.base import Callback, CallbackList, History
from tfshim.keras.callbacks.checkpoints import BackupAndRestore, ModelCheckpoint, SidecarEvaluatorModelExport
from tfshim.keras.callbacks.learning_rates import LearningRateScheduler, ReduceLROnPlateau
from tfshim.keras.callbacks.logs import CSVLogger, RemoteMonitor
from tfshim.keras.callbacks.progress import ProgbarLogger
from tfshim.keras.callbacks.simple import BaseLogger, LambdaCallback, TerminateOnNaN
from tfshim.keras.callbacks.stopping import EarlyStopping
from tfshim.keras.callbacks.tensorboard import TensorBoard

__all__ = ["BackupAndRestore", "BaseLogger", "CSVLogger", "Callback", "CallbackList", "EarlyStopping", "History", "LambdaCallback",
           "LearningRateScheduler", "ModelCheckpoint", "ProgbarLogger", "ReduceLROnPlateau", "RemoteMonitor",
           "SidecarEvaluatorModelExport", "TensorBoard", "TerminateOnNaN", "experimental"]
__dir__ = listing(globals())
