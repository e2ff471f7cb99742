"""The items of a described dataset, read by queues."""

from tfshim.contrib.slim.data.data_provider import DataProvider
from tfshim.contrib.slim.data.parallel_reader import parallel_read


class DatasetDataProvider(DataProvider):
    """Reads the records of `dataset`, a `slim.dataset.Dataset`, and decodes them; see `slim.parallel_reader.parallel_read`.

    The key of each record is one more item, named `record_key`; ValueError where the decoder has it too.
    """

    def __init__(
        self,
        dataset,
        num_readers=1,
        reader_kwargs=None,
        shuffle=True,
        num_epochs=None,
        common_queue_capacity=256,
        common_queue_min=128,
        record_key="record_key",
        seed=None,
        scope=None,
    ):
        key, record = parallel_read(
            dataset.data_sources,
            reader_class=dataset.reader,
            num_epochs=num_epochs,
            num_readers=num_readers,
            reader_kwargs=reader_kwargs,
            shuffle=shuffle,
            capacity=common_queue_capacity,
            min_after_dequeue=common_queue_min,
            seed=seed,
            scope=scope,
        )
        items = dataset.decoder.list_items()
        tensors = dict(zip(items, dataset.decoder.decode(record, items)))
        if record_key in tensors:
            raise ValueError(f"The item name used for `record_key` cannot also be used for a dataset item: {record_key}")
        super().__init__({**tensors, record_key: key}, dataset.num_samples)
