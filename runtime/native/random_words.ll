; The words that kernels draw from the default stream of random numbers: the Mersenne twister MT19937
; of Matsumoto and Nishimura (1998), four or eight words at once, on the state of numpy's engine.
;
;   ts_random_words(words, count)         words of 32 bits
;   ts_random_long_words(words, count)    words of 64 bits, the upper half first
;
; The state has 624 words and the number of those that are used; when all are, they are replaced.
; `random_words.py` sets @state to its address, and checks that numpy has it like this. The caller of a
; kernel holds the lock of the stream.

@state = global ptr null

declare i64 @llvm.smin.i64(i64, i64)
declare <4 x i64> @llvm.fshl.v4i64(<4 x i64>, <4 x i64>, <4 x i64>)
declare i64 @llvm.fshl.i64(i64, i64, i64)

; Replace four words from number %i on; %far is the number of those that are combined with them.
define internal void @replace_four(ptr %key, i64 %i, i64 %far) alwaysinline {
  %this.at = getelementptr i32, ptr %key, i64 %i
  %next.at = getelementptr i32, ptr %this.at, i64 1
  %far.at = getelementptr i32, ptr %key, i64 %far
  %this = load <4 x i32>, ptr %this.at, align 4
  %next = load <4 x i32>, ptr %next.at, align 4
  %combined = load <4 x i32>, ptr %far.at, align 4
  %upper = and <4 x i32> %this, splat (i32 -2147483648)
  %lower = and <4 x i32> %next, splat (i32 2147483647)
  %joined = or <4 x i32> %upper, %lower
  %half = lshr <4 x i32> %joined, splat (i32 1)
  %bit = and <4 x i32> %joined, splat (i32 1)
  %is.odd = sub <4 x i32> zeroinitializer, %bit
  %odd = and <4 x i32> %is.odd, splat (i32 -1727483681)
  %twisted = xor <4 x i32> %half, %odd
  %new = xor <4 x i32> %twisted, %combined
  store <4 x i32> %new, ptr %this.at, align 4
  ret void
}

; Replace word number %i, which %next follows.
define internal void @replace_one(ptr %key, i64 %i, i64 %next, i64 %far) alwaysinline {
  %this.at = getelementptr i32, ptr %key, i64 %i
  %next.at = getelementptr i32, ptr %key, i64 %next
  %far.at = getelementptr i32, ptr %key, i64 %far
  %this = load i32, ptr %this.at
  %following = load i32, ptr %next.at
  %combined = load i32, ptr %far.at
  %upper = and i32 %this, -2147483648
  %lower = and i32 %following, 2147483647
  %joined = or i32 %upper, %lower
  %half = lshr i32 %joined, 1
  %bit = and i32 %joined, 1
  %is.odd = sub i32 0, %bit
  %odd = and i32 %is.odd, -1727483681
  %twisted = xor i32 %half, %odd
  %new = xor i32 %twisted, %combined
  store i32 %new, ptr %this.at
  ret void
}

; Replace all words: 227 are combined with words that are still old, the others with new ones.
define internal void @replace_all(ptr %key) {
entry:
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %i.far = add i64 %i, 397
  call void @replace_four(ptr %key, i64 %i, i64 %i.far)
  %i.next = add i64 %i, 4
  %more = icmp ult i64 %i.next, 224
  br i1 %more, label %first, label %between
between:
  call void @replace_one(ptr %key, i64 224, i64 225, i64 621)
  call void @replace_one(ptr %key, i64 225, i64 226, i64 622)
  call void @replace_one(ptr %key, i64 226, i64 227, i64 623)
  br label %second
second:
  %j = phi i64 [ 227, %between ], [ %j.next, %second ]
  %j.far = sub i64 %j, 227
  call void @replace_four(ptr %key, i64 %j, i64 %j.far)
  %j.next = add i64 %j, 4
  %others = icmp ult i64 %j.next, 623
  br i1 %others, label %second, label %last
last:
  call void @replace_one(ptr %key, i64 623, i64 0, i64 396)
  ret void
}

define internal <8 x i32> @temper(<8 x i32> %word) alwaysinline {
  %a = lshr <8 x i32> %word, splat (i32 11)
  %b = xor <8 x i32> %word, %a
  %c = shl <8 x i32> %b, splat (i32 7)
  %d = and <8 x i32> %c, splat (i32 -1658038656)
  %e = xor <8 x i32> %b, %d
  %f = shl <8 x i32> %e, splat (i32 15)
  %g = and <8 x i32> %f, splat (i32 -272236544)
  %h = xor <8 x i32> %e, %g
  %i = lshr <8 x i32> %h, splat (i32 18)
  %tempered = xor <8 x i32> %h, %i
  ret <8 x i32> %tempered
}

; Write the next words, of which there are so many in the state.
define internal void @write(ptr %from, ptr %words, i64 %count) {
entry:
  %left = and i64 %count, 7
  %whole = sub i64 %count, %left
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %body ]
  %at.end = icmp eq i64 %number, %whole
  br i1 %at.end, label %rest, label %body
body:
  %source = getelementptr i32, ptr %from, i64 %number
  %target = getelementptr i32, ptr %words, i64 %number
  %eight = load <8 x i32>, ptr %source, align 4
  %tempered = call <8 x i32> @temper(<8 x i32> %eight)
  store <8 x i32> %tempered, ptr %target, align 4
  %number.next = add i64 %number, 8
  br label %loop
rest:
  %single = phi i64 [ %whole, %loop ], [ %single.next, %one ]
  %done = icmp eq i64 %single, %count
  br i1 %done, label %end, label %one
one:
  %one.source = getelementptr i32, ptr %from, i64 %single
  %one.target = getelementptr i32, ptr %words, i64 %single
  %word = load i32, ptr %one.source
  %lanes = insertelement <8 x i32> poison, i32 %word, i64 0
  %one.tempered = call <8 x i32> @temper(<8 x i32> %lanes)
  %result = extractelement <8 x i32> %one.tempered, i64 0
  store i32 %result, ptr %one.target
  %single.next = add i64 %single, 1
  br label %rest
end:
  ret void
}

define void @ts_random_words(ptr %words, i64 %count) {
entry:
  %key = load ptr, ptr @state
  %used.at = getelementptr i32, ptr %key, i64 624
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %take ]
  %left = sub i64 %count, %number
  %are.left = icmp sgt i64 %left, 0
  br i1 %are.left, label %look, label %done
look:
  %used.small = load i32, ptr %used.at
  %used = sext i32 %used.small to i64
  %all.used = icmp eq i64 %used, 624
  br i1 %all.used, label %replace, label %take
replace:
  call void @replace_all(ptr %key)
  br label %take
take:
  %start = phi i64 [ %used, %look ], [ 0, %replace ]
  %held = sub i64 624, %start
  %taken = call i64 @llvm.smin.i64(i64 %left, i64 %held)
  %from = getelementptr i32, ptr %key, i64 %start
  %to = getelementptr i32, ptr %words, i64 %number
  call void @write(ptr %from, ptr %to, i64 %taken)
  %used.next = add i64 %start, %taken
  %used.next.small = trunc i64 %used.next to i32
  store i32 %used.next.small, ptr %used.at
  %number.next = add i64 %number, %taken
  br label %loop
done:
  ret void
}

define void @ts_random_long_words(ptr %words, i64 %count) {
entry:
  %halves = shl i64 %count, 1
  call void @ts_random_words(ptr %words, i64 %halves)
  %left = and i64 %count, 3
  %whole = sub i64 %count, %left
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %number.next, %body ]
  %at.end = icmp eq i64 %number, %whole
  br i1 %at.end, label %rest, label %body
body:
  %place = getelementptr i64, ptr %words, i64 %number
  %four = load <4 x i64>, ptr %place, align 8
  %swapped = call <4 x i64> @llvm.fshl.v4i64(<4 x i64> %four, <4 x i64> %four, <4 x i64> splat (i64 32))
  store <4 x i64> %swapped, ptr %place, align 8
  %number.next = add i64 %number, 4
  br label %loop
rest:
  %single = phi i64 [ %whole, %loop ], [ %single.next, %one ]
  %done = icmp eq i64 %single, %count
  br i1 %done, label %end, label %one
one:
  %one.place = getelementptr i64, ptr %words, i64 %single
  %word = load i64, ptr %one.place
  %one.swapped = call i64 @llvm.fshl.i64(i64 %word, i64 %word, i64 32)
  store i64 %one.swapped, ptr %one.place
  %single.next = add i64 %single, 1
  br label %rest
end:
  ret void
}
