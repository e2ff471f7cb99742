"""Record the script of every Unicode code point, as `tf.strings.unicode_script` numbers them.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_unicode_scripts.py
Writes tfshim/strings/_unicode_scripts.py.
"""

import textwrap

from recording import PACKAGE, write

TARGET = PACKAGE / "strings" / "_unicode_scripts.py"
HEAD = '''"""The script of every Unicode code point, as runs: `length:script`, the length in hexadecimal. Made by
`scripts/record_unicode_scripts.py`."""

# fmt: off
RUNS = """
'''


def main():
    import tensorflow as tf

    scripts = tf.strings.unicode_script(tf.range(0x110000)).numpy().tolist()
    runs, start = [], 0
    for at in range(1, len(scripts) + 1):
        if at == len(scripts) or scripts[at] != scripts[start]:
            runs.append(f"{at - start:x}:{scripts[start]}")
            start = at
    write(TARGET, HEAD + textwrap.fill(" ".join(runs), 136) + '\n"""\n')
    print(f"{TARGET.name}: {len(runs)} runs")


if __name__ == "__main__":
    main()
