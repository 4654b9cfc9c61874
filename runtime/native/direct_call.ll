; Calls of functions, methods and modules from Python: `tp_call` of their types, which calls a kernel
; of a callable, or its `__call__` in Python. It stands behind `call_kernel.ll`.
;
; The slot `_direct` of a callable is null, None, or a tuple: an object for Python, the engine that the
; kernels belong to, and a tuple for each kernel, of which the first one that fits is called: its
; table, the graph to remember, and the sources of the kernel's inputs, as bytes of words:
;
;   least, most, is single, mode, arguments, default..., fixed, argument, value, ..., results,
;   result..., source..., constants, constant...
;
;   least, most: the numbers of arguments that a call may give
;   mode: 1 or 0 if gradients must be enabled or disabled, else -1
;   default: the value of an argument that is not given; `arguments` is the number of all
;   argument, value: the number of one that must be this object, such as None; `fixed` is their number
;   result: n >= 0 for the kernel's result that the callable returns in this place, -1 - n for the
;           kernel's input n, the least integer for None, 2^32 + n for the object in the earlier
;           place n; `results` is their number
;   source: n >= 0 for an argument, or -1 - k, an object, and the k names of attributes to follow; the
;           last one may be the number of a list's element, or the gradient flag of a tensor
;   constant: an object, and the source that must lead to it, null for a source that leads nowhere;
;             `constants` is their number
;
; A single result is returned as it is, several ones as a tuple.

@object_type = global ptr null         ; Object
@slots_offset = global i64 0           ; of the slot of Object
@direct_offset = global i64 0          ; of the slot of callables
@engine_offset = global i64 0          ; of the slot of the selection of an engine
@selection = global ptr null           ; of the engine
@recorder = global ptr null            ; variables of the context: the active trace and budget
@budget = global ptr null
@grad_mode = global ptr null           ; another one: whether gradients are enabled
@last = global ptr null                ; a local of the thread
@call_name = global ptr null           ; the str "call": its attribute, the record of the last call
@graph_offset = global i64 0           ; of the slot of the record
@call_function_fallback = global ptr null  ; `__call__` of functions and methods, in Python
@call_module_fallback = global ptr null    ; `__call__` of modules
@tensor_numpy_fallback = global ptr null   ; `Tensor.numpy`

declare ptr @PyDict_GetItem(ptr, ptr)
declare i32 @PyContextVar_Get(ptr, ptr, ptr)
declare ptr @PyContextVar_Set(ptr, ptr)
declare ptr @PyObject_GetAttr(ptr, ptr)
declare ptr @PyObject_Call(ptr, ptr, ptr)
declare ptr @PyMethod_New(ptr, ptr)
declare i64 @PyDict_Size(ptr)
declare ptr @PyThreadState_Get()
declare i64 @PyThreadState_GetID(ptr)

@known_thread = internal global i64 -1 ; the thread whose record is known
@known_record = internal global ptr null

; Whether a variable of the context is None, its default. The context is given that value, since
; CPython remembers where a value was found, and searches for a default each time.
define internal i1 @is_unset(ptr %variable.of) {
entry:
  %value.at = alloca ptr
  %variable = load ptr, ptr %variable.of
  %none = load ptr, ptr @none
  %false = load ptr, ptr @false                  ; which no variable is
  %status = call i32 @PyContextVar_Get(ptr %variable, ptr %false, ptr %value.at)
  %failed = icmp slt i32 %status, 0
  br i1 %failed, label %fail, label %found
found:
  %value = load ptr, ptr %value.at
  call void @Py_DecRef(ptr %value)               ; the context keeps it
  %is.none = icmp eq ptr %value, %none
  %is.default = icmp eq ptr %value, %false
  br i1 %is.default, label %set, label %done
set:
  %token = call ptr @PyContextVar_Set(ptr %variable, ptr %none)
  %not.set = icmp eq ptr %token, null
  br i1 %not.set, label %fail, label %release
release:
  call void @Py_DecRef(ptr %token)
  br label %done
fail:                                            ; the function in Python raises it again
  call void @PyErr_Clear()
  br label %done
done:
  %unset = phi i1 [ %is.none, %found ], [ true, %release ], [ false, %fail ]
  ret i1 %unset
}

; Whether the gradient mode is the one that a plan relies on, if it relies on one.
define internal i1 @is_in_mode(i64 %mode) {
entry:
  %value.at = alloca ptr
  %any = icmp slt i64 %mode, 0
  br i1 %any, label %yes, label %read
read:
  %variable = load ptr, ptr @grad_mode
  %status = call i32 @PyContextVar_Get(ptr %variable, ptr null, ptr %value.at)
  %failed = icmp slt i32 %status, 0
  br i1 %failed, label %fail, label %compare
compare:
  %value = load ptr, ptr %value.at
  call void @Py_DecRef(ptr %value)               ; the context keeps it
  %true = load ptr, ptr @true
  %is.enabled = icmp eq ptr %value, %true
  %expected = icmp ne i64 %mode, 0
  %same = icmp eq i1 %is.enabled, %expected
  ret i1 %same
fail:                                            ; the function in Python raises it again
  call void @PyErr_Clear()
  ret i1 false
yes:
  ret i1 true
}

; Whether the engine of direct calls is active, nothing is traced, and no budget counts.
define internal i1 @is_allowed(ptr %directs) {
entry:
  %engine = call ptr @item(ptr %directs, i64 1)
  %selection = load ptr, ptr @selection
  %active = call ptr @slot_of(ptr %selection, ptr @engine_offset)
  %is.active = icmp eq ptr %engine, %active
  br i1 %is.active, label %context, label %no
context:
  %no.recorder = call i1 @is_unset(ptr @recorder)
  %no.budget = call i1 @is_unset(ptr @budget)
  %free = and i1 %no.recorder, %no.budget
  ret i1 %free
no:
  ret i1 false
}

; Follow names through the slots of objects, a number into a list, and any name to the gradient flag
; of a tensor; return the value, or null.
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
  %name.at = getelementptr ptr, ptr %names, i64 %number
  %name = load ptr, ptr %name.at
  %type = call ptr @type_of(ptr %value)
  %is.object = icmp eq ptr %type, %object_type
  br i1 %is.object, label %look, label %other
look:
  %slots = call ptr @slot_of(ptr %value, ptr @slots_offset)
  %attribute = call ptr @PyDict_GetItem(ptr %slots, ptr %name)
  br label %step
other:
  %list_type = load ptr, ptr @list_type
  %is.list = icmp eq ptr %type, %list_type
  br i1 %is.list, label %list, label %tensor
list:
  %index = ptrtoint ptr %name to i64
  %size.at = getelementptr i8, ptr %value, i64 16
  %size = load i64, ptr %size.at
  %is.inside = icmp ult i64 %index, %size
  br i1 %is.inside, label %element, label %missing
element:
  %items.at = getelementptr i8, ptr %value, i64 24
  %items = load ptr, ptr %items.at
  %element.at = getelementptr ptr, ptr %items, i64 %index
  %item = load ptr, ptr %element.at
  br label %step
tensor:
  %tensor_type = load ptr, ptr @tensor_type
  %parameter_type = load ptr, ptr @parameter_type
  %is.plain = icmp eq ptr %type, %tensor_type
  %is.parameter = icmp eq ptr %type, %parameter_type
  %is.tensor = or i1 %is.plain, %is.parameter
  br i1 %is.tensor, label %flag, label %missing
flag:
  %gradient = call ptr @slot_of(ptr %value, ptr @requires_grad_offset)
  br label %step
step:
  %found = phi ptr [ %attribute, %look ], [ %item, %element ], [ %gradient, %flag ]
  %next = add i64 %number, 1
  %is.missing = icmp eq ptr %found, null
  br i1 %is.missing, label %missing, label %loop
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

; Where the sources of a direct call have the number of fixed arguments.
define internal ptr @fixed_in(ptr %sources) {
  %arguments.in = getelementptr i64, ptr %sources, i64 4
  %arguments = load i64, ptr %arguments.in
  %defaults = getelementptr i64, ptr %sources, i64 5
  %fixed = getelementptr i64, ptr %defaults, i64 %arguments
  ret ptr %fixed
}

; Where the sources of a direct call have the number of results.
define internal ptr @results_in(ptr %sources) {
  %fixed = call ptr @fixed_in(ptr %sources)
  %count = load i64, ptr %fixed
  %behind = getelementptr i64, ptr %fixed, i64 1
  %results = getelementptr { i64, ptr }, ptr %behind, i64 %count
  ret ptr %results
}

; An argument of a call by its number, or its default value.
define internal ptr @argument(ptr %tuple, ptr %defaults, i64 %number) {
entry:
  %count.at = getelementptr i8, ptr %tuple, i64 16
  %count = load i64, ptr %count.at
  %is.given = icmp slt i64 %number, %count
  br i1 %is.given, label %given, label %default
given:
  %argument = call ptr @item(ptr %tuple, i64 %number)
  ret ptr %argument
default:
  %default.at = getelementptr ptr, ptr %defaults, i64 %number
  %value = load ptr, ptr %default.at
  ret ptr %value
}

; Whether arguments are certain objects: their numbers and these, after the number of them.
define internal i1 @are_fixed(ptr %tuple, ptr %defaults, ptr %words) {
entry:
  %count = load i64, ptr %words
  %pairs = getelementptr i64, ptr %words, i64 1
  br label %loop
loop:
  %place = phi i64 [ 0, %entry ], [ %next, %check ]
  %end = icmp eq i64 %place, %count
  br i1 %end, label %done, label %check
check:
  %number.at = getelementptr { i64, ptr }, ptr %pairs, i64 %place
  %number = load i64, ptr %number.at
  %expected.at = getelementptr { i64, ptr }, ptr %pairs, i64 %place, i32 1
  %expected = load ptr, ptr %expected.at
  %value = call ptr @argument(ptr %tuple, ptr %defaults, i64 %number)
  %next = add i64 %place, 1
  %same = icmp eq ptr %value, %expected
  br i1 %same, label %loop, label %done
done:
  %all = phi i1 [ true, %loop ], [ false, %check ]
  ret i1 %all
}

; Run the kernel of a direct call on the arguments of its callable, a tuple, as @run_kernel. Put its
; inputs into an array, with references of those that are returned.
define internal ptr @run_direct(ptr %direct, ptr %tuple, ptr %values, ptr %results) {
entry:
  %count.at = getelementptr i8, ptr %tuple, i64 16
  %count = load i64, ptr %count.at
  %bytes = call ptr @item(ptr %direct, i64 0)
  %table = call ptr @table_of(ptr %bytes)
  %inputs.in = getelementptr i64, ptr %table, i64 1
  %inputs = load i64, ptr %inputs.in
  %sources.bytes = call ptr @item(ptr %direct, i64 2)
  %sources = call ptr @table_of(ptr %sources.bytes)
  %least = load i64, ptr %sources
  %most.in = getelementptr i64, ptr %sources, i64 1
  %most = load i64, ptr %most.in
  %mode.in = getelementptr i64, ptr %sources, i64 3
  %mode = load i64, ptr %mode.in
  %defaults = getelementptr i64, ptr %sources, i64 5
  %results.in = call ptr @results_in(ptr %sources)
  %results.count = load i64, ptr %results.in
  %first.result = getelementptr i64, ptr %results.in, i64 1
  %first.source = getelementptr i64, ptr %first.result, i64 %results.count
  %enough = icmp sge i64 %count, %least
  %few = icmp sle i64 %count, %most
  %right.count = and i1 %enough, %few
  br i1 %right.count, label %check, label %refuse
check:
  %fixed = call ptr @fixed_in(ptr %sources)
  %are.fixed = call i1 @are_fixed(ptr %tuple, ptr %defaults, ptr %fixed)
  %right.mode = call i1 @is_in_mode(i64 %mode)
  %right = and i1 %are.fixed, %right.mode
  br i1 %right, label %loop, label %refuse
loop:
  %number = phi i64 [ 0, %check ], [ %next, %store ]
  %source = phi ptr [ %first.source, %check ], [ %source.next, %store ]
  %end = icmp eq i64 %number, %inputs
  br i1 %end, label %verify, label %read
read:
  %word = load i64, ptr %source
  %rest = getelementptr i64, ptr %source, i64 1
  %is.argument = icmp sge i64 %word, 0
  br i1 %is.argument, label %argument, label %attribute
argument:
  %arg = call ptr @argument(ptr %tuple, ptr %defaults, i64 %word)
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
  call void @for_each_returned(ptr %sources, ptr %values, ptr @Py_IncRef)
  %found.results = call ptr @run_kernel(ptr %table, ptr %values, ptr %results)
  %is.refused = icmp eq ptr %found.results, @refused
  br i1 %is.refused, label %forget, label %done
forget:
  call void @for_each_returned(ptr %sources, ptr %values, ptr @Py_DecRef)
  br label %refuse
done:
  ret ptr %found.results
refuse:
  ret ptr @refused
}

; Return the record of this thread's last call, null with an exception set. Finding it takes several
; look-ups, so that of the thread that called last is kept.
define internal ptr @record_of_thread() {
entry:
  %state = call ptr @PyThreadState_Get()
  %thread = call i64 @PyThreadState_GetID(ptr %state)
  %known = load i64, ptr @known_thread
  %record = load ptr, ptr @known_record
  %is.known = icmp eq i64 %thread, %known
  br i1 %is.known, label %done, label %find
find:
  %last = load ptr, ptr @last
  %name = load ptr, ptr @call_name
  %found = call ptr @PyObject_GetAttr(ptr %last, ptr %name)
  %failed = icmp eq ptr %found, null
  br i1 %failed, label %done, label %keep
keep:                                            ; looking may have let another thread go on
  %old = load ptr, ptr @known_record
  store i64 %thread, ptr @known_thread
  store ptr %found, ptr @known_record
  call void @release(ptr %old)
  br label %done
done:
  %returned = phi ptr [ %record, %entry ], [ null, %find ], [ %found, %keep ]
  ret ptr %returned
}

define internal void @release(ptr %object) {
entry:
  %absent = icmp eq ptr %object, null
  br i1 %absent, label %done, label %drop
drop:
  call void @Py_DecRef(ptr %object)
  br label %done
done:
  ret void
}

; Remember the graph of a direct call; false with an exception set.
define internal i1 @remember(ptr %direct) {
entry:
  %graph = call ptr @item(ptr %direct, i64 1)
  %record = call ptr @record_of_thread()
  %failed = icmp eq ptr %record, null
  br i1 %failed, label %done, label %compare
compare:
  %old = call ptr @slot_of(ptr %record, ptr @graph_offset)
  %same = icmp eq ptr %old, %graph
  br i1 %same, label %done, label %replace
replace:
  call void @Py_IncRef(ptr %graph)
  call void @set_slot(ptr %record, ptr @graph_offset, ptr %graph)
  call void @release(ptr %old)
  br label %done
done:
  %succeeded = xor i1 %failed, true
  ret i1 %succeeded
}

; Return the results of a kernel for the arguments of its callable, null with an exception set, or
; @refused if it does not fit.
define internal ptr @attempt(ptr %direct, ptr %args) {
entry:
  %bytes = call ptr @item(ptr %direct, i64 0)
  %table = call ptr @table_of(ptr %bytes)
  %outputs.in = getelementptr i64, ptr %table, i64 2
  %outputs = load i64, ptr %outputs.in
  %results = alloca ptr, i64 %outputs
  %inputs.in = getelementptr i64, ptr %table, i64 1
  %inputs = load i64, ptr %inputs.in
  %values = alloca ptr, i64 %inputs
  %found = call ptr @run_direct(ptr %direct, ptr %args, ptr %values, ptr %results)
  %is.refused = icmp eq ptr %found, @refused
  br i1 %is.refused, label %refuse, label %note
refuse:
  ret ptr @refused
note:
  %noted = call i1 @remember(ptr %direct)
  br i1 %noted, label %give, label %drop
drop:
  call void @for_each(ptr %results, i64 %outputs, ptr @Py_DecRef)
  %sources.bytes = call ptr @item(ptr %direct, i64 2)
  %sources = call ptr @table_of(ptr %sources.bytes)
  call void @for_each_returned(ptr %sources, ptr %values, ptr @Py_DecRef)
  ret ptr null
give:
  %packed = call ptr @pack(ptr %direct, ptr %results, ptr %values)
  ret ptr %packed
}

; Call a callable with a tuple and a dict, which may be null, by one of its kernels or by the function
; in Python.
define internal ptr @call(ptr %self, ptr %args, ptr %named, ptr %fallback.of) {
entry:
  %directs = call ptr @slot_of(ptr %self, ptr @direct_offset)
  %none = load ptr, ptr @none
  %is.set = icmp ne ptr %directs, null
  %is.some = icmp ne ptr %directs, %none
  %is.tuple = and i1 %is.set, %is.some
  %no.names = call i1 @is_empty(ptr %named)
  %is.simple = and i1 %is.tuple, %no.names
  br i1 %is.simple, label %check, label %fallback
check:
  %allowed = call i1 @is_allowed(ptr %directs)
  br i1 %allowed, label %run, label %fallback
run:                                             ; another thread may set the slot meanwhile
  call void @Py_IncRef(ptr %directs)
  %count.at = getelementptr i8, ptr %directs, i64 16
  %count = load i64, ptr %count.at
  br label %loop
loop:
  %number = phi i64 [ 2, %run ], [ %next, %try ]
  %end = icmp eq i64 %number, %count
  br i1 %end, label %refuse, label %try
try:
  %direct = call ptr @item(ptr %directs, i64 %number)
  %returned = call ptr @attempt(ptr %direct, ptr %args)
  %next = add i64 %number, 1
  %is.refused = icmp eq ptr %returned, @refused
  br i1 %is.refused, label %loop, label %done
done:
  call void @Py_DecRef(ptr %directs)
  ret ptr %returned
refuse:
  call void @Py_DecRef(ptr %directs)
  br label %fallback
fallback:
  %function = load ptr, ptr %fallback.of
  %handled = call ptr @call_method(ptr %function, ptr %self, ptr %args, ptr %named)
  ret ptr %handled
}

define internal i1 @is_empty(ptr %dict) {
entry:
  %absent = icmp eq ptr %dict, null
  br i1 %absent, label %yes, label %count
count:
  %size = call i64 @PyDict_Size(ptr %dict)
  %empty = icmp eq i64 %size, 0
  ret i1 %empty
yes:
  ret i1 true
}

; Call a function with an object before the arguments.
define internal ptr @call_method(ptr %function, ptr %self, ptr %args, ptr %named) {
entry:
  %method = call ptr @PyMethod_New(ptr %function, ptr %self)
  %failed = icmp eq ptr %method, null
  br i1 %failed, label %done, label %run
run:
  %result = call ptr @PyObject_Call(ptr %method, ptr %args, ptr %named)
  call void @Py_DecRef(ptr %method)
  br label %done
done:
  %returned = phi ptr [ null, %entry ], [ %result, %run ]
  ret ptr %returned
}

define ptr @call_function(ptr %self, ptr %args, ptr %named) {
  %result = call ptr @call(ptr %self, ptr %args, ptr %named, ptr @call_function_fallback)
  ret ptr %result
}

define ptr @call_module(ptr %self, ptr %args, ptr %named) {
  %result = call ptr @call(ptr %self, ptr %args, ptr %named, ptr @call_module_fallback)
  ret ptr %result
}

; `Tensor.numpy`, without arguments: the array, unless a trace records. Python raises its error.
define ptr @tensor_numpy(ptr %self, ptr %nothing) {
entry:
  %array = call ptr @slot_of(ptr %self, ptr @array_offset)
  %exists = icmp ne ptr %array, null
  %no.recorder = call i1 @is_unset(ptr @recorder)
  %is.free = and i1 %exists, %no.recorder
  br i1 %is.free, label %give, label %fallback
give:
  call void @Py_IncRef(ptr %array)
  ret ptr %array
fallback:
  %function = load ptr, ptr @tensor_numpy_fallback
  %self.at = alloca ptr
  store ptr %self, ptr %self.at
  %handled = call ptr @PyObject_Vectorcall(ptr %function, ptr %self.at, i64 1, ptr null)
  ret ptr %handled
}
