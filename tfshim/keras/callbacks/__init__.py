"""`tf.keras.callbacks`: what is called while a model is trained, evaluated or used."""

from tfshim._listing import lazily, names

_MODULES = {
    "base": "Callback History",
    "callback_list": "CallbackList",
    "checkpoints": "BackupAndRestore ModelCheckpoint SidecarEvaluatorModelExport",
    "learning_rates": "LearningRateScheduler ReduceLROnPlateau",
    "logs": "CSVLogger RemoteMonitor",
    "progress": "ProgbarLogger",
    "simple": "BaseLogger LambdaCallback TerminateOnNaN",
    "stopping": "EarlyStopping",
    "tensorboard": "TensorBoard",
}
_SUBMODULES = "experimental".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
