func.func @f(%n: index, %x: tensor<?x3xf32> {te.sizes = array<i64: 0>}) -> tensor<?x3xf32> {
  %zero = arith.constant 0.0 : f32
  %exp = te.compute (%i = %n, %j = 3) : tensor<?x3xf32> {
    %0 = te.load %x[%i, %j] : tensor<?x3xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %sum = te.reduce (%i = %n) over (%j = 3) init (%acc = %zero : f32) : tensor<?xf32> {
    %0 = te.load %exp[%i, %j] : tensor<?x3xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  %softmax = te.compute (%i = %n, %j = 3) : tensor<?x3xf32> {
    %0 = te.load %exp[%i, %j] : tensor<?x3xf32>
    %1 = te.load %sum[%i] : tensor<?xf32>
    %2 = arith.divf %0, %1 : f32
    te.yield %2 : f32
  }
  func.return %softmax : tensor<?x3xf32>
}
