// RUN: not %ts-opt %s --pass-pipeline='builtin.module(cse,canonicalise)' 2>&1 | %check %s --check-prefix=UNKNOWN
// UNKNOWN: ts-opt: pass-pipeline:1:20: error: unknown pass 'canonicalise'; did you mean 'canonicalize'
// UNKNOWN-NEXT: builtin.module(cse,canonicalise)
// UNKNOWN-NEXT: {{^                   \^$}}

// RUN: not %ts-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | %check %s --check-prefix=OPEN
// OPEN: pass-pipeline:1:19: error: expected ',' or ')'

// RUN: not %ts-opt %s --pass-pipeline='func.func(cse)' 2>&1 | %check %s --check-prefix=ANCHOR
// ANCHOR: pass-pipeline:1:1: error: the outermost anchor must be 'builtin.module' or 'any'

// RUN: not %ts-opt %s -p 'dce{speed=1}' 2>&1 | %check %s --check-prefix=OPTION
// OPTION: pass-pipeline:1:1: error: pass 'dce': Provided arguments ["speed"] not found

// RUN: not %ts-opt %s -p 'vectorize-loops{width=many}' 2>&1 | %check %s --check-prefix=TYPE
// TYPE: pass-pipeline:1:1: error: pass 'vectorize-loops': width must be int, not many

// RUN: not %ts-opt %s -p 'vectorize-loops{width="8}' 2>&1 | %check %s --check-prefix=STRING
// STRING: pass-pipeline:1:23: error: the string is not closed

// RUN: not %ts-opt %s -p cse --pass-pipeline=cse 2>&1 | %check %s --check-prefix=BOTH
// BOTH: ts-opt: give only one of -p and --pass-pipeline

// RUN: not %ts-opt %s --pipeline=ts-to-moon 2>&1 | %check %s --check-prefix=NAME
// NAME: ts-opt: unknown pipeline 'ts-to-moon'; choose from ts-to-te,
func.func @f() {
  func.return
}
