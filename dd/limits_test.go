package dd

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Tests of Guard, Try and the limits, by functions that would never end.

// endless makes nodes without end, each held by the next one.
func endless(s *Store) {
	n := Unit
	for i := 0; ; i++ {
		p := s.Push(n)
		s.Push(n)
		n = s.Make(1+i%min(1000000, MaxValue), i/1000000, p)
	}
}

// litter makes nodes without end and holds none.
func litter(s *Store) {
	for i := 0; ; i++ {
		s.Make(1, i%min(1000000, MaxValue), s.Push(Unit))
	}
}

// question looks up results without end.
func question(s *Store, op Op) {
	for i := 0; ; i++ {
		s.Lookup(op, uint32(i), 0)
		s.Make(1, 0, s.Push(Unit))
	}
}

// tower makes one node that is never finished.
func tower(s *Store) {
	for {
		s.Grow(2)
	}
}

// barren looks up and remembers results without end, none of which needs a node.
func barren(s *Store, op Op) {
	for i := 0; ; i++ {
		s.Lookup(op, uint32(i), 0)
		s.Remember(op, uint32(i), 0, Empty)
	}
}

// Each kind of limit ends a function that would run for ever, and leaves the store usable.
func TestLimits(t *testing.T) {
	background := context.Background()
	soon := func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(background, 20*time.Millisecond)
	}
	canceled := func() (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(background)
		time.AfterFunc(20*time.Millisecond, cancel)
		return ctx, cancel
	}
	before := func() (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(background)
		cancel()
		return ctx, cancel
	}
	never := func() (context.Context, context.CancelFunc) { return background, func() {} }
	for _, c := range []struct {
		name   string
		ctx    func() (context.Context, context.CancelFunc)
		limits Limits
		run    func(*Store)
		kind   string
		cause  error
	}{
		{"nodes", never, Limits{Nodes: 1000}, endless, "nodes", nil},
		{"few nodes", never, Limits{Nodes: 1}, endless, "nodes", nil},
		{"memory", never, Limits{Memory: 4 << 20}, endless, "memory", nil},
		{"no memory", never, Limits{Memory: 1}, endless, "memory", nil},
		{"memory of the work stack", never, Limits{Memory: 4 << 20}, tower, "memory", nil},
		{"time of the work stack", soon, Limits{}, tower, "time", context.DeadlineExceeded},
		{"work", never, Limits{Work: 5000}, func(s *Store) { question(s, s.NewOp("op", 0)) }, "work", nil},
		{"work without nodes", never, Limits{Work: 5000}, func(s *Store) { barren(s, s.NewOp("op", 0)) }, "work", nil},
		{"work without questions", never, Limits{Work: 5000}, widen, "work", nil},
		{"time without nodes", soon, Limits{}, func(s *Store) { barren(s, s.NewOp("op", 0)) }, "time",
			context.DeadlineExceeded},
		{"time", soon, Limits{}, endless, "time", context.DeadlineExceeded},
		{"canceled", canceled, Limits{}, endless, "canceled", context.Canceled},
		{"time without growth", soon, Limits{Nodes: 1000, Memory: 4 << 20}, litter, "time", context.DeadlineExceeded},
		{"canceled before", before, Limits{}, endless, "canceled", context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			if maxArena < 1<<30 && (c.kind == "time" || c.kind == "canceled") {
				t.Skip("the arena is small: it may be full before")
			}
			s := New(Options{})
			defer s.Close()
			kept := s.Protect(s.Make(3, 1, s.Push(Unit)))
			below := s.Push(s.Make(2, 1, s.Push(Unit)))
			ctx, cancel := c.ctx()
			defer cancel()
			err := s.Guard(ctx, c.limits, func() { c.run(s) })
			var limit *LimitError
			if !errors.As(err, &limit) || limit.Kind != c.kind {
				t.Fatalf("got %v, want a limit of kind %s", err, c.kind)
			}
			if c.cause != nil && !errors.Is(err, c.cause) {
				t.Errorf("%v does not wrap %v", err, c.cause)
			}
			if limit.Max > 0 && limit.At > limit.Max+limit.Max/4+1<<18 {
				t.Errorf("%v: far over the limit", err)
			}
			if s.Mark() != below+1 {
				t.Errorf("the work stack is at %d, expected %d", s.Mark(), below+1)
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			// The store goes on as if nothing had happened.
			if n := s.Make(3, 1, s.Push(Unit)); n != kept.Node() {
				t.Errorf("a protected node changed its handle from %d to %d", kept.Node(), n)
			}
			if err := s.Guard(background, Limits{Nodes: 1000}, func() { s.Make(9, 9, s.Push(Unit)) }); err != nil {
				t.Error(err)
			}
			s.Collect()
			if s.nodes != 2 {
				t.Errorf("%d nodes after a collection, expected 2", s.nodes)
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			runtime.KeepAlive(kept)
		})
	}
}

// A memory limit holds for scattered free blocks, too: they are joined before the operation ends.
func TestMemoryLimitJoinsFreeBlocks(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	err := s.Guard(context.Background(), Limits{Memory: 8 << 20}, func() {
		small := func(i int) { s.Make(1, i, s.Push(Unit)) }
		for i := range 200000 {
			small(i)
		}
		for range 100 { // blocks as large as thousands of small ones
			p := s.Grow(100000)
			s.Put(p, Unit)
			s.Put(p+99999, Unit)
			s.Make(2, 0, p)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// The messages of limits have units.
func TestLimitErrorText(t *testing.T) {
	for _, c := range []struct {
		err  *LimitError
		want string
	}{
		{&LimitError{Kind: "nodes", At: 12, Max: 10}, "node limit reached: 12 nodes in use, limit 10"},
		{&LimitError{Kind: "memory", At: 5 << 20, Max: 1 << 20},
			"memory limit reached: 5120 KiB in use, limit 1024 KiB"},
		{&LimitError{Kind: "memory", At: 50 << 20, Max: 20 << 30},
			"memory limit reached: 50 MiB in use, limit 20.0 GiB"},
		{&LimitError{Kind: "time", At: 1500000000}, "time limit reached after 1.5s"},
		{&LimitError{Kind: "canceled", At: 1000000}, "interrupted after 1ms"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Progress is called while an operation runs, with counters that grow.
func TestProgress(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	calls := 0
	ctx, cancel := context.WithCancel(context.Background())
	limits := Limits{Progress: func(st Stats) {
		calls++
		if st.Makes == 0 {
			t.Error("progress before any Make")
		}
		cancel()
	}}
	if err := s.Guard(ctx, limits, func() { litter(s) }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if calls != 1 {
		t.Errorf("%d calls, expected 1", calls)
	}
}

// A panic that is no limit passes through Guard and leaves the store usable.
func TestGuardPassesOtherPanics(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	func() {
		defer func() {
			if r := recover(); r != "mine" {
				t.Errorf("got the panic %v", r)
			}
		}()
		_ = s.Guard(context.Background(), Limits{Nodes: 5}, func() {
			s.Grow(10)
			panic("mine")
		})
	}()
	if s.Mark() != 0 {
		t.Errorf("the work stack is at %d", s.Mark())
	}
	if err := s.Guard(context.Background(), Limits{}, func() {}); err != nil {
		t.Error(err)
	}
}

// Context is that of the running Guard.
func TestGuardHasContext(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := s.Guard(ctx, Limits{}, func() {
		if cancel(); s.Context().Err() == nil {
			t.Error("the context of the guard is not that which it was given")
		}
	})
	if err != nil || s.Context().Err() != nil {
		t.Errorf("%v, and behind the guard %v", err, s.Context().Err())
	}
}

// A Guard inside of a Guard panics.
func TestGuardsDoNotNest(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	defer func() {
		if r := recover(); r != "dd: Guard: one is running already, expected none: guards do not nest" {
			t.Errorf("got the panic %v", r)
		}
	}()
	_ = s.Guard(context.Background(), Limits{}, func() {
		_ = s.Guard(context.Background(), Limits{}, func() {})
	})
}

// Without a Guard a limit is a panic with an error that wraps the LimitError.
func TestLimitWithoutGuard(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	defer func() {
		err, ok := recover().(error)
		if !ok || !strings.HasPrefix(err.Error(), "dd: outside of Guard: memory limit") {
			t.Errorf("got the panic %v", err)
		}
	}()
	s.Grow(maxStack + 1)
}

// A Try that is abandoned leaves the store usable, as a Guard does. It does not end those around it, but they end it.
func TestTry(t *testing.T) {
	s := New(Options{})
	op := s.NewOp("op", NodeA)
	asks := func(n int) func() {
		return func() {
			for range n {
				s.Push(Unit)
				s.Lookup(op, Unit, Node(n))
				s.Remember(op, Unit, Node(n), 1) // where limits are looked at, now and then
			}
			s.Release(0)
		}
	}
	if !s.Try(10*pollEvery, asks(pollEvery)) {
		t.Error("enough work did not suffice")
	}
	var inner, outer bool
	err := s.Guard(context.Background(), Limits{Work: 100 * pollEvery}, func() {
		outer = s.Try(50*pollEvery, func() { inner = s.Try(2*pollEvery, asks(20*pollEvery)) })
		if s.Mark() != 0 {
			t.Errorf("%d words are left on the work stack", s.Mark())
		}
	})
	if inner || !outer || err != nil {
		t.Errorf("inner %v, outer %v, %v: want the inner one alone to end", inner, outer, err)
	}
	inner = true
	outer = s.Try(2*pollEvery, func() { inner = s.Try(50*pollEvery, asks(20*pollEvery)) })
	if outer || !inner {
		t.Errorf("the outer one, which is done first, did not end both")
	}
	err = s.Guard(context.Background(), Limits{Work: 2 * pollEvery}, func() { s.Try(50*pollEvery, asks(20*pollEvery)) })
	var limit *LimitError
	if !errors.As(err, &limit) || limit.Kind != "work" {
		t.Errorf("got %v, want the Guard's limit of work", err)
	}
	func() {
		defer func() {
			if recover() != "mine" {
				t.Error("another panic does not pass through")
			}
		}()
		s.Try(1, func() { panic("mine") })
	}()
}

// widen makes the same wide node again and again: no questions, no new nodes.
func widen(s *Store) {
	for {
		p := s.Grow(100)
		s.Put(p, Unit)
		s.Put(p+99, Unit)
		s.Make(1, 0, p)
	}
}

// Work counts hits, misses and words, and nothing else.
func TestWork(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	op := s.NewOp("op", 0)
	for _, c := range []struct {
		what  string
		run   func()
		parts int64
	}{
		{"a miss", func() { s.Lookup(op, 1, 1) }, missWork},
		{"a result", func() { s.Remember(op, 1, 1, 7) }, 0},
		{"a hit", func() { s.Lookup(op, 1, 1) }, hitWork},
		{"a frame", func() { s.Grow(13) }, 13 * wordWork},
		{"two of three", func() { s.Lookup(op, 1, 1); s.Lookup(op, 1, 2); s.Lookup(op, 1, 1) }, 2*hitWork + missWork},
	} {
		before := s.work
		c.run()
		if got := s.work - before; got != c.parts {
			t.Errorf("%s: %d parts of a unit, want %d", c.what, got, c.parts)
		}
	}
	if got, want := s.Stats().Work, s.work/workUnit; got != want || want == 0 {
		t.Errorf("%d units in the statistics, want %d", got, want)
	}
	if got := s.workAfter(math.MaxInt64); got != math.MaxInt64 {
		t.Errorf("work without end ends at %d", got)
	}
}
