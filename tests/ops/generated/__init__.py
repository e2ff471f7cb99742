"""Generated calls of public functions, compared with what TensorFlow made of them.

- `tables/GROUP.py` lists which arguments the functions of a group take; `draws.py` draws them from a fixed seed and
  writes each call as a line of Python.
- `scripts/record_generated_calls.py [GROUP...]`, run by a Python that has TensorFlow 2.15, writes the calls and their
  outcomes to `tests/data/generated_calls/GROUP.json.gz`; after a change of a table its group has to be recorded again.
- `test_generated_calls.py` evaluates the recorded calls and compares structure, dtype, shape, values and the class
  of an exception. `python -m tests.ops.generated [GROUP|TEXT...]` lists what differs.
- `known.py` lists what is known to differ, each with its reason.
"""
