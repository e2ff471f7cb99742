"""KerasCV of the time of Keras 2."""

from clients.client import Client, Tests

CLIENT = Client(
    name="keras_cv",
    packages=["keras-cv==0.6.4"],
    dependencies=[
        "keras-core==0.1.7",
        "packaging==24.2",
        "absl-py==2.1.0",
        "dm-tree==0.1.8",
        "namex==0.0.8",
        "regex==2024.11.6",
        "rich==13.7.1",
        "Pygments==2.17.2",
        "markdown-it-py==3.0.0",
        "mdurl==0.1.2",
        "pycocotools==2.0.7",
        # It imports TensorFlow Datasets, though only its loaders of data use it.
        "tensorflow-datasets==4.9.3",
        "etils==1.5.2",
        "importlib_resources==6.4.5",
        "zipp==3.21.0",
        "typing_extensions==4.12.2",
        "promise==2.3",
        "six==1.16.0",
        "tensorflow-metadata==1.14.0",
        "googleapis-common-protos==1.59.1",
        "toml==0.10.2",
        "click==8.1.7",
        "tqdm==4.67.1",
        "wrapt==1.14.1",
        "termcolor==2.4.0",
        "psutil==6.1.0",
        "fsspec==2024.10.0",
        "requests==2.32.3",
        "urllib3==2.2.3",
        "idna==3.10",
        "charset-normalizer==3.4.0",
        "certifi==2024.8.30",
        "numpy==1.26.4",
    ],
    imports=[
        "keras_cv",
        *(
            f"keras_cv.{name}"
            for name in "bounding_box callbacks core datasets keypoint layers losses metrics models visualization".split()
        ),
    ],
    tests=Tests(
        source="wheel",
        paths=[
            f"keras_cv/src/{name}_test.py"
            for name in """bounding_box/* core/*/* keypoint/* layers/* layers/object_detection/* layers/object_detection_3d/*
            layers/preprocessing/* layers/preprocessing_3d/* layers/preprocessing_3d/waymo/* layers/regularization/* losses/*
            point_cloud/* utils/* models/backbones/mobilenet_v3/* models/classification/*
            models/object_detection/*/* models/segmentation/*/*""".split()
        ],
        every=3,
        import_mode="importlib",
    ),
)
