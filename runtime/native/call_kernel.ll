; Calls of kernels and checks of types from Python: builtins (METH_FASTCALL) driven by a table.
;
; `self` is a tuple whose first two items are the table, as bytes, and the function that takes over
; what this one does not handle: other types, other sizes, unknown layouts of arrays. It raises the
; errors, so nothing here does. The table holds words of 8 bytes:
;
;   kernel, inputs, outputs, symbols, slots, work, layouts, input..., steps, step..., output...
;
;   input:  kind, dtype, rank, size...       kind: 0 tensor, 1 int, 2 float, 3 bool, 4 None; an int
;                                            of rank 1 is its size, below 2^31; 5, 6, 7 a list of
;                                            ints, floats, bools, as a tensor of rank 1;
;                                            + 8 for any layout, + 16 if it may require a gradient,
;                                            + 32 if an array that is not row-major is copied,
;                                            + 64 if the layouts of results depend on its, which
;                                            is known: then it is copied as well,
;                                            + 128 if the kernel writes it: then it is row-major, and
;                                            overlaps no other; + 256 times the element's size
;   output: type number, rank, size...       rank: -1 for a number, -2 - n for a list of n numbers, or
;                                            if n is at least 2^62, of a size of -1 - n. A
;                                            type number + 2^32: behind the sizes, the size of an
;                                            element and the order of the dimensions in memory, in
;                                            which the sizes are as well
;   step:   two words of sizes, and the number by which their sum is divided. Step k of n computes a
;           size, as symbol number slots - n + k, that the following steps and the outputs may name
;   size:   n >= 0 for a size of n; of an input, -1 - k for the size that symbol k stands for, at
;           least 2; of an output, -1 - k - 2^12 l - 2^24 (f + 2^14) - 2^39 (n + 2^23) for f times
;           symbol k times symbol l, or 1 for an l of 4095, plus n
;
; A null dtype, a rank of -1 of an input and the least integer as a size are any. The work is that
; of loops whose iterations are not known, as a number of elements. The layouts, or null, are those of
; results for other inputs than row-major ones (`known_layouts.ll`).
;
; The kernel returns null, or the message of its failure; then the second function takes over as well.
; It takes one pointer, to slots of 8 bytes: the symbols, then the data or the value of each
; input (None has no slot), then the data of each output. `call_kernel.py` makes the tables, and
; fills the variables. `kernel_inputs.ll` checks tensors, `kernel_lists.ll` lists, and
; `kernel_results.ll` makes the results.
; Offsets into objects are those of CPython and numpy 2 with 64 bits.

@tensor_type = global ptr null         ; Tensor
@int_type = global ptr null
@float_type = global ptr null
@none = global ptr null
@true = global ptr null
@false = global ptr null
@cpu = global ptr null                 ; the str "cpu"
@array_offset = global i64 0           ; of the slots of Tensor
@device_offset = global i64 0
@requires_grad_offset = global i64 0

@refused = internal constant i8 0      ; its address says that the kernel refuses arguments, or fails

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyTuple_New(i64)
declare i64 @PyLong_AsLongLong(ptr)
declare i64 @PyLong_AsLongLongAndOverflow(ptr, ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare void @PyErr_Clear()
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal ptr @type_of(ptr %object) {
  %place = getelementptr i8, ptr %object, i64 8
  %type = load ptr, ptr %place
  ret ptr %type
}

define internal ptr @slot_of(ptr %object, ptr %offset.of) {
  %offset = load i64, ptr %offset.of
  %place = getelementptr i8, ptr %object, i64 %offset
  %value = load ptr, ptr %place
  ret ptr %value
}

define internal void @clear(ptr %words, i64 %count) {
  %bytes = mul i64 %count, 8
  call void @llvm.memset.p0.i64(ptr %words, i8 0, i64 %bytes, i1 false)
  ret void
}

define internal void @add_work(ptr %work, i64 %elements) {
  %known = load i64, ptr %work
  %sum = add i64 %known, %elements
  store i64 %sum, ptr %work
  ret void
}

define internal ptr @data_of(ptr %array) {
  %place = getelementptr i8, ptr %array, i64 16
  %data = load ptr, ptr %place
  ret ptr %data
}

; Call Py_IncRef or Py_DecRef on each of the arrays that is not null.
define internal void @for_each(ptr %arrays, i64 %count, ptr %function) {
entry:
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %step ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %load
load:
  %place = getelementptr ptr, ptr %arrays, i64 %number
  %array = load ptr, ptr %place
  %absent = icmp eq ptr %array, null
  br i1 %absent, label %step, label %call
call:
  call void %function(ptr %array)
  br label %step
step:
  %next = add i64 %number, 1
  br label %loop
done:
  ret void
}

; Run the kernel of a table on as many arguments as it has inputs, and put the results, which the
; caller releases, into an array. Return the array, or @refused for arguments of other types, for a
; kernel that fails, and for results without memory.
define internal ptr @run_kernel(ptr %table, ptr %args, ptr %results) {
entry:
  %inputs.in = getelementptr i64, ptr %table, i64 1
  %inputs = load i64, ptr %inputs.in
  %outputs.in = getelementptr i64, ptr %table, i64 2
  %outputs = load i64, ptr %outputs.in
  %symbols.in = getelementptr i64, ptr %table, i64 3
  %symbols = load i64, ptr %symbols.in
  %slots.in = getelementptr i64, ptr %table, i64 4
  %slots.count = load i64, ptr %slots.in
  %first.input = getelementptr i64, ptr %table, i64 7
  %slots = alloca i64, i64 %slots.count
  %arrays = alloca ptr, i64 %inputs
  %lists = alloca ptr, i64 %inputs
  %inputs.moves.at = alloca ptr
  %results.moves.at = alloca ptr
  %work = alloca i64
  %overflow = alloca i32
  %work.in = getelementptr i64, ptr %table, i64 5
  %known.work = load i64, ptr %work.in
  store i64 %known.work, ptr %work
  call void @clear(ptr %slots, i64 %symbols)
  call void @clear(ptr %lists, i64 %inputs)
  store ptr null, ptr %inputs.moves.at
  store ptr null, ptr %results.moves.at
  br label %read

read:
  %number = phi i64 [ 0, %entry ], [ %number.next, %read.next ], [ %number.next.none, %none.next ]
  %input = phi ptr [ %first.input, %entry ], [ %input.next, %read.next ], [ %input.next.none, %none.next ]
  %slot = phi i64 [ %symbols, %entry ], [ %slot.next, %read.next ], [ %slot, %none.next ]
  %kinds = phi i64 [ 0, %entry ], [ %kinds.next, %read.next ], [ %kinds, %none.next ]
  %rows = phi i1 [ true, %entry ], [ %rows.next, %read.next ], [ %rows, %none.next ]
  %all.read = icmp eq i64 %number, %inputs
  br i1 %all.read, label %check.written, label %read.one
read.one:
  %arg.at = getelementptr ptr, ptr %args, i64 %number
  %arg = load ptr, ptr %arg.at
  %array.at = getelementptr ptr, ptr %arrays, i64 %number
  store ptr null, ptr %array.at
  %arg.type = call ptr @type_of(ptr %arg)
  %kind = load i64, ptr %input
  %kinds.next = or i64 %kinds, %kind
  %value.kind = and i64 %kind, 7
  switch i64 %value.kind, label %refuse [
    i64 0, label %tensor
    i64 1, label %int
    i64 2, label %float
    i64 3, label %bool
    i64 4, label %none
    i64 5, label %list
    i64 6, label %list
    i64 7, label %list
  ]
tensor:
  %array = call ptr @take(ptr %input, ptr %arg, ptr %slots, ptr %work)
  %refused = icmp eq ptr %array, null
  br i1 %refused, label %refuse, label %tensor.read
tensor.read:
  store ptr %array, ptr %array.at
  %row.major = call i1 @is_row_major(ptr %array)
  %all.rows = and i1 %rows, %row.major
  %data = call ptr @data_of(ptr %array)
  %data.word = ptrtoint ptr %data to i64
  br label %read.next
int:
  %int_type = load ptr, ptr @int_type
  %is.int = icmp eq ptr %arg.type, %int_type
  br i1 %is.int, label %int.read, label %refuse
int.read:
  %int.word = call i64 @PyLong_AsLongLongAndOverflow(ptr %arg, ptr %overflow)
  %overflowed = load i32, ptr %overflow
  %is.wide = icmp ne i32 %overflowed, 0
  br i1 %is.wide, label %refuse, label %int.known
int.known:
  %int.rank.in = getelementptr i64, ptr %input, i64 2
  %int.rank = load i64, ptr %int.rank.in
  %is.size = icmp eq i64 %int.rank, 1
  br i1 %is.size, label %size, label %read.next
size:
  %int.size.in = getelementptr i64, ptr %input, i64 3
  %int.size = load i64, ptr %int.size.in
  %int.fits = call i1 @fits(i64 %int.word, i64 %int.size, ptr %slots)
  %int.small = icmp sle i64 %int.word, 1048576
  %int.taken = and i1 %int.fits, %int.small
  br i1 %int.taken, label %read.next, label %refuse
float:
  %float_type = load ptr, ptr @float_type
  %is.float = icmp eq ptr %arg.type, %float_type
  br i1 %is.float, label %float.read, label %refuse
float.read:
  %float.at = getelementptr i8, ptr %arg, i64 16
  %float.word = load i64, ptr %float.at
  br label %read.next
bool:
  %true = load ptr, ptr @true
  %false = load ptr, ptr @false
  %is.true = icmp eq ptr %arg, %true
  %is.false = icmp eq ptr %arg, %false
  %is.bool = or i1 %is.true, %is.false
  %bool.word = zext i1 %is.true to i64
  br i1 %is.bool, label %read.next, label %refuse
list:
  %numbers = call ptr @take_list(ptr %input, ptr %arg, ptr %slots, ptr %work)
  %list.at = getelementptr ptr, ptr %lists, i64 %number
  store ptr %numbers, ptr %list.at
  %list.word = ptrtoint ptr %numbers to i64
  %no.list = icmp eq ptr %numbers, null
  br i1 %no.list, label %refuse, label %read.next
none:
  %none.object = load ptr, ptr @none
  %is.none = icmp eq ptr %arg, %none.object
  br i1 %is.none, label %none.next, label %refuse
none.next:
  %number.next.none = add i64 %number, 1
  %input.next.none = call ptr @next_input(ptr %input)
  br label %read
read.next:
  %word = phi i64 [ %data.word, %tensor.read ], [ %int.word, %int.known ], [ %int.word, %size ], [ %float.word, %float.read ], [ %bool.word, %bool ], [ %list.word, %list ]
  %rows.next = phi i1 [ %all.rows, %tensor.read ], [ %rows, %int.known ], [ %rows, %size ], [ %rows, %float.read ], [ %rows, %bool ], [ %rows, %list ]
  %slot.at = getelementptr i64, ptr %slots, i64 %slot
  store i64 %word, ptr %slot.at
  %input.next = call ptr @next_input(ptr %input)
  %slot.next = add i64 %slot, 1
  %number.next = add i64 %number, 1
  br label %read

check.written:
  %written.bit = and i64 %kinds, 128
  %writes.none = icmp eq i64 %written.bit, 0
  br i1 %writes.none, label %choose, label %compare
compare:
  %overlap = call i1 @written_overlap(ptr %first.input, ptr %arrays, i64 %inputs)
  br i1 %overlap, label %refuse, label %choose

choose:                                          ; Python may replace the layout later
  %layouts.in = getelementptr i64, ptr %table, i64 6
  %layouts = load ptr, ptr %layouts.in
  %record = call ptr @layout_for(ptr %layouts, ptr %first.input, ptr %arrays, i64 %inputs, i1 %rows)
  %is.unknown = icmp eq ptr %record, @refused
  br i1 %is.unknown, label %refuse, label %keep
keep:
  %as.table = icmp eq ptr %record, null
  br i1 %as.table, label %copy, label %keep.layout
keep.layout:
  %words = call i64 @word_of(ptr %layouts, i64 1)
  %record.copy = alloca i64, i64 %words
  %record.bytes = mul i64 %words, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %record.copy, ptr %record, i64 %record.bytes, i1 false)
  br label %copy
copy:
  %layout = phi ptr [ null, %keep ], [ %record.copy, %keep.layout ]
  %order = call ptr @order_in(ptr %layout)
  %runs.in.order = icmp ne ptr %order, null
  %runs.on.rows = xor i1 %runs.in.order, true
  %reads.rows = and i1 %rows, %runs.on.rows
  br i1 %reads.rows, label %create, label %copy.inputs
copy.inputs:
  %inputs.moves = call ptr @inputs_moves(ptr %first.input, ptr %arrays, i64 %inputs, ptr %slots, i64 %symbols, ptr %order)
  %no.copies = icmp eq ptr %inputs.moves, @refused
  br i1 %no.copies, label %refuse, label %copied
copied:
  store ptr %inputs.moves, ptr %inputs.moves.at
  br label %create

create:                                          ; a destructor may give tensors another array
  %first.result = call ptr @first_result_in(ptr %layout)
  %first.output = call ptr @compute_sizes(ptr %input, ptr %slots, i64 %slots.count)
  call void @for_each(ptr %arrays, i64 %inputs, ptr @Py_IncRef)
  call void @clear(ptr %results, i64 %outputs)
  br label %allocate
allocate:
  %made = phi i64 [ 0, %create ], [ %made.next, %allocate.next ]
  %output = phi ptr [ %first.output, %create ], [ %output.next, %allocate.next ]
  %result.in = phi ptr [ %first.result, %create ], [ %result.in.next, %allocate.next ]
  %all.made = icmp eq i64 %made, %outputs
  br i1 %all.made, label %prepare, label %allocate.one
allocate.one:
  %output.rank = call i64 @word_of(ptr %output, i64 1)
  %result.order = call ptr @order_of_result(ptr %result.in, i64 %output.rank)
  %new = call ptr @allocate(ptr %output, ptr %slots, ptr %work, ptr %result.order)
  %no.array = icmp eq ptr %new, null
  br i1 %no.array, label %forget, label %allocated
allocated:
  %is.number = icmp slt i64 %output.rank, 0
  br i1 %is.number, label %allocate.next, label %allocated.tensor
allocated.tensor:
  %tensor.result = call ptr @wrap(ptr %new)
  %no.tensor = icmp eq ptr %tensor.result, null
  br i1 %no.tensor, label %forget, label %allocate.next
allocate.next:
  %result = phi ptr [ %new, %allocated ], [ %tensor.result, %allocated.tensor ]
  %result.at = getelementptr ptr, ptr %results, i64 %made
  store ptr %result, ptr %result.at
  %new.data = call ptr @data_of(ptr %new)
  %new.slot = add i64 %slot, %made
  %new.slot.at = getelementptr ptr, ptr %slots, i64 %new.slot
  store ptr %new.data, ptr %new.slot.at
  %output.next = call ptr @next_output(ptr %output)
  %result.in.next = call ptr @next_result(ptr %result.in, ptr %output)
  %made.next = add i64 %made, 1
  br label %allocate

prepare:                                         ; a kernel that runs in an order writes that
  %writes.layout = icmp eq ptr %first.result, null
  %no.moves = or i1 %writes.layout, %runs.in.order
  br i1 %no.moves, label %measure, label %move
move:
  %results.moves = call ptr @results_moves(ptr %first.output, ptr %results, i64 %outputs, ptr %slots, i64 %slot, ptr %first.result)
  %no.memory = icmp eq ptr %results.moves, @refused
  br i1 %no.memory, label %discard, label %moved
moved:
  store ptr %results.moves, ptr %results.moves.at
  br label %measure

measure:                                         ; a long run lets other threads go on
  %kernel = load ptr, ptr %table
  %before = load ptr, ptr %inputs.moves.at
  %after = load ptr, ptr %results.moves.at
  %elements = load i64, ptr %work
  %is.long = icmp ugt i64 %elements, 16384
  br i1 %is.long, label %run.long, label %run
run:
  %status.short = call ptr @run_between(ptr %kernel, ptr %slots, ptr %before, ptr %after)
  br label %finish
run.long:
  %thread = call ptr @PyEval_SaveThread()
  %status.long = call ptr @run_between(ptr %kernel, ptr %slots, ptr %before, ptr %after)
  call void @PyEval_RestoreThread(ptr %thread)
  br label %finish
finish:
  %status = phi ptr [ %status.short, %run ], [ %status.long, %run.long ]
  %succeeded = icmp eq ptr %status, null
  br i1 %succeeded, label %convert, label %discard
convert:
  %converted = call i1 @convert_numbers(ptr %results, ptr %first.output, i64 %outputs)
  br i1 %converted, label %done, label %forget
forget:                                          ; no memory: the other function tries again
  call void @PyErr_Clear()
  br label %discard
discard:                                         ; the other function reports the failure
  call void @for_each(ptr %results, i64 %outputs, ptr @Py_DecRef)
  br label %done
done:
  %returned = phi ptr [ %results, %convert ], [ @refused, %discard ]
  call void @for_each(ptr %arrays, i64 %inputs, ptr @Py_DecRef)
  %inputs.block = load ptr, ptr %inputs.moves.at
  %results.block = load ptr, ptr %results.moves.at
  call void @drop_block(ptr %inputs.block)
  call void @drop_block(ptr %results.block)
  call void @for_each(ptr %lists, i64 %inputs, ptr @drop_block)
  ret ptr %returned
refuse:
  call void @for_each(ptr %lists, i64 %inputs, ptr @drop_block)
  ret ptr @refused
}

define internal ptr @table_of(ptr %bytes) {
  %table = getelementptr i8, ptr %bytes, i64 32
  ret ptr %table
}

define internal ptr @items_of(ptr %tuple) {
  %items = getelementptr i8, ptr %tuple, i64 24
  ret ptr %items
}

define internal ptr @item(ptr %tuple, i64 %number) {
  %items = call ptr @items_of(ptr %tuple)
  %place = getelementptr ptr, ptr %items, i64 %number
  %item = load ptr, ptr %place
  ret ptr %item
}

; Return a tuple of objects, whose references it takes, or null with an exception set.
define internal ptr @new_tuple(ptr %objects, i64 %count) {
entry:
  %tuple = call ptr @PyTuple_New(i64 %count)
  %failed = icmp eq ptr %tuple, null
  br i1 %failed, label %drop, label %fill
fill:
  %items = call ptr @items_of(ptr %tuple)
  %bytes = mul i64 %count, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %items, ptr %objects, i64 %bytes, i1 false)
  ret ptr %tuple
drop:
  call void @for_each(ptr %objects, i64 %count, ptr @Py_DecRef)
  ret ptr null
}

define ptr @call_kernel(ptr %self, ptr %args, i64 %count) {
entry:
  %bytes = call ptr @item(ptr %self, i64 0)
  %table = call ptr @table_of(ptr %bytes)
  %inputs.in = getelementptr i64, ptr %table, i64 1
  %inputs = load i64, ptr %inputs.in
  %right.count = icmp eq i64 %count, %inputs
  br i1 %right.count, label %run, label %fallback
run:
  %outputs.in = getelementptr i64, ptr %table, i64 2
  %outputs = load i64, ptr %outputs.in
  %results = alloca ptr, i64 %outputs
  %found = call ptr @run_kernel(ptr %table, ptr %args, ptr %results)
  %is.refused = icmp eq ptr %found, @refused
  br i1 %is.refused, label %fallback, label %pack
pack:
  %tuple = call ptr @new_tuple(ptr %results, i64 %outputs)
  ret ptr %tuple
fallback:
  %handler = call ptr @item(ptr %self, i64 1)
  %handled = call ptr @PyObject_Vectorcall(ptr %handler, ptr %args, i64 %count, ptr null)
  ret ptr %handled
}

; Return the arguments, and True: all have the types of the table, which has no kernel nor outputs.
define ptr @check_types(ptr %self, ptr %args, i64 %count) {
entry:
  %bytes = call ptr @item(ptr %self, i64 0)
  %table = call ptr @table_of(ptr %bytes)
  %inputs.in = getelementptr i64, ptr %table, i64 1
  %inputs = load i64, ptr %inputs.in
  %symbols.in = getelementptr i64, ptr %table, i64 3
  %symbols.count = load i64, ptr %symbols.in
  %first.input = getelementptr i64, ptr %table, i64 7
  %symbols = alloca i64, i64 %symbols.count
  %work = alloca i64
  store i64 0, ptr %work
  %right.count = icmp eq i64 %count, %inputs
  br i1 %right.count, label %free, label %fallback

free:
  call void @clear(ptr %symbols, i64 %symbols.count)
  br label %read

read:
  %number = phi i64 [ 0, %free ], [ %number.next, %read.next ]
  %input = phi ptr [ %first.input, %free ], [ %input.next, %read.next ]
  %all.read = icmp eq i64 %number, %inputs
  br i1 %all.read, label %pass, label %read.one
read.one:
  %arg.at = getelementptr ptr, ptr %args, i64 %number
  %arg = load ptr, ptr %arg.at
  %kind = load i64, ptr %input
  %wants.none = icmp eq i64 %kind, 4
  br i1 %wants.none, label %none, label %tensor
none:
  %none.object = load ptr, ptr @none
  %is.none = icmp eq ptr %arg, %none.object
  br i1 %is.none, label %read.next, label %fallback
tensor:
  %array = call ptr @take(ptr %input, ptr %arg, ptr %symbols, ptr %work)
  %refused = icmp eq ptr %array, null
  br i1 %refused, label %fallback, label %read.next
read.next:
  %input.next = call ptr @next_input(ptr %input)
  %number.next = add i64 %number, 1
  br label %read

pass:
  %length = add i64 %count, 1
  %results = call ptr @PyTuple_New(i64 %length)
  %no.tuple = icmp eq ptr %results, null
  br i1 %no.tuple, label %fail, label %fill
fill:
  %item = call ptr @items_of(ptr %results)
  call void @for_each(ptr %args, i64 %count, ptr @Py_IncRef)
  %bytes.count = mul i64 %count, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %item, ptr %args, i64 %bytes.count, i1 false)
  %true = load ptr, ptr @true
  call void @Py_IncRef(ptr %true)
  %true.at = getelementptr ptr, ptr %item, i64 %count
  store ptr %true, ptr %true.at
  ret ptr %results
fail:
  ret ptr null
fallback:
  %handler = call ptr @item(ptr %self, i64 1)
  %handled = call ptr @PyObject_Vectorcall(ptr %handler, ptr %args, i64 %count, ptr null)
  ret ptr %handled
}
