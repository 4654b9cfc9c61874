# RUN: ts-run %s --entry chain --input x=random:f32[20,10] --explain | filecheck %s
# RUN: ts-run %s --entry chain --input x=random:f32[20,10] --explain=html | filecheck %s --check-prefix=PAGE
# RUN: not ts-run %s --entry chain --input x=f32[]{1} --explain 2>&1 | filecheck %s --check-prefix=FAULT
# RUN: not ts-run %s --entry chain --input x=random:f32[20,10] --explain --strict 2>&1 | filecheck %s --check-prefix=STRICT
# RUN: ts-run %s --entry native --input x=random:f32[20,10] --explain --strict | filecheck %s --check-prefix=NATIVE
# RUN: not ts-run %s --entry native --input x=random:f32[20,10] --strict 2>&1 | filecheck %s --check-prefix=ALONE
# The plan of a function instead of its results; a failing call fails as usual.

# CHECK: 'chain' runs under a plan for the profiled sizes
# CHECK: Time of a call
# CHECK: Groups of chain
# CHECK: TensorExprGroup_0 {{.*}}ts-run-explain.py:{{[0-9:]+}} native
# CHECK: aten::tanh, aten::mul,
# CHECK: Kernels of chain
# CHECK: kernel time roof reached GB/s GFLOP/s read written FLOPs
# CHECK: TensorExprGroup_0 {{.*}} 800 B 800 B 4.4 k
# CHECK: Outside of groups in chain
# CHECK: operator at time reason
# CHECK: aten::cholesky {{.*}}ts-run-explain.py:{{[0-9:]+}} {{[0-9.]+ [mu]s}}
# CHECK: has a faster
# CHECK: Schedule of TensorExprGroup_0 in chain
# CHECK: vectorize-loops
# CHECK: for {{.*}} = 0 to {{.*}} x f32

# PAGE: <!doctype html>
# PAGE: <td data-column="group"><mark>TensorExprGroup_0</mark></td><td class="name" data-column="at">{{.*}}</td><td data-column="execution">native</td>
# PAGE: <td data-column="pass">vectorize-loops</td>
# PAGE: </html>

# FAULT: error: 'aten.size.int' op failed

# STRICT: ts-run: 'chain' runs operators outside of native code:
# STRICT-NEXT: {{.*}}ts-run-explain.py:{{[0-9]+:[0-9]+}}: error: 'aten.cholesky' op has a faster algorithm in the interpreter's libraries
# STRICT-NEXT: return torch.cholesky(

# NATIVE: 'native' runs under a plan for the profiled sizes
# NATIVE: Every operator on tensors is in a group.

# ALONE: ts-run: --strict is an option of --explain


def chain(x):
    y = torch.tanh(x) * 2 + 1
    return torch.cholesky(torch.eye(y.size(-1))), y


def native(x):
    return torch.tanh(x) * 2 + 1
