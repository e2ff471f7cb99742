"""TensorFlow Addons."""

from clients.client import Client, Tests

CLIENT = Client(
    name="tensorflow_addons",
    packages=["tensorflow-addons==0.23.0"],
    dependencies=[
        "typeguard==2.13.3",
        "packaging==24.2",
        # It uses names that NumPy has dropped since.
        "numpy==1.26.4",
    ],
    imports=[
        "tensorflow_addons",
        *(
            f"tensorflow_addons.{name}"
            for name in "activations callbacks image layers losses metrics optimizers register rnn seq2seq text utils".split()
        ),
    ],
    tests=Tests(
        source="https://github.com/tensorflow/addons@v0.23.0",
        paths=[
            f"tensorflow_addons/{name}/tests/*_test.py"
            for name in "activations callbacks image layers losses metrics optimizers rnn seq2seq testing text utils".split()
        ],
        packages=[
            "scipy==1.11.4",
            "scikit-image==0.22.0",
            "scikit-learn==1.3.2",
            "joblib==1.3.2",
            "threadpoolctl==3.5.0",
            "pillow==10.4.0",
            "networkx==3.2.1",
            "lazy_loader==0.4",
            "tqdm==4.67.1",
        ],
        every=3,
        skip={"*/run_all_test.py*": "runs the others once more"},
    ),
)
