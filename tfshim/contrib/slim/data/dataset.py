"""Descriptions of datasets."""


class Dataset:
    """Files with records, what reads and what decodes them, and whatever else is told of them: each an attribute.

    `data_sources`: names of files, with wildcards; `reader`: a class of readers; `decoder`: a DataDecoder; `num_samples`: how many
    records there are; `items_to_descriptions`: what each item is.
    """

    def __init__(self, data_sources, reader, decoder, num_samples, items_to_descriptions, **kwargs):
        vars(self).update(
            data_sources=data_sources,
            reader=reader,
            decoder=decoder,
            num_samples=num_samples,
            items_to_descriptions=items_to_descriptions,
            **kwargs,
        )
