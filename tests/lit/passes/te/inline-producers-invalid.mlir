// RUN: not %ts-opt %s -p "inline-producers{expensive-cost=-1}" 2>&1 | %check %s --check-prefix=EXPENSIVE_COST
// RUN: not %ts-opt %s -p "inline-producers{expensive-uses=-1}" 2>&1 | %check %s --check-prefix=EXPENSIVE_USES
// RUN: not %ts-opt %s -p "inline-producers{body-limit=-1}" 2>&1 | %check %s --check-prefix=BODY_LIMIT

// EXPENSIVE_COST: pass-pipeline:1:1: error: pass 'inline-producers': expensive-cost must be at least 0, not -1
// EXPENSIVE_USES: pass-pipeline:1:1: error: pass 'inline-producers': expensive-uses must be at least 0, not -1
// BODY_LIMIT: pass-pipeline:1:1: error: pass 'inline-producers': body-limit must be at least 0, not -1
func.func @f() {
  func.return
}
