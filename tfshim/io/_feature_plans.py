"""From a dictionary of features to the columns to read, and from the columns to the tensors that are returned."""

from collections import namedtuple

from tfshim import array_ops
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.io import features as config
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor


class Item(namedtuple("Item", "name key form dtype shape default index_keys size sorted partitions splits validate allow_missing")):
    """One tensor (or several) to read. `form`: dense, sequence, sparse, indexed or ragged."""

    __slots__ = ()

    def as_plain(self):
        """What a GraphDef holds of it."""
        partitions = self.partitions and tuple((type(p).__name__, *p) for p in self.partitions)
        return tuple(self._replace(partitions=partitions))

    @classmethod
    def from_plain(cls, value):
        """The item of which a GraphDef holds `value`."""
        made = cls(*value)
        kinds = {kind.__name__: kind for kind in config.PARTITIONS}
        return made._replace(partitions=made.partitions and tuple(kinds[name](*rest) for name, *rest in made.partitions))


_DEFAULTS = Item(*[None] * len(Item._fields))
_ALLOWED = (dt.float32, dt.int64, dt.string)


def _dtype(name, value):
    dtype = dt.as_dtype(value)
    if dtype not in _ALLOWED:
        raise invalid(
            f"Value for attr 'Tdense' of {dtype.proto_name} is not in the list of allowed values: float, int64, string"
            "\n\t; NodeDef: {{node ParseExampleV2}}; Op<name=ParseExampleV2>",
        )
    return dtype


def plan(features, allowed, sequence=False):
    """The items of `features`, in TensorFlow's order: sparse, dense, ragged, each sorted by name."""
    items = []
    for name in sorted(features):
        feature = features[name]
        kind = type(feature)
        if kind not in allowed:
            raise ValueError(f"Unsupported {kind.__name__} {feature} for key '{name}'")
        if feature.dtype is None:
            raise ValueError(f"Missing type for feature {name}. Received feature={feature}")
        base = _DEFAULTS._replace(name=name, key=name, dtype=_dtype(name, feature.dtype))
        if kind is config.VarLenFeature:
            items.append(base._replace(form="sparse"))
        elif kind is config.RaggedFeature:
            if sequence and any(not isinstance(p, config.RaggedFeature.UniformRowLength) for p in feature.partitions):
                raise refused("tf.io.parse_sequence_example", "partitions", feature=name)
            items.append(
                base._replace(
                    form="ragged",
                    key=name if feature.value_key is None else feature.value_key,
                    partitions=tuple(feature.partitions),
                    splits=feature.row_splits_dtype,
                    validate=feature.validate,
                )
            )
        elif kind is config.SparseFeature:
            keys = [feature.index_key] if isinstance(feature.index_key, str) else list(feature.index_key)
            size = list(feature.size) if isinstance(feature.size, (list, tuple)) else [feature.size]
            if len(keys) != len(size):
                raise ValueError(f"index_key and size must have the same length, got {keys} and {size} for key '{name}'")
            items.append(
                base._replace(
                    form="indexed", key=feature.value_key, index_keys=tuple(keys), size=tuple(size), sorted=feature.already_sorted
                )
            )
        else:
            items.append(_dense(base, feature, name, kind is config.FixedLenSequenceFeature, sequence))
    rank = {"sparse": 0, "indexed": 0, "dense": 1, "sequence": 1, "ragged": 2}
    items.sort(key=lambda item: rank[item.form])
    return items


def _dense(base, feature, name, many, sequence):
    if feature.shape is None:
        raise ValueError(f"Missing shape for feature {name}. Received feature={feature}.")
    shape = TensorShape(feature.shape)
    if many:
        if not sequence and not feature.allow_missing:
            raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
        if sequence and feature.default_value is not None:
            raise refused("tf.io.parse_sequence_example", "default", feature=name)
        default = None
        if feature.default_value is not None:
            default = convert_to_tensor(feature.default_value, base.dtype)
        return base._replace(form="sequence", shape=tuple(shape.as_list()), default=default, allow_missing=feature.allow_missing)
    if shape.rank and shape.as_list()[0] is None:
        raise ValueError(
            f"First dimension of shape for feature {name} unknown. Consider using FixedLenSequenceFeature. Received feature={feature}."
        )
    if not shape.is_fully_defined():
        raise ValueError(f"All dimensions of shape for feature {name} need to be known but received {shape}.")
    default = None
    if feature.default_value is not None:
        default = array_ops.reshape(convert_to_tensor(feature.default_value, base.dtype), shape.as_list())
    return base._replace(form="dense", shape=tuple(shape.as_list()), default=default)


def assembled(items, results, single=False):
    """{name: tensor} of what the operation gave for `items`, in their order."""
    out, results = {}, list(results)
    for item in items:
        if item.form in ("dense", "sequence"):
            out[item.name] = results.pop(0)
        elif item.form in ("sparse", "indexed"):
            out[item.name] = SparseTensor(results.pop(0), results.pop(0), results.pop(0))
        else:
            made = results.pop(0)
            for partition in reversed(item.partitions):
                if not isinstance(partition, config.RaggedFeature.UniformRowLength):
                    made = RaggedTensor.from_row_splits(made, results.pop(0), validate=item.validate)
                elif isinstance(made, RaggedTensor):
                    made = RaggedTensor.from_uniform_row_length(made, partition.length, validate=item.validate)
            if not single:
                made = RaggedTensor.from_row_splits(made, results.pop(0), validate=item.validate)
            out[item.name] = made
    return out
