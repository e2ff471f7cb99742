"""BERT, as a model of Keras, with its tokenizer."""

from clients.client import Client

CLIENT = Client(
    name="keras_bert",
    packages=["keras-bert==0.89.0"],
    dependencies=[
        "keras-transformer==0.40.0",
        "keras-pos-embd==0.13.0",
        "keras-multi-head==0.29.0",
        "keras-layer-normalization==0.16.0",
        "keras-position-wise-feed-forward==0.8.0",
        "keras-embed-sim==0.10.0",
        "keras-self-attention==0.51.0",
        "numpy==1.26.4",
    ],
    imports=["keras_bert", "keras_bert.layers", "keras_transformer", "keras_multi_head"],
    environment={"TF_KERAS": "1"},
    untested="its program alone is compared so far",
)
