"""`tf.sysconfig`: what TensorFlow was built with. There is no C++ library here, so nothing can be compiled against it."""

from collections import OrderedDict

import torch

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.refusals import refused

__all__ = """
    CXX11_ABI_FLAG CXX_VERSION MONOLITHIC_BUILD get_build_info get_compile_flags get_include get_lib get_link_flags
""".split()
__dir__ = listing(globals())

CXX11_ABI_FLAG = int(torch.compiled_with_cxx11_abi())
CXX_VERSION = 201703
MONOLITHIC_BUILD = 0
tf_export("sysconfig.CXX11_ABI_FLAG", "__cxx11_abi_flag__", v1=["sysconfig.CXX11_ABI_FLAG", "CXX11_ABI_FLAG"])(CXX11_ABI_FLAG)
tf_export("sysconfig.CXX_VERSION", "__cxx_version__", v1=["sysconfig.CXX_VERSION", "CXX_VERSION"])(CXX_VERSION)
tf_export("sysconfig.MONOLITHIC_BUILD", "__monolithic_build__", v1=["sysconfig.MONOLITHIC_BUILD", "MONOLITHIC_BUILD"])(MONOLITHIC_BUILD)


def get_build_info():
    """What the build can use. Mirrors `tf.sysconfig.get_build_info`.

    Libraries read it to choose kernels or to print it with a report of an error. It is true of the installed torch, not of the
    machine: `tf.config.list_physical_devices("GPU")` asks for devices.

    Returns:
        A dictionary with the bools "is_cuda_build", "is_rocm_build" and "is_tensorrt_build", which is False. In a build with CUDA
        also its "cuda_version" and what else torch tells of it, as text.

    Example:
        >>> info = tf.sysconfig.get_build_info()
        >>> info["is_tensorrt_build"], info["is_cuda_build"] == tf.test.is_built_with_cuda()
        (False, True)
    """
    info = [
        ("is_cuda_build", torch.version.cuda is not None),
        ("is_rocm_build", torch.version.hip is not None),
        ("is_tensorrt_build", False),
    ]
    if torch.version.cuda is not None:
        info.append(("cuda_version", torch.version.cuda))
        cudnn = torch.backends.cudnn.version()
        if cudnn is not None:
            info.append(("cudnn_version", str(cudnn // 1000 if cudnn < 90000 else cudnn // 10000)))
    return OrderedDict(info)


def get_compile_flags():
    """Not supported: raises NotImplementedError. Mirrors `tf.sysconfig.get_compile_flags`."""
    raise refused("tf.sysconfig.get_compile_flags")


def get_link_flags():
    """Not supported: raises NotImplementedError. Mirrors `tf.sysconfig.get_link_flags`."""
    raise refused("tf.sysconfig.get_link_flags")


def get_include():
    """Not supported: raises NotImplementedError. Mirrors `tf.sysconfig.get_include`."""
    raise refused("tf.sysconfig.get_include")


def get_lib():
    """Not supported: raises NotImplementedError. Mirrors `tf.sysconfig.get_lib`."""
    raise refused("tf.sysconfig.get_lib")
