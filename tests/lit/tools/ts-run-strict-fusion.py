# RUN: not ts-run %s --entry f --input x=random:f32[8,8] --engine profile --calls 4 2>&1 | %check %s
# RUN: ts-run %s --entry f --input x=random:f32[8,8] --engine interp | %check %s --check-prefix=INTERP

# CHECK:      ts-run: 'strict_fusion' forbids unfused operations: move these out of its block
# CHECK-NEXT: ts-run-strict-fusion.py:12:16: error: 'aten.linalg_cond' op is in no fusion group: has a faster algorithm in the interpreter's libraries
# CHECK-NEXT:         return torch.linalg.cond(x) * x + x
# INTERP:     f32[8,8]


def f(x):
    with torch.jit.strict_fusion():
        return torch.linalg.cond(x) * x + x
