# RUN: ts-inspect %S/../../unit/data/archives/layers.pt --json | %check %s

# CHECK: "folder": "layers",
# CHECK: "format_version": 3,
# CHECK: "modules": {
# CHECK:   "class_name": "__torch__.Layers",
# CHECK:   "parameters": 21,
# CHECK:   "parameter_bytes": 84,
# CHECK:   "buffer_bytes": 24,
# CHECK:     "name": "blocks",
# CHECK: "methods": {
# CHECK:   "__torch__.Layers": [
# CHECK:     "forward(self, x: Tensor, times: int=1) -> Tensor",
# CHECK: "operators": [
# CHECK:     "name": "aten::mul",
# CHECK-NEXT:     "count": 3,
# CHECK-NEXT:     "interpreted": true,
# CHECK-NEXT:     "compiled": true
# CHECK: "devices": {
# CHECK-NEXT:   "cpu": 9
# CHECK: "warnings": [
