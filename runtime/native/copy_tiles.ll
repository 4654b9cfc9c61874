; Copies of lines and planes of elements with $bits bits: the text for each size of an element. It
; stands behind `strided_copy.ll`. Strides are in bytes. Old memory may be unaligned.

; Copy elements that are a stride apart into a line, by four.
define internal void @copy_line_$bits(ptr %to, ptr %from, i64 %count, i64 %stride) {
entry:
  %stride.4 = shl i64 %stride, 2
  %whole = and i64 %count, -4
  br label %fours
fours:
  %four = phi i64 [ 0, %entry ], [ %four.next, %copy.four ]
  %first = phi ptr [ %from, %entry ], [ %first.next, %copy.four ]
  %fours.end = icmp eq i64 %four, %whole
  br i1 %fours.end, label %loop, label %copy.four
copy.four:
  %second = getelementptr i8, ptr %first, i64 %stride
  %third = getelementptr i8, ptr %second, i64 %stride
  %fourth = getelementptr i8, ptr %third, i64 %stride
  %a = load i$bits, ptr %first, align 1
  %b = load i$bits, ptr %second, align 1
  %c = load i$bits, ptr %third, align 1
  %d = load i$bits, ptr %fourth, align 1
  %to.a = getelementptr i$bits, ptr %to, i64 %four
  %to.b = getelementptr i$bits, ptr %to.a, i64 1
  %to.c = getelementptr i$bits, ptr %to.a, i64 2
  %to.d = getelementptr i$bits, ptr %to.a, i64 3
  store i$bits %a, ptr %to.a
  store i$bits %b, ptr %to.b
  store i$bits %c, ptr %to.c
  store i$bits %d, ptr %to.d
  %four.next = add i64 %four, 4
  %first.next = getelementptr i8, ptr %first, i64 %stride.4
  br label %fours
loop:
  %number = phi i64 [ %whole, %fours ], [ %next, %copy ]
  %place = phi ptr [ %first, %fours ], [ %place.next, %copy ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %copy
copy:
  %element = load i$bits, ptr %place, align 1
  %new = getelementptr i$bits, ptr %to, i64 %number
  store i$bits %element, ptr %new
  %next = add i64 %number, 1
  %place.next = getelementptr i8, ptr %place, i64 %stride
  br label %loop
done:
  ret void
}

; Copy four rows of four elements. In old memory the rows are neighbours, in new memory the columns.
define internal void @copy_square_$bits(ptr %to, i64 %row.to, ptr %from, i64 %column.from) {
  %from.1 = getelementptr i8, ptr %from, i64 %column.from
  %from.2 = getelementptr i8, ptr %from.1, i64 %column.from
  %from.3 = getelementptr i8, ptr %from.2, i64 %column.from
  %a = load <4 x i$bits>, ptr %from, align 1
  %b = load <4 x i$bits>, ptr %from.1, align 1
  %c = load <4 x i$bits>, ptr %from.2, align 1
  %d = load <4 x i$bits>, ptr %from.3, align 1
  %ab = shufflevector <4 x i$bits> %a, <4 x i$bits> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %cd = shufflevector <4 x i$bits> %c, <4 x i$bits> %d, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %ab.2 = shufflevector <4 x i$bits> %a, <4 x i$bits> %b, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %cd.2 = shufflevector <4 x i$bits> %c, <4 x i$bits> %d, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %row.0 = shufflevector <4 x i$bits> %ab, <4 x i$bits> %cd, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %row.1 = shufflevector <4 x i$bits> %ab, <4 x i$bits> %cd, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %row.2 = shufflevector <4 x i$bits> %ab.2, <4 x i$bits> %cd.2, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %row.3 = shufflevector <4 x i$bits> %ab.2, <4 x i$bits> %cd.2, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %to.1 = getelementptr i8, ptr %to, i64 %row.to
  %to.2 = getelementptr i8, ptr %to.1, i64 %row.to
  %to.3 = getelementptr i8, ptr %to.2, i64 %row.to
  store <4 x i$bits> %row.0, ptr %to, align 1
  store <4 x i$bits> %row.1, ptr %to.1, align 1
  store <4 x i$bits> %row.2, ptr %to.2, align 1
  store <4 x i$bits> %row.3, ptr %to.3, align 1
  ret void
}

; Copy rows, each into a line.
define internal void @copy_rows_$bits(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from) {
entry:
  br label %loop
loop:
  %row = phi i64 [ 0, %entry ], [ %next, %copy ]
  %end = icmp sge i64 %row, %rows
  br i1 %end, label %done, label %copy
copy:
  %to.offset = mul i64 %row, %row.to
  %from.offset = mul i64 %row, %row.from
  %line = getelementptr i8, ptr %to, i64 %to.offset
  %place = getelementptr i8, ptr %from, i64 %from.offset
  call void @copy_line_$bits(ptr %line, ptr %place, i64 %columns, i64 %column.from)
  %next = add i64 %row, 1
  br label %loop
done:
  ret void
}

; Copy four rows, neighbours in old memory, by squares and by what remains of the lines.
define internal void @copy_four_$bits(ptr %to, i64 %row.to, ptr %from, i64 %item, i64 %columns, i64 %column.from) {
entry:
  %whole = and i64 %columns, -4
  br label %loop
loop:
  %column = phi i64 [ 0, %entry ], [ %next, %square ]
  %to.offset = mul i64 %column, %item
  %from.offset = mul i64 %column, %column.from
  %corner = getelementptr i8, ptr %to, i64 %to.offset
  %place = getelementptr i8, ptr %from, i64 %from.offset
  %end = icmp eq i64 %column, %whole
  br i1 %end, label %rest, label %square
square:
  call void @copy_square_$bits(ptr %corner, i64 %row.to, ptr %place, i64 %column.from)
  %next = add i64 %column, 4
  br label %loop
rest:
  %left = sub i64 %columns, %whole
  call void @copy_rows_$bits(ptr %corner, i64 %row.to, ptr %place, i64 %item, i64 4, i64 %left, i64 %column.from)
  ret void
}

; Copy a part of a plane that fits into the cache.
define internal void @copy_tile_$bits(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from) {
entry:
  %size.end = getelementptr i$bits, ptr null, i64 1
  %item = ptrtoint ptr %size.end to i64
  %are.neighbours = icmp eq i64 %row.from, %item
  %fours = and i64 %rows, -4
  %whole = select i1 %are.neighbours, i64 %fours, i64 0
  br label %loop
loop:
  %row = phi i64 [ 0, %entry ], [ %next, %four ]
  %to.offset = mul i64 %row, %row.to
  %from.offset = mul i64 %row, %row.from
  %line = getelementptr i8, ptr %to, i64 %to.offset
  %place = getelementptr i8, ptr %from, i64 %from.offset
  %end = icmp eq i64 %row, %whole
  br i1 %end, label %rest, label %four
four:
  call void @copy_four_$bits(ptr %line, i64 %row.to, ptr %place, i64 %item, i64 %columns, i64 %column.from)
  %next = add i64 %row, 4
  br label %loop
rest:
  %left = sub i64 %rows, %whole
  call void @copy_rows_$bits(ptr %line, i64 %row.to, ptr %place, i64 %row.from, i64 %left, i64 %columns, i64 %column.from)
  ret void
}
