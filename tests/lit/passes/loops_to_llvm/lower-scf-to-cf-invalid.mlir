// RUN: %ts-opt %s -p lower-scf-to-cf --verify-diagnostics --split-input-file

func.func @in_a_region_of_one_block(%c: i1) {
  "test.op"() ({
    // expected-error@+1 {{'scf.if' op is not in a function; only functions can have several blocks}}
    scf.if %c {
      "test.op"() : () -> ()
    }
    "test.termop"() : () -> ()
  }) : () -> ()
  func.return
}
