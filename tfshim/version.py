"""`tf.version`: the release of TensorFlow whose behaviour this package shows."""

from tfshim import _version
from tfshim._export import tf_export
from tfshim._listing import listing

__all__ = """
    COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER GRAPH_DEF_VERSION_MIN_PRODUCER VERSION
""".split()
__dir__ = listing(globals())

VERSION = _version.TENSORFLOW
GIT_VERSION = "v2.15.0-11-g63f5a65c7cd"
COMPILER_VERSION = "none: this package is Python on torch"
GRAPH_DEF_VERSION = 1645
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
tf_export("version.COMPILER_VERSION", "__compiler_version__", v1=["version.COMPILER_VERSION", "COMPILER_VERSION"])(COMPILER_VERSION)
tf_export("version.GIT_VERSION", "__git_version__", v1=["version.GIT_VERSION", "GIT_VERSION"])(GIT_VERSION)
tf_export("version.VERSION", v1=["version.VERSION", "VERSION"])(VERSION)
tf_export("version.GRAPH_DEF_VERSION", v1=["version.GRAPH_DEF_VERSION", "GRAPH_DEF_VERSION"])(GRAPH_DEF_VERSION)
tf_export("version.GRAPH_DEF_VERSION_MIN_CONSUMER", v1=["version.GRAPH_DEF_VERSION_MIN_CONSUMER", "GRAPH_DEF_VERSION_MIN_CONSUMER"])(
    GRAPH_DEF_VERSION_MIN_CONSUMER
)
tf_export("version.GRAPH_DEF_VERSION_MIN_PRODUCER", v1=["version.GRAPH_DEF_VERSION_MIN_PRODUCER", "GRAPH_DEF_VERSION_MIN_PRODUCER"])(
    GRAPH_DEF_VERSION_MIN_PRODUCER
)
