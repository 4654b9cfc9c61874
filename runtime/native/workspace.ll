; The memory of kernels and of their results. Large blocks wait for the next call: the system would
; map and clear each page of a new block again, which takes longer than many kernels.
;
;   take(alignment, size)     as aligned_alloc, for lines of a cache
;   give(block)               as free
;   handler                   both as numpy's handler of the memory of arrays
;
; The line before a block holds its capacity, 0 for a small block, which does not wait, and its size.
; A slot holds a waiting block. It belongs to the thread that takes it out of the slot. If no slot is
; free, the block in the next one is freed; they are replaced in turn. Together, waiting blocks have
; at most 128 MiB. `workspace.py` sets @advice, which asks for large pages, if the system has it.

@advice = global i32 0
@slots = global [16 x ptr] zeroinitializer, align 64
@turn = internal global i64 0, align 64
@waiting = internal global i64 0, align 64

declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare i32 @madvise(ptr, i64, i32)

define internal ptr @allocate(i64 %size, i64 %capacity) {
entry:
  %whole = add i64 %size, 64
  %line = call ptr @aligned_alloc(i64 64, i64 %whole)
  %failed = icmp eq ptr %line, null
  br i1 %failed, label %none, label %fill
fill:
  %advice = load i32, ptr @advice
  %has.advice = icmp ne i32 %advice, 0
  %is.large = icmp uge i64 %whole, 4194304
  %asks = and i1 %has.advice, %is.large
  br i1 %asks, label %ask, label %finish
ask:
  %address = ptrtoint ptr %line to i64
  %above = add i64 %address, 4095
  %page = and i64 %above, -4096
  %first = inttoptr i64 %page to ptr
  %length = sub i64 %whole, 4096
  call i32 @madvise(ptr %first, i64 %length, i32 %advice)
  br label %finish
finish:
  store i64 %capacity, ptr %line
  %size.at = getelementptr i64, ptr %line, i64 1
  store i64 %size, ptr %size.at
  %block = getelementptr i8, ptr %line, i64 64
  ret ptr %block
none:
  ret ptr null
}

define internal i64 @capacity_of(ptr %block) {
  %line = getelementptr i8, ptr %block, i64 -64
  %capacity = load i64, ptr %line
  ret i64 %capacity
}

define internal void @release(ptr %block) {
  %line = getelementptr i8, ptr %block, i64 -64
  call void @free(ptr %line)
  ret void
}

; Count the bytes of a block that begins to wait; return whether there is room for it.
define internal i1 @enter(ptr %block) {
entry:
  %capacity = call i64 @capacity_of(ptr %block)
  %before = atomicrmw add ptr @waiting, i64 %capacity monotonic
  %sum = add i64 %before, %capacity
  %fits = icmp ule i64 %sum, 134217728
  br i1 %fits, label %done, label %full
full:
  call void @leave(ptr %block)
  br label %done
done:
  ret i1 %fits
}

define internal void @leave(ptr %block) {
  %capacity = call i64 @capacity_of(ptr %block)
  %before = atomicrmw sub ptr @waiting, i64 %capacity monotonic
  ret void
}

; Put a block into an empty slot; return whether it was empty.
define internal i1 @put(i64 %number, ptr %block) {
  %slot = getelementptr [16 x ptr], ptr @slots, i64 0, i64 %number
  %tried = cmpxchg ptr %slot, ptr null, ptr %block release monotonic
  %was.empty = extractvalue { ptr, i1 } %tried, 1
  ret i1 %was.empty
}

define void @give(ptr %block) {
entry:
  %is.null = icmp eq ptr %block, null
  br i1 %is.null, label %done, label %look
look:
  %capacity = call i64 @capacity_of(ptr %block)
  %is.small = icmp eq i64 %capacity, 0
  br i1 %is.small, label %free, label %count
count:
  %has.room = call i1 @enter(ptr %block)
  br i1 %has.room, label %search, label %free
search:
  %number = phi i64 [ 0, %count ], [ %next, %search.next ]
  %is.put = call i1 @put(i64 %number, ptr %block)
  br i1 %is.put, label %done, label %search.next
search.next:
  %next = add i64 %number, 1
  %is.last = icmp eq i64 %next, 16
  br i1 %is.last, label %replace, label %search
replace:
  %turn = atomicrmw add ptr @turn, i64 1 monotonic
  %place = and i64 %turn, 15
  %slot = getelementptr [16 x ptr], ptr @slots, i64 0, i64 %place
  %old = atomicrmw xchg ptr %slot, ptr %block acq_rel
  %was.empty = icmp eq ptr %old, null
  br i1 %was.empty, label %done, label %drop
drop:
  call void @leave(ptr %old)
  br label %free
free:
  %freed = phi ptr [ %block, %look ], [ %block, %count ], [ %old, %drop ]
  call void @release(ptr %freed)
  br label %done
done:
  ret void
}

; Return a waiting block that is at least as large, and at most twice; null if there is none.
define internal ptr @find(i64 %size) {
entry:
  %most = shl i64 %size, 1
  br label %search
search:
  %number = phi i64 [ 0, %entry ], [ %next, %search.next ]
  %slot = getelementptr [16 x ptr], ptr @slots, i64 0, i64 %number
  %seen = load atomic ptr, ptr %slot monotonic, align 8
  %is.empty = icmp eq ptr %seen, null
  br i1 %is.empty, label %search.next, label %claim
claim:
  %block = atomicrmw xchg ptr %slot, ptr null acquire
  %is.gone = icmp eq ptr %block, null
  br i1 %is.gone, label %search.next, label %compare
compare:
  %capacity = call i64 @capacity_of(ptr %block)
  %suffices = icmp uge i64 %capacity, %size
  %is.near = icmp ule i64 %capacity, %most
  %fits = and i1 %suffices, %is.near
  br i1 %fits, label %found, label %put.back
found:
  call void @leave(ptr %block)
  ret ptr %block
put.back:
  %is.put = call i1 @put(i64 %number, ptr %block)
  br i1 %is.put, label %search.next, label %free
free:
  call void @leave(ptr %block)
  call void @release(ptr %block)
  br label %search.next
search.next:
  %next = add i64 %number, 1
  %is.last = icmp eq i64 %next, 16
  br i1 %is.last, label %none, label %search
none:
  ret ptr null
}

; Free all waiting blocks.
define void @clear() {
entry:
  br label %next.slot
next.slot:
  %number = phi i64 [ 0, %entry ], [ %next, %step ]
  %slot = getelementptr [16 x ptr], ptr @slots, i64 0, i64 %number
  %block = atomicrmw xchg ptr %slot, ptr null acquire
  %is.empty = icmp eq ptr %block, null
  br i1 %is.empty, label %step, label %free
free:
  call void @leave(ptr %block)
  call void @release(ptr %block)
  br label %step
step:
  %next = add i64 %number, 1
  %is.last = icmp eq i64 %next, 16
  br i1 %is.last, label %done, label %next.slot
done:
  ret void
}

define ptr @take(i64 %alignment, i64 %size) {
entry:
  %above = icmp uge i64 %size, 65536
  %below = icmp ule i64 %size, 100663296
  %waits = and i1 %above, %below
  br i1 %waits, label %look, label %plain
plain:
  %plain.block = call ptr @allocate(i64 %size, i64 0)
  %plain.failed = icmp eq ptr %plain.block, null
  br i1 %plain.failed, label %again, label %return.plain
return.plain:
  ret ptr %plain.block
look:
  %found = call ptr @find(i64 %size)
  %is.found = icmp ne ptr %found, null
  br i1 %is.found, label %return.found, label %fresh
return.found:
  ret ptr %found
fresh:
  %fresh.block = call ptr @allocate(i64 %size, i64 %size)
  %fresh.failed = icmp eq ptr %fresh.block, null
  br i1 %fresh.failed, label %again, label %return.fresh
return.fresh:
  ret ptr %fresh.block
again:
  %capacity = phi i64 [ 0, %plain ], [ %size, %fresh ]
  call void @clear()
  %last = call ptr @allocate(i64 %size, i64 %capacity)
  ret ptr %last
}

; numpy's `PyDataMem_Handler`: a name of 127 bytes, version 1, a context, and four functions.
@handler = constant { [16 x i8], [111 x i8], i8, ptr, ptr, ptr, ptr, ptr } {
  [16 x i8] c"xdsl_torchscript", [111 x i8] zeroinitializer, i8 1, ptr null,
  ptr @new, ptr @new_zeros, ptr @resize, ptr @drop
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.umin.i64(i64, i64)

define internal ptr @new(ptr %context, i64 %size) {
  %block = call ptr @take(i64 64, i64 %size)
  ret ptr %block
}

define internal ptr @new_zeros(ptr %context, i64 %count, i64 %element) {
entry:
  %size = mul i64 %count, %element
  %block = call ptr @take(i64 64, i64 %size)
  %failed = icmp eq ptr %block, null
  br i1 %failed, label %done, label %clear
clear:
  call void @llvm.memset.p0.i64(ptr %block, i8 0, i64 %size, i1 false)
  br label %done
done:
  ret ptr %block
}

define internal ptr @resize(ptr %context, ptr %block, i64 %size) {
entry:
  %larger = call ptr @take(i64 64, i64 %size)
  %failed = icmp eq ptr %larger, null
  br i1 %failed, label %done, label %copy
copy:
  %size.at = getelementptr i8, ptr %block, i64 -56
  %old.size = load i64, ptr %size.at
  %kept = call i64 @llvm.umin.i64(i64 %old.size, i64 %size)
  call void @llvm.memcpy.p0.p0.i64(ptr %larger, ptr %block, i64 %kept, i1 false)
  call void @give(ptr %block)
  br label %done
done:
  ret ptr %larger
}

define internal void @drop(ptr %context, ptr %block, i64 %size) {
  call void @give(ptr %block)
  ret void
}
