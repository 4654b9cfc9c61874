# --engine, or TS_ENGINE, names the engine; --calls repeats the call, so that the profiling executor
# optimises the function.
# RUN: ts-run %s --entry chain --calls=3 --input x=random:f32[200,100] | filecheck %s
# RUN: ts-run %s --entry chain --calls=3 --input x=random:f32[200,100] --engine=profile | filecheck %s
# RUN: env TS_ENGINE=profile ts-run %s --entry chain --calls=3 --input x=random:f32[200,100] | filecheck %s
# RUN: env TS_ENGINE= ts-run %s --entry chain --input x=random:f32[200,100] | filecheck %s

# Every call gets fresh copies of the inputs, and is made.
# RUN: ts-run %s --entry shown --calls=3 --input x=[1.5] --engine=profile | filecheck %s --check-prefix=SHOWN
# The object of a method keeps what calls write into it.
# RUN: ts-run %S/../../unit/data/archives/stateful.pt --calls=3 --input x=[1.5,2] > %t.interp
# RUN: env TS_ENGINE=profile ts-run %S/../../unit/data/archives/stateful.pt --calls=3 --input x=[1.5,2] | diff %t.interp -

# An option comes before the environment variable, which names the engines of the library alone.
# RUN: env TS_ENGINE=jit ts-run %s --entry chain --input x=random:f32[200,100] --engine=interp | filecheck %s
# RUN: not env TS_ENGINE=jit ts-run %s --entry chain 2>&1 | filecheck %s --check-prefix=VARIABLE
# RUN: not ts-run %s --entry chain --engine=jit 2>&1 | filecheck %s --check-prefix=OPTION
# RUN: not ts-run %s --entry chain --calls=0 2>&1 | filecheck %s --check-prefix=CALLS
# RUN: not env TS_ENGINE=profile ts-run %s --entry chain --input x=[1] --profile 2>&1 | filecheck %s --check-prefix=PROFILE

def chain(x):
    return torch.sum(torch.tanh(x * 2.0) + x)


def shown(x):
    print(x.add_(1.0))
    return x


# CHECK: out0: f32[] = 135.6
# SHOWN-COUNT-3: 2.5000
# SHOWN: f32[1] = [2.5]
# VARIABLE: ts-run: TS_ENGINE: no engine 'jit'; expected 'interp', 'simple', 'specialize', 'native', 'profile'
# OPTION: ts-run: error: argument --engine: invalid choice: 'jit' (choose from 'interp', 'plain', 'simple', 'specialize', 'profile', 'native')
# CALLS: ts-run: error: argument --calls: expected a positive number, got '0'
# PROFILE: ts-run: --profile measures the interpreter; use --engine=interp
