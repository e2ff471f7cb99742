"""Records of comma-separated files: ends of lines, bad ones among good ones, files that are empty."""

import os
import tempfile

import numpy as np

E = tf.data.experimental
FOLDER = tempfile.mkdtemp()


def written(text):
    path = os.path.join(FOLDER, "records.csv")
    with open(path, "wb") as file:
        file.write(text)
    return path


def shown(dataset):
    iterator, seen = iter(dataset), []
    while True:
        try:
            seen.append(tuple(x.numpy() for x in next(iterator)))
        except StopIteration:
            return print(*seen)
        except tf.errors.OpError as error:
            seen.append(str(error).split("}} ")[-1].split(" [Op")[0])


TEXTS = (
    b"a,b,c\r1,2,3\r,,\r",
    b"a,b,c\r\n1,2,3\r\n",
    b"a,b,c\r\r\n1,2,3\n\r4,5,6",
    b'"\n\n","\r\r\r","abc"\r"0","1","2"\r"","",""\r',
    b'"a","b","c"\r\n"d","e","f"',
    b'a"b,c,d\ne,f,g\n',
    b'a,"b"x,c,d\ne,f,g\nx,"y"\n1,2,3',
    b'"a,b,c\nd,e,f',
    b'a,b,c\n"d""e",f,""""\n"x","y","z" \n1,2,3\n',
    b"a,b\n1,2,3\n1,2,3,4\n5,6,7\n",
    b"a,b,c,",
    b'"a"\r\n"b"\n',
    b'x"y\r1,2,3\rz"\n4,5,6',
    b'1,"2\r\n3",4\r5,6,7\r\n',
    b"",
    b"\n",
    b'a,b "q",c\n1,2,3\n',
    b'"a,b","","c"\n,"x","y"\n"","""",\n"a""b""","c""",""""""\n"a",,"b"\r\n"a"x,b,c\n"a",b"c",d\n"a",b,"c\nd"\n',
)


def case_records():
    for text in TEXTS:
        path = written(text)
        shown(E.CsvDataset(path, [tf.string] * 3))
        shown(E.CsvDataset([path, path], [["NA"]] * 3, header=True))
        shown(E.CsvDataset(path, [tf.string] * 3, use_quote_delim=False))
        shown(E.CsvDataset(path, [tf.string, tf.string], select_cols=[0, 2]))
        shown(E.CsvDataset(path, [["NA"]] * 3).ignore_errors())


def case_columns():
    path = written(b'a,b,c\n1,2,3\n4,5"x,6\n7,8,9\n1,2,3\n3,4,5\n')
    for ignore in (False, True):
        try:
            for batch in E.make_csv_dataset(path, 2, num_epochs=1, shuffle=False, ignore_errors=ignore):
                print({name: values.numpy().tolist() for name, values in batch.items()})
        except tf.errors.OpError as error:
            print(type(error).__name__)
    written(b"a,b,c\n1,2,3\n1,2\n")
    try:
        E.make_csv_dataset(path, 2)
    except ValueError as error:
        print(error)


def case_places():
    path = written(b'1,2,3\n4"x,5,6\n7,8,9\n10,11,12\n')
    dataset = E.CsvDataset(path, [tf.int32] * 3).ignore_errors()
    iterator, again = iter(dataset), iter(dataset)
    next(iterator), next(iterator)
    saved = tf.train.Checkpoint(iterator=iterator).save(os.path.join(FOLDER, "place"))
    tf.train.Checkpoint(iterator=again).restore(saved)
    print([int(x) for x in next(again)])


def case_in_graphs():
    path = written(b"1,2,3\r4,,6\r")
    with tf.Graph().as_default():
        name = tf.compat.v1.placeholder(tf.string, [])
        default = tf.constant(5)
        datasets = [E.CsvDataset(name, [tf.int32, default, [""]]), E.CsvDataset([path], [tf.int32, [1], tf.string], header=True)]
        for dataset in datasets:
            iterator = tf.compat.v1.data.make_initializable_iterator(dataset)
            following = iterator.get_next()
            with tf.compat.v1.Session() as session:
                session.run(iterator.initializer, {name: path})
                while True:
                    try:
                        print(str(tuple(int(x) if isinstance(x, np.integer) else x for x in session.run(following))))
                    except tf.errors.OutOfRangeError:
                        break
        try:
            E.CsvDataset(path, [tf.constant([[0]])])
        except ValueError as error:
            print(str(error)[:40])
