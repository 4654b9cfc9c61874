// RUN: %ts-opt %s -p emit-packed-entry --verify-diagnostics --split-input-file

// expected-error@+1 {{'llvm.func' op passes a value of type vector<4xf32>, which does not fit into a slot of 8 bytes}}
llvm.func @wide(%v: vector<4xf32>) {
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op has the entry 'twice_packed' already}}
llvm.func @twice() {
  llvm.return
}

llvm.func internal @twice_packed(%args: !llvm.ptr) {
  llvm.return
}
