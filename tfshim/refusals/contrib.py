"""Refusals of `tf.contrib` and `tf.examples`."""

from tfshim.refusals._entries import argument, gathered, name, situation

REFUSALS = gathered(
    name(
        "tf.contrib.eager.add_execution_callback",
        "operations call nothing back",
        "find NaN and infinity with tf.debugging.enable_check_numerics",
    ),
    argument("tf.contrib.eager.metrics.Mean", "use_global_variables", "", "leave it out", values=(True,)),
    argument("tf.contrib.layers.batch_norm", "batch_weights", "", "leave it out"),
    argument("tf.contrib.layers.batch_norm", "zero_debias_moving_mean", "", "leave it out", values=(True,)),
    argument(
        "tf.contrib.lookup.index_table_from_file tf.contrib.lookup.index_table_from_tensor",
        "hasher_spec",
        "keys are hashed by FarmHash, the default",
        "leave it out",
    ),
    situation(
        "tf.contrib.seq2seq.BeamSearchDecoder",
        "lists",
        "states with lists of tensors (alignment_history=True) are not supported",
        "beams change places at each step",
        "leave the history out",
    ),
    situation(
        "tf.contrib.learn.preprocessing.VocabularyProcessor.save",
        "tokenizer",
        "saving a processor with a `tokenizer_fn` is not supported",
        "a file that holds a function would run code when it is read",
        "save the words of `vocabulary_` and make the processor anew",
    ),
    argument("tf.contrib.training.HParams", "hparam_def", "", "give the hyperparameters as keyword arguments"),
    argument(
        "tf.examples.tutorials.mnist.input_data.read_data_sets",
        "source_url",
        "nothing is downloaded from elsewhere",
        "put the four files into `train_dir`",
    ),
)
