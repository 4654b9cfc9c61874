// RUN: %ts-opt %s -p 'cse,cse,verify-level{level=te}' --time-passes 2>&1 >%t.out | %check %s
// RUN: %check %s --check-prefix=RESULT --input-file=%t.out

// CHECK:          seconds share pass
// CHECK-NEXT:     {{[0-9.]+ +[0-9.]+%}} (parse)
// CHECK:          {{[0-9.]+ +[0-9.]+%}} cse
// CHECK-NOT:      cse
// CHECK:          {{[0-9.]+ +[0-9.]+%}} verify-level{level="te"}
// CHECK:          {{[0-9.]+ +}}100.0% total
// RESULT-NOT: seconds
// RESULT: func.func @f
func.func @f() {
  func.return
}
