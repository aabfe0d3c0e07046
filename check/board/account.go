package board

import (
	"fmt"
	"slices"

	"brim/internal/watch"
)

// The memory of the techniques: each has an account, and ends alone if it is the largest when the memory becomes
// scarce.

// enter opens the account of a technique that begins.
func (b *board) enter(t *Turn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.ctx, t.account = watch.Open(b.ctx)
	b.begun = append(b.begun, t)
}

// leave notes that a technique has returned. Its account is closed, unless it keeps something for the end; that is
// given back as soon as the account is told to end.
func (b *board) leave(t *Turn) {
	b.mu.Lock()
	t.over = true
	keeps := slices.ContainsFunc(b.finishers, func(f finisher) bool { return f.turn == t })
	b.mu.Unlock()
	if keeps {
		t.account.AfterTold(func() { b.release(t) })
	} else {
		t.account.Close()
	}
}

// release does now what a technique left to be done at the end, with no time for more than giving its memory back.
func (b *board) release(t *Turn) {
	defer t.account.Close()
	defer b.catch(t)
	for _, f := range b.takeFinishers(func(other *Turn) bool { return other == t }) {
		f.run(t.ctx)
	}
}

// takeFinishers removes what was left to be done by the techniques that fn chooses, and returns it.
func (b *board) takeFinishers(fn func(*Turn) bool) (list []finisher) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.finishers = slices.DeleteFunc(b.finishers, func(f finisher) bool {
		if !fn(f.turn) {
			return false
		}
		list = append(list, f)
		return true
	})
	return list
}

// closeAccounts ends all that is still going on, and closes its accounts.
func (b *board) closeAccounts() {
	b.cancel()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range b.begun {
		t.account.Close()
	}
}

// catch makes a panic of a technique a fault. It is deferred.
func (b *board) catch(t *Turn) {
	if r := recover(); r != nil {
		value, stack := watch.Panicked(r)
		b.addFault(&Fault{Technique: t.technique.Name(), Err: fmt.Errorf("%v", value), Stack: stack})
	}
}
