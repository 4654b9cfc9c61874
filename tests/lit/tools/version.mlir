// RUN: %ts-opt --version | %check %s
// CHECK: ts-opt of xdsl-torchscript {{[0-9.]+}}, built on xdsl version {{[0-9.]+}}
