"""Refusals of devices, strategies, servers and the tf.data service."""

from tfshim.refusals._entries import argument, below, gathered, name, situation

_MIRRORED = "use tf.distribute.MirroredStrategy"
_WORKERS = "use tf.distribute.MultiWorkerMirroredStrategy with TF_CONFIG or torchrun for several machines"
_HERE = "operations run in this process"
_NO_SERVERS = "sessions run in this process"
_NO_TPU = "there are no TPUs here"
_NAMED = "name the machines with SimpleClusterResolver"

REFUSALS = gathered(
    # ------------------------------------------------------------------ devices
    name("tf.config.experimental_connect_to_cluster", _HERE, _WORKERS),
    name("tf.config.experimental_connect_to_host", _HERE, _WORKERS),
    situation(
        "tf.config.set_logical_device_configuration",
        "GPU",
        "priorities and ordinals of the `logical_devices` of a GPU are not supported",
        "they share the streams of the GPU",
        "leave them out",
    ),
    argument(
        "tf.config.experimental.set_device_policy",
        "device_policy",
        "tensors are moved silently",
        'use "silent" and look at Tensor.device',
        values=("explicit", "warn", "silent_for_int32"),
    ),
    argument(
        below("tensorflow.python.ops.collective_ops", "all_reduce all_gather"),
        "group_size",
        "the members of a group are the replicas of a strategy",
        "use tf.distribute.MultiWorkerMirroredStrategy and ReplicaContext.all_reduce",
        besides=(1,),
    ),
    argument(
        "tensorflow.python.ops.gen_nccl_ops.nccl_all_reduce",
        "num_devices",
        "the parts of a reduction do not find each other by name",
        "use tensorflow.python.ops.nccl_ops.all_sum, or tf.distribute",
        besides=(1,),
    ),
    argument(
        "tensorflow.python.tpu.datasets.StreamingFilesDataset",
        "file_reader_job worker_job",
        _HERE,
        "leave it None",
    ),
    argument(
        "tensorflow.python.ops.data_flow_ops.StagingArea",
        "memory_limit",
        "elements are counted, not their bytes",
        "give a `capacity`",
        besides=(0,),
    ),
    situation(
        "tensorflow.compiler.tf2xla.python.xla.variadic_reduce",
        "shape",
        "inputs of unknown sizes are not supported",
        "elements are combined by a number of steps that is known while a graph is built",
        "give the inputs a static shape with tf.ensure_shape",
    ),
    name(
        "tensorflow.compiler.tf2xla.python.xla.call_module",
        "there is no compiler for StableHLO here",
        "export the function for TensorFlow (jax2tf with native_serialization=False), or call it through tf.py_function",
    ),
    argument(
        "tensorflow.python.client.device_lib.list_local_devices",
        "session_config",
        "sessions share the devices of the process",
        "use tf.config",
    ),
    # ------------------------------------------------------------------ private modules
    argument(
        "keras.src.utils.conv_utils.conv_kernel_mask keras.src.utils.conv_utils.conv_kernel_idxs",
        "padding",
        "layers with weights of their own for each place have no others",
        'use "valid" or "same"',
        values=("full", "causal"),
    ),
    argument(
        "tensorflow.python.ops.op_selector.get_backward_walk_ops",
        "only_differentiable",
        "whether an operation has a gradient is not known before it runs",
        "choose the operations with `within_ops_fn`",
        values=(True,),
    ),
    argument(
        "tensorflow.python.framework.test_util.run_in_graph_and_eager_modes",
        "assert_no_eager_garbage",
        "Python's collector also meets cycles of torch's",
        "look for cycles of references with `gc`",
        values=(True,),
    ),
    # ------------------------------------------------------------------ strategies
    situation(
        "tf.distribute.experimental.PreemptionCheckpointHandler",
        "ps",
        "clusters with parameter servers are not supported, as in TensorFlow",
        "the program that schedules functions saves checkpoints by itself",
        _MIRRORED,
    ),
    situation(
        "tf.distribute.MultiWorkerMirroredStrategy",
        "torch",
        "several workers are not supported by this build of torch",
        "it has no torch.distributed",
        "install a build of torch that has it",
    ),
    situation(
        "tf.distribute.MultiWorkerMirroredStrategy",
        "strings",
        "strings and variants between workers are not supported",
        "torch.distributed sends numbers",
        "send numbers, or let each worker make its own",
    ),
    situation(
        "tf.distribute.MirroredStrategy",
        "values",
        "{value} cannot be divided among several replicas, which is not supported",
        "",
        "give dense or ragged tensors, or use one device for sparse ones",
    ),
    situation(
        "tf.distribute.ReplicaContext",
        "symbolic",
        "tf.gradients through all_reduce and all_gather of several replicas is not supported",
        "a call of it in one replica knows nothing of the others",
        "use tf.GradientTape",
    ),
    situation(
        "tf.distribute.ReplicaContext",
        "jacobian",
        "a Jacobian through all_reduce and all_gather of several replicas is not supported in tf.function",
        "",
        "take gradients, which go through them",
    ),
    situation(
        "tf.distribute.ReplicaContext",
        "tangent",
        "tf.autodiff.ForwardAccumulator through all_reduce and all_gather of several replicas is not supported in tf.function",
        "",
        "use tf.GradientTape, whose gradients go through them",
    ),
    situation(
        "tf.distribute.ReplicaContext",
        "registered",
        "a gradient through all_reduce and all_gather of several replicas is not supported with functions of tf.RegisterGradient in "
        "place of TensorFlow's own",
        "",
        "use tf.custom_gradient",
    ),
    situation(
        "tf.distribute.MirroredStrategy",
        "per replica datasets",
        "a dataset of distribute_datasets_from_function is not supported in tf.function with several replicas",
        "",
        "iterate outside of it, or use experimental_distribute_dataset",
    ),
    situation(
        "tf.distribute.InputOptions",
        "per replica",
        "`experimental_replication_mode`=PER_REPLICA with several replicas is not supported",
        "the function is called once and its batches go to the replicas in turn",
        "leave it out",
    ),
    situation(
        "tf.keras.Model.fit",
        "per replica datasets",
        "a dataset of distribute_datasets_from_function is not supported with several replicas",
        "",
        "give the dataset itself, with batches for all of them",
    ),
    situation(
        "tf.distribute.MirroredStrategy",
        "in a replica",
        "MirroredVariable.{what} is not supported in one of several replicas",
        "",
        "use assign, or tf.distribute.get_replica_context().merge_call",
    ),
    situation("tf.distribute.MirroredStrategy", "scatter", "SyncOnReadVariable.{what} is not supported", "", "use assign"),
    situation(
        "tf.distribute.Server",
        "captures",
        "the function {function} takes tensors of another graph that is being built, which is not supported",
        "another task runs it",
        "schedule it from outside of functions",
    ),
    situation(
        "tf.distribute.Server",
        "node",
        "{what} is not supported in what another task runs",
        "it belongs to this process",
        "call it outside of the function, and give the function its result",
    ),
    situation(
        "tf.distribute.Server",
        "resource",
        "the function {function} uses {resource}, which this process keeps: that is not supported in what another task runs",
        "tasks find what tasks of the cluster keep",
        "make it in the scope of the strategy",
    ),
    situation(
        "tf.distribute.Server",
        "variants",
        "variant and resource tensors between tasks are not supported",
        "tasks send numbers and strings",
        "give the values that they hold",
    ),
    name("tf.distribute.TPUStrategy tf.distribute.experimental.TPUStrategy", _NO_TPU, _MIRRORED, error=ValueError),
    name(
        "tf.distribute.cluster_resolver.TPUClusterResolver",
        "no TPU name was given and none is found: " + _NO_TPU,
        "use a GPU or the CPU, with tf.distribute.get_strategy()",
        error=ValueError,
    ),
    name(
        below("tf.tpu.experimental", "initialize_tpu_system shutdown_tpu_system"),
        "no TPU name was given and none is found: " + _NO_TPU,
        "use a GPU or the CPU, with tf.distribute.get_strategy()",
        error=ValueError,
    ),
    name(
        below(
            "tf.compat.v1.tpu",
            "CrossShardOptimizer batch_parallel cross_replica_sum initialize_system replicate rewrite shard shutdown_system",
        ),
        _NO_TPU,
        "run the program without them (`use_tpu=False`), on a GPU or the CPU",
    ),
    name(
        below(
            "tf.compat.v1.tpu.experimental",
            "AdagradParameters AdamParameters FtrlParameters StochasticGradientDescentParameters embedding_column shared_embedding_columns",
        ),
        _NO_TPU,
        "use tf.feature_column.embedding_column and an optimizer of tf.compat.v1.train",
    ),
    name(
        "tf.compat.v1.distribute.experimental.ParameterServerStrategy",
        _NO_SERVERS,
        "use tf.distribute.ParameterServerStrategy with a ClusterCoordinator, outside of graphs of TensorFlow 1",
    ),
    name("tf.compat.v1.distribute.experimental.TPUStrategy", _NO_TPU, _MIRRORED, error=ValueError),
    name("tf.tpu.experimental.Topology.serialized", _NO_TPU, "keep `mesh_shape` and `device_coordinates`"),
    argument("tf.tpu.experimental.Topology", "serialized", _NO_TPU, "give `mesh_shape` and `device_coordinates`"),
    name("tf.tpu.experimental.DeviceAssignment.build", _NO_TPU, "make a DeviceAssignment with the places of its cores"),
    argument(
        "tf.tpu.experimental.embedding.TPUEmbeddingForServing",
        "experimental_sparsecore_restore_info",
        _NO_TPU,
        "save the tables unsharded",
    ),
    argument("tf.tpu.experimental.embedding.TPUEmbedding", "pipeline_execution_with_tensor_core", _NO_TPU, "leave it out", values=(True,)),
    name(
        "tf.xla.experimental.jit_scope",
        "what a scope holds is not compiled on its own",
        "compile a whole function with tf.function(jit_compile=True)",
        goes_on=True,
    ),
    # What TensorFlow raises outside of such clusters, for which programs that ask for them are ready.
    name(
        below("tf.distribute.cluster_resolver", "GCEClusterResolver KubernetesClusterResolver"),
        "no cluster is asked for its machines",
        _NAMED,
        error=ImportError,
    ),
    name(
        "tf.distribute.experimental.PreemptionWatcher",
        "no coordinator tells of preemptions here",
        "use tf.distribute.experimental.PreemptionCheckpointHandler, which saves a checkpoint at a SIGTERM of any worker",
    ),
    # ------------------------------------------------------------------ DTensor
    name(
        below(
            "tf.experimental.dtensor",
            """DTensorCheckpoint DTensorDataset DVariable Layout Mesh barrier call_with_layout check_layout
        client_id copy_to_mesh create_distributed_mesh create_mesh create_tpu_mesh default_mesh device_name enable_save_as_bf16
        fetch_layout full_job_name get_default_mesh heartbeat_enabled initialize_accelerator_system initialize_multi_client
        initialize_tpu_system job_name jobs local_devices name_based_restore name_based_save num_clients num_global_devices
        num_local_devices pack preferred_device_type relayout relayout_like run_on sharded_save shutdown_accelerator_system
        shutdown_tpu_system unpack""",
        ),
        "there are no tensors over several devices here",
        "use ordinary tensors and variables, tf.distribute.MirroredStrategy() with one replica, or torch.distributed.tensor with "
        "tfshim.to_torch",
    ),
    argument(
        "tf.keras.dtensor.experimental.LayoutMap",
        "mesh",
        "there are no tensors over several devices here",
        "use tf.distribute.MirroredStrategy, or torch's DTensor outside of tfshim",
    ),
    name("tf.keras.dtensor.experimental.LayoutMap.scope", "there are no tensors over several devices here", _MIRRORED),
    # ------------------------------------------------------------------ the data service
    situation(
        "tf.data.experimental.service.register_dataset",
        "sent",
        "{reason} is not supported in datasets whose workers are other processes",
        "what a dataset's functions are made of is sent as a graph, without Python functions, variables and tables",
        "use operations of tf in the functions of the dataset, and constants, or run the worker in the process that registers it",
    ),
    situation(
        "tf.data.experimental.service.register_dataset",
        "elements",
        "elements of {spec} are not supported",
        "tensors, ragged and sparse tensors go from process to process",
        "apply `distribute` before `window`, or make batches of the windows",
    ),
    argument(
        "tf.data.experimental.service.DispatcherConfig",
        "worker_max_concurrent_snapshots",
        "snapshots are not written by workers",
        "save the dataset with Dataset.save, and read it with Dataset.load",
        besides=(0,),
    ),
)
