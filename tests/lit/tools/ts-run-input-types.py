# Inputs are converted as in a call from Python, and checked against the declared types.
# RUN: ts-run %s --input 'n=true' --input o=2 --input b=1 --input 'xs=1,2' --input 'd={"b": 2}' --input 'v=[1, 2]' --input 's="hi"' --input 'dev="cpu"' --input c=2 --input 't=[1, 2]' | %check %s
# RUN: ts-run %s | filecheck %s --check-prefix=DEFAULT
# RUN: not ts-run %s --input xs=[1.5] 2>&1 | filecheck %s --check-prefix=ELEMENT
# RUN: not ts-run %s --input xs=3 2>&1 | filecheck %s --check-prefix=LIST
# RUN: not ts-run %s --input n=1,2 2>&1 | filecheck %s --check-prefix=INT
# RUN: not ts-run %s --input v=1,2 2>&1 | filecheck %s --check-prefix=TENSOR
# RUN: not ts-run %s --input 'o="a"' 2>&1 | filecheck %s --check-prefix=OPTIONAL
# RUN: not ts-run %s --input 'd={1: 2}' 2>&1 | filecheck %s --check-prefix=DICT
# RUN: not ts-run %s --input t=1 2>&1 | filecheck %s --check-prefix=TUPLE
# RUN: not ts-run %s --input s=hi 2>&1 | filecheck %s --check-prefix=STRING
# RUN: not ts-run %s --input b=none 2>&1 | filecheck %s --check-prefix=BOOL


def f(
    n: int = 1,
    o: Optional[float] = None,
    b: bool = False,
    xs: List[int] = [3],
    d: Dict[str, int] = {"a": 1},
    v: Optional[Tensor] = None,
    s: str = "a",
    dev: Optional[torch.device] = None,
    c: complex = 1j,
    t: Tuple[int, float] = (1, 2.5),
):
    return n, o, b, xs, d, v, s, dev, c, t


# CHECK: out0.0: int = 1
# CHECK-NEXT: out0.1: float = 2.0
# CHECK-NEXT: out0.2: bool = true
# CHECK-NEXT: out0.3: int[] = [1, 2]
# CHECK-NEXT: out0.4: Dict(str, int) = {'b': 2}
# CHECK-NEXT: out0.5: i64[2] = [1, 2]
# CHECK-NEXT: out0.6: str = 'hi'
# CHECK-NEXT: out0.7: Device = cpu
# CHECK-NEXT: out0.8: complex = (2+0j)
# CHECK-NEXT: out0.9.0: int = 1
# CHECK-NEXT: out0.9.1: float = 2.0

# DEFAULT: out0.3: int[] = [3]
# DEFAULT-NEXT: out0.4: Dict(str, int) = {'a': 1}

# ELEMENT: ts-run: input 'xs' of type List[int] takes int, not a float, 1.5; write xs='[3]'
# LIST: ts-run: input 'xs' of type List[int] takes int[], not an int, 3; write xs='[3]'
# INT: ts-run: input 'n' of type int takes int, not a tuple, (1, 2); write n=3
# TENSOR: ts-run: input 'v' of type Optional[Tensor] takes Tensor, not a tuple, (1, 2); write v='f32[2]{1,2}', FILE.npy, {{.*}}, or none
# OPTIONAL: ts-run: input 'o' of type Optional[float] takes float, not a str, 'a'; write o=2.5, or none
# DICT: ts-run: input 'd' of type Dict[str, int] takes str, not an int, 1; write d='{"text": 3}'
# TUPLE: ts-run: input 't' of type Tuple[int, float] takes (int, float), not an int, 1; write t='(3, 2.5)'
# STRING: ts-run: 'hi' is not a value; {{.*}}; a string has quotes: '"hi"'
# BOOL: ts-run: input 'b' of type bool takes bool, not a NoneType, None; write b=true or false
