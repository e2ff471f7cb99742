"""What each process of `tfshim launch` does: say in TF_CONFIG which worker it is, and run the program."""

import json
import os
import sys

from tfshim.cli import main


def run() -> int:
    """Run the program of the command line as one of several workers; returns the exit status."""
    cluster = json.loads(os.environ.pop("TFSHIM_CLUSTER"))
    task = {"type": "worker", "index": int(os.environ["RANK"])}
    os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": task})
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
