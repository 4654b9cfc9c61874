# TS_LOG_LEVEL names files, whose passes are logged as in PyTorch.
# RUN: env TS_LOG_LEVEL='>>create_fusion_groups:profiling' ts-run %s --entry chain --engine=profile --calls=3 --input x=random:f32[200,100] 2>&1 >/dev/null | filecheck %s
# RUN: env TS_LOG_LEVEL='>>>create_fusion_groups:profiling' ts-run %s --entry chain --engine=profile --calls=3 --input x=random:f32[200,100] 2>&1 >/dev/null | filecheck %s
# RUN: env TS_LOG_LEVEL='create_fusion_groups.py:>profiling_executor' ts-run %s --entry number --engine=profile --calls=3 --input n=3 2>&1 >/dev/null | filecheck %s --check-prefix=NUMBER
# RUN: env TS_LOG_LEVEL='>dce' ts-run %s --entry chain --engine=simple --input x=random:f32[2] 2>&1 >/dev/null | filecheck %s --check-prefix=DCE
# RUN: env TS_LOG_LEVEL='insert_guards:::>' ts-run %s --entry chain --engine=interp --input x=random:f32[2] 2>&1 >/dev/null | filecheck %s --check-prefix=NOTHING --allow-empty

def chain(x):
    y = torch.tanh(x * 2.0) + x
    return torch.sort(y)


def number(n: int):
    return n + 1


# CHECK: [DUMP profiling_executor.py] 'chain' runs in the interpreter, which records the types of tensors:
# CHECK-NEXT: [DUMP profiling_executor.py] graph(%x : Tensor):
# CHECK: [DUMP profiling_executor.py] {{.*}}prim::profile
# CHECK: [UPDATE create_fusion_groups.py] Before create-fusion-groups:
# CHECK: [DEBUG create_fusion_groups.py] {{.*}}'aten.sort': has a faster algorithm
# CHECK: [DUMP create_fusion_groups.py] After create-fusion-groups:
# CHECK: [DUMP create_fusion_groups.py] {{.*}}prim::TensorExprGroup_
# CHECK: [DUMP profiling_executor.py] 'chain' runs under a plan for the profiled sizes:

# NUMBER: [UPDATE profiling_executor.py] 'number' runs in the interpreter, which records the types of tensors
# NUMBER-NOT: DEBUG
# NUMBER: [DUMP create_fusion_groups.py] After create-fusion-groups:
# NUMBER: [UPDATE profiling_executor.py] 'number' runs in the interpreter, with calls inlined: no operators run as one kernel

# DCE-NOT: profiling
# DCE: [UPDATE dce.py] Before dce:
# DCE-NEXT: [UPDATE dce.py] graph(%x : Tensor):
# DCE: [DUMP dce.py] After dce:

# NOTHING-NOT: {{.}}
