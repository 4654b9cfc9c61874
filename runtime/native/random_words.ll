; The words that kernels draw from the default stream of random numbers.
;
;   ts_random_words(words, count)         words of 32 bits
;   ts_random_long_words(words, count)    words of 64 bits, the upper half first
;
; `random_words.py` sets @next to numpy's function that returns the next word of an engine, and @state
; to the state of the stream's engine. The caller of a kernel holds the lock of the stream.

@next = global ptr null
@state = global ptr null

define void @ts_random_words(ptr %words, i64 %count) {
entry:
  %next = load ptr, ptr @next
  %state = load ptr, ptr @state
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %following, %draw ]
  %end = icmp sge i64 %number, %count
  br i1 %end, label %done, label %draw
draw:
  %word = call i32 %next(ptr %state)
  %place = getelementptr i32, ptr %words, i64 %number
  store i32 %word, ptr %place
  %following = add i64 %number, 1
  br label %loop
done:
  ret void
}

define void @ts_random_long_words(ptr %words, i64 %count) {
entry:
  %next = load ptr, ptr @next
  %state = load ptr, ptr @state
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %following, %draw ]
  %end = icmp sge i64 %number, %count
  br i1 %end, label %done, label %draw
draw:
  %first = call i32 %next(ptr %state)
  %second = call i32 %next(ptr %state)
  %upper.bits = zext i32 %first to i64
  %lower = zext i32 %second to i64
  %upper = shl i64 %upper.bits, 32
  %word = or i64 %upper, %lower
  %place = getelementptr i64, ptr %words, i64 %number
  store i64 %word, ptr %place
  %following = add i64 %number, 1
  br label %loop
done:
  ret void
}
