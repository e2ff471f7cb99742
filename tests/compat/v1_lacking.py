"""What `tf.compat.v1` has not of TensorFlow's names, or has otherwise, by the reason; `test_v1_interface` holds it to be exact."""


def below(namespace, names):
    return " ".join(f"{namespace}.{name}" for name in names.split())


# Names that are not there.
NAMES = {
    "tf.lite and tf.mlir are refused as a whole": " ".join(
        [
            below("lite", "Interpreter OpHint OpsSet Optimize RepresentativeDataset TFLiteConverter TargetSpec TocoConverter toco_convert"),
            below("lite.constants", "FLOAT FLOAT16 GRAPHVIZ_DOT INT16 INT32 INT64 INT8 QUANTIZED_UINT8 STRING TFLITE"),
            below("lite.experimental", "Analyzer OpResolverType QuantizationDebugOptions QuantizationDebugger authoring.compatible"),
            below("lite.experimental", "convert_op_hints_to_stubs load_delegate"),
            below("mlir.experimental", "convert_function convert_graph_def convert_saved_model convert_saved_model_v1 run_pass_pipeline"),
            below("mlir.experimental", "tflite_to_tosa_bytecode write_bytecode"),
        ]
    ),
    "refused, by a function in the place of a class": below("profiler", "OpLogProto"),
    "quantized arithmetic": below(
        "quantization.experimental",
        "QuantizationComponentSpec QuantizationMethod QuantizationOptions TfRecordRepresentativeDatasetSaver UnitWiseQuantizationSpec "
        "quantize_saved_model",
    ),
}

# Functions and classes that are called otherwise.
ARGUMENTS = {
    "made by what gives them only": "DType dtypes.DType data.Iterator",
    "its base is one of Python's own": "estimator.NanLossDuringTrainingError train.NanLossDuringTrainingError",
}

# {class: the members that it has not}
MEMBERS = {
    "of TensorFlow's C++ graph": {
        "Graph": "Dismantle get new_operations",
        "Operation": "experimental_set_type from_node_def",
    },
    "there are no sessions over several steps": {"distribute.StrategyExtended": "experimental_run_steps_on_iterator"},
}
