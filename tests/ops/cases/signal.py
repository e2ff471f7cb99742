"""tf.signal, with the transforms at the top level."""

from tests.ops.case import Family
from tests.ops.inputs import T, c64, c128, f16, f32, f64, i32

cases = Family()

_S = "tf.signal"
_TOL = 5
for _name in ("fft", "ifft"):
    for _rank in ("", "2d", "3d"):
        cases(f"{_S}.{_name}{_rank}(x)", x=c64(2, 3, 4), tol=_TOL)
        cases(f"{_S}.{_name}{_rank}(x)", x=c128(2, 2, 3), tol=_TOL)
    cases(f"{_S}.{_name}(x)", x=c64(5), tol=_TOL)
    cases(f"{_S}.{_name}(x)", x=c64(0, 4))
    cases.bad(f"{_S}.{_name}(x)", x=f32(4))
    cases.bad(f"{_S}.{_name}(x)", x=c64())
    cases.bad(f"{_S}.{_name}2d(x)", x=c64(3))
    cases(f"{_S}.{_name}nd(x, axes=[0, 1])", x=c64(2, 3), tol=_TOL)
for _rank, _length in (("", "[6]"), ("2d", "[4, 6]"), ("3d", "[2, 4, 6]")):
    cases(f"{_S}.rfft{_rank}(x)", x=f32(2, 3, 4), tol=_TOL)
    cases(f"{_S}.rfft{_rank}(x, fft_length={_length})", x=f32(2, 3, 4), tol=_TOL)
    cases(f"{_S}.rfft{_rank}(x)", x=f64(2, 2, 5), tol=_TOL)
    cases(f"{_S}.irfft{_rank}(x)", x=c64(2, 3, 3), tol=_TOL)
    cases(f"{_S}.irfft{_rank}(x, fft_length={_length})", x=c64(2, 3, 3), tol=_TOL)
    cases(f"{_S}.irfft{_rank}(x)", x=c128(2, 2, 3), tol=_TOL)
cases(f"{_S}.rfft(x, [3])", x=f32(2, 5), tol=_TOL)
cases(f"{_S}.irfft(x, [5])", x=c64(3), tol=_TOL)
cases.bad(f"{_S}.rfft(x)", x=c64(4))
cases.bad(f"{_S}.rfft(x, [2, 2])", x=f32(4))
cases.bad(f"{_S}.irfft(x)", x=f32(4))
cases(f"{_S}.fftshift(x)", x=f32(5))
cases(f"{_S}.fftshift(x, axes=1)", x=f32(2, 3))
cases(f"{_S}.ifftshift(x)", x=f32(2, 3))
cases(f"{_S}.ifftshift(x, axes=[0])", x=f32(3, 2))
for _type in (1, 2, 3, 4):
    for _norm in ("None", "'ortho'"):
        if _type != 1 or _norm == "None":
            cases(f"{_S}.dct(x, type={_type}, norm={_norm})", x=f32(2, 4), tol=_TOL)
            cases(f"{_S}.idct(x, type={_type}, norm={_norm})", x=f64(2, 4), tol=_TOL)
cases(f"{_S}.dct(x, n=6)", x=f32(2, 4), tol=_TOL)
cases(f"{_S}.dct(x, n=3)", x=f32(2, 4), tol=_TOL)
cases.bad(f"{_S}.dct(x, type=5)", x=f32(4))
cases.bad(f"{_S}.dct(x, axis=0)", x=f32(4, 2))
cases.bad(f"{_S}.dct(x, norm='unit')", x=f32(4))
cases.bad(f"{_S}.dct(x, type=1, norm='ortho')", x=f32(4))
for _name in ("hann_window", "hamming_window"):
    cases(f"{_S}.{_name}(6)")
    cases(f"{_S}.{_name}(6, periodic=False)")
    cases(f"{_S}.{_name}(5, periodic=True)")
    cases(f"{_S}.{_name}(1)")
    cases(f"{_S}.{_name}(4, dtype=tf.float64)")
for _name in ("kaiser_window", "kaiser_bessel_derived_window"):
    cases(f"{_S}.{_name}(6)")
    cases(f"{_S}.{_name}(6, beta=4.0)")
    cases(f"{_S}.{_name}(4, dtype=tf.float64)")
cases(f"{_S}.kaiser_window(1)")
cases(f"{_S}.vorbis_window(6)")
cases(f"{_S}.vorbis_window(4, dtype=tf.float64)")
cases(f"{_S}.frame(x, 3, 2)", x=f32(9))
cases(f"{_S}.frame(x, 3, 2, pad_end=True)", x=f32(8))
cases(f"{_S}.frame(x, 4, 3, pad_end=True, pad_value=7.0)", x=f32(2, 9))
cases(f"{_S}.frame(x, 2, 1, axis=0)", x=f32(4, 2))
cases(f"{_S}.frame(x, frame_length=10, frame_step=1)", x=f32(4))
cases(f"{_S}.frame(x, 2, 2)", x=i32(6))
cases.bad(f"{_S}.frame(x, [2], 2)", x=f32(6))
cases(f"{_S}.overlap_and_add(x, 2)", x=f32(3, 4))
cases(f"{_S}.overlap_and_add(x, 4)", x=f64(2, 3, 4))
cases(f"{_S}.overlap_and_add(x, 1)", x=i32(2, 3))
cases.bad(f"{_S}.overlap_and_add(x, 2)", x=f32(3))
cases(f"{_S}.stft(x, 4, 2)", x=f32(10), tol=_TOL)
cases(f"{_S}.stft(x, 4, 2, fft_length=8)", x=f32(2, 10), tol=_TOL)
cases(f"{_S}.stft(x, 4, 3, pad_end=True, window_fn=None)", x=f64(9), tol=_TOL)
cases(f"{_S}.stft(x, 4, 2, window_fn=tf.signal.hamming_window)", op="tf.signal.stft", x=f32(10), tol=_TOL)
cases(f"{_S}.inverse_stft(x, 4, 2)", x=c64(4, 3), tol=_TOL)
cases(f"{_S}.inverse_stft(x, 4, 2, fft_length=6, window_fn=None)", x=c64(4, 4), tol=_TOL)
cases(
    f"{_S}.inverse_stft(x, 4, 2, window_fn=tf.signal.inverse_stft_window_fn(2))",
    op="tf.signal.inverse_stft_window_fn",
    x=c64(4, 3),
    tol=_TOL,
)
cases(f"{_S}.mdct(x, 4)", x=f32(10), tol=_TOL)
cases(f"{_S}.mdct(x, 4, pad_end=True, norm='ortho')", x=f32(2, 9), tol=_TOL)
cases(f"{_S}.inverse_mdct(x)", x=f32(4, 2), tol=_TOL)
cases(f"{_S}.inverse_mdct(x, norm='ortho')", x=f64(4, 2), tol=_TOL)
cases.bad(f"{_S}.mdct(x, 6)", x=f32(10))
cases(f"{_S}.linear_to_mel_weight_matrix(4, 9, 8000)")
cases(f"{_S}.linear_to_mel_weight_matrix(3, 9, 16000, 100.0, 6000.0, tf.float64)")
cases.bad(f"{_S}.linear_to_mel_weight_matrix(4, 9, 8000, upper_edge_hertz=9000.0)")
cases.bad(f"{_S}.linear_to_mel_weight_matrix(0, 9, 8000)")
cases.bad(f"{_S}.linear_to_mel_weight_matrix(4, 9, 8000, 500.0, 100.0)")
cases(f"{_S}.mfccs_from_log_mel_spectrograms(x)", x=f32(2, 5), tol=_TOL)
cases(
    "tf.audio.decode_wav(tf.audio.encode_wav(x, 8000))", op="tf.audio.decode_wav", x=f32(6, 2, lo=-1, hi=1), grad=False
)
cases("tf.audio.encode_wav(x, 8000)", x=T([[0.5], [-0.25], [1.5]], "float32"))
cases("tf.audio.decode_wav(tf.audio.encode_wav(x, 8000), desired_channels=1, desired_samples=4)", op="tf.audio.decode_wav",
      x=f32(3, 1, lo=-1, hi=1), grad=False)  # fmt: skip
cases.bad("tf.audio.decode_wav('rubbish')")
cases.bad("tf.audio.encode_wav(x, 8000)", x=f32(3))
cases.bad(f"{_S}.fft(x)", x=f16(3))
