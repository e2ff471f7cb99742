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
