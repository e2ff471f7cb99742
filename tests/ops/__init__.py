"""Op conformance: a list of case descriptors and a set of laws that every one of them has to keep.

- `cases/FAMILY.py` lists the cases: an expression, its inputs, and what it takes part in (`case.py`, `inputs.py`).
- `scripts/record_ops.py FAMILY...`, run by a Python that has TensorFlow 2.15, writes down what TensorFlow makes of
  them in `tests/data/ops/FAMILY.json`; a case that was added or changed has to be recorded again.
- `laws.py` defines what then has to hold of any other library; `test_ops.py` tests every case against every law.
- `python -m tests.ops.run FAMILY|TEXT...` is the same as a quick loop for a developer.
- `differences.py` lists what is known to differ, each with its reason.
"""
