# Lists, tuples and dicts of the command line hold tensors, in the forms that an error suggests.
# RUN: ts-run %s --input 'xs=[f32[2]{1, 2}, full:f32[1]:1.5]' --input 'd={"f32[1]{2}": arange:i64[2]}' --input 't=(f32[1]{2}, true, none)' | %check %s
# RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d && python -c "import numpy as np; np.save('x.npy', np.ones(2))" && ts-run %s --input 'xs=[x.npy]' --input 'd={"x.npy": x.npy}' --input 't=(x.npy, false, 3)' | filecheck %s --check-prefix=FILE
# RUN: ts-run %s --input 'xs=[random:f32[1], random:f32[1]]' --input 'd={}' --input 't=(f32[1]{2}, true, none)' | filecheck %s --check-prefix=RANDOM
# RUN: not ts-run %s --input 'xs=[f99[2]{1}]' --input 'd={}' 2>&1 | filecheck %s --check-prefix=DTYPE
# RUN: not ts-run %s --input 'xs=[lost.npy]' --input 'd={}' 2>&1 | filecheck %s --check-prefix=LOST


def f(xs: List[Tensor], d: Dict[str, Tensor], t: Tuple[Tensor, bool, Optional[int]]):
    return xs, d, t


# CHECK: out0.0.0: f32[2] = [1.0, 2.0]
# CHECK-NEXT: out0.0.1: f32[1] = [1.5]
# CHECK-NEXT: out0.1.f32[1]{2}: i64[2] = [0, 1]
# CHECK-NEXT: out0.2.0: f32[1] = [2.0]
# CHECK-NEXT: out0.2.1: bool = true
# CHECK-NEXT: out0.2.2: NoneType = None

# FILE: out0.0.0: f64[2] = [1.0, 1.0]
# FILE-NEXT: out0.1.x.npy: f64[2] = [1.0, 1.0]

# RANDOM: out0.0.0: f32[1] = [[[FIRST:[^ ]*]]
# RANDOM-NOT: [[FIRST]]

# DTYPE: ts-run: 'f99[2]' is not a tensor type; write one as f32[2,3]
# LOST: ts-run: 'lost.npy' cannot be read as a .npy file: {{.*}}No such file
