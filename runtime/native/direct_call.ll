; Calls of functions, methods and modules from Python: methods (METH_FASTCALL | METH_KEYWORDS) that
; call the kernel of a callable, or its `__call__` in Python. It stands behind `call_kernel.ll`.
;
; The slot `_direct` of a callable is null, None, or a tuple: the table of a kernel, the engine that
; it belongs to, the graph to remember, and the sources of the kernel's inputs, as bytes of words:
;
;   arguments, is single, result..., source..., constants, constant...
;
;   result: the number of the kernel's result that the callable returns in this place
;   source: n >= 0 for an argument, or -1 - k, an object, and the k names of attributes to follow
;   constant: an object, and the source that must lead to it; `constants` is their number
;
; A single result is returned as it is, several ones as a tuple.

@object_type = global ptr null         ; Object
@slots_offset = global i64 0           ; of the slot of Object
@direct_offset = global i64 0          ; of the slot of callables
@engine_offset = global i64 0          ; of the slot of the selection of an engine
@selection = global ptr null           ; of the engine
@recorder = global ptr null            ; variables of the context: the active trace and budget
@budget = global ptr null
@last = global ptr null                ; a local of the thread, with an attribute `graph`
@graph_name = global ptr null          ; the str "graph"
@call_function_fallback = global ptr null  ; `__call__` of functions and methods, in Python
@call_module_fallback = global ptr null    ; `__call__` of modules

declare ptr @PyDict_GetItem(ptr, ptr)
declare i32 @PyContextVar_Get(ptr, ptr, ptr)
declare i32 @PyObject_SetAttr(ptr, ptr, ptr)

; Return the value of a variable of the context, without a reference: the context keeps it. Null with
; an exception set.
define internal ptr @context_value(ptr %variable.of) {
entry:
  %value.at = alloca ptr
  %variable = load ptr, ptr %variable.of
  %status = call i32 @PyContextVar_Get(ptr %variable, ptr null, ptr %value.at)
  %failed = icmp slt i32 %status, 0
  br i1 %failed, label %fail, label %found
found:
  %value = load ptr, ptr %value.at
  call void @Py_DecRef(ptr %value)
  ret ptr %value
fail:
  ret ptr null
}

; Whether the engine of a direct call is active, nothing is traced, and no budget counts.
define internal i1 @is_allowed(ptr %direct) {
entry:
  %engine = call ptr @item(ptr %direct, i64 1)
  %selection = load ptr, ptr @selection
  %active = call ptr @slot_of(ptr %selection, ptr @engine_offset)
  %is.active = icmp eq ptr %engine, %active
  br i1 %is.active, label %context, label %no
context:
  %none = load ptr, ptr @none
  %recorder = call ptr @context_value(ptr @recorder)
  %budget = call ptr @context_value(ptr @budget)
  %no.recorder = icmp eq ptr %recorder, %none
  %no.budget = icmp eq ptr %budget, %none
  %free = and i1 %no.recorder, %no.budget
  ret i1 %free
no:
  ret i1 false
}

; Follow names through the slots of objects; return the value, or null.
define internal ptr @follow(ptr %object, ptr %names, i64 %count) {
entry:
  %object_type = load ptr, ptr @object_type
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %step ]
  %value = phi ptr [ %object, %entry ], [ %found, %step ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %check
check:
  %type = call ptr @type_of(ptr %value)
  %is.object = icmp eq ptr %type, %object_type
  br i1 %is.object, label %look, label %missing
look:
  %slots = call ptr @slot_of(ptr %value, ptr @slots_offset)
  %name.at = getelementptr ptr, ptr %names, i64 %number
  %name = load ptr, ptr %name.at
  %found = call ptr @PyDict_GetItem(ptr %slots, ptr %name)
  %is.missing = icmp eq ptr %found, null
  br i1 %is.missing, label %missing, label %step
step:
  %next = add i64 %number, 1
  br label %loop
done:
  ret ptr %value
missing:
  ret ptr null
}

; Whether attributes are the objects that a plan took as constants: their number, and the words of
; each.
define internal i1 @are_constant(ptr %words) {
entry:
  %count = load i64, ptr %words
  %first = getelementptr i64, ptr %words, i64 1
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %check ]
  %constant = phi ptr [ %first, %entry ], [ %constant.next, %check ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %done, label %check
check:
  %expected = load ptr, ptr %constant
  %source = getelementptr i64, ptr %constant, i64 1
  %word = load i64, ptr %source
  %names.count = sub i64 -1, %word
  %object.at = getelementptr i64, ptr %constant, i64 2
  %object = load ptr, ptr %object.at
  %names = getelementptr i64, ptr %constant, i64 3
  %found = call ptr @follow(ptr %object, ptr %names, i64 %names.count)
  %constant.next = getelementptr ptr, ptr %names, i64 %names.count
  %next = add i64 %number, 1
  %same = icmp eq ptr %found, %expected
  br i1 %same, label %loop, label %done
done:
  %all = phi i1 [ true, %loop ], [ false, %check ]
  ret i1 %all
}

; Run the kernel of a direct call on the arguments of its callable, as @run_kernel.
define internal ptr @run_direct(ptr %direct, ptr %args, i64 %count) {
entry:
  %bytes = call ptr @item(ptr %direct, i64 0)
  %table = call ptr @table_of(ptr %bytes)
  %inputs.in = getelementptr i64, ptr %table, i64 1
  %inputs = load i64, ptr %inputs.in
  %values = alloca ptr, i64 %inputs
  %sources.bytes = call ptr @item(ptr %direct, i64 3)
  %sources = call ptr @table_of(ptr %sources.bytes)
  %arguments = load i64, ptr %sources
  %outputs.in = getelementptr i64, ptr %table, i64 2
  %outputs = load i64, ptr %outputs.in
  %results.in = getelementptr i64, ptr %sources, i64 2
  %first.source = getelementptr i64, ptr %results.in, i64 %outputs
  %right.count = icmp eq i64 %count, %arguments
  br i1 %right.count, label %loop, label %refuse
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %store ]
  %source = phi ptr [ %first.source, %entry ], [ %source.next, %store ]
  %end = icmp eq i64 %number, %inputs
  br i1 %end, label %verify, label %read
read:
  %word = load i64, ptr %source
  %rest = getelementptr i64, ptr %source, i64 1
  %is.argument = icmp sge i64 %word, 0
  br i1 %is.argument, label %argument, label %attribute
argument:
  %arg.at = getelementptr ptr, ptr %args, i64 %word
  %arg = load ptr, ptr %arg.at
  br label %store
attribute:
  %names.count = sub i64 -1, %word
  %object = load ptr, ptr %rest
  %names = getelementptr ptr, ptr %rest, i64 1
  %found = call ptr @follow(ptr %object, ptr %names, i64 %names.count)
  %after = getelementptr ptr, ptr %names, i64 %names.count
  %is.missing = icmp eq ptr %found, null
  br i1 %is.missing, label %refuse, label %store
store:
  %value = phi ptr [ %arg, %argument ], [ %found, %attribute ]
  %source.next = phi ptr [ %rest, %argument ], [ %after, %attribute ]
  %value.at = getelementptr ptr, ptr %values, i64 %number
  store ptr %value, ptr %value.at
  %next = add i64 %number, 1
  br label %loop
verify:
  %same = call i1 @are_constant(ptr %source)
  br i1 %same, label %run, label %refuse
run:
  %results = call ptr @run_kernel(ptr %table, ptr %values)
  ret ptr %results
refuse:
  ret ptr @refused
}

; Put the items of a new tuple in another order.
define internal void @reorder(ptr %tuple, ptr %order) {
entry:
  %length.at = getelementptr i8, ptr %tuple, i64 16
  %length = load i64, ptr %length.at
  %items = getelementptr i8, ptr %tuple, i64 24
  %copies = alloca ptr, i64 %length
  %bytes = mul i64 %length, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %copies, ptr %items, i64 %bytes, i1 false)
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %move ]
  %end = icmp eq i64 %number, %length
  br i1 %end, label %done, label %move
move:
  %source.at = getelementptr i64, ptr %order, i64 %number
  %source = load i64, ptr %source.at
  %copy.at = getelementptr ptr, ptr %copies, i64 %source
  %copy = load ptr, ptr %copy.at
  %item.at = getelementptr ptr, ptr %items, i64 %number
  store ptr %copy, ptr %item.at
  %next = add i64 %number, 1
  br label %loop
done:
  ret void
}

; Return what Python gets: the single result, or the tuple. Takes the reference of the results.
define internal ptr @unpack(ptr %direct, ptr %results) {
entry:
  %bytes = call ptr @item(ptr %direct, i64 3)
  %sources = call ptr @table_of(ptr %bytes)
  %flag.at = getelementptr i64, ptr %sources, i64 1
  %flag = load i64, ptr %flag.at
  %is.single = icmp ne i64 %flag, 0
  br i1 %is.single, label %single, label %several
single:
  %result = call ptr @item(ptr %results, i64 0)
  call void @Py_IncRef(ptr %result)
  call void @Py_DecRef(ptr %results)
  ret ptr %result
several:
  %order = getelementptr i64, ptr %sources, i64 2
  call void @reorder(ptr %results, ptr %order)
  ret ptr %results
}

; Call a callable by its kernel, or by the function in Python.
define internal ptr @call(ptr %self, ptr %args, i64 %count, ptr %names, ptr %fallback.of) {
entry:
  %direct = call ptr @slot_of(ptr %self, ptr @direct_offset)
  %none = load ptr, ptr @none
  %is.set = icmp ne ptr %direct, null
  %is.some = icmp ne ptr %direct, %none
  %is.tuple = and i1 %is.set, %is.some
  %no.names = icmp eq ptr %names, null
  %is.simple = and i1 %is.tuple, %no.names
  br i1 %is.simple, label %check, label %fallback
check:
  %allowed = call i1 @is_allowed(ptr %direct)
  br i1 %allowed, label %run, label %fallback
run:                                             ; another thread may set the slot meanwhile
  call void @Py_IncRef(ptr %direct)
  %results = call ptr @run_direct(ptr %direct, ptr %args, i64 %count)
  %is.refused = icmp eq ptr %results, @refused
  br i1 %is.refused, label %refuse, label %ran
refuse:
  call void @Py_DecRef(ptr %direct)
  br label %fallback
ran:
  %failed = icmp eq ptr %results, null
  br i1 %failed, label %done, label %remember
remember:
  %last = load ptr, ptr @last
  %graph.name = load ptr, ptr @graph_name
  %graph = call ptr @item(ptr %direct, i64 2)
  %status = call i32 @PyObject_SetAttr(ptr %last, ptr %graph.name, ptr %graph)
  %forgot = icmp slt i32 %status, 0
  br i1 %forgot, label %drop, label %give
drop:
  call void @Py_DecRef(ptr %results)
  br label %done
give:
  %unpacked = call ptr @unpack(ptr %direct, ptr %results)
  br label %done
done:
  %returned = phi ptr [ null, %ran ], [ null, %drop ], [ %unpacked, %give ]
  call void @Py_DecRef(ptr %direct)
  ret ptr %returned
fallback:
  %method = load ptr, ptr %fallback.of
  %handled = call ptr @call_method(ptr %method, ptr %self, ptr %args, i64 %count, ptr %names)
  ret ptr %handled
}

; Call a function with an object, arguments, and those of the tuple of names, which may be null.
define internal ptr @call_method(ptr %function, ptr %self, ptr %args, i64 %count, ptr %names) {
entry:
  %no.names = icmp eq ptr %names, null
  br i1 %no.names, label %copy, label %named
named:
  %length.at = getelementptr i8, ptr %names, i64 16
  %length = load i64, ptr %length.at
  br label %copy
copy:
  %named.count = phi i64 [ 0, %entry ], [ %length, %named ]
  %given = add i64 %count, %named.count
  %all = add i64 %given, 1
  %stack = alloca ptr, i64 %all
  store ptr %self, ptr %stack
  %rest = getelementptr ptr, ptr %stack, i64 1
  %bytes = mul i64 %given, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %args, i64 %bytes, i1 false)
  %positional = add i64 %count, 1
  %result = call ptr @PyObject_Vectorcall(ptr %function, ptr %stack, i64 %positional, ptr %names)
  ret ptr %result
}

define ptr @call_function(ptr %self, ptr %args, i64 %count, ptr %names) {
  %result = call ptr @call(ptr %self, ptr %args, i64 %count, ptr %names, ptr @call_function_fallback)
  ret ptr %result
}

define ptr @call_module(ptr %self, ptr %args, i64 %count, ptr %names) {
  %result = call ptr @call(ptr %self, ptr %args, i64 %count, ptr %names, ptr @call_module_fallback)
  ret ptr %result
}
