package symbolic_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"brim/engine/symbolic"
	"brim/internal/testkit/frugal"
	"brim/internal/testkit/oracle"
	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
)

// What an exploration returns when a limit ends it.

// usable checks what a stopped exploration of net left: the error says why, and the space holds the initial marking and
// can be asked.
func usable(t *testing.T, net *petri.Net, s *symbolic.Space, err error, kinds ...string) {
	t.Helper()
	var stopped *symbolic.Stopped
	if !errors.As(err, &stopped) {
		t.Fatalf("%s: got %v, want a *Stopped", net.Name, err)
	}
	known := false
	for _, k := range kinds {
		known = known || stopped.Err.Kind == k
	}
	if !known {
		t.Errorf("%s: stopped by %q (%v), want one of %q", net.Name, stopped.Err.Kind, err, kinds)
	}
	if s == nil {
		t.Fatalf("%s: no space", net.Name)
	}
	if s.Complete {
		t.Errorf("%s: complete in spite of %v", net.Name, err)
	}
	f := s.Model.Forest
	if !s.Model.Init.Minus(s.Reached).IsEmpty() {
		t.Errorf("%s: the initial marking is not among those reached", net.Name)
	}
	if e := f.Check(); e != nil {
		t.Errorf("%s: %v", net.Name, e)
	}
	// The store works on, also near its limit.
	if n := s.States(); n.Sign() <= 0 {
		t.Errorf("%s: %v states", net.Name, n)
	}
	if s.Firings().Sign() < 0 || s.Deadlocks().Cmp(s.States()) > 0 || s.MaxTokens().Sign() < 0 ||
		len(s.PlaceBounds()) != len(net.Places) {
		t.Errorf("%s: strange numbers", net.Name)
	}
	few := s.Model.Moves.Only(func(i int) bool { return i < 2 })
	saturated := few.Saturate(s.Model.Init)
	if bfs, _ := few.BFS(s.Model.Init); !bfs.Equal(saturated) {
		t.Errorf("%s: two events reach %v or %v markings", net.Name, saturated.Count(), bfs.Count())
	}
	if e := f.Check(); e != nil {
		t.Errorf("%s: afterwards: %v", net.Name, e)
	}
}

// A hard case is a net that takes long, with an order or without.
type hardCase struct {
	net *petri.Net
	d   *order.Decomposition
}

// hardCases are one with an order that puts equal places of all nodes of a ring side by side, and one with the order
// left open.
func hardCases(t *testing.T) []hardCase {
	ring := mustParse(t, "sr:24")
	d := &order.Decomposition{Method: "by kind"}
	for kind := range 8 {
		for p := kind; p < len(ring.Places); p += 8 {
			d.Levels = append(d.Levels, []int{p})
		}
	}
	return []hardCase{{ring, d}, {mustParse(t, "sr:300"), nil}}
}

func TestLimits(t *testing.T) {
	for _, c := range hardCases(t) {
		for _, method := range symbolic.Methods() {
			if c.d == nil && method != symbolic.Saturation {
				continue // it would try many orders before one needs the memory
			}
			if c.d != nil && method == symbolic.Saturation && testing.Short() {
				continue // it comes far with that memory
			}
			t.Run(c.net.Name+"/"+string(method), func(t *testing.T) {
				const memory, nodes = 1 << 20, 500
				s, err := symbolic.Explore(context.Background(), c.net,
					symbolic.Options{Order: c.d, Method: method, Memory: memory})
				usable(t, c.net, s, err, "memory")
				if peak := s.Stats.PeakBytes; peak > memory+memory/8 {
					t.Errorf("%d bytes in use, limit %d", peak, memory)
				}
				s.Close()
				s, err = symbolic.Explore(context.Background(), c.net,
					symbolic.Options{Order: c.d, Method: method, Nodes: nodes})
				usable(t, c.net, s, err, "nodes")
				if peak := s.Stats.PeakNodes; peak > nodes+s.Model.Forest.Levels() { // what was found takes some more
					t.Errorf("%d nodes in use, limit %d", peak, nodes)
				}
				s.Close()
			})
		}
	}
}

// TestDeadline: an exploration ends soon after its deadline.
func TestDeadline(t *testing.T) {
	for _, c := range hardCases(t) {
		for _, wait := range []time.Duration{0, time.Millisecond, 30 * time.Millisecond, 150 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(context.Background(), wait)
			var s *symbolic.Space
			var err error
			cores := time.Duration(runtime.GOMAXPROCS(0))
			frugal.CheckCPU(t, cores*wait+2*time.Second, func() {
				s, err = symbolic.Explore(ctx, c.net, symbolic.Options{Order: c.d})
			})
			cancel()
			usable(t, c.net, s, err, "time")
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v is not DeadlineExceeded", c.net.Name, err)
			}
			s.Close()
		}
	}
}

// Cancelled from within the exploration, at its first or second report.
func TestCancel(t *testing.T) {
	for _, c := range hardCases(t) {
		for calls := 1; calls <= 2; calls++ {
			ctx, cancel := context.WithCancel(context.Background())
			var looks []symbolic.Progress
			s, err := symbolic.Explore(ctx, c.net, symbolic.Options{Order: c.d, Progress: func(p symbolic.Progress) {
				looks = append(looks, p)
				if len(looks) == calls {
					cancel()
				}
			}})
			cancel()
			usable(t, c.net, s, err, "canceled")
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v is not Canceled", c.net.Name, err)
			}
			s.Close()
			for _, p := range looks {
				if p.Phase == "" || p.Detail == "" || p.Nodes < 0 || p.Bytes <= 0 || p.Elapsed <= 0 || p.Levels <= 0 ||
					p.Done > p.Levels {
					t.Errorf("%s: progress %+v", c.net.Name, p)
				}
			}
		}
	}
}

// What an exploration had found when a limit ended it, are reachable markings; with more nodes, it ends.
func TestPartOfSpace(t *testing.T) {
	for _, spec := range []string{"kanban:3", "dphil:5", "fms:2", "sr:4"} {
		if testing.Short() && spec != "dphil:5" {
			continue
		}
		net := mustParse(t, spec)
		space, err := oracle.Explore(net, 60_000)
		if err != nil {
			t.Fatal(err)
		}
		file := order.Decomposition{Levels: order.Singles(net), Method: "file"}
		for _, o := range []symbolic.Options{
			{Order: &file}, {Order: &file, Rule: mdd.QuasiReduced}, {Order: &file, Method: symbolic.BFS},
			{Order: &file, Method: symbolic.Chaining},
		} {
			stopped, most := 0, int64(0)
			for o.Nodes = 40; ; o.Nodes += o.Nodes / 4 {
				s, err := symbolic.Explore(context.Background(), net, o)
				if err == nil {
					if err := facts(s, space); err != nil {
						t.Errorf("%s, %+v: %v", spec, o, err)
					}
					s.Close()
					break
				}
				stopped++
				usable(t, net, s, err, "nodes")
				for values := range s.Reached.All() {
					if _, ok := space.Number(s.Model.Marking(values)); !ok {
						t.Fatalf("%s, %+v: marking %v is not reachable", spec, o, s.Model.Marking(values))
					}
				}
				most = max(most, s.States().Int64())
				s.Close()
			}
			if stopped < 2 || o.Method != symbolic.Chaining && most < 2 {
				t.Errorf("%s, %+v: stopped %d times, at best with %d markings", spec, o, stopped, most)
			}
		}
	}
}
