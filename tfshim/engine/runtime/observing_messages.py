"""The messages in which TensorFlow's profiler and debugger write what they saw; see `message_files.described` for the form."""

PROFILE = {
    "XStat": [
        ("metadata_id", 1, "int64"),
        ("double_value", 2, "value|double"),
        ("uint64_value", 3, "value|uint64"),
        ("int64_value", 4, "value|int64"),
        ("str_value", 5, "value|string"),
        ("bytes_value", 6, "value|bytes"),
        ("ref_value", 7, "value|uint64"),
    ],
    "XEvent": [
        ("metadata_id", 1, "int64"),
        ("offset_ps", 2, "data|int64"),
        ("num_occurrences", 5, "data|int64"),
        ("duration_ps", 3, "int64"),
        ("stats", 4, "*XStat"),
    ],
    "XEventMetadata": [
        ("id", 1, "int64"),
        ("name", 2, "string"),
        ("display_name", 4, "string"),
        ("metadata", 3, "bytes"),
        ("stats", 5, "*XStat"),
        ("child_id", 6, "*int64"),
    ],
    "XStatMetadata": [("id", 1, "int64"), ("name", 2, "string"), ("description", 3, "string")],
    "XLine": [
        ("id", 1, "int64"),
        ("display_id", 10, "int64"),
        ("name", 2, "string"),
        ("display_name", 11, "string"),
        ("timestamp_ns", 3, "int64"),
        ("duration_ps", 9, "int64"),
        ("events", 4, "*XEvent"),
    ],
    "XPlane": [
        ("id", 1, "int64"),
        ("name", 2, "string"),
        ("lines", 3, "*XLine"),
        ("event_metadata", 4, "int64>XEventMetadata"),
        ("stat_metadata", 5, "int64>XStatMetadata"),
        ("stats", 6, "*XStat"),
    ],
    "XSpace": [("planes", 1, "*XPlane"), ("errors", 2, "*string"), ("warnings", 3, "*string"), ("hostnames", 4, "*string")],
}

PROFILE_OPTIONS = {
    "ProfileOptions": [
        ("version", 5, "uint32"),
        ("device_type", 6, "=ProfileOptions.DeviceType"),
        ("include_dataset_ops", 1, "bool"),
        ("host_tracer_level", 2, "uint32"),
        ("device_tracer_level", 3, "uint32"),
        ("python_tracer_level", 4, "uint32"),
        ("enable_hlo_proto", 7, "bool"),
        ("start_timestamp_ns", 8, "uint64"),
        ("duration_ms", 9, "uint64"),
        ("repository_path", 10, "string"),
    ],
    "RemoteProfilerSessionManagerOptions": [
        ("profiler_options", 1, "ProfileOptions"),
        ("service_addresses", 2, "*string"),
        ("session_creation_timestamp_ns", 3, "uint64"),
        ("max_session_duration_ms", 4, "uint64"),
        ("delay_ms", 5, "uint64"),
    ],
}
PROFILE_DEVICES = "UNSPECIFIED CPU GPU TPU PLUGGABLE_DEVICE".split()

# Requests for profiles of another program: see `profiler.service`.
PROFILE_SERVICE = {
    "ToolRequestOptions": [("output_formats", 2, "string"), ("save_to_repo", 3, "bool")],
    "ProfileRequest": [
        ("duration_ms", 1, "uint64"),
        ("max_events", 2, "uint64"),
        ("tools", 3, "*string"),
        ("tool_options", 8, "string>ToolRequestOptions"),
        ("opts", 4, "ProfileOptions"),
        ("repository_root", 5, "string"),
        ("session_id", 6, "string"),
        ("host_name", 7, "string"),
    ],
    "ProfileToolData": [("name", 1, "string"), ("data", 2, "bytes")],
    "ProfileResponse": [("tool_data", 6, "*ProfileToolData"), ("empty_trace", 7, "bool")],
    "TerminateRequest": [("session_id", 1, "string")],
    "TerminateResponse": [],
    "MonitorRequest": [("duration_ms", 1, "uint64"), ("monitoring_level", 2, "int32"), ("timestamp", 3, "bool")],
    "MonitorResponse": [("data", 1, "string"), ("monitor_result", 10, "ProfilerServiceMonitorResult")],
}
PROFILE_MONITORED = {
    "ProfilerServiceMonitorResult": [
        ("response_type", 1, "=ProfilerServiceMonitorResult.ResponseType"),
        ("device_idle_time_percent", 2, "double"),
        ("matrix_unit_utilization_percent", 3, "double"),
        ("step_time_ms_avg", 4, "double"),
        ("step_time_ms_min", 5, "double"),
        ("step_time_ms_max", 6, "double"),
        ("infeed_percent_avg", 7, "double"),
        ("infeed_percent_min", 8, "double"),
        ("infeed_percent_max", 9, "double"),
    ],
}
PROFILE_MONITORINGS = "EMPTY_RESULT UTIL_ONLY UTIL_IDLE UTIL_IDLE_STEP".split()

# What Debugger V2 records of a program: see `summary.debug_dumps`.
DEBUG = {
    "DebugEvent": [
        ("wall_time", 1, "double"),
        ("step", 2, "int64"),
        ("debug_metadata", 3, "what|DebugMetadata"),
        ("source_file", 4, "what|SourceFile"),
        ("stack_frame_with_id", 6, "what|StackFrameWithId"),
        ("graph_op_creation", 7, "what|GraphOpCreation"),
        ("debugged_graph", 8, "what|DebuggedGraph"),
        ("execution", 9, "what|Execution"),
        ("graph_execution_trace", 10, "what|GraphExecutionTrace"),
        ("graph_id", 11, "what|string"),
        ("debugged_device", 12, "what|DebuggedDevice"),
    ],
    "DebugMetadata": [("tensorflow_version", 1, "string"), ("file_version", 2, "string"), ("tfdbg_run_id", 3, "string")],
    "SourceFile": [("file_path", 1, "string"), ("host_name", 2, "string"), ("lines", 3, "*string")],
    "StackFrameWithId": [("id", 1, "string"), ("file_line_col", 2, "GraphDebugInfo.FileLineCol")],
    "CodeLocation": [("host_name", 1, "string"), ("stack_frame_ids", 2, "*string")],
    "GraphOpCreation": [
        ("op_type", 1, "string"),
        ("op_name", 2, "string"),
        ("graph_name", 3, "string"),
        ("graph_id", 4, "string"),
        ("device_name", 5, "string"),
        ("input_names", 6, "*string"),
        ("num_outputs", 7, "int32"),
        ("code_location", 8, "CodeLocation"),
        ("output_tensor_ids", 9, "*int32"),
    ],
    "DebuggedGraph": [
        ("graph_id", 1, "string"),
        ("graph_name", 2, "string"),
        ("instrumented_ops", 3, "*string"),
        ("original_graph_def", 4, "bytes"),
        ("instrumented_graph_def", 5, "bytes"),
        ("outer_context_id", 6, "string"),
    ],
    "DebuggedDevice": [("device_name", 1, "string"), ("device_id", 2, "int32")],
    "Execution": [
        ("op_type", 1, "string"),
        ("num_outputs", 2, "int32"),
        ("graph_id", 3, "string"),
        ("input_tensor_ids", 4, "*int64"),
        ("output_tensor_ids", 5, "*int64"),
        ("tensor_debug_mode", 6, "=TensorDebugMode"),
        ("tensor_protos", 7, "*TensorProto"),
        ("code_location", 8, "CodeLocation"),
        ("output_tensor_device_ids", 9, "*int32"),
    ],
    "GraphExecutionTrace": [
        ("tfdbg_context_id", 1, "string"),
        ("op_name", 2, "string"),
        ("output_slot", 3, "int32"),
        ("tensor_debug_mode", 4, "=TensorDebugMode"),
        ("tensor_proto", 5, "TensorProto"),
        ("device_name", 6, "string"),
    ],
}
DEBUG_MODES = (
    "UNSPECIFIED NO_TENSOR CURT_HEALTH CONCISE_HEALTH FULL_HEALTH SHAPE FULL_NUMERICS FULL_TENSOR REDUCE_INF_NAN_THREE_SLOTS".split()
)
