# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.tpu.experimental import embedding as embedding
from tfshim.tpu.system import DeviceAssignment as DeviceAssignment, DeviceOrderMode as DeviceOrderMode, HardwareFeature as HardwareFeature
from tfshim.tpu.system import TPUSystemMetadata as TPUSystemMetadata, Topology as Topology, initialize_tpu_system as initialize_tpu_system
from tfshim.tpu.system import shutdown_tpu_system as shutdown_tpu_system
