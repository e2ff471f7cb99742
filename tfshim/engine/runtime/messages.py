"""TensorFlow's protocol messages, each file of them as an attribute: `messages.node_def.NodeDef`.

They stand in protobuf's default pool, in TensorFlow's package and under the names of TensorFlow's files: what other libraries have
compiled refers to them by these names, and works on the very classes that are used here. Most descriptions are taken from TensorBoard,
which has these files in a package of its own; what it lacks is described here.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Iterable, Set
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime.message_files import described
from tfshim.engine.runtime.observing_messages import (
    DEBUG,
    DEBUG_MODES,
    GRAPH_PROFILE,
    PROFILE,
    PROFILE_DEVICES,
    PROFILE_MONITORED,
    PROFILE_MONITORINGS,
    PROFILE_OPTIONS,
    PROFILE_SERVICE,
)

if TYPE_CHECKING:
    from google.protobuf.descriptor_pb2 import FileDescriptorProto
    from google.protobuf.message import Message

_OF_TENSORBOARD = {
    "tensorflow/core/framework": """allocation_description api_def attr_value cost_graph cpp_shape_inference full_type function graph
        graph_debug_info node_def op_def resource_handle step_stats summary tensor_description tensor tensor_shape types variable
        versions""",
    "tensorflow/core/protobuf": """cluster config debug meta_graph rewriter_config saved_object_graph saver struct
        trackable_object_graph verifier_config""",
    "tensorflow/core/profiler": "tfprof_log",
    "tensorflow/core/util": "event",
    "tsl/protobuf": "coordination_config histogram rpc_options",
}
_FOLDERS = {name: folder for folder, names in _OF_TENSORBOARD.items() for name in names.split()}
_PACKAGES = {"cpp_shape_inference": "tensorflow.core", "tfprof_log": "tensorflow.tfprof"}

FEATURES = {
    "BytesList": [("value", 1, "*bytes")],
    "FloatList": [("value", 1, "*float")],
    "Int64List": [("value", 1, "*int64")],
    "Feature": [("bytes_list", 1, "kind|BytesList"), ("float_list", 2, "kind|FloatList"), ("int64_list", 3, "kind|Int64List")],
    "Features": [("feature", 1, "string>Feature")],
    "FeatureList": [("feature", 1, "*Feature")],
    "FeatureLists": [("feature_list", 1, "string>FeatureList")],
}
EXAMPLES = {
    "Example": [("features", 1, "Features")],
    "SequenceExample": [("context", 1, "Features"), ("feature_lists", 2, "FeatureLists")],
}
_CODES = """OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED
    FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED""".split()
_NOT_USED = ("DO_NOT_USE_RESERVED_FOR_FUTURE_EXPANSION_USE_DEFAULT_IN_SWITCH_INSTEAD_", 20)
# file -> (name, package, messages, enums, the files that it needs)
_DESCRIBED: dict[str, tuple[Any, ...]] = {
    "feature": ("tensorflow/core/example/feature.proto", "tensorflow", FEATURES, {}, ()),
    "example": ("tensorflow/core/example/example.proto", "tensorflow", EXAMPLES, {}, ("feature",)),
    "saved_model": (
        "tensorflow/core/protobuf/saved_model.proto",
        "tensorflow",
        {"SavedModel": [("saved_model_schema_version", 1, "int64"), ("meta_graphs", 2, "*MetaGraphDef")]},
        {},
        ("meta_graph",),
    ),
    "checkpoint_state": (
        "tensorflow/python/training/checkpoint_state.proto",
        "tensorflow",
        {
            "CheckpointState": [
                ("model_checkpoint_path", 1, "string"),
                ("all_model_checkpoint_paths", 2, "*string"),
                ("all_model_checkpoint_timestamps", 3, "*double"),
                ("last_preserved_timestamp", 4, "double"),
            ]
        },
        {},
        (),
    ),
    "tensor_slice": (
        "tensorflow/core/framework/tensor_slice.proto",
        "tensorflow",
        {
            "TensorSliceProto": [("extent", 1, "*TensorSliceProto.Extent")],
            "TensorSliceProto.Extent": [("start", 1, "int64"), ("length", 2, "has_length|int64")],
        },
        {},
        (),
    ),
    "named_tensor": (
        "tensorflow/core/protobuf/named_tensor.proto",
        "tensorflow",
        {"NamedTensorProto": [("name", 1, "string"), ("tensor", 2, "TensorProto")]},
        {},
        ("tensor",),
    ),
    "error_codes": (
        "tsl/protobuf/error_codes.proto",
        "tensorflow.error",
        {},
        {"Code": [*((name, number) for number, name in enumerate(_CODES)), _NOT_USED]},
        (),
    ),
    "status": (
        "tsl/protobuf/status.proto",
        "tensorflow",
        {"StatusProto": [("code", 1, "=.tensorflow.error.Code"), ("message", 2, "string")]},
        {},
        ("error_codes",),
    ),
    "device_filters": (
        "tensorflow/core/protobuf/device_filters.proto",
        "tensorflow",
        {
            "TaskDeviceFilters": [("device_filters", 1, "*string")],
            "JobDeviceFilters": [("name", 1, "string"), ("tasks", 2, "int32>TaskDeviceFilters")],
            "ClusterDeviceFilters": [("jobs", 1, "*JobDeviceFilters")],
        },
        {},
        (),
    ),
    "tensorflow_server": (
        "tensorflow/core/protobuf/tensorflow_server.proto",
        "tensorflow",
        {
            "ServerDef": [
                ("cluster", 1, "ClusterDef"),
                ("job_name", 2, "string"),
                ("replica", 8, "int32"),
                ("task_index", 3, "int32"),
                ("default_session_config", 4, "ConfigProto"),
                ("protocol", 5, "string"),
                ("port", 6, "int32"),
                ("cluster_device_filters", 7, "ClusterDeviceFilters"),
            ]
        },
        {},
        ("cluster", "config", "device_filters"),
    ),
    "debug_event": (
        "tensorflow/core/protobuf/debug_event.proto",
        "tensorflow",
        DEBUG,
        {"TensorDebugMode": [(name, number) for number, name in enumerate(DEBUG_MODES)]},
        ("graph_debug_info", "tensor"),
    ),
    "tfprof_output": (
        "tensorflow/core/profiler/tfprof_output.proto",
        "tensorflow.tfprof",
        GRAPH_PROFILE,
        {},
        ("tensor_shape", "types"),
    ),
    "xplane": ("tsl/profiler/protobuf/xplane.proto", "tensorflow.profiler", PROFILE, {}, ()),
    "profiler_options": (
        "tsl/profiler/protobuf/profiler_options.proto",
        "tensorflow",
        PROFILE_OPTIONS,
        {"ProfileOptions.DeviceType": [(name, number) for number, name in enumerate(PROFILE_DEVICES)]},
        (),
    ),
    "profiler_service_monitor_result": (
        "tsl/profiler/protobuf/profiler_service_monitor_result.proto",
        "tensorflow",
        PROFILE_MONITORED,
        {"ProfilerServiceMonitorResult.ResponseType": [(name, number) for number, name in enumerate(PROFILE_MONITORINGS)]},
        (),
    ),
    "profiler_service": (
        "tsl/profiler/protobuf/profiler_service.proto",
        "tensorflow",
        PROFILE_SERVICE,
        {},
        ("profiler_options", "profiler_service_monitor_result"),
    ),
}
# Where TensorFlow had a file before: a file there that passes on what is in the other.
_FORMER = {
    "rpc_options": ("tensorflow/core/protobuf/rpc_options.proto", "tensorflow.dummy"),
    "error_codes": ("tensorflow/core/protobuf/error_codes.proto", "tensorflow.error.dummy"),
    "status": ("tensorflow/core/protobuf/status.proto", "tensorflow.dummy"),
}

_MADE: dict[str, ModuleType] = {}
_LOCK = threading.RLock()


def known(name: str) -> bool:
    """Whether there is a file `name` of messages."""
    return name in _FOLDERS or name in _DESCRIBED


def file(name: str) -> ModuleType:
    """The file `name` as a module, with what protobuf's compiler would put there. KeyError for a file that is not known."""
    with _LOCK:
        if name not in _MADE:
            _MADE[name] = _made(name)
        return _MADE[name]


def text_format() -> ModuleType:
    """Protobuf's module that writes and reads messages as text. Most programs have no use for it."""
    from google.protobuf import text_format

    return text_format


def as_text(message: Message, indent: int = 0) -> str:
    """`message` in text form, all of it ASCII: newer protobuf leaves other characters as they are, which TensorFlow's does not."""
    made: str = text_format().MessageToString(message, as_utf8=False, indent=indent)
    return made


def _made(name: str) -> ModuleType:
    from google.protobuf.internal import builder  # most programs write no messages

    text = _of_tensorboard(name) if name in _FOLDERS else _described(name)
    descriptor = _entered(text)
    if name in _FORMER:
        from google.protobuf.descriptor_pb2 import FileDescriptorProto

        before, package = _FORMER[name]
        _entered(FileDescriptorProto(name=before, package=package, syntax="proto3", dependency=[text.name], public_dependency=[0]))
    shown = ("" if text.name.startswith("tensorflow/") else "tensorflow/") + text.name.removesuffix(".proto") + "_pb2"
    module = ModuleType(shown.replace("/", "."), f"The messages of {text.name}.")
    vars(module)["DESCRIPTOR"] = descriptor
    builder.BuildMessageAndEnumDescriptors(descriptor, vars(module))
    builder.BuildTopDescriptorsAndMessages(descriptor, module.__name__, vars(module))
    return module


def _entered(text: FileDescriptorProto) -> Any:
    """The descriptor of the file in the default pool; one that another library has entered under that name stays."""
    from google.protobuf import descriptor_pool

    pool = descriptor_pool.Default()
    with contextlib.suppress(KeyError):
        return pool.FindFileByName(text.name)
    pool.AddSerializedFile(text.SerializeToString())
    return pool.FindFileByName(text.name)


def _described(name: str) -> FileDescriptorProto:
    path, package, messages, enums, needs = _DESCRIBED[name]
    return described(path, package, messages, enums, [file(need).DESCRIPTOR.name for need in needs])


def _of_tensorboard(name: str) -> FileDescriptorProto:
    """The description of TensorBoard's file `name`, with TensorFlow's names; those that it refers to are entered first."""
    from google.protobuf.descriptor_pb2 import FileDescriptorProto

    text = FileDescriptorProto()
    try:
        module = importlib.import_module(f"tensorboard.compat.proto.{name}_pb2")
    except Exception as e:  # an ImportError, a TypeError, or protobuf's own: every release of it says in another way that it does not fit
        raise ImportError(
            f"TensorBoard cannot be loaded ({e}); `tfshim doctor` says whether its version and protobuf's go together"
        ) from None
    module.DESCRIPTOR.CopyToProto(text)
    text.name, text.package = f"{_FOLDERS[name]}/{name}.proto", _PACKAGES.get(name, "tensorflow")
    for i, other in enumerate(text.dependency):
        short = other.rpartition("/")[2].removesuffix(".proto")
        if short in _FOLDERS:
            text.dependency[i] = file(short).DESCRIPTOR.name
    _rename(text.message_type, {m.name for m in (*text.message_type, *text.enum_type)}, f".{text.package}.")
    return text


def _rename(messages: Iterable[Any], own: Set[str], package: str) -> None:
    """Have fields refer to TensorFlow's messages: those of the same file, which are `own`, are in `package`."""
    for message in messages:
        for field in message.field:
            name = field.type_name.removeprefix(".tensorboard.")
            if name != field.type_name:
                field.type_name = (package if name.partition(".")[0] in own else ".tensorflow.") + name
        _rename(message.nested_type, own, package)


def __getattr__(name: str) -> ModuleType:
    if not known(name):
        raise AttributeError(f"module 'tfshim.engine.runtime.messages' has no attribute {name!r}")
    made = globals()[name] = file(name)
    return made
