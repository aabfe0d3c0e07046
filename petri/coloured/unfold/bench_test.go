package unfold_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	. "brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// BenchmarkUnfold measures the time for each binding, and what of the memory lives at the end, of families with 10⁴,
// 10⁵ and 10⁶ bindings or so, and of the contest's nets.
func BenchmarkUnfold(b *testing.B) {
	for _, c := range []struct {
		family string
		make   func(t testing.TB, n int) *Net
		sizes  []int
	}{
		{"philosophers", philosophers, []int{2_000, 20_000, 50_000, 200_000}},
		{"ring", ring, []int{21, 46, 100}},
		{"regions", regions, []int{4, 7, 10}},
	} {
		for _, n := range c.sizes {
			b.Run(fmt.Sprintf("family=%s/n=%d", c.family, n), func(b *testing.B) { benchmarkUnfold(b, c.make(b, n)) })
		}
	}
	folders, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "mcc", "coloured", "*"))
	for _, folder := range folders {
		b.Run("net="+filepath.Base(folder), func(b *testing.B) {
			_, net := readContest(b, folder)
			benchmarkUnfold(b, net)
		})
	}
	for _, c := range largerNets {
		b.Run("net="+c.net+"/size="+c.size, func(b *testing.B) {
			_, net := readContest(b, filepath.Join(contest(b), "coloured", c.net))
			benchmarkUnfold(b, grown(net, c.sorts))
		})
	}
}

// largerNets are nets of the contest with the sizes of sorts of larger ones of the family.
var largerNets = []struct {
	net, size string
	sorts     map[string]int
}{
	{"BridgeAndVehicles-COL-V10P10N10", "V80P50N50", map[string]int{"compteur": 51, "voitureA": 81, "voitureB": 81}},
	{"Sudoku-COL-AN03", "AN36", map[string]int{"N": 36}},
	{"FamilyReunion-COL-L00010M0001C001P001G001", "L00800M0080C040P040G020", map[string]int{
		"LegalResident": 801, "MICSystem": 81, "CINFORMI": 41, "PublicAdminOffice": 41, "GovernmentCommission": 21,
	}},
}

// BenchmarkCoarsen measures how long classes of colours take to be found, and what is left of the unfolding.
func BenchmarkCoarsen(b *testing.B) {
	nets := map[string]func() *Net{
		"family=philosophers/n=200000": func() *Net { return philosophers(b, 200_000) },
		"family=ring/n=100":            func() *Net { return ring(b, 100) },
		"family=ring/n=1000":           func() *Net { return ring(b, 1000) },
		"family=regions/n=7":           func() *Net { return regions(b, 7) },
	}
	for _, c := range largerNets {
		nets["net="+c.net+"/size="+c.size] = func() *Net {
			_, net := readContest(b, filepath.Join(contest(b), "coloured", c.net))
			return grown(net, c.sorts)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(nets)) {
		b.Run(name, func(b *testing.B) {
			net := nets[name]()
			var c *unfold.Coarsening
			for b.Loop() {
				var err error
				if c, err = unfold.Coarsen(b.Context(), net, unfold.Keep{}); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			u, err := c.Unfold(b.Context(), unfold.Options{Merge: true, Limits: unfold.Limits{Transitions: 3_000_000}})
			if err != nil {
				b.Skip(err)
			}
			b.ReportMetric(float64(len(u.Net.Places)), "places")
			b.ReportMetric(float64(len(u.Net.Transitions)), "transitions")
		})
	}
}

// grown returns a net with more colours in some sorts, which are given by their identifiers: the contest's larger nets
// of the family, but for the constants in its guards.
func grown(net *Net, sizes map[string]int) *Net {
	out := *net
	out.Sorts = slices.Clone(net.Sorts)
	for i := range out.Sorts {
		s := &out.Sorts[i]
		if n, ok := sizes[s.ID]; ok {
			s.Constants = slices.Clone(s.Constants)
			for c := len(s.Constants); c < n && s.Kind != Range; c++ {
				s.Constants = append(s.Constants, Constant{ID: fmt.Sprint(s.ID, c), Name: fmt.Sprint(c)})
			}
			s.Size, s.High = int64(n), s.Low+int64(n)-1
		}
	}
	for i := range out.Sorts {
		if s := &out.Sorts[i]; s.Kind == Product {
			s.Size = 1
			for _, p := range s.Parts {
				s.Size *= out.Sorts[p].Size
			}
		}
	}
	return &out
}

func benchmarkUnfold(b *testing.B, net *Net) {
	var u *unfold.Unfolding
	for b.Loop() {
		u = unfolded(b, net, unfold.Options{})
	}
	transitions := len(u.Net.Transitions)
	b.ReportMetric(float64(transitions), "transitions")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(transitions), "ns/transition")
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "live-MiB")
	runtime.KeepAlive(u)
}

// ring returns the contest's TokenRing of n+1 processes.
func ring(t testing.TB, n int) *Net {
	s := newDraft(t)
	c := s.cyclic("Process", n+1)
	v := s.variables(c, "i x y")
	s.Place("State", s.Product("Couple", "Couple", c, c))
	var first []*Term
	for p := range n + 1 {
		first = append(first, tuple(constant(int64(p)), constant(int64(p))))
	}
	s.Initial(0, sum(first...))
	s.Input(0, s.Transition("MainProcess"), sum(tuple(constant(0), v[1]), tuple(constant(int64(n)), v[1])))
	s.Output(0, 0, sum(tuple(constant(0), succ(v[1])), tuple(constant(int64(n)), v[1])))
	s.Input(0, s.Transition("OtherProcess"), sum(tuple(v[0], v[1]), tuple(pred(v[0]), v[2])))
	s.Output(1, 0, sum(tuple(v[0], v[2]), tuple(pred(v[0]), v[2])))
	s.Guard(1, both(And, test(Unequal, v[0], constant(0)), test(Unequal, v[1], v[2])))
	return s.net()
}

// regions returns a Sudoku of n² symbols whose guard finds the region of a cell: a disjunction of n² cases, each with
// two intervals. Where a cell is follows from two places, what is in it from another, and the region from the guard.
func regions(t testing.TB, n int) *Net {
	s := newDraft(t)
	c := s.Range("N", "N", 1, int64(n*n))
	v := s.variables(c, "x y v r")
	pairs := s.Product("Pairs", "Pairs", c, c)
	for _, name := range []string{"Rows", "Columns", "Regions", "Cells"} {
		s.Initial(s.Place(name, pairs), tuple(all(), all()))
	}
	s.Place("Board", s.Product("Board", "Board", c, c, c))
	s.Transition("Select")
	for p, terms := range [][]*Term{{v[0], v[2]}, {v[1], v[2]}, {v[3], v[2]}, {v[0], v[1]}} {
		s.Input(p, 0, tuple(terms...))
	}
	s.Output(0, 4, tuple(v[0], v[1], v[2]))
	var cases []*Guard
	for i := range int64(n) {
		for j := range int64(n) {
			within := func(x *Term, k int64) *Guard {
				low, high := constant(k*int64(n)), constant((k+1)*int64(n)-1)
				return both(And, test(GreaterEqual, x, low), test(LessEqual, x, high))
			}
			cases = append(cases, both(And, within(v[0], i), within(v[1], j),
				test(Equal, v[3], constant(i*int64(n)+j))))
		}
	}
	s.Guard(0, both(Or, cases...))
	return s.net()
}
