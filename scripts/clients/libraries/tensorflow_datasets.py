"""Data sets that are prepared once and read with tf.data."""

from clients.client import Client, Tests

CLIENT = Client(
    name="tensorflow_datasets",
    packages=["tensorflow-datasets==4.9.3"],
    dependencies=[
        "array-record==0.4.1",
        "click==8.1.7",
        "dm-tree==0.1.8",
        "etils==1.5.2",
        "fsspec==2023.12.2",
        "importlib_resources==6.1.1",
        "zipp==3.17.0",
        "numpy==1.26.4",
        # It asks fields for their label, which newer ones do not say; TensorBoard, which tfshim brings, asks for no older one.
        "protobuf==6.31.1",
        "promise==2.3",
        "psutil==5.9.8",
        "requests==2.32.3",
        "urllib3==2.2.3",
        "idna==3.10",
        "charset-normalizer==3.4.0",
        "certifi==2024.8.30",
        "tensorflow-metadata==1.14.0",
        "googleapis-common-protos==1.62.0",
        "termcolor==2.4.0",
        "toml==0.10.2",
        "tqdm==4.67.1",
        "typing_extensions==4.12.2",
        "wrapt==1.14.1",
        "absl-py==2.1.0",
        "six==1.16.0",
        "pandas==2.1.4",
        "jinja2==3.1.3",
        "markupsafe==2.1.5",
        "python-dateutil==2.9.0.post0",
        "pytz==2024.1",
        "tzdata==2024.1",
        "pillow==10.2.0",
    ],
    # What TensorFlow 2.15 takes.
    reference=["protobuf==4.25.0"],
    imports=["tensorflow_datasets", "tensorflow_datasets.core", "tensorflow_datasets.testing", "tensorflow_datasets.core.features"],
    environment={"TFDS_DISABLE_PROGRESS_BAR": "1", "NO_GCE_CHECK": "true"},
    tests=Tests(
        source="wheel",
        paths=[
            f"tensorflow_datasets/core/{name}_test.py"
            for name in """dataset_builder dataset_builder_read dataset_info dataset_utils example_parser example_serializer
            file_adapters hashing load naming reader registered sequential_writer shuffle split_builder splits
            subsplits_utils writer features/audio_feature features/bounding_boxes features/class_label_feature
            features/dataset_feature features/feature features/features features/image_feature
            features/labeled_image features/scalar features/sequence_feature features/tensor_feature
            features/text_feature features/top_level_feature features/translation_feature features/video_feature
            decode/base decode/partial_decode folder_dataset/image_folder folder_dataset/translate_folder
            utils/dtype_utils utils/tf_utils utils/tree_utils utils/shard_utils dataset_builders/adhoc_builder
            transform/transform_lib""".split()
        ],
        import_mode="importlib",
        packages=["pytest-xdist==3.5.0", "execnet==2.0.2", "pydub==0.25.1", "dill==0.3.7", "cloudpickle==3.0.0"],
    ),
)
