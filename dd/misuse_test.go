package dd

import (
	"context"
	"fmt"
	"math"
	"testing"
)

// panicOf returns what call panics with, "<nil>" if it does not.
func panicOf(call func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	call()
	return ""
}

// Misuse panics with a message that names the function, what was found and what was expected.
func TestMisusePanicsInWords(t *testing.T) {
	s, closed := New(Options{}), New(Options{})
	defer s.Close()
	closed.Close()
	two := New(Options{ArcWords: 2})
	defer two.Close()
	ctx := context.Background()
	nothing := func() {}
	makes := "dd: Make: level %d, first value %d, %d words on the stack, expected a level from 1 to %d, a value from " +
		"0 on and %d words an arc"
	for _, c := range []struct {
		want string
		call func()
	}{
		{"dd: New: ArcWords 3, expected 0 to 2", func() { New(Options{ArcWords: 3}) }},
		{fmt.Sprintf("dd: New: MaxCache -1, expected 0 to %d", math.MaxInt), func() { New(Options{MaxCache: -1}) }},
		{fmt.Sprintf("dd: New: MaxArena -1, expected 0 to %d", math.MaxInt64), func() { New(Options{MaxArena: -1}) }},
		{fmt.Sprintf("dd: New: CollectEvery -1, expected 0 to %d", math.MaxInt),
			func() { New(Options{CollectEvery: -1}) }},
		//lint:ignore SA1012 that is what is tested
		{"dd: Guard: the context is nil", func() { _ = s.Guard(nil, Limits{}, nothing) }},
		{"dd: Guard: the function is nil", func() { _ = s.Guard(ctx, Limits{}, nil) }},
		{"dd: Try: the function is nil", func() { s.Try(1, nil) }},
		{fmt.Sprintf("dd: Guard: Limits.Nodes -5, expected 0 to %d", math.MaxInt),
			func() { _ = s.Guard(ctx, Limits{Nodes: -5}, nothing) }},
		{fmt.Sprintf("dd: Guard: Limits.Memory -5, expected 0 to %d", math.MaxInt64),
			func() { _ = s.Guard(ctx, Limits{Memory: -5}, nothing) }},
		{fmt.Sprintf("dd: Guard: Limits.Work -5, expected 0 to %d", math.MaxInt64),
			func() { _ = s.Guard(ctx, Limits{Work: -5}, nothing) }},
		{"dd: Push, Grow: the store is closed", func() { closed.Push(Unit) }},
		{"dd: Push, Grow: the store is closed", func() { closed.Grow(1) }},
		{"dd: Numbering.Number: key 0, expected another one", func() { n := NewNumbering(); n.Number(0) }},
		{fmt.Sprintf(makes, 0, 0, 1, maxLevel, 1), func() { s.Make(0, 0, s.Push(Unit)) }},
		{fmt.Sprintf(makes, -3, 0, 1, maxLevel, 1), func() { s.Make(-3, 0, s.Push(Unit)) }},
		{fmt.Sprintf(makes, maxLevel+1, 0, 1, maxLevel, 1), func() { s.Make(maxLevel+1, 0, s.Push(Unit)) }},
		{fmt.Sprintf(makes, 1, -1, 1, maxLevel, 1), func() { s.Make(1, -1, s.Push(Unit)) }},
		{fmt.Sprintf(makes, 1, 0, -7, maxLevel, 1), func() { s.Make(1, 0, 7) }},
		{fmt.Sprintf(makes, 1, 0, 1, maxLevel, 2), func() { two.Make(1, 0, two.Push(Unit)) }},
	} {
		func() {
			defer s.Release(s.Mark())
			if got := panicOf(c.call); got != c.want {
				t.Errorf("got the panic %q, want %q", got, c.want)
			}
		}()
	}
	if s.Stats().Nodes != 0 || two.Stats().Nodes != 0 {
		t.Error("a call that panicked has left a node")
	}
}

// A store with the smallest arena holds some nodes, and ends with the limit.
func TestSmallestArena(t *testing.T) {
	s := New(Options{MaxArena: 1})
	defer s.Close()
	err := s.Guard(context.Background(), Limits{}, func() {
		n := Unit
		for level := 1; ; level++ {
			s.Push(n)
			n = s.Make(level, 0, s.Push(n))
		}
	})
	if err == nil || s.Stats().Nodes < startArena/8 {
		t.Errorf("%d nodes, then %v", s.Stats().Nodes, err)
	}
}
