"""GraphDefs in TensorFlow's form: functions, branches, loops, calls and variables."""
