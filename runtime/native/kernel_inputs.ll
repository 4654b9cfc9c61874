; The inputs of kernels: checks of tensors against the table that `call_kernel.ll` describes.

@array_type = global ptr null          ; numpy.ndarray
@parameter_type = global ptr null      ; Parameter, whose slots are those of Tensor

; Return the array of a tensor on the CPU, an array itself, or null; null for tensors that require a
; gradient, too, unless they are wanted.
define internal ptr @array_of(ptr %object, i1 %any.gradient) {
entry:
  %tensor_type = load ptr, ptr @tensor_type
  %array_type = load ptr, ptr @array_type
  %type = call ptr @type_of(ptr %object)
  %parameter_type = load ptr, ptr @parameter_type
  %is_plain = icmp eq ptr %type, %tensor_type
  %is_parameter = icmp eq ptr %type, %parameter_type
  %is_tensor = or i1 %is_plain, %is_parameter
  br i1 %is_tensor, label %tensor, label %check
tensor:
  %inner = call ptr @slot_of(ptr %object, ptr @array_offset)
  %device = call ptr @slot_of(ptr %object, ptr @device_offset)
  %requires_grad = call ptr @slot_of(ptr %object, ptr @requires_grad_offset)
  %cpu = load ptr, ptr @cpu
  %false = load ptr, ptr @false
  %has.array = icmp ne ptr %inner, null
  %on.cpu = icmp eq ptr %device, %cpu
  %is.constant = icmp eq ptr %requires_grad, %false
  %right.gradient = or i1 %is.constant, %any.gradient
  %plain = and i1 %on.cpu, %right.gradient
  %usable = and i1 %has.array, %plain
  br i1 %usable, label %check, label %other
check:
  %array = phi ptr [ %object, %entry ], [ %inner, %tensor ]
  %found = call ptr @type_of(ptr %array)
  %is_array = icmp eq ptr %found, %array_type
  br i1 %is_array, label %done, label %other
done:
  ret ptr %array
other:
  ret ptr null
}

; Whether a kernel can read an array in place.
define internal i1 @is_row_major(ptr %array) {
  %flags.at = getelementptr i8, ptr %array, i64 64
  %flags = load i32, ptr %flags.at
  %in.place = and i32 %flags, 257                ; row-major (1) and aligned (256)
  %row.major = icmp eq i32 %in.place, 257
  ret i1 %row.major
}

; Whether a kernel may write an array.
define internal i1 @is_writable(ptr %array) {
  %flags.at = getelementptr i8, ptr %array, i64 64
  %flags = load i32, ptr %flags.at
  %bit = and i32 %flags, 1024
  %writable = icmp ne i32 %bit, 0
  ret i1 %writable
}

; The size of an element of an input.
define internal i64 @item_of(ptr %input) {
  %kind = load i64, ptr %input
  %item = lshr i64 %kind, 8
  ret i64 %item
}

; Return the address behind the last element of an array with elements of a size, or with a size of 0
; that of the first one in memory.
define internal ptr @edge_of(ptr %array, i64 %item) {
entry:
  %is.first = icmp eq i64 %item, 0
  %data = call ptr @data_of(ptr %array)
  %behind = getelementptr i8, ptr %data, i64 %item
  %rank.at = getelementptr i8, ptr %array, i64 24
  %rank = load i32, ptr %rank.at
  %sizes.at = getelementptr i8, ptr %array, i64 32
  %sizes = load ptr, ptr %sizes.at
  %strides.at = getelementptr i8, ptr %array, i64 40
  %strides = load ptr, ptr %strides.at
  br label %loop
loop:
  %dim = phi i32 [ 0, %entry ], [ %dim.next, %next ]
  %edge = phi ptr [ %behind, %entry ], [ %edge.next, %next ]
  %end = icmp eq i32 %dim, %rank
  br i1 %end, label %done, label %next
next:
  %size.at = getelementptr i64, ptr %sizes, i32 %dim
  %size = load i64, ptr %size.at
  %stride.at = getelementptr i64, ptr %strides, i32 %dim
  %stride = load i64, ptr %stride.at
  %steps = sub i64 %size, 1
  %distance = mul i64 %steps, %stride
  %is.backward = icmp slt i64 %stride, 0
  %counts = icmp eq i1 %is.backward, %is.first
  %moved = select i1 %counts, i64 %distance, i64 0
  %edge.next = getelementptr i8, ptr %edge, i64 %moved
  %dim.next = add i32 %dim, 1
  br label %loop
done:
  ret ptr %edge
}

; Whether an array for an input that a kernel writes, the one of this number, overlaps the array for
; another one, or lies between elements of it. Arrays are null for numbers.
define internal i1 @overlaps(ptr %first, ptr %arrays, i64 %count, i64 %written, ptr %input) {
entry:
  %own.at = getelementptr ptr, ptr %arrays, i64 %written
  %own = load ptr, ptr %own.at
  %begin = call ptr @edge_of(ptr %own, i64 0)
  %item = call i64 @item_of(ptr %input)
  %end = call ptr @edge_of(ptr %own, i64 %item)
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %next ]
  %other = phi ptr [ %first, %entry ], [ %other.next, %next ]
  %all = icmp eq i64 %number, %count
  br i1 %all, label %apart, label %read
read:
  %array.at = getelementptr ptr, ptr %arrays, i64 %number
  %array = load ptr, ptr %array.at
  %absent = icmp eq ptr %array, null
  %same = icmp eq i64 %number, %written
  %skipped = or i1 %absent, %same
  br i1 %skipped, label %next, label %compare
compare:
  %other.begin = call ptr @edge_of(ptr %array, i64 0)
  %other.item = call i64 @item_of(ptr %other)
  %other.end = call ptr @edge_of(ptr %array, i64 %other.item)
  %starts.before = icmp ult ptr %other.begin, %end
  %ends.behind = icmp ugt ptr %other.end, %begin
  %shared = and i1 %starts.before, %ends.behind
  br i1 %shared, label %overlap, label %next
next:
  %number.next = add i64 %number, 1
  %other.next = call ptr @next_input(ptr %other)
  br label %loop
overlap:
  ret i1 true
apart:
  ret i1 false
}

; Whether an array for an input that a kernel writes overlaps another one.
define internal i1 @written_overlap(ptr %first, ptr %arrays, i64 %count) {
entry:
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %next ]
  %input = phi ptr [ %first, %entry ], [ %input.next, %next ]
  %all = icmp eq i64 %number, %count
  br i1 %all, label %apart, label %read
read:
  %kind = load i64, ptr %input
  %bit = and i64 %kind, 128
  %is.read = icmp eq i64 %bit, 0
  br i1 %is.read, label %next, label %compare
compare:
  %shared = call i1 @overlaps(ptr %first, ptr %arrays, i64 %count, i64 %number, ptr %input)
  br i1 %shared, label %overlap, label %next
next:
  %number.next = add i64 %number, 1
  %input.next = call ptr @next_input(ptr %input)
  br label %loop
overlap:
  ret i1 true
apart:
  ret i1 false
}

; Whether an element type is that of the table, if this is not null. Arrays from another process have
; objects of their own for it, which agree in the byte order and the number of the type.
define internal i1 @is_dtype(ptr %found, ptr %wanted) {
entry:
  %equal = icmp eq ptr %found, %wanted
  %any = icmp eq ptr %wanted, null
  %accepted = or i1 %equal, %any
  br i1 %accepted, label %yes, label %compare
compare:
  %order.at = getelementptr i8, ptr %found, i64 26
  %order = load i8, ptr %order.at
  %wanted.order.at = getelementptr i8, ptr %wanted, i64 26
  %wanted.order = load i8, ptr %wanted.order.at
  %same.order = icmp eq i8 %order, %wanted.order
  %number.at = getelementptr i8, ptr %found, i64 28
  %number = load i32, ptr %number.at
  %wanted.number.at = getelementptr i8, ptr %wanted, i64 28
  %wanted.number = load i32, ptr %wanted.number.at
  %same.number = icmp eq i32 %number, %wanted.number
  %same = and i1 %same.order, %same.number
  ret i1 %same
yes:
  ret i1 true
}

; Whether a size is that of the table; a symbol is bound by the first size, and is never below 2.
define internal i1 @fits(i64 %size, i64 %wanted, ptr %symbols) {
entry:
  %is_unknown = icmp eq i64 %wanted, -9223372036854775808
  br i1 %is_unknown, label %any, label %known
any:
  ret i1 true
known:
  %is_symbol = icmp slt i64 %wanted, 0
  br i1 %is_symbol, label %symbol, label %static
static:
  %same = icmp eq i64 %size, %wanted
  ret i1 %same
symbol:
  %number = sub i64 -1, %wanted
  %place = getelementptr i64, ptr %symbols, i64 %number
  %bound = load i64, ptr %place
  %is_free = icmp eq i64 %bound, 0
  br i1 %is_free, label %bind, label %compare
bind:
  store i64 %size, ptr %place
  %large = icmp sgt i64 %size, 1
  ret i1 %large
compare:
  %equal = icmp eq i64 %size, %bound
  ret i1 %equal
}

; Return the next input in the table; one of any rank has no sizes.
define internal ptr @next_input(ptr %input) {
  %rank.in = getelementptr i64, ptr %input, i64 2
  %rank = load i64, ptr %rank.in
  %sizes = call i64 @llvm.smax.i64(i64 %rank, i64 0)
  %words = add i64 %sizes, 3
  %next = getelementptr i64, ptr %input, i64 %words
  ret ptr %next
}

; Return the array of an input if it has the type in the table, and if a kernel can read it in place
; unless it will be copied, or any layout will do; or null. Adds its elements to work.
define internal ptr @take(ptr %input, ptr %object, ptr %symbols, ptr %work) {
entry:
  %kind = load i64, ptr %input
  %gradient.bit = and i64 %kind, 16
  %any.gradient = icmp ne i64 %gradient.bit, 0
  %array = call ptr @array_of(ptr %object, i1 %any.gradient)
  %missing = icmp eq ptr %array, null
  br i1 %missing, label %refuse, label %properties
properties:
  %dtype.in = getelementptr i64, ptr %input, i64 1
  %dtype = load ptr, ptr %dtype.in
  %dtype.at = getelementptr i8, ptr %array, i64 56
  %found.dtype = load ptr, ptr %dtype.at
  %same.dtype = call i1 @is_dtype(ptr %found.dtype, ptr %dtype)
  %rank.in = getelementptr i64, ptr %input, i64 2
  %rank = load i64, ptr %rank.in
  %rank.at = getelementptr i8, ptr %array, i64 24
  %found.rank = load i32, ptr %rank.at
  %wide.rank = sext i32 %found.rank to i64
  %equal.rank = icmp eq i64 %wide.rank, %rank
  %any.rank = icmp slt i64 %rank, 0
  %same.rank = or i1 %equal.rank, %any.rank
  %row.major = call i1 @is_row_major(ptr %array)
  %layout.bit = and i64 %kind, 104
  %any.layout = icmp ne i64 %layout.bit, 0
  %ready = or i1 %row.major, %any.layout
  %same.type = and i1 %same.dtype, %same.rank
  %written.bit = and i64 %kind, 128
  %is.read = icmp eq i64 %written.bit, 0
  %writable = call i1 @is_writable(ptr %array)
  %right.access = or i1 %is.read, %writable
  %right.memory = and i1 %ready, %right.access
  %suits = and i1 %same.type, %right.memory
  br i1 %suits, label %prepare, label %refuse
prepare:
  %sizes.in = getelementptr i64, ptr %input, i64 3
  %sizes.at = getelementptr i8, ptr %array, i64 32
  %sizes = load ptr, ptr %sizes.at
  br label %loop
loop:
  %dim = phi i64 [ 0, %prepare ], [ %dim.next, %next ]
  %elements = phi i64 [ 1, %prepare ], [ %elements.next, %next ]
  %end = icmp sge i64 %dim, %rank
  br i1 %end, label %accept, label %size
size:
  %wanted.in = getelementptr i64, ptr %sizes.in, i64 %dim
  %wanted = load i64, ptr %wanted.in
  %size.at = getelementptr i64, ptr %sizes, i64 %dim
  %found.size = load i64, ptr %size.at
  %fitting = call i1 @fits(i64 %found.size, i64 %wanted, ptr %symbols)
  br i1 %fitting, label %next, label %refuse
next:
  %dim.next = add i64 %dim, 1
  %elements.next = mul i64 %elements, %found.size
  br label %loop
accept:
  call void @add_work(ptr %work, i64 %elements)
  ret ptr %array
refuse:
  ret ptr null
}
