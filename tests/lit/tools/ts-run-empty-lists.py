# Empty lists and dicts print their declared type, also in tuples and lists.
# RUN: ts-run %s --input 'x=[1]' --input 'd={}' | %check %s
# RUN: ts-run --engine profile %s --input 'x=[]' --input 'd={}' | %check %s


def f(x: List[int], d: Dict[str, float], o: Optional[List[float]] = None):
    e: List[Tensor] = []
    return x[:0], [x[:0]], (d, [1.5][:0]), e, o


# CHECK:      out0.0: int[] = []
# CHECK-NEXT: out0.1: int[][] = {{\[\[\]\]}}
# CHECK-NEXT: out0.2.0: Dict(str, float) = {}
# CHECK-NEXT: out0.2.1: float[] = []
# CHECK-NEXT: out0.3: Tensor[] = []
# CHECK-NEXT: out0.4: NoneType = None
