"""Refusals of `tf.keras`."""

from tfshim.refusals._entries import argument, gathered, situation

_WHOLE_WEIGHTS = "weights are made as a whole"
_OPTIMIZERS = "use one of tf.keras.optimizers.legacy or tf.compat.v1.train"

REFUSALS = gathered(
    # ------------------------------------------------------------------ layers
    argument("tf.keras.layers.Layer.add_weight", "collections caching_device layout", "", "leave it out"),
    argument("tf.keras.layers.Layer.add_weight", "use_resource", "all variables are resources", "leave it out", values=(False,)),
    situation(
        "tf.keras.layers.InputLayer",
        "input_tensor",
        "an `input_tensor` that is no tensor is not supported in TF 1 graphs",
        "",
        "give a tensor of the graph",
    ),
    situation(
        "tf.keras.Input", "type_spec", "`type_spec`={spec} is not supported in TF 1 graphs", "", "give the shape and dtype of a tensor"
    ),
    argument(
        "tf.keras.layers.DenseFeatures tf.keras.experimental.SequenceFeatures tf.compat.v1.keras.layers.DenseFeatures",
        "partitioner",
        "",
        "leave it out",
    ),
    situation(
        "tf.keras.initializers.Initializer",
        "part",
        "`{argument}` is not supported in a call of {kind}",
        _WHOLE_WEIGHTS,
        "make whole weights",
    ),
    # ------------------------------------------------------------------ models
    argument("tf.keras.Model.compile", "pss_evaluation_shards", "it is for parameter servers", "leave it at 0"),
    situation(
        "tf.keras.Model.fit",
        "graph tensors",
        "tensors as data are not supported in a TF 1 graph",
        "",
        "give NumPy arrays or a tf.data.Dataset, or a model whose tf.keras.Input(tensor=...) is that tensor",
    ),
    situation(
        "tf.keras.Model.compile",
        "graph optimizer",
        "the optimizer {kind} does not work in TF 1 graphs, which is not supported",
        "",
        _OPTIMIZERS,
    ),
    situation(
        "tf.keras.Model.get_config",
        "graph operation",
        "the operation {operation} between layers has no configuration, which is not supported",
        "",
        "write it in a tf.keras.layers.Lambda to save the model, or save its weights only",
    ),
    # ------------------------------------------------------------------ optimizers
    situation(
        "tf.keras.optimizers.Optimizer",
        "numbers",
        "`beta_1`, `epsilon` and their like with shape {shape} are not supported",
        "a step uses one number for all elements",
        "give it a number, or a tensor without axes",
    ),
    situation(
        "tf.compat.v1.train.Optimizer",
        "weights",
        "the variables as Keras' weights are not supported",
        "they are not Keras'",
        "save them with tf.compat.v1.train.Saver, or use an optimizer of tf.keras",
    ),
    situation(
        "tf.compat.v1.train.Optimizer",
        "config",
        "saving it with a Keras model is not supported",
        "it has no configuration",
        "use an optimizer of tf.keras",
    ),
    # ------------------------------------------------------------------ callbacks and utilities
    argument(
        "tf.keras.utils.audio_dataset_from_directory",
        "sampling_rate",
        "it needs the package tensorflow_io",
        "resample with torchaudio in a map over the dataset",
    ),
    argument(
        "tf.keras.utils.GeneratorEnqueuer",
        "use_multiprocessing",
        "every process would run through a copy of the generator",
        "use a keras.utils.Sequence",
        values=(True,),
    ),
    # ------------------------------------------------------------------ saving
    situation(
        "tf.keras.models.load_model tf.keras.models.save_model",
        "h5py.File",
        "an open h5py.File is not supported",
        "",
        "give the path of the file",
    ),
    situation(
        "tf.keras.models.save_model",
        "functions",
        "the functions of the model cannot be written into a directory: {why} Writing them is not supported",
        "",
        "save as .keras, or as a directory of configurations and weights with save_traces=False",
    ),
    situation(
        "tf.keras.models.save_model",
        "strings",
        "the variable '{variable}' of strings in the directory form is not supported",
        "",
        "save as .keras",
    ),
    situation(
        "tf.keras.models.load_model",
        "operation of Keras 3",
        "the operation keras.ops {kind} of Keras 3 is not supported",
        "",
        "build the model from layers of tf.keras, and load the weights alone",
    ),
    situation(
        "tf.keras.models.load_model",
        "argument of Keras 3",
        "{argument}={value!r} of {kind}, which Keras 3 wrote, is not supported",
        "Keras 2.15 has no such argument",
        "save the model without it",
    ),
    situation(
        "tf.keras.models.load_model",
        "policy",
        "the policy {kind} of Keras 3 is not supported",
        "Keras 2.15 has no such policy",
        "save the model with a policy of plain dtypes",
    ),
    situation(
        "tf.keras.models.load_model",
        "options",
        "`options` with {argument} are not supported",
        "",
        "load the directory with tf.saved_model.load, or make the model from its configuration",
    ),
    situation(
        "tf.keras.models.load_model",
        "vocabulary",
        "the vocabulary of the layer {layer} in {path} cannot be read, which is not supported",
        "",
        "give it with `set_vocabulary` after loading with tf.saved_model.load, or save the model as .keras",
    ),
)
