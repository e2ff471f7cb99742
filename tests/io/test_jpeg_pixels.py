"""The pixels of JPEG files are TensorFlow's, bit for bit, with each option."""

import base64
import json
import pathlib
import zlib

import numpy as np
import pytest

import tfshim as tf
from tests.io.jpeg_options import OPTIONS
from tfshim.io import _images

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "jpeg_pixels.json").read_text())


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["name"])
def test_pixels_are_those_of_tensorflow(case):
    data = base64.b64decode(case["file"])
    for options, expected in zip(OPTIONS, case["pixels"], strict=True):
        if expected is None:
            with pytest.raises(tf.errors.InvalidArgumentError):
                tf.io.decode_jpeg(data, **options)
        else:
            pixels = tf.io.decode_jpeg(data, **options).numpy()
            assert [list(pixels.shape), zlib.crc32(np.ascontiguousarray(pixels))] == expected, options


def test_they_lie_where_the_library_has_put_them():
    data = base64.b64decode(RECORDED[0]["file"])
    pixels = _images.read_jpeg(data)
    assert pixels.flags.writeable and pixels.flags.carray
    assert np.array_equal(tf.io.decode_image(data).numpy(), pixels)


def test_files_that_are_cut_off():
    data = base64.b64decode(RECORDED[0]["file"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid JPEG data"):
        tf.io.decode_jpeg(data[:-20])
