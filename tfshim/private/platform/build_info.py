"""Replaces `tensorflow.python.platform.build_info`: how the package was built."""

from tfshim import sysconfig

_REPLACES = "tensorflow.python.platform.build_info"

build_info = sysconfig.get_build_info()
cuda_version_number = build_info.get("cuda_version", "")
cudnn_version_number = build_info.get("cudnn_version", "")
