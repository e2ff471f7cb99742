"""`tfshim saved_model_cli`: texts as TensorFlow's command prints them for the same folders."""

import sys

import numpy as np
import pytest

import tfshim as tf
from tests import after_torch
from tests.processes import tfshim
from tfshim.cli import saved_model_cli

v1 = tf.compat.v1


class _Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
    def apply(self, x):
        return {"y": tf.matmul(x, self.w), "z": tf.reduce_sum(x)}

    @tf.function
    def many(self, a, k, flag=True, *, named=3):
        return a * 2 if flag else a

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def parse(self, t):
        return tf.io.parse_example(t, {"f": tf.io.FixedLenFeature([2], tf.float32)})["f"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("saved"))
    model = _Model()
    model.many(tf.ones([3]), [tf.ones([2]), 4])
    model.many(tf.ones([3], tf.int32), {"q": tf.ones([2])}, flag=False, named="word")
    tf.saved_model.save(model, f"{path}/module", signatures={"serving_default": model.apply, "parse": model.parse})
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.get_variable("w", initializer=[[1.0], [2.0]])
        y = tf.matmul(x, w, name="y")
        session.run(w.initializer)
        builder = v1.saved_model.Builder(f"{path}/v1")
        signature = v1.saved_model.predict_signature_def({"x": x}, {"y": y})
        builder.add_meta_graph_and_variables(session, ["serve"], {"serving_default": signature})
        builder.add_meta_graph(["serve", "gpu"], {"other": signature})
        builder.save()
    np.savez(f"{path}/two.npz", a=np.ones((1, 2), np.float32), b=np.full((2, 2), 2, np.float32))
    np.save(f"{path}/one.npy", np.ones((1, 2), np.float32))
    np.save(f"{path}/objects.npy", np.array([{}, None], object))
    return path


@pytest.fixture
def ran(folder, capsys):
    def run(line):
        try:
            status = saved_model_cli.run([word.replace("FOLDER", folder) for word in line.split()])
        except SystemExit as end:
            status = end.code
        told = capsys.readouterr()
        return status, told.out.replace(folder, "FOLDER"), told.err.replace(folder, "FOLDER")

    return run


def test_tags_and_signatures(ran):
    assert ran("show --dir FOLDER/v1") == (0, "The given SavedModel contains the following tag-sets:\n'serve'\n'gpu, serve'\n", "")
    assert ran("show --dir=FOLDER/v1 --tag_set=gpu,serve")[1] == (
        'The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:\nSignatureDef key: "other"\n'
    )
    assert ran("show --dir FOLDER/v1 --list_ops")[1].startswith("--list_ops must be paired with a tag-set or with --all.\nThe given")


def test_one_signature(ran):
    status, out, _ = ran("show --dir FOLDER/v1 --tag_set serve --signature_def serving_default --list_ops")
    first, rest = out.split("\n", 1)
    assert (
        first.startswith("The MetaGraph with tag set ['serve'] contains the following ops: {'AssignVariableOp', ") and "'MatMul'" in first
    )
    assert (status, rest) == (
        0,
        """The given SavedModel SignatureDef contains the following input(s):
  inputs['x'] tensor_info:
      dtype: DT_FLOAT
      shape: (-1, 2)
      name: x:0
The given SavedModel SignatureDef contains the following output(s):
  outputs['y'] tensor_info:
      dtype: DT_FLOAT
      shape: (-1, 1)
      name: y:0
Method name is: tensorflow/serving/predict
""",
    )


def test_functions_with_the_arguments_of_their_traces(ran):
    out = ran("show --dir FOLDER/module --all")[1]
    assert "\nMetaGraphDef with tag-set: 'serve' contains the following SignatureDefs:\n\nsignature_def['__saved_model_init_op']:\n" in out
    assert "'MatMul'" in out and "'Mul'" not in out  # a function that no signature calls
    assert out[out.index("\nConcrete Functions:") :] == (
        """
Concrete Functions:
  Function Name: 'apply'
    Option #1
      Callable with:
        Argument #1
          x: TensorSpec(shape=(None, 2), dtype=tf.float32, name='x')

  Function Name: 'many'
    Option #1
      Callable with:
        Argument #1
          a: TensorSpec(shape=(3,), dtype=tf.float32, name='a')
        Argument #2
          DType: list
          Value: [TensorSpec(shape=(2,), dtype=tf.float32, name='k_0'), 4, \b\b]
        Argument #3
          DType: bool
          Value: True
        Named Argument #1
          named
    Option #2
      Callable with:
        Argument #1
          a: TensorSpec(shape=(3,), dtype=tf.int32, name='a')
        Argument #2
          DType: dict
          Value: {'q': TensorSpec(shape=(2,), dtype=tf.float32, name='k_q'), \b\b}
        Argument #3
          DType: bool
          Value: False
        Named Argument #1
          named

  Function Name: 'parse'
    Option #1
      Callable with:
        Argument #1
          t: TensorSpec(shape=(None,), dtype=tf.string, name='t')
"""
    )


RUN = "run --dir FOLDER/module --tag_set serve --signature_def"


def test_run(ran, tmp_path):
    line = f"{RUN} serving_default --input_exprs x=[[1.,2.]] --outdir {tmp_path}/out"
    told = f"Result for output key y:\n[[ 7. 10.]]\nOutput y is saved to {tmp_path}/out/y.npy\n"
    assert ran(line) == (0, f"{told}Result for output key z:\n3.0\nOutput z is saved to {tmp_path}/out/z.npy\n", "")
    assert np.load(tmp_path / "out" / "y.npy").tolist() == [[7, 10]]
    status, out, error = ran(line)
    assert (status, out) == (1, "Result for output key y:\n[[ 7. 10.]]\n") and 'already exists. Add "--overwrite"' in error
    assert ran(f"{line} --overwrite")[0] == 0


@pytest.mark.parametrize(
    "inputs, y",
    [("x=FOLDER/two.npz[b]", "[[ 8. 12.]\n [ 8. 12.]]"), ("x=FOLDER/one.npy", "[[4. 6.]]"), ("x=FOLDER/one.npy[a]", "[[4. 6.]]")],
)
def test_inputs_from_files(ran, inputs, y):
    assert ran(f"{RUN} serving_default --inputs {inputs}")[1].startswith(f"Result for output key y:\n{y}\n")


def test_inputs_of_examples(ran):
    assert ran(f'{RUN} parse --input_examples t=[{{"f":[1.0,2.0]}}]')[1] == "Result for output key output_0:\n[[1. 2.]]\n"


def test_scan(ran):
    tags = ("['serve']", "['serve', 'gpu']")
    nothing = "".join(
        f"MetaGraph with tag set {t} does not contain the default denylisted ops: {{'PrintV2', 'ReadFile', 'WriteFile'}}\n" for t in tags
    )
    assert ran("scan --dir FOLDER/v1") == (0, nothing, "")
    found = "MetaGraph with tag set ['serve'] contains the following denylisted ops: {'MatMul'}\n"
    assert ran("scan --dir FOLDER/v1 --tag_set serve --op_denylist MatMul,Foo") == (0, found, "")


@pytest.mark.parametrize(
    "line, text",
    [
        ("show", "flag --dir=None: Flag --dir must have a value other than None."),
        ("show --dir FOLDER/none", "OSError: SavedModel file does not exist at: FOLDER/none"),
        (
            "show --dir FOLDER/v1 --tag_set train",
            "tag-set train could not be found in the SavedModel. Please use one of the following tag-sets: ['serve', ",
        ),
        (f"{RUN} nope --input_exprs x=1", 'ValueError: Could not find signature "nope". Please choose from: '),
        (f"{RUN} serving_default --input_exprs q=1", '"q" is not a valid input key. Please choose from "x", or use --show option.'),
        (f"{RUN} serving_default", "At least one of --inputs, --input_exprs or --input_examples must be required"),
        (f"{RUN} serving_default --input_exprs x=np.ones(2)", 'RuntimeError: Expression "np.ones(2)" is not a valid python literal.'),
        (f"{RUN} serving_default --input_exprs x", '--input_exprs "x" format is incorrect.'),
        (f"{RUN} serving_default --inputs x", '--inputs "x" format is incorrect.'),
        (f"{RUN} serving_default --inputs x=FOLDER/two.npz", "contains more than one ndarrays. Please specify the name of ndarray to use."),
        (f"{RUN} serving_default --inputs x=FOLDER/two.npz[c]", 'does not contain variable with name "c".'),
        (f"{RUN} serving_default --inputs x=FOLDER/objects.npy", "reading a pickle would run code of it"),
        (f"{RUN} serving_default --inputs x=FOLDER/nothing.npy", "NotFoundError: "),
        (f"{RUN} parse --input_examples t=3", "tf.Example input must be a list of dictionaries, but \"3\" is <class 'int'>"),
        (f"{RUN} serving_default --input_exprs x=[[1.0]]", "ValueError: Cannot feed value of shape (1, 1)"),
        (f"{RUN} serving_default --input_exprs x=1 --init_tpu", "--init_tpu is not supported; there are no TPUs"),
        ("freeze_model --dir FOLDER/v1", "there is no TensorRT or XLA"),
        ("", "Too few arguments."),
    ],
)
def test_what_fails_says_why_in_a_line(ran, line, text):
    status, _, error = ran(line)
    assert status in (1, 2) and text in error and "Traceback" not in error


def test_as_a_command(folder):
    done = after_torch.tfshim("saved_model_cli", "show", "--dir", f"{folder}/v1", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "The given SavedModel contains the following tag-sets:\n'serve'\n'gpu, serve'\n"), (
        done.stderr
    )


@pytest.mark.skipif(sys.platform == "win32", reason="notebooks of Windows have no sh")
def test_programs_that_a_program_starts_find_it(folder, tmp_path):
    source = (
        f"import subprocess; print(subprocess.run('saved_model_cli scan --dir {folder}/v1', shell=True, capture_output=True, text=True))"
    )
    (tmp_path / "program.py").write_text(source)
    done = tfshim("program.py", cwd=tmp_path)
    assert "returncode=0" in done.stdout and "does not contain" in done.stdout, done
