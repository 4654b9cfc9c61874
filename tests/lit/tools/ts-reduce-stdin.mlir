// A program from standard input is reduced to standard output, an archive as well.
// RUN: ts-reduce - --test 'grep -q aten.tanh {}' < %s 2>/dev/null | filecheck %s
// RUN: ts-reduce - -f pt --test 'grep -q aten.relu {}' --max-runs=2 < %S/../../../examples/classifier.pt 2>/dev/null | filecheck %s --check-prefix=ARCHIVE

func.func @f(%x: !ts.tensor) -> !ts.tensor {
  %y = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
  %z = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK: {{^// RUN}}: grep -q aten.tanh %s{{$}}
// CHECK: aten.tanh
// CHECK-NOT: aten.relu

// ARCHIVE: {{^// RUN}}: grep -q aten.relu %s{{$}}
// ARCHIVE: aten.relu
