"""`tf.dtypes`: the types of elements and the conversions between them."""

# ruff: noqa: F401
import types

from tfshim._listing import listing
from tfshim.array_ops.casting import cast, complex
from tfshim.engine.values.dtypes import (
    QUANTIZED_DTYPES,
    DType,
    as_dtype,
    bfloat16,
    bool,
    complex64,
    complex128,
    double,
    float8_e4m3fn,
    float8_e5m2,
    float16,
    float32,
    float64,
    half,
    int4,
    int8,
    int16,
    int32,
    int64,
    qint8,
    qint16,
    qint32,
    quint8,
    quint16,
    resource,
    string,
    uint4,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)
from tfshim.math.saturating import saturate_cast

__all__ = """
    DType QUANTIZED_DTYPES as_dtype bfloat16 bool cast complex complex128 complex64 double experimental float16 float32 float64 half
    int16 int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource saturate_cast string uint16 uint32 uint64 uint8 variant
""".split()
__dir__ = listing(globals())

experimental = types.ModuleType("tfshim.dtypes.experimental", "Types that TensorFlow offers on trial.")
experimental.float8_e4m3fn, experimental.float8_e5m2 = float8_e4m3fn, float8_e5m2
experimental.int4, experimental.uint4 = int4, uint4
experimental.__all__ = ["float8_e4m3fn", "float8_e5m2", "int4", "uint4"]
experimental.__dir__ = listing(vars(experimental))

del types, float8_e4m3fn, float8_e5m2, int4, uint4
