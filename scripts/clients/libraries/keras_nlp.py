"""KerasNLP of the time of Keras 2. TensorFlow Text, which it uses for tokenizers if it is there, has kernels of its own and is left out."""

from clients.client import Client, Tests

CLIENT = Client(
    name="keras_nlp",
    packages=["keras-nlp==0.6.4"],
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
        "rouge-score==0.1.2",
        "nltk==3.8.1",
        "six==1.16.0",
        "numpy==1.26.4",
    ],
    imports=["keras_nlp", *(f"keras_nlp.{name}" for name in "layers metrics models samplers tokenizers".split())],
    tests=Tests(
        source="wheel",
        paths=[
            f"keras_nlp/src/{name}_test.py"
            for name in """layers/modeling/* layers/preprocessing/* metrics/* samplers/* tokenizers/* utils/* models/bert/* models/gpt2/*
            models/opt/* models/roberta/*""".split()
        ],
        every=1,
        import_mode="importlib",
    ),
)
