"""Lists and dictionaries that are attributes: what they share with those that were assigned, and what checkpoints say of that."""

import copy
import tempfile


def case_append():
    m=tf.Module()
    l=[tf.Variable(1.0)]
    m.l=l
    a=m.l is l
    l.append(tf.Variable(2.0))
    b=(len(m.l), len(m.variables))
    m.l.append(tf.Variable(3.0))
    return a,b,len(l),len(m.variables), type(l).__name__, type(m.l).__name__


def case_set():
    m=tf.Module()
    l=[1,2,3]
    m.l=l
    m.l[0]=9
    a=list(l)
    l[1]=8
    return a, list(m.l), m.l==l, m.l


def case_nested():
    m=tf.Module()
    l=[[1],{"a":[2]}]
    m.l=l
    m.l[0].append(5)
    m.l[1]["a"].append(6)
    return l, repr(m.l), type(l[0]).__name__, type(l[1]).__name__


def case_same():
    m=tf.Module()
    l=[1]
    m.a=l
    m.b=l
    m.a.append(2)
    return m.a is m.b, list(m.b), l


def case_again():
    m=tf.Module()
    n=tf.Module()
    m.a=[1]
    n.a=m.a
    return n.a is m.a


def case_dict():
    m=tf.Module()
    d={"a":1}
    m.d=d
    m.d["b"]=2
    a=dict(d)
    d["c"]=3
    return a, dict(m.d), m.d is d, type(m.d).__name__


def case_ckpt():
    m=tf.Module()
    l=[tf.Variable(1.0)]
    m.l=l
    l.append(tf.Variable(2.0))
    try:
        tf.train.Checkpoint(m=m).save(tempfile.mkdtemp()+"/c")
        return "saved"
    except ValueError as e:
        return str(e)


def case_ckpt_insert():
    m=tf.Module()
    l=[tf.Variable(1.0)]
    m.l=l
    l.insert(0,tf.Variable(2.0))
    try:
        tf.train.Checkpoint(m=m).save(tempfile.mkdtemp()+"/c")
        return "saved"
    except ValueError as e:
        return str(e)


def case_dict_ckpt():
    m=tf.Module()
    d={"a":tf.Variable(1.0)}
    m.d=d
    d["b"]=tf.Variable(2.0)
    try:
        tf.train.Checkpoint(m=m).save(tempfile.mkdtemp()+"/c")
        return "saved"
    except ValueError as e:
        return str(e)


def case_keras():
    l=[tf.keras.layers.Dense(1)]
    class M(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.ls = l
    m=M()
    m.ls.append(tf.keras.layers.Dense(2))
    a=len(l)
    l.append(tf.keras.layers.Dense(3))
    return a,len(m.ls),len(m.layers)


def case_ops():
    m=tf.Module()
    l=[1,2]
    m.l=l
    l.append(3)
    c=copy.copy(m.l)
    d=copy.deepcopy(m.l)
    c.append(4)
    d.append(5)
    return list(m.l), m.l[-1], m.l+[7], [7]+m.l, m.l*2, 3 in m.l, m.l.index(3), m.l.count(3), m.l==[1,2,3,4], list(reversed(m.l)), m.l[1:], len(m.l), list(c), bool(m.l), sorted(m.l), str(m.l), l


def case_tuple():
    m=tf.Module()
    t=(1,[2])
    m.t=t
    m.t[1].append(3)
    return t, repr(m.t)


def case_pops():
    m=tf.Module()
    l=[1,2,3]
    m.l=l
    m.l.pop()
    m.l.insert(0,0)
    m.l.remove(2)
    m.l.extend([5])
    m.l+=[6]
    del m.l[0]
    m.l.reverse()
    a=list(l)
    m.l.sort()
    b=list(l)
    m.l.clear()
    return a,b,l


def case_filled_later():
    m=tf.Module()
    l=[]
    m.l=l
    for i in range(3): l.append(tf.Variable(float(i)))
    return len(m.trainable_variables), float(tf.add_n(m.l)), tf.stack(m.l).numpy().tolist(), len(tf.nest.flatten(m.l))



def case_dict_methods():
    m = tf.Module()
    d = {"a": 1}
    m.d = d
    d["b"] = [2]
    m.d.update(c=3)
    out = [m.d.get("b"), sorted(m.d), list(m.d.items()), "b" in m.d, len(m.d), m.d == {"a": 1, "b": [2], "c": 3}, {**m.d}, str(m.d)]
    out += [m.d.setdefault("e", 5), m.d.pop("a"), list(d), dict(m.d | {"z": 1})]
    m.d.clear()
    return [*out, d]


def case_default_dictionaries():
    import collections

    m = tf.Module()
    d = collections.defaultdict(list)
    m.d = d
    m.d["a"].append(1)
    d["b"].append(2)
    o = collections.OrderedDict(z=1, a=[2])
    m.o = o
    m.o["y"] = 3
    return dict(d), list(m.d), list(o), list(m.o.keys()), type(o["a"]).__name__


def saved(m):
    try:
        tf.train.Checkpoint(m=m).save(tempfile.mkdtemp() + "/c")
        return "saved"
    except ValueError as e:
        return str(e)


def case_changes_that_checkpoints_refuse():
    out = []
    for change in (
        lambda l: l.pop(),
        lambda l: l.insert(0, 1),
        lambda l: l.append(tf.Variable(5.0)),
        lambda l: l.__setitem__(0, tf.Variable(6.0)),
        lambda l: l.__setitem__(2, 7),
        lambda l: l.reverse(),
        lambda l: l.extend([]),
        lambda l: l.__delitem__(0),
    ):
        m = tf.Module()
        m.l = [tf.Variable(1.0), tf.Variable(2.0), 3]
        change(m.l)
        out.append(saved(m))
    return "\n".join(out)


def case_layers_in_lists_filled_later():
    class M(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.blocks = blocks = []
            self.named = named = {}
            for n in (3, 2):
                blocks.append(tf.keras.layers.Dense(n))
                named[f"d{n}"] = tf.keras.layers.Dense(n)

        def call(self, x):
            for b in self.blocks:
                x = b(x)
            return x + self.named["d2"](x)

    m = M()
    m(tf.ones([1, 4]))
    return [len(m.layers), [v.shape.as_list() for v in m.trainable_variables], len(m.get_weights())]
