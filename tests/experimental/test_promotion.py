"""How dtypes promote in each mode of `experimental_enable_numpy_behavior`, against what TensorFlow gave (scripts/record_promotion.py)."""

import json
import logging
from pathlib import Path

import pytest

import tfshim as tf
from tests import after_torch, processes
from tests.experimental import promotion_cases
from tfshim.experimental.numpy.weak_tensor import WeakTensor

RECORDED = json.loads((Path(__file__).resolve().parents[1] / "data" / "promotion.json").read_text())


def main():
    """Print the answers of tfshim: in a process of its own, for they change what tensors do."""
    tf.get_logger().setLevel(logging.CRITICAL)  # what falls back to older rules says so each time
    print(json.dumps(promotion_cases.text(promotion_cases.answers(tf, WeakTensor.from_tensor))))


@pytest.fixture(scope="module")
def answers():
    made = after_torch.python("-m", "tests.experimental.test_promotion", cwd=processes.ROOT)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


def _differences(path, recorded, found):
    if isinstance(recorded, dict):
        assert recorded.keys() == found.keys(), path
        return [d for key in recorded for d in _differences([*path, key], recorded[key], found[key])]
    return [] if recorded == found else [f"{' / '.join(path)}: {found}, not {recorded}"]


@pytest.mark.parametrize("part", RECORDED)
def test_as_tensorflow(answers, part):
    assert not _differences([part], RECORDED[part], answers[part])


if __name__ == "__main__":
    main()
