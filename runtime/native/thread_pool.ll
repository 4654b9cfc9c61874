; The threads that share the iterations of a parallel loop.
;
;   parallel_for(body, context, count)      calls body(begin, end, context) for parts of [0, count)
;
; A body returns null, or the message of its failure. The loop returns the message that is set first;
; chunks that are claimed later do not run.
;
; One job runs at a time. Its chunks are claimed one by one, by the caller as well as by the workers;
; the caller returns when all are finished. A caller that finds the pool busy, such as a body that
; has a parallel loop inside or another thread of the program, runs its whole range itself. Workers
; are started by the first job and sleep between jobs after a short spin. A forked process has none
; of the workers: its first job, found by the process id, begins with a new pool.
;
; The word @job holds the generation of the job in its upper half and the next chunk in the lower
; one, so that a worker that is late claims nothing of a later job. `thread_pool.py` sets @threads
; and @set_mask, and adds @relax, the pause of a spinning thread.

@threads = global i64 1                       ; wanted, the caller included
@set_mask = global i32 2                      ; SIG_SETMASK

@job = internal global i64 0, align 64
@finished = internal global i64 0, align 64
@body = internal global ptr null, align 64
@context = internal global ptr null
@count = internal global i64 0
@status = internal global ptr null, align 64  ; the first failure of the job

@busy = internal global i64 0, align 64
@process = internal global i64 0              ; that the workers belong to; -1 while the pool is reset
@workers = internal global i64 0
@sleepers = internal global i64 0, align 64
@stopping = internal global i64 0
@handles = internal global [256 x i64] zeroinitializer
@mutex = internal global [128 x i8] zeroinitializer, align 64
@wake = internal global [128 x i8] zeroinitializer, align 64

declare i32 @getpid()
declare i32 @sched_yield()
declare i32 @sigfillset(ptr)
declare i32 @pthread_sigmask(i32, ptr, ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)

define ptr @ts_parallel_for(ptr %body, ptr %context, i64 %count) {
entry:
  %threads = load atomic i64, ptr @threads monotonic, align 8
  %one.thread = icmp slt i64 %threads, 2
  %one.chunk = icmp slt i64 %count, 2
  %alone = or i1 %one.thread, %one.chunk
  br i1 %alone, label %serial, label %ask
ask:
  %owned = call i1 @own_pool()
  br i1 %owned, label %claim, label %serial
claim:
  %taken = cmpxchg ptr @busy, i64 0, i64 1 seq_cst seq_cst
  %free = extractvalue { i64, i1 } %taken, 1
  br i1 %free, label %parallel, label %serial
parallel:
  call void @start_workers(i64 %threads)
  call void @publish(ptr %body, ptr %context, i64 %count)
  call void @run_chunks()
  br label %wait
wait:
  %turn = phi i64 [ 0, %parallel ], [ %turn.next, %pause ], [ %turn, %yield ]
  %finished = load atomic i64, ptr @finished acquire, align 8
  %done = icmp eq i64 %finished, %count
  br i1 %done, label %release, label %patience
patience:
  %is.long = icmp sgt i64 %turn, 1000
  br i1 %is.long, label %yield, label %pause
pause:
  call void @relax()
  %turn.next = add i64 %turn, 1
  br label %wait
yield:                                           ; the worker may need this processor
  call i32 @sched_yield()
  br label %wait
release:
  %status = load atomic ptr, ptr @status monotonic, align 8
  store atomic i64 0, ptr @busy release, align 8
  ret ptr %status
serial:
  %status.serial = call ptr %body(i64 0, i64 %count, ptr %context)
  ret ptr %status.serial
}

; Make the pool that of this process, and return whether it is. After a fork it is that of another
; one: without workers, and with locks that nobody releases.
define internal i1 @own_pool() {
entry:
  %pid = call i32 @getpid()
  %process = sext i32 %pid to i64
  %owner = load atomic i64, ptr @process acquire, align 8
  %is.own = icmp eq i64 %owner, %process
  br i1 %is.own, label %yes, label %other
other:
  %is.reset = icmp eq i64 %owner, -1
  br i1 %is.reset, label %no, label %claim
claim:
  %claimed = cmpxchg ptr @process, i64 %owner, i64 -1 seq_cst seq_cst
  %won = extractvalue { i64, i1 } %claimed, 1
  br i1 %won, label %reset, label %no
reset:
  store i64 0, ptr @workers
  store i64 0, ptr @sleepers
  store i64 0, ptr @stopping
  store atomic i64 0, ptr @busy monotonic, align 8
  call i32 @pthread_mutex_init(ptr @mutex, ptr null)
  call i32 @pthread_cond_init(ptr @wake, ptr null)
  store atomic i64 %process, ptr @process release, align 8
  br label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

; Let there be as many workers as wanted beside the caller, which holds the pool. Where the system
; refuses one, there are fewer from then on.
define internal void @start_workers(i64 %threads) {
entry:
  %all = alloca [128 x i8]
  %old = alloca [128 x i8]
  %wanted = sub i64 %threads, 1
  %present = load i64, ptr @workers
  %enough = icmp eq i64 %present, %wanted
  br i1 %enough, label %done, label %change
change:
  call void @join_workers()
  call i32 @sigfillset(ptr %all)
  %set = load i32, ptr @set_mask
  call i32 @pthread_sigmask(i32 %set, ptr %all, ptr %old)
  %job = load atomic i64, ptr @job monotonic, align 8
  %seen = inttoptr i64 %job to ptr
  br label %loop
loop:
  %number = phi i64 [ 0, %change ], [ %next, %started ]
  %more = icmp slt i64 %number, %wanted
  br i1 %more, label %start, label %restore
start:
  %handle = getelementptr i64, ptr @handles, i64 %number
  %error = call i32 @pthread_create(ptr %handle, ptr null, ptr @worker, ptr %seen)
  %failed = icmp ne i32 %error, 0
  br i1 %failed, label %fewer, label %started
started:
  %next = add i64 %number, 1
  store i64 %next, ptr @workers
  br label %loop
fewer:
  %possible = add i64 %number, 1
  store atomic i64 %possible, ptr @threads monotonic, align 8
  br label %restore
restore:
  call i32 @pthread_sigmask(i32 %set, ptr %old, ptr null)
  br label %done
done:
  ret void
}

; End all workers. The caller holds the pool.
define internal void @join_workers() {
entry:
  %present = load i64, ptr @workers
  store atomic i64 1, ptr @stopping seq_cst, align 8
  call void @wake_workers()
  br label %loop
loop:
  %number = phi i64 [ 0, %entry ], [ %next, %join ]
  %more = icmp slt i64 %number, %present
  br i1 %more, label %join, label %done
join:
  %place = getelementptr i64, ptr @handles, i64 %number
  %handle = load i64, ptr %place
  call i32 @pthread_join(i64 %handle, ptr null)
  %next = add i64 %number, 1
  br label %loop
done:
  store i64 0, ptr @workers
  store atomic i64 0, ptr @stopping seq_cst, align 8
  ret void
}

define internal void @wake_workers() {
entry:
  %sleepers = load atomic i64, ptr @sleepers seq_cst, align 8
  %awake = icmp eq i64 %sleepers, 0
  br i1 %awake, label %done, label %wake
wake:
  call i32 @pthread_mutex_lock(ptr @mutex)
  call i32 @pthread_cond_broadcast(ptr @wake)
  call i32 @pthread_mutex_unlock(ptr @mutex)
  br label %done
done:
  ret void
}

; Close the last job, whose chunks are all finished, and open the next one.
define internal void @publish(ptr %body, ptr %context, i64 %count) {
  %job = load atomic i64, ptr @job monotonic, align 8
  %closed = or i64 %job, 4294967295
  store atomic i64 %closed, ptr @job seq_cst, align 8
  store ptr %body, ptr @body
  store ptr %context, ptr @context
  store atomic i64 %count, ptr @count monotonic, align 8
  store atomic i64 0, ptr @finished monotonic, align 8
  store atomic ptr null, ptr @status monotonic, align 8
  %opened = add i64 %closed, 1
  store atomic i64 %opened, ptr @job seq_cst, align 8
  call void @wake_workers()
  ret void
}

; Claim and run chunks of the open job until none is left. What a claimed chunk needs stays as it is
; until that chunk is finished.
define internal void @run_chunks() {
entry:
  br label %look
look:
  %job = load atomic i64, ptr @job acquire, align 8
  %chunk = and i64 %job, 4294967295
  %count = load atomic i64, ptr @count monotonic, align 8
  %is.left = icmp ult i64 %chunk, %count
  br i1 %is.left, label %claim, label %done
claim:
  %following = add i64 %job, 1
  %taken = cmpxchg ptr @job, i64 %job, i64 %following seq_cst seq_cst
  %won = extractvalue { i64, i1 } %taken, 1
  br i1 %won, label %check, label %look
check:
  %status = load atomic ptr, ptr @status monotonic, align 8
  %is.well = icmp eq ptr %status, null
  br i1 %is.well, label %run, label %finish
run:
  %body = load ptr, ptr @body
  %context = load ptr, ptr @context
  %end = add i64 %chunk, 1
  %message = call ptr %body(i64 %chunk, i64 %end, ptr %context)
  %succeeded = icmp eq ptr %message, null
  br i1 %succeeded, label %finish, label %fail
fail:                                            ; the first one stays
  cmpxchg ptr @status, ptr null, ptr %message monotonic monotonic
  br label %finish
finish:
  atomicrmw add ptr @finished, i64 1 seq_cst
  br label %look
done:
  ret void
}

; A worker: wait for another generation than the one seen, run chunks, and again.
define internal ptr @worker(ptr %seen) {
entry:
  %first = ptrtoint ptr %seen to i64
  br label %rest
rest:
  %old = phi i64 [ %first, %entry ], [ %job, %work ]
  br label %spin
spin:
  %turn = phi i64 [ 0, %rest ], [ %turn.next, %again ]
  %news = call i1 @has_news(i64 %old)
  br i1 %news, label %awake, label %again
again:
  call void @relax()
  %turn.next = add i64 %turn, 1
  %is.short = icmp slt i64 %turn.next, 1000      ; about 50 microseconds
  br i1 %is.short, label %spin, label %sleep
sleep:
  call i32 @pthread_mutex_lock(ptr @mutex)
  atomicrmw add ptr @sleepers, i64 1 seq_cst
  br label %check
check:
  %news.now = call i1 @has_news(i64 %old)
  br i1 %news.now, label %rise, label %block
block:
  call i32 @pthread_cond_wait(ptr @wake, ptr @mutex)
  br label %check
rise:
  atomicrmw sub ptr @sleepers, i64 1 seq_cst
  call i32 @pthread_mutex_unlock(ptr @mutex)
  br label %awake
awake:
  %stopping = load atomic i64, ptr @stopping seq_cst, align 8
  %is.end = icmp ne i64 %stopping, 0
  br i1 %is.end, label %end, label %work
work:
  %job = load atomic i64, ptr @job seq_cst, align 8
  call void @run_chunks()
  br label %rest
end:
  ret ptr null
}

; Whether there is a job of another generation, or the pool ends.
define internal i1 @has_news(i64 %old) {
  %job = load atomic i64, ptr @job seq_cst, align 8
  %changed = xor i64 %job, %old
  %is.later = icmp ugt i64 %changed, 4294967295
  %stopping = load atomic i64, ptr @stopping seq_cst, align 8
  %is.end = icmp ne i64 %stopping, 0
  %news = or i1 %is.later, %is.end
  ret i1 %news
}

; End the workers of this process for good. A job that still runs after a while keeps them.
define ptr @stop_pool() {
entry:
  store atomic i64 1, ptr @threads seq_cst, align 8
  %pid = call i32 @getpid()
  %process = sext i32 %pid to i64
  %owner = load atomic i64, ptr @process acquire, align 8
  %is.own = icmp eq i64 %owner, %process
  br i1 %is.own, label %claim, label %done
claim:
  %turn = phi i64 [ 0, %entry ], [ %turn.next, %wait ]
  %taken = cmpxchg ptr @busy, i64 0, i64 1 seq_cst seq_cst
  %free = extractvalue { i64, i1 } %taken, 1
  br i1 %free, label %end, label %wait
wait:
  call i32 @sched_yield()
  %turn.next = add i64 %turn, 1
  %patient = icmp slt i64 %turn.next, 1000000
  br i1 %patient, label %claim, label %done
end:
  call void @join_workers()
  store atomic i64 0, ptr @busy release, align 8
  br label %done
done:
  ret ptr null
}
