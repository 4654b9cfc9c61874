# RUN: ts-inspect %S/../../unit/data/archives/layers.pt | %check %s
# RUN: ts-inspect %S/../../unit/data/archives/evaluated.pt | %check %s --check-prefix=EVAL
# RUN: ts-inspect %S/../../unit/data/archives/cuda.pt | %check %s --check-prefix=CUDA
# RUN: ts-inspect %S/../../unit/data/archives/constants.pt | %check %s --check-prefix=TRACE
# RUN: ts-inspect %S/../../unit/data/archives/sharing.pt --verify | %check %s --check-prefix=SHARED
# RUN: ts-inspect %S/../../unit/data/archives/layers.pt --all | %check %s --check-prefix=ALL

# CHECK: layers.pt: TorchScript archive 'layers', format version 3, little-endian, storages 108 B
# CHECK: {{^}}modules
# CHECK-NEXT:   layers         Layers         21  84 B + 24 B of buffers
# CHECK-NEXT:     blocks       ModuleList     12  48 B
# CHECK-NEXT:       0          Block           6  24 B
# CHECK-NEXT:         linear   Linear          6  24 B
# CHECK-NEXT:         dropout  Dropout         -
# CHECK: {{^}}methods
# CHECK-NEXT:   Layers.forward(self, x: Tensor, times: int=1) -> Tensor
# CHECK-NEXT:   Layers.first(self, x: Tensor) -> Tuple[Tensor, int]
# CHECK-NEXT:   Block.forward(self, x: Tensor) -> Tensor
# CHECK: {{^}}operators
# CHECK-NEXT:       3  aten::mul                        interpreter, native
# CHECK: {{^}}devices
# CHECK-NEXT:   cpu  9
# CHECK: {{^}}warnings
# CHECK-NEXT:   dropout in training mode: blocks.0.dropout and 1 more

# EVAL: {{^}}modules
# EVAL-NOT: warnings

# CUDA: {{^}}devices
# CUDA-NEXT:   cuda:0  2
# CUDA: {{^}}warnings
# CUDA-NEXT:   the code names the device "cuda:0"

# TRACE: {{^}}constants
# TRACE-NEXT:   c0  float32[2]  8 B
# TRACE: {{^}}warnings
# TRACE-NEXT:   constants baked into the code by tracing: 1 tensor of 8 bytes

# A parameter that two attributes share counts once; views of it are buffers.
# SHARED:   sharing  Sharing  18  72 B + {{[0-9]+}} B of buffers

# ALL-NOT: more (--all)
