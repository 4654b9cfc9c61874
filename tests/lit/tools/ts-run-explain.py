# RUN: ts-run %s --entry chain --input x=random:f32[20,10] --explain | filecheck %s
# RUN: ts-run %s --entry chain --input x=random:f32[20,10] --explain=html | filecheck %s --check-prefix=PAGE
# RUN: not ts-run %s --entry chain --input x=f32[]{1} --explain 2>&1 | filecheck %s --check-prefix=FAULT
# The plan of a function instead of its results; a failing call fails as usual.

# CHECK: 'chain' runs under a plan for the profiled sizes
# CHECK: Groups of chain
# CHECK: TensorExprGroup_0 native aten::tanh, aten::mul, aten::add
# CHECK: Outside of groups in chain
# CHECK: aten::cholesky {{.*}} has a faster algorithm in the interpreter's libraries

# PAGE: <!doctype html>
# PAGE: <td data-column="group"><mark>TensorExprGroup_0</mark></td><td data-column="execution">native</td>
# PAGE: </html>

# FAULT: error: 'aten.size.int' op failed


def chain(x):
    y = torch.tanh(x) * 2 + 1
    return torch.cholesky(torch.eye(y.size(-1))), y
