// The name below is not UTF-8.
"a.op"() {n = "é"} : () -> ()
