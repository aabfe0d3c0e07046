package bbmc

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/engine/kripke"
)

var graphs = flag.Int("graphs", 2000, "how many random graphs are explored")

// randomLTS draws a graph; some have states without transitions.
func randomLTS(t testing.TB, rng *rand.Rand, states int) *kripke.LTS {
	labels := []string{"a", "b", "c"}
	var edges []kripke.Edge
	for s := range states {
		for range rng.IntN(4) {
			edges = append(edges, kripke.Edge{From: s, To: rng.IntN(states), Label: rng.IntN(len(labels))})
		}
		if rng.IntN(3) > 0 && s+1 < states {
			edges = append(edges, kripke.Edge{From: s, To: s + 1, Label: rng.IntN(len(labels))})
		}
	}
	l, err := kripke.NewLTS("random", states, 0, labels, edges)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A triple is a transition of an LTS.
type triple struct{ from, label, to int }

// transitions lists those from a state, each once.
func transitions(t testing.TB, l *kripke.LTS, s int) (list []triple) {
	var out kripke.Successors
	if err := l.Successors(kripke.State{uint64(s)}, &out); err != nil {
		t.Fatal(err)
	}
	for i := range out.Len() {
		list = append(list, triple{s, out.Label(i), int(out.State(i)[0])})
	}
	return list
}

// reachable counts the reachable states.
func reachable(t testing.TB, l *kripke.LTS) int {
	seen := map[int]bool{0: true}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, e := range transitions(t, l, queue[0]) {
			if !seen[e.to] {
				seen[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
	return len(seen)
}

// Of random graphs, a part has all transitions between its states, at most as many new states a level as its breadth,
// and no dead state that is alive in the whole; with Lanes no lane ends while it has new successors; and a closed part
// is the whole. For all algorithms. A large run is -graphs 20000.
func TestExplore(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(*graphs) {
		rng := rand.New(rand.NewPCG(seed, 3))
		l := randomLTS(t, rng, 1+rng.IntN(40))
		o := Options{Breadth: 1 + rng.IntN(6)}
		switch rng.IntN(3) {
		case 0:
			o.Degrade = 1 + rng.IntN(5)
		case 1:
			o.Highway = true
		}
		o.Lanes = !o.Highway && rng.IntN(2) == 0
		x, err := Explore(context.Background(), l, o, rng)
		if err != nil {
			t.Fatal(err)
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d, %+v: %s", seed, o, fmt.Sprintf(format, args...))
		}
		level, sum := map[int]int{}, 0
		state := func(i int32) int { return int(x.Table.State(int(i))[0]) }
		for d, n := range x.Levels {
			if n > o.Breadth || n == 0 {
				fail("level %d has %d states", d, n)
			}
			for range n {
				level[state(int32(sum))] = d
				sum++
			}
		}
		if sum != x.States() || len(level) != sum || state(0) != 0 {
			fail("%d states on levels, %d in the table, %d different", sum, x.States(), len(level))
		}
		var kept []triple
		steps, backs, jumps := 0, 0, 0
		for _, e := range x.Edges {
			k := triple{state(e.From), int(e.Label), state(e.To)}
			kept = append(kept, k)
			switch d := level[k.to] - level[k.from]; {
			case d == 1:
				steps++
			case d < 1:
				backs++
			default:
				jumps++
			}
		}
		sinks := 0
		for s := range level {
			if !slices.ContainsFunc(kept, func(k triple) bool { return k.from == s }) {
				sinks++
			}
		}
		if sinks != x.Sinks() {
			fail("%d sinks; it says %d", sinks, x.Sinks())
		}
		if steps != x.Steps || backs != x.Backs || jumps != x.Jumps {
			fail("%d steps, %d backs, %d jumps; it says %d, %d, %d", steps, backs, jumps, x.Steps, x.Backs, x.Jumps)
		}
		var want []triple // all transitions between states of the part
		closed := true
		for s := range level {
			alive, fresh, goes := false, false, false // fresh: a successor was not in the part when s was expanded
			all := transitions(t, l, s)
			for _, e := range all {
				d, ok := level[e.to]
				if ok {
					want = append(want, e)
					alive = true
				} else {
					closed = false
				}
				fresh, goes = fresh || !ok || d > level[s], goes || ok && d == level[s]+1
			}
			if !alive && len(all) > 0 && !o.Highway {
				fail("state %d lost its successors", s)
			}
			if fresh && !goes && (o.Degrade == 0 || level[s] < o.Degrade) {
				if o.Lanes {
					fail("the lane of state %d ends, though it had new successors", s)
				}
				seen["without lanes"]++
			}
			if d := level[s]; d > 0 && !slices.ContainsFunc(kept,
				func(e triple) bool { return e.to == s && level[e.from] == d-1 }) {
				fail("state %d of level %d was not reached from the level before", s, d)
			}
		}
		compare := func(a, b triple) int {
			return slices.Compare([]int{a.from, a.label, a.to}, []int{b.from, b.label, b.to})
		}
		slices.SortFunc(kept, compare)
		slices.SortFunc(want, compare)
		if o.Highway {
			for _, e := range kept {
				if !slices.Contains(want, e) {
					fail("there is no transition %v", e)
				}
			}
			if len(kept) != x.States()-1 || x.Closed {
				fail("%d transitions for %d states, closed %v", len(kept), x.States(), x.Closed)
			}
			seen["highway"]++
			continue
		}
		if !slices.Equal(kept, want) {
			fail("transitions %v, want %v", kept, want)
		}
		if closed != x.Closed || closed && x.States() != reachable(t, l) {
			fail("closed %v with %d of %d states; it says %v", closed, x.States(), reachable(t, l), x.Closed)
		}
		if o.Degrade > 0 {
			for d := o.Degrade + 1; d < len(x.Levels); d++ {
				if x.Levels[d] > x.Levels[d-1] {
					fail("levels %v grow after depth %d", x.Levels, o.Degrade)
				}
			}
			seen["degrade"]++
		}
		if o.Lanes {
			seen["lanes"]++
		}
		for name, is := range map[string]bool{"closed": closed, "open": !closed, "made": x.Made > 0,
			"jumps": jumps > 0} {
			if is {
				seen[name]++
			}
		}
	}
	for _, name := range []string{"highway", "degrade", "closed", "open", "jumps", "lanes", "without lanes"} {
		if seen[name] < *graphs/20 {
			t.Errorf("%d of %d graphs are %s; the test is too easy", seen[name], *graphs, name)
		}
	}
}

// Where a lane needs one state of many, drawing fails and the queue is made.
func TestChooseMade(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		c := candidates{words: 1}
		c.reset()
		lanes := 1 + rng.IntN(4)
		for i := range lanes {
			c.lane(true)
			c.add(i, 0, kripke.State{uint64(i)})
		}
		c.lane(false)
		for i := range 3000 {
			c.add(lanes, 0, kripke.State{uint64(100 + i)})
		}
		width := lanes + rng.IntN(3)
		chosen, made := c.choose(width, rng)
		n := 0
		for i, in := range chosen {
			if in {
				n++
			} else if i < lanes {
				t.Fatalf("seed %d: lane %d has no state", seed, i)
			}
		}
		if n != width || !made && lanes > 1 {
			t.Fatalf("seed %d: %d states chosen, want %d; made %v", seed, n, width, made)
		}
	}
}

// Example 1 of the paper: with breadth 2, the part is one of three, and is sometimes all there is.
func TestExploreExample1(t *testing.T) {
	l, err := kripke.NewLTS("example", 5, 0, []string{"a"},
		[]kripke.Edge{{From: 0, To: 1}, {From: 0, To: 2}, {From: 0, To: 3}, {From: 1, To: 4}, {From: 2, To: 3},
			{From: 3, To: 4}, {From: 4, To: 4}})
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{}
	for seed := range uint64(300) {
		x, err := Explore(context.Background(), l, Options{Breadth: 2}, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		sizes[fmt.Sprint(x.States(), len(x.Levels), x.Closed)]++
	}
	// {1,2}, {4,3}: all, in one level more than the distances have; {1,3}: 2 is missing; {2,3}: 1 is missing.
	if sizes["5 3 true"] < 60 || sizes["4 3 false"] < 120 || len(sizes) != 2 {
		t.Errorf("states, levels, closed: %v", sizes)
	}
}

func TestErrors(t *testing.T) {
	l := randomLTS(t, rand.New(rand.NewPCG(6, 1)), 60)
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "breadth 0; expected 1 at least"},
		{Options{Breadth: -2}, "breadth -2; expected 1 at least"},
		{Options{Breadth: 2, Degrade: -1}, "degradation from depth -1"},
		{Options{Breadth: 2, Degrade: 3, Highway: true}, "a highway simulation with degradation"},
		{Options{Breadth: 2, Lanes: true, Highway: true}, "a highway simulation that keeps lanes"},
		{Options{Breadth: 5, Limits: kripke.Limits{States: 3}}, "state limit reached"},
		{Options{Breadth: 5, Limits: kripke.Limits{Memory: 10}}, "memory limit reached"},
	} {
		if _, err := Explore(context.Background(), l, c.o, rand.New(rand.NewPCG(1, 2))); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %s", c.o, err, c.want)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Explore(ended, l, Options{Breadth: 1}, rand.New(rand.NewPCG(1, 2))); err != context.Canceled {
		t.Errorf("after the end of the context: %v", err)
	}
}
