"""Record what TensorFlow's files of protocol messages hold, of those that tfshim has too.

    python scripts/record_messages.py

Writes tests/data/messages.json, with a Python that has TensorFlow 2.15.1.
"""

import importlib

from recording import DATA, write_rows

from tests.message_tables import table

NAMES = """core.framework: allocation_description api_def attr_value cost_graph cpp_shape_inference full_type function graph
    graph_debug_info node_def op_def resource_handle step_stats summary tensor_description tensor tensor_shape tensor_slice types
    variable versions
core.protobuf: cluster config debug device_filters meta_graph named_tensor rewriter_config saved_model saved_object_graph
    saver struct tensorflow_server trackable_object_graph verifier_config
core.profiler: tfprof_log
core.util: event
core.example: example feature
tsl.protobuf: coordination_config error_codes histogram rpc_options status
tsl.profiler.protobuf: xplane"""


def main():
    recorded, folder = {}, ""
    for word in NAMES.split():
        if word.endswith(":"):
            folder = word.rstrip(":")
            continue
        module = f"tensorflow.{folder}.{word}_pb2"
        descriptor = importlib.import_module(module).DESCRIPTOR
        recorded[module] = {"file": descriptor.name, "package": descriptor.package, "holds": table(descriptor)}
    write_rows(DATA / "messages.json", recorded)


if __name__ == "__main__":
    main()
