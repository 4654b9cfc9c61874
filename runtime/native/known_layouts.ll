; The layouts of results for layouts of inputs that calls had before: what `known_layouts.py` keeps in
; memory, in words of 8 bytes.
;
;   records, words, rows, place, record...
;
;   words:  of each record
;   rows:   for inputs that are row-major, 1 if results have the layout in the table of outputs, 2 if
;           they have that in the first record, 0 if it is not known
;   place:  where a record has its inputs
;   record: order, result..., input...
;   order:  where the record has the order of dimensions in which the kernel runs, 0 if it reads and
;           writes rows, and what it writes is moved
;   result: of each tensor, 0 for the layout in the table, or the size of an element; and behind it the
;           dimensions from the slowest in memory to the fastest
;   input:  of each one whose layout those of results depend on, the strides in bytes, and the sizes.
;           All strides of a row-major one are the least integer. A first size of -1 stands for any
;           sizes and strides of a kind: instead of strides there are the dimensions from the slowest
;           to the fastest, times two, plus 1 where a gap follows each step inside the dimension

; Whether an array is of the kind that a record has for an input.
define internal i1 @is_of_kind(ptr %array, ptr %kind, i64 %rank, i64 %item) {
entry:
  %sizes = call ptr @sizes_of(ptr %array)
  %strides = call ptr @strides_of(ptr %array)
  br label %loop
loop:
  %place = phi i64 [ %rank, %entry ], [ %before, %compare ]
  %extent = phi i64 [ %item, %entry ], [ %extent.next, %compare ]
  %end = icmp eq i64 %place, 0
  br i1 %end, label %yes, label %compare
compare:
  %before = sub i64 %place, 1
  %word = call i64 @word_of(ptr %kind, i64 %before)
  %dim = lshr i64 %word, 1
  %wants.gap = trunc i64 %word to i1
  %size = call i64 @word_of(ptr %sizes, i64 %dim)
  %stride = call i64 @word_of(ptr %strides, i64 %dim)
  %has.gap = icmp sgt i64 %stride, %extent
  %has.none = icmp eq i64 %stride, %extent
  %same = select i1 %wants.gap, i1 %has.gap, i1 %has.none
  %extent.next = mul i64 %stride, %size
  br i1 %same, label %loop, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

; Whether an array has the layout and the sizes of an input in a record.
define internal i1 @is_in_layout(ptr %array, ptr %wanted, i64 %rank, i64 %item) {
entry:
  %wanted.sizes = getelementptr i64, ptr %wanted, i64 %rank
  %is.single = icmp eq i64 %rank, 0
  br i1 %is.single, label %yes, label %look
look:
  %first.size = load i64, ptr %wanted.sizes
  %of.kind = icmp eq i64 %first.size, -1
  br i1 %of.kind, label %kind, label %prepare
kind:
  %same.kind = call i1 @is_of_kind(ptr %array, ptr %wanted, i64 %rank, i64 %item)
  ret i1 %same.kind
prepare:
  %flags.at = getelementptr i8, ptr %array, i64 64
  %flags = load i32, ptr %flags.at
  %row.major = trunc i32 %flags to i1
  %sizes = call ptr @sizes_of(ptr %array)
  %strides = call ptr @strides_of(ptr %array)
  br label %loop
loop:
  %dim = phi i64 [ 0, %prepare ], [ %next, %compare ]
  %end = icmp eq i64 %dim, %rank
  br i1 %end, label %yes, label %compare
compare:
  %stride = call i64 @word_of(ptr %strides, i64 %dim)
  %found.stride = select i1 %row.major, i64 -9223372036854775808, i64 %stride
  %wanted.stride = call i64 @word_of(ptr %wanted, i64 %dim)
  %same.stride = icmp eq i64 %found.stride, %wanted.stride
  %size = call i64 @word_of(ptr %sizes, i64 %dim)
  %wanted.size = call i64 @word_of(ptr %wanted.sizes, i64 %dim)
  %same.size = icmp eq i64 %size, %wanted.size
  %same = and i1 %same.stride, %same.size
  %next = add i64 %dim, 1
  br i1 %same, label %loop, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

; Whether the arrays of inputs have the layouts in a record.
define internal i1 @are_in_layout(ptr %wanted.first, ptr %first, ptr %arrays, i64 %count) {
entry:
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %step ]
  %input = phi ptr [ %first, %entry ], [ %input.next, %step ]
  %wanted = phi ptr [ %wanted.first, %entry ], [ %wanted.next, %step ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %yes, label %look
look:
  %kind = load i64, ptr %input
  %bit = and i64 %kind, 64
  %decides = icmp ne i64 %bit, 0
  br i1 %decides, label %compare, label %step
compare:
  %array.at = getelementptr ptr, ptr %arrays, i64 %number
  %array = load ptr, ptr %array.at
  %rank = call i64 @word_of(ptr %input, i64 2)
  %item = call i64 @item_of(ptr %input)
  %words = shl i64 %rank, 1
  %behind = getelementptr i64, ptr %wanted, i64 %words
  %same = call i1 @is_in_layout(ptr %array, ptr %wanted, i64 %rank, i64 %item)
  br i1 %same, label %step, label %no
step:
  %wanted.next = phi ptr [ %wanted, %look ], [ %behind, %compare ]
  %number.next = add i64 %number, 1
  %input.next = call ptr @next_input(ptr %input)
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; Whether all arrays on whose layout those of results depend are row-major.
define internal i1 @are_rows(ptr %first, ptr %arrays, i64 %count) {
entry:
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %step ]
  %input = phi ptr [ %first, %entry ], [ %input.next, %step ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %yes, label %look
look:
  %kind = load i64, ptr %input
  %bit = and i64 %kind, 64
  %decides = icmp ne i64 %bit, 0
  br i1 %decides, label %compare, label %step
compare:
  %array.at = getelementptr ptr, ptr %arrays, i64 %number
  %array = load ptr, ptr %array.at
  %flags.at = getelementptr i8, ptr %array, i64 64
  %flags = load i32, ptr %flags.at
  %row.major = trunc i32 %flags to i1
  br i1 %row.major, label %step, label %no
step:
  %next = add i64 %number, 1
  %input.next = call ptr @next_input(ptr %input)
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; Return the record for the arrays of inputs; null if results have the layout in the table, or
; @refused if it is not known. `are.rows` says that all arrays are row-major.
define internal ptr @layout_for(ptr %layouts, ptr %first, ptr %arrays, i64 %count, i1 %are.rows) {
entry:
  %no.layouts = icmp eq ptr %layouts, null
  br i1 %no.layouts, label %as.table, label %known
known:
  %records = call i64 @word_of(ptr %layouts, i64 0)
  %words = call i64 @word_of(ptr %layouts, i64 1)
  %rows = call i64 @word_of(ptr %layouts, i64 2)
  %place = call i64 @word_of(ptr %layouts, i64 3)
  %first.record = getelementptr i64, ptr %layouts, i64 4
  br i1 %are.rows, label %rows.found, label %look
look:
  %decide.rows = call i1 @are_rows(ptr %first, ptr %arrays, i64 %count)
  br i1 %decide.rows, label %rows.found, label %loop
rows.found:
  switch i64 %rows, label %refuse [
    i64 1, label %as.table
    i64 2, label %rows.record
  ]
rows.record:
  ret ptr %first.record
loop:
  %number = phi i64 [ 0, %look ], [ %next, %compare ]
  %record = phi ptr [ %first.record, %look ], [ %record.next, %compare ]
  %end = icmp eq i64 %number, %records
  br i1 %end, label %refuse, label %compare
compare:
  %wanted = getelementptr i64, ptr %record, i64 %place
  %same = call i1 @are_in_layout(ptr %wanted, ptr %first, ptr %arrays, i64 %count)
  %next = add i64 %number, 1
  %record.next = getelementptr i64, ptr %record, i64 %words
  br i1 %same, label %found, label %loop
found:
  ret ptr %record
as.table:
  ret ptr null
refuse:
  ret ptr @refused
}

; Return the order of dimensions in which a kernel runs, null if that of rows.
define internal ptr @order_in(ptr %record) {
entry:
  %none = icmp eq ptr %record, null
  br i1 %none, label %rows, label %look
look:
  %place = load i64, ptr %record
  %is.rows = icmp eq i64 %place, 0
  %order = getelementptr i64, ptr %record, i64 %place
  br i1 %is.rows, label %rows, label %done
done:
  ret ptr %order
rows:
  ret ptr null
}

; Return the layout of the first result in a record, which may be null.
define internal ptr @first_result_in(ptr %record) {
  %none = icmp eq ptr %record, null
  %behind = getelementptr i64, ptr %record, i64 1
  %result = select i1 %none, ptr null, ptr %behind
  ret ptr %result
}

; Return the layout of the result behind that of an output, which may be null.
define internal ptr @next_result(ptr %result, ptr %output) {
  %none = icmp eq ptr %result, null
  %rank = call i64 @word_of(ptr %output, i64 1)
  %words = add i64 %rank, 1                      ; none of a number
  %behind = getelementptr i64, ptr %result, i64 %words
  %next = select i1 %none, ptr null, ptr %behind
  ret ptr %next
}

; Return the order of the dimensions of a result in memory, null if it has the layout in the table.
define internal ptr @order_of_result(ptr %result, i64 %rank) {
entry:
  %none = icmp eq ptr %result, null
  %has.none = icmp slt i64 %rank, 1
  %no.order = or i1 %none, %has.none
  br i1 %no.order, label %as.table, label %look
look:
  %item = load i64, ptr %result
  %is.as.table = icmp eq i64 %item, 0
  %order = getelementptr i64, ptr %result, i64 1
  br i1 %is.as.table, label %as.table, label %done
done:
  ret ptr %order
as.table:
  ret ptr null
}
