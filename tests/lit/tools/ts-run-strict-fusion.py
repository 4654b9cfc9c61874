# RUN: not ts-run %s --entry f --input x=f32[2,2]{1,2,3,4} --engine profile --calls 4 2>&1 | %check %s
# RUN: ts-run %s --entry f --input x=f32[2,2]{1,2,3,4} --engine interp | %check %s --check-prefix=INTERP

# CHECK:      ts-run: 'strict_fusion' forbids unfused operations: move these out of its block
# CHECK-NEXT: ts-run-strict-fusion.py:12:16: error: 'aten.linalg_det' op is in no fusion group: has a faster algorithm in the interpreter's libraries
# CHECK-NEXT:         return torch.linalg.det(x) * x + x
# INTERP:     -1


def f(x):
    with torch.jit.strict_fusion():
        return torch.linalg.det(x) * x + x
