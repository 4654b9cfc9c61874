// RUN: %ts-opt %s -p lower-asserts --verify-diagnostics --split-input-file

func.func @structured(%ok: i1) {
  // expected-error@+1 {{'scf.if' op is left, which contradicts 'no-scf'}}
  scf.if %ok {
    cf.assert %ok, "no"
    scf.yield
  }
  func.return
}
