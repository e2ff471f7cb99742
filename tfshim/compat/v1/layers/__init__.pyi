# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.layers import experimental as experimental
from tfshim.compat.v1.layers.base import Layer as Layer
from tfshim.compat.v1.layers.convolutional import Conv1D as Conv1D, Conv2D as Conv2D, Conv2DTranspose as Conv2DTranspose, Conv3D as Conv3D
from tfshim.compat.v1.layers.convolutional import Conv3DTranspose as Conv3DTranspose, SeparableConv1D as SeparableConv1D
from tfshim.compat.v1.layers.convolutional import SeparableConv2D as SeparableConv2D, conv1d as conv1d, conv2d as conv2d
from tfshim.compat.v1.layers.convolutional import conv2d_transpose as conv2d_transpose, conv3d as conv3d
from tfshim.compat.v1.layers.convolutional import conv3d_transpose as conv3d_transpose, separable_conv1d as separable_conv1d
from tfshim.compat.v1.layers.convolutional import separable_conv2d as separable_conv2d
from tfshim.compat.v1.layers.core import Dense as Dense, Dropout as Dropout, Flatten as Flatten, dense as dense, dropout as dropout
from tfshim.compat.v1.layers.core import flatten as flatten
from tfshim.compat.v1.layers.normalization import BatchNormalization as BatchNormalization, batch_normalization as batch_normalization
from tfshim.compat.v1.layers.pooling import AveragePooling1D as AveragePooling1D, AveragePooling2D as AveragePooling2D
from tfshim.compat.v1.layers.pooling import AveragePooling3D as AveragePooling3D, MaxPooling1D as MaxPooling1D, MaxPooling2D as MaxPooling2D
from tfshim.compat.v1.layers.pooling import MaxPooling3D as MaxPooling3D, average_pooling1d as average_pooling1d
from tfshim.compat.v1.layers.pooling import average_pooling2d as average_pooling2d, average_pooling3d as average_pooling3d
from tfshim.compat.v1.layers.pooling import max_pooling1d as max_pooling1d, max_pooling2d as max_pooling2d, max_pooling3d as max_pooling3d
from tfshim.keras.engine.input_spec import InputSpec as InputSpec
