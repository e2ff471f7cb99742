"""`tf.image`: pictures as tensors, [height, width, channels] or batches of them."""

from tfshim._listing import lazily, names

_MODULES = {
    "adjusting": "adjust_brightness adjust_contrast convert_image_dtype",
    "boxes": "draw_bounding_boxes sample_distorted_bounding_box stateless_sample_distorted_bounding_box",
    "colours": """adjust_gamma adjust_hue adjust_saturation grayscale_to_rgb hsv_to_rgb rgb_to_grayscale rgb_to_hsv rgb_to_yiq
        rgb_to_yuv yiq_to_rgb yuv_to_rgb""",
    "compressing": "adjust_jpeg_quality",
    "cropping": "central_crop crop_and_resize crop_to_bounding_box extract_glimpse extract_patches pad_to_bounding_box",
    "measuring": "image_gradients per_image_standardization psnr sobel_edges ssim ssim_multiscale total_variation",
    "resizing": "ResizeMethod resize resize_with_crop_or_pad resize_with_pad",
    "suppression": """combined_non_max_suppression generate_bounding_box_proposals non_max_suppression non_max_suppression_overlaps
        non_max_suppression_padded non_max_suppression_with_scores""",
    "turning": "flip_left_right flip_up_down rot90 transpose",
    "varying": """random_brightness random_contrast random_crop random_flip_left_right random_flip_up_down random_hue
        random_jpeg_quality random_saturation stateless_random_brightness stateless_random_contrast stateless_random_crop
        stateless_random_flip_left_right stateless_random_flip_up_down stateless_random_hue stateless_random_jpeg_quality
        stateless_random_saturation""",
    "tfshim.io.image_codecs": """decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png encode_jpeg encode_png
        extract_jpeg_shape is_jpeg""",
}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
