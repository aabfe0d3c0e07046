package nets_test

import (
	"errors"
	"iter"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/nets"
)

// counts has what an independent breadth-first search found on small nets; 0 edges
// means not given. In these nets two transitions never join the same two markings,
// so there are as many firings as edges. All deadlocks are at distance firstDead.
var counts = []struct {
	spec                           string
	states, edges, depth, dead     int
	mostInPlace                    int64
	firstDead, places, transitions int
}{
	{spec: "abp:2", states: 74, edges: 92, depth: 19, mostInPlace: 1, places: 36, transitions: 50},
	{spec: "abp:4", states: 146, edges: 184, depth: 19, mostInPlace: 1, places: 56, transitions: 90},
	{spec: "abp:8", states: 290, edges: 368, depth: 19, mostInPlace: 1, places: 96, transitions: 170},
	{spec: "abp:16", states: 578, edges: 736, depth: 19, mostInPlace: 1, places: 176, transitions: 330},
	{spec: "brp:4,2", states: 224, edges: 290, depth: 43, mostInPlace: 4, places: 22, transitions: 25},
	{spec: "brp:8,2", states: 440, depth: 63, mostInPlace: 8, places: 22, transitions: 25},
	{spec: "brp:16,2", states: 872, edges: 1130, depth: 103, mostInPlace: 16, places: 22, transitions: 25},
	{spec: "brp:16,3", states: 1160, depth: 109, mostInPlace: 16, places: 23, transitions: 28},
	{spec: "brp:100,2", states: 5408, depth: 523, mostInPlace: 100, places: 22, transitions: 25},
	{spec: "brp2:2,1,2,1", states: 6204, depth: 54, mostInPlace: 2, places: 43, transitions: 44},
	{spec: "brp2:4,2,4,2", states: 48412, depth: 86, mostInPlace: 4, places: 45, transitions: 50},
	{spec: "cabp:2", states: 464, edges: 1632, depth: 25, mostInPlace: 1, places: 36, transitions: 60},
	{spec: "cabp:4", states: 1040, edges: 3808, depth: 25, mostInPlace: 1, places: 52, transitions: 100},
	{spec: "cabp:8", states: 2576, edges: 9888, depth: 25, mostInPlace: 1, places: 84, transitions: 180},
	{spec: "cabp:16", states: 7184, edges: 28960, depth: 25, mostInPlace: 1, places: 148, transitions: 340},
	{spec: "ccp:2", states: 1497, edges: 3972, depth: 18, mostInPlace: 1, places: 39, transitions: 178},
	{spec: "ccp:3", states: 28593, edges: 114804, depth: 26, mostInPlace: 1, places: 56, transitions: 1227},
	{spec: "dphil:2", states: 18, edges: 34, depth: 4, dead: 2, mostInPlace: 1, firstDead: 4, places: 12,
		transitions: 8},
	{spec: "dphil:3", states: 76, edges: 213, depth: 6, dead: 2, mostInPlace: 1, firstDead: 6, places: 18,
		transitions: 12},
	{spec: "dphil:4", states: 322, edges: 1204, depth: 8, dead: 2, mostInPlace: 1, firstDead: 8, places: 24,
		transitions: 16},
	{spec: "dphil:5", states: 1364, edges: 6375, depth: 10, dead: 2, mostInPlace: 1, firstDead: 10, places: 30,
		transitions: 20},
	{spec: "dphil:6", states: 5778, edges: 32406, depth: 12, dead: 2, mostInPlace: 1, firstDead: 12, places: 36,
		transitions: 24},
	{spec: "fms:1", states: 120, edges: 345, depth: 14, mostInPlace: 3, places: 22, transitions: 20},
	{spec: "fms:2", states: 3444, depth: 28, mostInPlace: 3, places: 22, transitions: 20},
	{spec: "fms:3", states: 48590, edges: 297382, depth: 42, mostInPlace: 3, places: 22, transitions: 20},
	{spec: "hanoi:1", states: 3, edges: 6, depth: 1, mostInPlace: 1, places: 3, transitions: 6},
	{spec: "hanoi:3", states: 27, edges: 78, depth: 7, mostInPlace: 1, places: 9, transitions: 18},
	{spec: "hanoi:6", states: 729, edges: 2184, depth: 63, mostInPlace: 1, places: 18, transitions: 36},
	{spec: "hanoi:8", states: 6561, edges: 19680, depth: 255, mostInPlace: 1, places: 24, transitions: 48},
	{spec: "irq:3,4,2,0", states: 261, depth: 21, mostInPlace: 4, dead: 1, firstDead: 21, places: 11, transitions: 6},
	{spec: "kanban:1", states: 160, edges: 616, depth: 14, mostInPlace: 1, places: 16, transitions: 16},
	{spec: "kanban:2", states: 4600, edges: 28120, depth: 28, mostInPlace: 2, places: 16, transitions: 16},
	{spec: "kanban:3", states: 58400, edges: 446400, depth: 42, mostInPlace: 3, places: 16, transitions: 16},
	{spec: "rr:2", states: 18, edges: 28, depth: 10, mostInPlace: 1, places: 17, transitions: 12},
	{spec: "rr:3", states: 54, edges: 111, depth: 18, mostInPlace: 1, places: 25, transitions: 18},
	{spec: "rr:4", states: 144, edges: 368, depth: 26, mostInPlace: 1, places: 33, transitions: 24},
	{spec: "rr:5", states: 360, edges: 1100, depth: 34, mostInPlace: 1, places: 41, transitions: 30},
	{spec: "rr:8", states: 4608, edges: 20992, depth: 58, mostInPlace: 1, places: 65, transitions: 48},
	{spec: "sr:2", states: 52, edges: 112, depth: 10, mostInPlace: 1, places: 16, transitions: 16},
	{spec: "sr:3", states: 504, edges: 1536, depth: 18, mostInPlace: 1, places: 24, transitions: 24},
	{spec: "sr:4", states: 5136, edges: 20352, depth: 27, mostInPlace: 1, places: 32, transitions: 32},
	{spec: "sr:5", states: 53856, edges: 263040, depth: 38, mostInPlace: 1, places: 40, transitions: 40},
	{spec: "tpc:3,3", states: 359, edges: 866, depth: 40, mostInPlace: 3, places: 25, transitions: 31},
	{spec: "tpc:2,3", states: 107, depth: 31, mostInPlace: 3, places: 20, transitions: 23},
	{spec: "tpc:5,2", states: 3024, depth: 39, mostInPlace: 5, places: 35, transitions: 47},
	{spec: "prise:1,1,1,1", states: 30150, edges: 129424, depth: 49, mostInPlace: 1, places: 61, transitions: 80},
	{spec: "prise:2,2,2,1", states: 73722, edges: 312212, depth: 85, mostInPlace: 1, places: 65, transitions: 88},
	{spec: "prise:S", states: 77307, edges: 327099, depth: 85, mostInPlace: 1, places: 67, transitions: 92},
	{spec: "prodcons:1", states: 8, edges: 12, depth: 6, mostInPlace: 1, places: 6, transitions: 4},
	{spec: "prodcons:2", states: 12, depth: 8, mostInPlace: 2, places: 6, transitions: 4},
	{spec: "prodcons:9", states: 40, depth: 22, mostInPlace: 9, places: 6, transitions: 4},
}

func TestCounts(t *testing.T) {
	for _, want := range counts {
		t.Run(want.spec, func(t *testing.T) {
			if testing.Short() && want.states > 10_000 {
				t.Skip("large")
			}
			s := explore(t, want.spec)
			if got := len(s.Net.Places); got != want.places {
				t.Errorf("%d places, want %d", got, want.places)
			}
			if got := len(s.Net.Transitions); got != want.transitions {
				t.Errorf("%d transitions, want %d", got, want.transitions)
			}
			if got := len(s.States); got != want.states {
				t.Errorf("%d markings, want %d", got, want.states)
			}
			if want.edges != 0 && s.Edges != want.edges {
				t.Errorf("%d edges, want %d", s.Edges, want.edges)
			}
			if s.Firings != s.Edges {
				t.Errorf("%d firings but %d edges", s.Firings, s.Edges)
			}
			if s.Depth != want.depth {
				t.Errorf("depth %d, want %d", s.Depth, want.depth)
			}
			if s.MaxInPlace != want.mostInPlace {
				t.Errorf("at most %d tokens in a place, want %d", s.MaxInPlace, want.mostInPlace)
			}
			if len(s.Dead) != want.dead {
				t.Errorf("%d deadlocks, want %d", len(s.Dead), want.dead)
			}
			for _, i := range s.Dead {
				if s.Dist[i] != want.firstDead {
					t.Errorf("deadlock at distance %d, want %d", s.Dist[i], want.firstDead)
				}
			}
		})
	}
}

func TestClosedForms(t *testing.T) {
	for _, f := range nets.All() {
		if f.States == nil {
			continue
		}
		for size := range sizes(f, 5) {
			if !f.States(size...).IsInt64() || f.States(size...).Int64() > 6000 {
				continue
			}
			s, err := oracle.Explore(f.Build(size...), 6000)
			if err != nil {
				t.Errorf("%s %d: %v", f.Name, size, err)
				continue
			}
			if want := f.States(size...).Int64(); int64(len(s.States)) != want {
				t.Errorf("%s: %d markings, the closed form gives %d", s.Net.Name, len(s.States), want)
			}
			if f.Depth != nil && f.Depth(size...).Int64() != int64(s.Depth) {
				t.Errorf("%s: depth %d, the closed form gives %d", s.Net.Name, s.Depth, f.Depth(size...))
			}
		}
	}
}

// The depth of brp, where its closed form has several parts.
func TestBRPDepth(t *testing.T) {
	f, _, err := nets.Split("brp:1,0")
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 7; n++ {
		for _, most := range []int{6, 7, 10, 11, 12, 13, 20} {
			s, err := oracle.Explore(f.Build(n, most), 10_000)
			if err != nil {
				t.Fatal(err)
			}
			if want := f.Depth(n, most); int64(s.Depth) != want.Int64() {
				t.Errorf("%s: depth %d, the closed form gives %v", s.Net.Name, s.Depth, want)
			}
		}
	}
}

// sizes yields the sizes whose numbers are most at the most.
func sizes(f nets.Family, most int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		size := f.Least()
		for i := 0; i < len(size); {
			if !yield(slices.Clone(size)) {
				return
			}
			for i = 0; i < len(size); i++ { // count on
				if size[i]++; size[i] <= min(most, f.Numbers[i].Max) {
					break
				}
				size[i] = f.Numbers[i].Min
			}
		}
	}
}

// Sizes of the part within a bound, from independent runs.
func TestCountsWithinBound(t *testing.T) {
	for _, c := range []struct {
		spec          string
		bound, states int
	}{
		{"dphil:5", 10, 1364}, {"fms:3", 10, 2258}, {"fms:50", 10, 3979},
		{"hanoi:8", 10, 37}, {"hanoi:8", 20, 103}, {"hanoi:12", 100, 1259}, {"hanoi:20", 130, 2197},
		{"kanban:5", 20, 13448}, {"kanban:50", 10, 504}, {"kanban:50", 20, 20057},
		{"rr:10", 20, 317}, {"rr:10", 60, 19162}, {"rr:25", 10, 39}, {"rr:25", 40, 17347},
		{"sr:5", 10, 4084},
		{"prise:S", 10, 4044}, {"prise:S", 20, 4830}, {"prise:S", 30, 23818}, {"prise:S", 34, 24025},
		{"prise:S", 40, 30603},
		{"prise:L", 10, 4044}, {"prise:L", 20, 4830}, {"prise:L", 30, 24170}, {"prise:L", 40, 32154},
	} {
		s, err := oracle.ExploreTo(mustParse(t, c.spec), c.bound, 100_000)
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
		} else if len(s.States) != c.states {
			t.Errorf("%s: %d markings within %d, want %d", c.spec, len(s.States), c.bound, c.states)
		}
	}
}

// Only the store grows, and the first token reaches it after N+2 firings.
func TestUnbounded(t *testing.T) {
	for n := 1; n <= 4; n++ {
		net := nets.All()[slices.IndexFunc(nets.All(),
			func(f nets.Family) bool { return f.Name == "unbounded" })].Build(n)
		if _, err := oracle.Explore(net, 2000); !errors.Is(err, oracle.ErrTooMany) {
			t.Errorf("%s: error %v, want ErrTooMany", net.Name, err)
		}
		s, err := oracle.ExploreTo(net, 30, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		store, _ := net.PlaceIndex("Store")
		for p, most := range s.MaxTokens {
			if p == store && most < 2 || p != store && most != 1 {
				t.Errorf("%s: place %s holds up to %d tokens", net.Name, net.Places[p].Name, most)
			}
		}
		first := slices.IndexFunc(s.States, func(m petri.Marking) bool { return m[store] == 1 })
		if s.Dist[first] != n+2 {
			t.Errorf("%s: first token after %d firings, want %d", net.Name, s.Dist[first], n+2)
		}
	}
}
