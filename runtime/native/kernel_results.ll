; The results of kernels as objects of Python: tensors over new arrays, numbers, and lists of numbers.
; It stands behind `call_kernel.ll`, which describes the table of outputs.

@new_array = global ptr null           ; PyArray_New of numpy's C API
@set_memory = global ptr null          ; PyDataMem_SetHandler
@result_memory = global ptr null       ; a capsule of the handler in `workspace.ll`

declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyFloat_FromDouble(double)
declare ptr @PyList_New(i64)
declare i32 @PyList_SetItem(ptr, i64, ptr)
declare ptr @PyType_GenericAlloc(ptr, i64)

; Return a new array, row-major without strides, or null with an exception set. The memory of a large
; one begins at a line of caches, which vectors then do not cross, and may be that of an array before
; it.
define internal ptr @make_array(i64 %elements, i32 %rank, ptr %sizes, i32 %type, ptr %strides) {
entry:
  %new = load ptr, ptr @new_array
  %class = load ptr, ptr @array_type
  %is.large = icmp uge i64 %elements, 16384
  br i1 %is.large, label %large, label %small
small:
  %array = call ptr %new(ptr %class, i32 %rank, ptr %sizes, i32 %type, ptr %strides, ptr null, i32 0, i32 0, ptr null)
  ret ptr %array
large:
  %set = load ptr, ptr @set_memory
  %memory = load ptr, ptr @result_memory
  %usual = call ptr %set(ptr %memory)
  %failed = icmp eq ptr %usual, null
  br i1 %failed, label %none, label %make
make:
  %large.array = call ptr %new(ptr %class, i32 %rank, ptr %sizes, i32 %type, ptr %strides, ptr null, i32 0, i32 0, ptr null)
  %ours = call ptr %set(ptr %usual)
  call void @Py_DecRef(ptr %ours)
  call void @Py_DecRef(ptr %usual)
  ret ptr %large.array
none:
  ret ptr null
}

; Return the size for a word of the table.
define internal i64 @size_of(i64 %given, ptr %symbols) {
entry:
  %is_symbol = icmp slt i64 %given, 0
  br i1 %is_symbol, label %symbol, label %done
symbol:                                          ; factor * first * second + more
  %word = sub i64 -1, %given
  %first.number = and i64 %word, 4095
  %first.at = getelementptr i64, ptr %symbols, i64 %first.number
  %first = load i64, ptr %first.at
  %word.second = lshr i64 %word, 12
  %second.number = and i64 %word.second, 4095
  %has.second = icmp ne i64 %second.number, 4095
  br i1 %has.second, label %product, label %sum
product:
  %second.at = getelementptr i64, ptr %symbols, i64 %second.number
  %second = load i64, ptr %second.at
  br label %sum
sum:
  %second.or.one = phi i64 [ 1, %symbol ], [ %second, %product ]
  %word.factor = lshr i64 %word, 24
  %biased = and i64 %word.factor, 32767
  %factor = sub i64 %biased, 16384
  %word.more = lshr i64 %word, 39
  %more = sub i64 %word.more, 8388608
  %symbols.product = mul i64 %first, %second.or.one
  %scaled = mul i64 %symbols.product, %factor
  %computed = add i64 %scaled, %more
  br label %done
done:
  %size = phi i64 [ %given, %entry ], [ %computed, %sum ]
  ret i64 %size
}

; Take the steps to sizes that no word holds: their number, and for each two words and the divisor of
; their sum. The results go to the last slots. Return the place behind the steps.
define internal ptr @compute_sizes(ptr %steps, ptr %slots, i64 %slots.count) {
entry:
  %count = load i64, ptr %steps
  %first.step = getelementptr i64, ptr %steps, i64 1
  %first.slot = sub i64 %slots.count, %count
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %compute ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %compute
compute:
  %step = getelementptr [3 x i64], ptr %first.step, i64 %number
  %left.word = load i64, ptr %step
  %right.in = getelementptr i64, ptr %step, i64 1
  %right.word = load i64, ptr %right.in
  %divisor.in = getelementptr i64, ptr %step, i64 2
  %divisor = load i64, ptr %divisor.in
  %left = call i64 @size_of(i64 %left.word, ptr %slots)
  %right = call i64 @size_of(i64 %right.word, ptr %slots)
  %sum = add i64 %left, %right
  %quotient = sdiv i64 %sum, %divisor              ; towards zero
  %product = mul i64 %quotient, %divisor
  %is.above = icmp sgt i64 %product, %sum
  %excess = zext i1 %is.above to i64
  %floor = sub i64 %quotient, %excess
  %slot = add i64 %first.slot, %number
  %slot.at = getelementptr i64, ptr %slots, i64 %slot
  store i64 %floor, ptr %slot.at
  %next = add i64 %number, 1
  br label %loop
done:
  %behind = getelementptr [3 x i64], ptr %first.step, i64 %count
  ret ptr %behind
}

; Return a new array for an output, 0-d for a number, 1-d for a list, with its dimensions in an order in
; memory if that is not null, or null with an exception set. Adds its elements to work.
define internal ptr @allocate(ptr %output, ptr %symbols, ptr %work, ptr %order) {
entry:
  %sizes = alloca i64, i64 64                    ; numpy's greatest rank
  %ordered.sizes = alloca i64, i64 64
  %strides = alloca i64, i64 64
  %rank.in = getelementptr i64, ptr %output, i64 1
  %rank = load i64, ptr %rank.in
  %sizes.in = getelementptr i64, ptr %output, i64 2
  %is.list = icmp slt i64 %rank, -1
  br i1 %is.list, label %list, label %loop
list:
  %length = call i64 @length_of(i64 %rank, ptr %symbols)
  store i64 %length, ptr %sizes
  br label %make
loop:
  %loop.dim = phi i64 [ 0, %entry ], [ %dim.next, %read ]
  %loop.elements = phi i64 [ 1, %entry ], [ %elements.next, %read ]
  %end = icmp sge i64 %loop.dim, %rank
  br i1 %end, label %make, label %read
read:
  %word.in = getelementptr i64, ptr %sizes.in, i64 %loop.dim
  %word = load i64, ptr %word.in
  %size = call i64 @size_of(i64 %word, ptr %symbols)
  %size.at = getelementptr i64, ptr %sizes, i64 %loop.dim
  store i64 %size, ptr %size.at
  %dim.next = add i64 %loop.dim, 1
  %elements.next = mul i64 %loop.elements, %size
  br label %loop
make:
  %dim = phi i64 [ 1, %list ], [ %loop.dim, %loop ]
  %elements = phi i64 [ %length, %list ], [ %loop.elements, %loop ]
  call void @add_work(ptr %work, i64 %elements)
  %type = load i64, ptr %output
  %type.number = trunc i64 %type to i32
  %short.rank = trunc i64 %dim to i32
  %made = call ptr @order_of_output(ptr %output)
  %has.rows = icmp eq ptr %made, null
  %no.order = icmp eq ptr %order, null
  %is.plain = and i1 %has.rows, %no.order
  br i1 %is.plain, label %rows, label %order.sizes
rows:
  %array = call ptr @make_array(i64 %elements, i32 %short.rank, ptr %sizes, i32 %type.number, ptr null)
  ret ptr %array
order.sizes:
  call void @put_in_place(ptr %sizes, ptr %made, i64 %rank, ptr %ordered.sizes)
  br i1 %no.order, label %as.made, label %as.wanted
as.made:
  %made.item.at = getelementptr i64, ptr %made, i64 -1
  br label %order.strides
as.wanted:
  %item.at = getelementptr i64, ptr %order, i64 -1
  br label %order.strides
order.strides:
  %own.item.at = phi ptr [ %made.item.at, %as.made ], [ %item.at, %as.wanted ]
  %own.order = phi ptr [ %made, %as.made ], [ %order, %as.wanted ]
  %item = load i64, ptr %own.item.at
  call void @dense_strides(ptr %ordered.sizes, ptr %own.order, i64 %rank, i64 %item, ptr %strides)
  %ordered = call ptr @make_array(i64 %elements, i32 %short.rank, ptr %ordered.sizes, i32 %type.number, ptr %strides)
  ret ptr %ordered
}

; Return the length of a list from the word for a rank.
define internal i64 @length_of(i64 %rank, ptr %symbols) {
entry:
  %number = sub i64 -2, %rank
  %is.computed = icmp uge i64 %number, 4611686018427387904
  br i1 %is.computed, label %compute, label %done
compute:
  %word = sub i64 -1, %number
  %computed = call i64 @size_of(i64 %word, ptr %symbols)
  br label %done
done:
  %length = phi i64 [ %number, %entry ], [ %computed, %compute ]
  ret i64 %length
}

; Where an output has the order of its dimensions, behind the size of an element; null if it has none.
define internal ptr @order_of_output(ptr %output) {
  %type = load i64, ptr %output
  %has.order = icmp ugt i64 %type, 4294967295
  %rank = call i64 @word_of(ptr %output, i64 1)
  %place = add i64 %rank, 3
  %order = getelementptr i64, ptr %output, i64 %place
  %found = select i1 %has.order, ptr %order, ptr null
  ret ptr %found
}

; Which dimension stands in a place of an order; that of rows is null.
define internal i64 @dimension_at(ptr %order, i64 %place) {
entry:
  %is.rows = icmp eq ptr %order, null
  br i1 %is.rows, label %done, label %look
look:
  %word = call i64 @word_of(ptr %order, i64 %place)
  br label %done
done:
  %dim = phi i64 [ %place, %entry ], [ %word, %look ]
  ret i64 %dim
}

; Set the sizes of dimensions, given the sizes in an order.
define internal void @put_in_place(ptr %sizes, ptr %order, i64 %rank, ptr %placed) {
entry:
  br label %loop
loop:
  %place = phi i64 [ 0, %entry ], [ %next, %set ]
  %end = icmp eq i64 %place, %rank
  br i1 %end, label %done, label %set
set:
  %dim = call i64 @dimension_at(ptr %order, i64 %place)
  %size = call i64 @word_of(ptr %sizes, i64 %place)
  call void @set_word(ptr %placed, i64 %dim, i64 %size)
  %next = add i64 %place, 1
  br label %loop
done:
  ret void
}

; Set the strides of dense memory, with the dimensions in an order from the slowest to the fastest.
define internal void @dense_strides(ptr %sizes, ptr %order, i64 %rank, i64 %item, ptr %strides) {
entry:
  br label %loop
loop:
  %place = phi i64 [ %rank, %entry ], [ %before, %set ]
  %stride = phi i64 [ %item, %entry ], [ %stride.next, %set ]
  %end = icmp eq i64 %place, 0
  br i1 %end, label %done, label %set
set:
  %before = sub i64 %place, 1
  %dim = call i64 @dimension_at(ptr %order, i64 %before)
  call void @set_word(ptr %strides, i64 %dim, i64 %stride)
  %size = call i64 @word_of(ptr %sizes, i64 %dim)
  %stride.next = mul i64 %stride, %size
  br label %loop
done:
  ret void
}

define internal void @set_slot(ptr %object, ptr %offset.of, ptr %value) {
  %offset = load i64, ptr %offset.of
  %place = getelementptr i8, ptr %object, i64 %offset
  store ptr %value, ptr %place
  ret void
}

; Return a new tensor over the array, whose reference it takes, or null with an exception set.
define internal ptr @wrap(ptr %array) {
entry:
  %type = load ptr, ptr @tensor_type
  %tensor = call ptr @PyType_GenericAlloc(ptr %type, i64 0)
  %failed = icmp eq ptr %tensor, null
  br i1 %failed, label %drop, label %fill
fill:
  %cpu = load ptr, ptr @cpu
  %false = load ptr, ptr @false
  call void @Py_IncRef(ptr %cpu)
  call void @Py_IncRef(ptr %false)
  call void @set_slot(ptr %tensor, ptr @array_offset, ptr %array)
  call void @set_slot(ptr %tensor, ptr @device_offset, ptr %cpu)
  call void @set_slot(ptr %tensor, ptr @requires_grad_offset, ptr %false)
  ret ptr %tensor
drop:
  call void @Py_DecRef(ptr %array)
  ret ptr null
}

define internal ptr @next_output(ptr %output) {
  %rank.in = getelementptr i64, ptr %output, i64 1
  %rank = load i64, ptr %rank.in
  %sizes = call i64 @llvm.smax.i64(i64 %rank, i64 0)
  %type = load i64, ptr %output
  %has.order = icmp ugt i64 %type, 4294967295
  %order = add i64 %sizes, 1
  %order.words = select i1 %has.order, i64 %order, i64 0
  %words = add i64 %sizes, 2
  %all.words = add i64 %words, %order.words
  %next = getelementptr i64, ptr %output, i64 %all.words
  ret ptr %next
}

; Return the number at an address, of this type number: a bool (0), a float (12) or an int. Null with an
; exception set.
define internal ptr @number_at(ptr %data, i64 %type) {
entry:
  switch i64 %type, label %int [
    i64 0, label %bool
    i64 12, label %float
  ]
int:
  %int.value = load i64, ptr %data
  %int.object = call ptr @PyLong_FromLongLong(i64 %int.value)
  ret ptr %int.object
float:
  %float.value = load double, ptr %data
  %float.object = call ptr @PyFloat_FromDouble(double %float.value)
  ret ptr %float.object
bool:
  %byte = load i8, ptr %data
  %is.true = icmp ne i8 %byte, 0
  %true = load ptr, ptr @true
  %false = load ptr, ptr @false
  %bool.object = select i1 %is.true, ptr %true, ptr %false
  call void @Py_IncRef(ptr %bool.object)
  ret ptr %bool.object
}

; Return the number in an array, or a list of the numbers in it if the word for the rank says so, given
; their type number. Null with an exception set.
define internal ptr @numbers_in(ptr %array, i64 %type, i64 %rank) {
entry:
  %data = call ptr @data_of(ptr %array)
  %is.single = icmp eq i64 %rank, -1
  br i1 %is.single, label %single, label %several
single:
  %only = call ptr @number_at(ptr %data, i64 %type)
  ret ptr %only
several:
  %sizes = call ptr @sizes_of(ptr %array)
  %length = load i64, ptr %sizes
  %list = call ptr @PyList_New(i64 %length)
  %no.list = icmp eq ptr %list, null
  br i1 %no.list, label %fail, label %loop
loop:
  %place = phi i64 [ 0, %several ], [ %next, %put ]
  %end = icmp eq i64 %place, %length
  br i1 %end, label %done, label %make
make:
  %is.bool = icmp eq i64 %type, 0
  %item = select i1 %is.bool, i64 1, i64 8
  %offset = mul i64 %place, %item
  %number.at = getelementptr i8, ptr %data, i64 %offset
  %number = call ptr @number_at(ptr %number.at, i64 %type)
  %no.number = icmp eq ptr %number, null
  br i1 %no.number, label %drop, label %put
put:
  %status = call i32 @PyList_SetItem(ptr %list, i64 %place, ptr %number)
  %next = add i64 %place, 1
  br label %loop
done:
  ret ptr %list
drop:
  call void @Py_DecRef(ptr %list)
  br label %fail
fail:
  ret ptr null
}

; Replace the arrays of numbers among results by the numbers, or lists of them; false with an
; exception set.
define internal i1 @convert_numbers(ptr %results, ptr %first.output, i64 %outputs) {
entry:
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %step ]
  %output = phi ptr [ %first.output, %entry ], [ %output.next, %step ]
  %end = icmp eq i64 %number, %outputs
  br i1 %end, label %done, label %look
look:
  %rank.in = getelementptr i64, ptr %output, i64 1
  %rank = load i64, ptr %rank.in
  %is.number = icmp slt i64 %rank, 0
  br i1 %is.number, label %convert, label %step
convert:
  %place = getelementptr ptr, ptr %results, i64 %number
  %array = load ptr, ptr %place
  %type = load i64, ptr %output
  %object = call ptr @numbers_in(ptr %array, i64 %type, i64 %rank)
  %failed = icmp eq ptr %object, null
  br i1 %failed, label %fail, label %store
store:
  store ptr %object, ptr %place
  call void @Py_DecRef(ptr %array)
  br label %step
step:
  %number.next = add i64 %number, 1
  %output.next = call ptr @next_output(ptr %output)
  br label %loop
done:
  ret i1 true
fail:
  ret i1 false
}
