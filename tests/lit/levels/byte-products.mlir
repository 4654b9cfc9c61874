// RUN: %ts-run %s --entry=product --input x=i8[3,8]{-128,1,114,-128,127,-128,0,-128,127,0,-128,71,-121,0,1,1,-128,70,127,0,-1,0,0,4} --input w=i8[1,2,4,4]{95,127,69,51,80,127,127,-45,39,-75,-20,127,-128,118,-128,-128,-128,127,127,-128,127,41,14,-128,-128,-128,-128,127,-128,127,127,127} | %check %s
// RUN: %ts-opt %s -p 'convert-te-to-loops,flatten-indices,split-panels,tile-contractions{registers=8 bytes=16 usdot=true},cse,dce' | %check %s --check-prefix=LOOPS
// RUN: %ts-opt %s -p 'convert-te-to-loops,flatten-indices,split-panels,tile-contractions{registers=8 bytes=16 usdot=true},cse,dce' | %ts-run - --entry=product --input x=i8[3,8]{-128,1,114,-128,127,-128,0,-128,127,0,-128,71,-121,0,1,1,-128,70,127,0,-1,0,0,4} --input w=i8[1,2,4,4]{95,127,69,51,80,127,127,-45,39,-75,-20,127,-128,118,-128,-128,-128,127,127,-128,127,41,14,-128,-128,-128,-128,127,-128,127,127,127} --input out=full:i32[3,4]:0 | %check %s --check-prefix=LOWERED
// RUN: %ts-opt %s -p 'convert-te-to-loops,flatten-indices,split-panels,tile-contractions{registers=8 bytes=16 usdot=true},cse,dce' | %ts-opt - -f mlir --pipeline=loops-to-llvm | %ts-run - --entry=product --input x=i8[3,8]{-128,1,114,-128,127,-128,0,-128,127,0,-128,71,-121,0,1,1,-128,70,127,0,-1,0,0,4} --input w=i8[1,2,4,4]{95,127,69,51,80,127,127,-45,39,-75,-20,127,-128,118,-128,-128,-128,127,127,-128,127,41,14,-128,-128,-128,-128,127,-128,127,127,127} --input out=full:i32[3,4]:0 | %check %s --check-prefix=LOWERED

// LOOPS: simd.usdot
// CHECK: i32[3,4] = [[10297, 24078, 2509, -30986], [7237, 40252, -5871, -58754], [-3339, 67132, -34930, -56512]]
// LOWERED: out: i32[3,4] = [[10297, 24078, 2509, -30986], [7237, 40252, -5871, -58754], [-3339, 67132, -34930, -56512]]
func.func @product(%x: tensor<3x8xi8>, %w: tensor<1x2x4x4xi8>) -> tensor<3x4xi32> {
  %zero = arith.constant 0 : i32
  %r = te.reduce (%i = 3, %j = 4) over (%k = 2, %q = 4) init (%acc = %zero : i32) : tensor<3x4xi32> {
    %four = arith.constant 4 : index
    %panel = arith.divui %j, %four : index
    %lane = arith.remui %j, %four : index
    %0 = te.load %w[%panel, %k, %lane, %q] : tensor<1x2x4x4xi8>
    %first = arith.muli %k, %four : index
    %term = arith.addi %first, %q : index
    %1 = te.load %x[%i, %term] : tensor<3x8xi8>
    %2 = arith.extui %1 : i8 to i32
    %3 = arith.extsi %0 : i8 to i32
    %4 = arith.muli %2, %3 : i32
    %5 = arith.addi %acc, %4 : i32
    te.yield %5 : i32
  }
  func.return %r : tensor<3x4xi32>
}
