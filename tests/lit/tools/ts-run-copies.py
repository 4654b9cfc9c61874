# Each call gets deep copies of the inputs: also of tensors in lists, tuples and dicts, with strides.
# RUN: ts-run %s --entry nested --calls=3 --input 'xs=[f32[1]{1}]' --input 't=(f32[1]{2}, 3)' --input 'd={"k": f32[1]{4}}' | filecheck %s --check-prefix=NESTED
# RUN: ts-run %s --entry grown --calls=3 --input 'ns=[1]' --engine=profile | filecheck %s --check-prefix=GROWN
# RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d && python -c "import numpy as np; np.save('x.npy', np.ones((3, 2)).T)" && ts-run %s --entry strides --input x=x.npy | filecheck %s --check-prefix=STRIDES


def nested(xs: List[Tensor], t: Tuple[Tensor, int], d: Dict[str, Tensor]):
    return xs[0].add_(1.0), t[0].add_(1.0), d["k"].add_(1.0)


def grown(ns: List[int]):
    ns.append(2)
    return ns


def strides(x):
    return x.stride()


# NESTED: out0.0: f32[1] = [2.0]
# NESTED-NEXT: out0.1: f32[1] = [3.0]
# NESTED-NEXT: out0.2: f32[1] = [5.0]

# GROWN: int[] = [1, 2]

# STRIDES: int[] = [1, 2]
