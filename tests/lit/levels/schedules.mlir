// RUN: %ts-run %s --entry=product --input a=arange:f32[3,4] --input b=arange:f32[4,5] | %check %s --check-prefix=PRODUCT
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %ts-run - --entry=product --input a=arange:f32[3,4] --input b=arange:f32[4,5] --input out=full:f32[3,5]:9 | %check %s --check-prefix=PRODUCT
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %native - --entry=product --input a=arange:f32[3,4] --input b=arange:f32[4,5] --input out=full:f32[3,5]:9 | %check %s --check-prefix=PRODUCT
// RUN: %ts-run %s --entry=update --input a=arange:f32[3,4] --input b=arange:f32[4,5] | %check %s --check-prefix=PRODUCT
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %ts-run - --entry=update --input a=arange:f32[3,4] --input b=arange:f32[4,5] --input out=full:f32[3,5]:9 | %check %s --check-prefix=PRODUCT
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %native - --entry=update --input a=arange:f32[3,4] --input b=arange:f32[4,5] --input out=full:f32[3,5]:9 | %check %s --check-prefix=PRODUCT
// RUN: %ts-run %s --entry=cached --input a=arange:f32[3,4] --input b=arange:f32[4,5] | %check %s --check-prefix=PRODUCT
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %ts-run - --entry=cached --input a=arange:f32[3,4] --input b=arange:f32[4,5] --input out=full:f32[3,5]:9 | %check %s --check-prefix=PRODUCT
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %native - --entry=cached --input a=arange:f32[3,4] --input b=arange:f32[4,5] --input out=full:f32[3,5]:9 | %check %s --check-prefix=PRODUCT
// RUN: %ts-run %s --entry=rows --input x=arange:f32[5,3] | %check %s --check-prefix=ROWS
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %ts-run - --entry=rows --input n=5 --input x=arange:f32[5,3] --input out=full:f32[5]:9 | %check %s --check-prefix=ROWS
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %native - --entry=rows --input n=5 --input x=arange:f32[5,3] --input out=full:f32[5]:9 | %check %s --check-prefix=ROWS
// RUN: %ts-run %s --entry=total --input x=arange:f32[12] | %check %s --check-prefix=TOTAL
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %ts-run - --entry=total --input x=arange:f32[12] --input out=full:f32[1]:9 | %check %s --check-prefix=TOTAL
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %native - --entry=total --input x=arange:f32[12] --input out=full:f32[1]:9 | %check %s --check-prefix=TOTAL
// RUN: %ts-run %s --entry=window --input x=arange:f32[6,2] | %check %s --check-prefix=WINDOW
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %ts-run - --entry=window --input x=arange:f32[6,2] --input out=full:f32[4,2]:9 | %check %s --check-prefix=WINDOW
// RUN: %ts-opt %s -p convert-te-to-loops,apply-schedule | %native - --entry=window --input x=arange:f32[6,2] --input out=full:f32[4,2]:9 | %check %s --check-prefix=WINDOW

// A schedule in the text of a te program: the results of the loops are those of the expressions.
func.func @product(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32>
    attributes {te.schedule = [
      "split-loop{loop=j factor=2 tail=mask}", "split-loop{loop=k factor=3}",
      "unroll-loop{loop=ki}", "reorder-loops{loops=jo,i}", "unroll-loop{loop=i factor=2}"
    ]} {
  %zero = arith.constant 0.0 : f32
  %c = te.reduce (%i = 3, %j = 5) over (%k = 4) init (%acc = %zero : f32) : tensor<3x5xf32> {
    %x = te.load %a[%i, %k] : tensor<3x4xf32>
    %y = te.load %b[%k, %j] : tensor<4x5xf32>
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %m : f32
    te.yield %s : f32
  }
  func.return %c : tensor<3x5xf32>
}
// PRODUCT: {{c|out}}: f32[3,5] = {{\[\[}}70.0, 76.0, 82.0, 88.0, 94.0], [190.0, 212.0, 234.0, 256.0, 278.0], [310.0, 348.0, 386.0, 424.0, 462.0]]

// The same product, with its loop over terms outside of that over columns.
func.func @update(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32>
    attributes {te.schedule = [
      "accumulate-in-memory{loop=k}", "distribute-loop{loop=j}", "distribute-loop{loop=i}",
      "split-loop{loop=k factor=2}", "reorder-loops{loops=ko,i_1,ki,j_1}", "unroll-loop{loop=ki}"
    ]} {
  %zero = arith.constant 0.0 : f32
  %c = te.reduce (%i = 3, %j = 5) over (%k = 4) init (%acc = %zero : f32) : tensor<3x5xf32> {
    %x = te.load %a[%i, %k] : tensor<3x4xf32>
    %y = te.load %b[%k, %j] : tensor<4x5xf32>
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %m : f32
    te.yield %s : f32
  }
  func.return %c : tensor<3x5xf32>
}

// The same product, of copies of a block of columns and of a row of sums.
func.func @cached(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32>
    attributes {te.schedule = [
      "accumulate-in-memory{loop=k}", "distribute-loop{loop=j}", "distribute-loop{loop=i}",
      "split-loop{loop=j_1 factor=5}", "reorder-loops{loops=j_1o,i_1,k,j_1i}",
      "cache-accesses{memory=b loop=j_1o}", "cache-accesses{memory=out loop=i_1}",
      "unroll-loop{loop=b1 factor=2}", "parallelize-loop{loop=j_1o}",
      "vectorize-loop{loop=j_1i width=4}", "eliminate-dead-stores"
    ]} {
  %zero = arith.constant 0.0 : f32
  %c = te.reduce (%i = 3, %j = 5) over (%k = 4) init (%acc = %zero : f32) : tensor<3x5xf32> {
    %x = te.load %a[%i, %k] : tensor<3x4xf32>
    %y = te.load %b[%k, %j] : tensor<4x5xf32>
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %m : f32
    te.yield %s : f32
  }
  func.return %c : tensor<3x5xf32>
}

// Symbolic sizes: a run computes the iterations of the tail.
func.func @rows(%n: index, %x: tensor<?x3xf32> {te.sizes = array<i64: 0>}) -> tensor<?xf32>
    attributes {te.schedule = [
      "split-loop{loop=i factor=4}", "unroll-loop{loop=j_tail}", "split-loop{loop=ii factor=3 tail=mask}"
    ]} {
  %zero = arith.constant 0.0 : f32
  %sums = te.reduce (%i = %n) over (%j = 3) init (%acc = %zero : f32) : tensor<?xf32> {
    %y = te.load %x[%i, %j] : tensor<?x3xf32>
    %s = arith.addf %acc, %y : f32
    te.yield %s : f32
  }
  func.return %sums : tensor<?xf32>
}
// ROWS: {{sums|out}}: f32[5] = [3.0, 12.0, 21.0, 30.0, 39.0]

// Squares of the rows that a block of sums reads, computed for each block.
func.func @window(%x: tensor<6x2xf32>) -> tensor<4x2xf32>
    attributes {te.schedule = [
      "split-loop{loop=i_1 factor=2}", "compute-at{memory=squares loop=i_1o}", "unroll-loop{loop=squares0}"
    ]} {
  %squares = te.compute (%i = 6, %j = 2) : tensor<6x2xf32> {
    %0 = te.load %x[%i, %j] : tensor<6x2xf32>
    %1 = arith.mulf %0, %0 : f32
    te.yield %1 : f32
  }
  %sums = te.compute (%i = 4, %j = 2) : tensor<4x2xf32> {
    %c2 = arith.constant 2 : index
    %below = arith.addi %i, %c2 : index
    %0 = te.load %squares[%i, %j] : tensor<6x2xf32>
    %1 = te.load %squares[%below, %j] : tensor<6x2xf32>
    %2 = arith.addf %0, %1 : f32
    te.yield %2 : f32
  }
  func.return %sums : tensor<4x2xf32>
}
// WINDOW: {{sums|out}}: f32[4,2] = {{\[\[}}16.0, 26.0], [40.0, 58.0], [80.0, 106.0], [136.0, 170.0]]

// A sum in four parts.
func.func @total(%x: tensor<12xf32>) -> tensor<1xf32>
    attributes {te.schedule = ["split-loop{loop=k factor=3}", "rfactor{loop=ko}", "unroll-loop{loop=ki}"]} {
  %zero = arith.constant 0.0 : f32
  %sum = te.reduce (%i = 1) over (%k = 12) init (%acc = %zero : f32) : tensor<1xf32> {
    %0 = te.load %x[%k] : tensor<12xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    te.yield %1 : f32
  }
  func.return %sum : tensor<1xf32>
}
// TOTAL: {{sum|out}}: f32[1] = [66.0]
