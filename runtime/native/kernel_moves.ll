; The moves of inputs and results of a kernel, which reads and writes dense memory: inputs that lie
; otherwise are copied before it runs, and results that are to lie otherwise afterwards.
;
; The moves of inputs, and those of results, have a block of memory: their number, where its free memory
; begins, the moves (`strided_copy.ll`), and the memory. Nothing in it belongs to Python, so moves run
; while other threads do.

@take_memory = global ptr null         ; `take` and `give` of `workspace.ll`
@give_memory = global ptr null

define internal ptr @sizes_of(ptr %array) {
  %place = getelementptr i8, ptr %array, i64 32
  %sizes = load ptr, ptr %place
  ret ptr %sizes
}

define internal ptr @strides_of(ptr %array) {
  %place = getelementptr i8, ptr %array, i64 40
  %strides = load ptr, ptr %place
  ret ptr %strides
}

declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)

; Return the bytes of an array; beyond 2^48, which no machine has, 2^48, so that sums do not overflow.
define internal i64 @bytes_of(ptr %sizes, i64 %rank, i64 %item) {
entry:
  br label %loop
loop:
  %dim = phi i64 [ 0, %entry ], [ %next, %multiply ]
  %bytes = phi i64 [ %item, %entry ], [ %product, %multiply ]
  %end = icmp eq i64 %dim, %rank
  br i1 %end, label %done, label %multiply
multiply:
  %size = call i64 @word_of(ptr %sizes, i64 %dim)
  %pair = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %bytes, i64 %size)
  %low = extractvalue { i64, i1 } %pair, 0
  %overflows = extractvalue { i64, i1 } %pair, 1
  %exact = select i1 %overflows, i64 281474976710656, i64 %low
  %product = call i64 @llvm.umin.i64(i64 %exact, i64 281474976710656)
  %next = add i64 %dim, 1
  br label %loop
done:
  ret i64 %bytes
}

; The bytes as whole lines of a cache.
define internal i64 @in_lines(i64 %bytes) {
  %above = add i64 %bytes, 63
  %lines = and i64 %above, -64
  ret i64 %lines
}

; Whether a kernel that runs in an order of dimensions, null for rows, can read an array in place.
define internal i1 @is_readable(ptr %array, i64 %rank, i64 %item, ptr %order) {
entry:
  %row.major = call i1 @is_row_major(ptr %array)
  %no.order = icmp eq ptr %order, null
  br i1 %no.order, label %rows, label %ordered
rows:
  ret i1 %row.major
ordered:
  %flags.at = getelementptr i8, ptr %array, i64 64
  %flags = load i32, ptr %flags.at
  %aligned.bit = and i32 %flags, 256
  %aligned = icmp ne i32 %aligned.bit, 0
  %sizes = call ptr @sizes_of(ptr %array)
  %strides = call ptr @strides_of(ptr %array)
  br i1 %aligned, label %loop, label %no
loop:
  %place = phi i64 [ %rank, %ordered ], [ %before, %next ]
  %expected = phi i64 [ %item, %ordered ], [ %expected.next, %next ]
  %end = icmp eq i64 %place, 0
  br i1 %end, label %yes, label %compare
compare:
  %before = sub i64 %place, 1
  %dim = call i64 @word_of(ptr %order, i64 %before)
  %size = call i64 @word_of(ptr %sizes, i64 %dim)
  %stride = call i64 @word_of(ptr %strides, i64 %dim)
  %is.one = icmp eq i64 %size, 1
  %is.dense = icmp eq i64 %stride, %expected
  %fits = or i1 %is.one, %is.dense
  br i1 %fits, label %next, label %no
next:
  %expected.next = mul i64 %expected, %size
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; Take memory out of a block.
define internal ptr @reserve(ptr %block, i64 %bytes) {
  %free.at = getelementptr i64, ptr %block, i64 1
  %memory = load ptr, ptr %free.at
  %lines = call i64 @in_lines(i64 %bytes)
  %behind = getelementptr i8, ptr %memory, i64 %lines
  store ptr %behind, ptr %free.at
  ret ptr %memory
}

define internal ptr @move_in(ptr %block, i64 %number) {
  %first = getelementptr i64, ptr %block, i64 2
  %move = getelementptr [20 x i64], ptr %first, i64 %number
  ret ptr %move
}

; Return a new move of a block.
define internal ptr @add_move(ptr %block) {
  %count = load i64, ptr %block
  %move = call ptr @move_in(ptr %block, i64 %count)
  %more = add i64 %count, 1
  store i64 %more, ptr %block
  ret ptr %move
}

; Add moves of the inputs that a kernel cannot read in place to a block, and put their places into the
; slots. Return the bytes that they need; with a null block do no more.
define internal i64 @move_inputs(ptr %block, ptr %first, ptr %arrays, i64 %count, ptr %slots, i64 %first.slot, ptr %order) {
entry:
  %is.counting = icmp eq ptr %block, null
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %step ]
  %input = phi ptr [ %first, %entry ], [ %input.next, %step ]
  %slot = phi i64 [ %first.slot, %entry ], [ %slot.next, %step ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %step ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %look
look:
  %array.at = getelementptr ptr, ptr %arrays, i64 %number
  %array = load ptr, ptr %array.at
  %is.other = icmp eq ptr %array, null
  br i1 %is.other, label %step, label %check
check:
  %item = call i64 @item_of(ptr %input)
  %rank = call i64 @word_of(ptr %input, i64 2)
  %sizes = call ptr @sizes_of(ptr %array)
  %bytes = call i64 @bytes_of(ptr %sizes, i64 %rank, i64 %item)
  %is.empty = icmp eq i64 %bytes, 0
  %in.place = call i1 @is_readable(ptr %array, i64 %rank, i64 %item, ptr %order)
  %stays = or i1 %is.empty, %in.place
  br i1 %stays, label %step, label %add
add:
  %lines = call i64 @in_lines(i64 %bytes)
  %added = add i64 %sum, %lines
  br i1 %is.counting, label %step, label %move
move:
  %to = call ptr @reserve(ptr %block, i64 %bytes)
  %new = call ptr @add_move(ptr %block)
  %data = call ptr @data_of(ptr %array)
  %strides = call ptr @strides_of(ptr %array)
  call void @describe_move(ptr %new, ptr %to, ptr %data, i64 %item, i64 %rank, ptr %sizes, ptr %strides, ptr %order)
  %slot.at = getelementptr ptr, ptr %slots, i64 %slot
  store ptr %to, ptr %slot.at
  br label %step
step:
  %sum.next = phi i64 [ %sum, %look ], [ %sum, %check ], [ %added, %add ], [ %added, %move ]
  %kind = load i64, ptr %input
  %value.kind = and i64 %kind, 7
  %has.slot = icmp ne i64 %value.kind, 4
  %slots.taken = zext i1 %has.slot to i64
  %slot.next = add i64 %slot, %slots.taken
  %number.next = add i64 %number, 1
  %input.next = call ptr @next_input(ptr %input)
  br label %loop
done:
  ret i64 %sum
}

; The same of the results that are to have another layout than the memory that a kernel fills; the
; slots get the places of this memory.
define internal i64 @move_results(ptr %block, ptr %first, ptr %results, i64 %count, ptr %slots, i64 %first.slot, ptr %first.layout) {
entry:
  %strides = alloca [8 x i64]
  %is.counting = icmp eq ptr %block, null
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %step ]
  %output = phi ptr [ %first, %entry ], [ %output.next, %step ]
  %layout = phi ptr [ %first.layout, %entry ], [ %layout.next, %step ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %step ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %look
look:
  %rank = call i64 @word_of(ptr %output, i64 1)
  %order = call ptr @order_of_result(ptr %layout, i64 %rank)
  %stays = icmp eq ptr %order, null
  br i1 %stays, label %step, label %check
check:
  %item = load i64, ptr %layout
  %result.at = getelementptr ptr, ptr %results, i64 %number
  %result = load ptr, ptr %result.at
  %array = call ptr @slot_of(ptr %result, ptr @array_offset)
  %sizes = call ptr @sizes_of(ptr %array)
  %bytes = call i64 @bytes_of(ptr %sizes, i64 %rank, i64 %item)
  %is.empty = icmp eq i64 %bytes, 0
  br i1 %is.empty, label %step, label %add
add:
  %lines = call i64 @in_lines(i64 %bytes)
  %added = add i64 %sum, %lines
  br i1 %is.counting, label %step, label %move
move:
  %from = call ptr @reserve(ptr %block, i64 %bytes)
  %new = call ptr @add_move(ptr %block)
  %made = call ptr @order_of_output(ptr %output)
  call void @dense_strides(ptr %sizes, ptr %made, i64 %rank, i64 %item, ptr %strides)
  %data = call ptr @data_of(ptr %array)
  call void @describe_move(ptr %new, ptr %data, ptr %from, i64 %item, i64 %rank, ptr %sizes, ptr %strides, ptr %order)
  %slot = add i64 %first.slot, %number
  %slot.at = getelementptr ptr, ptr %slots, i64 %slot
  store ptr %from, ptr %slot.at
  br label %step
step:
  %sum.next = phi i64 [ %sum, %look ], [ %sum, %check ], [ %added, %add ], [ %added, %move ]
  %number.next = add i64 %number, 1
  %output.next = call ptr @next_output(ptr %output)
  %layout.next = call ptr @next_result(ptr %layout, ptr %output)
  br label %loop
done:
  ret i64 %sum
}

; Return a new block for the moves of as many arrays, and for bytes of memory; null without memory.
define internal ptr @new_block(i64 %arrays, i64 %bytes) {
entry:
  %moves = mul i64 %arrays, 160
  %used = add i64 %moves, 16
  %head = call i64 @in_lines(i64 %used)
  %size = add i64 %head, %bytes
  %take = load ptr, ptr @take_memory
  %block = call ptr %take(i64 64, i64 %size)
  %failed = icmp eq ptr %block, null
  br i1 %failed, label %done, label %fill
fill:
  store i64 0, ptr %block
  %free = getelementptr i8, ptr %block, i64 %head
  %free.at = getelementptr i64, ptr %block, i64 1
  store ptr %free, ptr %free.at
  br label %done
done:
  ret ptr %block
}

; Give back a block, if there is one.
define internal void @drop_block(ptr %block) {
entry:
  %absent = icmp eq ptr %block, null
  br i1 %absent, label %done, label %drop
drop:
  %give = load ptr, ptr @give_memory
  call void %give(ptr %block)
  br label %done
done:
  ret void
}

; Return a block of the moves of inputs; null if there are none, @refused without memory.
define internal ptr @inputs_moves(ptr %first, ptr %arrays, i64 %count, ptr %slots, i64 %first.slot, ptr %order) {
entry:
  %bytes = call i64 @move_inputs(ptr null, ptr %first, ptr %arrays, i64 %count, ptr %slots, i64 %first.slot, ptr %order)
  %are.none = icmp eq i64 %bytes, 0
  br i1 %are.none, label %none, label %take
none:
  ret ptr null
take:
  %block = call ptr @new_block(i64 %count, i64 %bytes)
  %failed = icmp eq ptr %block, null
  br i1 %failed, label %refuse, label %fill
fill:
  call i64 @move_inputs(ptr %block, ptr %first, ptr %arrays, i64 %count, ptr %slots, i64 %first.slot, ptr %order)
  ret ptr %block
refuse:
  ret ptr @refused
}

; The same of results.
define internal ptr @results_moves(ptr %first, ptr %results, i64 %count, ptr %slots, i64 %first.slot, ptr %layout) {
entry:
  %bytes = call i64 @move_results(ptr null, ptr %first, ptr %results, i64 %count, ptr %slots, i64 %first.slot, ptr %layout)
  %are.none = icmp eq i64 %bytes, 0
  br i1 %are.none, label %none, label %take
none:
  ret ptr null
take:
  %block = call ptr @new_block(i64 %count, i64 %bytes)
  %failed = icmp eq ptr %block, null
  br i1 %failed, label %refuse, label %fill
fill:
  call i64 @move_results(ptr %block, ptr %first, ptr %results, i64 %count, ptr %slots, i64 %first.slot, ptr %layout)
  ret ptr %block
refuse:
  ret ptr @refused
}

; Run the moves of a block, if there is one.
define internal void @run_moves(ptr %block) {
entry:
  %absent = icmp eq ptr %block, null
  br i1 %absent, label %done, label %begin
begin:
  %count = load i64, ptr %block
  br label %loop
loop:
  %number = phi i64 [ 0, %begin ], [ %next, %run ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %run
run:
  %move = call ptr @move_in(ptr %block, i64 %number)
  call void @run_move(ptr %move)
  %next = add i64 %number, 1
  br label %loop
done:
  ret void
}

; Run a kernel between the moves of its inputs and those of its results. Return the status.
define internal ptr @run_between(ptr %kernel, ptr %slots, ptr %before, ptr %after) {
entry:
  call void @run_moves(ptr %before)
  %status = call ptr %kernel(ptr %slots)
  %failed = icmp ne ptr %status, null
  br i1 %failed, label %done, label %move
move:
  call void @run_moves(ptr %after)
  br label %done
done:
  ret ptr %status
}
