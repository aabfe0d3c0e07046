package symbolic

import (
	"context"
	"iter"

	"brim/internal/watch"
)

// A task explores in turns. It is a coroutine that rests in the middle of a recursion when it has done its share of
// work, and goes on from there in its next turn; so two ways to a verdict can go on side by side, neither does anything
// twice, and which of them is first does not depend on the machine. While a task rests, its diagrams must not be used,
// except for those of a space that it has just returned.
//
// The coroutine yields a space, an error, or neither: then its turn is over. The next turn goes on where the last one
// ended. When run has returned, every turn returns neither; so what ends a search is an error.
type task struct {
	work func() int64 // done so far, in units of dd.Limits.Work

	ctx   context.Context // of the turn
	until int64           // the work that ends the turn
	next  func() (*Space, error, bool)
	stop  func()

	hurried func() bool // another reason to end the turn
	account *watch.Account
	free    func() // gives the memory of the diagrams back, those of all spaces included
}

// end stops the task and gives its memory back.
func (t *task) end() {
	t.stop()
	t.free()
	t.account.Close()
}

// newTask returns a task that does what run does. Run calls tick often, from wherever it is, and yields each space that
// it finds, or the error that ends it. Its context ends when the task is stopped, and when the account of the task is
// told to end; of ctx it has the values only.
func newTask(ctx context.Context, work func() int64,
	run func(ctx context.Context, tick func(), yield func(*Space, error) bool)) *task {
	t := &task{work: work}
	ctx, t.account = watch.Open(context.WithoutCancel(ctx))
	t.next, t.stop = iter.Pull2(func(yield func(*Space, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		tick := func() {
			over := t.work() >= t.until || t.ctx.Err() != nil || t.hurried()
			if over && ctx.Err() == nil && !yield(nil, nil) {
				cancel()
			}
		}
		run(ctx, tick, yield)
	})
	return t
}

// turn goes on until there is a space or an error, the given work has been done, or ctx is done: then it returns
// neither.
func (t *task) turn(ctx context.Context, until int64) (*Space, error) {
	t.ctx, t.until = ctx, until
	s, err, _ := t.next()
	return s, err
}
