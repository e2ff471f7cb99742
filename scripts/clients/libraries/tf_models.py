"""The layers, networks and optimizers of TensorFlow's model garden."""

from clients.client import Client, Tests

CLIENT = Client(
    name="tf_models",
    packages=["tf-models-official==2.15.0"],
    dependencies=[
        "gin-config==0.5.0",
        "PyYAML==6.0.2",
        "absl-py==2.1.0",
        "six==1.16.0",
        "numpy==1.26.4",
        "scipy==1.11.4",
        "immutabledict==4.2.1",
        "opencv-python-headless==4.9.0.80",
        "pycocotools==2.0.7",
        "matplotlib==3.8.2",
        "pyparsing==3.1.1",
        "cycler==0.12.1",
        "kiwisolver==1.4.5",
        "fonttools==4.47.0",
        "contourpy==1.2.0",
        "pandas==2.1.4",
        "python-dateutil==2.9.0.post0",
        "pytz==2024.2",
        "tzdata==2024.2",
        "pillow==10.4.0",
        # It imports TensorFlow Datasets, though only its readers of data use it.
        "tensorflow-datasets==4.9.3",
        "etils==1.5.2",
        "importlib_resources==6.4.5",
        "zipp==3.21.0",
        "typing_extensions==4.12.2",
        "promise==2.3",
        "dm-tree==0.1.8",
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
    ],
    imports=[
        "orbit",
        *(
            f"official.{name}"
            for name in """core modeling.activations modeling.hyperparams modeling.multitask modeling.optimization modeling.performance
            modeling.tf_utils nlp.modeling.layers nlp.modeling.networks nlp.modeling.losses nlp.modeling.models nlp.modeling.ops
            vision.modeling.layers vision.modeling.backbones vision.modeling.decoders vision.losses""".split()
        ),
    ],
    tests=Tests(
        source="wheel",
        paths=[
            f"official/{name}_test.py"
            for name in """modeling/* modeling/activations/* modeling/hyperparams/* modeling/multitask/* modeling/optimization/*
            modeling/optimization/configs/* nlp/modeling/layers/* nlp/modeling/losses/* nlp/modeling/networks/* nlp/modeling/ops/*
            vision/modeling/layers/* vision/losses/*""".split()
        ],
        import_mode="importlib",
        every=4,
        limit=900,
    ),
)
