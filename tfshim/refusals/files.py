"""Refusals of datasets, files, checkpoints and saved models."""

from tfshim.refusals._entries import argument, gathered, name, situation

_DENSE = "save the function with dense tensors"
_ITERATOR = "save the iterator with tf.train.Checkpoint(iterator=iterator)"

REFUSALS = gathered(
    # ------------------------------------------------------------------ tf.data
    argument(
        "tf.data.Dataset",
        "variant_tensor",
        "a dataset is no tensor",
        "make it by its static methods (from_tensor_slices, range ...), or by tf.data.experimental.from_variant",
    ),
    situation(
        "tf.data.Dataset.batch", "kind", "values of {kind} cannot be stacked, which is not supported", "", "map them to tensors first"
    ),
    situation(
        "tf.data.Dataset.list_files",
        "graph",
        "a `file_pattern` that is a tensor of a graph is not supported",
        "",
        "list the files outside of tf.function",
    ),
    situation(
        "tf.data.Dataset.save",
        "graph",
        "a `shard_func` that uses tensors of the tf.function around it is not supported",
        "",
        "give it what it needs in the elements, or save eagerly",
    ),
    argument(
        "tf.data.Dataset.save tf.data.experimental.save tf.compat.v1.data.Dataset.save",
        "checkpoint_args",
        "an interrupted save has to be started again",
        "leave it out",
    ),
    argument(
        "tf.data.Dataset.load tf.data.experimental.load tf.compat.v1.data.Dataset.load",
        "wait",
        "a saved dataset is complete once it is there",
        "leave it out",
        values=(True,),
    ),
    argument(
        "tf.data.experimental.table_from_dataset tf.data.experimental.index_table_from_dataset",
        "hasher_spec",
        "keys outside the vocabulary go into buckets by the default hash",
        "leave it out",
    ),
    name("tf.data.experimental.CheckpointInputPipelineHook", "it serves Estimators", _ITERATOR),
    situation(
        "tf.data.experimental.make_saveable_from_iterator",
        "eager",
        "an iterator outside of graphs is not supported",
        "",
        _ITERATOR,
    ),
    # ------------------------------------------------------------------ tf.io
    situation(
        "tf.io.parse_sequence_example",
        "partitions",
        "partitions with keys (feature {feature!r}) are not supported for sequence_features",
        "",
        "read the values and their partition as two features",
    ),
    situation(
        "tf.io.parse_sequence_example",
        "default",
        "default_value of FixedLenSequenceFeature ({feature!r}) is not supported for sequence_features",
        "the rest of shorter rows is zero",
        "leave it out",
    ),
    situation(
        "tf.io.decode_jpeg",
        "fancy_upscaling",
        "`fancy_upscaling`=False is not supported for files with coarser colours",
        "",
        "leave it True",
    ),
    situation(
        "tf.io.decode_jpeg",
        "try_recover_truncated",
        "`try_recover_truncated`=True is not supported for files that are cut off",
        "",
        "read what is whole",
    ),
    situation("tf.io.decode_png", "interlaced", "interlaced files of 16 bits are not supported as uint16", "", "use tf.uint8"),
    situation("tf.io.parse_tensor", "quantized", "out_type={out_type!r} is not supported", "", "keep the integers and their scale instead"),
    situation(
        "tf.io.serialize_sparse tf.io.serialize_many_sparse",
        "variant",
        "out_type={out_type!r} is not supported",
        "",
        "use out_type=tf.string",
    ),
    # ------------------------------------------------------------------ checkpoints
    situation(
        "tf.train.load_checkpoint",
        "big-endian",
        "{prefix}: numbers in big-endian order are not supported",
        "",
        "save the checkpoint on another machine",
    ),
    situation(
        "tf.train.load_checkpoint",
        "version",
        "{prefix}: a checkpoint for readers of version {needed} or later of its form is not supported",
        "this one reads version {own}",
        "save the checkpoint with TensorFlow 2.15",
    ),
    situation(
        "tf.train.load_checkpoint",
        "type",
        "{prefix}: {key} is of type {dtype}, which is not supported",
        "",
        "save the checkpoint without it",
    ),
    situation(
        "tf.train.Checkpoint.save",
        "type",
        "{key} is of type {dtype}, which is not supported in a checkpoint",
        "",
        "keep it out of what is saved",
    ),
    # ------------------------------------------------------------------ saved models
    situation(
        "tf.saved_model.save",
        "replicas",
        "the variable {variable} is mirrored, and replicas are not supported in a file",
        "",
        'save with experimental_variable_policy="save_variable_devices"',
    ),
    situation(
        "tf.saved_model.save",
        "node",
        "{what} is not supported in a saved function",
        "",
        "save it without, or use tf.train.Checkpoint and the Python code of the model",
    ),
    situation(
        "tf.saved_model.save",
        "class",
        "{spec!r} among the arguments or results of a function is not supported",
        "its class has no name to be found by again",
        'give the extension type a `__name__`, such as "my_package.MyType", or pass tensors',
    ),
    situation(
        "tf.saved_model.save",
        "structure",
        "{structure!r} among the arguments or results of a function is not supported",
        "",
        "pass dense tensors and plain values",
    ),
    situation("tf.saved_model.save", "table", "a {kind} is not supported", "", "use tf.lookup.StaticHashTable"),
    situation(
        "tf.saved_model.save", "outer", "{function} uses tensors of an outer graph, which is not supported", "", "pass them as arguments"
    ),
    situation("tf.saved_model.load", "rows", "RaggedTensorToTensor with rows given as {how} is not supported", "", _DENSE),
    situation("tf.saved_model.load", "operation", "{kind!r} is not supported", "it is no operation that is known here", "save without it"),
    situation(
        "tf.saved_model.load",
        "variable",
        "the function {function} takes {given!r} where a variable is expected, which is not supported",
        "",
        "save it with a variable",
    ),
    situation(
        "tf.saved_model.load", "table kind", "tables of the kind {kind} are not supported", "", "save with a tf.lookup.StaticHashTable"
    ),
    situation(
        "tf.saved_model.load",
        "table source",
        "a table that is filled from the operation {kind} is not supported",
        "",
        "save it with constant keys and values",
    ),
    situation(
        "tf.saved_model.load",
        "table",
        "a table that is filled in a way that is not known here is not supported",
        "",
        "save it with constant keys and values",
    ),
    situation("tf.saved_model.load", "arguments", "arguments and results of the kind {kind} are not supported", "", _DENSE),
    situation("tf.saved_model.load", "text", "{path}, whose graph is text, is not supported", "", "save it in binary form, as {file}"),
    situation(
        "tf.saved_model.load", "resource", "a resource that is neither a variable nor a table is not supported", "", "save without it"
    ),
)
