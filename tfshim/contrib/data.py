"""`tf.contrib.data` of TensorFlow 1: what datasets are given to `apply`. Most is `tf.data.experimental` now."""

from tfshim.compat.v1 import data
from tfshim.data import experimental

_HERE = frozenset(
    """
    Counter Reducer assert_element_shape bucket_by_sequence_length choose_from_datasets copy_to_device dense_to_sparse_batch
    enumerate_dataset get_single_element group_by_reducer group_by_window ignore_errors make_batched_features_dataset make_csv_dataset
    make_saveable_from_iterator map_and_batch parallel_interleave parse_example_dataset prefetch_to_device rejection_resample
    sample_from_datasets scan shuffle_and_repeat sliding_window_batch unbatch unique CsvDataset RandomDataset SqlDataset TFRecordWriter
    CheckpointInputPipelineHook Optional AUTOTUNE
    """.split()
)
_V1 = frozenset("Dataset FixedLengthRecordDataset Iterator TFRecordDataset TextLineDataset".split())


def __getattr__(name):
    if name in _V1:
        return getattr(data, name)
    # Not all of them are left in `tf.data.experimental`.
    if name in _HERE and hasattr(experimental, name):
        return getattr(experimental, name)
    raise AttributeError(f"tf.contrib.data.{name} is not part of tfshim; look in tf.data and tf.data.experimental.")


def __dir__():
    return sorted(
        {
            "batch_and_drop_remainder",
            "padded_batch_and_drop_remainder",
            "reduce_dataset",
            *_V1,
            *(name for name in _HERE if hasattr(experimental, name)),
        }
    )


def batch_and_drop_remainder(batch_size):
    """For `Dataset.apply`: batches of exactly `batch_size`, what is left over dropped."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def padded_batch_and_drop_remainder(batch_size, padded_shapes, padding_values=None):
    """For `Dataset.apply`: padded batches of exactly `batch_size`, what is left over dropped."""
    return lambda dataset: dataset.padded_batch(batch_size, padded_shapes, padding_values, drop_remainder=True)


def reduce_dataset(dataset, reducer):
    """What a `Reducer` makes of all elements."""
    # All elements are one group, whose key is 0 in TensorFlow too.
    return reducer.finalize_func(dataset.reduce(reducer.init_func(0), reducer.reduce_func))
