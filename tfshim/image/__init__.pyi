# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.image.adjusting import adjust_brightness as adjust_brightness, adjust_contrast as adjust_contrast
from tfshim.image.adjusting import convert_image_dtype as convert_image_dtype
from tfshim.image.boxes import draw_bounding_boxes as draw_bounding_boxes, sample_distorted_bounding_box as sample_distorted_bounding_box
from tfshim.image.boxes import stateless_sample_distorted_bounding_box as stateless_sample_distorted_bounding_box
from tfshim.image.colours import adjust_gamma as adjust_gamma, adjust_hue as adjust_hue, adjust_saturation as adjust_saturation
from tfshim.image.colours import grayscale_to_rgb as grayscale_to_rgb, hsv_to_rgb as hsv_to_rgb, rgb_to_grayscale as rgb_to_grayscale
from tfshim.image.colours import rgb_to_hsv as rgb_to_hsv, rgb_to_yiq as rgb_to_yiq, rgb_to_yuv as rgb_to_yuv, yiq_to_rgb as yiq_to_rgb
from tfshim.image.colours import yuv_to_rgb as yuv_to_rgb
from tfshim.image.combined_suppression import combined_non_max_suppression as combined_non_max_suppression
from tfshim.image.compressing import adjust_jpeg_quality as adjust_jpeg_quality
from tfshim.image.cropping import central_crop as central_crop, crop_and_resize as crop_and_resize
from tfshim.image.cropping import crop_to_bounding_box as crop_to_bounding_box, extract_glimpse as extract_glimpse
from tfshim.image.cropping import extract_patches as extract_patches, pad_to_bounding_box as pad_to_bounding_box
from tfshim.image.measuring import image_gradients as image_gradients, per_image_standardization as per_image_standardization, psnr as psnr
from tfshim.image.measuring import sobel_edges as sobel_edges, ssim as ssim, ssim_multiscale as ssim_multiscale
from tfshim.image.measuring import total_variation as total_variation
from tfshim.image.resizing import ResizeMethod as ResizeMethod, resize as resize, resize_with_crop_or_pad as resize_with_crop_or_pad
from tfshim.image.resizing import resize_with_pad as resize_with_pad
from tfshim.image.suppression import generate_bounding_box_proposals as generate_bounding_box_proposals
from tfshim.image.suppression import non_max_suppression as non_max_suppression
from tfshim.image.suppression import non_max_suppression_overlaps as non_max_suppression_overlaps
from tfshim.image.suppression import non_max_suppression_padded as non_max_suppression_padded
from tfshim.image.suppression import non_max_suppression_with_scores as non_max_suppression_with_scores
from tfshim.image.turning import flip_left_right as flip_left_right, flip_up_down as flip_up_down, rot90 as rot90, transpose as transpose
from tfshim.image.varying import random_brightness as random_brightness, random_contrast as random_contrast, random_crop as random_crop
from tfshim.image.varying import random_flip_left_right as random_flip_left_right, random_flip_up_down as random_flip_up_down
from tfshim.image.varying import random_hue as random_hue, random_jpeg_quality as random_jpeg_quality
from tfshim.image.varying import random_saturation as random_saturation, stateless_random_brightness as stateless_random_brightness
from tfshim.image.varying import stateless_random_contrast as stateless_random_contrast, stateless_random_crop as stateless_random_crop
from tfshim.image.varying import stateless_random_flip_left_right as stateless_random_flip_left_right
from tfshim.image.varying import stateless_random_flip_up_down as stateless_random_flip_up_down
from tfshim.image.varying import stateless_random_hue as stateless_random_hue
from tfshim.image.varying import stateless_random_jpeg_quality as stateless_random_jpeg_quality
from tfshim.image.varying import stateless_random_saturation as stateless_random_saturation
from tfshim.io.image_codecs import decode_and_crop_jpeg as decode_and_crop_jpeg, decode_bmp as decode_bmp, decode_gif as decode_gif
from tfshim.io.image_codecs import decode_image as decode_image, decode_jpeg as decode_jpeg, decode_png as decode_png
from tfshim.io.image_codecs import encode_jpeg as encode_jpeg, encode_png as encode_png, extract_jpeg_shape as extract_jpeg_shape
from tfshim.io.image_codecs import is_jpeg as is_jpeg
