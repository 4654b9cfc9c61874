// RUN: %ts-opt %s --split-input-file -p 'prefetch-panels{least=1024},cse,dce' | %check %s

// Fires: two tiles of %w's panel, which has 16 elements for each of 8 terms. Each of them fetches 8
// elements of the next panel for each term.
// CHECK-LABEL: func.func @half_a_panel_by_each_tile
// CHECK-SAME: (%[[X:.*]]: memref<32xf32>, %[[W:.*]]: memref<512xf32>, %[[OUT:.*]]: memref<256xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT:   scf.for %[[P:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:     %[[PANEL:.*]] = arith.muli %[[P]], %[[C128]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C2]] {
// CHECK-NEXT:       %[[V0:.*]] = arith.divui %[[I]], %[[C2]] : index
// CHECK-NEXT:       %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<16xf32>) {
// CHECK-NEXT:         %[[V1:.*]] = arith.addi %[[PANEL]], %[[C128]] : index
// CHECK-NEXT:         %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:         %[[V2:.*]] = arith.muli %[[V0]], %[[C64]] : index
// CHECK-NEXT:         %[[V3:.*]] = arith.addi %[[V1]], %[[V2]] : index
// CHECK-NEXT:         %[[V4:.*]] = arith.muli %[[K]], %[[C8]] : index
// CHECK-NEXT:         %[[V5:.*]] = arith.addi %[[V3]], %[[V4]] : index
// CHECK-NEXT:         memref.prefetch %[[W]][%[[V5]]], read, locality<3>, data : memref<512xf32>
// CHECK-NEXT:         %[[V6:.*]] = arith.muli %[[K]], %[[C16]] : index
// CHECK-NEXT:         %[[V7:.*]] = arith.addi %[[PANEL]], %[[V6]] : index
// CHECK-NEXT:         %[[V8:.*]] = vector.load %[[W]][%[[V7]]] : memref<512xf32>, vector<16xf32>
// CHECK-NEXT:         %[[V9:.*]] = arith.muli %[[I]], %[[C8]] : index
// CHECK-NEXT:         %[[V10:.*]] = arith.addi %[[V9]], %[[K]] : index
// CHECK-NEXT:         %[[V11:.*]] = memref.load %[[X]][%[[V10]]] : memref<32xf32>
// CHECK-NEXT:         %[[V12:.*]] = vector.broadcast %[[V11]] : f32 to vector<16xf32>
// CHECK-NEXT:         %[[V13:.*]] = vector.fma %[[V12]], %[[V8]], %[[ACC]] : vector<16xf32>
// CHECK-NEXT:         scf.yield %[[V13]] : vector<16xf32>
// CHECK-NEXT:       } {schedule = "columns of 1x1 vectors of 16"}
// CHECK-NEXT:       %[[V14:.*]] = arith.muli %[[P]], %[[C16]] : index
// CHECK-NEXT:       vector.store %[[SUM]], %[[OUT]][%[[V14]]] : memref<256xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @half_a_panel_by_each_tile(%x: memref<32xf32>, %w: memref<512xf32>, %out: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %p = %c0 to %c4 step %c1 {
    %panel = arith.muli %p, %c128 : index
    scf.for %i = %c0 to %c4 step %c2 {
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zeros) -> (vector<16xf32>) {
        %0 = arith.muli %k, %c16 : index
        %1 = arith.addi %panel, %0 : index
        %2 = vector.load %w[%1] : memref<512xf32>, vector<16xf32>
        %3 = arith.muli %i, %c8 : index
        %4 = arith.addi %3, %k : index
        %5 = memref.load %x[%4] : memref<32xf32>
        %6 = vector.broadcast %5 : f32 to vector<16xf32>
        %7 = vector.fma %6, %2, %acc : vector<16xf32>
        scf.yield %7 : vector<16xf32>
      } {schedule = "columns of 1x1 vectors of 16"}
      %8 = arith.muli %p, %c16 : index
      vector.store %sum, %out[%8] : memref<256xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// Fires: a parallel loop goes over the panels.
// CHECK-LABEL: func.func @panels_of_threads
// CHECK-SAME: (%[[X:.*]]: memref<32xf32>, %[[W:.*]]: memref<512xf32>, %[[OUT:.*]]: memref<256xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT:   "scf.parallel"(%[[C0]], %[[C4]], %[[C1]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%[[P:.*]]: index):
// CHECK-NEXT:     %[[PANEL:.*]] = arith.muli %[[P]], %[[C128]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = arith.divui %[[I]], %[[C1]] : index
// CHECK-NEXT:       %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<16xf32>) {
// CHECK-NEXT:         %[[V1:.*]] = arith.addi %[[PANEL]], %[[C128]] : index
// CHECK-NEXT:         %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:         %[[V2:.*]] = arith.muli %[[V0]], %[[C64]] : index
// CHECK-NEXT:         %[[V3:.*]] = arith.addi %[[V1]], %[[V2]] : index
// CHECK-NEXT:         %[[V4:.*]] = arith.muli %[[K]], %[[C8]] : index
// CHECK-NEXT:         %[[V5:.*]] = arith.addi %[[V3]], %[[V4]] : index
// CHECK-NEXT:         memref.prefetch %[[W]][%[[V5]]], read, locality<3>, data : memref<512xf32>
// CHECK-NEXT:         %[[V6:.*]] = arith.muli %[[K]], %[[C16]] : index
// CHECK-NEXT:         %[[V7:.*]] = arith.addi %[[PANEL]], %[[V6]] : index
// CHECK-NEXT:         %[[V8:.*]] = vector.load %[[W]][%[[V7]]] : memref<512xf32>, vector<16xf32>
// CHECK-NEXT:         %[[V9:.*]] = memref.load %[[X]][%[[I]]] : memref<32xf32>
// CHECK-NEXT:         %[[V10:.*]] = vector.broadcast %[[V9]] : f32 to vector<16xf32>
// CHECK-NEXT:         %[[V11:.*]] = vector.fma %[[V10]], %[[V8]], %[[ACC]] : vector<16xf32>
// CHECK-NEXT:         scf.yield %[[V11]] : vector<16xf32>
// CHECK-NEXT:       } {schedule = "columns of 1x1 vectors of 16"}
// CHECK-NEXT:       %[[V12:.*]] = arith.muli %[[P]], %[[C16]] : index
// CHECK-NEXT:       vector.store %[[SUM]], %[[OUT]][%[[V12]]] : memref<256xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @panels_of_threads(%x: memref<32xf32>, %w: memref<512xf32>, %out: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  "scf.parallel"(%c0, %c4, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%p: index):
    %panel = arith.muli %p, %c128 : index
    scf.for %i = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zeros) -> (vector<16xf32>) {
        %0 = arith.muli %k, %c16 : index
        %1 = arith.addi %panel, %0 : index
        %2 = vector.load %w[%1] : memref<512xf32>, vector<16xf32>
        %3 = memref.load %x[%i] : memref<32xf32>
        %4 = vector.broadcast %3 : f32 to vector<16xf32>
        %5 = vector.fma %4, %2, %acc : vector<16xf32>
        scf.yield %5 : vector<16xf32>
      } {schedule = "columns of 1x1 vectors of 16"}
      %6 = arith.muli %p, %c16 : index
      vector.store %sum, %out[%6] : memref<256xf32>, vector<16xf32>
    }
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_one_tile_reads_each_panel
// CHECK-NOT: memref.prefetch
func.func @must_not_fire_as_one_tile_reads_each_panel(%x: memref<32xf32>, %w: memref<512xf32>, %out: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %p = %c0 to %c4 step %c1 {
    %panel = arith.muli %p, %c128 : index
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %0 = arith.muli %k, %c16 : index
      %1 = arith.addi %panel, %0 : index
      %2 = vector.load %w[%1] : memref<512xf32>, vector<16xf32>
      %3 = memref.load %x[%k] : memref<32xf32>
      %4 = vector.broadcast %3 : f32 to vector<16xf32>
      %5 = vector.fma %4, %2, %acc : vector<16xf32>
      scf.yield %5 : vector<16xf32>
    } {schedule = "columns of 1x1 vectors of 16"}
    %6 = arith.muli %p, %c16 : index
    vector.store %sum, %out[%6] : memref<256xf32>, vector<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_many_tiles_read_a_panel
// CHECK-NOT: memref.prefetch
func.func @must_not_fire_as_many_tiles_read_a_panel(%x: memref<32xf32>, %w: memref<512xf32>, %out: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c33 = arith.constant 33 : index
  %c128 = arith.constant 128 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %p = %c0 to %c4 step %c1 {
    %panel = arith.muli %p, %c128 : index
    scf.for %i = %c0 to %c33 step %c1 {
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zeros) -> (vector<16xf32>) {
        %0 = arith.muli %k, %c16 : index
        %1 = arith.addi %panel, %0 : index
        %2 = vector.load %w[%1] : memref<512xf32>, vector<16xf32>
        %3 = memref.load %x[%k] : memref<32xf32>
        %4 = vector.broadcast %3 : f32 to vector<16xf32>
        %5 = vector.fma %4, %2, %acc : vector<16xf32>
        scf.yield %5 : vector<16xf32>
      } {schedule = "columns of 1x1 vectors of 16"}
      %6 = arith.muli %p, %c16 : index
      vector.store %sum, %out[%6] : memref<256xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_caches_hold_the_factor
// CHECK-NOT: memref.prefetch
func.func @must_not_fire_as_caches_hold_the_factor(%x: memref<32xf32>, %w: memref<255xf32>, %out: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c120 = arith.constant 120 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %p = %c0 to %c2 step %c1 {
    %panel = arith.muli %p, %c120 : index
    scf.for %i = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zeros) -> (vector<16xf32>) {
        %0 = arith.muli %k, %c15 : index
        %1 = arith.addi %panel, %0 : index
        %2 = vector.load %w[%1] : memref<255xf32>, vector<16xf32>
        %3 = memref.load %x[%k] : memref<32xf32>
        %4 = vector.broadcast %3 : f32 to vector<16xf32>
        %5 = vector.fma %4, %2, %acc : vector<16xf32>
        scf.yield %5 : vector<16xf32>
      } {schedule = "columns of 1x1 vectors of 16"}
      %6 = arith.muli %p, %c16 : index
      vector.store %sum, %out[%6] : memref<256xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_no_loop_goes_over_panels
// CHECK-NOT: memref.prefetch
func.func @must_not_fire_as_no_loop_goes_over_panels(%x: memref<32xf32>, %w: memref<512xf32>, %out: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %0 = arith.muli %k, %c16 : index
      %1 = vector.load %w[%0] : memref<512xf32>, vector<16xf32>
      %2 = memref.load %x[%k] : memref<32xf32>
      %3 = vector.broadcast %2 : f32 to vector<16xf32>
      %4 = vector.fma %3, %1, %acc : vector<16xf32>
      scf.yield %4 : vector<16xf32>
    } {schedule = "columns of 1x1 vectors of 16"}
    %5 = arith.muli %i, %c16 : index
    vector.store %sum, %out[%5] : memref<256xf32>, vector<16xf32>
  }
  func.return
}
