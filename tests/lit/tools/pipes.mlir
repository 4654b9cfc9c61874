// Archives come through pipes, too: standard input, and the named ones of process substitution.
// RUN: cat %S/../../unit/data/archives/stateful.pt | ts-opt - -f pt -t graph | filecheck %s
// RUN: rm -f %t.pipe && mkfifo %t.pipe
// RUN: sh -c 'cat %S/../../unit/data/archives/stateful.pt > %t.pipe & ts-opt %t.pipe -f pt -t graph' | filecheck %s
// RUN: sh -c 'cat %S/../../unit/data/archives/stateful.pt > %t.pipe & ts-inspect %t.pipe' | filecheck %s --check-prefix=INSPECT
// RUN: not ts-inspect /dev/null 2>&1 | filecheck %s --check-prefix=EMPTY

// CHECK: __torch__.Stateful.forward(%self : __torch__.Stateful,

// INSPECT: TorchScript archive 'stateful', format version 3

// EMPTY: ts-inspect: /dev/null at byte 0: an empty file
