"""The modules that `tf.contrib` was made of, such as `tensorflow.contrib.layers.python.layers.utils`, which programs import from.

Each has the names of its package, `tf.contrib.layers`, and of the module of that package that is called as it is.
"""

import functools
import importlib
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType

_ROOT = "tensorflow.contrib."
# Folders of packages that tfshim has, and the modules in each.
_FOLDERS = {
    "crf.python.ops": "crf",
    "data.python.ops": """batching counter enumerate_ops error_ops get_single_element grouping interleave_ops iterator_ops parsing_ops
        prefetching_ops random_ops readers resampling scan_ops shuffle_ops sliding unique writers""",
    "estimator.python.estimator": "dnn early_stopping extenders head hooks linear logit_fns multi_head rnn",
    "factorization.python.ops": "clustering_ops kmeans",
    "feature_column.python.feature_column": "sequence_feature_column",
    "framework.python.framework": "checkpoint_utils graph_util tensor_util",
    "framework.python.ops": "arg_scope checkpoint_ops ops script_ops sort_ops variables",
    "image.python.ops": "image_ops",
    "keras.api": "",
    "keras.python": "",
    "layers.python.layers": """embedding_ops encoders feature_column feature_column_ops initializers layers normalization optimizers
        regularizers summaries target_column utils""",
    "legacy_seq2seq.python.ops": "seq2seq",
    "learn.python.learn.datasets": "base mnist",
    "learn.python.learn.estimators": "estimator model_fn run_config",
    "learn.python.learn.preprocessing": "categorical_vocabulary text",
    "learn.python.learn": "experiment learn_runner monitors",
    "losses.python.losses": "loss_ops",
    "metrics.python.ops": "confusion_matrix_ops metric_ops",
    "opt.python.training": "adamax external_optimizer lazy_adam_optimizer moving_average_optimizer nadam_optimizer weight_decay_optimizers",
    "rnn.python.ops": "core_rnn_cell core_rnn_cell_impl fused_rnn_cell gru_ops lstm_ops rnn rnn_cell",
    "seq2seq.python.ops": "attention_wrapper basic_decoder beam_search_decoder beam_search_ops decoder helper loss",
    "slim.python.slim.data": "data_decoder data_provider dataset dataset_data_provider parallel_reader prefetch_queue tfexample_decoder",
    "slim.python.slim": "evaluation learning model_analyzer queues summaries",
    "tpu.python.tpu": "bfloat16 tpu_config tpu_context tpu_estimator tpu_optimizer",
    "training.python.training": "bucket_ops device_setter evaluation hparam training",
    "util.python": "",
}
_LINEAR = {"_Linear": "tfshim.contrib.rnn.linear.Linear", "_linear": "tfshim.contrib.rnn.linear.linear"}
# Names that no package had, but modules of it.
_ELSEWHERE = {
    # Of Keras all modules stood below these.
    "keras.api": {"keras": "tfshim.keras"},
    "keras.python": {"keras": "tfshim.keras"},
    "rnn.python.ops.core_rnn_cell": _LINEAR,
    "rnn.python.ops.core_rnn_cell_impl": _LINEAR,
    "seq2seq.python.ops.helper": {"_unstack_ta": "tfshim.contrib.seq2seq.helpers._unstack_ta"},
}


def _all():
    """The names of all modules, each with the folders that it is in."""
    found = set()
    for folder, modules in _FOLDERS.items():
        parts = folder.split(".")
        found.update(".".join(parts[:n]) for n in range(2, len(parts) + 1))
        found.update(f"{folder}.{module}" for module in modules.split())
    return frozenset(found)


_ALL = _all()


class OlderModule(ModuleType):
    """One of these modules, whose names are looked up when they are used."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        here = self.__name__.removeprefix(_ROOT)
        if name in _ELSEWHERE.get(here, ()):
            place, _, other = _ELSEWHERE[here][name].rpartition(".")
            return getattr(importlib.import_module(place), other)
        package_name, *folders = here.split(".")
        package = getattr(importlib.import_module("tfshim.contrib"), package_name)
        own = _within(package, folders)
        for place in (own, package):
            value = None if place is None else getattr(place, name, None)
            # A module of tfshim's is no function of the same name: those are found by the next line.
            if value is not None and not isinstance(value, ModuleType):
                return value
        if f"{here}.{name}" in _ALL:
            return importlib.import_module(f"{self.__name__}.{name}")
        return getattr(package, name)  # whose error says what there is


def _within(package, folders):
    """What `package` has under the longest end of `folders` (`datasets.mnist` of learn's); None where it has nothing of the kind."""
    for start in range(len(folders)):
        place = functools.reduce(lambda found, name: getattr(found, name, None), folders[start:], package)
        if place is not None and not isinstance(place, OlderModule):
            return place
    return None


class _Loader(Loader):
    def create_module(self, spec):
        return OlderModule(spec.name)

    def exec_module(self, module):
        pass


def spec(fullname):
    """The spec of one of these modules; None for any other name."""
    return ModuleSpec(fullname, _Loader(), is_package=True) if fullname.removeprefix(_ROOT) in _ALL else None


def find(fullname):
    """(the longest of these modules that the dotted `fullname` begins with, a list of the names that follow), None where there is none."""
    parts = fullname.removeprefix(_ROOT).split(".")
    size = next((n for n in range(len(parts), 1, -1) if ".".join(parts[:n]) in _ALL), None)
    return None if size is None else (OlderModule(_ROOT + ".".join(parts[:size])), parts[size:])
