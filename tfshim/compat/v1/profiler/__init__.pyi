# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.profiler.options import ProfileOptionBuilder as ProfileOptionBuilder
from tfshim.compat.v1.profiler.profiling import AdviceProto as AdviceProto, GraphNodeProto as GraphNodeProto
from tfshim.compat.v1.profiler.profiling import MultiGraphNodeProto as MultiGraphNodeProto, OpLogProto as OpLogProto, Profiler as Profiler
from tfshim.compat.v1.profiler.profiling import advise as advise, profile as profile, write_op_log as write_op_log
