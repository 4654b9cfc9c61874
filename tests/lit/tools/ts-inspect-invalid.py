# RUN: not ts-inspect %S/../../unit/data/archives/quantized.pt 2>&1 | %check %s
# RUN: not ts-inspect -f pt %s 2>&1 | %check %s --check-prefix=TEXT
# RUN: not ts-inspect %t.none 2>&1 | %check %s --check-prefix=NONE

# CHECK: ts-inspect: {{.*}}quantized.pt: data.pkl at byte {{[0-9]+}}: a quantised tensor; expected

# TEXT: ts-inspect: {{.*}}ts-inspect-invalid.py at byte {{[0-9]+}}: no zip directory at the end

# NONE: ts-inspect: {{.*}}.none: No such file or directory
