; Lists of numbers as inputs of kernels, which take them as arrays of one dimension: the numbers are
; copied to memory that the call gives back.

@list_type = global ptr null           ; list

; Put the number that an object is into memory; false for an object of another type than the kind of
; the input says, and for an int of more than 64 bits.
define internal i1 @put_number(i64 %kind, ptr %object, ptr %memory, i64 %place) {
entry:
  %overflow = alloca i32
  %type = call ptr @type_of(ptr %object)
  switch i64 %kind, label %no [
    i64 5, label %int
    i64 6, label %float
    i64 7, label %bool
  ]
int:
  %int_type = load ptr, ptr @int_type
  %is.int = icmp eq ptr %type, %int_type
  br i1 %is.int, label %int.read, label %no
int.read:
  %int.word = call i64 @PyLong_AsLongLongAndOverflow(ptr %object, ptr %overflow)
  %overflowed = load i32, ptr %overflow
  %is.wide = icmp ne i32 %overflowed, 0
  br i1 %is.wide, label %no, label %put
float:
  %float_type = load ptr, ptr @float_type
  %is.float = icmp eq ptr %type, %float_type
  br i1 %is.float, label %float.read, label %no
float.read:
  %float.at = getelementptr i8, ptr %object, i64 16
  %float.word = load i64, ptr %float.at
  br label %put
put:
  %number.word = phi i64 [ %int.word, %int.read ], [ %float.word, %float.read ]
  %number.at = getelementptr i64, ptr %memory, i64 %place
  store i64 %number.word, ptr %number.at
  ret i1 true
bool:
  %true = load ptr, ptr @true
  %false = load ptr, ptr @false
  %is.true = icmp eq ptr %object, %true
  %is.false = icmp eq ptr %object, %false
  %is.bool = or i1 %is.true, %is.false
  %byte = zext i1 %is.true to i8
  %byte.at = getelementptr i8, ptr %memory, i64 %place
  br i1 %is.bool, label %byte.put, label %no
byte.put:
  store i8 %byte, ptr %byte.at
  ret i1 true
no:
  ret i1 false
}

; Return new memory with the numbers of a list that has the length and the type in the table; or null.
; Adds its length to work.
define internal ptr @take_list(ptr %input, ptr %object, ptr %symbols, ptr %work) {
entry:
  %list_type = load ptr, ptr @list_type
  %type = call ptr @type_of(ptr %object)
  %is.list = icmp eq ptr %type, %list_type
  br i1 %is.list, label %measure, label %refuse
measure:
  %size.at = getelementptr i8, ptr %object, i64 16
  %size = load i64, ptr %size.at
  %wanted = call i64 @word_of(ptr %input, i64 3)
  %fitting = call i1 @fits(i64 %size, i64 %wanted, ptr %symbols)
  br i1 %fitting, label %reserve, label %refuse
reserve:
  %item = call i64 @item_of(ptr %input)
  %bytes = mul i64 %size, %item
  %lines = call i64 @in_lines(i64 %bytes)
  %take = load ptr, ptr @take_memory
  %memory = call ptr %take(i64 64, i64 %lines)
  %no.memory = icmp eq ptr %memory, null
  br i1 %no.memory, label %refuse, label %begin
begin:
  %kind = load i64, ptr %input
  %value.kind = and i64 %kind, 7
  %objects.at = getelementptr i8, ptr %object, i64 24
  %objects = load ptr, ptr %objects.at
  br label %loop
loop:
  %place = phi i64 [ 0, %begin ], [ %next, %put ]
  %end = icmp eq i64 %place, %size
  br i1 %end, label %accept, label %put
put:
  %number.at = getelementptr ptr, ptr %objects, i64 %place
  %number = load ptr, ptr %number.at
  %is.put = call i1 @put_number(i64 %value.kind, ptr %number, ptr %memory, i64 %place)
  %next = add i64 %place, 1
  br i1 %is.put, label %loop, label %drop
drop:
  call void @drop_block(ptr %memory)
  br label %refuse
accept:
  call void @add_work(ptr %work, i64 %size)
  ret ptr %memory
refuse:
  ret ptr null
}
