"""`tfshim saved_model_cli`: what a saved model holds, and what its signatures compute; TensorFlow's command of that name.

`show`, `run` and `scan` print what TensorFlow's print. `convert`, `freeze_model` and `aot_compile_cpu` make files for TensorRT and XLA,
which are not there.
"""

import argparse
import ast
import io
import os
import re
import sys

import numpy as np

import tfshim as tf
from tfshim.cli import usage
from tfshim.cli.problems import UsageError
from tfshim.compat.v1.saved_model.files import read_graphs
from tfshim.compat.v1.train.meta_graph import ops_used_by_graph_def
from tfshim.files.replacing import write_beside
from tfshim.protos.examples import message
from tfshim.saved_model import contains_saved_model
from tfshim.saved_model.structures import decode_proto

_LOOKED_FOR = ("WriteFile", "ReadFile", "PrintV2")  # operations that reach beyond the model
_NEEDED = {"show": ("dir",), "run": ("dir", "tag_set", "signature_def"), "scan": ("dir",)}
_NOT_THERE = {
    "tf_debug": "use tf.debugging.experimental.enable_dump_debug_info",
    "init_tpu": "there are no TPUs",
    "use_tfrt": "leave it out: it changes no result",
}
_ELSEWHERE = ("convert", "freeze_model", "aot_compile_cpu")


# ---------------------------------------------------------------------- reading
def graphs_of(folder):
    """The MetaGraphDefs of the saved model in `folder`. Raises OSError where there is none."""
    if not contains_saved_model(folder):
        raise OSError(f"SavedModel file does not exist at: {folder}")
    return read_graphs(folder)


def graph_of(folder, tag_set):
    """The MetaGraphDef with the tags `tag_set`, text with commas. Raises RuntimeError where there is none."""
    wanted, found = {tag for tag in tag_set.split(",") if tag}, []
    for meta in graphs_of(folder):
        if set(meta.meta_info_def.tags) == wanted:
            return meta
        found.append(",".join(meta.meta_info_def.tags))
    raise RuntimeError(
        f"MetaGraphDef associated with tag-set {tag_set} could not be found in the SavedModel. Please use one of the following "
        f"tag-sets: {found}"
    )


def _signature(meta, key):
    if key not in meta.signature_def:
        raise ValueError(f'Could not find signature "{key}". Please choose from: {", ".join(meta.signature_def)}')
    return meta.signature_def[key]


def _as_set(names):
    """As Python shows a set, in the order of the alphabet."""
    return f"{{{', '.join(map(repr, sorted(names)))}}}" if names else "set()"


# ---------------------------------------------------------------------- show
def _show(options):
    if options.all:
        _show_all(options.dir)
    elif options.tag_set is None:
        if options.list_ops:
            print("--list_ops must be paired with a tag-set or with --all.")
        sets = sorted(list(meta.meta_info_def.tags) for meta in graphs_of(options.dir))
        print("The given SavedModel contains the following tag-sets:")
        for tags in sets:
            print(repr(", ".join(sorted(tags))))
    else:
        meta = graph_of(options.dir, options.tag_set)
        if options.list_ops:
            _show_operations(meta)
        if options.signature_def is None:
            print("The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:")
            for key in sorted(meta.signature_def):
                print(f'SignatureDef key: "{key}"')
        else:
            _show_signature(_signature(meta, options.signature_def), "")


def _show_all(folder):
    graphs = graphs_of(folder)
    for meta in sorted(graphs, key=lambda meta: list(meta.meta_info_def.tags)):
        print(f"\nMetaGraphDef with tag-set: '{', '.join(meta.meta_info_def.tags)}' contains the following SignatureDefs:")
        for key in sorted(meta.signature_def):
            print(f"\nsignature_def['{key}']:")
            _show_signature(meta.signature_def[key], "  ")
        _show_operations(meta)
    objects = [meta.object_graph_def for meta in graphs if meta.HasField("object_graph_def")]
    if objects:
        _show_functions(objects[0])


def _show_operations(meta):
    shown = _as_set(ops_used_by_graph_def(meta.graph_def))
    print(f"The MetaGraph with tag set {list(meta.meta_info_def.tags)} contains the following ops: {shown}")


def _show_signature(signature, indent):
    for what, word, tensors in (("inputs", "input(s)", signature.inputs), ("outputs", "output(s)", signature.outputs)):
        print(f"{indent}The given SavedModel SignatureDef contains the following {word}:")
        for key in sorted(tensors):
            tensor = tensors[key]
            shape = tensor.tensor_shape
            sizes = "unknown_rank" if shape.unknown_rank else f"({', '.join(str(d.size) for d in shape.dim)})"
            print(f"{indent}  {what}['{key}'] tensor_info:")
            dtype = tensor.DESCRIPTOR.fields_by_name["dtype"].enum_type.values_by_number[tensor.dtype].name
            print(f"{indent}      dtype: {dtype}\n{indent}      shape: {sizes}\n{indent}      name: {tensor.name}")
    print(f"{indent}Method name is: {signature.method_name}")


def _show_functions(objects):
    """The functions that are attributes of the object that was saved, with the arguments of their traces."""
    print("\nConcrete Functions:", end="")
    for child in sorted(objects.nodes[0].children, key=lambda child: child.local_name):
        node = objects.nodes[child.node_id]
        kind = node.WhichOneof("kind")
        if kind not in ("function", "bare_concrete_function"):
            continue
        print(f"\n  Function Name: '{child.local_name}'")
        names = node.function.concrete_functions if kind == "function" else [node.bare_concrete_function.concrete_function_name]
        for number, name in enumerate(names, 1):
            args, kwargs = decode_proto(objects.concrete_functions[name].canonicalized_input_signature)
            if args:
                print(f"    Option #{number}\n      Callable with:")
                _show_arguments(args, "Argument")
            if kwargs:
                _show_arguments(kwargs, "Named Argument")


def _show_arguments(arguments, word):
    for number, value in enumerate(arguments, 1):
        print(f"        {word} #{number}")
        if isinstance(value, str):
            print(f"          {value}")
        elif isinstance(value, tf.TensorSpec):
            print(f"          {value.name}: {value!r}")
        else:
            # The last comma is followed by what takes it away on a terminal.
            if isinstance(value, dict):
                text = "{" + "".join(f"'{k}': {_quoted(v)}, " for k, v in value.items()) + "\b\b}"
            elif hasattr(value, "__iter__"):
                text = "[" + "".join(f"{_quoted(v)}, " for v in value) + "\b\b]"
            else:
                text = str(value)
            print(f"          DType: {type(value).__name__}\n          Value: {text}")


def _quoted(value):
    return f"'{value}'" if isinstance(value, str) else str(value)


# ---------------------------------------------------------------------- scan
def _scan(options):
    wanted = set(_LOOKED_FOR) if options.op_denylist is None else {name for name in options.op_denylist.split(",") if name}
    for meta in [graph_of(options.dir, options.tag_set)] if options.tag_set else graphs_of(options.dir):
        tags, found = list(meta.meta_info_def.tags), wanted.intersection(ops_used_by_graph_def(meta.graph_def))
        if found:
            print(f"MetaGraph with tag set {tags} contains the following denylisted ops: {_as_set(found)}")
        else:
            print(f"MetaGraph with tag set {tags} does not contain the default denylisted ops: {_as_set(wanted)}")


# ---------------------------------------------------------------------- run
def _run(options):
    for name, instead in _NOT_THERE.items():
        if getattr(options, name):
            raise UsageError(f"saved_model_cli run: --{name} is not supported; {instead}")
    if not (options.inputs or options.input_exprs or options.input_examples):
        raise AttributeError("At least one of --inputs, --input_exprs or --input_examples must be required")
    given = _of_files(options.inputs)
    for values, option in (
        (_of_literals(options.input_exprs), "--input_exprs"),
        (_of_examples(options.input_examples), "--input_examples"),
    ):
        for key in values.keys() & given.keys():
            print(f"saved_model_cli: input_key {key} has been given twice; the value of {option} is used.", file=sys.stderr)
        given.update(values)
    signature = _signature(graph_of(options.dir, options.tag_set), options.signature_def)
    for key in given:
        if key not in signature.inputs:
            names = '"' + '", "'.join(signature.inputs) + '"'
            raise ValueError(f'"{key}" is not a valid input key. Please choose from {names}, or use --show option.')
    keys = sorted(signature.outputs)
    with tf.Graph().as_default(), tf.compat.v1.Session(options.worker or "") as session:
        tf.compat.v1.saved_model.load(session, options.tag_set.split(","), options.dir)
        feeds = {signature.inputs[key].name: value for key, value in given.items()}
        results = session.run([signature.outputs[key].name for key in keys], feed_dict=feeds)
    for key, value in zip(keys, results, strict=True):
        print(f"Result for output key {key}:\n{value}")
        if options.outdir:
            _keep(os.path.join(options.outdir, f"{key}.npy"), value, options.overwrite)
            print(f"Output {key} is saved to {os.path.join(options.outdir, f'{key}.npy')}")


def _keep(path, value, overwrite):
    if not overwrite and os.path.exists(path):
        raise RuntimeError(f'Output file {path} already exists. Add "--overwrite" to overwrite the existing output files.')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    data = io.BytesIO()
    np.save(data, value)
    write_beside(path, data.getvalue())


def _of_files(text):
    """{input: array} of KEY=FILE or KEY=FILE[NAME], between semicolons; files of NumPy, arrays or archives of them."""
    made = {}
    for part in filter(None, text.split(";")):
        match = re.match(r"([^=]+)=([^\[\]]+)(?:\[([^\[\]]+)\])?$", part)
        if match is None:
            raise RuntimeError(
                f'--inputs "{part}" format is incorrect. Please follow"<input_key>=<filename>", or"<input_key>=<filename>[<variable_name>]"'
            )
        key, path, name = match.groups()
        with tf.io.gfile.GFile(path, "rb") as file:
            try:
                # Nothing that runs code: neither pickles nor arrays of objects.
                data = np.load(file, allow_pickle=False)
            except ValueError as error:
                raise UsageError(f"{path}: reading a pickle would run code of it; keep the array by numpy.save or numpy.savez") from error
            made[key] = _chosen(data, path, name)
    return made


def _chosen(data, path, name):
    if isinstance(data, np.ndarray):
        if name:
            print(f'saved_model_cli: {path} contains a single ndarray. Name key "{name}" ignored.', file=sys.stderr)
        return data
    if name is None and len(data.files) != 1:
        raise RuntimeError(f"Input file {path} contains more than one ndarrays. Please specify the name of ndarray to use.")
    if name is not None and name not in data:
        raise RuntimeError(f'Input file {path} does not contain variable with name "{name}".')
    return data[data.files[0] if name is None else name]


def _of_literals(text, option="--input_exprs"):
    """{input: value} of KEY=LITERAL, between semicolons: numbers, texts, lists, dictionaries."""
    made = {}
    for part in filter(None, text.split(";")):
        key, equals, literal = part.partition("=")
        if not equals:
            raise RuntimeError(f'{option} "{text}" format is incorrect. Please follow"<input_key>=<python expression>"')
        try:
            made[key] = ast.literal_eval(literal)
        except Exception as error:
            raise RuntimeError(f'Expression "{literal}" is not a valid python literal.') from error
    return made


def _of_examples(text):
    """{input: serialized tf.train.Examples} of KEY=[{"feature": [value, ...], ...}, ...], between semicolons."""
    made = _of_literals(text)
    for key, examples in made.items():
        if not isinstance(examples, list):
            raise ValueError(f'tf.Example input must be a list of dictionaries, but "{examples}" is {type(examples)}')
        made[key] = [_example(features) for features in examples]
    return made


def _example(features):
    made = message("Example")()
    for name, values in features.items():
        if not isinstance(values, list):
            raise ValueError(f'feature value must be a list, but {name}: "{values}" is {type(values)}')
        feature, first = made.features.feature[name], values[0]
        if isinstance(first, float):
            feature.float_list.value.extend(values)
        elif isinstance(first, (str, bytes)):
            feature.bytes_list.value.extend(v.encode() if isinstance(v, str) else v for v in values)
        elif isinstance(first, int):
            feature.int64_list.value.extend(values)
        else:
            raise ValueError(f"Type {type(first)} for value {first} is not supported for tf.train.Feature.")
    return made.SerializeToString()


# ---------------------------------------------------------------------- the command
def _parser():
    parser = usage.parser("saved_model_cli")
    parser.add_argument("-v", "--version", action="version", version="0.1.0")
    commands = parser.add_subparsers(dest="command", title="commands")
    made = {
        "show": commands.add_parser("show", allow_abbrev=False, help="the tags, signatures, operations and functions of a saved model"),
        "run": commands.add_parser("run", allow_abbrev=False, help="compute a signature of a saved model"),
        "scan": commands.add_parser("scan", allow_abbrev=False, help="look for operations that write and read files or print"),
    }
    for one in made.values():
        one.add_argument("--dir", metavar="FOLDER", help="the saved model")
        one.add_argument("--tag_set", metavar="TAGS", help="the tags of a graph in it, between commas, such as serve")
    for name in ("show", "run"):
        made[name].add_argument("--signature_def", metavar="KEY", help="a signature, such as serving_default")
    made["show"].add_argument("--all", action="store_true", help="everything")
    made["show"].add_argument("--list_ops", action="store_true", help="the types of the operations")
    made["run"].add_argument("--inputs", default="", metavar="KEY=FILE[NAME];...", help="inputs from .npy and .npz files")
    made["run"].add_argument("--input_exprs", default="", metavar="KEY=LITERAL;...", help="inputs as Python's literals: x=[[1.0, 2.0]]")
    made["run"].add_argument("--input_examples", default="", metavar="KEY=[{...}];...", help="tf.train.Examples by their features")
    made["run"].add_argument("--outdir", metavar="FOLDER", help="where the outputs are written, as .npy files")
    made["run"].add_argument("--overwrite", action="store_true", help="replace outputs that are there")
    made["run"].add_argument("--worker", metavar="ADDRESS", help="a tf.distribute.Server that runs it")
    for name in _NOT_THERE:
        made["run"].add_argument(f"--{name}", action="store_true", help=argparse.SUPPRESS)
    made["scan"].add_argument("--op_denylist", metavar="NAMES", help="the types of operations to look for, between commas")
    return parser, made


def run(arguments):
    """Run the command with its own `arguments` (list of str); returns the exit status: 1 where it fails, 2 for wrong ones."""
    parser, made = _parser()
    if not arguments:
        parser.error("Too few arguments.")
    try:
        if arguments[0] in _ELSEWHERE:
            raise UsageError(f"saved_model_cli {arguments[0]}: there is no TensorRT or XLA; tfshim.to_module gives torch.export the model")
        options = parser.parse_args(arguments)
        missing = [name for name in _NEEDED[options.command] if getattr(options, name) is None]
        if missing:
            made[options.command].error("\n".join(f"flag --{n}=None: Flag --{n} must have a value other than None." for n in missing))
        {"show": _show, "run": _run, "scan": _scan}[options.command](options)
    except UsageError as error:
        print(f"saved_model_cli: {error}", file=sys.stderr)
        return 2
    except (OSError, RuntimeError, ValueError, AttributeError, NotImplementedError, tf.errors.OpError) as error:
        print(f"saved_model_cli: {type(error).__name__}: {getattr(error, 'message', error)}", file=sys.stderr)
        return 1
    return 0


def main():
    """The command with the arguments of the process, as TensorFlow's `saved_model_cli.main`."""
    sys.exit(run(sys.argv[1:]))
