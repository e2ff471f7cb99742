"""The help texts of TensorFlow 1's messages, whose classes are made from their fields."""

TEXTS = {
    "ConfigProto": """How a session is configured. Mirrors `tf.compat.v1.ConfigProto`.

A protocol buffer: fields are given by keyword or set afterwards, as in `config.gpu_options.allow_growth = True`. What concerns the
memory and the scheduling of devices is torch's here, and changes nothing.

Arguments:
    log_device_placement: bool; True prints where each node runs.
    isolate_session_state: bool; True has a session of a server share no variables with others.
    operation_timeout_in_ms: int; how long a `run` may wait, for a queue for instance, before it raises DeadlineExceededError; 0 for ever.
    allow_soft_placement: bool; whether what a device cannot do runs on the CPU. It always may here.
    intra_op_parallelism_threads, inter_op_parallelism_threads: int; without effect: see `tf.config.threading`.
    device_count: {type: number}, device_filters: a list of texts; which devices are meant. Without effect.
    gpu_options: a `tf.compat.v1.GPUOptions`. graph_options: a `tf.compat.v1.GraphOptions`. cluster_def: a `tf.train.ClusterDef`.

Example:
    >>> config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
    >>> config.gpu_options.allow_growth = True
    >>> with tf.Graph().as_default(), tf.compat.v1.Session(config=config) as session:
    ...     print(session.run(tf.constant(2) + 3))
    5
""",
    "GPUOptions": """What a session may take of a GPU's memory. Mirrors `tf.compat.v1.GPUOptions`.

A protocol buffer, the field `gpu_options` of `tf.compat.v1.ConfigProto`. Programs set it so that TensorFlow does not take all memory at
once. torch takes memory as it is needed, as with `allow_growth`, so that the fields are kept and change nothing; a limit is set by
`tf.config.set_logical_device_configuration`.

Arguments:
    allow_growth: bool; memory is taken as it is needed.
    per_process_gpu_memory_fraction: float; the part of the memory to take.
    visible_device_list: str such as "0,1"; the devices to see. Here `tf.config.set_visible_devices` and CUDA_VISIBLE_DEVICES say it.
    allocator_type: str; "BFC" or "". All are by keyword only.

Example:
    >>> options = tf.compat.v1.GPUOptions(per_process_gpu_memory_fraction=0.5)
    >>> config = tf.compat.v1.ConfigProto(gpu_options=options)
    >>> config.gpu_options.per_process_gpu_memory_fraction, config.gpu_options.allow_growth
    (0.5, False)
""",
    "GraphOptions": """How a session treats its graph. Mirrors `tf.compat.v1.GraphOptions`.

A protocol buffer, the field `graph_options` of `tf.compat.v1.ConfigProto`. Sessions write one Python function for what they are asked,
leave out what nothing needs and compute constants once, whatever these fields say: they are kept for programs that read them again and
for files that hold them.

Arguments:
    optimizer_options: a `tf.compat.v1.OptimizerOptions`.
    rewrite_options: which rewriting of graphs TensorFlow does, a message of its own.
    infer_shapes: bool; whether shapes are noted in nodes.
    place_pruned_graph: bool; whether only what is needed is placed.
    build_cost_model, build_cost_model_after, timeline_step: int; measurements. All are by keyword only.

Example:
    >>> graph_options = tf.compat.v1.GraphOptions(infer_shapes=True)
    >>> graph_options.optimizer_options.opt_level = -1
    >>> config = tf.compat.v1.ConfigProto(graph_options=graph_options)
    >>> config.graph_options.optimizer_options.opt_level
    -1
""",
    "OptimizerOptions": """How much TensorFlow rewrites a graph before it runs. Mirrors `tf.compat.v1.OptimizerOptions`.

A protocol buffer, in `ConfigProto(graph_options=GraphOptions(optimizer_options=...))`. Sessions do here what they do in any case, so
that the fields are kept and change nothing. Functions are compiled by `tf.function(jit_compile=True)`.

Arguments:
    opt_level: L1 (0, the default) or L0 (-1), which switches rewriting off; they are attributes of the class.
    global_jit_level: DEFAULT (0), OFF (-1), ON_1 or ON_2: whether XLA compiles what it can.
    do_common_subexpression_elimination, do_constant_folding, do_function_inlining: bool; single rewritings.
    max_folded_constant_in_bytes: int; how large constants become. All are by keyword only.

Example:
    >>> Options = tf.compat.v1.OptimizerOptions
    >>> options = Options(opt_level=Options.L0, global_jit_level=Options.ON_1)
    >>> options.opt_level, options.global_jit_level, options.do_constant_folding
    (-1, 1, False)
""",
    "RunOptions": """What one `Session.run` is asked for beside its values. Mirrors `tf.compat.v1.RunOptions`.

A protocol buffer, the argument `options` of `run`; what is asked for comes in the `tf.compat.v1.RunMetadata` given as `run_metadata`.

Arguments:
    trace_level: NO_TRACE (0, the default), SOFTWARE_TRACE, HARDWARE_TRACE or FULL_TRACE (3), attributes of the class: with any but the
        first, the times of operations are measured.
    output_partition_graphs: bool; True asks for the graph that ran.
    timeout_in_ms: int; how long the run may wait before it raises `tf.errors.DeadlineExceededError`; 0 for ever.
    report_tensor_allocations_upon_oom: bool; without effect here. All are by keyword only.

Example:
    >>> options = tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE)
    >>> metadata = tf.compat.v1.RunMetadata()
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = session.run(tf.constant(2) * 3, options=options, run_metadata=metadata)
    >>> len(metadata.step_stats.dev_stats)
    1
""",
    "RunMetadata": """What a `Session.run` tells beside its values. Mirrors `tf.compat.v1.RunMetadata`.

A protocol buffer that is made empty and given as the argument `run_metadata`; `tf.compat.v1.RunOptions` says what is put into it.
`tf.compat.v1.summary.FileWriter.add_run_metadata` writes it for TensorBoard, and the `Timeline` of `tensorflow.python.client.timeline`
makes a trace for Chrome of its `step_stats`.

Fields:
    step_stats: the times of the operations, one `dev_stats` for each device with one `node_stats` for each operation.
    partition_graphs: a list of `tf.compat.v1.GraphDef`: what ran.
    cost_graph, function_graphs: of TensorFlow's own runtime; empty here.

Example:
    >>> options, metadata = tf.compat.v1.RunOptions(output_partition_graphs=True), tf.compat.v1.RunMetadata()
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = session.run(tf.constant(2, name="two"), options=options, run_metadata=metadata)
    >>> [node.name for node in metadata.partition_graphs[0].node]
    ['two']
""",
    "GraphDef": """A graph as a message: what files of graphs hold. Mirrors `tf.compat.v1.GraphDef`.

A protocol buffer. `graph.as_graph_def()` makes one, `tf.import_graph_def` adds its nodes to the present graph, `tf.io.write_graph` and
`SerializeToString()` write it, `GraphDef.FromString(data)` and `ParseFromString` read it. A frozen graph (`.pb`) is one whose variables
are constants.

Fields:
    node: the nodes, a list of `tf.compat.v1.NodeDef`. versions: which version wrote it, and which may read it.
    library: the functions that nodes call, and their gradients.

Example:
    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.compat.v1.placeholder(tf.float32, [], name="x")
    ...     y = tf.multiply(x, 2.0, name="y")
    >>> read = tf.compat.v1.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    >>> [(node.name, node.op) for node in read.node]
    [('x', 'Placeholder'), ('y/y', 'Const'), ('y', 'Mul')]
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     (again,) = tf.import_graph_def(read, return_elements=["y:0"], name="")
    ...     print(session.run(again, {"x:0": 4.0}))
    8.0
""",
    "NodeDef": """A node of a graph as a message: one operation, its inputs and attributes. Mirrors `tf.compat.v1.NodeDef`.

A protocol buffer, an element of `GraphDef.node`, and what `operation.node_def` gives.

Fields:
    name: str, the name in the graph. op: str, the type of the operation, such as "MatMul".
    input: a list of texts "node:output", or "node" for the first output; "^node" is waited for.
    device: str, where it is to run; "" leaves it open.
    attr: {name: `tf.compat.v1.AttrValue`}, the attributes, such as the dtype `T`.

Example:
    >>> with tf.Graph().as_default():
    ...     product = tf.matmul(tf.ones([2, 3], name="a"), tf.ones([3, 1], name="b"), transpose_a=False, name="product")
    >>> node = product.op.node_def
    >>> node.op, list(node.input), node.attr["transpose_a"].b, tf.as_dtype(node.attr["T"].type)
    ('MatMul', ['a', 'b'], False, tf.float32)
""",
    "AttrValue": """The value of an attribute of a node. Mirrors `tf.compat.v1.AttrValue`.

A protocol buffer, an element of the map `NodeDef.attr`. One of its fields is set, which `WhichOneof("value")` tells; setting another one
takes its place. `operation.get_attr(name)` gives the same as a Python value.

Arguments:
    s: bytes. i: an int. f: a float. b: a bool.
    type: the number of a dtype, as `tf.float32.as_datatype_enum`.
    shape: a shape as a message, as `tf.TensorShape([2]).as_proto()`. tensor: a tensor, as `tf.make_tensor_proto` gives it.
    list: lists of these, in fields of the same names. func: a `tf.compat.v1.NameAttrList`, a function.
    placeholder: str, in bodies of functions: the name of their own attribute. All are by keyword only.

Example:
    >>> value = tf.compat.v1.AttrValue(type=tf.float32.as_datatype_enum)
    >>> value.WhichOneof("value"), tf.as_dtype(value.type)
    ('type', tf.float32)
    >>> value.b = True
    >>> value.WhichOneof("value")
    'b'
""",
    "NameAttrList": """A function by its name, with values for its attributes. Mirrors `tf.compat.v1.NameAttrList`.

A protocol buffer, the field `func` of `tf.compat.v1.AttrValue`: so nodes such as `While`, `If` and `PartitionedCall` name the functions
of the graph's library that they call.

Arguments:
    name: str, the name of the function in `GraphDef.library`.
    attr: {name: `tf.compat.v1.AttrValue`}, for functions that leave attributes open; mostly empty. Both are by keyword only.

Example:
    >>> with tf.Graph().as_default() as graph:
    ...     choice = tf.cond(tf.compat.v1.placeholder(tf.bool, []), lambda: tf.constant(1), lambda: tf.constant(2))
    >>> found = [node for node in graph.as_graph_def().node if node.op == "StatelessIf"]
    >>> found[0].attr["then_branch"].func.name.startswith("cond_true")
    True
    >>> tf.compat.v1.NameAttrList(name="square").name
    'square'
""",
    "MetaGraphDef": """A graph with all that is known of it. Mirrors `tf.compat.v1.MetaGraphDef`.

A protocol buffer: what `tf.compat.v1.train.export_meta_graph` and a `Saver` write as `.meta`, and what a saved model holds for each set
of tags. `tf.compat.v1.train.import_meta_graph` makes the graph again.

Fields:
    meta_info_def: tags, versions, and the operations that the graph needs.
    graph_def: the `tf.compat.v1.GraphDef`.
    saver_def: the `tf.compat.v1.train.SaverDef` that restores its variables.
    collection_def: {name of a collection: its elements}.
    signature_def: {key: inputs and outputs by name}, of a saved model.
    asset_file_def: files beside it. object_graph_def: its objects, of saved models of TensorFlow 2.

Example:
    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", [2])
    ...     meta_graph = tf.compat.v1.train.export_meta_graph()
    >>> "v" in [node.name for node in meta_graph.graph_def.node], sorted(meta_graph.collection_def)
    (True, ['trainable_variables', 'variables'])
""",
    "TensorInfo": """A tensor of a signature: its name, dtype and shape. Mirrors `tf.compat.v1.TensorInfo`.

A protocol buffer, in the inputs and outputs of a signature of a saved model. `tf.compat.v1.saved_model.build_tensor_info(tensor)` makes
one, and `get_tensor_from_tensor_info` finds the tensor in a graph.

Fields:
    name: str, the name of the tensor in the graph, such as "x:0".
    dtype: the number of its dtype, see `tf.as_dtype`.
    tensor_shape: its shape as a message; `tf.TensorShape(info.tensor_shape)` reads it.
    coo_sparse: for a sparse tensor the names of its three tensors, instead of `name`. composite_tensor: the same for other types.

Example:
    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [None, 3], name="x")
    ...     info = tf.compat.v1.saved_model.build_tensor_info(x)
    >>> info.name, tf.as_dtype(info.dtype), tf.TensorShape(info.tensor_shape)
    ('x:0', tf.float32, TensorShape([None, 3]))
""",
    "SaverDef": """How a `tf.compat.v1.train.Saver` saves and restores, as a message. Mirrors `tf.compat.v1.train.SaverDef`.

A protocol buffer that `saver.as_saver_def()` gives and `Saver(saver_def=...)` takes, and a part of a `MetaGraphDef`. It names the nodes
of the graph that write and read the files, so that a graph that was imported can be restored without the program that made it.

Fields:
    filename_tensor_name: str, the tensor that is fed with the path. save_tensor_name: str, the tensor that is fetched to save.
    restore_op_name: str, the operation that restores.
    max_to_keep: int, how many checkpoints stay; 0 for all. keep_checkpoint_every_n_hours: float, of which one is kept for good.
    sharded: bool, whether each device writes a file of its own. version: V1 or V2, the form of the files.

Example:
    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", [2])
    ...     saver_def = tf.compat.v1.train.Saver(max_to_keep=3).as_saver_def()
    >>> saver_def.max_to_keep, saver_def.sharded, saver_def.restore_op_name
    (3, False, 'save/restore_all')
""",
    "Event": """One record of an event file, which TensorBoard reads. Mirrors `tf.compat.v1.Event`.

A protocol buffer. `tf.compat.v1.train.summary_iterator(path)` gives those of a file, and `FileWriter.add_event` writes one. Of the fields
after `step` one is set, which `WhichOneof("what")` tells.

Arguments:
    wall_time: float, seconds since 1970. step: int, the step of training.
    file_version: str, of the first record of a file.
    graph_def: bytes, a graph that was serialized. meta_graph_def: bytes.
    summary: a `tf.compat.v1.Summary`, values. tagged_run_metadata: a `tf.compat.v1.summary.TaggedRunMetadata`.
    session_log: a `tf.compat.v1.SessionLog`. log_message: a `tf.compat.v1.LogMessage`. All are by keyword only.

Example:
    >>> value = tf.compat.v1.Summary.Value(tag="loss", simple_value=0.5)
    >>> event = tf.compat.v1.Event(step=3, summary=tf.compat.v1.Summary(value=[value]))
    >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("events") as writer:
    ...     writer.add_event(event)
    >>> (path,) = tf.io.gfile.glob("events/*")
    >>> for event in tf.compat.v1.train.summary_iterator(path):
    ...     if event.WhichOneof("what") == "summary":
    ...         print(event.step, event.summary.value[0].tag, event.summary.value[0].simple_value)
    3 loss 0.5
""",
    "Summary": """Values for TensorBoard, each under a tag. Mirrors `tf.compat.v1.Summary`.

A protocol buffer: what summaries of TensorFlow 1 give as bytes when a session runs them, and what `FileWriter.add_summary` writes. A
program that has numbers of its own to show makes one itself.

Arguments:
    value: a list of `tf.compat.v1.Summary.Value`, by keyword only. Each has a `tag` and one of `simple_value` (a float), `image` (a
        `Summary.Image`), `histo` (a `tf.compat.v1.HistogramProto`), `audio` (a `Summary.Audio`) or `tensor`, and `metadata` (a
        `tf.compat.v1.SummaryMetadata`) that says which page shows it.

Example:
    >>> Summary = tf.compat.v1.Summary
    >>> made = Summary(value=[Summary.Value(tag="loss", simple_value=0.5), Summary.Value(tag="accuracy", simple_value=0.75)])
    >>> {value.tag: value.simple_value for value in made.value}
    {'loss': 0.5, 'accuracy': 0.75}
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.scalar("loss", 0.5))
    >>> Summary.FromString(data).value[0].tag
    'loss'
""",
    "SummaryMetadata": """Which page of TensorBoard shows a value, and how. Mirrors `tf.compat.v1.SummaryMetadata`.

A protocol buffer, the field `metadata` of a `tf.compat.v1.Summary.Value`, and an argument of `tf.summary.write`. It is written with the
first value of a tag.

Arguments:
    plugin_data: `SummaryMetadata.PluginData(plugin_name=..., content=...)`: the name of the page, such as "scalars" or "text", and bytes
        of its own.
    display_name: str, what is shown instead of the tag. summary_description: str, which may be Markdown.
    data_class: a number: what kind of data it is (1 scalars, 2 tensors, 3 sequences of blobs). All are by keyword only.

Example:
    >>> Metadata = tf.compat.v1.SummaryMetadata
    >>> metadata = Metadata(plugin_data=Metadata.PluginData(plugin_name="text"), summary_description="What was said.")
    >>> with tf.summary.create_file_writer("said").as_default():
    ...     print(bool(tf.summary.write("greeting", tf.constant(["hello"]), step=0, metadata=metadata)))
    True
""",
    "SummaryDescription": """What a summary is, as early versions noted it. Mirrors `tf.compat.v1.summary.SummaryDescription`.

A protocol buffer that `tf.compat.v1.summary.get_summary_description(node_def)` of a node that makes a summary gives. In its place there
is `tf.compat.v1.SummaryMetadata` now, which is written with the values themselves; `tf.compat.v1.Summary` has the values.

Arguments:
    type_hint: str, by keyword only: what kind of values the summary has, such as "scalar".

A description is JSON in the attribute `description` of a node `TensorSummary`; other nodes, such as those of
`tf.compat.v1.summary.scalar`, have none, as they are known by their type. Programs that read old graphs meet it, and no program has to
make one.

Example:
    >>> description = tf.compat.v1.summary.SummaryDescription(type_hint="scalar")
    >>> description.type_hint
    'scalar'
    >>> tf.compat.v1.summary.SummaryDescription.FromString(description.SerializeToString()) == description
    True
""",
    "HistogramProto": """How many values lie in each of many intervals. Mirrors `tf.compat.v1.HistogramProto`.

A protocol buffer, the field `histo` of a `tf.compat.v1.Summary.Value`: what `tf.compat.v1.summary.histogram` gives. TensorBoard shows it
on its pages Distributions and Histograms.

Arguments:
    min, max, num, sum, sum_squares: floats: the least and the greatest value, how many there are, their sum and that of their squares.
    bucket_limit: a list of floats, where each interval ends.
    bucket: a list of floats of the same length: how many values lie in it. All are by keyword only.

Example:
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     data = session.run(tf.compat.v1.summary.histogram("weights", [1.0, 2.0, 2.0]))
    >>> histogram = tf.compat.v1.Summary.FromString(data).value[0].histo
    >>> histogram.min, histogram.max, histogram.num, histogram.sum, sum(histogram.bucket)
    (1.0, 2.0, 3.0, 5.0, 3.0)
""",
    "LogMessage": """A line of a log in an event file. Mirrors `tf.compat.v1.LogMessage`.

A protocol buffer, the field `log_message` of a `tf.compat.v1.Event`. TensorBoard shows none of them: programs that read event files of
their own do. Lines on the standard error stream are written by `tf.compat.v1.logging`.

Arguments:
    level: UNKNOWN (0), DEBUGGING (10), INFO (20), WARN (30), ERROR (40) or FATAL (50), which are attributes of the class.
    message: str. Both are by keyword only.

Example:
    >>> LogMessage = tf.compat.v1.LogMessage
    >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("log") as writer:
    ...     writer.add_event(tf.compat.v1.Event(step=1, log_message=LogMessage(level=LogMessage.WARN, message="slow")))
    >>> (path,) = tf.io.gfile.glob("log/*")
    >>> [event.log_message.message for event in tf.compat.v1.train.summary_iterator(path) if event.HasField("log_message")]
    ['slow']
""",
    "SessionLog": """What happened to a session, in an event file. Mirrors `tf.compat.v1.SessionLog`.

A protocol buffer, the field `session_log` of a `tf.compat.v1.Event`; `FileWriter.add_session_log` writes it. A start tells TensorBoard
that a training was begun again at that step, so that it leaves out what was written for later steps before.

Arguments:
    status: STATUS_UNSPECIFIED (0), START (1), STOP (2) or CHECKPOINT (3), which are attributes of the class.
    checkpoint_path: str, the path of a checkpoint that was written. msg: str. All are by keyword only.

Example:
    >>> SessionLog = tf.compat.v1.SessionLog
    >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("session") as writer:
    ...     writer.add_session_log(SessionLog(status=SessionLog.START), global_step=5)
    >>> (path,) = tf.io.gfile.glob("session/*")
    >>> [event.step for event in tf.compat.v1.train.summary_iterator(path) if event.session_log.status == SessionLog.START]
    [5]
""",
    "TaggedRunMetadata": """The times of one run under a tag, in an event file. Mirrors `tf.compat.v1.summary.TaggedRunMetadata`.

A protocol buffer, the field `tagged_run_metadata` of a `tf.compat.v1.Event`, which `FileWriter.add_run_metadata` writes: the page Graphs
of TensorBoard shows the runs by their tags.

Arguments:
    tag: str, the name of the run, such as "step 10".
    run_metadata: bytes, a `tf.compat.v1.RunMetadata` that was serialized. Both are by keyword only.

Example:
    >>> metadata = tf.compat.v1.RunMetadata()
    >>> device = metadata.step_stats.dev_stats.add(device="/device:CPU:0")
    >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("runs") as writer:
    ...     writer.add_run_metadata(metadata, "first step")
    >>> (path,) = tf.io.gfile.glob("runs/*")
    >>> events = [event for event in tf.compat.v1.train.summary_iterator(path) if event.HasField("tagged_run_metadata")]
    >>> len(tf.compat.v1.RunMetadata.FromString(events[0].tagged_run_metadata.run_metadata).step_stats.dev_stats)
    1
""",
}
