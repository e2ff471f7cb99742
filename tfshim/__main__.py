"""`python -m tfshim`: see `tfshim.cli`."""

from tfshim.cli import run

if __name__ == "__main__":
    run()
