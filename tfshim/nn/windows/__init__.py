"""What convolutions, pools and other operations on the windows of images share: their arguments, where windows lie, and the kernels."""
