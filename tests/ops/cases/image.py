"""tf.image: resizing, colour, cropping, boxes, measures, codecs."""

from tests.ops.case import Family
from tests.ops.inputs import T, f16, f32, f64, i32, u8

cases = Family()

_I = "tf.image"
_RGB = f32(2, 3, 3, lo=0, hi=1)

for _method in ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"):
    for _size in ((4, 6), (2, 2), (3, 5), (1, 7)):
        cases(f"{_I}.resize(x, {list(_size)}, method='{_method}')", x=f32(1, 3, 5, 2), tol=10)
    cases(f"{_I}.resize(x, [5, 5], '{_method}', antialias=True)", x=f32(1, 3, 7, 1), tol=10)
    cases(f"{_I}.resize(x, [2, 3], '{_method}', antialias=True)", x=f32(1, 6, 7, 1), tol=10)
    cases(f"{_I}.resize(x, [2, 2], method='{_method}')", x=u8(4, 4, 1, hi=255), tol=10)
    cases(f"{_I}.resize(x, [6, 3], method='{_method}', preserve_aspect_ratio=True)", x=f32(4, 4, 1), tol=10)
cases(f"{_I}.resize(x, s)", x=f32(1, 2, 2, 1), s=T([3, 3], "int32"))
cases(f"{_I}.resize(x, [2, 2])", x=f64(1, 3, 3, 1))
cases(f"{_I}.resize(x, [3, 3], tf.image.ResizeMethod.NEAREST_NEIGHBOR)", x=i32(1, 2, 2, 1), op="tf.image.resize")
cases(f"{_I}.resize(x, [2, 2])", x=f32(1, 2, 2, 1))
cases.bad(f"{_I}.resize(x, [2, 2])", x=f32(3, 3))
cases.bad(f"{_I}.resize(x, [2])", x=f32(1, 3, 3, 1))
cases.bad(f"{_I}.resize(x, [2, 2], method='magic')", x=f32(1, 3, 3, 1))
cases(f"{_I}.resize_with_pad(x, 4, 6)", x=f32(1, 3, 3, 1), tol=10)
cases(f"{_I}.resize_with_pad(x, 2, 5, method='nearest')", x=f32(3, 3, 2))
cases(f"{_I}.resize_with_crop_or_pad(x, 2, 5)", x=f32(1, 4, 3, 1))
cases(f"{_I}.resize_with_crop_or_pad(x, 5, 2)", x=i32(4, 3, 1))
cases.bad(f"{_I}.resize_with_crop_or_pad(x, 0, 2)", x=f32(4, 3, 1))
cases(
    f"{_I}.crop_and_resize(x, b, [0, 1], [2, 3])",
    x=f32(2, 4, 4, 1),
    b=T([[0.1, 0.2, 0.8, 0.9], [0.0, 0.0, 1.0, 1.2]], "float32"),
    tol=10,
)
cases(
    f"{_I}.crop_and_resize(x, b, [0], [2, 2], method='nearest', extrapolation_value=7.0)",
    x=f32(1, 4, 4, 1),
    b=T([[-0.5, 0.2, 0.8, 0.9]], "float32"),
    tol=10,
)
cases.bad(
    f"{_I}.crop_and_resize(x, b, [5], [2, 2])", x=f32(1, 4, 4, 1), b=T([[0.0, 0.0, 1.0, 1.0]], "float32"), words=0.4
)
cases(f"{_I}.central_crop(x, 0.5)", x=f32(4, 6, 1))
cases(f"{_I}.central_crop(x, 0.7)", x=f32(1, 5, 5, 1))
cases.bad(f"{_I}.central_crop(x, 1.5)", x=f32(4, 4, 1))
cases(f"{_I}.crop_to_bounding_box(x, 1, 0, 2, 2)", x=f32(1, 4, 3, 1))
cases.bad(f"{_I}.crop_to_bounding_box(x, 3, 0, 2, 2)", x=f32(4, 3, 1))
cases(f"{_I}.pad_to_bounding_box(x, 1, 2, 5, 6)", x=f32(3, 3, 1))
cases.bad(f"{_I}.pad_to_bounding_box(x, 1, 2, 2, 2)", x=f32(3, 3, 1))
for _name in ("flip_left_right", "flip_up_down", "transpose", "rot90"):
    cases(f"{_I}.{_name}(x)", x=f32(2, 3, 1))
    cases(f"{_I}.{_name}(x)", x=i32(2, 2, 3, 1))
    cases.bad(f"{_I}.{_name}(x)", x=f32(3))
for _k in (0, 2, 3, 5):
    cases(f"{_I}.rot90(x, k={_k})", x=f32(2, 3, 1))

# Colours.
for _name in ("rgb_to_grayscale", "rgb_to_hsv", "hsv_to_rgb", "rgb_to_yiq", "rgb_to_yuv", "yiq_to_rgb", "yuv_to_rgb"):
    cases(f"{_I}.{_name}(x)", x=_RGB, tol=5)
    cases(f"{_I}.{_name}(x)", x=f64(1, 2, 2, 3, lo=0, hi=1), tol=5)
    cases.bad(f"{_I}.{_name}(x)", x=f32(2, 2, 4), words=0.4)
cases(f"{_I}.rgb_to_grayscale(x)", x=u8(2, 2, 3, hi=255))
cases(
    f"{_I}.rgb_to_hsv(x)",
    x=T([[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]], "float32"),
    grad=False,
)
cases(f"{_I}.grayscale_to_rgb(x)", x=f32(2, 2, 1))
cases.bad(f"{_I}.grayscale_to_rgb(x)", x=f32(2, 2, 3))
cases(f"{_I}.adjust_brightness(x, 0.1)", x=_RGB)
cases(f"{_I}.adjust_brightness(x, 0.2)", x=u8(2, 2, 3, hi=255))
cases(f"{_I}.adjust_contrast(x, 2.0)", x=_RGB, tol=5)
cases(f"{_I}.adjust_contrast(x, 0.5)", x=u8(2, 2, 3, hi=255))
cases(f"{_I}.adjust_gamma(x, gamma=0.5)", x=_RGB)
cases(f"{_I}.adjust_gamma(x, gamma=2.0, gain=0.5)", x=u8(2, 2, 3, hi=255))
cases.bad(f"{_I}.adjust_gamma(x, gamma=-1.0)", x=_RGB)
cases(f"{_I}.adjust_hue(x, 0.2)", x=_RGB, grad=False, tol=10)
cases(f"{_I}.adjust_hue(x, -0.3)", x=u8(2, 2, 3, hi=255))
cases.bad(f"{_I}.adjust_hue(x, 2.0)", x=_RGB)
cases(f"{_I}.adjust_saturation(x, 0.5)", x=_RGB, grad=False, tol=10)
cases(f"{_I}.adjust_saturation(x, 3.0)", x=u8(2, 2, 3, hi=255))
cases(f"{_I}.per_image_standardization(x)", x=f32(2, 2, 2, 3), tol=5)
cases(f"{_I}.per_image_standardization(x)", x=u8(2, 2, 3, hi=255), tol=5)
for _from in ("uint8", "uint16", "int16", "float32", "float16"):
    for _to in ("uint8", "float32", "uint16", "int32", "float64"):
        _values = [0.0, 0.25, 1.0] if "float" in _from else [0, 100, 255]
        cases(f"{_I}.convert_image_dtype(x, tf.{_to})", x=T(_values, _from))
cases(f"{_I}.convert_image_dtype(x, tf.uint8, saturate=True)", x=T([-1.0, 0.5, 2.0], "float32"))
cases(f"{_I}.stateless_random_brightness(x, 0.5, seed=[1, 2])", x=_RGB)
cases(f"{_I}.stateless_random_contrast(x, 0.5, 1.5, seed=[1, 2])", x=_RGB, tol=5)
cases(f"{_I}.stateless_random_hue(x, 0.2, seed=[1, 2])", x=_RGB, grad=False, tol=10)
cases(f"{_I}.stateless_random_saturation(x, 0.5, 1.5, seed=[1, 2])", x=_RGB, grad=False, tol=10)
cases(f"{_I}.stateless_random_flip_left_right(x, seed=[1, 2])", x=f32(3, 2, 2, 1))
cases(f"{_I}.stateless_random_flip_up_down(x, seed=[3, 4])", x=f32(2, 2, 1))
cases(f"{_I}.stateless_random_crop(x, [2, 2, 1], seed=[1, 2])", x=f32(4, 4, 1))
cases.bad(f"{_I}.stateless_random_contrast(x, 1.5, 0.5, seed=[1, 2])", x=_RGB)
cases.bad(f"{_I}.random_brightness(x, -0.5)", x=_RGB)
cases.bad(f"{_I}.random_crop(x, [9, 9, 1])", x=f32(4, 4, 1))

# Gradients and measures.
cases(f"{_I}.image_gradients(x)", x=f32(1, 3, 4, 2))
cases(f"{_I}.sobel_edges(x)", x=f32(1, 3, 4, 2))
cases(f"{_I}.total_variation(x)", x=f32(2, 3, 4, 1))
cases(f"{_I}.total_variation(x)", x=f32(3, 4, 1))
cases(f"{_I}.psnr(x, y, max_val=1.0)", x=_RGB, y=_RGB)
cases(f"{_I}.psnr(x, y, max_val=255)", x=u8(2, 2, 1, hi=255), y=u8(2, 2, 1, hi=255))
cases(f"{_I}.ssim(x, y, 1.0)", x=f32(1, 12, 12, 1, lo=0, hi=1), y=f32(1, 12, 12, 1, lo=0, hi=1), tol=20)
cases(
    f"{_I}.ssim(x, y, max_val=1.0, filter_size=3, filter_sigma=1.0, k1=0.02, k2=0.05)",
    x=f32(1, 5, 5, 1, lo=0, hi=1),
    y=f32(1, 5, 5, 1, lo=0, hi=1),
    tol=20,
)
cases(
    f"{_I}.ssim(x, y, 1.0, filter_size=3, return_index_map=True)",
    x=f32(1, 5, 5, 1, lo=0, hi=1),
    y=f32(1, 5, 5, 1, lo=0, hi=1),
    tol=20,
)
cases(
    f"{_I}.ssim_multiscale(x, y, 1.0, power_factors=(0.5, 0.5), filter_size=3)",
    x=f32(1, 8, 8, 1, lo=0, hi=1),
    y=f32(1, 8, 8, 1, lo=0, hi=1),
    tol=50,
)
cases.bad(f"{_I}.psnr(x, y, 1.0)", x=f32(2, 2, 1), y=f32(3, 3, 1))
cases.bad(f"{_I}.ssim(x, y, 1.0)", x=f32(1, 5, 5, 1), y=f32(1, 5, 5, 1), words=0.4)

# Boxes.
_BOXES = T(
    [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, -0.1, 1.0, 0.9], [0.0, 10.0, 1.0, 11.0], [0.0, 10.1, 1.0, 11.1]],
    "float32",
)
_SCORES = T([0.9, 0.75, 0.6, 0.95, 0.5], "float32")
cases(f"{_I}.non_max_suppression(b, s, 3)", b=_BOXES, s=_SCORES)
cases(f"{_I}.non_max_suppression(b, s, 5, iou_threshold=0.9, score_threshold=0.55)", b=_BOXES, s=_SCORES)
cases(f"{_I}.non_max_suppression_with_scores(b, s, 4, soft_nms_sigma=0.5)", b=_BOXES, s=_SCORES, grad=False)
cases(
    f"{_I}.non_max_suppression_overlaps(o, s, 2, 0.4)",
    o=T([[1.0, 0.5, 0.1], [0.5, 1.0, 0.0], [0.1, 0.0, 1.0]], "float32"),
    s=T([0.9, 0.8, 0.7], "float32"),
)
cases(f"{_I}.non_max_suppression_padded(b, s, 4, pad_to_max_output_size=True)", b=_BOXES, s=_SCORES)
cases(
    f"{_I}.combined_non_max_suppression(b[None, :, None, :], s[None, :, None], 2, 3, 0.5)",
    op="tf.image.combined_non_max_suppression",
    b=_BOXES,
    s=_SCORES,
    grad=False,
)
cases.bad(f"{_I}.non_max_suppression(b, s, 3, iou_threshold=2.0)", b=_BOXES, s=_SCORES)
cases.bad(f"{_I}.non_max_suppression(b, s, 3)", b=f32(2, 3), s=f32(2))
cases(
    f"{_I}.draw_bounding_boxes(x, b, c)",
    x=f32(1, 6, 6, 3, lo=0, hi=1),
    b=T([[[0.1, 0.2, 0.8, 0.9]]], "float32"),
    c=T([[1.0, 0.0, 0.0]], "float32"),
    grad=False,
)
cases(f"{_I}.extract_glimpse(x, [2, 2], [[0.0, 0.0]])", x=f32(1, 4, 4, 1))
cases(f"{_I}.extract_glimpse(x, [3, 3], [[0.5, -0.5]], centered=False, noise='zero')", x=f32(1, 4, 4, 1))

# Codecs without loss.
for _channels in (1, 2, 3, 4):
    cases(f"tf.io.decode_png(tf.io.encode_png(x))", op="tf.io.decode_png", x=u8(3, 4, _channels, hi=255))  # noqa: F541
cases(
    "tf.io.decode_png(tf.io.encode_png(x), dtype=tf.uint16)",
    op="tf.io.decode_png",
    x=T([[[1], [60000]], [[5], [700]]], "uint16"),
)
cases("tf.io.decode_png(tf.io.encode_png(x), channels=1)", op="tf.io.decode_png", x=u8(2, 2, 3, hi=255))
cases(
    "tf.io.decode_image(tf.io.encode_png(x), channels=3, dtype=tf.float32)",
    op="tf.io.decode_image",
    x=u8(2, 2, 1, hi=255),
)
cases(
    "tf.io.decode_image(tf.io.encode_png(x), expand_animations=False)",
    op="tf.io.decode_image",
    x=u8(2, 2, 3, hi=255),
    graph=False,
)
cases("tf.io.decode_jpeg(tf.io.encode_jpeg(tf.fill([8, 8, 3], tf.constant(128, tf.uint8))))", op="tf.io.decode_jpeg")
cases(
    "tf.io.is_jpeg(tf.io.encode_jpeg(x)), tf.io.is_jpeg(tf.io.encode_png(x))", op="tf.io.is_jpeg", x=u8(8, 8, 3, hi=255)
)
cases("tf.io.extract_jpeg_shape(tf.io.encode_jpeg(x))", op="tf.io.extract_jpeg_shape", x=u8(8, 6, 3, hi=255))
for _name in ("decode_png", "decode_jpeg", "decode_gif", "decode_bmp", "decode_image"):
    cases.bad(f"tf.io.{_name}('no image at all')", words=0.3)
cases.bad("tf.io.encode_png(x)", x=f32(2, 2, 3))
cases.bad("tf.io.encode_png(x)", x=u8(2, 2))
cases(f"{_I}.resize(x, [2, 2])", x=f16(1, 3, 3, 1))
