# RUN: not ts-inspect --check %S/../../unit/data/archives/stateful.pt | %check %s
# RUN: not ts-inspect -f pt %s 2>&1 | %check %s --check-prefix=TEXT
# RUN: not ts-inspect %t.none 2>&1 | %check %s --check-prefix=NONE

# CHECK: {{.*}}stateful.pt: 1 finding
# CHECK-NEXT:   code-at-load {{ +}}__torch__.Stateful.__setstate__  data.pkl

# TEXT: ts-inspect: {{.*}}ts-inspect-invalid.py at byte {{[0-9]+}}: no zip directory at the end

# NONE: ts-inspect: {{.*}}.none: No such file or directory
