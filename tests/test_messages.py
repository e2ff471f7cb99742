"""Protocol messages are TensorFlow's: their files, names and fields, and what other libraries compile against them."""

import copy
import importlib
import json
import pickle

import pytest
from google.protobuf import descriptor_pool, message_factory

import tfshim as tf
from tests.message_tables import table
from tests.recorded import programs
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.message_files import described

RECORDED = json.loads((programs.FOLDER.parent / "messages.json").read_text())
# TensorBoard's newer copy has dropped these, which were deprecated.
GONE = {"CodeDef.Trace.file", "CodeDef.Trace.function", "CodeDef.Trace.line"}


# What the public namespace refuses by a name that a file has too.
REFUSED = {"OpLogProto"}


@pytest.mark.parametrize("module", RECORDED)
def test_file(module, active):
    expected = RECORDED[module]
    name = module.rpartition(".")[2].removesuffix("_pb2")
    file = messages.file(name)
    assert (file.__name__, file.DESCRIPTOR.name, file.DESCRIPTOR.package) == (module, expected["file"], expected["package"])
    found = table(file.DESCRIPTOR)
    assert {k: found.get(k) for k in expected["holds"] if k not in GONE} == {k: v for k, v in expected["holds"].items() if k not in GONE}
    served = importlib.import_module(module)
    for message in {*file.DESCRIPTOR.message_types_by_name} - REFUSED:
        assert getattr(served, message) is getattr(file, message)


def test_what_a_library_compiles_refers_to_them(active):
    importlib.import_module("tensorflow.core.framework.tensor_shape_pb2")
    importlib.import_module("tensorflow.core.framework.types_pb2")
    importlib.import_module("tensorflow.core.example.example_pb2")
    pool = descriptor_pool.Default()
    text = described(
        "some_library/schema.proto",
        "some_library",
        {
            "Schema": [
                ("shape", 1, ".tensorflow.TensorShapeProto"),
                ("dtype", 2, "=.tensorflow.DataType"),
                ("example", 3, "string>.tensorflow.Example"),
            ]
        },
        needs=[
            "tensorflow/core/framework/tensor_shape.proto",
            "tensorflow/core/framework/types.proto",
            "tensorflow/core/example/example.proto",
        ],
    )
    pool.AddSerializedFile(text.SerializeToString())
    schema = message_factory.GetMessageClass(pool.FindMessageTypeByName("some_library.Schema"))()
    schema.shape.CopyFrom(tf.TensorShape([2, None]).as_proto())
    schema.dtype = tf.float32.as_datatype_enum
    schema.example["a"].features.feature["x"].int64_list.value.append(3)
    read = type(schema).FromString(schema.SerializeToString())
    assert tf.TensorShape(read.shape).as_list() == [2, None] and isinstance(read.example["a"], tf.train.Example)


def test_former_places_pass_on_what_moved(active):
    importlib.import_module("tensorflow.core.protobuf.error_codes_pb2")
    assert descriptor_pool.Default().FindFileByName("tensorflow/core/protobuf/error_codes.proto").package == "tensorflow.error.dummy"


def test_messages_are_copied_and_pickled(active):
    made = tf.Graph().as_graph_def()
    assert type(made).DESCRIPTOR.full_name == "tensorflow.GraphDef" and copy.deepcopy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert isinstance(made, tf.compat.v1.GraphDef)


def test_what_is_no_file():
    assert not messages.known("no_such_file")
    with pytest.raises(KeyError):
        messages.file("no_such_file")
    with pytest.raises(AttributeError, match="no_such_file"):
        messages.no_such_file  # noqa: B018 - the attribute is asked for


def test_a_file_that_another_library_has_entered_stays():
    text = described("tfshim_tests/entered.proto", "tfshim_tests", {"One": [("a", 1, "int32")]})
    first = messages._entered(text)
    assert messages._entered(described("tfshim_tests/entered.proto", "tfshim_tests", {"Two": []})) is first
