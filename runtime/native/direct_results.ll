; The values that direct calls return: results of the kernel, its inputs, and None. `direct_call.ll`
; describes the words that say which.

; Return the object for the word of a result: a result of the kernel, an input, an array as a tensor,
; None, one of the objects before it, or the input that a number among the results says, instead of a
; result. Takes the references of the results and of the input that a word names. Null with an
; exception set.
define internal ptr @returned_object(i64 %word, ptr %results, ptr %values, ptr %objects) {
entry:
  %is.none = icmp eq i64 %word, -9223372036854775808
  %is.result = icmp sge i64 %word, 0
  br i1 %is.result, label %positive, label %other
positive:
  %is.chosen = icmp sge i64 %word, 1099511627776
  br i1 %is.chosen, label %chosen, label %fixed
chosen:
  %shifted = lshr i64 %word, 20
  %chooser = and i64 %shifted, 1048575
  %choice.at = getelementptr ptr, ptr %results, i64 %chooser
  %choice = load ptr, ptr %choice.at
  %index = call i64 @PyLong_AsLongLong(ptr %choice)
  call void @Py_DecRef(ptr %choice)
  %new = and i64 %word, 1048575
  %new.at = getelementptr ptr, ptr %results, i64 %new
  %new.object = load ptr, ptr %new.at
  %is.new = icmp slt i64 %index, 0
  br i1 %is.new, label %keep, label %replace
keep:
  ret ptr %new.object
replace:
  call void @Py_DecRef(ptr %new.object)
  %argument.at = getelementptr ptr, ptr %values, i64 %index
  %argument = load ptr, ptr %argument.at
  call void @Py_IncRef(ptr %argument)
  br label %give
fixed:
  %is.earlier = icmp sge i64 %word, 4294967296
  br i1 %is.earlier, label %earlier, label %made
earlier:
  %place = sub i64 %word, 4294967296
  %object.at = getelementptr ptr, ptr %objects, i64 %place
  %object = load ptr, ptr %object.at
  call void @Py_IncRef(ptr %object)
  ret ptr %object
made:
  %result.at = getelementptr ptr, ptr %results, i64 %word
  %result = load ptr, ptr %result.at
  ret ptr %result
other:
  br i1 %is.none, label %nothing, label %input
nothing:
  %none = load ptr, ptr @none
  call void @Py_IncRef(ptr %none)
  ret ptr %none
input:
  %number = sub i64 -1, %word
  %value.at = getelementptr ptr, ptr %values, i64 %number
  %input.value = load ptr, ptr %value.at
  br label %give
give:
  %value = phi ptr [ %input.value, %input ], [ %argument, %replace ]
  %type = call ptr @type_of(ptr %value)
  %array_type = load ptr, ptr @array_type
  %is.array = icmp eq ptr %type, %array_type
  br i1 %is.array, label %array, label %done
array:
  %tensor = call ptr @wrap(ptr %value)
  ret ptr %tensor
done:
  ret ptr %value
}

; Call Py_IncRef or Py_DecRef on each input that a direct call returns: another thread may replace
; attributes during a long run.
define internal void @for_each_returned(ptr %sources, ptr %values, ptr %function) {
entry:
  %count.at = call ptr @results_in(ptr %sources)
  %count = load i64, ptr %count.at
  br label %loop
loop:
  %place = phi i64 [ 0, %entry ], [ %next, %step ]
  %end = icmp eq i64 %place, %count
  %next = add i64 %place, 1
  br i1 %end, label %done, label %look
look:
  %word.at = getelementptr i64, ptr %count.at, i64 %next
  %word = load i64, ptr %word.at
  %number = sub i64 -1, %word
  %is.none = icmp eq i64 %number, 9223372036854775807
  %is.result = icmp slt i64 %number, 0
  %is.other = or i1 %is.none, %is.result
  br i1 %is.other, label %step, label %call
call:
  %value.at = getelementptr ptr, ptr %values, i64 %number
  %value = load ptr, ptr %value.at
  call void %function(ptr %value)
  br label %step
step:
  br label %loop
done:
  ret void
}

; Return what Python gets: the single result, or a new tuple; null with an exception set. Takes the
; references of the kernel's results, and of the inputs that are returned.
define internal ptr @pack(ptr %direct, ptr %results, ptr %values) {
entry:
  %bytes = call ptr @item(ptr %direct, i64 2)
  %sources = call ptr @table_of(ptr %bytes)
  %flag.at = getelementptr i64, ptr %sources, i64 2
  %flag = load i64, ptr %flag.at
  %count.at = call ptr @results_in(ptr %sources)
  %count = load i64, ptr %count.at
  %words = getelementptr i64, ptr %count.at, i64 1
  %objects = alloca ptr, i64 %count
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %put ]
  %failed = phi i1 [ false, %entry ], [ %failed.next, %put ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %give, label %put
put:
  %word.at = getelementptr i64, ptr %words, i64 %number
  %word = load i64, ptr %word.at
  %object = call ptr @returned_object(i64 %word, ptr %results, ptr %values, ptr %objects)
  %place = getelementptr ptr, ptr %objects, i64 %number
  store ptr %object, ptr %place
  %is.missing = icmp eq ptr %object, null
  %failed.next = or i1 %failed, %is.missing
  %next = add i64 %number, 1
  br label %loop
give:
  br i1 %failed, label %drop, label %choose
drop:
  call void @for_each(ptr %objects, i64 %count, ptr @Py_DecRef)
  ret ptr null
choose:
  %is.single = icmp ne i64 %flag, 0
  br i1 %is.single, label %single, label %several
single:
  %only = load ptr, ptr %objects
  ret ptr %only
several:
  %tuple = call ptr @new_tuple(ptr %objects, i64 %count)
  ret ptr %tuple
}
