func.func @product(%a: tensor<2x4xf32>, %b: tensor<4x8xf32>) -> tensor<2x8xf32>
    attributes {te.schedule = [
      "accumulate-in-memory{loop=k}",
      "distribute-loop{loop=j}",
      "distribute-loop{loop=i}",
      "split-loop{loop=j_1 factor=4}",
      "reorder-loops{loops=j_1o,i_1,k,j_1i}",
      "vectorize-loop{loop=j_1i width=4}",
      "unroll-loop{loop=k factor=2}",
      "cse,dce"
    ]} {
  %zero = arith.constant 0.0 : f32
  %c = te.reduce (%i = 2, %j = 8) over (%k = 4) init (%acc = %zero : f32) : tensor<2x8xf32> {
    %x = te.load %a[%i, %k] : tensor<2x4xf32>
    %y = te.load %b[%k, %j] : tensor<4x8xf32>
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %acc, %xy : f32
    te.yield %sum : f32
  }
  func.return %c : tensor<2x8xf32>
}
