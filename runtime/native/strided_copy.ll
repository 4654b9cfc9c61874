; Copies of arrays of any strides into dense memory, with the dimensions in another order.
;
; A move is 20 words: where to, where from, the size of an element (1, 2, 4 or 8 bytes), the number of
; dimensions, at most 8, and of each, from the slowest in new memory to the fastest, the size, at
; least 2, and the stride in old memory in bytes. No two neighbours of them are a single dimension.
;
; Memory is read and written by lines of caches. So if another dimension than the fastest in new
; memory is the fastest in old memory, tiles of the plane of both are copied one after another.
; `copy_tiles.ll` copies planes.

declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)

define internal i64 @word_of(ptr %words, i64 %number) {
  %place = getelementptr i64, ptr %words, i64 %number
  %word = load i64, ptr %place
  ret i64 %word
}

define internal void @set_word(ptr %words, i64 %number, i64 %word) {
  %place = getelementptr i64, ptr %words, i64 %number
  store i64 %word, ptr %place
  ret void
}

; Where a move has the size of a dimension, and behind it the stride.
define internal ptr @dimension_of(ptr %move, i64 %dim) {
  %place = shl i64 %dim, 1
  %number = add i64 %place, 4
  %dimension = getelementptr i64, ptr %move, i64 %number
  ret ptr %dimension
}

; Make a move of an array. The order of its dimensions in new memory is row-major if it is null.
define internal void @describe_move(ptr %move, ptr %to, ptr %from, i64 %item, i64 %rank, ptr %sizes, ptr %strides, ptr %order) {
entry:
  %to.word = ptrtoint ptr %to to i64
  %from.word = ptrtoint ptr %from to i64
  call void @set_word(ptr %move, i64 0, i64 %to.word)
  call void @set_word(ptr %move, i64 1, i64 %from.word)
  call void @set_word(ptr %move, i64 2, i64 %item)
  br label %loop
loop:
  %place = phi i64 [ 0, %entry ], [ %place.next, %step ]
  %count = phi i64 [ 0, %entry ], [ %count.next, %step ]
  %end = icmp eq i64 %place, %rank
  br i1 %end, label %done, label %read
read:
  %dim = call i64 @dimension_at(ptr %order, i64 %place)
  %size = call i64 @word_of(ptr %sizes, i64 %dim)
  %stride = call i64 @word_of(ptr %strides, i64 %dim)
  %is.one = icmp eq i64 %size, 1
  br i1 %is.one, label %step, label %compare
compare:                                         ; the dimension before may continue in this one
  %is.first = icmp eq i64 %count, 0
  %before = sub i64 %count, 1
  %last = call ptr @dimension_of(ptr %move, i64 %before)
  br i1 %is.first, label %add, label %join
join:
  %last.size = call i64 @word_of(ptr %last, i64 0)
  %last.stride = call i64 @word_of(ptr %last, i64 1)
  %extent = mul i64 %size, %stride
  %continues = icmp eq i64 %extent, %last.stride
  %joined.size = mul i64 %last.size, %size
  br i1 %continues, label %set, label %add
add:
  %new = call ptr @dimension_of(ptr %move, i64 %count)
  %more = add i64 %count, 1
  br label %set
set:
  %dimension = phi ptr [ %last, %join ], [ %new, %add ]
  %whole.size = phi i64 [ %joined.size, %join ], [ %size, %add ]
  %count.set = phi i64 [ %count, %join ], [ %more, %add ]
  call void @set_word(ptr %dimension, i64 0, i64 %whole.size)
  call void @set_word(ptr %dimension, i64 1, i64 %stride)
  br label %step
step:
  %count.next = phi i64 [ %count, %read ], [ %count.set, %set ]
  %place.next = add i64 %place, 1
  br label %loop
done:
  call void @set_word(ptr %move, i64 3, i64 %count)
  ret void
}

; Return the dimension whose neighbours are nearest in old memory, if they are apart, and nearer than
; those of the last one, which are no neighbours; else the number of dimensions.
define internal i64 @dimension_across(ptr %move, i64 %rank, i64 %item) {
entry:
  %last.dim = sub i64 %rank, 1
  %last = call ptr @dimension_of(ptr %move, i64 %last.dim)
  %last.stride = call i64 @word_of(ptr %last, i64 1)
  %distance = call i64 @llvm.abs.i64(i64 %last.stride, i1 false)
  %is.near = icmp ule i64 %distance, %item
  br i1 %is.near, label %none, label %loop
loop:
  %dim = phi i64 [ 0, %entry ], [ %next, %compare ]
  %least = phi i64 [ %distance, %entry ], [ %least.next, %compare ]
  %found = phi i64 [ %rank, %entry ], [ %found.next, %compare ]
  %end = icmp eq i64 %dim, %rank
  br i1 %end, label %done, label %compare
compare:
  %dimension = call ptr @dimension_of(ptr %move, i64 %dim)
  %stride = call i64 @word_of(ptr %dimension, i64 1)
  %step = call i64 @llvm.abs.i64(i64 %stride, i1 false)
  %is.apart = icmp ne i64 %step, 0
  %is.nearer = icmp ult i64 %step, %least
  %is.less = and i1 %is.apart, %is.nearer
  %least.next = select i1 %is.less, i64 %step, i64 %least
  %found.next = select i1 %is.less, i64 %dim, i64 %found
  %next = add i64 %dim, 1
  br label %loop
done:
  ret i64 %found
none:
  ret i64 %rank
}

; Copy a part of a plane.
define internal void @copy_tile(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from, i64 %item) {
  switch i64 %item, label %bytes.8 [
    i64 1, label %bytes.1
    i64 2, label %bytes.2
    i64 4, label %bytes.4
  ]
bytes.1:
  call void @copy_tile_8(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from)
  ret void
bytes.2:
  call void @copy_tile_16(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from)
  ret void
bytes.4:
  call void @copy_tile_32(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from)
  ret void
bytes.8:
  call void @copy_tile_64(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from)
  ret void
}

; Copy a plane by tiles: whole lines of new memory, and so many of old memory that the next ones are
; fetched ahead.
define internal void @copy_plane(ptr %to, i64 %row.to, ptr %from, i64 %row.from, i64 %rows, i64 %columns, i64 %column.from, i64 %item) {
entry:
  br label %rows.loop
rows.loop:
  %row = phi i64 [ 0, %entry ], [ %row.next, %rows.step ]
  %rows.left = sub i64 %rows, %row
  %rows.end = icmp sle i64 %rows.left, 0
  br i1 %rows.end, label %done, label %columns.begin
columns.begin:
  %tile.rows = call i64 @llvm.smin.i64(i64 %rows.left, i64 64)
  %row.to.offset = mul i64 %row, %row.to
  %row.from.offset = mul i64 %row, %row.from
  br label %columns.loop
columns.loop:
  %column = phi i64 [ 0, %columns.begin ], [ %column.next, %columns.step ]
  %columns.left = sub i64 %columns, %column
  %columns.end = icmp sle i64 %columns.left, 0
  br i1 %columns.end, label %rows.step, label %tile
tile:
  %tile.columns = call i64 @llvm.smin.i64(i64 %columns.left, i64 16)
  %column.to.offset = mul i64 %column, %item
  %column.from.offset = mul i64 %column, %column.from
  %to.offset = add i64 %row.to.offset, %column.to.offset
  %from.offset = add i64 %row.from.offset, %column.from.offset
  %corner = getelementptr i8, ptr %to, i64 %to.offset
  %place = getelementptr i8, ptr %from, i64 %from.offset
  call void @copy_tile(ptr %corner, i64 %row.to, ptr %place, i64 %row.from, i64 %tile.rows, i64 %tile.columns, i64 %column.from, i64 %item)
  br label %columns.step
columns.step:
  %column.next = add i64 %column, 16
  br label %columns.loop
rows.step:
  %row.next = add i64 %row, 64
  br label %rows.loop
done:
  ret void
}

; Copy what lies in the dimensions from one on: `bytes` in new memory. The dimension `across` is copied
; with the last one; in new memory it has the stride `across.to`.
define internal void @copy_from(ptr %move, i64 %dim, ptr %to, ptr %from, i64 %bytes, i64 %across, i64 %across.to) {
entry:
  %item = call i64 @word_of(ptr %move, i64 2)
  %rank = call i64 @word_of(ptr %move, i64 3)
  %dimension = call ptr @dimension_of(ptr %move, i64 %dim)
  %size = call i64 @word_of(ptr %dimension, i64 0)
  %stride = call i64 @word_of(ptr %dimension, i64 1)
  %behind = add i64 %dim, 1
  %is.last = icmp eq i64 %behind, %rank
  br i1 %is.last, label %last, label %outer
last:
  %is.line = icmp eq i64 %stride, %item
  %has.across = icmp ne i64 %across, %rank
  br i1 %has.across, label %plane, label %lines
plane:
  %other = call ptr @dimension_of(ptr %move, i64 %across)
  %rows = call i64 @word_of(ptr %other, i64 0)
  %row.from = call i64 @word_of(ptr %other, i64 1)
  call void @copy_plane(ptr %to, i64 %across.to, ptr %from, i64 %row.from, i64 %rows, i64 %size, i64 %stride, i64 %item)
  ret void
lines:
  br i1 %is.line, label %line, label %apart
line:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret void
apart:
  call void @copy_tile(ptr %to, i64 0, ptr %from, i64 0, i64 1, i64 %size, i64 %stride, i64 %item)
  ret void
outer:
  %inner = udiv i64 %bytes, %size
  %is.across = icmp eq i64 %dim, %across
  br i1 %is.across, label %skip, label %loop
skip:
  call void @copy_from(ptr %move, i64 %behind, ptr %to, ptr %from, i64 %inner, i64 %across, i64 %inner)
  ret void
loop:
  %number = phi i64 [ 0, %outer ], [ %next, %copy ]
  %part.to = phi ptr [ %to, %outer ], [ %to.next, %copy ]
  %part.from = phi ptr [ %from, %outer ], [ %from.next, %copy ]
  %end = icmp eq i64 %number, %size
  br i1 %end, label %done, label %copy
copy:
  call void @copy_from(ptr %move, i64 %behind, ptr %part.to, ptr %part.from, i64 %inner, i64 %across, i64 %across.to)
  %next = add i64 %number, 1
  %to.next = getelementptr i8, ptr %part.to, i64 %inner
  %from.next = getelementptr i8, ptr %part.from, i64 %stride
  br label %loop
done:
  ret void
}

; Copy an array as a move says.
define internal void @run_move(ptr %move) {
entry:
  %to.word = call i64 @word_of(ptr %move, i64 0)
  %to = inttoptr i64 %to.word to ptr
  %from.word = call i64 @word_of(ptr %move, i64 1)
  %from = inttoptr i64 %from.word to ptr
  %item = call i64 @word_of(ptr %move, i64 2)
  %rank = call i64 @word_of(ptr %move, i64 3)
  %is.single = icmp eq i64 %rank, 0
  br i1 %is.single, label %single, label %measure
single:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %item, i1 false)
  ret void
measure:
  %dim = phi i64 [ 0, %entry ], [ %dim.next, %measure ]
  %bytes = phi i64 [ %item, %entry ], [ %bytes.next, %measure ]
  %dimension = call ptr @dimension_of(ptr %move, i64 %dim)
  %size = call i64 @word_of(ptr %dimension, i64 0)
  %bytes.next = mul i64 %bytes, %size
  %dim.next = add i64 %dim, 1
  %end = icmp eq i64 %dim.next, %rank
  br i1 %end, label %copy, label %measure
copy:
  %across = call i64 @dimension_across(ptr %move, i64 %rank, i64 %item)
  call void @copy_from(ptr %move, i64 0, ptr %to, ptr %from, i64 %bytes.next, i64 %across, i64 0)
  ret void
}
