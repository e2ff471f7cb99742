"""Decodes `tf.train.Example`s: what is parsed, by keys, and the items that handlers make of it."""

import abc

import tfshim as tf
from tfshim.compat.v1.graphs.flow import case, cond
from tfshim.compat.v1.io import parse_single_example
from tfshim.contrib.slim.data.data_decoder import DataDecoder


def _dense(x, default=0):
    return tf.sparse.to_dense(x, default) if isinstance(x, tf.SparseTensor) else x


class ItemHandler(abc.ABC):
    """Makes an item of the tensors parsed for `keys`, a name or a list."""

    def __init__(self, keys):
        self._keys = keys if isinstance(keys, (tuple, list)) else [keys]

    keys = property(lambda self: self._keys, doc="The keys that the item is made of.")

    @abc.abstractmethod
    def tensors_to_item(self, keys_to_tensors):
        """The item, of a dictionary of the tensors by their keys."""


class ItemHandlerCallback(ItemHandler):
    """The item is what `func` makes of the dictionary."""

    def __init__(self, keys, func):
        super().__init__(keys)
        self._func = func

    def tensors_to_item(self, keys_to_tensors):
        """The item."""
        return self._func(keys_to_tensors)


class BoundingBox(ItemHandler):
    """Boxes [number, 4] of four keys: by default ymin, xmin, ymax, xmax after `prefix`. Raises ValueError for another number."""

    def __init__(self, keys=None, prefix=""):
        keys = ["ymin", "xmin", "ymax", "xmax"] if keys is None else keys
        if len(keys) != 4:
            raise ValueError(f"BoundingBox expects 4 keys but got {len(keys)}")
        super().__init__([prefix + key for key in keys])

    def tensors_to_item(self, keys_to_tensors):
        """The boxes."""
        sides = [keys_to_tensors[key] for key in self._keys]
        return tf.transpose(tf.concat([(s.values if isinstance(s, tf.SparseTensor) else s)[None] for s in sides], 0))


class Tensor(ItemHandler):
    """A tensor, sparse ones made dense with `default_value`, of `shape` or of the sizes at `shape_keys`. ValueError for both."""

    def __init__(self, tensor_key, shape_keys=None, shape=None, default_value=0):
        if shape_keys and shape is not None:
            raise ValueError("Cannot specify both shape_keys and shape parameters.")
        if shape_keys and not isinstance(shape_keys, list):
            shape_keys = [shape_keys]
        super().__init__([tensor_key, *(shape_keys or [])])
        self._key, self._shape_keys, self._shape, self._default = tensor_key, shape_keys, shape, default_value

    def tensors_to_item(self, keys_to_tensors):
        """The tensor."""
        tensor, shape = keys_to_tensors[self._key], self._shape
        if self._shape_keys:
            shape = tf.reshape(tf.stack([_dense(keys_to_tensors[key]) for key in self._shape_keys]), [-1])
        if isinstance(tensor, tf.SparseTensor):
            return _dense(tensor if shape is None else tf.sparse.reshape(tensor, shape), self._default)
        return tensor if shape is None else tf.reshape(tensor, shape)


class LookupTensor(Tensor):
    """A tensor of what `table` has for the strings parsed."""

    def __init__(self, tensor_key, table, shape_keys=None, shape=None, default_value=""):
        super().__init__(tensor_key, shape_keys, shape, default_value)
        self._table = table

    def tensors_to_item(self, keys_to_tensors):
        """The tensor."""
        return self._table.lookup(super().tensors_to_item(keys_to_tensors))


class BackupHandler(ItemHandler):
    """The item of `handler`, and where that is empty the one of `backup`. Raises ValueError for what is no handler."""

    def __init__(self, handler, backup):
        for what, given in (("Primary", handler), ("Backup", backup)):
            if not isinstance(given, ItemHandler):
                raise ValueError(f"{what} handler is of type {type(given)} instead of ItemHandler")
        super().__init__([*handler.keys, *backup.keys])
        self._handler, self._backup = handler, backup

    def tensors_to_item(self, keys_to_tensors):
        """The item."""
        item = self._handler.tensors_to_item(keys_to_tensors)
        empty = tf.equal(tf.reduce_prod(tf.shape(item)), 0)
        return cond(empty, lambda: self._backup.tensors_to_item(keys_to_tensors), lambda: item)


class SparseTensor(ItemHandler):
    """A sparse tensor of the positions at `indices_key` and the values at `values_key`; dense, with `default_value`, with `densify`.

    Its shape is at `shape_key`, or `shape`, or that of the positions.
    """

    def __init__(self, indices_key=None, values_key=None, shape_key=None, shape=None, densify=False, default_value=0):
        self._indices, self._values, self._shape_key = indices_key or "indices", values_key or "values", shape_key
        self._shape, self._densify, self._default = shape, densify, default_value
        super().__init__([self._indices, self._values, *([shape_key] if shape_key else [])])

    def tensors_to_item(self, keys_to_tensors):
        """The tensor."""
        positions, values = keys_to_tensors[self._indices], keys_to_tensors[self._values]
        if self._shape_key:
            shape = _dense(keys_to_tensors[self._shape_key])
        else:
            shape = self._shape or positions.dense_shape
        last = tf.reshape(tf.cast(positions.values, tf.int64), [-1, 1])
        made = tf.SparseTensor(tf.concat([positions.indices[:, :-1], last], 1), values.values, shape)
        return _dense(made, self._default) if self._densify else made


class Image(ItemHandler):
    """A picture [height, width, channels] of `dtype`, decoded as the format says that stands at `format_key`: "raw", or any other.

    `shape`: one that it is brought to. `repeated`: a batch of pictures. `dct_method`: see `tf.image.decode_jpeg`.
    """

    def __init__(self, image_key=None, format_key=None, shape=None, channels=3, dtype=tf.uint8, repeated=False, dct_method=""):
        self._key, self._format = image_key or "image/encoded", format_key or "image/format"
        super().__init__([self._key, self._format])
        self._shape, self._channels, self._dtype = shape, channels, dtype
        self._repeated, self._method = repeated, dct_method

    def tensors_to_item(self, keys_to_tensors):
        """The picture."""
        encoded, form = keys_to_tensors[self._key], keys_to_tensors[self._format]
        if self._repeated:
            return tf.compat.v1.map_fn(lambda x: self._decoded(x, form), encoded, dtype=self._dtype)
        return self._decoded(encoded, form)

    def _decoded(self, encoded, form):
        def jpeg():
            made = tf.image.decode_jpeg(encoded, channels=self._channels, dct_method=self._method)
            return tf.cast(made, self._dtype)

        def other():
            return tf.cast(tf.image.decode_image(encoded, channels=self._channels), self._dtype)

        def any_picture():
            return cond(tf.image.is_jpeg(encoded), jpeg, other, name="cond_jpeg")

        raw = tf.logical_or(tf.equal(form, "raw"), tf.equal(form, "RAW"))
        made = case([(raw, lambda: tf.io.decode_raw(encoded, self._dtype))], default=any_picture, exclusive=True)
        made.set_shape([None, None, self._channels])
        return made if self._shape is None else tf.reshape(made, self._shape)


class TFExampleDecoder(DataDecoder):
    """Parses `keys_to_features` (see `tf.parse_single_example`) and makes items by `items_to_handlers`."""

    def __init__(self, keys_to_features, items_to_handlers):
        self._features, self._handlers = keys_to_features, items_to_handlers

    def list_items(self):
        """The names of the items."""
        return list(self._handlers)

    def decode(self, serialized_example, items=None):
        """The tensors of `items`, by default all, of an example: a list."""
        parsed = parse_single_example(serialized_example, self._features)
        for key in sorted(self._features):
            feature = self._features[key]
            if isinstance(feature, tf.io.FixedLenFeature):
                parsed[key] = tf.reshape(parsed[key], feature.shape)
        handlers = [self._handlers[item] for item in items or self._handlers]
        return [h.tensors_to_item({key: parsed[key] for key in h.keys}) for h in handlers]
