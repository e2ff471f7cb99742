"""Roots of many complex numbers: as the C library has them, at the branch cut and where parts are not finite too."""

import numpy as np
import pytest
import torch

from tfshim.engine.ops.vectorized import complex_numbers

INF, NAN = float("inf"), float("nan")
ENDS = [complex(-4, 0.0), complex(-4, -0.0), complex(4, -0.0), complex(1e-30, 3), complex(-1e-30, -3), complex(2e38, -3e38)]
STRANGE = [complex(INF, 1), complex(-INF, 1), complex(1, INF), complex(NAN, 0), 0, complex(1e-44, 0)]


@pytest.mark.parametrize("strange", [False, True])
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_roots(dtype, strange):
    rng = np.random.default_rng(2)
    some = rng.standard_normal(2000) + 1j * rng.standard_normal(2000)
    x = torch.tensor(np.concatenate([some, ENDS, STRANGE if strange else []]), dtype=dtype)
    assert complex_numbers.suits(x)
    made, expected = complex_numbers.sqrt(x).numpy(), torch.sqrt(x).numpy()
    np.testing.assert_allclose(made, expected, rtol=1e-6 if dtype is torch.complex64 else 1e-14, atol=0)
    np.testing.assert_array_equal(np.signbit(made.imag), np.signbit(expected.imag))


def test_conjugates_that_are_not_written_out_go_to_torch():
    assert not complex_numbers.suits(torch.ones(5000, dtype=torch.complex64).conj())
