; A profile function (`Py_tracefunc`) that calls a function of Python once a time has come. CPython
; calls it at each call and return of a thread; it reads the clock at every sixteenth.

@clock = global i32 0                  ; of clock_gettime
@end = global i64 0                    ; the time, in nanoseconds
@callback = global ptr null            ; the function

@events = internal global i32 0

declare i32 @clock_gettime(i32, ptr)
declare ptr @PyObject_CallNoArgs(ptr)
declare void @Py_DecRef(ptr)

; Return 0, or -1 with the exception that the function raises.
define i32 @pace(ptr %self, ptr %frame, i32 %what, ptr %argument) {
entry:
  %time = alloca { i64, i64 }
  %seen = load i32, ptr @events
  %count = add i32 %seen, 1
  store i32 %count, ptr @events
  %place = and i32 %count, 15
  %is.due = icmp eq i32 %place, 0
  br i1 %is.due, label %look, label %go.on
look:
  %clock = load i32, ptr @clock
  %status = call i32 @clock_gettime(i32 %clock, ptr %time)
  %seconds = load i64, ptr %time
  %nanoseconds.in = getelementptr i64, ptr %time, i64 1
  %nanoseconds = load i64, ptr %nanoseconds.in
  %whole = mul i64 %seconds, 1000000000
  %now = add i64 %whole, %nanoseconds
  %end = load i64, ptr @end
  %is.over = icmp sge i64 %now, %end
  br i1 %is.over, label %call, label %go.on
call:
  %callback = load ptr, ptr @callback
  %result = call ptr @PyObject_CallNoArgs(ptr %callback)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %fail, label %release
release:
  call void @Py_DecRef(ptr %result)
  br label %go.on
go.on:
  ret i32 0
fail:
  ret i32 -1
}
