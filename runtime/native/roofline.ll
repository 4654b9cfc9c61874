; The programs that measure the roofline. `roofline.py` defines %vector, a vector register of floats,
; and @multiply_add, which rounds once where the machine can.
;
;   multiply_adds(table), stream(table)     run chunks, shared by threads, so many times
;
; The table has the addresses of three arrays, the elements of each in vectors of 16, the number of
; chunks, and how often to run all of them.

%table = type { ptr, ptr, ptr, i64, i64, i64 }

declare ptr @ts_parallel_for(ptr, ptr, i64)
declare i64 @llvm.umin.i64(i64, i64)

define ptr @multiply_adds(ptr %table) {
  call void @repeat(ptr @add_products, ptr %table)
  ret ptr null
}

define ptr @stream(ptr %table) {
  call void @repeat(ptr @add_arrays, ptr %table)
  ret ptr null
}

define internal void @repeat(ptr %body, ptr %table) {
entry:
  %chunks.at = getelementptr %table, ptr %table, i64 0, i32 4
  %times.at = getelementptr %table, ptr %table, i64 0, i32 5
  %chunks = load i64, ptr %chunks.at
  %times = load i64, ptr %times.at
  br label %loop
loop:
  %turn = phi i64 [ 0, %entry ], [ %turn.next, %loop ]
  %status = call ptr @ts_parallel_for(ptr %body, ptr %table, i64 %chunks)
  %turn.next = add i64 %turn, 1
  %again = icmp ult i64 %turn.next, %times
  br i1 %again, label %loop, label %done
done:
  ret void
}

; Twelve independent sums hide the latency of multiply-adds, and leave four of sixteen registers.
define internal ptr @add_products(i64 %begin, i64 %end, ptr %table) {
entry:
  %array = load ptr, ptr %table
  %x = load %vector, ptr %array, align 4
  %sink = alloca %vector
  %chunks = sub i64 %end, %begin
  %rounds = mul i64 %chunks, 4096
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi %vector [ %x, %entry ], [ %a.next, %loop ]
  %b = phi %vector [ %x, %entry ], [ %b.next, %loop ]
  %c = phi %vector [ %x, %entry ], [ %c.next, %loop ]
  %d = phi %vector [ %x, %entry ], [ %d.next, %loop ]
  %e = phi %vector [ %x, %entry ], [ %e.next, %loop ]
  %f = phi %vector [ %x, %entry ], [ %f.next, %loop ]
  %g = phi %vector [ %x, %entry ], [ %g.next, %loop ]
  %h = phi %vector [ %x, %entry ], [ %h.next, %loop ]
  %j = phi %vector [ %x, %entry ], [ %j.next, %loop ]
  %k = phi %vector [ %x, %entry ], [ %k.next, %loop ]
  %l = phi %vector [ %x, %entry ], [ %l.next, %loop ]
  %m = phi %vector [ %x, %entry ], [ %m.next, %loop ]
  %a.next = call %vector @multiply_add(%vector %a, %vector %x, %vector %x)
  %b.next = call %vector @multiply_add(%vector %b, %vector %x, %vector %x)
  %c.next = call %vector @multiply_add(%vector %c, %vector %x, %vector %x)
  %d.next = call %vector @multiply_add(%vector %d, %vector %x, %vector %x)
  %e.next = call %vector @multiply_add(%vector %e, %vector %x, %vector %x)
  %f.next = call %vector @multiply_add(%vector %f, %vector %x, %vector %x)
  %g.next = call %vector @multiply_add(%vector %g, %vector %x, %vector %x)
  %h.next = call %vector @multiply_add(%vector %h, %vector %x, %vector %x)
  %j.next = call %vector @multiply_add(%vector %j, %vector %x, %vector %x)
  %k.next = call %vector @multiply_add(%vector %k, %vector %x, %vector %x)
  %l.next = call %vector @multiply_add(%vector %l, %vector %x, %vector %x)
  %m.next = call %vector @multiply_add(%vector %m, %vector %x, %vector %x)
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, %rounds
  br i1 %again, label %loop, label %done
done:
  store volatile %vector %a.next, ptr %sink
  store volatile %vector %b.next, ptr %sink
  store volatile %vector %c.next, ptr %sink
  store volatile %vector %d.next, ptr %sink
  store volatile %vector %e.next, ptr %sink
  store volatile %vector %f.next, ptr %sink
  store volatile %vector %g.next, ptr %sink
  store volatile %vector %h.next, ptr %sink
  store volatile %vector %j.next, ptr %sink
  store volatile %vector %k.next, ptr %sink
  store volatile %vector %l.next, ptr %sink
  store volatile %vector %m.next, ptr %sink
  ret ptr null
}

define internal ptr @add_arrays(i64 %begin, i64 %end, ptr %table) {
entry:
  %b.at = getelementptr %table, ptr %table, i64 0, i32 1
  %c.at = getelementptr %table, ptr %table, i64 0, i32 2
  %size.at = getelementptr %table, ptr %table, i64 0, i32 3
  %a = load ptr, ptr %table
  %b = load ptr, ptr %b.at
  %c = load ptr, ptr %c.at
  %size = load i64, ptr %size.at
  %first = mul i64 %begin, 1024
  %bound = mul i64 %end, 1024
  %last = call i64 @llvm.umin.i64(i64 %bound, i64 %size)
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i.next, %loop ]
  %x.at = getelementptr <16 x float>, ptr %a, i64 %i
  %y.at = getelementptr <16 x float>, ptr %b, i64 %i
  %z.at = getelementptr <16 x float>, ptr %c, i64 %i
  %x = load <16 x float>, ptr %x.at, align 4
  %y = load <16 x float>, ptr %y.at, align 4
  %z = fadd <16 x float> %x, %y
  store <16 x float> %z, ptr %z.at, align 4
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, %last
  br i1 %again, label %loop, label %done
done:
  ret ptr null
}
