"""Results recorded from TensorFlow, and tests that tfshim gives the same.

- `expressions` reads tests/data/expressions: TOPIC.txt (statements, a line of three dashes, an expression a line) and
  TOPIC.json (the result of each). `programs` reads tests/data/programs: TOPIC.py (functions `case_NAME`) and TOPIC.json.
  scripts/record_expressions.py and scripts/record_programs.py write the results, with a Python that has TensorFlow 2.15.
- `cases` makes them parameters of a test. A case without a recorded result is skipped, and fails where `CI` is set.
- `differences` compares two results: everything has to be the same, but for what TOPIC.differs lists with its reason.
"""
