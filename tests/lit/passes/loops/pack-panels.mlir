// RUN: %ts-opt %s --split-input-file -p 'pack-panels{registers=8 bytes=16},cse,dce' | %check %s

// Fires: the columns of a row are copied in order. Each panel has its own memory.
// CHECK-LABEL: func.func @far_terms
// CHECK-SAME: (%[[A:.*]]: memref<32768xf32>, %[[B:.*]]: memref<153600xf32>, %[[C:.*]]: memref<19200xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[M:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[KK:.*]] = arith.constant 512 : index
// CHECK-NEXT:   %[[N:.*]] = arith.constant 300 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   scf.for %[[V1:.*]] = %[[C0]] to %[[N]] step %[[C4]] {
// CHECK-NEXT:     %[[PANEL:.*]] = memref.alloc() : memref<2048xf32>
// CHECK-NEXT:     scf.for %[[V2:.*]] = %[[C0]] to %[[KK]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[V3:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[V4:.*]] = arith.muli %[[V2]], %[[N]] : index
// CHECK-NEXT:         %[[V5:.*]] = arith.addi %[[V1]], %[[V4]] : index
// CHECK-NEXT:         %[[V6:.*]] = arith.addi %[[V5]], %[[V3]] : index
// CHECK-NEXT:         %[[V7:.*]] = memref.load %[[B]][%[[V6]]] : memref<153600xf32>
// CHECK-NEXT:         %[[V8:.*]] = arith.muli %[[V2]], %[[C4]] : index
// CHECK-NEXT:         %[[V9:.*]] = arith.addi %[[V8]], %[[V3]] : index
// CHECK-NEXT:         memref.store %[[V7]], %[[PANEL]][%[[V9]]] : memref<2048xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[J_1:.*]] = arith.addi %[[V1]], %[[J]] : index
// CHECK-NEXT:         %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[XI:.*]] = arith.muli %[[I]], %[[KK]] : index
// CHECK-NEXT:           %[[X:.*]] = arith.addi %[[XI]], %[[K]] : index
// CHECK-NEXT:           %[[U:.*]] = memref.load %[[A]][%[[X]]] : memref<32768xf32>
// CHECK-NEXT:           %[[V10:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:           %[[V11:.*]] = arith.addi %[[V10]], %[[J]] : index
// CHECK-NEXT:           %[[V:.*]] = memref.load %[[PANEL]][%[[V11]]] : memref<2048xf32>
// CHECK-NEXT:           %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:           %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:           scf.yield %[[T]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[ZI:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:         %[[Z:.*]] = arith.addi %[[ZI]], %[[J_1]] : index
// CHECK-NEXT:         memref.store %[[S]], %[[C]][%[[Z]]] : memref<19200xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[PANEL]] : memref<2048xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @far_terms(%a: memref<32768xf32>, %b: memref<153600xf32>, %c: memref<19200xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 64 : index
  %kk = arith.constant 512 : index
  %n = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<32768xf32>
        %yk = arith.muli %k, %n : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<153600xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<19200xf32>
    }
  }
  func.return
}

// -----

// Fires: 296 columns are in panels, and 3 in a nest of their own behind them.
// CHECK-LABEL: func.func @columns_left_over
// CHECK:         %[[C296:.*]] = arith.constant 296 : index
// CHECK:         scf.for %[[START:.*]] = %{{.*}} to %[[C296]] step %{{.*}} {
// CHECK:           memref.alloc() : memref<2048xf32>
// CHECK:           arith.addi %[[START]], %{{.*}} : index
// CHECK:           memref.dealloc
// CHECK:         scf.for
// CHECK-NEXT:      %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:      scf.for %[[J:.*]] = %{{.*}} to %[[C3]] step
// CHECK-NEXT:          %{{.*}} = arith.addi %[[C296]], %[[J]] : index
func.func @columns_left_over(%a: memref<32768xf32>, %b: memref<153088xf32>, %c: memref<19136xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 64 : index
  %kk = arith.constant 512 : index
  %n = arith.constant 299 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<32768xf32>
        %yk = arith.muli %k, %n : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<153088xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<19136xf32>
    }
  }
  func.return
}

// -----

// Fires: rows of the left factor are 4096 bytes apart, and get a gap.
// CHECK-LABEL: func.func @rows_of_a_page
// CHECK-SAME: (%[[A:.*]]: memref<65536xf32>, %[[B:.*]]: memref<307200xf32>, %[[C:.*]]: memref<19200xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[M:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[KK:.*]] = arith.constant 1024 : index
// CHECK-NEXT:   %[[N:.*]] = arith.constant 300 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[LEFT:.*]] = memref.alloc() : memref<65792xf32>
// CHECK-NEXT:   scf.for %[[V0:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:     scf.for %[[V1:.*]] = %[[C0]] to %[[KK]] step %[[C1]] {
// CHECK-NEXT:       %[[V2:.*]] = arith.muli %[[V0]], %[[KK]] : index
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[V2]], %[[V1]] : index
// CHECK-NEXT:       %[[V4:.*]] = memref.load %[[A]][%[[V3]]] : memref<65536xf32>
// CHECK-NEXT:       %[[C1028:.*]] = arith.constant 1028 : index
// CHECK-NEXT:       %[[V5:.*]] = arith.muli %[[V0]], %[[C1028]] : index
// CHECK-NEXT:       %[[V6:.*]] = arith.addi %[[V5]], %[[V1]] : index
// CHECK-NEXT:       memref.store %[[V4]], %[[LEFT]][%[[V6]]] : memref<65792xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   scf.for %[[V8:.*]] = %[[C0]] to %[[N]] step %[[C4]] {
// CHECK-NEXT:     %[[PANEL:.*]] = memref.alloc() : memref<4096xf32>
// CHECK-NEXT:     scf.for %[[V9:.*]] = %[[C0]] to %[[KK]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[V10:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[V11:.*]] = arith.muli %[[V9]], %[[N]] : index
// CHECK-NEXT:         %[[V12:.*]] = arith.addi %[[V8]], %[[V11]] : index
// CHECK-NEXT:         %[[V13:.*]] = arith.addi %[[V12]], %[[V10]] : index
// CHECK-NEXT:         %[[V14:.*]] = memref.load %[[B]][%[[V13]]] : memref<307200xf32>
// CHECK-NEXT:         %[[V15:.*]] = arith.muli %[[V9]], %[[C4]] : index
// CHECK-NEXT:         %[[V16:.*]] = arith.addi %[[V15]], %[[V10]] : index
// CHECK-NEXT:         memref.store %[[V14]], %[[PANEL]][%[[V16]]] : memref<4096xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[J_1:.*]] = arith.addi %[[V8]], %[[J]] : index
// CHECK-NEXT:         %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[C1028_1:.*]] = arith.constant 1028 : index
// CHECK-NEXT:           %[[V17:.*]] = arith.muli %[[I]], %[[C1028_1]] : index
// CHECK-NEXT:           %[[V18:.*]] = arith.addi %[[V17]], %[[K]] : index
// CHECK-NEXT:           %[[U:.*]] = memref.load %[[LEFT]][%[[V18]]] : memref<65792xf32>
// CHECK-NEXT:           %[[V19:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:           %[[V20:.*]] = arith.addi %[[V19]], %[[J]] : index
// CHECK-NEXT:           %[[V:.*]] = memref.load %[[PANEL]][%[[V20]]] : memref<4096xf32>
// CHECK-NEXT:           %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:           %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:           scf.yield %[[T]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[ZI:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:         %[[Z:.*]] = arith.addi %[[ZI]], %[[J_1]] : index
// CHECK-NEXT:         memref.store %[[S]], %[[C]][%[[Z]]] : memref<19200xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[PANEL]] : memref<4096xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.dealloc %[[LEFT]] : memref<65792xf32>
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @rows_of_a_page(%a: memref<65536xf32>, %b: memref<307200xf32>, %c: memref<19200xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 64 : index
  %kk = arith.constant 1024 : index
  %n = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<65536xf32>
        %yk = arith.muli %k, %n : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<307200xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<19200xf32>
    }
  }
  func.return
}

// -----

// Fires: a transposed factor is copied if enough rows use it.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: (%[[A:.*]]: memref<262144xf32>, %[[B:.*]]: memref<153600xf32>, %[[C:.*]]: memref<153600xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[M:.*]] = arith.constant 512 : index
// CHECK-NEXT:   %[[N:.*]] = arith.constant 300 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   scf.for %[[V1:.*]] = %[[C0]] to %[[N]] step %[[C4]] {
// CHECK-NEXT:     %[[PANEL:.*]] = memref.alloc() : memref<2048xf32>
// CHECK-NEXT:     scf.for %[[V2:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[V3:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[V4:.*]] = arith.muli %[[V1]], %[[M]] : index
// CHECK-NEXT:         %[[V5:.*]] = arith.addi %[[V4]], %[[V2]] : index
// CHECK-NEXT:         %[[V6:.*]] = arith.muli %[[V3]], %[[M]] : index
// CHECK-NEXT:         %[[V7:.*]] = arith.addi %[[V5]], %[[V6]] : index
// CHECK-NEXT:         %[[V8:.*]] = memref.load %[[B]][%[[V7]]] : memref<153600xf32>
// CHECK-NEXT:         %[[V9:.*]] = arith.muli %[[V2]], %[[C4]] : index
// CHECK-NEXT:         %[[V10:.*]] = arith.addi %[[V9]], %[[V3]] : index
// CHECK-NEXT:         memref.store %[[V8]], %[[PANEL]][%[[V10]]] : memref<2048xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[J_1:.*]] = arith.addi %[[V1]], %[[J]] : index
// CHECK-NEXT:         %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[M]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[XI:.*]] = arith.muli %[[I]], %[[M]] : index
// CHECK-NEXT:           %[[X:.*]] = arith.addi %[[XI]], %[[K]] : index
// CHECK-NEXT:           %[[U:.*]] = memref.load %[[A]][%[[X]]] : memref<262144xf32>
// CHECK-NEXT:           %[[V11:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:           %[[V12:.*]] = arith.addi %[[V11]], %[[J]] : index
// CHECK-NEXT:           %[[V:.*]] = memref.load %[[PANEL]][%[[V12]]] : memref<2048xf32>
// CHECK-NEXT:           %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:           %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:           scf.yield %[[T]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[ZI:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:         %[[Z:.*]] = arith.addi %[[ZI]], %[[J_1]] : index
// CHECK-NEXT:         memref.store %[[S]], %[[C]][%[[Z]]] : memref<153600xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[PANEL]] : memref<2048xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @transposed(%a: memref<262144xf32>, %b: memref<153600xf32>, %c: memref<153600xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 512 : index
  %kk = arith.constant 512 : index
  %n = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<262144xf32>
        %yj = arith.muli %j, %kk : index
        %y = arith.addi %yj, %k : index
        %v = memref.load %b[%y] : memref<153600xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<153600xf32>
    }
  }
  func.return
}

// -----

// Fires: neither form of a tile takes two transposed factors.
// CHECK-LABEL: func.func @both_transposed
// CHECK-SAME: (%[[A:.*]]: memref<24xf32>, %[[B:.*]]: memref<48xf32>, %[[C:.*]]: memref<32xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[M:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[KK:.*]] = arith.constant 6 : index
// CHECK-NEXT:   %[[N:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[V1:.*]] = %[[C0]] to %[[N]] step %[[M]] {
// CHECK-NEXT:     %[[PANEL:.*]] = memref.alloc() : memref<24xf32>
// CHECK-NEXT:     scf.for %[[V2:.*]] = %[[C0]] to %[[KK]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[V3:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:         %[[V4:.*]] = arith.muli %[[V1]], %[[KK]] : index
// CHECK-NEXT:         %[[V5:.*]] = arith.addi %[[V4]], %[[V2]] : index
// CHECK-NEXT:         %[[V6:.*]] = arith.muli %[[V3]], %[[KK]] : index
// CHECK-NEXT:         %[[V7:.*]] = arith.addi %[[V5]], %[[V6]] : index
// CHECK-NEXT:         %[[V8:.*]] = memref.load %[[B]][%[[V7]]] : memref<48xf32>
// CHECK-NEXT:         %[[V9:.*]] = arith.muli %[[V2]], %[[M]] : index
// CHECK-NEXT:         %[[V10:.*]] = arith.addi %[[V9]], %[[V3]] : index
// CHECK-NEXT:         memref.store %[[V8]], %[[PANEL]][%[[V10]]] : memref<24xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:         %[[J_1:.*]] = arith.addi %[[V1]], %[[J]] : index
// CHECK-NEXT:         %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[XK:.*]] = arith.muli %[[K]], %[[M]] : index
// CHECK-NEXT:           %[[X:.*]] = arith.addi %[[XK]], %[[I]] : index
// CHECK-NEXT:           %[[U:.*]] = memref.load %[[A]][%[[X]]] : memref<24xf32>
// CHECK-NEXT:           %[[V11:.*]] = arith.addi %[[XK]], %[[J]] : index
// CHECK-NEXT:           %[[V:.*]] = memref.load %[[PANEL]][%[[V11]]] : memref<24xf32>
// CHECK-NEXT:           %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:           %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:           scf.yield %[[T]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[ZI:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:         %[[Z:.*]] = arith.addi %[[ZI]], %[[J_1]] : index
// CHECK-NEXT:         memref.store %[[S]], %[[C]][%[[Z]]] : memref<32xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[PANEL]] : memref<24xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @both_transposed(%a: memref<24xf32>, %b: memref<48xf32>, %c: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %kk = arith.constant 6 : index
  %n = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xk = arith.muli %k, %m : index
        %x = arith.addi %xk, %i : index
        %u = memref.load %a[%x] : memref<24xf32>
        %yj = arith.muli %j, %kk : index
        %y = arith.addi %yj, %k : index
        %v = memref.load %b[%y] : memref<48xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<32xf32>
    }
  }
  func.return
}

// -----

// Fires: eight columns are in panels of four, and the last two in a panel of their own.
// CHECK-LABEL: func.func @both_transposed_left_over
// CHECK:         %[[C8:.*]] = arith.constant 8 : index
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[C8]] step %{{.*}} {
// CHECK:           %[[PANEL:.*]] = memref.alloc() : memref<24xf32>
// CHECK:           memref.dealloc %[[PANEL]]
// CHECK:           %[[REST:.*]] = memref.alloc() : memref<12xf32>
// CHECK:           memref.load %[[REST]]
// CHECK-NOT:       memref.load %{{.*}} : memref<60xf32>
// CHECK:           memref.dealloc %[[REST]]
func.func @both_transposed_left_over(%a: memref<24xf32>, %b: memref<60xf32>, %c: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %kk = arith.constant 6 : index
  %n = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xk = arith.muli %k, %m : index
        %x = arith.addi %xk, %i : index
        %u = memref.load %a[%x] : memref<24xf32>
        %yj = arith.muli %j, %kk : index
        %y = arith.addi %yj, %k : index
        %v = memref.load %b[%y] : memref<60xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<40xf32>
    }
  }
  func.return
}

// -----

// Must not fire: one row uses each element once.
// CHECK-LABEL: func.func @one_row
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @one_row(%a: memref<512xf32>, %b: memref<153600xf32>, %c: memref<300xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 1 : index
  %kk = arith.constant 512 : index
  %n = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %u = memref.load %a[%k] : memref<512xf32>
        %yk = arith.muli %k, %n : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<153600xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      memref.store %s, %c[%j] : memref<300xf32>
  }
  func.return
}

// -----

// Must not fire: the factor stays in the first cache as it is.
// CHECK-LABEL: func.func @small
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @small(%a: memref<256xf32>, %b: memref<256xf32>, %c: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 16 : index
  %kk = arith.constant 16 : index
  %n = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<256xf32>
        %yk = arith.muli %k, %n : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<256xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Must not fire: few rows do not pay for the transposition.
// CHECK-LABEL: func.func @few_rows
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @few_rows(%a: memref<4096xf32>, %b: memref<153600xf32>, %c: memref<2400xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 8 : index
  %kk = arith.constant 512 : index
  %n = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<4096xf32>
        %yj = arith.muli %j, %kk : index
        %y = arith.addi %yj, %k : index
        %v = memref.load %b[%y] : memref<153600xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<2400xf32>
    }
  }
  func.return
}

// -----

// Fires: whole panels of any number of columns, and the columns behind them as they are.
// CHECK-LABEL: func.func @any_number_of_columns
// CHECK-SAME: (%[[N:.*]]: index, %[[A:.*]]: memref<32768xf32>, %[[B:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[M:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[KK:.*]] = arith.constant 512 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.divui %[[N]], %[[C4]] : index
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[V0]], %[[C4]] : index
// CHECK-NEXT:   scf.for %[[V2:.*]] = %[[C0]] to %[[V1]] step %[[C4]] {
// CHECK-NEXT:     %[[PANEL:.*]] = memref.alloc() : memref<2048xf32>
// CHECK-NEXT:     scf.for %[[V3:.*]] = %[[C0]] to %[[KK]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[V4:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[V5:.*]] = arith.muli %[[N]], %[[V3]] : index
// CHECK-NEXT:         %[[V6:.*]] = arith.addi %[[V2]], %[[V5]] : index
// CHECK-NEXT:         %[[V7:.*]] = arith.addi %[[V6]], %[[V4]] : index
// CHECK-NEXT:         %[[V8:.*]] = memref.load %[[B]][%[[V7]]] : memref<?xf32>
// CHECK-NEXT:         %[[V9:.*]] = arith.muli %[[V3]], %[[C4]] : index
// CHECK-NEXT:         %[[V10:.*]] = arith.addi %[[V9]], %[[V4]] : index
// CHECK-NEXT:         memref.store %[[V8]], %[[PANEL]][%[[V10]]] : memref<2048xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:         %[[J_1:.*]] = arith.addi %[[V2]], %[[J]] : index
// CHECK-NEXT:         %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[XI:.*]] = arith.muli %[[I]], %[[KK]] : index
// CHECK-NEXT:           %[[X:.*]] = arith.addi %[[XI]], %[[K]] : index
// CHECK-NEXT:           %[[U:.*]] = memref.load %[[A]][%[[X]]] : memref<32768xf32>
// CHECK-NEXT:           %[[V11:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:           %[[V12:.*]] = arith.addi %[[V11]], %[[J]] : index
// CHECK-NEXT:           %[[V:.*]] = memref.load %[[PANEL]][%[[V12]]] : memref<2048xf32>
// CHECK-NEXT:           %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:           %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:           scf.yield %[[T]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[ZI:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:         %[[Z:.*]] = arith.addi %[[ZI]], %[[J_1]] : index
// CHECK-NEXT:         memref.store %[[S]], %[[C]][%[[Z]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[PANEL]] : memref<2048xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[I_1:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:     %[[V13:.*]] = arith.subi %[[N]], %[[V1]] : index
// CHECK-NEXT:     scf.for %[[J_2:.*]] = %[[C0]] to %[[V13]] step %[[C1]] {
// CHECK-NEXT:       %[[J_3:.*]] = arith.addi %[[V1]], %[[J_2]] : index
// CHECK-NEXT:       %[[S_1:.*]] = scf.for %[[K_1:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC_1:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:         %[[XI_1:.*]] = arith.muli %[[I_1]], %[[KK]] : index
// CHECK-NEXT:         %[[X_1:.*]] = arith.addi %[[XI_1]], %[[K_1]] : index
// CHECK-NEXT:         %[[U_1:.*]] = memref.load %[[A]][%[[X_1]]] : memref<32768xf32>
// CHECK-NEXT:         %[[YK:.*]] = arith.muli %[[K_1]], %[[N]] : index
// CHECK-NEXT:         %[[Y:.*]] = arith.addi %[[YK]], %[[J_3]] : index
// CHECK-NEXT:         %[[V_1:.*]] = memref.load %[[B]][%[[Y]]] : memref<?xf32>
// CHECK-NEXT:         %[[P_1:.*]] = arith.mulf %[[U_1]], %[[V_1]] : f32
// CHECK-NEXT:         %[[T_1:.*]] = arith.addf %[[ACC_1]], %[[P_1]] : f32
// CHECK-NEXT:         scf.yield %[[T_1]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[ZI_1:.*]] = arith.muli %[[I_1]], %[[N]] : index
// CHECK-NEXT:       %[[Z_1:.*]] = arith.addi %[[ZI_1]], %[[J_3]] : index
// CHECK-NEXT:       memref.store %[[S_1]], %[[C]][%[[Z_1]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @any_number_of_columns(%n: index, %a: memref<32768xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 64 : index
  %kk = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<32768xf32>
        %yk = arith.muli %k, %n : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<?xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Fires: where only a run knows the number of rows, it decides whether copies pay.
// CHECK-LABEL: func.func @any_number_of_rows
// CHECK-SAME: (%[[M:.*]]: index, %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[KK:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.cmpi sge, %[[M]], %[[C16]] : index
// CHECK-NEXT:   scf.if %[[V0]] {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V1:.*]] = arith.divui %[[N]], %[[C4]] : index
// CHECK-NEXT:     %[[V2:.*]] = arith.muli %[[V1]], %[[C4]] : index
// CHECK-NEXT:     scf.for %[[V3:.*]] = %[[C0]] to %[[V2]] step %[[C4]] {
// CHECK-NEXT:       %[[PANEL:.*]] = memref.alloc() : memref<128xf32>
// CHECK-NEXT:       scf.for %[[V4:.*]] = %[[C0]] to %[[KK]] step %[[C1]] {
// CHECK-NEXT:         scf.for %[[V5:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:           %[[V6:.*]] = arith.muli %[[V3]], %[[KK]] : index
// CHECK-NEXT:           %[[V7:.*]] = arith.addi %[[V6]], %[[V4]] : index
// CHECK-NEXT:           %[[V8:.*]] = arith.muli %[[V5]], %[[KK]] : index
// CHECK-NEXT:           %[[V9:.*]] = arith.addi %[[V7]], %[[V8]] : index
// CHECK-NEXT:           %[[V10:.*]] = memref.load %[[B]][%[[V9]]] : memref<?xf32>
// CHECK-NEXT:           %[[V11:.*]] = arith.muli %[[V4]], %[[C4]] : index
// CHECK-NEXT:           %[[V12:.*]] = arith.addi %[[V11]], %[[V5]] : index
// CHECK-NEXT:           memref.store %[[V10]], %[[PANEL]][%[[V12]]] : memref<128xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.for %[[I:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:         scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:           %[[J_1:.*]] = arith.addi %[[V3]], %[[J]] : index
// CHECK-NEXT:           %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:             %[[XI:.*]] = arith.muli %[[I]], %[[KK]] : index
// CHECK-NEXT:             %[[X:.*]] = arith.addi %[[XI]], %[[K]] : index
// CHECK-NEXT:             %[[U:.*]] = memref.load %[[A]][%[[X]]] : memref<?xf32>
// CHECK-NEXT:             %[[V13:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:             %[[V14:.*]] = arith.addi %[[V13]], %[[J]] : index
// CHECK-NEXT:             %[[V:.*]] = memref.load %[[PANEL]][%[[V14]]] : memref<128xf32>
// CHECK-NEXT:             %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:             %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:             scf.yield %[[T]] : f32
// CHECK-NEXT:           }
// CHECK-NEXT:           %[[ZI:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:           %[[Z:.*]] = arith.addi %[[ZI]], %[[J_1]] : index
// CHECK-NEXT:           memref.store %[[S]], %[[C]][%[[Z]]] : memref<?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:       memref.dealloc %[[PANEL]] : memref<128xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[I_1:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       %[[V15:.*]] = arith.subi %[[N]], %[[V2]] : index
// CHECK-NEXT:       scf.for %[[J_2:.*]] = %[[C0]] to %[[V15]] step %[[C1]] {
// CHECK-NEXT:         %[[J_3:.*]] = arith.addi %[[V2]], %[[J_2]] : index
// CHECK-NEXT:         %[[S_1:.*]] = scf.for %[[K_1:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC_1:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[XI_1:.*]] = arith.muli %[[I_1]], %[[KK]] : index
// CHECK-NEXT:           %[[X_1:.*]] = arith.addi %[[XI_1]], %[[K_1]] : index
// CHECK-NEXT:           %[[U_1:.*]] = memref.load %[[A]][%[[X_1]]] : memref<?xf32>
// CHECK-NEXT:           %[[YJ:.*]] = arith.muli %[[J_3]], %[[KK]] : index
// CHECK-NEXT:           %[[Y:.*]] = arith.addi %[[YJ]], %[[K_1]] : index
// CHECK-NEXT:           %[[V_1:.*]] = memref.load %[[B]][%[[Y]]] : memref<?xf32>
// CHECK-NEXT:           %[[P_1:.*]] = arith.mulf %[[U_1]], %[[V_1]] : f32
// CHECK-NEXT:           %[[T_1:.*]] = arith.addf %[[ACC_1]], %[[P_1]] : f32
// CHECK-NEXT:           scf.yield %[[T_1]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[ZI_1:.*]] = arith.muli %[[I_1]], %[[N]] : index
// CHECK-NEXT:         %[[Z_1:.*]] = arith.addi %[[ZI_1]], %[[J_3]] : index
// CHECK-NEXT:         memref.store %[[S_1]], %[[C]][%[[Z_1]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.for %[[I_2:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[J_4:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:         %[[S_2:.*]] = scf.for %[[K_2:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC_2:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[XI_2:.*]] = arith.muli %[[I_2]], %[[KK]] : index
// CHECK-NEXT:           %[[X_2:.*]] = arith.addi %[[XI_2]], %[[K_2]] : index
// CHECK-NEXT:           %[[U_2:.*]] = memref.load %[[A]][%[[X_2]]] : memref<?xf32>
// CHECK-NEXT:           %[[YJ_1:.*]] = arith.muli %[[J_4]], %[[KK]] : index
// CHECK-NEXT:           %[[Y_1:.*]] = arith.addi %[[YJ_1]], %[[K_2]] : index
// CHECK-NEXT:           %[[V_2:.*]] = memref.load %[[B]][%[[Y_1]]] : memref<?xf32>
// CHECK-NEXT:           %[[P_2:.*]] = arith.mulf %[[U_2]], %[[V_2]] : f32
// CHECK-NEXT:           %[[T_2:.*]] = arith.addf %[[ACC_2]], %[[P_2]] : f32
// CHECK-NEXT:           scf.yield %[[T_2]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[ZI_2:.*]] = arith.muli %[[I_2]], %[[N]] : index
// CHECK-NEXT:         %[[Z_2:.*]] = arith.addi %[[ZI_2]], %[[J_4]] : index
// CHECK-NEXT:         memref.store %[[S_2]], %[[C]][%[[Z_2]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @any_number_of_rows(%m: index, %n: index, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %kk = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<?xf32>
        %yj = arith.muli %j, %kk : index
        %y = arith.addi %yj, %k : index
        %v = memref.load %b[%y] : memref<?xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Must not fire: only a run knows the size of a panel.
// CHECK-LABEL: func.func @any_number_of_terms
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @any_number_of_terms(%kk: index, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 64 : index
  %n = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<?xf32>
        %yk = arith.muli %k, %n : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<?xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %n : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Fires: all iterations of a loop read the same factor, whose terms are adjacent. It is copied
// before the loop.
// CHECK-LABEL: func.func @weights_of_steps
// CHECK-SAME: (%[[W:.*]]: memref<256xf32>, %[[X:.*]]: memref<8xf32>, %[[C:.*]]: memref<32xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[STEPS:.*]] = arith.constant 100 : index
// CHECK-NEXT: %[[N:.*]] = arith.constant 32 : index
// CHECK-NEXT: %[[KK:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[PANEL:.*]] = memref.alloc() : memref<256xf32>
// CHECK-NEXT: scf.for %[[V0:.*]] = %[[C0]] to %[[KK]] step %[[C1]] {
// CHECK-NEXT: scf.for %[[V1:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT: %[[V2:.*]] = arith.muli %[[V1]], %[[KK]] : index
// CHECK-NEXT: %[[V3:.*]] = arith.addi %[[V0]], %[[V2]] : index
// CHECK-NEXT: %[[V4:.*]] = memref.load %[[W]][%[[V3]]] : memref<256xf32>
// CHECK-NEXT: %[[V5:.*]] = arith.muli %[[V0]], %[[N]] : index
// CHECK-NEXT: %[[V6:.*]] = arith.addi %[[V5]], %[[V1]] : index
// CHECK-NEXT: memref.store %[[V4]], %[[PANEL]][%[[V6]]] : memref<256xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[T:.*]] = %[[C0]] to %[[STEPS]] step %[[C1]] {
// CHECK-NEXT: scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT: %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT: %[[V7:.*]] = arith.muli %[[K]], %[[N]] : index
// CHECK-NEXT: %[[V8:.*]] = arith.addi %[[V7]], %[[J]] : index
// CHECK-NEXT: %[[V:.*]] = memref.load %[[PANEL]][%[[V8]]] : memref<256xf32>
// CHECK-NEXT: %[[U:.*]] = memref.load %[[X]][%[[K]]] : memref<8xf32>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT: scf.yield %[[R]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[S]], %[[C]][%[[J]]] : memref<32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[PANEL]] : memref<256xf32>
// CHECK-NEXT: func.return
func.func @weights_of_steps(%w: memref<256xf32>, %x: memref<8xf32>, %c: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 32 : index
  %kk = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %j, %kk : index
        %1 = arith.addi %0, %k : index
        %v = memref.load %w[%1] : memref<256xf32>
        %u = memref.load %x[%k] : memref<8xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<32xf32>
    }
  }
  func.return
}

// -----

// Must not fire: the loop writes the factor.
// CHECK-LABEL: func.func @written_by_the_loop
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @written_by_the_loop(%w: memref<256xf32>, %x: memref<8xf32>, %c: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 32 : index
  %kk = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    memref.store %zero, %w[%c0] : memref<256xf32>
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %j, %kk : index
        %1 = arith.addi %0, %k : index
        %v = memref.load %w[%1] : memref<256xf32>
        %u = memref.load %x[%k] : memref<8xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<32xf32>
    }
  }
  func.return
}

// -----

// Must not fire: each iteration reads other elements.
// CHECK-LABEL: func.func @other_elements_for_each_iteration
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @other_elements_for_each_iteration(%w: memref<256xf32>, %x: memref<8xf32>, %c: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 32 : index
  %kk = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %j, %kk : index
        %2 = arith.addi %0, %k : index
        %1 = arith.addi %2, %t : index
        %v = memref.load %w[%1] : memref<256xf32>
        %u = memref.load %x[%k] : memref<8xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<32xf32>
    }
  }
  func.return
}

// -----

// Must not fire: a copy for one iteration costs more than it saves.
// CHECK-LABEL: func.func @a_single_iteration
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @a_single_iteration(%w: memref<256xf32>, %x: memref<8xf32>, %c: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 1 : index
  %n = arith.constant 32 : index
  %kk = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %j, %kk : index
        %1 = arith.addi %0, %k : index
        %v = memref.load %w[%1] : memref<256xf32>
        %u = memref.load %x[%k] : memref<8xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<32xf32>
    }
  }
  func.return
}

// -----

// Must not fire: the next iteration finds little of the factor in the first cache.
// CHECK-LABEL: func.func @larger_than_the_first_cache
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @larger_than_the_first_cache(%w: memref<19200xf32>, %x: memref<8xf32>, %c: memref<2400xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 2400 : index
  %kk = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %j, %kk : index
        %1 = arith.addi %0, %k : index
        %v = memref.load %w[%1] : memref<19200xf32>
        %u = memref.load %x[%k] : memref<8xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<2400xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @stays_as_the_bytes_of_a_group_are_neighbours
// CHECK-NOT: memref.alloc
// CHECK: scf.for %[[Q:.*]] = %[[C0:.*]] to %[[C4:.*]] step %[[C1:.*]] iter_args(
// CHECK-NOT: memref.alloc
func.func @stays_as_the_bytes_of_a_group_are_neighbours(%x: memref<60xi8>, %w: memref<96xi8>, %o: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (i32) {
        %t = scf.for %q = %c0 to %c4 step %c1 iter_args(%sum = %acc) -> (i32) {
          %i12 = arith.muli %i, %c12 : index
          %k4 = arith.muli %k, %c4 : index
          %a0 = arith.addi %i12, %k4 : index
          %a = arith.addi %a0, %q : index
          %k32 = arith.muli %k, %c32 : index
          %j4 = arith.muli %j, %c4 : index
          %b0 = arith.addi %k32, %j4 : index
          %b = arith.addi %b0, %q : index
          %xe = memref.load %x[%a] : memref<60xi8>
          %we = memref.load %w[%b] : memref<96xi8>
          %xi = arith.extui %xe : i8 to i32
          %wi = arith.extsi %we : i8 to i32
          %p = arith.muli %xi, %wi : i32
          %n = arith.addi %sum, %p : i32
          scf.yield %n : i32
        }
        scf.yield %t : i32
      }
      %i8 = arith.muli %i, %c8 : index
      %at = arith.addi %i8, %j : index
      memref.store %s, %o[%at] : memref<40xi32>
    }
  }
  func.return
}

// -----

// A bound that may be negative is clamped: the panels and the columns behind them run as often as
// the columns did.
// CHECK-LABEL: func.func @a_bound_that_may_be_negative
// CHECK-SAME: (%[[N:.*]]: index, %[[A:.*]]: memref<32768xf32>, %[[B:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK:        %[[D:.*]] = arith.subi %[[N]], %{{.*}} : index
// CHECK-NEXT:   %[[COLUMNS:.*]] = arith.maxsi %[[D]], %[[C0]] : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[PANELS:.*]] = arith.divui %[[COLUMNS]], %[[C4]] : index
// CHECK-NEXT:   %[[WHOLE:.*]] = arith.muli %[[PANELS]], %[[C4]] : index
// CHECK-NEXT:   scf.for %{{.*}} = %[[C0]] to %[[WHOLE]] step %[[C4]] {
func.func @a_bound_that_may_be_negative(%n: index, %a: memref<32768xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 64 : index
  %kk = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  %c9 = arith.constant 9 : index
  %d = arith.subi %n, %c9 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %d step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %xi = arith.muli %i, %kk : index
        %x = arith.addi %xi, %k : index
        %u = memref.load %a[%x] : memref<32768xf32>
        %yk = arith.muli %k, %d : index
        %y = arith.addi %yk, %j : index
        %v = memref.load %b[%y] : memref<?xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %zi = arith.muli %i, %d : index
      %z = arith.addi %zi, %j : index
      memref.store %s, %c[%z] : memref<?xf32>
    }
  }
  func.return
}
