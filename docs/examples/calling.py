"""Call a script function, and print its profile, its optimised graph and its plans."""

import numpy as np

import xdsl_torchscript as ts

ts.set_compile_mode("now")  # wait for plans, so that this prints the same on every machine


@ts.script
def fn(x: ts.Tensor) -> ts.Tensor:
    return ts.sin(x) * 2 + x


print(type(fn).__name__)
x = np.ones(5, np.float32)

fn(x)
print("-- call 1 ran the profiled graph; there is no plan yet")
print(ts.last_executed_optimized_graph().str(False))

fn(x)
print("-- call 2 ran the optimised graph, which checks what was profiled")
print(ts.last_executed_optimized_graph().str(False))
print(fn.get_debug_state().execution_plans)

for _ in range(2):
    fn(np.ones(7, np.float32))
print("-- calls 3 and 4, with 7 elements, ran the fallback graph, which has a plan of its own now")
print(*fn.get_debug_state().execution_plans, sep="\n")

ts.set_engine("specialize")
without, with_gradients = ts.tensor(x), ts.tensor(x, requires_grad=True)
fn.graph_for(without)
print("-- the specialising executor has a plan for each argument spec, of any sizes")
print(fn.graph_for(with_gradients).str(False))
print(*fn.get_debug_state().execution_plans, sep="\n")
