"""Refusals of operations, gradients, functions and graphs."""

from tfshim._names import ABSENT
from tfshim.refusals._entries import argument, below, gathered, name, situation

_STATIC = "it decides the shape of the graph"
_KERNELS = "it holds kernels that were built for TensorFlow"
_AS_TORCH = "write them as torch functions and call them through tf.py_function"
_NO_LIBRARY = "there is no TensorFlow C++ library to build against"
_CUSTOM_OPS = "write custom operations in Python with tf.py_function, or as torch extensions (torch.utils.cpp_extension)"
_NO_PROTOS = "there are no descriptors of messages here"
_CUT = "`data_format`='NCHW_VECT_C' is not supported"

REFUSALS = gathered(
    *(
        name(f"tf.{namespace}", advice.rstrip("."), "", clause="is not part of tfshim", error=AttributeError)
        for namespace, advice in ABSENT.items()
    ),
    # ------------------------------------------------------------------ tensors
    argument(
        "tf.fill tf.zeros tf.ones tf.zeros_like tf.ones_like",
        "layout",
        "there are no DTensor meshes here",
        "leave it None and place the tensor with tf.device or tf.distribute",
    ),
    situation(
        "tfshim.to_module",
        "seeded",
        "{operation} draws random numbers from a seed, which is not supported while torch exports or compiles",
        "it would draw them once and for all",
        "leave its seed and tf.random.set_seed out, export after eval(), or call the module without torch.compile",
    ),
    situation(
        "tfshim.from_module",
        "get_config",
        "a configuration of the layer of a {module} is not supported",
        "a file holds no code of torch's modules",
        "save weights, or derive a class from tfshim.TorchLayer that makes its module itself and has a get_config",
    ),
    situation(
        "tfshim.to_module",
        "control flow",
        "{operation} within a branch or loop is not supported while torch exports or compiles",
        "torch's branches and loops have no effects",
        "let the branch or loop give the new value, and assign it afterwards",
    ),
    situation(
        "tfshim.to_module",
        "lists in loops",
        "a loop that carries a TensorArray and takes an unknown number of turns is not supported while torch exports or compiles",
        "torch's loops carry tensors of fixed shapes",
        "give the inputs a fixed number of time steps, or stack the values outside of the loop",
    ),
    situation(
        "tfshim.to_module",
        "changing table",
        "a lookup in a {table} is not supported while torch exports or compiles",
        "what the table holds can change",
        "use tf.lookup.StaticHashTable",
    ),
    situation("tf.nn.max_pool", "format", "{op_type}: " + _CUT, "", "use 'NHWC' or 'NCHW'"),
    situation("tf.nn.space_to_depth", "format", "{op_type}: " + _CUT, "", "use 'NHWC' or 'NCHW'"),
    situation(
        "parameterized_truncated_normal",
        "stateful",
        "drawing from the seeds of the process is not supported",
        "its stream of numbers is not known",
        "use tf.random.stateless_parameterized_truncated_normal",
    ),
    situation("pfor", "pfor_config", "a `loop_fn` that takes `pfor_config` is not supported", "rows are batched by torch", "leave it out"),
    situation("add_operators", "addition_tiers", "`addition_tiers` is not supported", "the cheapest form is taken", "leave it None"),
    situation(
        "tf.linalg.LinearOperator",
        "size",
        "`{argument}` that is a tensor without a known value is not supported",
        _STATIC,
        "give a Python integer",
    ),
    situation(
        "tf.linalg.LinearOperatorCirculant tf.linalg.LinearOperatorCirculant2D tf.linalg.LinearOperatorCirculant3D",
        "rank",
        "a `spectrum` of unknown rank is not supported",
        _STATIC,
        "use tf.ensure_shape first",
    ),
    situation("tf.sparse.cross", "separator", "a `separator` without a known value is not supported", _STATIC, "give a Python string"),
    situation("tf.signal.mdct", "length", "a `{argument}` without a known value is not supported", _STATIC, "give a Python integer"),
    situation(
        "tf.random.Generator",
        "seed",
        "a seed tensor whose number of elements is not known while a function is traced is not supported",
        _STATIC,
        "give it a static shape with tf.ensure_shape",
    ),
    situation(
        "tf.map_fn",
        "signature",
        "`fn_output_signature` {spec!r} is not supported",
        "its rows cannot be collected",
        "return dense or ragged tensors",
    ),
    situation(
        "tf.map_fn", "rows", "rows of a {kind} are not supported in a graph", "they cannot be taken one by one", "make it dense or ragged"
    ),
    name(
        "tf.nondifferentiable_batch_function",
        "calls of several threads are not gathered into batches",
        "batch the inputs before the call, for example with tf.data.Dataset.batch",
    ),
    name(
        "tf.image.generate_bounding_box_proposals",
        "it has a kernel for GPUs only in TensorFlow and none here",
        "shift the anchors by `bbox_deltas` and pass the boxes to tf.image.non_max_suppression",
    ),
    name("tf.quantization.quantized_concat", "", "dequantize the parts, join them with tf.concat and quantize the result"),
    situation(
        "tf.lookup.KeyValueTensorInitializer",
        "session",
        "`{argument}`={tensor}, whose value is known in sessions only, is not supported",
        "a table is filled when it is made",
        "give a constant, or insert into a tf.lookup.experimental.MutableHashTable",
    ),
    situation(
        "tf.raw_ops",
        "operation",
        "{op_type} is not supported",
        "it is part of TensorFlow's own machinery, or no function of tfshim computes it",
        "use the public function that stands on it; dir(tf.raw_ops) lists what there is",
    ),
    situation("tf.raw_ops", "attribute", "{op_type}: the attribute {key} is not supported", "", "leave it out"),
    # ------------------------------------------------------------------ ragged tensors
    situation("tf.gather_nd", "ragged", "`batch_dims` other than 0 is not supported for ragged tensors", "", "use tf.gather"),
    situation(
        "tf.gather_nd",
        "empty",
        "`indices` that are empty in the last dimension are not supported for ragged tensors",
        "",
        "use the tensor itself",
    ),
    situation("tf.RaggedTensor", "newaxis", "__getitem__: tf.newaxis before further keys is not supported", "", "use two steps"),
    # ------------------------------------------------------------------ variables and arrays
    argument("tf.Variable", "variable_def import_scope", "messages of variables are read with their graph", "give an `initial_value`"),
    argument("tf.Variable", "caching_device", "reads are not copied to other devices", "place the variable with tf.device"),
    argument("tf.TensorArray", "handle", "it belongs to TensorFlow 1's resources", "pass `flow`"),
    name("tf.TensorArray.grad", "", "use tf.GradientTape"),
    situation(
        "tf.CriticalSection.execute",
        "graph",
        "a call in a TF 1 graph is not supported",
        "what it would run has no access to the values of a session",
        "order the operations with control dependencies",
    ),
    # ------------------------------------------------------------------ types
    name("tf.TypeSpec.experimental_as_proto", "", "pickle the spec, or use its _serialize()"),
    name("tf.TypeSpec.experimental_from_proto", "", "unpickle the spec"),
    # ------------------------------------------------------------------ functions and gradients
    name(
        "tf.types.experimental.GenericFunction.experimental_get_compiler_ir",
        "functions are compiled by torch, not XLA",
        "look at torch.compile's own logs (TORCH_LOGS=output_code)",
    ),
    situation(
        "tf.types.experimental.ConcreteFunction",
        "other variables",
        "a call with other variables than those it was traced for is not supported where its graph has loops, branches or gradients",
        "a graph refers to its variables",
        "call the tf.function, or its get_concrete_function with these variables",
    ),
    situation(
        "tf.custom_gradient",
        "recursive",
        "a gradient function that calls its own function is not supported in what is saved",
        "",
        "save the function without it",
    ),
    situation(
        "tf.Graph.as_graph_def",
        "reference",
        "writing '{node}' again is not supported, which changes a reference variable in a branch of TensorFlow 1",
        "",
        "keep the message that was read",
    ),
    situation(
        "tf.gradients",
        "frame",
        "gradients by what is computed within a loop or branch of TensorFlow 1's first control flow ({node}) are not supported",
        "",
        "differentiate by what comes into it",
    ),
    situation(
        "tf.custom_gradient",
        "unseen",
        "derivatives of higher order are not supported of a function whose gradient function calls it and uses tensors by attributes",
        "",
        "let the gradient function use local names",
    ),
    situation(
        "tf.GradientTape",
        "replaced",
        "gradients outside of functions are not supported while the registry of gradients has another function for {type} operations",
        "",
        "take them within a tf.function",
    ),
    situation(
        "tf.gradients",
        "around",
        "derivatives of derivatives by what the graph around a branch, loop body or function computes are not supported within it",
        "",
        "compute what is differentiated within it as well, or take the derivatives outside",
    ),
    situation(
        "tf.GradientTape.gradient",
        "outside",
        "a gradient that another tape records, of what both recorded outside of this function, is not supported",
        "",
        "open the tapes in the function, or take the gradients outside",
    ),
    situation(
        "tf.GradientTape.reset",
        "outside",
        "a tape that records around a function or branch is not supported to begin anew within it",
        "",
        "call `reset` where the tape was opened",
    ),
    situation(
        "tf.GradientTape.jacobian",
        "outside",
        "tensors of this function are not supported with a tape opened outside of it",
        "",
        "open the tape in the function, or call `jacobian` outside",
    ),
    # ------------------------------------------------------------------ graphs
    situation(
        "tf.import_graph_def",
        "frame",
        "the graph has frames that are entered by what leaves them, which is not supported",
        "no loop of TensorFlow makes such",
        "write the graph with tf.compat.v1.enable_control_flow_v2()",
    ),
    situation(
        "tf.import_graph_def",
        "keys",
        "node '{node}', which parses examples by keys that are not constants, is not supported",
        "",
        "parse them by `tf.io.parse_example`, and give the results by `input_map`",
    ),
    situation(
        "tf.import_graph_def",
        "output",
        "output {index} of node '{source}' (operation {kind}) is not supported",
        "the operation has {count} outputs here",
        "use another output",
    ),
    situation(
        "tf.import_graph_def",
        "resource",
        "the resource {resource} is no variable that is known here, which is not supported",
        "",
        "map it to a variable's `handle` with `input_map`",
    ),
    situation(
        "tf.import_graph_def", "node", "{what} of node '{node}' (operation {op}) is not supported", "", "build this part of the graph anew"
    ),
    situation(
        "tf.import_graph_def",
        "refused node",
        "{reason} cannot be read from a GraphDef, and is needed by what is run, which is not supported",
        "",
        "build this part of the graph anew",
    ),
    situation(
        "tf.import_graph_def", "Nesterov", "Nesterov's form of Adam (node '{node}') is not supported", "", "build the optimizer anew"
    ),
    situation("tf.load_op_library tf.load_library", "kernels", "the library {path} is not supported", _KERNELS, _AS_TORCH),
    # ------------------------------------------------------------------ the rest
    argument("tf.summary.create_file_writer", "experimental_mesh", "there are no DTensor meshes here", "make one writer per process"),
    name(below("tf.sysconfig", "get_compile_flags get_link_flags get_include get_lib"), _NO_LIBRARY, _CUSTOM_OPS),
    name(
        "tf.io.decode_proto",
        _NO_PROTOS,
        "read messages with the class that protoc made, inside tf.py_function, or use tf.io.parse_example for tf.train.Example",
    ),
    name(
        "tf.io.encode_proto", _NO_PROTOS, "write messages with the class that protoc made, inside tf.py_function, or use tf.train.Example"
    ),
    name("tf.experimental.enable_strict_mode", "", "turn DeprecationWarning into errors with the warnings module"),
    name(
        "tf.experimental.register_filesystem_plugin",
        "plugins are TensorFlow's C interface",
        "install an fsspec package for the file system",
    ),
    argument(
        "tf.experimental.function_executor_type",
        "executor_type",
        "functions have one executor",
        "give ''",
        besides=("",),
        clause="`{0}`={value!r} is not supported",
    ),
    name("tf.experimental.tensorrt.Converter", "there is no TensorRT here", "export the PyTorch module to ONNX, or use torch_tensorrt"),
    argument(
        "tf.test.Benchmark.run_op_benchmark",
        "store_trace",
        "",
        "give Session.run a RunMetadata, or use tf.profiler.experimental",
        values=(True,),
    ),
    argument("tf.test.TestCase.assertProtoEquals", "relative_tolerance", "", "compare the numbers with assertAllClose"),
)
