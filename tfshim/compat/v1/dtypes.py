"""`tf.compat.v1.dtypes`: as `tf.dtypes`, with `as_string` beside it."""

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere

__all__ = """
    DType QUANTIZED_DTYPES as_dtype as_string bfloat16 bool cast complex complex128 complex64 double experimental float16 float32
    float64 half int16 int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource saturate_cast string uint16 uint32 uint64
    uint8 variant
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere("dtypes", "as_string=as_string", "tfshim.dtypes")
